//! The plan files of `examples/plans` through the facade: the real tools carry them out, and their journals replay.
#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use std::rc::Rc;

use dunlin::{
    Annotations, ApprovalAnswer, Dunlin, Filter, Options, Plan, Run, RunOptions, RunStatus, StepStatus, Tool, ToolCall,
    ToolFailure, ToolOutput, ToolSpec,
};
use dunlin_base::{LocalFuture, testing::World};
use serde_json::{Value, json};

/// The tool of `retry.json`: busy at its first two attempts.
struct FetchRate(ToolSpec);

impl Tool for FetchRate {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let result = match call.attempt {
            1 | 2 => Err(ToolFailure::transient("rate.busy", "the service is busy")),
            _ => Ok(ToolOutput { output: json!(0.93), metadata: None }),
        };
        Box::pin(std::future::ready(result))
    }
}

fn read(name: &str) -> Plan {
    let path = format!("{}/../../examples/plans/{name}.json", env!("CARGO_MANIFEST_DIR"));
    dunlin::read_plan(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Carries a plan out, answering what is asked; gives the record and the texts of the todos that are left.
fn carry_out(plan: Plan, answer: &ApprovalAnswer) -> (Run, Vec<String>) {
    let world = World::new(1);
    let dunlin = Dunlin::open(world.env(), Options::default());
    let annotations = Annotations { read_only_hint: true, ..Annotations::default() };
    let spec = ToolSpec { name: "fetch_rate".into(), annotations, ..ToolSpec::default() };
    dunlin.register_tool(Rc::new(FetchRate(spec))).unwrap();
    let done = dunlin.quick_add("already done", &[]).unwrap().todos[0].id.clone();
    dunlin.todo_action(&json!({"action": "complete", "todoId": done})).unwrap();

    let run = dunlin.run(plan, RunOptions::default()).unwrap();
    let record = world.run_until_stalled(run.drive()).unwrap_or_else(|| {
        let question = run.record().execution_log.iter().find_map(|step| step.approval.clone()).unwrap();
        run.approve(&question.approval_id, answer.clone()).unwrap();
        world.block_on(run.drive())
    });
    let replayed = dunlin::replay(&dunlin.journal(&record.run_id).unwrap());
    assert!(replayed.matches, "{:?}", replayed.difference);
    let left = dunlin.todos().list(&Filter::all()).into_iter().map(|todo| todo.text).collect();
    (record, left)
}

fn outputs(run: &Run) -> Vec<Option<&Value>> {
    run.execution_log.iter().map(|step| step.output.as_ref()).collect()
}

#[test]
fn every_example_runs_with_the_real_tools() {
    let approve = &ApprovalAnswer::Approve;
    for name in ["diamond", "pipeline", "approval", "decision", "retry"] {
        assert_eq!(carry_out(read(name), approve).0.status, RunStatus::Completed, "{name}");
        assert_eq!(dunlin::read_plan(&dunlin::write_plan(&read(name))), Ok(read(name)), "{name}");
    }

    let (diamond, _) = carry_out(read("diamond"), approve);
    assert_eq!(outputs(&diamond), [Some(&json!(360)), Some(&json!(72)), Some(&json!(18)), Some(&json!(414))]);

    let (_, left) = carry_out(read("pipeline"), approve);
    assert_eq!(left, ["already done", "collect 24 from each of the four"]);

    let (_, left) = carry_out(read("approval"), approve);
    assert_eq!(left, ["water the plants"]);
    let (denied, left) = carry_out(read("approval"), &ApprovalAnswer::Reject { feedback: None });
    assert_eq!(denied.execution_log[1].status, StepStatus::Denied);
    assert_eq!(left, ["already done", "water the plants"]);

    let (retry, _) = carry_out(read("retry"), approve);
    assert_eq!((retry.execution_log[0].attempts, retry.result), (3, Some(json!(232.5))));
}

#[test]
fn the_decision_is_made_on_what_the_trip_really_costs() {
    for (expression, status, left) in [
        ("4 * 140", StepStatus::Succeeded, vec!["already done", "look again at a trip for 560"]),
        ("4 * 125", StepStatus::Skipped, vec!["already done"]),
    ] {
        let mut plan = read("decision");
        plan.steps[0].tool_input = json!({ "expression": expression });
        let (run, found) = carry_out(plan, &ApprovalAnswer::Approve);
        assert_eq!((run.execution_log[2].status, found), (status, left.into_iter().map(String::from).collect()));
        assert_eq!(run.execution_log[4].status, StepStatus::Succeeded, "the notice comes either way");
    }
}

#[test]
fn a_redacted_run_leaves_no_text_of_its_own_in_storage() {
    let world = World::new(1);
    let dunlin = Dunlin::open(world.env(), Options::default());
    let policy = serde_json::from_value(json!({"content": "redact"})).unwrap();
    let options = RunOptions { policy, ..RunOptions::default() };
    let run = dunlin.run("calculate 4321 * 2 then calculate 77123 / 0", options).unwrap();
    let record = world.block_on(run.drive());
    assert_eq!(record.execution_log[0].output, Some(json!(8642)), "while it is open it is whole");
    for (key, value) in world.storage().dump() {
        for text in ["4321", "8642", "77123", "divide by zero"] {
            assert!(!value.contains(text), "{text} is in {key}: {value}");
        }
    }
}

#[test]
fn a_redacted_run_that_lost_its_tab_is_refused_with_a_reason_and_can_be_deleted() {
    let world = World::new(1);
    let dunlin = Dunlin::open(world.env(), Options::default());
    let policy = serde_json::from_value(json!({"content": "redact", "approval": "always"})).unwrap();
    let run = dunlin.run("calculate 6 * 7", RunOptions { policy, ..RunOptions::default() }).unwrap();
    let run_id = run.run_id();
    assert!(world.run_until_stalled(run.drive()).is_none(), "it waits for an answer");
    drop((run, dunlin));

    let again = Dunlin::open(world.restarted().env(), Options::default());
    let error = again.resume(&run_id).unwrap_err();
    assert_eq!((error.code.as_str(), error.hint.as_deref()), ("run.redacted", Some("delete the run and start again")));
    assert_eq!(again.run_record(&run_id).unwrap().status, RunStatus::Suspended);
    again.delete_run(&run_id).unwrap();
    assert!(again.runs().is_empty());
}
