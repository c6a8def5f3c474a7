//! The five workflows of `testdata/workflows`, as plan files: what they say happens, and what goes wrong is taken care of.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use dunlin::{
    Dunlin, Options, RunHandle, RunOptions, RunStatus, Schedule, Tool, ToolCall, ToolFailure, ToolOutput, ToolSpec,
    read_plan,
};
use dunlin_base::{LocalFuture, testing::World};
use serde_json::{Value, json};

#[path = "../examples/workflows.rs"]
#[expect(dead_code, reason = "its `main` prints what is held here against the files")]
mod example;

type Said = Rc<RefCell<Vec<String>>>;

/// Does what it is told, once for each key: `act` refuses one thing, `flaky` fails its first two tries.
struct Act {
    spec: ToolSpec,
    said: Said,
    done: RefCell<BTreeMap<String, Value>>,
    refuses: &'static str,
    fails: u32,
}

impl Act {
    fn tool(name: &str, said: &Said, refuses: &'static str, fails: u32) -> Rc<dyn Tool> {
        let schema = json!({"type": "object", "required": ["do"], "properties": {"do": {"type": "string"}}});
        let spec = ToolSpec { name: name.into(), input_schema: schema, keyed: true, ..ToolSpec::default() };
        Rc::new(Self { spec, said: said.clone(), done: RefCell::default(), refuses, fails })
    }
}

impl Tool for Act {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let what = call.input["do"].as_str().unwrap().to_owned();
        let result = if what == self.refuses {
            Err(ToolFailure::new("act.refused", format!("cannot {what}")))
        } else if call.attempt <= self.fails {
            Err(ToolFailure::transient("act.busy", "try again"))
        } else {
            let mut done = self.done.borrow_mut();
            let output = done.entry(call.idempotency_key).or_insert_with(|| {
                self.said.borrow_mut().push(what.clone());
                json!(what)
            });
            Ok(ToolOutput { output: output.clone(), metadata: None })
        };
        Box::pin(std::future::ready(result))
    }
}

struct Shop {
    world: World,
    dunlin: Dunlin,
    said: Said,
}

impl Shop {
    fn new(refuses: &'static str) -> Self {
        let (world, said) = (World::new(1), Said::default());
        let dunlin = Dunlin::open(world.env(), Options::default());
        dunlin.register_tool(Act::tool("act", &said, refuses, 0)).unwrap();
        dunlin.register_tool(Act::tool("flaky", &said, "", 2)).unwrap();
        Self { world, dunlin, said }
    }

    fn run(&self, file: &str, input: Value) -> RunHandle {
        let options = RunOptions { input: Some(input), run_id: Some("run".into()), ..RunOptions::default() };
        self.dunlin.run(read_plan(file).unwrap(), options).unwrap()
    }

    fn said(&self) -> Vec<String> {
        self.said.borrow().clone()
    }
}

const ORDER: &str = include_str!("../../../testdata/workflows/order.json");
const REVIEW: &str = include_str!("../../../testdata/workflows/review.json");
const ROWS: &str = include_str!("../../../testdata/workflows/rows.json");
const PARENT: &str = include_str!("../../../testdata/workflows/parent.json");
const WEEKLY: &str = include_str!("../../../testdata/workflows/weekly.json");

#[test]
fn the_example_writes_the_same_plans_as_records() {
    let written = [
        (ORDER, example::order()),
        (REVIEW, example::review()),
        (ROWS, example::rows()),
        (PARENT, example::parent()),
        (WEEKLY, example::weekly()),
    ];
    for (file, plan) in written {
        assert_eq!(plan, read_plan(file).unwrap());
    }
}

#[test]
fn an_order_is_taken_or_taken_back() {
    let shop = Shop::new("");
    let run = shop.world.block_on(shop.run(ORDER, json!({"item": "lamp"})).drive());
    assert_eq!(run.result, Some(json!({"payment": "charge", "parcel": "ship"})));
    let shop = Shop::new("ship");
    let run = shop.world.block_on(shop.run(ORDER, json!({"item": "lamp"})).drive());
    assert_eq!((run.status, run.error.unwrap().code), (RunStatus::Failed, "act.refused".to_owned()));
    assert_eq!(shop.said(), ["reserve lamp", "charge", "refund charge", "release lamp"]);
    // Whatever became of it, the person is told that it is closed.
    assert!(run.execution_log[3].success);
    let report = shop.dunlin.report("run").unwrap().markdown;
    assert!(report.contains("- Taken back: step 1 (act), step 2 (act)"), "{report}");
}

