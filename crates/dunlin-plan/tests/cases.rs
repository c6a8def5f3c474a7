//! The named cases of `testdata/plan_faults.toml`, `testdata/plan_graphs.toml` and `testdata/schema.toml`.

#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use dunlin_base::json as reader;
use dunlin_plan::{
    Limits, Plan, PlanStep, ToolSpec,
    graph::{EdgeKind, Graph},
    input, schema, validate,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn spec(name: &str, schema: Value, reads: &[&str], writes: &[&str]) -> ToolSpec {
    let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    ToolSpec {
        name: name.into(),
        input_schema: schema,
        reads: owned(reads),
        writes: owned(writes),
        ..ToolSpec::default()
    }
}

fn plan(steps: &[PlanStep]) -> Plan {
    serde_json::from_value(json!({"schemaVersion": 1, "goal": "test", "steps": steps})).unwrap()
}

#[test]
fn the_faults_of_plans() {
    let specs = [
        spec("sum", json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "number"}}}), &[], &[]),
        spec(
            "note",
            json!({"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}),
            &[],
            &[],
        ),
    ];
    let file: toml::Table = include_str!("../../../testdata/plan_faults.toml").parse().unwrap();
    for case in file["case"].as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        let number = |field: &str| case.get(field).and_then(toml::Value::as_integer).map(|n| n as usize);
        let texts = case["steps"].as_array().unwrap();
        let texts = texts.iter().cycle().take(texts.len() * number("repeat").unwrap_or(1));
        let mut steps: Vec<PlanStep> = texts
            .enumerate()
            .map(|(at, text)| {
                let mut step: Value = serde_json::from_str(text.as_str().unwrap()).unwrap();
                if step.get("stepNumber").is_none() {
                    step["stepNumber"] = json!(at + 1);
                }
                serde_json::from_value(step).unwrap()
            })
            .collect();
        for _ in 0..number("nest").unwrap_or(0) {
            steps[0].tool_input = json!({ "a": steps[0].tool_input });
        }
        if let Some(length) = number("pad") {
            steps[0].tool_input["text"] = json!("x".repeat(length));
        }
        let mut plan = plan(&steps);
        plan.schema_version = number("version").unwrap_or(1) as u32;
        let faults = validate(&plan, &specs, Limits::default());
        let found: Vec<String> = faults.iter().map(|fault| format!("{} @{}", fault.code, fault.pointer)).collect();
        let expected: Vec<&str> = case["faults"].as_array().unwrap().iter().map(|f| f.as_str().unwrap()).collect();
        assert_eq!(found, expected, "{name}: {faults:?}");
        if let Some(says) = case.get("says").and_then(toml::Value::as_str) {
            assert!(faults.iter().any(|fault| fault.message.contains(says)), "{name}: {faults:?}");
        }
    }
}

fn step(number: u32, text: &str) -> PlanStep {
    if text.starts_with('{') {
        let read: PlanStep = serde_json::from_str(text).unwrap();
        return PlanStep { step_number: number, estimated_duration_ms: 10, ..read };
    }
    let mut words = text.split(' ');
    let tool = words.next().unwrap();
    let mut step = PlanStep {
        step_number: number,
        tool_name: tool.into(),
        tool_input: json!({}),
        estimated_duration_ms: 10,
        ..PlanStep::default()
    };
    if let Some(how) = words.next() {
        let numbers: Vec<u32> = words.next().unwrap().split(',').map(|n| n.parse().unwrap()).collect();
        if how == "after" {
            step.depends_on = numbers;
        } else {
            step.tool_input = json!(numbers.iter().map(|n| input::from_step(*n, "/output")).collect::<Vec<_>>());
        }
    }
    step
}

fn tools() -> Vec<ToolSpec> {
    let mut both = spec("both", json!(true), &["box"], &["box"]);
    both.read_only_when = Some(json!({"const": {}}));
    vec![
        spec("sum", json!(true), &[], &[]),
        spec("put", json!(true), &["box"], &["box"]),
        spec("look", json!(true), &["box"], &[]),
        both,
    ]
}

fn edges(graph: &Graph) -> Vec<String> {
    let mut edges = Vec::new();
    for to in 1..=graph.len() as u32 {
        for edge in graph.edges_into(to) {
            let sign = if edge.kind == EdgeKind::Need { '>' } else { '-' };
            edges.push(format!("{}{sign}{to}", edge.step));
        }
    }
    edges.sort();
    edges
}

