//! Patterns over words, and the machine that finds out which of them fit.

pub(crate) mod classes;
pub(crate) mod compile;
pub(crate) mod machine;
pub(crate) mod memory;
pub(crate) mod pattern;
pub(crate) mod program;
pub(crate) mod vocabulary;
