//! What every room of Dunlin shares and nothing more.
//!
//! - [`Span`] and [`Utf16Span`]: where something stands in a text.
//! - [`Diagnostic`]: what was found, where, and what to type instead.
//! - [`Clock`], [`Timer`], [`Random`], [`Storage`] and their bundle [`Env`]: everything the core needs from outside.
//! - [`RemoteStorage`]: a storage that somebody else keeps, such as a server.
//! - [`Ids`]: time-ordered identifiers.
//! - [`TextPlace`]: line and column of a field in a JSON text.
//! - [`json`]: records read from JSON text and written as such; [`Written`]: one that is written once.
//! - [`testing`]: a virtual clock, seeded randomness and a storage that can fail, so that every test is replayable.
//!
//! This crate knows no browser, no plans, no todos and no arithmetic.

mod diagnostic;
mod distance;
mod env;
mod hash;
mod id;
pub mod json;
mod moment;
mod nearest;
mod place;
mod remote;
mod span;
mod storage;
pub mod testing;
mod written;

pub use diagnostic::{Diagnostic, Severity};
pub use distance::{edit_distance, one_slip};
pub use env::{Clock, Env, LocalFuture, Random, SeededRandom, Timer};
pub use hash::hash;
pub use id::Ids;
pub use moment::{civil_from_days, days_from_civil, iso_utc, ms_of_iso, offset_of_local};
pub use nearest::nearest;
pub use place::{Part, TextPlace};
pub use remote::{RemoteDoor, RemoteError, RemoteHold, RemoteStorage, StorageAnswer, StorageAsk};
pub use span::{Span, Utf16Span};
pub use storage::{MemoryStorage, SeeEntry, Storage, StorageError, StorageErrorKind, StorageKind};
pub use written::Written;
