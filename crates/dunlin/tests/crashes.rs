//! Nothing lost, nothing doubled, with the real tools over one real storage: journal, todos and their undo lie side by side,
//! and the tab dies after every single write to any of them, before and after every call, or again and again at random. The
//! final todos and the final run are those of a run that nothing disturbed.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::{cell::Cell, rc::Rc, task::Poll};

use dunlin::{
    Annotations, ApprovalAnswer, Dunlin, Filter, Options, Plan, PolicyChange, Run, RunHandle, RunOptions, Tool,
    ToolCall, ToolFailure, ToolOutput, ToolSpec,
};
use dunlin_base::{Env, LocalFuture, Random, SeededRandom, testing::World};
use serde_json::{Value, json};

/// What each plan does, a step a line: its kind or tool, its input, and the steps it comes after.
const PLANS: [&[&str]; 7] = [
    // Adds, and what was added is seen.
    &[
        r#"todo_store {"action":"add","text":"sweep the yard"}"#,
        r#"todo_store {"action":"add","text":"wax the sledge","tags":["winter"],"priority":2}"#,
        r#"todo_store {"action":"list"}"#,
    ],
    // A sum goes into a todo, after a wait, and the todo is completed by its words.
    &[
        r#"calculator {"expression":"96 / 4"}"#,
        r#"todo_store {"action":"add","text":{"$concat":["collect ",{"$from":{"step":1,"pointer":"/output"}}]}}"#,
        r#"wait {"ms":250} after 2"#,
        r#"todo_store {"action":"complete","match":"collect 24"} after 3"#,
        r#"todo_store {"action":"count"}"#,
    ],
    // Several todos at once: asked first, one change of many writes, then taken back.
    &[
        r#"todo_store {"action":"add","text":"oil the gate"}"#,
        r#"todo_store {"action":"clear","filter":{"status":"all"}}"#,
        r#"todo_store {"action":"add","text":"mend the gate"}"#,
        r#"todo_store {"action":"list"}"#,
    ],
    // Side by side: sums, a tool that is busy twice, one that answers too late, and todos between them.
    &[
        r#"calculator {"expression":"2 ^ 10"}"#,
        r#"busy {"times":2}"#,
        r#"late {"attempts":1}"#,
        r#"todo_store {"action":"add","text":{"$concat":["rate ",{"$from":{"step":2,"pointer":"/output"}}]}}"#,
        r#"todo_store {"action":"add","text":"after all"} after 3"#,
        "hangs {} after 1",
    ],
    // A decision skips one branch and not the other; a notice is recorded.
    &[
        r#"calculator {"expression":"7 * 8"}"#,
        r#"decision {"left":{"$from":{"step":1,"pointer":"/output"}},"operator":">","right":100}"#,
        r#"todo_store {"action":"add","text":"dear"} after 2"#,
        r#"notify {"title":"Checked","body":"It is cheap"} after 1"#,
        r#"todo_store {"action":"add","text":"cheap"} after 4"#,
    ],
    // By the order in which they were shown; and something that recurs.
    &[
        r#"todo_store {"action":"list"}"#,
        r#"todo_store {"action":"delete","position":2} after 1"#,
        r#"todo_store {"action":"complete","position":3} after 2"#,
        r#"todo_store {"action":"add","text":"water the ferns","due":"2026-11-22","recurrence":"FREQ=DAILY"} after 3"#,
        r#"todo_store {"action":"complete","match":"ferns"} after 4"#,
    ],
    // A step fails for good; what was done stays done, the rest is not begun.
    &[
        r#"todo_store {"action":"add","text":"first"}"#,
        r#"calculator {"expression":"1 / 0"} after 1"#,
        r#"todo_store {"action":"add","text":"never"} after 2"#,
    ],
];

fn plan(lines: &[&str]) -> Plan {
    let steps: Vec<Value> = (1..)
        .zip(lines)
        .map(|(number, line): (u32, _)| {
            let (head, after) = line.split_once(" after ").unwrap_or((line, ""));
            let (name, input) = head.split_once(' ').unwrap();
            let is_kind = matches!(name, "wait" | "decision" | "notify");
            let after: Vec<u32> =
                after.split(',').filter(|text| !text.is_empty()).map(|text| text.parse().unwrap()).collect();
            json!({
                "stepNumber": number, "kind": if is_kind { name } else { "tool" },
                "toolName": if is_kind { "" } else { name }, "dependsOn": after,
                "toolInput": serde_json::from_str::<Value>(input).unwrap(),
            })
        })
        .collect();
    let text = json!({"schemaVersion": 1, "goal": "by hand", "steps": steps}).to_string();
    dunlin::read_plan(&text).unwrap_or_else(|error| panic!("{lines:?}: {error}"))
}

/// How often each tool of the host's was called, and how many moments of its calls are left before the tab dies.
#[derive(Clone, Default)]
struct Host {
    calls: Rc<Cell<u32>>,
    fuse: Rc<Cell<Option<u32>>>,
}

