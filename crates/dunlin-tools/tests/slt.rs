//! A share of sqllogictest: scripts in `SQLite`'s own format, of which every statement is a call of the tool `sql` that may
//! write. What a write gives back is the table that the next statement finds.
//!
//! The scripts of ours in `tests/slt` say what `SQLite`'s command line gives too. A folder of others, such as those of
//! `SQLite`, is run by name: `DUNLIN_SLT=folder cargo test -p dunlin-tools --features native --test slt -- --ignored --nocapture`.
#![cfg(feature = "native-sql")]
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
    rc::Rc,
    sync::{Arc, Mutex},
};

use common::call;
use dunlin_tools::{Sql, SqlLimits, native::Sqlite};
use serde_json::{Value, json};
use sqllogictest::{DB, DBOutput, DefaultColumnType, QueryExpect, Record, RecordOutput, Runner, parse_with_name};

/// The types that a query says its columns have.
type Types = Arc<Mutex<Vec<DefaultColumnType>>>;

/// A database of tables that are kept between calls of the tool.
struct Kept {
    tables: BTreeMap<String, Vec<Value>>,
    types: Types,
}

#[derive(Debug)]
struct Fault(String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

/// Statements that change no answer, or that the tool never allows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It makes a table, which the call brings along instead.
    Create,
    /// It drops a table.
    Drop,
    /// It makes or drops an index: nothing is to be done.
    Index,
    /// It is no question and no write: a view, a trigger, a transaction, a setting.
    Excluded,
    /// A call of the tool.
    Call,
}

fn kind(sql: &str) -> Kind {
    let words: Vec<String> = sql.split_whitespace().take(2).map(str::to_uppercase).collect();
    match (words.first().map_or("", String::as_str), words.get(1).map_or("", String::as_str)) {
        ("CREATE", "TABLE") => Kind::Create,
        ("DROP", "TABLE") => Kind::Drop,
        ("CREATE" | "DROP", "INDEX") | ("REINDEX", _) => Kind::Index,
        (
            "CREATE" | "DROP" | "ALTER" | "BEGIN" | "COMMIT" | "ROLLBACK" | "SAVEPOINT" | "RELEASE" | "PRAGMA"
            | "ATTACH" | "DETACH" | "VACUUM" | "ANALYZE",
            _,
        ) => Kind::Excluded,
        _ => Kind::Call,
    }
}

fn plain(name: &str) -> String {
    name.trim().trim_matches(['"', '`', '[', ']']).to_owned()
}

