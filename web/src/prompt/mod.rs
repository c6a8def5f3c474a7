//! The goal bar: what is typed, how it is read, and what is wrong with it.

mod bar;
mod dismissed;
mod field;
mod link;
mod reading;
mod segments;

pub(crate) use bar::prompt_bar;
pub(crate) use dismissed::follow;
