//! What a chart shows: rows of untrusted data as labels and numbers, within bounds.

use dunlin_base::nearest;
use dunlin_runtime::ToolFailure;
use serde_json::{Value, json};

use super::{Columns, Input, Kind};
use crate::{Table, input::failure};

/// The most numbers that are drawn, and the most rows that a histogram counts.
const MOST_POINTS: usize = 4000;
const MOST_COUNTED: usize = 100_000;
/// The most bars beside each other, slices, and columns of numbers.
const MOST_BARS: usize = 200;
const MOST_SLICES: usize = 24;
const MOST_SERIES: usize = 8;
/// Numbers beyond it cannot be drawn with any use.
const LARGEST: f64 = 1e15;

/// One column of numbers. Where a row has none there is a gap.
pub(super) struct Series {
    pub(super) name: String,
    pub(super) values: Vec<Option<f64>>,
}

/// What is along the bottom.
pub(super) enum Along {
    /// Names, one beside the other.
    Names(Vec<String>),
    /// Numbers on a scale.
    Numbers(Vec<f64>),
    /// Ranges of the same width, by their edges; there is one edge more than values.
    Ranges(Vec<f64>),
}

/// What a chart shows.
pub(super) struct Data {
    pub(super) x: String,
    pub(super) along: Along,
    pub(super) series: Vec<Series>,
}

impl Data {
    pub(super) fn of(input: &Input) -> Result<Self, ToolFailure> {
        let table = Table::read("rows", &input.rows).map_err(|fault| {
            let hint = "give a list of records, or CSV with the names of the columns first";
            failure("chart.rows", fault.message.replace("the table \"rows\": ", ""), hint)
        })?;
        if table.rows.is_empty() {
            return Err(failure("chart.rows", "found no rows", "give at least one"));
        }
        let x = match &input.x {
            Some(name) => column(&table, name)?,
            None if input.kind == Kind::Histogram => first_of_numbers(&table, None)?,
            // The fields of records have no order of their own, so names are looked for before numbers.
            None => (0..table.columns.len()).find(|at| !has_numbers(&table, *at)).unwrap_or(0),
        };
        if input.kind == Kind::Histogram {
            return Self::counted(input, &table, x);
        }
        if input.bins.is_some() {
            let found = format!("found bins for a {} chart", input.kind.name());
            return Err(failure("chart.bins", found, "leave them out: only histograms have some"));
        }
        let columns = columns_of_numbers(input, &table, x)?;
        bounded("columns of numbers", columns.len(), if input.kind == Kind::Pie { 1 } else { MOST_SERIES })?;
        bounded("numbers", table.rows.len() * columns.len(), MOST_POINTS)?;
        match input.kind {
            Kind::Bar => bounded("bars", table.rows.len() * columns.len(), MOST_BARS)?,
            Kind::Pie => bounded("slices", table.rows.len(), MOST_SLICES)?,
            Kind::Line | Kind::Scatter | Kind::Histogram => {}
        }
        let on_a_scale = match input.kind {
            Kind::Scatter => true,
            Kind::Line => {
                has_numbers(&table, x) && table.rows.iter().all(|row| row.get(x).is_some_and(Value::is_number))
            }
            Kind::Bar | Kind::Pie | Kind::Histogram => false,
        };
        let along = if on_a_scale {
            let (numbers, missing) = (numbers(&table, x)?, "found no number in the column along the bottom");
            let all: Option<Vec<f64>> = numbers.into_iter().collect();
            Along::Numbers(all.ok_or_else(|| failure("chart.no-number", missing, "leave such rows out"))?)
        } else {
            Along::Names(table.rows.iter().map(|row| row.get(x).map_or_else(String::new, said)).collect())
        };
        let series = columns
            .into_iter()
            .map(|at| Ok(Series { name: name_of(&table, at), values: numbers(&table, at)? }))
            .collect::<Result<Vec<Series>, ToolFailure>>()?;
        if input.kind == Kind::Pie {
            parts_of_a_whole(&series)?;
        }
        Ok(Self { x: name_of(&table, x), along, series })
    }

