//! The plan: before it runs, while it runs, and after; as a picture and in words.

mod frame;
mod graph;
mod layout;
mod map;
mod outline;
mod panel;
mod phrase;
mod sight;
mod words;

pub(crate) use outline::said_in;
pub(crate) use panel::{plan_of_run, plan_panel};
pub(crate) use phrase::{Phrase, said};
pub(crate) use words::{brief, short_name, steps_before, telling};
