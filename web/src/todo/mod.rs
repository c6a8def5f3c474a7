//! The todo panel: the same commands on the same store that runs use, by hand.

mod badges;
mod entry;
mod foot;
mod item;
mod panel;

pub(crate) use panel::TodoPanel;
