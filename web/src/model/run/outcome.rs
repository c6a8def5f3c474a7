//! What came of a run: its sums, what it changed, what was taken back.

use dunlin::{Aftermath, ExecutionStep, Match, Now, Run, RunError, RunStatus, StepKind, StepStatus, Todo, Within};
use leptos::prelude::*;
use serde_json::Value;

use crate::model::{
    App, Planned, Source, State, Wanted,
    run::step::said_of,
    waits_until, wanted, when,
    words::change::told,
    words::format::{counted, sentence, shortened},
    words::tabled::columns_of,
    words::value::{changed, changed_told, items, names_of, prime_in, words_of},
};

/// The most sums that are repeated above the result; the log has them all.
pub(crate) const MOST_SUMS: usize = 10;
/// So many todos are named before the others are only counted.
const MOST_NAMED: usize = 5;
/// Among more than these nobody chooses by buttons.
const MOST_CHOICES: usize = 6;
/// So much of a todo's words stands on a button.
const MOST_OF_NAME: usize = 60;

/// Whether what a step did holds: what was taken back is as if it had not been done.
pub(crate) fn holds(step: &ExecutionStep) -> bool {
    step.success && step.undo != Some(StepStatus::Succeeded)
}

/// Whether a step is a sum.
pub(crate) fn is_sum(step: &ExecutionStep) -> bool {
    step.tool_name == "calculator"
}

/// What the run that is looked at waits for, in words; while a run within it waits, it waits as that one does.
pub(crate) fn awaited(app: App) -> String {
    let rests = |run: &Run| (run.status == RunStatus::Suspended).then(|| wanted(run));
    let within = || app.runs.children.with(|children| children.values().filter_map(rests).min());
    match app.runs.shown.with(|run| run.as_ref().and_then(rests)).or_else(within) {
        None => "Working…".to_owned(),
        Some(Wanted::Approval | Wanted::Answer) => "Waiting for your answer.".to_owned(),
        Some(Wanted::Signal) => "Waiting for a signal.".to_owned(),
        Some(Wanted::Moment) => {
            let until = app.runs.shown.with(|run| run.as_ref().and_then(waits_until));
            until.map_or_else(|| "Waiting.".to_owned(), |until| format!("Waiting until {}.", app.moment(until)))
        }
    }
}

/// What was taken back after a failure, what could not be, what may have been done, and what stays; also by runs within it.
pub(crate) fn taken_back(app: App, run: &Run) -> [Vec<String>; 4] {
    let below: Vec<Run> = untrack(|| app.runs.children.with(|children| children.values().cloned().collect()));
    let Aftermath { taken_back, not_taken_back, may_be_done, stays } = Aftermath::of(run, &below);
    let said = |of: &Run, step: &ExecutionStep| {
        let source = if of.run_id == run.run_id { Source::SHOWN } else { Source::child(&of.run_id) };
        let said = changed_told(step).unwrap_or_else(|| said_of(app, source, step).line());
        match &step.error {
            Some(error) if !step.success => format!("{said}: {error}"),
            _ => said,
        }
    };
    // What takes a step back says it, in its own words.
    let by_undo = |(of, step): (&Run, &ExecutionStep)| {
        let is_it = |call: &&ExecutionStep| call.within == Some(Within::Undo { undoes: step.step_number });
        said(of, of.inner_log.iter().find(is_it).unwrap_or(step))
    };
    let called = |(of, step): (&Run, &ExecutionStep)| said(of, step);
    [
        taken_back.into_iter().take(MOST_SUMS).map(by_undo).collect(),
        not_taken_back.into_iter().take(MOST_SUMS).map(by_undo).collect(),
        may_be_done.into_iter().take(MOST_SUMS).map(called).collect(),
        stays.into_iter().take(MOST_SUMS).map(called).collect(),
    ]
}

/// What failed and was handled, so that the run went on: the number of each such step, and how it went.
pub(crate) fn handled(run: &Run) -> Vec<(u32, String)> {
    let all = run.execution_log.iter().filter(|step| step.handled_by.is_some() && step.status == StepStatus::Failed);
    let told = |step: &ExecutionStep| {
        let number = step.step_number;
        let by = step.handled_by.map(|by| format!("; step {by} handled it")).unwrap_or_default();
        let error = sentence(step.error.as_deref().unwrap_or_default());
        (number, format!("Step {number} failed{by}: {error}"))
    };
    all.take(MOST_SUMS).map(told).collect()
}

