//! What the planner knows of languages: one folder each, of which code knows the tables and never the words.

pub(crate) mod en;
pub(crate) mod grammar;
pub(crate) mod spoken;
