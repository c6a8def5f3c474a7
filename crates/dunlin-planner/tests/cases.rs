//! The named cases of `testdata/planner.toml`.

use dunlin_date::Now;
use dunlin_plan::{Plan, StepKind};
use dunlin_planner::{PlanContext, Planner};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct File {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    goal: String,
    #[serde(default)]
    step: Vec<Step>,
    error: Option<String>,
    at: Option<String>,
    suggestion: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    tool: Option<String>,
    kind: Option<String>,
    input: Value,
    #[serde(default)]
    after: Vec<u32>,
    when: Option<String>,
    words: Option<String>,
}

fn cases() -> Vec<Case> {
    let text = include_str!("../../../testdata/planner.toml");
    toml::from_str::<File>(text).expect("the cases are well formed").case
}

fn context() -> PlanContext<'static> {
    PlanContext::new(Now::parse("2026-11-21T09:30").expect("a moment"))
}

fn words(plan: &Plan, at: usize) -> &str {
    plan.steps[at].source.bytes(&plan.goal).of(&plan.goal)
}

#[test]
fn read_aloud_every_case_has_the_plan_it_has_when_read() {
    let planner = Planner::new(Planner::built_in_tools());
    for case in cases() {
        for goal in [case.goal.clone(), format!("{} at most 2 steps", case.goal), case.goal.replace(' ', "  ")] {
            let (explanation, planned) = planner.read_and_explain(&goal, &context());
            assert_eq!(planned, planner.read(&goal, &context()), "{goal:?}");
            // Nothing to say of a blank goal; of every other, what is wrong is said exactly when there is no plan.
            assert_eq!(explanation.diagnostics.is_empty(), planned.is_ok() || goal.trim().is_empty(), "{goal:?}");
        }
    }
}

