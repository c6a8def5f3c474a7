//! The plan: before it runs, while it runs, and after; as a picture and in words.

mod graph;
mod layout;
mod outline;
mod panel;
mod words;

pub(crate) use panel::PlanPanel;
pub(crate) use words::{InputView, brief, short_name, tool_word};
