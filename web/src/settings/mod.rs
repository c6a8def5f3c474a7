//! The settings: policy, theme, and everything that is stored.

mod data;
mod policy;
mod sheet;
mod template_form;
mod templates;

pub(crate) use sheet::settings_sheet;
