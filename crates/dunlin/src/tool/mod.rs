//! The built-in tools: the calculator and the todo store, as the runtime calls them.

mod calculator;
mod criteria;
mod date;
mod todo_store;

pub(crate) use calculator::Calculator;
pub(crate) use criteria::Sentences;
pub(crate) use date::Dates;
pub(crate) use todo_store::TodoStoreTool;