impl Host {
    /// Whether the tab dies at this moment of a call.
    fn dies(&self) -> bool {
        let left = self.fuse.get();
        if let Some(left) = left {
            self.fuse.set(Some(left.saturating_sub(1)));
        }
        left.is_some_and(|left| left <= 1)
    }

    fn is_dead(&self) -> bool {
        self.fuse.get() == Some(0)
    }
}

/// Tools of the host's own, all of which only look: busy fails `times` times before it answers; late answers its first
/// attempts when nobody waits any more; hangs never answers its first attempt.
struct Lent {
    spec: ToolSpec,
    env: Env,
    host: Host,
}

impl Tool for Lent {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let (name, timer, host) = (self.spec.name.clone(), self.env.timer.clone(), self.host.clone());
        host.calls.set(host.calls.get() + 1);
        Box::pin(async move {
            if host.dies() {
                std::future::pending::<()>().await;
            }
            let number = |name: &str| call.input[name].as_u64().unwrap_or_default();
            match name.as_str() {
                "busy" if u64::from(call.attempt) <= number("times") => {
                    return Err(ToolFailure::transient("test.busy", "not this time"));
                }
                "late" if u64::from(call.attempt) <= number("attempts") => timer.sleep(TIMEOUT_MS + 300).await,
                "hangs" if call.attempt == 1 => std::future::pending().await,
                _ => {}
            }
            if host.dies() {
                std::future::pending::<()>().await;
            }
            Ok(ToolOutput { output: json!(name), metadata: None })
        })
    }
}

const TIMEOUT_MS: u64 = 500;
const RUN: &str = "run-1";

struct Page {
    world: World,
    host: Host,
    dunlin: Dunlin,
}

impl Page {
    /// A page over that world with three todos that were there before.
    fn new(seed: u64) -> Self {
        let page = Self::on(World::new(seed), Host::default());
        for text in ["Ash", "Birch", "Cedar"] {
            page.dunlin.quick_add(text, &[]).unwrap();
        }
        page.world.wind(1);
        page
    }

    fn on(world: World, host: Host) -> Self {
        let dunlin = Dunlin::open(world.env(), Options::default());
        for name in ["busy", "late", "hangs"] {
            let annotations = Annotations { read_only_hint: true, ..Annotations::default() };
            let spec = ToolSpec { name: name.into(), annotations, ..ToolSpec::default() };
            dunlin.register_tool(Rc::new(Lent { spec, env: world.env(), host: host.clone() })).unwrap();
        }
        Self { world, host, dunlin }
    }

    /// Another page over the same storage. To load it takes a moment, so what it adds comes after what was there.
    fn reloaded(&self) -> Self {
        self.host.fuse.set(None);
        self.world.wind(1);
        Self::on(self.world.restarted(), self.host.clone())
    }

    /// The run, taken up where it was, or begun when it was not even recorded.
    fn run(&self, lines: &[&str], seed: u64) -> RunHandle {
        self.dunlin.resume(RUN).unwrap_or_else(|error| {
            assert_eq!(error.code, "run.not-found");
            let policy = PolicyChange {
                max_parallel: Some(1 + (seed % 4) as u32),
                step_timeout_ms: Some(TIMEOUT_MS),
                ..PolicyChange::default()
            };
            let options = RunOptions { policy, run_id: Some(RUN.into()), seed: Some(7), ..RunOptions::default() };
            self.dunlin.run(plan(lines), options).unwrap()
        })
    }

    /// Drives until the run ends or the tab dies; answers every question with yes.
    fn carry_on(&self, handle: &RunHandle, is_dead: &dyn Fn() -> bool) -> Option<Run> {
        while !is_dead() {
            let mut driving = handle.drive();
            let ended =
                self.world.run_until_stalled(std::future::poll_fn(|context| match driving.as_mut().poll(context) {
                    _ if is_dead() => Poll::Ready(None),
                    Poll::Ready(run) => Poll::Ready(Some(run)),
                    Poll::Pending => Poll::Pending,
                }));
            drop(driving);
            if let Some(ended) = ended {
                return ended;
            }
            let record = handle.record();
            let question = record.execution_log.iter().find_map(|step| step.approval.clone());
            let question = question.unwrap_or_else(|| panic!("it stands still without a question: {record:#?}"));
            handle.approve(&question.approval_id, ApprovalAnswer::Approve).unwrap();
        }
        None
    }

    /// Takes the run up and carries it to its end; gives what is left of everything.
    fn end(&self, lines: &[&str], seed: u64) -> End {
        let run = self.carry_on(&self.run(lines, seed), &|| false).unwrap();
        let replayed = dunlin::replay(&self.dunlin.journal(RUN).unwrap());
        assert!(replayed.matches, "{:?}", replayed.difference);
        End::of(self, &run)
    }
}

/// What a crash must not change: the run and the todos, without moments and the identifiers that are drawn from them.
#[derive(Debug, PartialEq)]
struct End {
    run: Value,
    todos: Value,
}