#[test]
fn a_review_is_asked_for_again_after_two_days() {
    for (first, second, published) in
        [(Some(true), None, true), (Some(false), None, false), (None, Some(true), true), (None, Some(false), false)]
    {
        let shop = Shop::new("");
        let run = shop.run(REVIEW, json!({}));
        let look = |answer: Option<bool>, step| {
            let Some(agreed) = answer else { return };
            shop.dunlin.answer("run", step, json!({"agreed": agreed})).unwrap();
        };
        if first.is_some() {
            let mut driving = run.drive();
            assert!(poll(&mut driving));
            look(first, 1);
        }
        // Without an answer the world goes on until the second question stands alone.
        let ended = shop.world.run_until_stalled(run.drive());
        let ended = ended.unwrap_or_else(|| {
            assert!(run.record().execution_log[1].success);
            look(second, 3);
            shop.world.block_on(run.drive())
        });
        assert_eq!(ended.status, RunStatus::Completed);
        assert_eq!(!shop.said().is_empty(), published, "{first:?} {second:?}");
    }
}

#[test]
fn the_reminder_of_a_review_comes_after_two_days_and_not_before() {
    const HOUR: u64 = 3_600_000;
    let shop = Shop::new("");
    let run = shop.run(REVIEW, json!({}));
    let mut driving = run.drive();
    let mut reminded = |hours: u64| {
        shop.world.wind(hours * HOUR);
        for _ in 0..20 {
            assert!(poll(&mut driving));
            shop.world.wind(50);
        }
        run.record().execution_log[1].attempts
    };
    for hours in [0, 1, 23, 23] {
        assert_eq!(reminded(hours), 0, "it is silent");
    }
    assert_eq!(reminded(1), 1);
    // Once: the second question stands without a limit.
    assert_eq!(reminded(200), 1);
    let record = run.record();
    let after = record.execution_log[1].started_at_ms.unwrap() - record.created_at_ms;
    assert!((172_800_000..172_860_000).contains(&after), "{after}");
    assert_eq!((record.status, shop.said().len()), (RunStatus::Suspended, 0));
}

/// Looks at a future once; whether it has something to wait for.
fn poll<T>(future: &mut LocalFuture<'static, T>) -> bool {
    future.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())).is_pending()
}

#[test]
fn every_row_is_sent_with_three_tries_each() {
    let shop = Shop::new("");
    let rows: Vec<Value> = (1..=6).map(|id| json!({ "id": id })).collect();
    let run = shop.world.block_on(shop.run(ROWS, json!({ "rows": rows })).drive());
    let sent: Vec<String> = (1..=6).map(|id| format!("row {id}")).collect();
    assert_eq!(run.result, Some(json!({ "sent": sent })));
    assert!(run.inner_log.iter().all(|step| step.attempts == 3) && shop.said().len() == 6);
}

#[test]
fn a_parent_waits_for_two_children_and_a_signal() {
    let shop = Shop::new("");
    let run = shop.run(PARENT, json!(null));
    let mut driving = run.drive();
    while shop.said().len() < 2 {
        assert!(poll(&mut driving));
    }
    shop.dunlin.signal("run", "go", json!("onwards")).unwrap();
    let run = shop.world.block_on(driving);
    assert_eq!((run.status, run.result), (RunStatus::Completed, Some(json!("left and right"))));
    assert_eq!(shop.said(), ["left", "right", "onwards"]);
    assert_eq!(shop.dunlin.runs().iter().filter(|run| run.parent_run_id.as_deref() == Some("run")).count(), 2);
}

#[test]
fn a_report_comes_every_friday() {
    let shop = Shop::new("");
    let add = shop.dunlin.run("add todo Sweep the yard", RunOptions::default()).unwrap();
    shop.world.block_on(add.drive());
    let plan = Some(read_plan(WEEKLY).unwrap());
    let rule = Some("FREQ=WEEKLY;BYDAY=FR".to_owned());
    let schedule = Schedule { id: "weekly".into(), plan, at: "2026-11-27T09:00".into(), rule, ..Schedule::default() };
    shop.dunlin.add_schedule(schedule).unwrap();
    for _ in 0..2 {
        shop.world.wind(7 * 24 * 3_600_000);
        let begun = shop.world.block_on(shop.dunlin.begin_due());
        let run = shop.world.block_on(begun.runs[0].drive());
        assert_eq!(run.result, Some(json!({"late": true, "todos": ["Sweep the yard"]})));
    }
}