/// What a run gave and changed.
#[derive(Default)]
pub(crate) struct Answers {
    /// What was asked with yes or no.
    pub(crate) verdict: Option<bool>,
    /// The only sum there is: it is the answer itself.
    pub(crate) answer: Option<ExecutionStep>,
    /// Several sums, which are listed with what they are of.
    pub(crate) sums: Vec<ExecutionStep>,
    /// What the plan says that it answers with, and the template that says so.
    pub(crate) result: Option<(Value, Value)>,
    /// The step that found something: where a run looks several times, the last.
    pub(crate) found: Option<ExecutionStep>,
    /// What was changed.
    pub(crate) changes: Vec<Change>,
    /// The lists that todos were put on, and those that were made.
    pub(crate) lists: Vec<String>,
}

impl Answers {
    /// Of the run that is looked at; what it saw is shown only of one that came to its end.
    pub(crate) fn of(app: App, run: &Run, whole: bool) -> Self {
        let done: Vec<&ExecutionStep> = run.execution_log.iter().filter(|step| holds(step)).collect();
        let last = done.last().copied();
        let mut sums: Vec<ExecutionStep> =
            done.iter().filter(|step| is_sum(step)).map(|step| (*step).clone()).collect();
        let verdict = last.filter(|_| whole).and_then(|step| verdict_of(run, step));
        // A check of its own is answered by the verdict, and no number is.
        sums.retain(|step| verdict.is_none() || !is_check(step));
        let is_answer = sums.len() == 1 && verdict.is_none();
        let answer = is_answer.then(|| sums.pop()).flatten();
        // What was done for the items of a map, and by plans within this one, was done by this run.
        let within = untrack(|| app.runs.children.get());
        let inner = run.inner_log.iter().filter(|step| matches!(step.within, Some(Within::Map { .. })));
        let inner = inner.chain(within.values().flat_map(|run| run.execution_log.iter().chain(&run.inner_log)));
        let all: Vec<&ExecutionStep> = done.iter().copied().chain(inner.filter(|step| holds(step))).collect();
        let template = run.plan.as_ref().and_then(|plan| plan.result.clone());
        let result = run.result.clone().zip(template);
        // What steps within gave is shown by what they changed.
        let has_inner = |step: &ExecutionStep| {
            let kind = app.runs.kind_of(step.step_number);
            matches!(kind, Some(StepKind::Map | StepKind::Plan)) && all.iter().any(|step| changed(step).is_some())
        };
        let is_found = |step: &&ExecutionStep| {
            whole && !is_sum(step) && changed(step).is_none() && is_worth_saying(app, step) && !has_inner(step)
        };
        let found = last.filter(is_found).filter(|_| result.is_none()).filter(|step| step.output.is_some()).cloned();
        let shown = found.as_ref().and_then(|step| items(step.output.as_ref()?)).unwrap_or_default();
        let changes = changes(&all, shown);
        let lists = lists_of(&all);
        Self { verdict, answer, sums, result, found, changes, lists }
    }

    /// Whether there is nothing to tell.
    pub(crate) fn is_empty(&self) -> bool {
        self.verdict.is_none()
            && self.answer.is_none()
            && self.sums.is_empty()
            && self.result.is_none()
            && self.found.is_none()
            && self.changes.is_empty()
    }
}

/// The answer of a question that is answered with yes or no: the plan ends with what decides it, and nothing hangs on that.
fn verdict_of(run: &Run, step: &ExecutionStep) -> Option<bool> {
    let steps = &run.plan.as_ref()?.steps;
    let is_last = steps.last().is_some_and(|last| last.step_number == step.step_number);
    let decides = steps.last().is_some_and(|last| last.kind == StepKind::Decision) && is_last && steps.len() > 1;
    step.output.as_ref().filter(|_| decides)?.as_bool()
}

/// Whether a sum is a check, which gives one for yes.
fn is_check(step: &ExecutionStep) -> bool {
    prime_in(&step.tool_input).is_some()
}

/// What was not done, because what it hangs on does not hold: in the words of the goal.
pub(crate) fn held_back(run: &Run) -> Option<String> {
    let log = &run.execution_log;
    let no = log.iter().find(|step| step.success && step.output == Some(Value::Bool(false)))?;
    let (asked, left) = (words_of(run, no), log.iter().find(|step| step.status == StepStatus::Skipped)?);
    let left = words_of(run, left);
    let said = match (asked.is_empty(), left.is_empty() || left == asked) {
        (true, _) => "What it depends on does not hold, so nothing was done.".to_owned(),
        (false, true) => format!("“{asked}” does not hold, so nothing was done."),
        (false, false) => format!("“{asked}” does not hold, so “{left}” was not done."),
    };
    Some(said)
}

