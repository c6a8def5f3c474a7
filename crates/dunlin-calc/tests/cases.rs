//! Runs the named cases of `testdata/calc*.toml`.

use dunlin_calc::{Value, evaluate, is_expression};
use num_bigint::BigInt;

const FILES: [(&str, &str); 2] = [
    ("calc.toml", include_str!("../../../testdata/calc.toml")),
    ("calc-precision.toml", include_str!("../../../testdata/calc-precision.toml")),
];

/// One case: a text, and what it must give.
struct Case {
    file: &'static str,
    name: String,
    fields: toml::Table,
}

impl Case {
    fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field).and_then(toml::Value::as_str)
    }
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (file, content) in FILES {
        let table: toml::Table = content.parse().expect(file);
        for case in table["case"].as_array().expect("a list of cases") {
            let fields = case.as_table().expect("a table").clone();
            cases.push(Case { file, name: fields["name"].as_str().expect("a name").to_owned(), fields });
        }
    }
    cases
}

fn check(case: &Case) -> Result<(), String> {
    let text = case.text("expr").ok_or("no expr")?;
    let known =
        ["name", "expr", "text", "display", "fraction", "exact", "unit", "near", "error", "message", "hint", "at"];
    if let Some(field) = case.fields.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!("unknown field {field}"));
    }
    let result = evaluate(text);
    if let Some(code) = case.text("error") {
        let error = result.err().ok_or("gave a value")?;
        let span = error.span().map(|span| span.of(text));
        same("error", Some(code), Some(error.code()))?;
        same("message", case.text("message"), Some(&error.to_string()))?;
        same("hint", case.text("hint"), error.hint())?;
        return same("at", case.text("at"), span);
    }
    let value: Value = result.map_err(|error| format!("gave {}: {error}", error.code()))?;
    if !is_expression(text) {
        return Err("is_expression says no".to_owned());
    }
    if let Some(near) = case.text("near") {
        agree_to(39, near, &value.number_text())?;
    }
    same("text", case.text("text"), Some(&value.text()))?;
    same("display", case.text("display"), Some(&value.display()))?;
    same("fraction", case.text("fraction"), value.fraction().as_deref())?;
    same("unit", case.text("unit"), value.unit())?;
    match case.fields.get("exact").and_then(toml::Value::as_bool) {
        Some(exact) if exact != value.exact() => Err(format!("exact is {}", value.exact())),
        _ => Ok(()),
    }
}

/// Whether two decimals agree to that many significant digits: the difference is under one unit of the last.
fn agree_to(digits: u32, expected: &str, found: &str) -> Result<(), String> {
    let parse = |text: &str| -> Option<(BigInt, i64)> {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        Some((format!("{whole}{part}").parse().ok()?, exponent.parse::<i64>().ok()? - i64::try_from(part.len()).ok()?))
    };
    let ((a, i), (b, j)) = parse(expected).zip(parse(found)).ok_or_else(|| format!("{found} is no decimal"))?;
    let low = i.min(j);
    let scaled =
        |number: BigInt, exponent: i64| number * BigInt::from(10).pow(u32::try_from(exponent - low).unwrap_or(0));
    let (a, b) = (scaled(a, i), scaled(b, j));
    let off = if a > b { &a - &b } else { &b - &a };
    let size = if a < BigInt::from(0) { -a } else { a };
    if off * BigInt::from(10).pow(digits) <= size { Ok(()) } else { Err(format!("is {found}, expected {expected}")) }
}

fn same(field: &str, expected: Option<&str>, found: Option<&str>) -> Result<(), String> {
    match expected {
        Some(_) if expected != found => Err(format!("{field} is {found:?}, expected {expected:?}")),
        _ => Ok(()),
    }
}

#[test]
fn every_case_gives_what_it_says() {
    let cases = cases();
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| check(case).err().map(|why| format!("{}: {}: {why}", case.file, case.name)))
        .collect();
    assert!(failures.is_empty(), "{} of {} cases fail:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[test]
fn names_of_cases_are_unique() {
    let mut names: Vec<String> = cases().into_iter().map(|case| case.name).collect();
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all);
}
