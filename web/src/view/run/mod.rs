//! The execution log, the answers it waits for, and the result. Live and stored runs go through the same code.

mod ask;
mod axis;
mod budget;
mod change;
mod details;
mod form;
mod inside;
mod log;
mod outcome;
mod question;
mod row;
mod value;
mod words;

pub(crate) use crate::model::step::step_word;
pub(crate) use form::{AnswerForm, FormOpener, StepForm};
pub(crate) use log::LogPanel;
pub(crate) use outcome::{Earlier, ResultPanel, result_key};
pub(crate) use words::{Standing, StateWord, listed_standing, step_icon, waits_for_person};