/// What a run told somebody at its end: where it did nothing else, that is its result.
pub(crate) fn told_at_end(run: &Run) -> Option<String> {
    let last = run.execution_log.iter().rev().find(|step| holds(step))?;
    let is_told = run.planned(last.step_number).is_some_and(|step| step.kind == StepKind::Notify);
    let words = |part: &str| last.tool_input.get(part).and_then(Value::as_str).filter(|words| !words.is_empty());
    let (title, body) = (words("title").filter(|_| is_told)?, words("body"));
    Some(body.map_or_else(|| sentence(title), |body| format!("{}: {body}", sentence(title))))
}

/// What is said where a step found nothing.
pub(crate) fn nothing_found(app: App, step: &ExecutionStep) -> String {
    let said = said_of(app, Source::SHOWN, step);
    match step.tool_input.get("action").and_then(Value::as_str) {
        Some("search") if !said.object.is_empty() => format!("Nothing on your list is about “{}”.", said.object),
        _ if columns_of(step).is_some() => "There are no rows.".to_owned(),
        Some("list_names") => "There are no lists.".to_owned(),
        Some("list") if said.rest != "todos" => format!("There are no {}.", said.rest),
        _ => "Nothing is on the list.".to_owned(),
    }
}

/// Whether what a step gave is worth saying: that a wait is over, or how a comparison came out, is the log's to say, unless
/// nothing else was done.
fn is_worth_saying(app: App, step: &ExecutionStep) -> bool {
    app.runs.kind_of(step.step_number).is_none_or(|kind| {
        let told = !matches!(kind, StepKind::Wait | StepKind::Decision | StepKind::Notify);
        told || step.step_number == 1
    })
}

/// One kind of change.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Change {
    /// What several steps did, in sentences.
    lines: Vec<String>,
    /// The only step that did something of the kind: what it says of days follows the clock.
    only: Option<Box<ExecutionStep>>,
    /// The todos that it was about, where they are several.
    pub(crate) about: Vec<Value>,
    /// Whether those are gone.
    pub(crate) gone: bool,
    /// Whether there is a way back.
    pub(crate) is_undoable: bool,
}

impl Change {
    /// What was done, in sentences, as it is said at that moment.
    pub(crate) fn lines(&self, now: Now) -> Vec<String> {
        let colon = if self.about.is_empty() { "" } else { ":" };
        let only = self.only.as_deref().and_then(|step| told(step, now)).map(|said| format!("{said}{colon}"));
        only.into_iter().chain(self.lines.iter().cloned()).collect()
    }
}

/// The lists that steps put todos on or made, each once.
fn lists_of(steps: &[&ExecutionStep]) -> Vec<String> {
    let mut lists: Vec<String> = Vec::new();
    for step in steps.iter().filter(|step| step.tool_name == "todo_store") {
        let output = step.output.as_ref().unwrap_or(&Value::Null);
        let of = |part: &str, one: &Value| one.get(part).and_then(Value::as_str).map(str::to_owned);
        let named = match step.tool_input.get("action").and_then(Value::as_str) {
            Some("create_list" | "rename_list") => of("name", output).into_iter().collect(),
            Some("add" | "update") if step.tool_input.get("list").is_some() => {
                items(output).unwrap_or_default().iter().filter_map(|todo| of("list", todo)).collect()
            }
            _ => Vec::new(),
        };
        for name in named {
            if !lists.contains(&name) {
                lists.push(name);
            }
        }
    }
    lists
}

/// The schedules that a run made.
pub(crate) fn scheduled(run: &Run) -> Vec<String> {
    let made = run.execution_log.iter().filter(|step| holds(step) && is_schedule(step));
    made.filter_map(|step| step.output.as_ref()?.get("id")?.as_str().map(str::to_owned)).collect()
}

fn is_schedule(step: &ExecutionStep) -> bool {
    step.tool_name == "schedules" && step.tool_input.get("action").is_some_and(|action| action == "add")
}

impl State {
    /// Takes back what stands of what a run did.
    pub(crate) fn undo_run(&'static self, run: &str, schedules: &[String]) {
        self.todos.undo_run(run);
        let is_there = |id: &&String| {
            let is_it = |all: &Vec<Planned>| all.iter().any(|one| one.schedule.id == **id);
            self.schedules.all.with_untracked(is_it)
        };
        for id in schedules.iter().filter(is_there) {
            self.remove_schedule(id);
        }
    }

