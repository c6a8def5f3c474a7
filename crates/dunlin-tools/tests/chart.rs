//! `chart`: what is drawn, what is said beside it, and what is refused.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use common::call;
use dunlin_runtime::{ToolFailure, ToolOutput};
use dunlin_tools::Chart;
use proptest::prelude::*;
use roxmltree::Document;
use serde_json::{Value, json};

fn draw(input: Value) -> Result<ToolOutput, ToolFailure> {
    call(&Chart::new(), input)
}

fn svg(input: Value) -> String {
    draw(input).unwrap().output["svg"].as_str().unwrap().to_owned()
}

fn count(svg: &str, tag: &str) -> usize {
    Document::parse(svg)
        .unwrap()
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", tag)))
        .count()
}

const COSTS: &str = "month,total,paid\n2026-01,142.3,1\n2026-02,138.9,2\n2026-03,,3\n2026-04,97,4\n";

#[test]
fn every_kind_is_drawn_with_a_mark_for_each_number() {
    for (input, tag, marks) in [
        (json!({"kind": "bar", "rows": COSTS, "y": "total"}), "rect", 3),
        (json!({"kind": "bar", "rows": COSTS}), "rect", 3 + 4 + 2),
        (json!({"kind": "line", "rows": COSTS, "y": "total"}), "circle", 3),
        (json!({"kind": "scatter", "rows": COSTS, "x": "paid", "y": "total"}), "circle", 3),
        (json!({"kind": "histogram", "rows": [1, 2, 2, 3, 9], "bins": 4}), "rect", 4),
        (json!({"kind": "pie", "rows": [["what", "cost"], ["gas", 3], ["power", 1]]}), "polygon", 2),
    ] {
        let mut input = input;
        input["title"] = json!("Costs");
        let svg = svg(input.clone());
        assert_eq!(count(&svg, tag), marks, "{input}: {svg}");
    }
}

/// A page in dark has light text and may set colours of its own for the series: so nothing is painted in a colour that only one
/// scheme can show. Those of the series where a page sets none are held to both in `surface.rs`.
#[test]
fn every_colour_is_the_texts_own_or_one_that_a_scheme_can_set() {
    for input in [
        json!({"kind": "line", "rows": COSTS}),
        json!({"kind": "bar", "rows": COSTS}),
        json!({"kind": "scatter", "rows": COSTS, "x": "paid", "y": "total"}),
        json!({"kind": "histogram", "rows": [1, 2, 2, 3, 9], "bins": 4}),
        json!({"kind": "pie", "rows": [["what", "cost"], ["gas", 3], ["power", 1]]}),
    ] {
        let mut input = input;
        input["title"] = json!("Costs");
        let text = svg(input.clone());
        let document = Document::parse(&text).unwrap();
        let (mut own, mut series) = (0, 0);
        for node in document.descendants() {
            assert!(node.attribute("style").is_none(), "{input}: {node:?}");
            for paint in ["fill", "stroke"].iter().filter_map(|name| node.attribute(*name)) {
                match paint {
                    "none" => {}
                    "currentColor" => own += 1,
                    _ => {
                        series += 1;
                        let is_set = paint.strip_prefix("var(--chart-").is_some_and(|rest| rest.contains(", #"));
                        assert!(is_set, "{input}: {paint}");
                    }
                }
            }
            // A shape or a text that says no colour is black, which a dark page does not show.
            let is_drawn = ["rect", "line", "polyline", "circle", "polygon", "text"].contains(&node.tag_name().name());
            assert!(!is_drawn || node.attribute("fill").or(node.attribute("stroke")).is_some(), "{input}: {node:?}");
        }
        assert!(own > 0 && series > 0, "{input}: {own} {series}");
    }
}

#[test]
fn what_the_picture_says_is_said_in_words_and_numbers() {
    let given = draw(json!({"kind": "bar", "rows": COSTS, "y": "total", "title": "Heating"})).unwrap();
    let words = "A bar chart of 4 rows by month. total goes from 97 (2026-04) to 142.3 (2026-01).";
    assert_eq!(given.output["description"], words);
    let rows = json!([["2026-01", 142.3], ["2026-02", 138.9], ["2026-03", null], ["2026-04", 97]]);
    assert_eq!(given.output["table"], json!({"columns": ["month", "total"], "rows": rows}));
    assert_eq!(given.metadata, Some(json!({"kind": "bar", "rows": 4})));
    let text = given.output["svg"].as_str().unwrap();
    let document = Document::parse(text).unwrap();
    let root = document.root_element();
    let named =
        |tag: &str| root.children().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", tag))).unwrap();
    assert_eq!((named("title").text(), named("desc").text()), (Some("Heating"), Some(words)));
    let labelled = format!("{} {}", named("title").attribute("id").unwrap(), named("desc").attribute("id").unwrap());
    assert_eq!((root.attribute("role"), root.attribute("aria-labelledby")), (Some("img"), Some(labelled.as_str())));
    // The months stand along the bottom, and round numbers at the side.
    let texts: Vec<&str> = root
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")))
        .filter_map(|node| node.text())
        .collect();
    for text in ["Heating", "2026-01", "2026-04", "0", "50", "150", "month", "total"] {
        assert!(texts.contains(&text), "{text} is not among {texts:?}");
    }
    // A page sets the colours, and nothing in it is style or script.
    assert!(text.contains("currentColor") && text.contains("var(--chart-1, #2f7de1)"));
    assert!(!text.contains("style=") && !text.contains("<style") && !text.contains("NaN"));
}

