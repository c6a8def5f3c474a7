//! Tables in a report: rows that a query gave, and charts as their picture with the numbers that it shows.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::{MOST_SHOWN, line, picture};

/// The most rows of a table that are written out; a line below says how many are left out.
const MOST_ROWS: usize = 100;
/// The most columns of a table that are written out.
const MOST_COLUMNS: usize = 20;
/// The most characters of a cell.
const MOST_IN_CELL: usize = 200;

/// A table that is found in a value.
pub(super) struct Table<'a> {
    /// What stands before it, `a chart, Costs: A bar chart of …` or `3 rows`.
    pub(super) words: String,
    /// The line that shows the picture of it.
    picture: Option<String>,
    columns: Vec<&'a str>,
    rows: Vec<Vec<&'a Value>>,
}

impl<'a> Table<'a> {
    /// The table that a value is: a chart, or rows whose columns are known or are the same in all of them.
    pub(super) fn of(value: &'a Value, columns: Option<&'a Value>) -> Option<Self> {
        match value {
            Value::Object(map) => Self::of_chart(map),
            Value::Array(rows) => Self::of_rows(rows, columns.and_then(names)),
            _ => None,
        }
    }

    /// A chart is a picture with a title, a description and the table behind it.
    fn of_chart(map: &'a Map<String, Value>) -> Option<Self> {
        let svg = map.get("svg")?.as_str()?;
        let words = |name: &str| map.get(name).and_then(Value::as_str).unwrap_or_default();
        let (title, description) = (cut(words("title"), MOST_SHOWN), cut(words("description"), MOST_SHOWN));
        let table = map.get("table")?;
        let columns = names(table.get("columns")?)?;
        let rows: Option<Vec<&Vec<Value>>> = table.get("rows")?.as_array()?.iter().map(Value::as_array).collect();
        let rows = rows?.into_iter().map(|row| row.iter().collect()).collect();
        let gap = if description.is_empty() { "" } else { ": " };
        let words = format!("a chart, {}{gap}{}", line(&title), line(&description));
        Some(Self { words, picture: picture::shown(svg, &line(&title)), columns, rows })
    }

    fn of_rows(rows: &'a [Value], columns: Option<Vec<&'a str>>) -> Option<Self> {
        let maps: Option<Vec<&Map<String, Value>>> = rows.iter().map(Value::as_object).collect();
        let maps = maps?;
        let columns = match columns {
            Some(columns) => columns,
            None => same_columns(&maps)?,
        };
        let words = match maps.len() {
            0 => "no rows".to_owned(),
            1 => "1 row".to_owned(),
            several => format!("{several} rows"),
        };
        let row = |map: &&'a Map<String, Value>| {
            columns.iter().map(|name| map.get(*name).unwrap_or(&Value::Null)).collect::<Vec<_>>()
        };
        let rows = maps.iter().map(row).collect();
        Some(Self { words, picture: None, columns, rows })
    }

    /// Writes the picture where the text does not have it yet, and the table, with blank lines around each, and what is left out.
    pub(super) fn write(&self, text: &mut String) {
        if let Some(picture) = self.picture.as_ref().filter(|picture| !text.contains(picture.as_str())) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "\n{picture}{}", if self.rows.is_empty() { "\n" } else { "" });
        }
        if self.columns.is_empty() || self.rows.is_empty() {
            return;
        }
        let columns = self.columns.len().min(MOST_COLUMNS);
        let cells = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
        let names = self.columns.iter().take(columns).map(|name| words(name)).collect();
        let is_number = |at: usize| {
            let known = || self.rows.iter().filter_map(|row| row.get(at)).filter(|value| !value.is_null());
            known().next().is_some() && known().all(|value| value.is_number())
        };
        let marks = (0..columns).map(|at| if is_number(at) { "---:" } else { "---" }.to_owned()).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{}\n{}", cells(names), cells(marks));
        for row in self.rows.iter().take(MOST_ROWS) {
            let row = (0..columns).map(|at| row.get(at).map_or_else(String::new, |value| cell(value))).collect();
            let _ = writeln!(text, "{}", cells(row));
        }
        text.push('\n');
        let left_out = |text: &mut String, number: usize, what: &str| {
            let _ = match number {
                0 => Ok(()),
                1 => writeln!(text, "1 more {what} is left out.\n"),
                more => writeln!(text, "{more} more {what}s are left out.\n"),
            };
        };
        left_out(text, self.rows.len().saturating_sub(MOST_ROWS), "row");
        left_out(text, self.columns.len().saturating_sub(MOST_COLUMNS), "column");
    }
}

fn names(list: &Value) -> Option<Vec<&str>> {
    list.as_array()?.iter().map(Value::as_str).collect()
}

