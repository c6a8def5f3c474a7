//! The plan: before it runs, while it runs, and after; as a picture and in words.

mod frame;
mod graph;
mod layout;
mod map;
mod outline;
mod panel;
mod sight;
mod words;

pub(crate) use panel::plan_panel;
pub(crate) use words::{brief, input_view, short_name, tool_word};
