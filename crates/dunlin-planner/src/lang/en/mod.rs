//! English: the classes and rows of the grammar, courtesy, reasons, and the words by which a refused goal is guessed at.

pub(crate) mod classes;
pub(crate) mod connectors;
pub(crate) mod courtesy;
pub(crate) mod cues;
pub(crate) mod dates;
pub(crate) mod days;
pub(crate) mod examples;
pub(crate) mod faults;
pub(crate) mod formulas;
pub(crate) mod help;
pub(crate) mod known;
pub(crate) mod limits;
pub(crate) mod numbers;
pub(crate) mod pauses;
pub(crate) mod phrases;
pub(crate) mod questions;
pub(crate) mod rows;
pub(crate) mod sums;
pub(crate) mod zones;
