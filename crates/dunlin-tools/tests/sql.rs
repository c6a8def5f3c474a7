//! `sql` over `SQLite`: what it answers, what it refuses, and what it takes.
#![cfg(feature = "native-sql")]

mod common;

use std::rc::Rc;

use common::{
    call,
    held::{Answered, HeldSql, Query, held},
};
use dunlin_runtime::{Tool, ToolFailure, ToolOutput};
use dunlin_tools::{Sql, SqlJob, SqlLimits, Table, Tables, native::Sqlite};
use serde_json::{Value, json};

struct Host;

impl Tables for Host {
    fn names(&self) -> Vec<String> {
        vec!["todos".to_owned(), "runs".to_owned()]
    }

    fn records(&self, name: &str) -> Option<Value> {
        (name == "todos")
            .then(|| json!([{"text": "milk", "done": true}, {"text": "rent", "done": false, "tags": ["home"]}]))
    }
}

fn ask(input: Value) -> Result<ToolOutput, ToolFailure> {
    let limits = SqlLimits { rows: 100, bytes: 10_000, rows_in: 1000, time_ms: 300, writes: false };
    call(&Sql::new(Rc::new(Sqlite), Some(Rc::new(Host)), limits), input)
}

const COSTS: &str = "month,amount,place\n2026-01,142.30,007\n2026-02,138.90,008\n2026-01,10,\n";

#[test]
fn tables_come_from_csv_records_lists_and_the_host() {
    for (tables, query, rows) in [
        (
            json!({"costs": COSTS}),
            "SELECT month, SUM(amount) AS total FROM costs GROUP BY month ORDER BY month",
            json!([{"month": "2026-01", "total": 152.3}, {"month": "2026-02", "total": 138.9}]),
        ),
        (
            json!({"costs": COSTS}),
            "SELECT place, typeof(amount) FROM costs WHERE place IS NOT NULL LIMIT 1",
            json!([{"place": "007", "typeof(amount)": "real"}]),
        ),
        (
            json!({"t": [{"a": 1}, {"a": 2, "b": [1]}]}),
            "SELECT a, b FROM t ORDER BY a DESC",
            json!([{"a": 2, "b": "[1]"}, {"a": 1, "b": null}]),
        ),
        (json!({"t": [["x", "y z"], [1, "é"], [2]]}), "SELECT \"y z\" FROM t", json!([{"y z": "é"}, {"y z": null}])),
        (json!({"t": [3, 1, 2]}), "SELECT MAX(value) FROM t", json!([{"MAX(value)": 3}])),
        (json!({}), "SELECT text FROM todos WHERE done = 0", json!([{"text": "rent"}])),
        (json!({}), "SELECT 1 AS a, 2 AS a", json!([{"a": 1, "a_2": 2}])),
        (
            json!({}),
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT SUM(i) AS s FROM n",
            json!([{"s": 15}]),
        ),
        (json!({"t": "a\n"}), "SELECT * FROM t", json!([])),
        // An empty list is an empty table; with its columns named it can be asked for them.
        (json!({"t": []}), "SELECT COUNT(*) AS n FROM t", json!([{"n": 0}])),
        (json!({"t": []}), "SELECT * FROM t", json!([])),
        (
            json!({"t": {"columns": ["a", "b"], "rows": []}}),
            "SELECT SUM(a) AS s FROM t WHERE b > 1",
            json!([{"s": null}]),
        ),
        (
            json!({"t": {"columns": ["b", "a"], "rows": [{"a": 1}, {"a": 2, "c": 3}]}}),
            "SELECT * FROM t ORDER BY a",
            json!([{"b": null, "a": 1, "c": null}, {"b": null, "a": 2, "c": 3}]),
        ),
        (
            json!({"t": {"columns": ["b", "a"], "rows": [[1, 2], [3]]}}),
            "SELECT a FROM t",
            json!([{"a": 2}, {"a": null}]),
        ),
    ] {
        assert_eq!(ask(json!({"tables": tables, "query": query})).unwrap().output, rows, "{query}");
    }
    let given = ask(json!({"query": "SELECT ?1 AS a, ?2 AS b", "params": [1, "x'; DROP TABLE t; --"]})).unwrap();
    assert_eq!(given.output, json!([{"a": 1, "b": "x'; DROP TABLE t; --"}]));
    assert_eq!(given.metadata, Some(json!({"columns": ["a", "b"], "count": 1})));
    let given = ask(json!({"query": "SELECT :a + @b AS c", "params": {"a": 1, "b": 2}})).unwrap();
    assert_eq!(given.output, json!([{"c": 3}]));
}

fn ask_writing(input: Value) -> Result<ToolOutput, ToolFailure> {
    let limits = SqlLimits { rows: 100, bytes: 10_000, rows_in: 1000, time_ms: 300, writes: true };
    call(&Sql::new(Rc::new(Sqlite), Some(Rc::new(Host)), limits), input)
}

