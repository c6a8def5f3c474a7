//! Parts without product words: buttons, fields, icons, notes, menus, dialogs, long lists.

mod fields;
mod file;
mod icon;
mod later;
mod long;
mod menu;
mod note;
mod parts;
mod rows;
mod sheet;
#[cfg(test)]
#[cfg(target_arch = "wasm32")]
mod testing;
mod walk;

pub(crate) use fields::{Choice, Field};
pub(crate) use file::{FileInput, FilePicker, Picture};
pub(crate) use icon::{Glyph, Icon};
pub(crate) use later::later;
pub(crate) use long::{LongList, Place, in_its_turn};
pub(crate) use menu::{Menu, MenuItem};
pub(crate) use note::{Note, Tone};
pub(crate) use parts::{Chip, IconButton, PanelHead, Spoken, focus_field_in, is_composing, on_escape};
pub(crate) use sheet::Sheet;
pub(crate) use walk::Walk;