#[test]
fn the_graphs_of_plans() {
    let file: toml::Table = include_str!("../../../testdata/plan_graphs.toml").parse().unwrap();
    for case in file["case"].as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        let steps = case["steps"].as_array().unwrap().iter().zip(1..);
        let steps: Vec<PlanStep> = steps.map(|(text, number)| step(number, text.as_str().unwrap())).collect();
        let plan = plan(&steps);
        let graph = Graph::of(&plan, &tools());
        let expected = |field: &str| case[field].clone();
        let mut wanted: Vec<String> = expected("edges").try_into().unwrap();
        wanted.sort();
        assert_eq!(edges(&graph), wanted, "{name}");
        assert_eq!(graph.order(), expected("order").try_into::<Vec<u32>>().unwrap(), "{name}");
        assert_eq!(graph.levels(), expected("levels").try_into::<Vec<Vec<u32>>>().unwrap(), "{name}");
        assert_eq!(graph.critical_path(), expected("critical").try_into::<Vec<u32>>().unwrap(), "{name}");
    }
}

proptest! {
    #[test]
    fn an_order_respects_every_edge_or_there_is_a_cycle(
        edges in proptest::collection::vec((1u32..12, 1u32..12), 0..30),
        kinds in proptest::collection::vec(0usize..4, 12),
    ) {
        let names = ["sum", "put", "look", "both"];
        let mut steps: Vec<PlanStep> = (1..=12).map(|n| step(n, names[kinds[n as usize - 1]])).collect();
        for (from, to) in edges {
            steps[to as usize - 1].depends_on.push(from);
        }
        let mut plan = plan(&steps);
        let graph = Graph::of(&plan, &tools());
        let order = graph.order();
        let place = |step: u32| order.iter().position(|other| *other == step);
        if let Some(cycle) = graph.cycle() {
            prop_assert!(order.len() < 12);
            prop_assert_eq!(cycle.first(), cycle.last());
            for pair in cycle.windows(2) {
                prop_assert!(graph.dependencies(pair[1]).contains(&pair[0]), "{:?}", cycle);
            }
        } else {
            prop_assert_eq!(order.len(), 12);
            for to in 1..=12 {
                for from in graph.dependencies(to) {
                    prop_assert!(place(from) < place(to));
                }
            }
            let levels: Vec<u32> = graph.levels().concat();
            prop_assert_eq!(levels.len(), 12);
            // Written into the plan, the derived edges are the same graph again.
            dunlin_plan::graph::complete(&mut plan, &tools());
            let again = Graph::of(&plan, &tools());
            prop_assert_eq!(again.order(), order);
        }
    }

    #[test]
    fn any_bytes_as_a_plan_never_panic(text in "\\PC*") {
        if let Ok(plan) = dunlin_plan::file::read(&text) {
            validate(&plan, &tools(), Limits::default());
        }
    }
}

