//! Two processes over one file: whoever is stopped in the middle of a call keeps its run until it dies, and nothing is done twice.
//!
//! The calls go to a service that counts what it is asked by idempotency key. They are not safe to repeat, so it may be asked
//! once for a key, and once more for each time that a person has agreed to.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    collections::{BTreeMap, HashSet},
    process::{Child, Command, Stdio},
    sync::{Arc, Condvar, Mutex},
    thread,
    time::{Duration, Instant},
};

use common::{
    Home, in_a_row,
    stub::{Stub, whole},
    web::{Answer, Served},
};
use dunlin_base::{Random, SeededRandom};
use serde_json::{Value, json};

/// How long anything may take to come about on a busy machine.
const LONGEST: Duration = Duration::from_secs(60);
/// Longer than a process waits before it tries again to have a run: each has tried when this is over.
const TRIES_MS: u64 = 1200;

#[expect(clippy::disallowed_methods, reason = "real processes are given real time")]
fn pause(ms: u64) {
    thread::sleep(Duration::from_millis(ms));
}

/// Looks until there is what is looked for.
#[track_caller]
#[expect(clippy::disallowed_methods, reason = "real processes are given real time")]
fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < LONGEST, "{what} did not come about");
        pause(10);
    }
}

fn signal(child: &Child, name: &str) {
    let told = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(told.success(), "kill {name}");
}

/// A service that does something at each request, before it answers.
struct Service {
    stub: Stub,
    gate: Arc<(Mutex<bool>, Condvar)>,
}

impl Service {
    /// One that takes up to so many milliseconds to answer.
    fn start(slow: u64, seed: u64) -> Self {
        let gate = Arc::new((Mutex::new(true), Condvar::new()));
        let (held, chance) = (gate.clone(), Mutex::new(SeededRandom::new(seed)));
        let stub = Stub::start(move |_| {
            let takes = chance.lock().unwrap().next_u64() % (slow + 1);
            pause(takes);
            let (open, opened) = &*held;
            drop(opened.wait_while(open.lock().unwrap(), |open| !*open).unwrap());
            whole("200 OK", "content-type: application/json\r\n", "{}")
        });
        Self { stub, gate }
    }

    /// Whether it answers from now on. What it is asked meanwhile it does all the same.
    fn answers(&self, open: bool) {
        *self.gate.0.lock().unwrap() = open;
        self.gate.1.notify_all();
    }

    /// How often it was asked to do each thing: by the words that say what, and by idempotency key.
    fn done(&self) -> BTreeMap<(String, String), usize> {
        let mut done = BTreeMap::new();
        for asked in self.stub.asked() {
            let key = asked.head.lines().find_map(|line| line.strip_prefix("idempotency-key: ")).unwrap();
            let what: Value = serde_json::from_slice(&asked.body).unwrap();
            *done.entry((what["do"].as_str().unwrap().to_owned(), key.to_owned())).or_default() += 1;
        }
        done
    }
}

