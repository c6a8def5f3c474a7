//! Runs that live in Restate, a durable engine that somebody else keeps well: `dunlin serve --engine restate` begins and
//! shows them, any number of `dunlin worker` processes carry them out.
//!
//! A run is a workflow keyed by its identifier. Its handler hears nothing but moments and reports, each of which the
//! engine keeps; what they make of the run is decided by the same `decide` and `apply` as in a tab, again whenever the
//! engine plays them back.

mod client;
#[cfg(feature = "restate")]
mod courses;
#[cfg(feature = "restate")]
mod hands;
#[cfg(feature = "restate")]
mod services;
#[cfg(feature = "restate")]
mod worker;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use client::Engine;
#[cfg(feature = "restate")]
pub(crate) use courses::Courses;
#[cfg(feature = "restate")]
pub(crate) use worker::work;

/// The workflow that a run is.
const RUN: &str = "DunlinRun";
/// The calls of tools.
#[cfg(feature = "restate")]
const TOOL: &str = "DunlinTool";
/// What people say to runs, one after another.
const INBOX: &str = "DunlinInbox";
/// Where in the state of a workflow its journal stands: this, and the number of the first event in eight places.
const BATCH: char = 'j';
/// Where in its state the run stands as a list shows it.
const SUMMARY: &str = "summary";

/// Something that was said to a run.
#[derive(Deserialize, Serialize)]
struct Message {
    /// When, in milliseconds since 1970.
    at: i64,
    /// The event that it would be.
    kind: Value,
}

/// The key of the batch that begins with that event.
fn batch_key(first: u64) -> String {
    format!("{BATCH}{first:08}")
}
