//! The tool `sql`: questions about tables, answered by an `SQLite` that the host brings.
//!
//! Every call has a database of its own in memory: the tables it names are put in, the statement is carried out, and nothing
//! stays. So nothing a statement does can be seen by another. Where the host allows writes, a statement may change the rows of
//! the tables of its own call, and what it gives is the table as it is then.

mod table;

use std::rc::Rc;

use dunlin_base::LocalFuture;
use dunlin_plan::ToolSpec;
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub use table::Table;

use crate::input::{failure, output, read, spec};

/// How much a statement may take.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SqlLimits {
    /// The most rows of a result.
    pub rows: usize,
    /// The most bytes of a result, and of one value.
    pub bytes: usize,
    /// The most rows of all tables that are put in.
    pub rows_in: usize,
    /// The most milliseconds, with the time that it takes to put the tables in.
    pub time_ms: u64,
    /// Whether a statement may insert, update and delete rows of the tables that were put in; otherwise it only reads. Tables
    /// are neither made nor dropped either way, and what the host gave stays as it is.
    pub writes: bool,
}

impl Default for SqlLimits {
    fn default() -> Self {
        Self { rows: 1000, bytes: 1_000_000, rows_in: 200_000, time_ms: 5000, writes: false }
    }
}

/// One statement over tables.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct SqlJob {
    /// The tables that are put in first.
    pub tables: Vec<Table>,
    /// The statement.
    pub query: String,
    /// Its parameters: a list, an object, or null.
    pub params: Value,
    /// How much it may take.
    pub limits: SqlLimits,
}

/// The largest whole number up to which a reader of JSON that keeps numbers as doubles holds every one.
const MOST_EXACT: u64 = (1 << 53) - 1;

/// A whole number of a result: as a text where a reader of JSON may lose its last digits.
#[cfg(feature = "native-sql")]
pub(crate) fn whole(number: i64) -> Value {
    if number.unsigned_abs() <= MOST_EXACT { json!(number) } else { json!(number.to_string()) }
}

impl SqlJob {
    /// The same for an engine that reads JSON's numbers as doubles: a whole number that those may not hold is
    /// `{ "whole": "its digits" }`, and a list or an object is the text that it is in a table.
    #[must_use]
    pub fn for_doubles(mut self) -> Self {
        let params = match &mut self.params {
            Value::Array(values) => values.iter_mut().collect(),
            Value::Object(values) => values.values_mut().collect(),
            _ => Vec::new(),
        };
        let rows = self.tables.iter_mut().flat_map(|table| table.rows.iter_mut().flatten());
        for value in rows.chain(params) {
            match value {
                Value::Array(_) | Value::Object(_) => *value = Value::String(value.to_string()),
                Value::Number(number) => {
                    if let Some(large) = number.as_i64().filter(|whole| whole.unsigned_abs() > MOST_EXACT) {
                        *value = json!({"whole": large.to_string()});
                    }
                }
                _ => {}
            }
        }
        self
    }
}

/// What a statement gave.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct SqlRows {
    /// The names of the columns, as the statement has them.
    pub columns: Vec<String>,
    /// The rows. For a statement that has changed rows and gives none itself, those of the changed table.
    pub rows: Vec<Vec<Value>>,
    /// What the statement has changed.
    #[serde(default)]
    pub changed: Option<SqlChange>,
}

/// What a statement has changed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct SqlChange {
    /// The table, as it was named when it was put in.
    pub table: String,
    /// How many of its rows were inserted, updated or deleted.
    pub rows: u64,
}

/// Why a statement gave nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum SqlErrorKind {
    /// It is no SQL, or names what is not there.
    Wrong,
    /// It is not allowed: it would change something or reach out.
    Refused,
    /// Its parameters do not fit.
    Params,
    /// It took too long.
    Time,
    /// Its result is too large.
    Size,
    /// The database could not carry it out.
    #[serde(other)]
    Failed,
}

/// A statement without a result.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct SqlError {
    /// Why.
    pub kind: SqlErrorKind,
    /// What was found.
    pub message: String,
}

