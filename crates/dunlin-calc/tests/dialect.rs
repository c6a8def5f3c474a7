//! Calculates every example of the tables in `docs/calculator.md`.

use dunlin_calc::evaluate;

const PAGE: &str = include_str!("../../../docs/calculator.md");

/// The cells of the rows of the table under a heading.
fn table(heading: &str) -> Vec<Vec<String>> {
    let section = PAGE.split(&format!("## {heading}\n")).nth(1).expect(heading).split("\n## ").next().unwrap_or("");
    let rows = section.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
    rows.skip(1).map(|line| line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()).collect()
}

fn code(cell: &str) -> &str {
    cell.trim_matches('`')
}

#[test]
fn every_choice_of_the_dialect_holds() {
    let rows = table("The dialect");
    assert!(rows.len() > 60);
    for row in rows {
        let [_, _, example, result] = row.as_slice() else { panic!("{row:?}") };
        let found = evaluate(code(example)).map_or_else(|error| error.code().to_owned(), |value| value.text());
        assert_eq!(found, code(result), "{example}");
    }
}

#[test]
fn every_code_has_its_example() {
    let rows = table("Errors");
    assert_eq!(rows.len(), 7);
    for row in rows {
        let [name, _, example] = row.as_slice() else { panic!("{row:?}") };
        assert_eq!(evaluate(code(example)).unwrap_err().code(), code(name), "{example}");
    }
}

#[test]
fn the_limits_of_the_page_are_those_of_the_code() {
    let rows = table("Limits");
    let has = |what: &str, limit: &str| rows.iter().any(|row| row[0].contains(what) && row[1].contains(limit));
    assert!(has("length", "10,000") && dunlin_calc::MAX_LENGTH == 10_000);
    assert!(has("nesting", "256") && dunlin_calc::MAX_DEPTH == 256);
    assert!(has("digits", "10,000") && dunlin_calc::MAX_DIGITS == 10_000);
}
