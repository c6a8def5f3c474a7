//! The tool `chart`: rows as a picture, with everything that the picture says in words and numbers beside it.

mod data;
mod draw;
mod surface;

use std::future::ready;

use dunlin_base::LocalFuture;
use dunlin_plan::ToolSpec;
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::input::{failure, output, read, spec};
use data::Data;

/// The kinds of chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Line,
    Bar,
    Scatter,
    Histogram,
    Pie,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Bar => "bar",
            Self::Scatter => "scatter",
            Self::Histogram => "histogram",
            Self::Pie => "pie",
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Columns {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    kind: Kind,
    rows: Value,
    x: Option<String>,
    y: Option<Columns>,
    title: String,
    description: Option<String>,
    bins: Option<usize>,
    #[serde(default = "usual_width")]
    width: u32,
    #[serde(default = "usual_height")]
    height: u32,
}

const fn usual_width() -> u32 {
    640
}

const fn usual_height() -> u32 {
    400
}

/// The tool.
pub struct Chart {
    spec: ToolSpec,
}

impl Chart {
    /// The tool; it needs nothing from its host.
    pub fn new() -> Self {
        Self { spec: spec(include_str!("../../specs/chart.json")) }
    }
}

impl Default for Chart {
    fn default() -> Self {
        Self::new()
    }
}

impl Tool for Chart {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        Box::pin(ready(drawn(&call.input)))
    }
}

fn drawn(input: &Value) -> Result<ToolOutput, ToolFailure> {
    let input: Input = read("chart", input)?;
    let fits = (200..=2000).contains(&input.width) && (150..=2000).contains(&input.height);
    if !fits {
        let found = format!("found a size of {} × {}", input.width, input.height);
        return Err(failure("chart.size", found, "use a width of 200 to 2000 and a height of 150 to 2000"));
    }
    let data = Data::of(&input)?;
    let description = input.description.clone().unwrap_or_else(|| data.in_words(input.kind));
    let svg = draw::svg(&input, &data, &description)
        .map_err(|error| failure("chart.failed", format!("it could not be drawn: {error}"), "draw fewer rows"))?;
    let (columns, rows) = data.table();
    let count = rows.len();
    let told = json!({
        "svg": svg, "title": input.title, "description": description, "table": {"columns": columns, "rows": rows},
    });
    Ok(output(told, json!({"kind": input.kind.name(), "rows": count})))
}
