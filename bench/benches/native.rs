//! Native figures: `cargo bench --package dunlin-bench`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../noop.rs"]
mod noop;

use std::rc::Rc;

use dunlin::{Dunlin, Options, Plan, PlanStep, PolicyChange, RunOptions, RunStatus, StepKind};
use dunlin_base::testing::World;
use dunlin_bench::{Case, rows};
use dunlin_date::{DateOptions, Now, parse_quick_add};
use noop::{Noop, above, graph};
use serde_json::json;

fn main() {
    print!("{}", evaluate());
    print!("{}", plan());
    print!("{}", order());
    print!("{}", run());
    print!("{}", map());
    print!("{}", open());
    print!("{}", read());
}

/// The expressions that Node's benchmark calculates too, by their group.
fn expressions(group: &str) -> Vec<&'static str> {
    let all = include_str!("../expressions.txt");
    let of_group = all.split("\n## ").find_map(|part| part.strip_prefix(group)).unwrap_or_default();
    of_group.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

fn evaluate() -> String {
    let mut text = String::new();
    for group in ["arithmetic", "functions"] {
        let all = expressions(group);
        let mut context = fend_core::Context::new();
        let mut fend = |text: &str| fend_core::evaluate(text, &mut context).is_ok();
        let known: Vec<&str> = all.iter().copied().filter(|text| fend(text)).collect();
        let count = known.len() as u32;
        let ours = || known.iter().filter(|text| dunlin_calc::evaluate(text).is_ok()).count();
        assert!(!known.is_empty() && ours() == known.len(), "an expression was not understood");
        let name = format!("fend-core, the same {count} of {group}");
        let mine = format!("{count} of {group}");
        let cases = vec![
            Case::new(&mine, count, ours),
            Case::new(&name, count, || known.iter().filter(|text| fend(text)).count()),
        ];
        text += &rows("evaluate, natively", 9, cases);
    }
    text
}

fn plan() -> String {
    let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    let planned = |goal: String| {
        let dunlin = dunlin.clone();
        move || dunlin.plan(&goal).is_ok()
    };
    let long = |clauses: usize| vec!["add todo water the tomatoes on the balcony"; clauses].join(" and ");
    rows(
        "plan a goal, natively",
        9,
        vec![
            Case::new("20 clauses, a clause", 20, planned(long(20))),
            Case::new("80 clauses, a clause, and the ratio to 20", 80, planned(long(80))).at_most_times(1.5),
            Case::new("one clause", 1, planned("add todo buy milk".to_owned())),
            Case::new("two clauses", 1, planned("add todo Buy milk and calculate (10 + 5) * 2".to_owned()))
                .at_most(50.0),
            Case::new("refused", 1, planned("what is the weather in the mountains tomorrow".to_owned())),
        ],
    )
}

fn order() -> String {
    // Every step depends on the nine before it, and 45 of them on the tenth before as well: 900 edges.
    let before = |step: u32| (step.saturating_sub(9).max(1)..step).chain(step.checked_sub(10).filter(|_| step <= 55));
    let plan = graph(100, |step| before(step).filter(|before| *before > 0).collect());
    let edges: usize = plan.steps.iter().map(|step| step.depends_on.len()).sum();
    assert_eq!(edges, 900, "the graph has another number of edges");
    let order = move || dunlin_plan::graph::Graph::of(&plan, &[]).order().len();
    rows("order a graph, natively", 15, vec![Case::new("100 steps and 900 edges", 1, order).at_most(20.0)])
}

/// Lines as people type them into the field of todos.
fn read() -> String {
    const LINES: [&str; 5] = [
        "water the beans tomorrow at 7 p1 #garden",
        "call the plumber next friday at half past 3",
        "return the library books in 2 weeks",
        "pay the club fee every 3rd monday",
        "read the report of the annual meeting",
    ];
    let options = DateOptions { now: Now::new(2026, 11, 21, 9, 30).expect("the moment is one"), day_first: false };
    let all = move || LINES.iter().filter(|line| !parse_quick_add(line, &options, &[]).text.is_empty()).count();
    rows(
        "read a line of quick add, natively",
        9,
        vec![Case::new("five lines, a line", LINES.len() as u32, all).at_most(10.0)],
    )
}