#[test]
fn the_same_rows_give_the_same_picture() {
    let input = json!({"kind": "line", "rows": COSTS, "title": "Costs"});
    assert_eq!(svg(input.clone()), svg(input));
}

#[test]
fn a_bar_is_as_long_as_its_number() {
    let svg = svg(
        json!({"kind": "bar", "rows": [{"a": "x", "n": 10}, {"a": "y", "n": 5}, {"a": "z", "n": -5}], "title": "T"}),
    );
    let document = Document::parse(&svg).unwrap();
    let bars = document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "rect")));
    let heights: Vec<f64> = bars.map(|bar| bar.attribute("height").unwrap().parse().unwrap()).collect();
    assert_eq!(heights.len(), 3);
    assert!((heights[0] / heights[1] - 2.0).abs() < 0.05 && (heights[1] - heights[2]).abs() <= 1.0, "{heights:?}");
}

#[test]
fn rows_that_do_not_fit_are_told() {
    let many: Vec<Value> = (0..5000).map(|n| json!({"a": n, "b": n})).collect();
    for (input, code, said) in [
        (json!({"kind": "bar", "rows": []}), "chart.rows", "found no"),
        (json!({"kind": "bar", "rows": "a,b\n"}), "chart.rows", "found no rows"),
        (json!({"kind": "bar", "rows": "a,b\n1\n"}), "chart.rows", "record"),
        (json!({"kind": "bar", "rows": [{"a": "x"}]}), "chart.no-number", "found no numbers in the columns a"),
        (json!({"kind": "bar", "rows": COSTS, "y": "totl"}), "chart.no-column", "there is no column \"totl\""),
        (
            json!({"kind": "bar", "rows": COSTS, "y": "month"}),
            "chart.no-number",
            "row 1: found \"2026-01\" in \"month\"",
        ),
        (json!({"kind": "scatter", "rows": COSTS, "x": "total", "y": "paid"}), "chart.no-number", "along the bottom"),
        (json!({"kind": "line", "rows": [{"a": "x", "b": 1e300}]}), "chart.no-number", "1e+300"),
        (json!({"kind": "pie", "rows": [{"a": "x", "b": -1}]}), "chart.slices", "below zero"),
        (json!({"kind": "pie", "rows": [{"a": "x", "b": 0}]}), "chart.slices", "none above"),
        (json!({"kind": "pie", "rows": COSTS, "y": ["total", "paid"]}), "chart.too-many", "found 2 columns"),
        (json!({"kind": "line", "rows": COSTS, "bins": 3}), "chart.bins", "line"),
        (json!({"kind": "histogram", "rows": COSTS, "x": "total", "y": "paid"}), "chart.histogram", "y"),
        (json!({"kind": "bar", "rows": many[..300]}), "chart.too-many", "at most 200"),
        (json!({"kind": "scatter", "rows": many}), "chart.too-many", "at most 4000"),
    ] {
        let mut input = input;
        input["title"] = json!("T");
        let failure = draw(input.clone()).unwrap_err();
        assert_eq!(failure.code, code, "{failure:?}");
        assert!(failure.message.contains(said) && failure.hint.is_some(), "{failure:?}");
    }
    let hint = draw(json!({"kind": "bar", "rows": COSTS, "y": "totl", "title": "T"})).unwrap_err().hint;
    assert_eq!(hint.as_deref(), Some("did you mean \"total\"?"));
}

fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<f64>().prop_map(|number| json!(number)),
        (-1000..1000i64).prop_map(|number| json!(number)),
        "\\PC{0,30}".prop_map(Value::from),
        "[<>&\"'a-z\\x00-\\x1f]{0,12}".prop_map(Value::from),
        Just(Value::Null),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the rows hold: either a clear refusal or a picture that is XML without markup from the rows.
    #[test]
    fn untrusted_rows_never_break_the_picture(
        kind in prop::sample::select(vec!["line", "bar", "scatter", "histogram", "pie"]),
        names in prop::collection::vec("[<>&\"'a-z ]{1,8}", 2..4),
        rows in prop::collection::vec(prop::collection::vec(anything(), 2..4), 1..12),
        title in "\\PC{1,40}",
    ) {
        let mut table = vec![json!(names)];
        table.extend(rows.into_iter().map(Value::from));
        match draw(json!({"kind": kind, "rows": table, "title": title})) {
            Err(failure) => prop_assert!(failure.code.starts_with("chart.") && failure.code != "chart.failed", "{failure:?}"),
            Ok(given) => {
                let svg = given.output["svg"].as_str().unwrap();
                let document = Document::parse(svg);
                prop_assert!(document.is_ok(), "{svg}");
                let known = ["svg", "title", "desc", "text", "rect", "line", "polyline", "polygon", "circle"];
                for node in document.unwrap().descendants().filter(roxmltree::Node::is_element) {
                    prop_assert!(known.contains(&node.tag_name().name()), "{svg}");
                    prop_assert!(!node.attributes().any(|one| one.name().starts_with("on")), "{svg}");
                }
                prop_assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
            }
        }
    }
}
