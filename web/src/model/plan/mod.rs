//! The plan that is shown: its picture, its doubts, and what is changed in it before it runs.

pub(in crate::model) mod doubt;
pub(crate) mod edits;
pub(crate) mod form;
pub(crate) mod layout;
pub(in crate::model) mod offered;
pub(in crate::model) mod picture;
