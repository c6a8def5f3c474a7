//! The browser other than its document: address, clipboard, files, local time, theme. Nothing else on the page calls it.

mod address;
mod clipboard;
mod file;
mod moment;
mod theme;

pub(crate) use address::{address, on_address, set_address};
pub(crate) use clipboard::copy;
pub(crate) use file::{pick_text, save_text};
pub(crate) use moment::{clock_time_ms, today, tomorrow};
pub(crate) use theme::{Theme, set_theme};