/// The columns of rows that all have the same ones, with nothing in them that has parts.
fn same_columns<'a>(maps: &[&'a Map<String, Value>]) -> Option<Vec<&'a str>> {
    let (first, others) = maps.split_first()?;
    let is_same = |map: &&Map<String, Value>| map.len() == first.len() && map.keys().eq(first.keys());
    let is_plain = |map: &&Map<String, Value>| map.values().all(|value| !value.is_array() && !value.is_object());
    let fits = !first.is_empty() && others.iter().all(is_same) && maps.iter().all(is_plain);
    fits.then(|| first.keys().map(String::as_str).collect())
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => words(text),
        other => words(&other.to_string()),
    }
}

/// Text in a cell. What begins as the line below the names does is told from it.
fn words(text: &str) -> String {
    let escaped = line(cut(text.trim(), MOST_IN_CELL).as_str());
    if escaped.starts_with("--") { format!("\\{escaped}") } else { escaped }
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => text.get(..at).unwrap_or_default().chars().chain(['…']).collect(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::given::given;
    use super::*;

    fn told(value: &Value, columns: Option<&Value>) -> String {
        let mut text = String::new();
        given(&mut text, "Output", value, columns);
        text
    }

    #[test]
    fn a_chart_is_its_title_its_description_and_its_table() {
        let chart = json!({"svg": "<svg>…</svg>", "title": "Costs | of <2026>", "description": "A bar chart.\nIt rises.",
            "table": {"columns": ["month", "total *"], "rows": [["2026-01", 142.3], ["a|b\nc", null], ["-- x", -5]]}});
        assert_eq!(
            told(&chart, None),
            "- Output: a chart, Costs \\| of &lt;2026>: A bar chart. It rises.\n\n\
             ![Costs \\| of &lt;2026>](data:image/svg+xml,%3Csvg%3E%E2%80%A6%3C/svg%3E)\n\n\
             | month | total \\* |\n| --- | ---: |\n| 2026-01 | 142.3 |\n| a\\|b c |  |\n| \\-- x | -5 |\n\n"
        );
        // Where a chart stands in something else it is told beside the rest.
        let both = json!({"draw": {"draw": chart}, "n": 3});
        let text = told(&both, None);
        assert!(
            text.starts_with("- Output, draw, draw: a chart, Costs") && text.ends_with("- Output, n: `3`\n"),
            "{text}"
        );
        // The same picture is shown once, and one that could do more than be seen is not shown.
        let twice = told(&json!({"draw": both["draw"]["draw"], "again": both["draw"]["draw"]}), None);
        assert_eq!((twice.matches("](data:").count(), twice.matches("a chart, Costs").count()), (1, 2), "{twice}");
        let hostile =
            json!({"svg": "<svg onload='x()'></svg>", "title": "T", "table": {"columns": ["n"], "rows": [[1]]}});
        assert_eq!(told(&hostile, None), "- Output: a chart, T\n\n| n |\n| ---: |\n| 1 |\n\n");
        // What only looks like one is its JSON.
        for other in [json!({"svg": "<svg/>"}), json!({"svg": "<svg/>", "table": {"columns": "a", "rows": [[1]]}})] {
            assert!(told(&other, None).starts_with("- Output: `{"), "{other}");
        }
    }

    #[test]
    fn rows_are_a_table_in_the_order_of_their_columns() {
        let rows = json!([{"text": "rent", "done": 0, "at": null}, {"text": "milk", "done": 1, "at": "9"}]);
        assert_eq!(
            told(&rows, Some(&json!(["text", "done", "at"]))),
            "- Output: 2 rows\n\n| text | done | at |\n| --- | ---: | --- |\n| rent | 0 |  |\n| milk | 1 | 9 |\n\n"
        );
        // Things with a text are a list when nobody says that they are rows.
        assert!(told(&rows, None).starts_with("- Output: 2 items\n  - rent"));
        assert_eq!(told(&json!([{"n": 2}]), None), "- Output: 1 row\n\n| n |\n| ---: |\n| 2 |\n\n");
        assert_eq!(told(&json!([]), Some(&json!(["n"]))), "- Output: no rows\n");
        assert_eq!(told(&json!([{"a": 1}, {"b": 1}]), None), "- Output: `[{\"a\":1},{\"b\":1}]`\n");
        assert_eq!(told(&json!([{"a": [1]}]), None), "- Output: `[{\"a\":[1]}]`\n");
    }

    #[test]
    fn many_rows_columns_and_words_are_cut_and_it_is_said() {
        let rows: Vec<Value> = (0..130).map(|at| json!({ "n": at })).collect();
        let text = told(&Value::from(rows), None);
        assert!(
            text.starts_with("- Output: 130 rows\n") && text.contains("| 99 |\n\n30 more rows are left out."),
            "{text}"
        );
        assert!(!text.contains("| 100 |"));
        let wide: Map<String, Value> = (0..21).map(|at| (format!("c{at:02}"), json!("x".repeat(300)))).collect();
        let text = told(&json!([wide]), None);
        assert!(text.contains("| c19 |\n") && text.ends_with("\n1 more column is left out.\n\n"), "{text}");
        assert!(text.contains(&format!("{}…", "x".repeat(200))) && !text.contains(&"x".repeat(201)), "{text}");
    }
}