#[test]
fn what_is_answered_is_the_same_in_every_engine() {
    let HeldSql { answered, .. } = held().sql;
    assert!(answered.len() >= 6);
    for Answered { input, output } in answered {
        assert_eq!(ask(input.clone()).unwrap().output, output, "{input}");
    }
}

#[test]
fn a_whole_number_goes_by_its_digits_to_an_engine_that_reads_doubles() {
    let rows =
        vec![vec![json!(9_007_199_254_740_992_i64), json!(-9_007_199_254_740_991_i64), json!(0.5), json!([1.0])]];
    let tables = vec![Table { name: "t".to_owned(), columns: Vec::new(), rows }];
    let job = SqlJob { tables, query: String::new(), params: json!({"a": i64::MIN}), limits: SqlLimits::default() };
    let job = job.for_doubles();
    assert_eq!(
        json!([job.tables[0].rows, job.params]),
        json!([
            [[{"whole": "9007199254740992"}, -9_007_199_254_740_991_i64, 0.5, "[1.0]"]],
            {"a": {"whole": "-9223372036854775808"}},
        ])
    );
}

#[test]
fn what_is_not_a_question_is_refused() {
    let HeldSql { tables, refused, .. } = held().sql;
    assert!(refused.len() >= 29);
    for Query { query, refused_as } in &refused {
        let failure = ask(json!({"query": query, "tables": tables})).unwrap_err();
        assert!(refused_as.contains(&failure.code), "{query}: {failure:?}");
    }
    for (params, query) in
        [(json!([1, 2]), "SELECT ?1"), (json!({"b": 1}), "SELECT :a"), (json!({"a": 1}), "SELECT :a, :b")]
    {
        assert_eq!(ask(json!({"query": query, "params": params})).unwrap_err().code, "sql.params", "{query}");
    }
    let failure = ask(json!({"query": "SELECT a FORM t", "tables": {"t": [1]}})).unwrap_err();
    assert!(failure.message.contains("\"t\""), "{}", failure.message);
}

#[test]
fn where_writes_are_allowed_a_statement_changes_the_rows_of_its_own_tables_and_nothing_else() {
    let HeldSql { tables, refused_with_writes, .. } = held().sql;
    for Query { query, refused_as } in &refused_with_writes {
        let failure = ask_writing(json!({"query": query, "tables": tables})).unwrap_err();
        assert!(refused_as.contains(&failure.code), "{query}: {failure:?}");
    }
    let costs = json!({"costs": [["place", "amount"], ["mill", 3], ["market", 5]]});
    for (query, rows, metadata) in [
        (
            "INSERT INTO costs VALUES ('shop', 7)",
            json!([{"place": "mill", "amount": 3}, {"place": "market", "amount": 5}, {"place": "shop", "amount": 7}]),
            json!({"columns": ["place", "amount"], "count": 3, "table": "costs", "changes": 1}),
        ),
        (
            "UPDATE costs SET amount = amount * 2 WHERE amount > 3",
            json!([{"place": "mill", "amount": 3}, {"place": "market", "amount": 10}]),
            json!({"columns": ["place", "amount"], "count": 2, "table": "costs", "changes": 1}),
        ),
        (
            "DELETE FROM Costs",
            json!([]),
            json!({"columns": ["place", "amount"], "count": 0, "table": "costs", "changes": 2}),
        ),
        (
            "UPDATE costs SET amount = 0 RETURNING place AS freed",
            json!([{"freed": "mill"}, {"freed": "market"}]),
            json!({"columns": ["freed"], "count": 2, "table": "costs", "changes": 2}),
        ),
        (
            "INSERT INTO costs SELECT place, -amount FROM costs WHERE place = 'mill'",
            json!([{"place": "mill", "amount": 3}, {"place": "market", "amount": 5}, {"place": "mill", "amount": -3}]),
            json!({"columns": ["place", "amount"], "count": 3, "table": "costs", "changes": 1}),
        ),
        (
            "WITH dear AS (SELECT 4 AS most) DELETE FROM costs WHERE amount > (SELECT most FROM dear)",
            json!([{"place": "mill", "amount": 3}]),
            json!({"columns": ["place", "amount"], "count": 1, "table": "costs", "changes": 1}),
        ),
        // A question stays one.
        ("SELECT COUNT(*) AS n FROM costs", json!([{"n": 2}]), json!({"columns": ["n"], "count": 1})),
    ] {
        let given = ask_writing(json!({"tables": costs, "query": query})).unwrap();
        assert_eq!((given.output, given.metadata), (rows, Some(metadata)), "{query}");
    }
    // What the host has is copied as well, and stays as it is.
    let done = ask_writing(json!({"query": "UPDATE todos SET done = 1 RETURNING text"})).unwrap();
    assert_eq!(done.output, json!([{"text": "milk"}, {"text": "rent"}]));
    let open = ask_writing(json!({"query": "SELECT text FROM todos WHERE done = 0"})).unwrap();
    assert_eq!(open.output, json!([{"text": "rent"}]));
    // The limits are those of a question.
    let many = "INSERT INTO costs WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, i FROM n";
    for (query, code) in [(format!("{many} LIMIT 200"), "sql.too-large"), (many.to_owned(), "sql.timeout")] {
        assert_eq!(ask_writing(json!({"tables": costs, "query": query})).unwrap_err().code, code, "{query}");
    }
    let told = |writes| {
        let sql = Sql::new(Rc::new(Sqlite), None, SqlLimits { writes, ..SqlLimits::default() });
        sql.spec().description.contains("INSERT")
    };
    assert_eq!((told(true), told(false)), (true, false));
}

