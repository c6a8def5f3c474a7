//! The todo panel: the same commands on the same store that runs use, by hand.

mod badges;
mod entry;
mod foot;
mod item;
mod lists;
mod menu;
mod order;
mod panel;
mod reminders;
mod tools;

pub(crate) use panel::{TodoPanel, go_to};
pub(crate) use reminders::{Reminders, RemindersGroup};