    /// How many numbers stand in each of some ranges of the same width.
    fn counted(input: &Input, table: &Table, x: usize) -> Result<Self, ToolFailure> {
        if input.y.is_some() {
            let hint = "leave it out: a histogram counts the numbers of the column x";
            return Err(failure("chart.histogram", "found y for a histogram", hint));
        }
        bounded("rows", table.rows.len(), MOST_COUNTED)?;
        let numbers: Vec<f64> = numbers(table, x)?.into_iter().flatten().collect();
        let (least, most) = extent(numbers.iter().copied()).unwrap_or((0.0, 1.0));
        let bins =
            input.bins.unwrap_or_else(|| ((numbers.len() as f64).sqrt().ceil() as usize).clamp(1, 30)).clamp(1, 100);
        let width = if most > least { (most - least) / bins as f64 } else { 1.0 };
        let mut counts = vec![0.0; bins];
        for number in numbers {
            // The last range has both its edges.
            let at = (((number - least) / width) as usize).min(bins - 1);
            if let Some(count) = counts.get_mut(at) {
                *count += 1.0;
            }
        }
        let edges = (0..=bins).map(|at| least + width * at as f64).collect();
        let series = Series { name: "count".to_owned(), values: counts.into_iter().map(Some).collect() };
        Ok(Self { x: name_of(table, x), along: Along::Ranges(edges), series: vec![series] })
    }

    /// What stands along the bottom, in words.
    pub(super) fn labels(&self) -> Vec<String> {
        match &self.along {
            Along::Names(names) => names.clone(),
            Along::Numbers(numbers) => numbers.iter().map(|number| plain(*number)).collect(),
            Along::Ranges(edges) => {
                let pairs = edges.iter().zip(edges.iter().skip(1));
                pairs.map(|(from, to)| format!("{} to {}", plain(*from), plain(*to))).collect()
            }
        }
    }

    /// Everything that is drawn, as a table.
    pub(super) fn table(&self) -> (Vec<String>, Vec<Vec<Value>>) {
        let columns =
            std::iter::once(self.x.clone()).chain(self.series.iter().map(|series| series.name.clone())).collect();
        let first: Vec<Value> = match &self.along {
            Along::Numbers(numbers) => numbers.iter().map(|number| number_of(*number)).collect(),
            Along::Names(_) | Along::Ranges(_) => self.labels().into_iter().map(Value::from).collect(),
        };
        let row = |(at, first): (usize, Value)| {
            let values = self.series.iter().map(|series| series.values.get(at).copied().flatten());
            std::iter::once(first).chain(values.map(|value| value.map_or(Value::Null, number_of))).collect()
        };
        (columns, first.into_iter().enumerate().map(row).collect())
    }

    /// What the picture shows, for who does not see it.
    pub(super) fn in_words(&self, kind: Kind) -> String {
        let labels = self.labels();
        let mut words = format!("A {} chart of {} rows by {}.", kind.name(), labels.len(), self.x);
        for series in &self.series {
            let known =
                || series.values.iter().zip(&labels).filter_map(|(value, label)| Some((value.as_ref()?, label)));
            let least = known().min_by(|a, b| a.0.total_cmp(b.0));
            let most = known().max_by(|a, b| a.0.total_cmp(b.0));
            if let (Some((least, low)), Some((most, high))) = (least, most) {
                let (least, most) = (plain(*least), plain(*most));
                words = format!("{words} {} goes from {least} ({low}) to {most} ({high}).", series.name);
            }
        }
        words.chars().take(2000).collect()
    }
}

/// The places of the columns that are drawn: those that are named, or all that hold numbers but for the one along the bottom.
fn columns_of_numbers(input: &Input, table: &Table, x: usize) -> Result<Vec<usize>, ToolFailure> {
    let columns = match &input.y {
        Some(Columns::One(name)) => vec![column(table, name)?],
        Some(Columns::Several(names)) => {
            names.iter().map(|name| column(table, name)).collect::<Result<Vec<usize>, _>>()?
        }
        None if input.kind == Kind::Pie => vec![first_of_numbers(table, Some(x))?],
        None => {
            first_of_numbers(table, Some(x))?;
            (0..table.columns.len()).filter(|at| *at != x && has_numbers(table, *at)).collect()
        }
    };
    Ok(columns)
}

