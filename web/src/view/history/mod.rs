//! The runs that are stored.

mod offered;
mod panel;
mod report;
mod row;

pub(crate) use panel::RunsPanel;
pub(crate) use report::ReportSheet;
