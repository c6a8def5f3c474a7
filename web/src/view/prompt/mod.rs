//! The goal bar: what is typed, how it is read, and what is wrong with it.

mod bar;
mod field;
mod pointer;
mod reading;

pub(crate) use bar::PromptBar;
