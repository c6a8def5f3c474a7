//! The execution log, the answers it waits for, and the result. Live and stored runs go through the same code.

mod ask;
mod axis;
mod budget;
mod details;
mod form;
mod inside;
mod log;
mod outcome;
mod pulse;
mod question;
mod row;
mod value;
mod words;

pub(crate) use form::{answer_form, label};
pub(crate) use log::log_panel;
pub(crate) use outcome::{earlier, result, result_key};
pub(crate) use row::state_word;
pub(crate) use words::{Standing, listed_standing, step_icon, step_word};
