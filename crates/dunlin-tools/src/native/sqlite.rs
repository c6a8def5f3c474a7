//! `SQLite`, one database in memory for each statement.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use dunlin_base::LocalFuture;
use rusqlite::{
    Connection, Error, ErrorCode, Statement,
    hooks::{AuthAction, AuthContext, Authorization},
    limits::Limit,
    types::{Value as Cell, ValueRef},
};
use serde_json::{Value, json};

use super::{
    deadline::Deadline,
    thread::{Unwanted, offload},
};
use crate::{SqlChange, SqlError, SqlErrorKind, SqlJob, SqlLimits, SqlPort, SqlRows, Table, sql::whole};

/// The port of a native host.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sqlite;

impl SqlPort for Sqlite {
    fn run(&self, job: SqlJob) -> LocalFuture<'static, Result<SqlRows, SqlError>> {
        let done = offload(move |unwanted| run(&job, unwanted));
        Box::pin(async move {
            done.await.unwrap_or_else(|| Err(SqlError::new(SqlErrorKind::Failed, "there is no thread to ask it on")))
        })
    }
}

/// How many steps of the machine pass between two looks at the clock: less than a millisecond.
const STEPS: i32 = 10_000;
/// How many rows are put in between two looks at the clock.
const ROWS: usize = 64;

pub(super) fn run(job: &SqlJob, unwanted: &Unwanted) -> Result<SqlRows, SqlError> {
    let (deadline, unwanted) = (Deadline::after(Duration::from_millis(job.limits.time_ms)), unwanted.clone());
    let is_over = move || unwanted.is_set() || deadline.is_over();
    let mut database = Connection::open_in_memory().map_err(|fault| told(&fault))?;
    for table in &job.tables {
        put_in(&mut database, table, &is_over)?;
    }
    let written = Arc::<Mutex<Option<String>>>::default();
    restrict(&mut database, job, is_over, &written).map_err(|fault| told(&fault))?;
    let mut statement = database.prepare(&job.query).map_err(|fault| told(&fault))?;
    let changes = !statement.readonly();
    if changes && !job.limits.writes {
        return Err(SqlError::new(SqlErrorKind::Refused, "the statement would change something"));
    }
    bind(&mut statement, &job.params)?;
    let mut kept = collect(&mut statement, job.limits)?;
    let written = written.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(table) = written.filter(|_| changes) {
        let rows = database.changes();
        if kept.columns.is_empty() {
            let whole = format!("SELECT * FROM {}", quoted(&table));
            kept = collect(&mut database.prepare(&whole).map_err(|fault| told(&fault))?, job.limits)?;
        }
        kept.changed = Some(SqlChange { table, rows });
    }
    Ok(kept)
}