#[test]
fn a_plan_is_read_from_its_text_as_from_its_value() {
    let step = r#"{"stepNumber":1,"toolName":"sum","dependsOn":[2],"source":{"start":1,"end":2},"colour":"red"}"#;
    for text in [
        format!(r#"{{"schemaVersion":1,"goal":"g","steps":[{step}],"mood":7}}"#),
        format!(r#"{{"steps":[{step},{step}],"goal":"g","schemaVersion":1}}"#),
        format!(r#"{{"steps":[{step}, 5],"goal":"g","schemaVersion":1}}"#),
        format!(r#"{{"steps":[{step}, {{}}],"goal":"g","schemaVersion":1}}"#),
        r#"{"steps":[{"stepNumber":-1},{"stepNumber":1,"kind":"dance"}],"goal":"g","schemaVersion":1}"#.to_owned(),
        r#"{"steps":{},"goal":"g","schemaVersion":1}"#.to_owned(),
        r#"{"steps":null,"goal":"g","schemaVersion":1}"#.to_owned(),
        r#"{"goal":"g"}"#.to_owned(),
        r#"{"schemaVersion":1,"goal":"g","steps":[]}"#.to_owned(),
        "[]".to_owned(),
        "7".to_owned(),
    ] {
        let value = serde_json::from_str(&text).unwrap();
        let expected = reader::from_value::<Plan>(value).map_err(|why| format!("the plan does not fit: {why}"));
        assert_eq!(dunlin_plan::file::read(&text).map_err(|fault| fault.message), expected, "{text}");
    }
}

#[test]
fn a_field_that_is_given_twice_is_refused() {
    let text = r#"{"steps":[{"stepNumber":1,"dependsOn":[1],"dependsOn":[]}],"goal":"g","schemaVersion":1}"#;
    assert!(dunlin_plan::file::read(text).unwrap_err().message.contains("duplicate field `dependsOn`"));
}

#[test]
fn deep_text_is_an_error_and_no_crash() {
    let text = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(dunlin_plan::file::read(&text).unwrap_err().code, "plan.unreadable");
}

#[test]
fn a_plan_survives_its_file_with_what_a_newer_version_wrote() {
    let text = r#"{"schemaVersion":1,"goal":"g","steps":[{"stepNumber":1,"toolName":"sum","colour":"red"}],"mood":7}"#;
    let plan = dunlin_plan::file::read(text).unwrap();
    let again = dunlin_plan::file::read(&dunlin_plan::file::write(&plan)).unwrap();
    assert_eq!(plan, again);
    assert_eq!(again.unknown["mood"], json!(7));
    assert_eq!(again.steps[0].unknown["colour"], json!("red"));
}

#[test]
fn schema_faults_name_place_found_and_expected() {
    let schema = json!({
        "type": "object", "required": ["action"], "additionalProperties": false,
        "properties": {
            "action": {"enum": ["add", "list"]},
            "tags": {"type": "array", "items": {"type": "string", "minLength": 1}, "maxItems": 2},
            "priority": {"type": ["integer", "null"], "minimum": 1, "maximum": 4},
            "due": {"anyOf": [{"const": "today"}, {"type": "number"}]},
        },
    });
    let check = |value: Value, expected: &[(&str, &str)]| {
        let faults = schema::check(&schema, &value);
        assert_eq!(schema::fits(&schema, &value), faults.is_empty(), "{value}");
        let found: Vec<(&str, &str)> =
            faults.iter().map(|fault| (fault.pointer.as_str(), fault.message.as_str())).collect();
        assert_eq!(found, expected, "{value}");
    };
    check(json!({"action": "add", "tags": ["a"], "priority": 2.0, "due": "today"}), &[]);
    check(json!({"action": "list", "priority": null, "due": 3}), &[]);
    check(json!([]), &[("", "found a list, expected an object")]);
    check(json!({}), &[("", "\"action\" is missing")]);
    check(json!({"action": "ad"}), &[("/action", "found \"ad\", expected one of \"add\", \"list\"")]);
    check(json!({"action": "add", "priority": 5}), &[("/priority", "found 5, expected at most 4")]);
    check(
        json!({"action": "add", "priority": 1.5}),
        &[("/priority", "found a number, expected a whole number or null")],
    );
    check(json!({"action": "add", "due": "soon"}), &[("/due", "found \"soon\", expected \"today\"")]);
    check(
        json!({"action": "add", "tags": ["", 1, "c"]}),
        &[
            ("/tags", "found 3 items, expected at most 2"),
            ("/tags/0", "found 0 characters, expected at least 1"),
            ("/tags/1", "found a number, expected a text"),
        ],
    );
    check(
        json!({"action": "add", "a/b": 1}),
        &[("", "\"a/b\" is not known, expected only action, due, priority, tags")],
    );
}

#[test]
fn the_schemas_and_their_values() {
    let file: toml::Table = include_str!("../../../testdata/schema.toml").parse().unwrap();
    let json = |text: &toml::Value| -> Value { serde_json::from_str(text.as_str().unwrap()).unwrap() };
    for case in file["case"].as_array().unwrap() {
        let (name, schema) = (case["name"].as_str().unwrap(), json(&case["schema"]));
        assert_eq!(schema::refusal(&schema), None, "{name}");
        for (field, expected) in [("fits", true), ("fails", false)] {
            for value in case[field].as_array().unwrap() {
                let faults = schema::check(&schema, &json(value));
                assert_eq!(faults.is_empty(), expected, "{name}: {value} {faults:?}");
            }
        }
    }
    for case in file["refused"].as_array().unwrap() {
        let why = schema::refusal(&json(&case["schema"])).expect("it is refused");
        assert!(why.contains(case["says"].as_str().unwrap()), "{why}");
    }
}