/// The name of the table that is made, and the names of its columns. The types are the tool's to find.
fn made(sql: &str) -> Option<(String, Vec<Value>)> {
    let (head, rest) = sql.split_once('(')?;
    let inner = rest.trim().trim_end_matches(';').trim().strip_suffix(')')?;
    let (mut columns, mut deep, mut from) = (Vec::new(), 0_u32, 0);
    for (at, sign) in inner.char_indices().chain([(inner.len(), ',')]) {
        match sign {
            '(' => deep += 1,
            ')' => deep = deep.checked_sub(1)?,
            ',' if deep == 0 => {
                columns.push(inner.get(from..at)?.trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    let is_rule = |column: &&str| {
        let first = column.split([' ', '(']).next().unwrap_or_default().to_uppercase();
        matches!(first.as_str(), "PRIMARY" | "UNIQUE" | "CHECK" | "FOREIGN" | "CONSTRAINT")
    };
    let names = columns.iter().filter(|column| !is_rule(column));
    let names = names.filter_map(|column| column.split_whitespace().next()).map(|name| json!(plain(name))).collect();
    Some((plain(head.split_whitespace().last()?), names))
}

impl Kept {
    fn call(&mut self, sql: &str) -> Result<DBOutput<DefaultColumnType>, Fault> {
        let limits =
            SqlLimits { rows: 10_000, bytes: 10_000_000, time_ms: 20_000, writes: true, ..SqlLimits::default() };
        let tables: serde_json::Map<String, Value> =
            self.tables.iter().map(|(name, rows)| (name.clone(), json!(rows))).collect();
        let tool = Sql::new(Rc::new(Sqlite), None, limits);
        let given = call(&tool, json!({"query": sql, "tables": tables}))
            .map_err(|failure| Fault(format!("{}: {}", failure.code, failure.message)))?;
        let told = given.metadata.unwrap_or_default();
        let columns: Vec<Value> = told["columns"].as_array().cloned().unwrap_or_default();
        let rows = given.output.as_array().cloned().unwrap_or_default();
        let rows: Vec<Vec<Value>> =
            rows.iter().map(|row| columns.iter().map(|name| row[name.as_str().unwrap()].clone()).collect()).collect();
        if let Some(table) = told["table"].as_str() {
            let changes = told["changes"].as_u64().unwrap();
            let kept = [json!(columns)].into_iter().chain(rows.into_iter().map(Value::from)).collect();
            self.tables.insert(table.to_owned(), kept);
            return Ok(DBOutput::StatementComplete(changes));
        }
        let types = self.types.lock().unwrap().clone();
        let of = |at: usize| types.get(at).unwrap_or(&DefaultColumnType::Any);
        let rows = rows.iter().map(|row| row.iter().enumerate().map(|(at, value)| shown(value, of(at))).collect());
        Ok(DBOutput::Rows { rows: rows.collect(), types: (0..columns.len()).map(|at| of(at).clone()).collect() })
    }
}

/// The number that a text begins with, as `SQLite` converts it; 0 where there is none.
fn number(text: &str) -> f64 {
    let text = text.trim_start();
    let longest = (1..=text.len()).rev().filter_map(|end| text.get(..end)?.parse::<f64>().ok());
    longest.into_iter().find(|number| number.is_finite()).unwrap_or(0.0)
}

/// A value as scripts write it.
fn shown(value: &Value, wanted: &DefaultColumnType) -> String {
    match (value, wanted) {
        (Value::Null, _) => "NULL".to_owned(),
        (Value::Number(number), DefaultColumnType::Integer) => number
            .as_i64()
            .map_or_else(|| format!("{:.0}", number.as_f64().unwrap().trunc()), |whole| whole.to_string()),
        (Value::Number(number), DefaultColumnType::FloatingPoint) => format!("{:.3}", number.as_f64().unwrap()),
        (Value::String(text), DefaultColumnType::Integer) => {
            text.parse::<i64>().map_or_else(|_| format!("{:.0}", number(text).trunc()), |whole| whole.to_string())
        }
        (Value::String(text), DefaultColumnType::FloatingPoint) => format!("{:.3}", number(text)),
        (Value::String(text), _) if text.is_empty() => "(empty)".to_owned(),
        (Value::String(text), _) => text.clone(),
        (other, _) => other.to_string(),
    }
}

impl DB for Kept {
    type Error = Fault;
    type ColumnType = DefaultColumnType;

    fn run(&mut self, sql: &str) -> Result<DBOutput<DefaultColumnType>, Fault> {
        let faulty = || Fault(format!("it cannot be read: {sql}"));
        match kind(sql) {
            Kind::Call | Kind::Excluded => return self.call(sql),
            Kind::Index => {}
            Kind::Create => {
                let (name, columns) = made(sql).ok_or_else(faulty)?;
                if self.tables.contains_key(&name) {
                    return Err(Fault(format!("there is a table {name}")));
                }
                self.tables.insert(name, vec![json!(columns)]);
            }
            Kind::Drop => {
                let name = sql.trim().trim_end_matches(';').split_whitespace().last().map(plain).ok_or_else(faulty)?;
                let gone = self.tables.remove(&name);
                if gone.is_none() && !sql.to_uppercase().contains("IF EXISTS") {
                    return Err(Fault(format!("there is no table {name}")));
                }
            }
        }
        Ok(DBOutput::StatementComplete(0))
    }

    fn engine_name(&self) -> &'static str {
        "sqlite"
    }
}

/// How the records of a script went.
#[derive(Default)]
struct Share {
    passed: usize,
    excluded: usize,
    faults: Vec<String>,
}

/// The script up to where it halts for `SQLite`. The parser knows no condition of a halt.
fn until_halt(script: &str) -> String {
    let (mut kept, mut conditions) = (String::new(), Vec::new());
    for line in script.lines() {
        let words: Vec<&str> = line.split_whitespace().take(2).collect();
        match words[..] {
            ["skipif" | "onlyif", _] => {
                // A remark may follow, which the parser does not know either.
                conditions.push(words.join(" "));
                continue;
            }
            ["halt", ..] => {
                let holds = |line: &String| line.starts_with("onlyif") == line.contains("sqlite");
                if conditions.iter().all(holds) {
                    break;
                }
                conditions.clear();
                continue;
            }
            _ => {}
        }
        for line in conditions.drain(..).chain([line.to_owned()]) {
            kept.push_str(&line);
            kept.push('\n');
        }
    }
    kept
}

fn run(script: &Path, valuewise: bool) -> Share {
    let types = Types::default();
    let known = types.clone();
    let mut runner = Runner::new(move || {
        let kept = Kept { tables: BTreeMap::new(), types: known.clone() };
        async move { Ok(kept) }
    });
    let mut share = Share::default();
    if valuewise {
        let control = sqllogictest::parse("control resultmode valuewise\n").unwrap();
        for record in control {
            runner.run(record).unwrap();
        }
    }
    let text = until_halt(&std::fs::read_to_string(script).unwrap());
    for record in parse_with_name::<DefaultColumnType>(&text, script.to_string_lossy()).unwrap() {
        let sql = match &record {
            Record::Statement { sql, .. } => Some(sql.clone()),
            Record::Query { sql, expected, .. } => {
                if let QueryExpect::Results { types: wanted, .. } = expected {
                    types.lock().unwrap().clone_from(wanted);
                }
                Some(sql.clone())
            }
            // A script runs no commands here.
            Record::System { .. } => continue,
            _ => None,
        };
        let ran = runner.run(record);
        match (sql, ran) {
            (None, ran) => drop(ran.unwrap()),
            (Some(sql), _) if kind(&sql) == Kind::Excluded => share.excluded += 1,
            // Another database's.
            (Some(_), Ok(RecordOutput::Nothing)) => {}
            (Some(_), Ok(_)) => share.passed += 1,
            (Some(_), Err(fault)) => share.faults.push(fault.to_string()),
        }
    }
    share
}

fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(scripts(&path));
        } else if path.extension().is_some_and(|end| end == "slt" || end == "test") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn the_scripts_of_ours_pass_as_a_whole() {
    let all = scripts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/slt"));
    assert_eq!(all.len(), 10, "{all:?}");
    let mut passed = 0;
    for script in all {
        let share = run(&script, false);
        assert!(share.faults.is_empty(), "{}:\n{}", script.display(), share.faults.join("\n"));
        assert_eq!(share.excluded, 0, "{}", script.display());
        passed += share.passed;
    }
    // As the document on the program says.
    assert_eq!(passed, 214);
}

#[test]
#[ignore = "it needs a folder of scripts, named by DUNLIN_SLT"]
fn the_share_of_a_folder_that_passes() {
    let folder = std::env::var_os("DUNLIN_SLT").unwrap();
    let (mut passed, mut all) = (0, 0);
    for script in scripts(Path::new(&folder)) {
        // The scripts of SQLite have a value a line.
        let share = run(&script, script.extension().is_some_and(|end| end == "test"));
        let told = share.passed + share.faults.len();
        println!("{}: {} of {told} passed, {} excluded", script.display(), share.passed, share.excluded);
        share.faults.iter().take(3).for_each(|fault| println!("  {}", fault.lines().next().unwrap_or_default()));
        passed += share.passed;
        all += told;
    }
    println!("{passed} of {all} passed");
}
