//! The todo panel: the same commands on the same store that runs use, by hand.

mod badges;
mod entry;
mod foot;
mod item;
mod order;
mod panel;
mod tools;

pub(crate) use panel::todo_panel;
