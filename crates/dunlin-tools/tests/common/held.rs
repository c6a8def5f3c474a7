//! What the engines must hold, as `testdata/held.json` has it for the native ones and those of the page.

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
pub(crate) struct Held {
    pub(crate) code: HeldCode,
    pub(crate) sql: HeldSql,
}

#[derive(Deserialize)]
pub(crate) struct HeldCode {
    pub(crate) escapes: Vec<String>,
    pub(crate) bombs: Vec<Bomb>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Bomb {
    pub(crate) code: String,
    pub(crate) stopped_as: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HeldSql {
    pub(crate) tables: Value,
    pub(crate) answered: Vec<Answered>,
    pub(crate) refused: Vec<Query>,
    pub(crate) refused_with_writes: Vec<Query>,
}

#[derive(Deserialize)]
pub(crate) struct Answered {
    #[serde(flatten)]
    pub(crate) input: Value,
    pub(crate) output: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Query {
    pub(crate) query: String,
    pub(crate) refused_as: Vec<String>,
}

pub(crate) fn held() -> Held {
    serde_json::from_str(include_str!("../../../../testdata/held.json")).unwrap()
}
