//! Tables as a call gives them: records, lists, CSV, and the names of columns beside rows.

use dunlin_base::json;
use dunlin_runtime::ToolFailure;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::input::failure;

/// A table to be put in.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Table {
    /// What statements call it.
    pub name: String,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows; each has as many values as there are columns: null, numbers and texts.
    pub rows: Vec<Vec<Value>>,
}

/// The most columns of a table.
const MOST_COLUMNS: usize = 200;
/// The column of a list of plain values, and of an empty list, which may be one.
const VALUE: &str = "value";

/// Whether what was given for a table says nothing of its columns: an empty list.
pub(super) fn is_unknown(rows: &Value) -> bool {
    rows.as_array().is_some_and(Vec::is_empty)
}

impl Table {
    /// Reads a list of records, a list of lists with the names first, CSV with the names first, or `{ columns, rows }` with the
    /// names of the columns beside records or lists, of which there may be none.
    pub fn read(name: &str, rows: &Value) -> Result<Self, ToolFailure> {
        let wrong = |what: &str| {
            failure(
                "sql.no-table",
                format!("the table {name:?}: {what}"),
                "give a list of records, CSV with the names of the columns first, or { columns, rows }",
            )
        };
        let in_name = |sign: char| sign.is_alphanumeric() || sign == '_';
        if name.is_empty()
            || name.len() > 64
            || !name.chars().all(in_name)
            || name.starts_with(|sign: char| sign.is_ascii_digit())
        {
            return Err(wrong("found this name, expected letters, digits and underscores"));
        }
        let (columns, rows) = match rows {
            Value::String(text) => of_csv(text).map_err(|what| wrong(&what))?,
            Value::Array(items) if items.first().is_some_and(Value::is_array) => {
                of_lists(items).map_err(|what| wrong(&what))?
            }
            Value::Array(items) => of_records(Vec::new(), items),
            Value::Object(_) => of_named(rows).map_err(|what| wrong(&what))?,
            _ => return Err(wrong("found neither a list, a text nor { columns, rows }")),
        };
        if columns.is_empty() {
            return Err(wrong("found no columns"));
        }
        if columns.len() > MOST_COLUMNS {
            return Err(wrong(&format!("found {} columns, at most {MOST_COLUMNS} are taken", columns.len())));
        }
        let mut seen: Vec<String> = Vec::new();
        for column in &columns {
            let lower = column.to_lowercase();
            if lower.trim().is_empty() || lower.contains('\0') || seen.contains(&lower) {
                return Err(wrong(&format!("found the column {column:?}, which is empty or there twice")));
            }
            seen.push(lower);
        }
        Ok(Self { name: name.to_owned(), columns, rows })
    }
}

type Parts = (Vec<String>, Vec<Vec<Value>>);

fn of_csv(text: &str) -> Result<Parts, String> {
    let mut reader =
        csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let columns: Vec<String> = reader.headers().map_err(|error| error.to_string())?.iter().map(str::to_owned).collect();
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        rows.push(record.iter().map(|cell| if cell.is_empty() { Value::Null } else { json!(cell) }).collect());
    }
    // A column is one of numbers when every cell in it is one, as it would be written: a number of a house may begin with 0.
    for at in 0..columns.len() {
        let cells = || rows.iter().filter_map(|row| row.get(at).and_then(Value::as_str));
        if cells().all(|cell| number(cell).is_some()) {
            for row in &mut rows {
                if let Some(cell) = row.get_mut(at) {
                    *cell = cell.as_str().and_then(number).unwrap_or(Value::Null);
                }
            }
        }
    }
    Ok((columns, rows))
}

fn number(cell: &str) -> Option<Value> {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    let is_plain = digits.starts_with(|sign: char| sign.is_ascii_digit())
        && digits.chars().all(|sign| sign.is_ascii_digit() || sign == '.');
    let has_zero = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    if !is_plain || has_zero {
        return None;
    }
    cell.parse::<i64>()
        .map(|integer| json!(integer))
        .ok()
        .or_else(|| cell.parse::<f64>().ok().map(|number| json!(number)))
}

/// A table whose columns are named beside its rows: records, which may have more columns than those, or lists.
fn of_named(table: &Value) -> Result<Parts, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Named {
        columns: Vec<String>,
        rows: Vec<Value>,
    }
    let Named { columns, rows } = json::from_value(table.clone()).map_err(|error| error.to_string())?;
    if rows.first().is_some_and(Value::is_array) {
        return of_rows(columns, &rows);
    }
    Ok(of_records(columns, &rows))
}

fn of_lists(items: &[Value]) -> Result<Parts, String> {
    let Some((first, rows)) = items.split_first() else { return Ok(Parts::default()) };
    let name = |name: &Value| name.as_str().map_or_else(|| name.to_string(), str::to_owned);
    of_rows(first.as_array().map(|names| names.iter().map(name).collect()).unwrap_or_default(), rows)
}

/// Rows that are lists of values in the order of the columns.
fn of_rows(columns: Vec<String>, items: &[Value]) -> Result<Parts, String> {
    let mut rows = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let list = item.as_array().ok_or("found a row that is no list".to_owned())?;
        if list.len() > columns.len() {
            return Err(format!("row {} has {} values, there are {} columns", at + 1, list.len(), columns.len()));
        }
        rows.push((0..columns.len()).map(|column| list.get(column).map_or(Value::Null, cell)).collect());
    }
    Ok((columns, rows))
}

/// Records, with the columns that are known and those that they have.
fn of_records(mut columns: Vec<String>, items: &[Value]) -> Parts {
    if items.is_empty() && columns.is_empty() {
        columns.push(VALUE.to_owned());
    }
    for item in items {
        match item.as_object() {
            Some(fields) => {
                for name in fields
                    .keys()
                    .filter(|name| columns.len() <= MOST_COLUMNS && !columns.contains(*name))
                    .cloned()
                    .collect::<Vec<_>>()
                {
                    columns.push(name);
                }
            }
            // A list of plain values is a table of one column.
            None if columns.is_empty() => columns.push(VALUE.to_owned()),
            None => {}
        }
    }
    let row = |item: &Value| match item.as_object() {
        Some(fields) => columns.iter().map(|name| fields.get(name).map_or(Value::Null, cell)).collect(),
        None => columns.iter().map(|name| if name == VALUE { cell(item) } else { Value::Null }).collect(),
    };
    let rows = items.iter().map(row).collect();
    (columns, rows)
}

/// A value as a table holds it: yes and no are 1 and 0, what has parts is its JSON.
fn cell(value: &Value) -> Value {
    match value {
        Value::Bool(yes) => json!(u8::from(*yes)),
        Value::Array(_) | Value::Object(_) => json!(value.to_string()),
        Value::Null | Value::Number(_) | Value::String(_) => value.clone(),
    }
}