    /// Whether anything stands of what a run did, now and whenever that is another.
    pub(crate) fn run_stands(&'static self, run: &str, schedules: &[String]) -> bool {
        let scheduled = self.schedules.all.with(|all| all.iter().any(|one| schedules.contains(&one.schedule.id)));
        self.todos.ask(|todos| todos.stands(run)) || scheduled
    }
}

/// What steps changed: all of one kind together, in the order in which the kinds come first. What is shown beside is not named.
fn changes(steps: &[&ExecutionStep], shown: &[Value]) -> Vec<Change> {
    let mut told: Vec<(String, Vec<&ExecutionStep>)> = Vec::new();
    for &step in steps {
        let Some(said) = changed(step) else { continue };
        let verb = said.split(' ').next().unwrap_or_default().to_owned();
        match told.iter_mut().find(|(known, _)| *known == verb) {
            Some((_, steps)) => steps.push(step),
            None => told.push((verb, vec![step])),
        }
    }
    let is_undoable = |step: &&ExecutionStep| step.tool_name == "todo_store" || is_schedule(step);
    let one = |(verb, steps): &(String, Vec<&ExecutionStep>)| Change {
        is_undoable: steps.iter().any(is_undoable),
        ..change(verb, steps, shown)
    };
    told.iter().map(one).collect()
}

fn change(verb: &str, steps: &[&ExecutionStep], shown: &[Value]) -> Change {
    if let [only] = steps {
        let gone = matches!(only.tool_input.get("action").and_then(Value::as_str), Some("delete" | "clear"));
        let about = only.output.as_ref().and_then(items).filter(|items| items.len() > 1).unwrap_or_default();
        return Change { only: Some(Box::new((*only).clone())), about: about.to_vec(), gone, ..Change::default() };
    }
    let count: u64 = steps.iter().filter_map(|step| step.metadata.as_ref()?.get("count")?.as_u64()).sum();
    if count == 0 {
        return Change { lines: steps.iter().filter_map(|step| changed(step)).collect(), ..Change::default() };
    }
    let said = format!("{verb} {}", counted(count as usize, "todo"));
    let is_shown = |step: &&ExecutionStep| {
        let about = step.output.as_ref().and_then(items).unwrap_or_default();
        let is_there =
            |todo: &Value| shown.iter().any(|one| one.get("id").is_some_and(|id| Some(id) == todo.get("id")));
        !about.is_empty() && about.iter().all(is_there)
    };
    if steps.iter().all(is_shown) {
        return Change { lines: vec![said], ..Change::default() };
    }
    let names: Vec<String> = steps.iter().filter_map(|step| names_of(step)).take(MOST_NAMED).collect();
    let more = if steps.len() > MOST_NAMED { ", …" } else { "" };
    let line = format!("{said}: {}{more}", names.join(", "));
    Change { lines: vec![line], ..Change::default() }
}

/// The todos that may have been meant by the step that a run failed with; none where it did not fail for that.
pub(crate) fn choices(app: App, run: &Run, error: &RunError) -> Vec<Todo> {
    let step = error.step_number.and_then(|number| run.execution_log.iter().find(|step| step.step_number == number));
    let unclear = (is_unclear(Some(&error.code)) || is_missing(&error.code)) && app.can_fork();
    let words = step.filter(|_| unclear).and_then(|step| step.tool_input.get("match")?.as_str());
    let Some(words) = words else { return Vec::new() };
    let mut meant = match untrack(|| app.todos.ask(|todos| todos.find(words))) {
        Match::Several(todos) => todos,
        Match::None { nearest } => nearest,
        Match::One(todo) => vec![*todo],
    };
    meant.truncate(MOST_CHOICES);
    meant
}

/// What each of several todos is called: those of the same words say when they are due as well, and then on which list.
pub(crate) fn told_apart(todos: &[Todo], now: &Now) -> Vec<String> {
    let due =
        |todo: &Todo| Some(when(todo, now)).filter(|when| !when.is_empty()).unwrap_or_else(|| "no date".to_owned());
    let list = |todo: &Todo| todo.list.clone().unwrap_or_else(|| "no list".to_owned());
    let told = |todo: &Todo| {
        let mut words = shortened(&todo.text, MOST_OF_NAME);
        let alike =
            || todos.iter().filter(|one| one.id != todo.id && one.text.to_lowercase() == todo.text.to_lowercase());
        if alike().next().is_some() {
            words = format!("{words}, {}", due(todo));
        }
        if alike().any(|one| due(one) == due(todo)) {
            words = format!("{words}, {}", list(todo));
        }
        words
    };
    todos.iter().map(told).collect()
}