/// A file of settings that lets the service be asked, as often as anybody likes.
fn settings(home: &Home, service: &Service) -> String {
    let file = home.folder.path().join("dunlin.json");
    let fetch = json!({"origins": [service.stub.origin], "methods": ["POST"], "allowPrivate": true,
        "rate": {"requests": 1000, "perMs": 1000}, "breaker": {"failures": 1000}});
    std::fs::write(&file, json!({"tools": {"fetch": fetch}}).to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

fn serve(home: &Home, settings: &str) -> Served {
    Served::start(home, &["--config", settings, "--rate", "0"])
}

/// A run that has the service do something, adds a todo, and waits; so often.
fn body(service: &Service, id: &str, parts: usize, timeout_ms: u64) -> String {
    let steps = parts_of(id, parts).flat_map(|part| {
        [
            ("tool", "fetch", json!({"url": service.stub.origin, "method": "POST", "json": {"do": part}})),
            ("tool", "todo_store", json!({"action": "add", "text": part})),
            ("wait", "", json!({"ms": 1})),
        ]
    });
    let policy = json!({"approval": "never", "stepTimeoutMs": timeout_ms});
    json!({"plan": in_a_row(id, steps), "runId": id, "policy": policy}).to_string()
}

fn parts_of(id: &str, parts: usize) -> impl Iterator<Item = String> {
    let id = id.to_owned();
    (1..=parts).map(move |part| format!("{id} part {part}"))
}

#[track_caller]
fn begin(served: &Served, body: &str) {
    let begun = served.ask("POST", "/runs", body);
    assert_eq!(begun.status, 201, "{begun:?}");
}

fn run(served: &Served, id: &str) -> Value {
    let answer = served.get(&format!("/runs/{id}"));
    assert_eq!(answer.status, 200, "{id}: {answer:?}");
    answer.json()
}

/// The questions of a run that are open: whether a call that may have been made is to be made again.
fn questions(record: &Value) -> Vec<String> {
    let asks = record["executionLog"].as_array().unwrap().iter().map(|step| &step["approval"]);
    let open = asks.filter_map(|ask| Some((ask["approvalId"].as_str()?, &ask["reason"])));
    open.map(|(id, reason)| {
        assert_eq!(reason, "unknownOutcome", "{record}");
        id.to_owned()
    })
    .collect()
}

fn agree(served: &Served, id: &str, question: &str) -> Answer {
    let body = json!({"approvalId": question, "answer": {"type": "approve"}});
    served.ask("POST", &format!("/runs/{id}/approve"), &body.to_string())
}

/// Waits until a server has read of the others' writes, and has these todos, each once.
#[track_caller]
fn has_todos(served: &Served, wanted: &[String]) {
    until(&format!("the todos {wanted:?}"), || {
        let listed = served.get("/todos?limit=1000").json();
        let listed = listed["todos"].as_array().unwrap().iter();
        let mut texts: Vec<&str> = listed.map(|todo| todo["text"].as_str().unwrap()).collect();
        texts.sort_unstable();
        (texts == wanted).then_some(())
    });
}

/// A process in the middle of its first call, stopped, and another over the same file that goes on with what was interrupted.
fn stopped_in_a_call(home: &Home, service: &Service, timeout_ms: u64) -> (Served, Served) {
    let settings = settings(home, service);
    let first = serve(home, &settings);
    service.answers(false);
    begin(&first, &body(service, "a", 2, timeout_ms));
    until("the call", || (service.done().len() == 1).then_some(()));
    signal(&first.child, "-STOP");
    service.answers(true);
    let second = serve(home, &settings);
    // One that is asked in words to go on with it does not have it either.
    let mut asked = home.command(&["--config", &settings, "runs", "resume", "a"]);
    let mut asked = asked.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    pause(TRIES_MS + 100);
    assert_eq!(asked.try_wait().unwrap(), None, "it waits for the run");
    asked.kill().unwrap();
    asked.wait().unwrap();
    assert_eq!(service.done().into_values().collect::<Vec<_>>(), [1], "nobody else has the run");
    assert_eq!(run(&second, "a")["status"], "running");
    (first, second)
}

#[test]
fn a_process_that_sleeps_in_a_call_keeps_its_run_and_takes_the_answer() {
    let (home, service) = (Home::new(), Service::start(0, 1));
    let (first, second) = stopped_in_a_call(&home, &service, 30_000);
    signal(&first.child, "-CONT");
    until("the end of the run", || (run(&second, "a")["status"] == "completed").then_some(()));
    assert_eq!(service.done().into_values().collect::<Vec<_>>(), [1, 1]);
    has_todos(&second, &parts_of("a", 2).collect::<Vec<_>>());
    assert_eq!(run(&first, "a"), run(&second, "a"));
}

#[test]
fn a_process_that_sleeps_for_longer_than_a_step_may_take_says_that_the_outcome_is_unknown() {
    let (home, service) = (Home::new(), Service::start(0, 1));
    let (first, second) = stopped_in_a_call(&home, &service, TRIES_MS);
    signal(&first.child, "-CONT");
    let record = until("the end", || Some(run(&second, "a")).filter(|record| record["status"] != "running"));
    let step = &record["executionLog"][0];
    assert_eq!((&record["status"], &step["errorCode"]), (&json!("failed"), &json!("tool.timeout")), "{record}");
    assert_eq!(step["outcomeUnknown"], true, "{record}");
    assert_eq!(service.done().into_values().collect::<Vec<_>>(), [1]);
    has_todos(&second, &[]);
}

#[test]
fn a_process_that_is_killed_in_its_sleep_leaves_a_question_and_the_run_to_the_other() {
    let (home, service) = (Home::new(), Service::start(0, 1));
    let (mut first, second) = stopped_in_a_call(&home, &service, 30_000);
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    let question = until("the question", || questions(&run(&second, "a")).pop());
    assert_eq!(service.done().into_values().collect::<Vec<_>>(), [1], "a person is asked first");
    assert_eq!(agree(&second, "a", &question).status, 200);
    until("the end of the run", || (run(&second, "a")["status"] == "completed").then_some(()));
    // The service knows by the key that it is the same call.
    assert_eq!(service.done().into_values().collect::<Vec<_>>(), [2, 1]);
    has_todos(&second, &parts_of("a", 2).collect::<Vec<_>>());
}

/// Two servers and what they have acknowledged.
struct Rivals {
    home: Home,
    service: Service,
    settings: String,
    served: [Served; 2],
    chance: SeededRandom,
    begun: Vec<String>,
    added: Vec<String>,
    /// By run, the events that were told.
    told: BTreeMap<String, Vec<Value>>,
    /// The questions that a person was asked, by run, and has agreed to: each lets a call be made once more.
    agreed: HashSet<(String, String)>,
}

const ROUNDS: usize = 6;
const PARTS: usize = 3;

impl Rivals {
    fn new(seed: u64) -> Self {
        let (home, service) = (Home::new(), Service::start(40, seed));
        let settings = settings(&home, &service);
        let served = [serve(&home, &settings), serve(&home, &settings)];
        let chance = SeededRandom::new(seed);
        let (begun, added, told, agreed) = Default::default();
        Self { home, service, settings, served, chance, begun, added, told, agreed }
    }

    fn up_to(&self, most: u64) -> u64 {
        self.chance.next_u64() % (most + 1)
    }

    /// Asks both at once.
    fn both(&self, ask: impl Fn(&Served) -> Answer + Sync) -> [Answer; 2] {
        let [one, other] = &self.served;
        thread::scope(|scope| {
            let asked = scope.spawn(|| ask(one));
            let answer = ask(other);
            [asked.join().unwrap(), answer]
        })
    }

    /// Begins a run at each, and one at both at once.
    fn begin(&mut self, round: usize) {
        for (at, served) in self.served.iter().enumerate() {
            let id = format!("r{round}s{at}");
            begin(served, &body(&self.service, &id, PARTS, 30_000));
            self.begun.push(id);
        }
        let id = format!("r{round}both");
        let text = body(&self.service, &id, PARTS, 30_000);
        let mut codes = self.both(|served| served.ask("POST", "/runs", &text)).map(|answer| answer.status);
        codes.sort_unstable();
        assert_eq!(codes, [201, 409], "{id}: one has begun it");
        self.begun.push(id);
    }

    /// Stops, kills and wakes one of them, while the other is asked for something and a third process wants a run as well.
    fn disturb(&mut self, round: usize) {
        pause(self.up_to(60));
        let wanted = self.one_begun();
        let mut third = self.home.command(&["--config", &self.settings, "runs", "resume", &wanted]);
        let mut third = third.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let (sleeps, dies, third_sleeps) = (self.up_to(2) > 0, self.up_to(2) > 0, self.up_to(1) == 0);
        let (at, sleeps_ms) = (self.up_to(1), self.up_to(700));
        let (text, id) = (format!("todo of round {round}"), self.one_begun());
        let [one, other] = &mut self.served;
        let (disturbed, awake) = if at == 0 { (one, other) } else { (other, one) };
        let (added, now) = thread::scope(|scope| {
            if sleeps {
                signal(&disturbed.child, "-STOP");
            }
            // One that is stopped in the middle of a write keeps the others waiting until it goes on or is gone.
            let asked =
                scope.spawn(|| (awake.ask("POST", "/todos", &json!({"text": text}).to_string()), timeline(awake, &id)));
            pause(sleeps_ms);
            if third_sleeps {
                signal(&third, "-STOP");
            }
            if dies {
                disturbed.child.kill().unwrap();
                disturbed.child.wait().unwrap();
            } else {
                signal(&disturbed.child, "-CONT");
            }
            pause(sleeps_ms / 4);
            third.kill().unwrap();
            third.wait().unwrap();
            if dies {
                *disturbed = serve(&self.home, &self.settings);
            }
            asked.join().unwrap()
        });
        assert_eq!(added.status, 201, "{added:?}");
        self.added.push(text);
        self.compare(&id, now);
    }

    fn one_begun(&self) -> String {
        self.begun[self.up_to(self.begun.len() as u64 - 1) as usize].clone()
    }

    /// What was told of a run before is true now.
    fn compare(&mut self, id: &str, now: Vec<Value>) {
        let before = self.told.entry(id.to_owned()).or_default();
        let both = before.len().min(now.len());
        assert_eq!(before[..both], now[..both], "{id}: what was told has changed");
        if now.len() > both {
            *before = now;
        }
    }

    /// Sees a run to its end, and agrees at both at once to what it asks.
    fn end(&mut self, id: &str) {
        until(id, || {
            let record = run(&self.served[self.up_to(1) as usize], id);
            for question in questions(&record) {
                let answers = self.both(|served| agree(served, id, &question));
                assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 409)), "{answers:?}");
                self.agreed.insert((id.to_owned(), question));
            }
            (record["status"] == "completed").then_some(())
        });
        let now = timeline(&self.served[0], id);
        assert!(self.told.get(id).is_none_or(|told| told.len() <= now.len()), "{id}: what was told is lost");
        self.compare(id, now);
    }
}

