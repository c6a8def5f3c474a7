//! Five workflows, written as records: an order that is taken back when something fails, a review with a reminder after two
//! days, rows that are sent four at a time with three tries each, two children and a signal, and a weekly report:
//! `cargo run -p dunlin --example workflows` prints them as plan files.

use dunlin::{OnFailure, Plan, PlanStep, PolicyPatch, RetryChange, RunWhen, StepKind, write_plan};
use dunlin_plan::input::{concat, from_step, or};
use serde_json::{Map, Value, json};

const DAY_MS: u64 = 24 * 3_600_000;

/// A step that waits for the steps before it that `after` names.
fn step(number: u32, kind: StepKind, input: Value, after: &[u32]) -> PlanStep {
    PlanStep {
        step_number: number,
        kind,
        tool_input: input,
        depends_on: after.to_vec(),
        estimated_cost_tier: 1,
        ..PlanStep::default()
    }
}

/// A step that calls a tool to do something.
fn call(number: u32, tool: &str, what: Value, after: &[u32]) -> PlanStep {
    let input = Map::from_iter([("do".to_owned(), what)]).into();
    PlanStep { tool_name: tool.to_owned(), ..step(number, StepKind::Tool, input, after) }
}

/// What a step that ran before gave, with the words before it.
fn with(words: &str, step: u32, pointer: &str) -> Value {
    concat(vec![words.into(), from_step(step, pointer)])
}

fn plan(goal: &str, steps: Vec<PlanStep>) -> Plan {
    Plan { schema_version: 2, goal: goal.to_owned(), steps, ..Plan::default() }
}

/// Reserve, charge, ship; what was done is taken back in reverse order when something fails.
pub(crate) fn order() -> Plan {
    let undone = |what| Some(Box::new(call(0, "act", what, &[])));
    let retry = RetryChange { max_attempts: Some(5), initial_interval_ms: Some(200), ..RetryChange::default() };
    let steps = vec![
        PlanStep { undo: undone(with("release ", 0, "/item")), ..call(1, "act", with("reserve ", 0, "/item"), &[]) },
        PlanStep {
            timeout_ms: Some(20_000),
            retry: Some(retry),
            undo: undone(with("refund ", 2, "/output")),
            ..call(2, "act", "charge".into(), &[1])
        },
        call(3, "act", "ship".into(), &[2]),
        PlanStep {
            run_when: RunWhen::AllDone,
            ..step(4, StepKind::Notify, json!({"title": "The order is closed"}), &[3])
        },
    ];
    let result = json!({"payment": from_step(2, "/output"), "parcel": from_step(3, "/output")});
    let goal = "take an order: reserve, charge, ship, and take back what was done when something fails";
    Plan { on_failure: OnFailure::Undo, result: Some(result), ..plan(goal, steps) }
}

/// A question that is asked once more after two days, and two ways to a yes that are joined.
pub(crate) fn review() -> Plan {
    let agreement = |more: Value| {
        let mut properties = json!({"agreed": {"type": "boolean"}});
        if let (Some(all), Value::Object(more)) = (properties.as_object_mut(), more) {
            all.extend(more);
        }
        json!({"type": "object", "required": ["agreed"], "properties": properties})
    };
    let ask = |question: &str, more: Value| json!({"question": question, "schema": agreement(more)});
    let agreed = |number, asked| {
        let said = or(&from_step(asked, "/output/agreed"), &false.into());
        let compared = json!({"left": said, "operator": "==", "right": true});
        PlanStep { run_when: RunWhen::AnySucceeded, ..step(number, StepKind::Decision, compared, &[1, 3]) }
    };
    let reminder = json!({"title": "A review is still open", "body": "It was asked for two days ago."});
    let first = ask("May this text be published?", json!({"remark": {"type": "string"}}));
    let again = ask("May this text be published? It was asked two days ago.", json!({}));
    let steps = vec![
        PlanStep { timeout_ms: Some(2 * DAY_MS), ..step(1, StepKind::Ask, first, &[]) },
        PlanStep { run_when: RunWhen::AnyFailed, ..step(2, StepKind::Notify, reminder, &[1]) },
        step(3, StepKind::Ask, again, &[2]),
        agreed(4, 1),
        agreed(5, 3),
        PlanStep { run_when: RunWhen::AnySucceeded, ..call(6, "act", "publish".into(), &[4, 5]) },
    ];
    plan("ask for a review, remind after two days, publish what was agreed to", steps)
}

/// Every row of what the run is given, four at a time.
pub(crate) fn rows() -> Plan {
    let retry = RetryChange { max_attempts: Some(3), initial_interval_ms: Some(100), ..RetryChange::default() };
    let what = concat(vec![from_step(0, "/with"), " ".into(), from_step(0, "/item/id")]);
    let over = json!({"over": from_step(0, "/rows"), "maxParallel": 4, "with": "row"});
    let body = vec![PlanStep { retry: Some(retry), ..call(1, "flaky", what, &[]) }];
    let steps = vec![PlanStep { body, ..step(1, StepKind::Map, over, &[]) }];
    Plan { result: Some(json!({"sent": from_step(1, "/output")})), ..plan("send every row, three tries each", steps) }
}

/// Two children side by side, and a signal that both and the parent wait for.
pub(crate) fn parent() -> Plan {
    let work = || plan("work", vec![call(1, "act", from_step(0, "/name"), &[])]);
    let policy = PolicyPatch { max_steps: Some(2), ..PolicyPatch::default() };
    let child = |number, name: &str, work| PlanStep {
        plan: Some(Box::new(work)),
        ..step(number, StepKind::Plan, json!({"name": name}), &[])
    };
    let steps = vec![
        child(1, "left", Plan { policy: Some(policy), ..work() }),
        child(2, "right", work()),
        PlanStep { timeout_ms: Some(DAY_MS), ..step(3, StepKind::Signal, json!({"name": "go"}), &[1, 2]) },
        call(4, "act", from_step(3, "/output"), &[]),
    ];
    let result = concat(vec![from_step(1, "/output"), " and ".into(), from_step(2, "/output")]);
    let goal = "let two children work side by side and go on when the word is given";
    Plan { result: Some(result), ..plan(goal, steps) }
}

/// What a schedule with the rule `FREQ=WEEKLY;BYDAY=FR` begins.
pub(crate) fn weekly() -> Plan {
    let steps = vec![
        PlanStep { tool_name: "todo_store".to_owned(), ..step(1, StepKind::Tool, json!({"action": "list"}), &[]) },
        step(2, StepKind::Notify, json!({"title": "Still to be done this week"}), &[1]),
    ];
    let late = or(&from_step(0, "/late"), &false.into());
    let result = json!({"late": late, "todos": from_step(1, "/output/*/text")});
    Plan { result: Some(result), ..plan("tell every Friday at nine what is still to be done", steps) }
}

#[expect(clippy::print_stdout, reason = "an example shows what it does")]
fn main() {
    for plan in [order(), review(), rows(), parent(), weekly()] {
        println!("{}", write_plan(&plan));
    }
}
