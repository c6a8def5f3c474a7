//! The settings: policy, theme, and everything that is stored.

mod data;
mod policy;
mod sheet;

pub(crate) use sheet::settings_sheet;