#[test]
fn every_case_is_read_as_it_says() {
    let planner = Planner::new(Planner::built_in_tools());
    let mut failures = Vec::new();
    for case in cases() {
        match (planner.plan(&case.goal, &context()), &case.error) {
            (Ok(plan), None) => check_plan(&case, &plan, &mut failures),
            (Err(error), Some(code)) => {
                let span = error.span().map_or("", |span| span.of(&case.goal));
                let at = case.at.as_deref().unwrap_or(case.goal.trim());
                let first = error.suggestions().first().map(String::as_str);
                let right = error.code() == code && span == at && case.suggestion.as_deref() == first;
                if !right {
                    failures.push(format!("{:?}: {} at {span:?}, suggested {first:?}", case.goal, error.code()));
                }
            }
            (Ok(plan), Some(code)) => {
                failures.push(format!("{:?}: expected {code}, got {:?}", case.goal, plan.rationale));
            }
            (Err(error), None) => failures.push(format!("{:?}: refused: {error}", case.goal)),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check_plan(case: &Case, plan: &Plan, failures: &mut Vec<String>) {
    if plan.steps.len() != case.step.len() {
        failures.push(format!("{:?}: {} steps, expected {}", case.goal, plan.steps.len(), case.step.len()));
        return;
    }
    for (at, (step, expected)) in plan.steps.iter().zip(&case.step).enumerate() {
        let kind = expected.kind.as_deref().unwrap_or("tool");
        let tool = if kind == "tool" { expected.tool.as_deref().unwrap_or("todo_store") } else { "" };
        let said = expected.words.as_deref().unwrap_or(words(plan, at));
        let right = step.kind.name() == kind
            && step.tool_name == tool
            && step.tool_input == expected.input
            && step.depends_on == expected.after
            && json!(step.run_when) == expected.when.as_deref().unwrap_or("allSucceeded")
            && words(plan, at) == said;
        if !right {
            failures.push(format!(
                "{:?} step {}: {} {} {} after {:?} from {:?}",
                case.goal,
                at + 1,
                step.kind.name(),
                step.tool_name,
                step.tool_input,
                step.depends_on,
                words(plan, at)
            ));
        }
    }
}

#[test]
fn every_plan_is_sound_and_says_what_it_does() {
    let specs = Planner::built_in_tools();
    let planner = Planner::new(specs.clone());
    for case in cases().into_iter().filter(|case| case.error.is_none()) {
        let plan = planner.plan(&case.goal, &context()).expect("checked above");
        let faults = dunlin_plan::validate(&plan, &specs, dunlin_plan::Limits::default());
        assert!(faults.is_empty(), "{:?}: {faults:?}", case.goal);
        assert!(plan.confidence > 0.5 && plan.confidence <= 1.0);
        assert!((0.0..=1.0).contains(&plan.complexity_score));
        assert!(plan.rationale.starts_with("The goal asks to "));
        for step in &plan.steps {
            assert!(!step.reasoning.is_empty() && !step.acceptance_criteria.is_empty(), "{:?}", case.goal);
            assert!(step.kind == StepKind::Decision || step.estimated_duration_ms > 0);
        }
        let again = planner.plan(&case.goal, &context()).expect("checked above");
        assert_eq!(json!(plan).to_string(), json!(again).to_string());
    }
}

#[test]
fn a_list_named_last_is_lent_to_the_todos_before_it_and_to_no_sum() {
    let planner = Planner::new(Planner::built_in_tools());
    let goal = "mark the report as done, then double 12 and remove rice from my home list";
    let plan = planner.plan(goal, &context()).expect("a plan");
    let inputs: Vec<_> = plan.steps.iter().map(|step| &step.tool_input).collect();
    let report = json!({"action": "complete", "match": "report", "list": "home"});
    let rice = json!({"action": "delete", "match": "rice", "list": "home"});
    assert_eq!(inputs, [&report, &json!({"expression": "2*12"}), &rice]);
}

#[test]
fn a_plan_is_the_more_complex_the_more_its_steps_hang_together() {
    let planner = Planner::new(Planner::built_in_tools());
    let scores: Vec<f64> = [
        "calculate 7 * 8",
        "calculate 7 * 8 and calculate 8 * 9",
        "7 * 8, then double the result",
        "if 7 * 8 is more than 50 add todo oil the gate",
        "plan a birthday party",
    ]
    .iter()
    .map(|goal| planner.plan(goal, &context()).expect("a plan").complexity_score)
    .collect();
    assert_eq!(scores.first(), Some(&0.0));
    assert!(scores.is_sorted_by(|less, more| less < more), "{scores:?}");
}

#[test]
fn what_a_step_must_have_done_stands_in_its_criteria() {
    let planner = Planner::new(Planner::built_in_tools());
    for (goal, criteria) in [
        ("calculate 7 * 8", vec!["the result is a number"]),
        ("add todo oil the gate", vec!["the store reports the action add", "the todo's text is \"oil the gate\""]),
        (
            "rename oil the gate to wax the gate",
            vec![
                "the store reports the action update",
                "the todo's text is \"wax the gate\"",
                "exactly 1 todo is concerned",
            ],
        ),
        (
            "delete oil the gate",
            vec![
                "the store reports the action delete",
                "what is deleted is gone from the store",
                "exactly 1 todo is concerned",
                "the todo is named by \"oil the gate\"",
            ],
        ),
        (
            "mark oil the gate as done",
            vec![
                "the store reports the action complete",
                "exactly 1 todo is concerned",
                "what is concerned is completed",
            ],
        ),
        (
            "reopen the first todo",
            vec!["the store reports the action reopen", "exactly 1 todo is concerned", "what is concerned is open"],
        ),
        (
            "move oil the gate to friday",
            vec![
                "the store reports the action update",
                "exactly 1 todo is concerned",
                "the todo is due \"2026-11-27\"",
            ],
        ),
        (
            "clear my list",
            vec!["the store reports the action clear", "what is deleted is gone from the store", "no todo remains"],
        ),
        (
            "clear my completed todos",
            vec![
                "the store reports the action clear",
                "what is deleted is gone from the store",
                "no completed todo remains",
            ],
        ),
        ("clear my garden list", vec!["the store reports the action clear", "what is deleted is gone from the store"]),
        ("mark everything as done", vec!["the store reports the action complete", "what is concerned is completed"]),
        ("is 7 * 8 more than 50", vec!["the answer is yes or no"]),
    ] {
        let plan = planner.plan(goal, &context()).expect("a plan");
        assert_eq!(plan.steps.last().expect("a step").acceptance_criteria, criteria, "{goal}");
    }
}

#[test]
fn courtesy_changes_nothing() {
    let planner = Planner::new(Planner::built_in_tools());
    for case in cases().into_iter().filter(|case| case.error.is_none() && case.step.len() == 1) {
        let inputs = |goal: &str| {
            planner
                .plan(goal, &context())
                .map(|plan| plan.steps.into_iter().map(|step| step.tool_input).collect::<Vec<_>>())
        };
        let goal = case.goal.trim_end_matches(['?', '=', ' ']);
        let plain = inputs(goal);
        assert!(plain.is_ok(), "{goal:?}: {plain:?}");
        assert_eq!(inputs(&format!("please {goal}")), plain, "please {goal}");
        assert_eq!(inputs(&format!("{goal}, thanks")), plain, "{goal}, thanks");
    }
}