/// Whether something failed because several todos have the words: a question, and no fault.
pub(crate) fn is_unclear(code: Option<&str>) -> bool {
    code == Some("todo.ambiguous")
}

/// Whether something failed because no todo has the words.
pub(crate) fn is_missing(code: &str) -> bool {
    code == "todo.not-found"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn todos_of_the_same_words_are_told_apart() {
        let todo = |id: &str, text: &str, due: Option<&str>, list: Option<&str>| Todo {
            id: id.to_owned(),
            text: text.to_owned(),
            due: due.and_then(dunlin::Due::parse),
            list: list.map(str::to_owned),
            ..Todo::default()
        };
        let now = Now::new(2026, 11, 30, 9, 30).unwrap();
        let todos = [
            todo("a", "fix bike", None, None),
            todo("b", "Fix bike", Some("2026-12-01T12:00"), None),
            todo("c", "fix the bike rack", Some("2026-12-01"), None),
        ];
        assert_eq!(told_apart(&todos, &now), ["fix bike, no date", "Fix bike, tomorrow 12:00", "fix the bike rack"]);
        let todos = [todo("a", "fix bike", None, Some("home")), todo("b", "fix bike", None, None)];
        assert_eq!(told_apart(&todos, &now), ["fix bike, no date, home", "fix bike, no date, no list"]);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn the_lists_that_something_was_put_on_are_named_once() {
        let step = |input: Value, output: Value| ExecutionStep {
            tool_name: "todo_store".to_owned(),
            tool_input: input,
            output: Some(output),
            ..ExecutionStep::default()
        };
        let put = |action: &str, list: &str| {
            step(json!({"action": action, "list": list}), json!({"id": "a", "text": "A", "list": "shop"}))
        };
        let steps = [
            put("add", "Shop"),
            put("update", "shop"),
            step(json!({"action": "create_list", "name": "home"}), json!({"name": "Home"})),
            step(json!({"action": "complete"}), json!({"id": "b", "text": "B", "list": "Old"})),
            step(json!({"action": "add", "text": "C"}), json!({"id": "c", "text": "C"})),
        ];
        assert_eq!(lists_of(&steps.iter().collect::<Vec<_>>()), ["shop", "Home"]);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn changes_of_one_kind_are_told_together() {
        let step = |action: &str, output: Value, metadata: Value| ExecutionStep {
            tool_input: json!({"action": action}),
            output: Some(output),
            metadata: Some(metadata),
            ..ExecutionStep::default()
        };
        let added = |name: &str| {
            let todo = json!({"id": name, "text": name});
            step("add", todo, json!({"summary": format!("added “{name}”"), "count": 1}))
        };
        let deleted =
            step("delete", json!([{"text": "C"}, {"text": "D"}]), json!({"summary": "deleted 2 todos", "count": 2}));
        let looked = step("list", json!([]), json!({}));
        let told = changes(&[&added("A"), &deleted, &looked, &added("B")], &[]);
        let now = Now::new(2026, 11, 21, 9, 30).unwrap();
        let lines: Vec<_> = told.iter().flat_map(|change| change.lines(now)).collect();
        assert_eq!(lines, ["Added 2 todos: A, B", "Deleted 2 todos:"]);
        assert_eq!((told[1].about.len(), told[1].gone, told[0].about.len()), (2, true, 0));
        let set = |what: &str| step("set", json!(null), json!({"summary": format!("set {what}")}));
        assert_eq!(changes(&[&set("this"), &set("that")], &[])[0].lines(now), ["Set this", "Set that"]);
        assert_eq!(changes(&[&added("A")], &[])[0].lines(now), ["Added “A”"]);
        // Those that are listed below have their names there.
        let shown = [json!({"id": "A"}), json!({"id": "B"}), json!({"id": "C"})];
        let lines = |steps: &[&ExecutionStep]| changes(steps, &shown)[0].lines(now);
        assert_eq!(lines(&[&added("A"), &added("B")]), ["Added 2 todos"]);
        assert_eq!(lines(&[&added("A"), &added("D")]), ["Added 2 todos: A, D"]);
        // Only what can be taken back is offered to be.
        let of_tool = |tool: &str, action: &str| ExecutionStep {
            tool_name: tool.to_owned(),
            ..step(action, json!({"id": "s"}), json!({"summary": "said"}))
        };
        for (tool, action, undoable) in [
            ("todo_store", "add", true),
            ("schedules", "add", true),
            ("schedules", "list", false),
            ("memory", "add", false),
        ] {
            assert_eq!(changes(&[&of_tool(tool, action)], &[])[0].is_undoable, undoable, "{tool} {action}");
        }
    }
}
