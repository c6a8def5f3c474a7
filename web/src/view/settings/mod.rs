//! The settings: policy, theme, and everything that is stored; and the list of the keys.

mod data;
mod keys;
mod place;
mod policy;
mod sheet;
mod template_form;
mod templates;

pub(crate) use data::{ExportButton, save_everything};
pub(crate) use keys::{KeysSheet, is_writing, on_question_mark};
pub(crate) use place::LockedOut;
pub(crate) use sheet::SettingsSheet;
