//! Parts without product words: elements, icons, notes, spoken announcements, numbers.

mod dom;
mod effect;
mod fields;
mod file;

mod icon;
mod later;
mod long;
mod menu;
mod note;
mod old;
mod parts;
mod rows;
mod sheet;
#[cfg(all(test, target_arch = "wasm32"))]
mod testing;
mod walk;

pub(crate) use dom::{El, el, is_ticked, svg, value_of};
pub(crate) use effect::{follow, listen, on_window, soon};
pub(crate) use fields::{Choice, Field, choice, field};
pub(crate) use file::{FileInput, JsonPicker, Picture};
pub(crate) use icon::{Glyph, Icon, glyph};
pub(crate) use later::later;
pub(crate) use long::{LongList, Place, in_its_turn};
pub(crate) use menu::{Menu, MenuItem, menu, menu_item};
pub(crate) use note::{Note, Tone, note};
pub(crate) use old::old;
pub(crate) use parts::{
    Chip, IconButton, PanelHead, Spoken, button, chip, icon_button, is_composing, key_of, link, panel_head, spoken,
};
pub(crate) use sheet::Sheet;
pub(crate) use walk::Walk;
