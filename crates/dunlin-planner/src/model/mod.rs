//! The records that the stages hand to each other.

pub(crate) mod asked;
pub(crate) mod chip;
pub(crate) mod intent;
pub(crate) mod limit;
pub(crate) mod planned;
pub(crate) mod reading;
pub(crate) mod refusal;
pub(crate) mod request;
pub(crate) mod template;
pub(crate) mod todo;
pub(crate) mod token;
pub(crate) mod tool;
