//! The runs that are stored.

mod panel;

pub(crate) use panel::runs_panel;
