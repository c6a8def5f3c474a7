//! The records that the stages hand to each other.

pub(crate) mod intent;
pub(crate) mod refusal;
pub(crate) mod request;
pub(crate) mod template;
