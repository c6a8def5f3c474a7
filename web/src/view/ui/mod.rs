//! Parts without product words: elements, icons, notes, spoken announcements, numbers.

mod dom;
mod effect;
mod fields;

mod icon;
mod long;
mod menu;
mod note;
mod parts;
mod walk;

pub(crate) use dom::{El, el, is_ticked, svg, value_of};
pub(crate) use effect::{follow, listen, on_window, soon};
pub(crate) use fields::{at_end, choice, field, write_over};
pub(crate) use icon::{Icon, glyph};
pub(crate) use long::{in_its_turn, long_list};
pub(crate) use menu::{menu, menu_item};
pub(crate) use note::{Tone, note};
pub(crate) use parts::{button, chip, icon_button, is_composing, key_of, link, panel_head, spoken};
pub(crate) use walk::Walk;
