//! Rows as a table: which columns, in which order, and what stands in them.

use dunlin::{ExecutionStep, Run};
use serde_json::Value;

use crate::model::{
    plan::form::label,
    words::value::{hit, text_of},
};

/// Records of more fields than these are no table, unless a tool says that they are rows.
const MOST_COLUMNS: usize = 40;

/// A table: the names of its columns, and its rows.
#[derive(Debug, PartialEq)]
pub(crate) struct Tabled {
    pub(crate) names: Vec<String>,
    pub(crate) rows: Vec<Vec<Value>>,
}

/// The columns of the rows that a step gave, where it says them; in their order, which JSON does not keep.
pub(crate) fn columns_of(step: &ExecutionStep) -> Option<Vec<String>> {
    let names = step.metadata.as_ref()?.get("columns")?.as_array()?;
    names.iter().map(|name| name.as_str().map(str::to_owned)).collect()
}

/// The columns of a part of a plan's answer, which is the whole output of a step.
pub(crate) fn columns_from(run: &Run, part: &Value) -> Option<Vec<String>> {
    let from = part.get("$from").filter(|from| from.get("pointer").and_then(Value::as_str) == Some("/output"))?;
    let number = from.get("step")?.as_u64()?;
    columns_of(run.execution_log.iter().find(|step| u64::from(step.step_number) == number)?)
}

/// Records as a table of at most so many rows: in the columns that are known, else where all have the same few plain fields.
pub(crate) fn tabled(items: &[Value], columns: Option<&[String]>, most: usize) -> Option<Tabled> {
    let items = items.iter().map(Value::as_object).collect::<Option<Vec<_>>>()?;
    let first = items.first()?;
    if let Some(columns) = columns.filter(|columns| !columns.is_empty()) {
        let row = |item: &&serde_json::Map<String, Value>| {
            columns.iter().map(|name| item.get(name).cloned().unwrap_or_default()).collect()
        };
        return Some(Tabled { names: columns.to_vec(), rows: items.iter().take(most).map(row).collect() });
    }
    let plain = |value: &Value| !matches!(value, Value::Array(_) | Value::Object(_));
    let alike = |item: &&serde_json::Map<String, Value>| item.len() == first.len() && item.keys().eq(first.keys());
    let is_table = (2..=MOST_COLUMNS).contains(&first.len())
        && items.iter().all(alike)
        && items.iter().all(|item| item.values().all(plain));
    let rows = items.iter().take(most).map(|item| item.values().cloned().collect()).collect();
    is_table.then(|| Tabled { names: first.keys().map(|name| label(name)).collect(), rows })
}

/// Whether these have views of their own: todos, and what was found by its words.
pub(crate) fn are_things(items: &[Value]) -> bool {
    items.first().is_some_and(|first| text_of(first).is_some() || hit(first).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn of(items: &Value, columns: Option<&[&str]>) -> Option<Tabled> {
        let columns = columns.map(|names| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        tabled(items.as_array().unwrap(), columns.as_deref(), 100)
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn rows_stand_in_the_columns_that_are_known_in_their_order() {
        let rows = json!([{"text": "rent", "done": 0, "at": null}, {"text": "milk", "done": 1}]);
        let found = of(&rows, Some(&["text", "done", "at"])).unwrap();
        assert_eq!(found.names, ["text", "done", "at"]);
        assert_eq!(
            found.rows,
            [vec![json!("rent"), json!(0), json!(null)], vec![json!("milk"), json!(1), json!(null)]]
        );
        let one = of(&json!([{"total": 7}]), Some(&["total"])).unwrap();
        assert_eq!((one.names, one.rows), (vec!["total".to_owned()], vec![vec![json!(7)]]));
        let wide: serde_json::Map<String, Value> = (0..60).map(|at| (format!("c{at}"), json!(at))).collect();
        let names: Vec<String> = (0..60).map(|at| format!("c{at}")).collect();
        let found = tabled(&[Value::Object(wide)], Some(&names), 100).unwrap();
        assert_eq!((found.names.len(), found.rows[0][59].clone()), (60, json!(59)));
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn records_that_are_alike_are_a_table_without_being_said_so() {
        let found = of(&json!([{"dueOn": 1, "b": "x"}, {"dueOn": 2, "b": "y"}]), None).unwrap();
        assert_eq!((found.names.len(), found.rows.len()), (2, 2));
        for other in
            [json!([]), json!([{"a": 1}]), json!([{"a": 1, "b": 2}, {"a": 1, "c": 2}]), json!([{"a": [1], "b": 2}])]
        {
            assert_eq!(of(&other, None), None, "{other}");
        }
    }
}
