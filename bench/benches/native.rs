//! Native figures: `cargo bench --package dunlin-bench`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::rc::Rc;

use dunlin::{
    Annotations, Dunlin, Options, Plan, PlanStep, PolicyChange, RunOptions, RunStatus, StepKind, Tool, ToolCall,
    ToolFailure, ToolOutput, ToolSpec,
};
use dunlin_base::{LocalFuture, Utf16Span, testing::World};
use dunlin_bench::{Case, table};
use serde_json::{Map, json};

fn main() {
    println!("{}", evaluate());
    println!("{}", plan());
    println!("{}", order());
    println!("{}", run());
}

fn evaluate() -> String {
    const SUMS: [&str; 6] = ["2 + 3 * 4", "0.1 + 0.2", "(10 + 5) * 2", "15% of 84.50", "1/3 + 1/7", "2^64 - 1"];
    const FUNCTIONS: [&str; 5] = ["sqrt(2)", "sin(1)", "ln(10)", "exp(1.5)", "2^0.5"];
    let all = |list: &'static [&str]| move || list.iter().filter_map(|text| dunlin_calc::evaluate(text).ok()).count();
    table(
        "evaluate one expression",
        15,
        vec![
            Case::new("arithmetic", SUMS.len() as u32, all(&SUMS)),
            Case::new("functions", FUNCTIONS.len() as u32, all(&FUNCTIONS)),
        ],
    )
}

fn plan() -> String {
    let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    let planned = |goal: String| {
        let dunlin = dunlin.clone();
        move || dunlin.plan(&goal).is_ok()
    };
    let long = |clauses: usize| vec!["add todo water the tomatoes on the balcony"; clauses].join(" and ");
    table(
        "plan one goal",
        15,
        vec![
            Case::new("one clause", 1, planned("add todo buy milk".to_owned())),
            Case::new("two clauses", 1, planned("add todo buy milk and calculate (10 + 5) * 2".to_owned())),
            Case::new("20 clauses, per clause", 20, planned(long(20))),
            Case::new("80 clauses, per clause", 80, planned(long(80))),
            Case::new("refused", 1, planned("what is the weather in the mountains tomorrow".to_owned())),
        ],
    )
}

fn order() -> String {
    // Every step depends on the nine before it: 100 steps, 855 edges, and 45 more to the first ones.
    let plan = graph(100, |step| (step.saturating_sub(9).max(1)..step).collect());
    let levels = move || dunlin_plan::graph::Graph::of(&plan, &[]).order().len();
    table("order a graph of 100 steps and 855 edges", 15, vec![Case::new("order", 1, levels)])
}

fn run() -> String {
    let carried_out = |plan: Plan| {
        let world = World::new(1);
        let dunlin = Dunlin::open(world.env(), Options::default());
        let registered = dunlin.register_tool(Rc::new(Noop(spec())));
        assert!(registered.is_ok(), "the tool could not be registered");
        let policy = PolicyChange {
            max_steps: Some(2000),
            max_tool_calls: Some(2000),
            max_parallel: Some(100),
            ..PolicyChange::default()
        };
        move || {
            let options = RunOptions { policy: policy.clone(), ..RunOptions::default() };
            let handle = dunlin.run(plan.clone(), options).expect("the plan is valid");
            let record = world.block_on(handle.drive());
            assert_eq!(record.status, RunStatus::Completed);
            let _ = dunlin.delete_run(&record.run_id);
        }
    };
    table(
        "carry out, per no-op step, journal in memory",
        5,
        vec![
            Case::new("100 steps at once", 100, carried_out(graph(100, |_| vec![]))),
            Case::new("1,000 steps, 100 wide and 10 deep", 1000, carried_out(graph(1000, |step| above(step, 100)))),
            Case::new("1,000 steps, 10 wide and 100 deep", 1000, carried_out(graph(1000, |step| above(step, 10)))),
        ],
    )
}

/// The step above in a grid of that width.
fn above(step: u32, width: u32) -> Vec<u32> {
    step.checked_sub(width).filter(|above| *above > 0).into_iter().collect()
}

fn graph(steps: u32, depends_on: impl Fn(u32) -> Vec<u32>) -> Plan {
    let steps: Vec<PlanStep> = (1..=steps)
        .map(|step_number| PlanStep {
            step_number,
            kind: StepKind::Tool,
            tool_name: "noop".to_owned(),
            tool_input: json!({}),
            reasoning: String::new(),
            depends_on: depends_on(step_number),
            acceptance_criteria: vec![],
            estimated_cost_tier: 1,
            estimated_duration_ms: 0,
            source: Utf16Span::default(),
            unknown: Map::new(),
        })
        .collect();
    Plan {
        schema_version: 1,
        goal: "a benchmark".to_owned(),
        steps,
        rationale: String::new(),
        confidence: 1.0,
        complexity_score: 0.0,
        total_estimated_duration_ms: 0,
        unknown: Map::new(),
    }
}

struct Noop(ToolSpec);

impl Tool for Noop {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        Box::pin(std::future::ready(Ok(ToolOutput { output: json!(null), metadata: None })))
    }
}

fn spec() -> ToolSpec {
    ToolSpec {
        name: "noop".to_owned(),
        description: "Does nothing".to_owned(),
        input_schema: json!({"type": "object"}),
        annotations: Annotations { read_only_hint: true, ..Annotations::default() },
        reads: vec![],
        writes: vec![],
        destructive_when: None,
        read_only_when: None,
        keyed: false,
    }
}
