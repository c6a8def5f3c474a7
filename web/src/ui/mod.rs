//! Parts without product words: icons, notes, spoken announcements, numbers.

pub(crate) mod format;
mod icon;
mod live;
mod note;

pub(crate) use icon::{Icon, glyph};
pub(crate) use live::Spoken;
pub(crate) use note::{Tone, note};
