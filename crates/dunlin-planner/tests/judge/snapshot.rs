//! The readings of all sentences of `testdata/sentences.txt` and `testdata/planner.toml`, a line each.

use std::fmt::Write as _;

use dunlin_date::Now;
use dunlin_planner::{PlanContext, Planner};

/// Each goal with its steps and their inputs, or with the code of its refusal and the first goal that is offered.
pub(crate) fn readings() -> String {
    let planner = Planner::new(Planner::built_in_tools());
    let context = PlanContext::new(Now::parse("2026-11-21T09:30").expect("a moment"));
    let sentences = include_str!("../../../../testdata/sentences.txt").lines();
    let sentences = sentences.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" => "));
    let cases: toml::Value = toml::from_str(include_str!("../../../../testdata/planner.toml")).expect("well formed");
    let cases = cases["case"].as_array().expect("cases").iter().filter_map(|case| case["goal"].as_str());
    let goals = sentences.map(|(goal, _)| goal.replace("\\n", "\n")).chain(cases.map(str::to_owned));
    let mut text = String::new();
    for goal in goals.filter(|goal| goal.len() < 400) {
        let said = match planner.plan(&goal, &context) {
            Ok(plan) => {
                let steps = plan.steps.iter().map(|step| {
                    let name = if step.tool_name.is_empty() { step.kind.name() } else { &step.tool_name };
                    format!("{name} {}", step.tool_input)
                });
                steps.collect::<Vec<_>>().join(" | ")
            }
            Err(error) => {
                format!("{}, offers {:?}", error.code(), error.suggestions().first().map_or("", String::as_str))
            }
        };
        let _ = writeln!(text, "{} => {said}", goal.replace('\n', "\\n"));
    }
    text
}
