//! The built-in tools, as the runtime calls them: calculator, todo store, dates, guide, schedules.

mod calculator;
mod criteria;
mod date;
mod guide;
mod schedules;
mod todo_store;

pub(crate) use calculator::Calculator;
pub(crate) use criteria::Checks;
pub use criteria::asks_for_the_same;
pub(crate) use date::Dates;
pub(crate) use guide::Guide;
pub(crate) use schedules::Schedules;
pub(crate) use todo_store::TodoStoreTool;