impl SqlError {
    /// Of a kind, with what was found.
    pub fn new(kind: SqlErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

/// Carries statements out, each in a database of its own that it may only read unless [`SqlLimits::writes`] allows more.
pub trait SqlPort {
    /// Puts the tables in and carries the statement out.
    fn run(&self, job: SqlJob) -> LocalFuture<'static, Result<SqlRows, SqlError>>;
}

/// Gives the host's own tables, such as `todos` and `runs`.
pub trait Tables {
    /// Their names.
    fn names(&self) -> Vec<String>;

    /// The records of one of them, in any form that a call gives a table in: a list of objects, or `{ columns, rows }`.
    fn records(&self, name: &str) -> Option<Value>;
}

/// What the tool says of itself beside the rest where it may write.
const WRITES: &str = "; INSERT, UPDATE and DELETE change a copy of a table, and give that copy or what RETURNING says";

/// The tool.
pub struct Sql {
    spec: ToolSpec,
    port: Rc<dyn SqlPort>,
    tables: Option<Rc<dyn Tables>>,
    limits: SqlLimits,
}

impl Sql {
    /// The tool over that database, with tables of the host beside those that a call brings.
    pub fn new(port: Rc<dyn SqlPort>, tables: Option<Rc<dyn Tables>>, limits: SqlLimits) -> Self {
        let mut spec = spec(include_str!("../../specs/sql.json"));
        if limits.writes {
            spec.description.push_str(WRITES);
        }
        Self { spec, port, tables, limits }
    }

    /// The sentences that ask for it.
    pub fn phrases() -> Value {
        json!(["(run|ask) [in] sql {query}"])
    }

    /// What is asked, and the tables of it of which nobody said what columns they have.
    fn job(&self, input: &Value) -> Result<(SqlJob, Vec<String>), ToolFailure> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Input {
            query: String,
            #[serde(default)]
            tables: Map<String, Value>,
            #[serde(default)]
            params: Value,
        }
        let Input { query, tables, params } = read("sql", input)?;
        let (mut given, mut unknown): (Vec<Table>, Vec<String>) = Default::default();
        let mut take = |name: &str, rows: &Value| {
            unknown.extend(table::is_unknown(rows).then(|| name.to_owned()));
            Table::read(name, rows).map(|table| given.push(table))
        };
        for (name, rows) in &tables {
            take(name, rows)?;
        }
        if let Some(host) = &self.tables {
            let lower = query.to_lowercase();
            for name in host.names() {
                // What the statement does not name need not be put in.
                let is_named = lower.contains(&name.to_lowercase()) && !tables.contains_key(&name);
                if let Some(records) = is_named.then(|| host.records(&name)).flatten() {
                    take(&name, &records)?;
                }
            }
        }
        let rows: usize = given.iter().map(|table| table.rows.len()).sum();
        if rows > self.limits.rows_in {
            let found = format!("found {rows} rows in the tables, at most {} are taken", self.limits.rows_in);
            return Err(failure("sql.too-many-rows", found, "give fewer rows"));
        }
        Ok((SqlJob { tables: given, query, params, limits: self.limits }, unknown))
    }
}

impl Tool for Sql {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let running = self.job(&call.input).map(|(job, unknown)| (self.port.run(job), unknown));
        let limits = self.limits;
        Box::pin(async move {
            let (running, unknown) = running?;
            running.await.map(told).map_err(|error| refused(error, limits, &unknown))
        })
    }
}

/// Rows as records. A column whose name another has gets a number.
fn told(rows: SqlRows) -> ToolOutput {
    let mut names: Vec<String> = Vec::new();
    for column in rows.columns {
        let mut name = column.clone();
        let mut number = 2;
        while names.contains(&name) {
            name = format!("{column}_{number}");
            number += 1;
        }
        names.push(name);
    }
    let count = rows.rows.len();
    let records: Vec<Value> =
        rows.rows.into_iter().map(|row| Value::Object(names.iter().cloned().zip(row).collect())).collect();
    let mut metadata = json!({"columns": names, "count": count});
    if let (Some(SqlChange { table, rows }), Some(fields)) = (rows.changed, metadata.as_object_mut()) {
        fields.insert("table".to_owned(), json!(table));
        fields.insert("changes".to_owned(), json!(rows));
    }
    output(Value::Array(records), metadata)
}

fn refused(error: SqlError, limits: SqlLimits, unknown: &[String]) -> ToolFailure {
    match error.kind {
        SqlErrorKind::Wrong if !unknown.is_empty() => {
            let (is, name) =
                if unknown.len() == 1 { ("is an empty list", "its") } else { ("are empty lists", "their") };
            let found = format!("{} ({} {is}, which does not say {name} columns)", error.message, unknown.join(", "));
            failure("sql.wrong", found, "name the columns beside the rows: { \"columns\": [\"month\"], \"rows\": [] }")
        }
        SqlErrorKind::Wrong => {
            failure("sql.wrong", error.message, "the tables are those in `tables` and those of the host")
        }
        SqlErrorKind::Refused if limits.writes => {
            failure("sql.refused", error.message, "use one SELECT, INSERT, UPDATE or DELETE on the tables of this call")
        }
        SqlErrorKind::Refused => failure("sql.refused", error.message, "ask with one SELECT: tables are only read"),
        SqlErrorKind::Params => failure("sql.params", error.message, "give a value for each ?1 or :name in `params`"),
        SqlErrorKind::Time => failure(
            "sql.timeout",
            format!("the statement took more than {} ms", limits.time_ms),
            "give fewer rows, ask for less, or join on columns that narrow it down",
        ),
        SqlErrorKind::Size => failure("sql.too-large", error.message, "add LIMIT, or ask for fewer columns"),
        SqlErrorKind::Failed => ToolFailure::new("sql.failed", error.message),
    }
}
