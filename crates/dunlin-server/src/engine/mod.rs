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

use std::{cmp::Reverse, collections::BTreeMap};

use dunlin::Dunlin;
use dunlin_base::json;
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
/// The status with which a worker turns down what is said to a run, for good.
const TURNED_DOWN: u16 = 422;
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

/// The runs that an engine keeps and those that only this server knows, begun a moment ago or let go of by the engine: the latest
/// first.
pub(crate) fn together(dunlin: &Dunlin, elsewhere: BTreeMap<String, Value>) -> Vec<Value> {
    let here = dunlin.summaries();
    let mut runs: Vec<Value> =
        here.iter().filter(|run| !elsewhere.contains_key(&run.run_id)).map(json::to_value).collect();
    runs.extend(elsewhere.into_values());
    // Moments are written alike, so their texts are in their order.
    runs.sort_by_cached_key(|run| Reverse(run["createdAt"].as_str().map(str::to_owned)));
    runs
}

/// The key of the batch that begins with that event.
fn batch_key(first: u64) -> String {
    format!("{BATCH}{first:08}")
}