fn timeline(served: &Served, id: &str) -> Vec<Value> {
    let report = served.get(&format!("/runs/{id}/report"));
    assert_eq!(report.status, 200, "{id}: {report:?}");
    let events = report.json()["json"]["timeline"].take();
    events.as_array().unwrap().iter().map(|event| event["type"].clone()).collect()
}

fn contend(seed: u64) {
    let mut rivals = Rivals::new(seed);
    for round in 0..ROUNDS {
        rivals.begin(round);
        rivals.disturb(round);
    }
    let begun = rivals.begun.clone();
    for id in &begun {
        rivals.end(id);
    }
    let done = rivals.service.done();
    let parts: Vec<String> = begun.iter().flat_map(|id| parts_of(id, PARTS)).collect();
    let mut wanted = parts.clone();
    wanted.sort_unstable();
    assert_eq!(done.keys().map(|(what, _)| what.clone()).collect::<Vec<_>>(), wanted, "each has one key");
    for id in &begun {
        let again: usize =
            done.iter().filter(|((what, _), _)| what.starts_with(&format!("{id} "))).map(|(_, times)| times - 1).sum();
        let agreed = rivals.agreed.iter().filter(|(run, _)| run == id).count();
        assert!(again <= agreed, "{id}: {again} calls were made again, {agreed} agreed to");
    }
    wanted.append(&mut rivals.added);
    wanted.sort_unstable();
    for served in &rivals.served {
        has_todos(served, &wanted);
    }
    let health = rivals.home.say(&["health", "--json"]).records().remove(0);
    assert_eq!(health["notices"], Value::Null, "nothing was set aside");
}

#[test]
fn rivals_that_sleep_and_die_lose_and_double_nothing() {
    contend(1);
}

#[test]
fn other_rivals_that_sleep_and_die_lose_and_double_nothing() {
    contend(2);
}

#[test]
#[ignore = "takes minutes: by name only"]
fn twenty_pairs_of_rivals_lose_and_double_nothing() {
    (3..23).for_each(contend);
}