#[test]
fn putting_tables_in_takes_of_the_time() {
    let mut rows = vec![json!(["a", "b", "c"])];
    rows.extend((0..150_000).map(|at| json!([at, "a text", at * 2])));
    let input = json!({"query": "SELECT COUNT(*) AS n FROM t", "tables": {"t": rows}});
    let within =
        |time_ms| call(&Sql::new(Rc::new(Sqlite), None, SqlLimits { time_ms, ..SqlLimits::default() }), input.clone());
    assert_eq!(within(5).unwrap_err().code, "sql.timeout");
    assert_eq!(within(60_000).unwrap().output, json!([{"n": 150_000}]));
}

#[test]
fn rows_bytes_and_time_are_bounded() {
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) ";
    for (query, code) in [
        (format!("{numbers} SELECT i FROM n LIMIT 101"), "sql.too-large"),
        (format!("{numbers} SELECT hex(zeroblob(500)) FROM n LIMIT 100"), "sql.too-large"),
        ("SELECT zeroblob(1000000000)".to_owned(), "sql.too-large"),
        ("SELECT hex(randomblob(9000))".to_owned(), "sql.too-large"),
        ("SELECT printf('%*s', 100000000, 'x')".to_owned(), "sql.too-large"),
        (format!("{numbers} SELECT COUNT(*) FROM n"), "sql.timeout"),
        (format!("{numbers} SELECT i FROM n ORDER BY i"), "sql.timeout"),
        (format!("SELECT 1{}", "+1".repeat(500)), "sql.wrong"),
        (format!("SELECT 1 {}", "UNION SELECT 2 ".repeat(100)), "sql.wrong"),
    ] {
        let failure = ask(json!({"query": query})).unwrap_err();
        assert_eq!(failure.code, code, "{query}: {failure:?}");
    }
    let rows: Vec<Value> = (0..1002).map(|at| json!([at])).collect();
    assert_eq!(ask(json!({"query": "SELECT 1", "tables": {"t": rows}})).unwrap_err().code, "sql.too-many-rows");
}

#[test]
fn of_an_empty_list_it_is_said_that_its_columns_are_not_known() {
    let failure = ask(json!({"query": "SELECT amount FROM costs", "tables": {"costs": []}})).unwrap_err();
    assert_eq!(failure.code, "sql.wrong");
    assert!(failure.message.contains("amount") && failure.message.contains("costs is an empty list"), "{failure:?}");
    assert!(failure.hint.as_deref().is_some_and(|hint| hint.contains("\"columns\"")), "{failure:?}");
    let failure = ask(json!({"query": "SELECT b FROM t", "tables": {"t": [{"a": 1}]}})).unwrap_err();
    assert!(!failure.message.contains("empty list"), "{failure:?}");
}

#[test]
fn tables_that_cannot_be_read_are_told() {
    for (tables, part) in [
        (json!({"a b": [1]}), "found this name"),
        (json!({"1a": [1]}), "found this name"),
        (json!({"t": {"columns": [], "rows": [[]]}}), "found no columns"),
        (json!({"t": {"columns": ["a"]}}), "rows"),
        (json!({"t": {"columns": ["a"], "rows": [[1, 2]]}}), "row 1 has 2 values"),
        (json!({"t": {"columns": ["a"], "rows": [], "name": 1}}), "name"),
        (json!({"t": "a,a\n1,2"}), "there twice"),
        (json!({"t": "a,\n1,2"}), "is empty"),
        (json!({"t": "a,b\n1"}), "record 1"),
        (json!({"t": [["a"], 1]}), "a row that is no list"),
        (json!({"t": [["a"], [1, 2]]}), "row 1 has 2 values"),
    ] {
        let failure = ask(json!({"query": "SELECT 1", "tables": tables})).unwrap_err();
        assert!(failure.message.contains(part), "{tables}: {}", failure.message);
    }
}