/// The most of a benchmark's run.
fn roomy() -> PolicyChange {
    PolicyChange {
        max_steps: Some(100_000),
        max_tool_calls: Some(100_000),
        max_parallel: Some(100),
        ..PolicyChange::default()
    }
}

fn opened(world: &World) -> Dunlin {
    let dunlin = Dunlin::open(world.env(), Options::default());
    let registered = dunlin.register_tool(Rc::new(Noop::new()));
    assert!(registered.is_ok(), "the tool could not be registered");
    dunlin
}

/// Carries a plan out to its end and gives the run's identifier.
fn carry_out(world: &World, dunlin: &Dunlin, plan: Plan) -> String {
    let handle = dunlin.run(plan, RunOptions { policy: roomy(), ..RunOptions::default() }).expect("the plan is valid");
    let record = world.block_on(handle.drive());
    assert_eq!(record.status, RunStatus::Completed);
    record.run_id
}

fn carried_out(plan: Plan) -> impl FnMut() {
    let world = World::new(1);
    let dunlin = opened(&world);
    move || {
        let run_id = carry_out(&world, &dunlin, plan.clone());
        let _ = dunlin.delete_run(&run_id);
    }
}

fn run() -> String {
    rows(
        "run, a no-op step, natively, journal in memory",
        5,
        vec![
            Case::new("1,000 steps, 10 wide and 100 deep", 1000, carried_out(graph(1000, |step| above(step, 10)))),
            Case::new("4,000 steps, 10 wide, and the ratio", 4000, carried_out(graph(4000, |step| above(step, 10))))
                .at_most_times(1.5),
            Case::new("1,000 steps, 100 wide and 10 deep", 1000, carried_out(graph(1000, |step| above(step, 100)))),
            Case::new("100 steps at once", 100, carried_out(graph(100, |_| vec![]))),
        ],
    )
}

/// The same step for every item of a list, beside a plan that has it as often.
fn map() -> String {
    let ten_at_once = rows(
        "map, a no-op step, natively, journal in memory",
        5,
        vec![
            Case::new("1,000 plain steps, 10 wide", 1000, carried_out(graph(1000, |step| above(step, 10)))),
            Case::new("1,000 items, 10 at once, and the ratio", 1000, carried_out(mapped(1000, 1, 10)))
                .at_most_times(2.0),
            Case::new("10,000 items, 10 at once, and the ratio", 10_000, carried_out(mapped(10_000, 1, 10)))
                .at_most_times(2.0),
        ],
    );
    // Every step is stored by itself.
    let one_by_one = rows(
        "map, a no-op step, natively, journal in memory",
        5,
        vec![
            Case::new("1,000 plain steps, one by one", 1000, carried_out(graph(1000, |step| above(step, 1)))),
            Case::new("10,000 items, one by one, and the ratio", 10_000, carried_out(mapped(10_000, 1, 1)))
                .at_most_times(2.0),
        ],
    );
    ten_at_once + &one_by_one
}

/// A run that is read from storage, its journal checked event by event.
fn open() -> String {
    let world = World::new(1);
    let run_id = carry_out(&world, &opened(&world), mapped(10_000, 5, 10));
    let events = opened(&world).journal(&run_id).map_or(0, |journal| journal.events.len() as u32);
    assert!(events >= 100_000, "the run has {events} events");
    let open = move || assert!(opened(&world).run_record(&run_id).is_some(), "the run is not there");
    rows("open a run of 100,000 events, natively", 3, vec![Case::new("an event", events, open).at_most(10.0)])
}

/// A plan that does `body` steps, one after the other, for each of so many items.
fn mapped(items: u32, body: u32, most: u32) -> Plan {
    let over: Vec<u32> = (0..items).collect();
    let map = PlanStep {
        step_number: 1,
        kind: StepKind::Map,
        tool_input: json!({"over": over, "maxParallel": most}),
        body: graph(body, |step| above(step, 1)).steps,
        estimated_cost_tier: 1,
        ..PlanStep::default()
    };
    Plan { schema_version: 2, steps: vec![map], ..graph(0, |_| vec![]) }
}
