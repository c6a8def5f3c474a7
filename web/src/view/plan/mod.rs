//! The plan: before it runs, while it runs, and after; as a picture and in words.

mod frame;
mod graph;
mod map;
mod outline;
mod panel;
mod sight;

pub(crate) use outline::{Said, days_said};
pub(crate) use panel::{PlanOfRun, PlanPanel};