/// Carries a statement out and keeps its rows.
fn collect(statement: &mut Statement<'_>, limits: SqlLimits) -> Result<SqlRows, SqlError> {
    let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let (mut kept, mut bytes) = (SqlRows { columns, ..SqlRows::default() }, 0);
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next().map_err(|fault| told(&fault))? {
        if kept.rows.len() >= limits.rows {
            return Err(SqlError::new(SqlErrorKind::Size, format!("the result has more than {} rows", limits.rows)));
        }
        let mut values = Vec::with_capacity(kept.columns.len());
        for at in 0..kept.columns.len() {
            let value = row.get_ref(at).map_err(|fault| told(&fault))?;
            bytes += 8 + value.as_bytes_or_null().ok().flatten().map_or(0, <[u8]>::len);
            values.push(of_cell(value));
        }
        if bytes > limits.bytes {
            return Err(SqlError::new(SqlErrorKind::Size, format!("the result has more than {} bytes", limits.bytes)));
        }
        kept.rows.push(values);
    }
    Ok(kept)
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn put_in(database: &mut Connection, table: &Table, is_over: &impl Fn() -> bool) -> Result<(), SqlError> {
    let faulty = |fault: Error| told(&fault);
    let columns: Vec<String> = table.columns.iter().map(|column| quoted(column)).collect();
    let transaction = database.transaction().map_err(faulty)?;
    let made = format!("CREATE TABLE {} ({})", quoted(&table.name), columns.join(", "));
    transaction.execute_batch(&made).map_err(faulty)?;
    let places = vec!["?"; columns.len()].join(", ");
    let insert = format!("INSERT INTO {} VALUES ({places})", quoted(&table.name));
    let mut insert = transaction.prepare(&insert).map_err(faulty)?;
    for (at, row) in table.rows.iter().enumerate() {
        if at % ROWS == 0 && is_over() {
            return Err(SqlError::new(SqlErrorKind::Time, "it took too long to put the tables in"));
        }
        insert.execute(rusqlite::params_from_iter(row.iter().map(to_cell))).map_err(faulty)?;
    }
    drop(insert);
    transaction.commit().map_err(faulty)
}

/// From here on the database is only read, or only the rows of its tables are written, and only for so long. Which table is
/// written is told in `written`.
fn restrict(
    database: &mut Connection,
    job: &SqlJob,
    is_over: impl FnMut() -> bool + Send + 'static,
    written: &Arc<Mutex<Option<String>>>,
) -> Result<(), Error> {
    let most = i32::try_from(job.limits.bytes).unwrap_or(i32::MAX);
    for (limit, value) in [
        (Limit::SQLITE_LIMIT_LENGTH, most),
        (Limit::SQLITE_LIMIT_SQL_LENGTH, 100_000),
        (Limit::SQLITE_LIMIT_EXPR_DEPTH, 100),
        (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 50),
        (Limit::SQLITE_LIMIT_VDBE_OP, 100_000),
        (Limit::SQLITE_LIMIT_ATTACHED, 0),
        (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
        (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
        database.set_limit(limit, value)?;
    }
    let own: Vec<String> = job.tables.iter().filter(|_| job.limits.writes).map(|table| table.name.clone()).collect();
    let written = written.clone();
    database.authorizer(Some(move |asked: AuthContext<'_>| match asked.action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => Authorization::Allow,
        // What loads code, or reads and writes files.
        AuthAction::Function { function_name }
            if !["load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"].contains(&function_name) =>
        {
            Authorization::Allow
        }
        AuthAction::Insert { table_name }
        | AuthAction::Update { table_name, .. }
        | AuthAction::Delete { table_name }
            if asked.database_name == Some("main") && own.iter().any(|name| name == table_name) =>
        {
            *written.lock().unwrap_or_else(PoisonError::into_inner) = Some(table_name.to_owned());
            Authorization::Allow
        }
        _ => Authorization::Deny,
    }))?;
    database.progress_handler(STEPS, Some(is_over))
}

fn bind(statement: &mut Statement<'_>, params: &Value) -> Result<(), SqlError> {
    let wrong = |what: String| SqlError::new(SqlErrorKind::Params, what);
    let wanted = statement.parameter_count();
    let mut bound = 0;
    match params {
        Value::Null => {}
        Value::Array(values) => {
            if values.len() != wanted {
                return Err(wrong(format!("found {} values for {wanted} parameters", values.len())));
            }
            for (at, value) in values.iter().enumerate() {
                statement.raw_bind_parameter(at + 1, to_cell(value)).map_err(|fault| wrong(fault.to_string()))?;
                bound += 1;
            }
        }
        Value::Object(values) => {
            for (name, value) in values {
                let place = [":", "@", "$"].iter().find_map(|sign| {
                    let whole = if name.starts_with([':', '@', '$']) { name.clone() } else { format!("{sign}{name}") };
                    statement.parameter_index(&whole).ok().flatten()
                });
                let place = place.ok_or_else(|| wrong(format!("there is no parameter :{name} in the statement")))?;
                statement.raw_bind_parameter(place, to_cell(value)).map_err(|fault| wrong(fault.to_string()))?;
                bound += 1;
            }
        }
        _ => return Err(wrong("found neither a list nor values by name".to_owned())),
    }
    if bound < wanted {
        return Err(wrong(format!("found {bound} values for {wanted} parameters")));
    }
    Ok(())
}

fn to_cell(value: &Value) -> Cell {
    match value {
        Value::Null => Cell::Null,
        Value::Bool(yes) => Cell::Integer(i64::from(*yes)),
        Value::Number(number) => {
            number.as_i64().map_or_else(|| number.as_f64().map_or(Cell::Null, Cell::Real), Cell::Integer)
        }
        Value::String(text) => Cell::Text(text.clone()),
        Value::Array(_) | Value::Object(_) => Cell::Text(value.to_string()),
    }
}

fn of_cell(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(integer) => whole(integer),
        ValueRef::Real(number) => json!(number),
        ValueRef::Text(text) => json!(String::from_utf8_lossy(text)),
        ValueRef::Blob(bytes) => json!(hex(bytes)),
    }
}

fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

fn told(fault: &Error) -> SqlError {
    let kind = match fault {
        Error::SqliteFailure(inner, _) => match inner.code {
            ErrorCode::AuthorizationForStatementDenied | ErrorCode::ReadOnly => SqlErrorKind::Refused,
            ErrorCode::OperationInterrupted => SqlErrorKind::Time,
            ErrorCode::TooBig | ErrorCode::OutOfMemory => SqlErrorKind::Size,
            ErrorCode::Unknown => SqlErrorKind::Wrong,
            _ => SqlErrorKind::Failed,
        },
        Error::SqlInputError { error: inner, .. } if inner.code == ErrorCode::AuthorizationForStatementDenied => {
            SqlErrorKind::Refused
        }
        Error::SqlInputError { msg, .. } if msg.starts_with("not authorized") => SqlErrorKind::Refused,
        Error::SqlInputError { .. } => SqlErrorKind::Wrong,
        Error::MultipleStatement => {
            return SqlError::new(SqlErrorKind::Refused, "found several statements, expected one");
        }
        Error::InvalidParameterCount(..) | Error::InvalidParameterName(_) => SqlErrorKind::Params,
        _ => SqlErrorKind::Failed,
    };
    match fault {
        Error::SqlInputError { msg, sql, offset, .. } => {
            let near: String = usize::try_from(*offset)
                .ok()
                .and_then(|at| sql.get(at..))
                .unwrap_or_default()
                .chars()
                .take(30)
                .collect();
            SqlError::new(kind, if near.is_empty() { msg.clone() } else { format!("{msg}, at {near:?}") })
        }
        fault => SqlError::new(kind, fault.to_string()),
    }
}