/// Whether a pie can show these numbers, or why not.
fn parts_of_a_whole(series: &[Series]) -> Result<(), ToolFailure> {
    let values = series.iter().flat_map(|series| &series.values);
    let (parts, sum) = values.fold((true, 0.0), |(parts, sum), value| {
        let value = value.unwrap_or(0.0);
        (parts && value >= 0.0, sum + value)
    });
    if !parts || sum <= 0.0 {
        let found = "found slices below zero, or none above it";
        return Err(failure("chart.slices", found, "a pie shows parts of a whole: use a bar chart"));
    }
    Ok(())
}

/// The least and the largest of some numbers.
pub(super) fn extent(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    numbers.fold(None, |extent, number| {
        let (least, most) = extent.unwrap_or((number, number));
        Some((least.min(number), most.max(number)))
    })
}

/// A number as people write it, without the digits that doubles add.
pub(super) fn plain(number: f64) -> String {
    let size = number.abs();
    if size != 0.0 && !(1e-4..1e12).contains(&size) {
        return format!("{number:.3e}");
    }
    let text = format!("{number:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn number_of(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9e15 { json!(number as i64) } else { json!(number) }
}

fn said(value: &Value) -> String {
    value.as_str().map_or_else(|| if value.is_null() { String::new() } else { value.to_string() }, str::to_owned)
}

fn bounded(what: &str, found: usize, most: usize) -> Result<(), ToolFailure> {
    if found <= most {
        return Ok(());
    }
    let found = format!("found {found} {what}, at most {most} can be drawn");
    Err(failure("chart.too-many", found, "sum them up first, as with sql, or name fewer columns"))
}

fn name_of(table: &Table, at: usize) -> String {
    table.columns.get(at).cloned().unwrap_or_default()
}

fn column(table: &Table, name: &str) -> Result<usize, ToolFailure> {
    if let Some(at) = table.columns.iter().position(|column| column == name) {
        return Ok(at);
    }
    let columns: Vec<&str> = table.columns.iter().map(String::as_str).collect();
    let hint = nearest(name, columns.iter().copied())
        .map_or_else(|| format!("the columns are {}", columns.join(", ")), |near| format!("did you mean {near:?}?"));
    Err(failure("chart.no-column", format!("there is no column {name:?}"), hint))
}

fn has_numbers(table: &Table, at: usize) -> bool {
    table.rows.iter().any(|row| row.get(at).is_some_and(Value::is_number))
}

fn first_of_numbers(table: &Table, but: Option<usize>) -> Result<usize, ToolFailure> {
    (0..table.columns.len()).find(|at| Some(*at) != but && has_numbers(table, *at)).ok_or_else(|| {
        let found = format!("found no numbers in the columns {}", table.columns.join(", "));
        failure("chart.no-number", found, "give a column of numbers, not of texts")
    })
}

/// A column of numbers. A text in it is a fault: it would be a gap that nobody meant.
fn numbers(table: &Table, at: usize) -> Result<Vec<Option<f64>>, ToolFailure> {
    let number = |(row, values): (usize, &Vec<Value>)| match values.get(at).unwrap_or(&Value::Null) {
        Value::Null => Ok(None),
        value => value.as_f64().filter(|number| number.abs() <= LARGEST).map(Some).ok_or_else(|| {
            let shown: String = value.to_string().chars().take(80).collect();
            let found = format!("row {}: found {shown} in {:?}, expected a number", row + 1, name_of(table, at));
            failure("chart.no-number", found, "numbers are written as 142.3, between -1e15 and 1e15")
        }),
    };
    table.rows.iter().enumerate().map(number).collect()
}