impl End {
    fn of(page: &Page, run: &Run) -> Self {
        let mut names = Vec::new();
        let mut plain = |value: Value| timeless(value, &mut names);
        let todos = page.dunlin.todos().list(&Filter::all());
        let todos = plain(serde_json::to_value(todos).unwrap());
        let run = plain(serde_json::to_value(run).unwrap());
        // What another page reads from the storage is what this one holds.
        let again = Page::on(page.world.restarted(), Host::default());
        let stored = serde_json::to_value(again.dunlin.todos().list(&Filter::all())).unwrap();
        assert_eq!(timeless(stored, &mut names), todos);
        Self { run, todos }
    }
}

/// Identifiers told by the order in which they are first met, moments not at all.
fn timeless(value: Value, names: &mut Vec<String>) -> Value {
    let is_id = |text: &str| text.len() == 36 && text.split('-').map(str::len).eq([8, 4, 4, 4, 12]);
    match value {
        Value::String(text) if is_id(&text) => {
            let known = names.iter().position(|name| *name == text);
            let at = known.unwrap_or_else(|| {
                names.push(text);
                names.len() - 1
            });
            json!(format!("id {at}"))
        }
        Value::Array(items) => items.into_iter().map(|item| timeless(item, names)).collect(),
        Value::Object(map) => {
            let is_moment = |key: &str| {
                ["createdAt", "updatedAt", "startedAt", "completedAt", "durationMs", "activeMs", "waitedMs"]
                    .contains(&key)
            };
            let field = |(key, value): (String, Value)| {
                let value = if is_moment(&key) { Value::Null } else { timeless(value, names) };
                (key, value)
            };
            Value::Object(map.into_iter().map(field).collect())
        }
        plain => plain,
    }
}

/// From its so-manieth write on, nothing that this page writes is kept.
fn dies_after(page: &Page, writes: usize) -> Rc<Cell<bool>> {
    let dead = Rc::new(Cell::new(false));
    let (flag, left) = (dead.clone(), Cell::new(writes));
    page.world.storage().gate_writes(move |_, _| {
        flag.set(flag.get() || left.get() == 0);
        left.set(left.get().saturating_sub(1));
        !flag.get()
    });
    dead
}

#[test]
fn the_tab_dies_after_every_single_write_of_journal_and_todos() {
    let mut crashes = 0;
    for lines in PLANS {
        for seed in 0..4 {
            let page = Page::new(seed);
            let before = page.world.storage().writes();
            let expected = page.end(lines, seed);
            let writes = page.world.storage().writes() - before;
            assert!(writes > 5, "{lines:?}");
            for dies in 0..=writes {
                let page = Page::new(seed);
                let dead = dies_after(&page, dies);
                let handle = page.run(lines, seed);
                let _ = page.carry_on(&handle, &|| dead.get());
                drop(handle);
                let page = page.reloaded();
                let found = page.end(lines, seed);
                assert_eq!(found, expected, "{lines:?} seed {seed} dies after write {dies} of {writes}");
                let finished = |notice: &String| notice.starts_with("an interrupted change was finished");
                assert!(page.dunlin.notices().iter().all(finished), "{:?}", page.dunlin.notices());
                crashes += 1;
            }
        }
    }
    assert!(crashes > 400, "{crashes}");
}

#[test]
fn the_tab_dies_before_and_after_every_call_of_a_hosts_tool() {
    let lines = PLANS[3];
    for seed in 0..8 {
        let page = Page::new(seed);
        let expected = page.end(lines, seed);
        let calls = page.host.calls.get();
        assert_eq!(calls, 3 + 2 + 2);
        for dies in 1..=2 * calls {
            let page = Page::new(seed);
            page.host.fuse.set(Some(dies));
            let handle = page.run(lines, seed);
            let host = page.host.clone();
            let _ = page.carry_on(&handle, &|| host.is_dead());
            drop(handle);
            assert_eq!(page.reloaded().end(lines, seed), expected, "seed {seed} dies at {dies}");
        }
    }
}

#[test]
fn the_tab_dies_again_and_again_at_random() {
    // By plan, and by how many steps go at once.
    let undisturbed: Vec<Vec<End>> =
        PLANS.iter().map(|lines| (0..4).map(|seed| Page::new(seed).end(lines, seed)).collect()).collect();
    for seed in 0..1200u64 {
        let at = (seed % PLANS.len() as u64) as usize;
        let random = SeededRandom::new(seed);
        let mut page = Page::new(seed);
        for _ in 0..random.next_u64() % 6 {
            let dead = dies_after(&page, (random.next_u64() % 9) as usize);
            let handle = page.run(PLANS[at], seed);
            let _ = page.carry_on(&handle, &|| dead.get());
            drop(handle);
            page = page.reloaded();
        }
        let end = page.end(PLANS[at], seed);
        assert_eq!(end, undisturbed[at][(seed % 4) as usize], "seed {seed}: {:?}", PLANS[at]);
    }
}
