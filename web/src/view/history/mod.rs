//! The runs that are stored.

mod panel;
mod report;

pub(crate) use panel::runs_panel;
pub(crate) use report::report_sheet;
