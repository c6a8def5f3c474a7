//! What every room of Dunlin shares and nothing more.
//!
//! - [`Span`] and [`Utf16Span`]: where something stands in a text.
//! - [`Diagnostic`]: what was found, where, and what to type instead.
//! - [`Clock`], [`Timer`], [`Random`], [`Storage`] and their bundle [`Env`]: everything the core needs from outside.
//! - [`Ids`]: time-ordered identifiers.
//! - [`json`]: records read from JSON text and written as such.
//! - [`Record`] and [`Fields`]: the same for records that are still read field by field.
//! - [`sort_by`], [`SortedMap`], [`SortedSet`]: order that costs little code.
//! - [`testing`]: a virtual clock, seeded randomness and a storage that can fail, so that every test is replayable.
//!
//! This crate knows no browser, no plans, no todos and no arithmetic.

mod diagnostic;
mod distance;
mod env;
mod id;
pub mod json;
mod moment;
mod nearest;
mod record;
mod sort;
mod sorted;
mod span;
mod storage;
pub mod testing;

pub use diagnostic::{Diagnostic, Severity};
pub use distance::edit_distance;
pub use env::{Clock, Env, LocalFuture, Random, SeededRandom, Timer};
pub use id::Ids;
pub use moment::{civil_from_days, iso_utc};
pub use nearest::nearest;
pub use record::{Fields, Record, append_number, append_text, parse_json, to_json, to_text};
pub use sort::{sort, sort_by};
pub use sorted::{SortedMap, SortedSet};
pub use span::{Span, Utf16Span};
pub use storage::{MemoryStorage, SeeEntry, Storage, StorageError, StorageErrorKind, StorageKind};
