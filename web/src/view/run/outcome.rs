//! The region named "Result": the answer of the run first and large, what it changed with the way back, and after a failure
//! what was still done and how to go on.

use dunlin::{ExecutionStep, Run, RunError, RunStatus, StepStatus, Todo};
use leptos::prelude::*;
use serde_json::Value;

use super::value::{answered, in_full, rows};
use crate::{
    model::{
        App, Listing, Narrow, Tab, brief,
        format::{sentence, shortened},
        outcome::{
            Answers, Change, MOST_SUMS, awaited, choices, handled, held_back, is_missing, is_sum, is_unclear,
            nothing_found, scheduled, taken_back, told_apart, told_at_end,
        },
        tabled::columns_of,
        use_app,
        value::{answer, examples_of, items, joint, prime_in, words_of},
    },
    platform,
    view::ui::{Note, Tone},
};

/// A longer answer is written smaller.
const LONG: usize = 24;
/// So many lists are offered.
const MOST_LISTS: usize = 3;

/// What tells one result from another: it is made anew when that is another. None while nothing was run.
pub(crate) fn result_key(app: App) -> Option<String> {
    app.runs.shown.with(|run| {
        let run = run.as_ref()?;
        let ended = if run.status.is_final() { run.status.name() } else { "" };
        // A file may hold another run of the same name; and what is said of days is said anew when another has begun.
        Some(format!("{} {ended} {} {}", run.run_id, app.runs.file(), app.todos.calendar().date_text()))
    })
}

/// The region named "Result". It has its place from the beginning of a run on: what stands below does not move when it ends.
#[component]
pub(crate) fn ResultPanel() -> impl IntoView {
    let app = use_app();
    let told = app.runs.shown.with_untracked(|run| run.as_ref().map(|run| told(app, run)));
    view! {
        <section class="result" class:is-earlier=move || app.is_earlier() aria-labelledby="result-title">
            <h2 class="unseen" id="result-title">"Result"</h2>
            {told.map(|told| view! { <div class="result-body">{told}</div> })}
        </section>
    }
}

/// Whose result and log stand below, while another goal is typed above.
#[component]
pub(crate) fn Earlier() -> impl IntoView {
    let app = use_app();
    let words = Memo::new(move |_| {
        app.runs.shown.with(|run| {
            let Some(run) = run else { return String::new() };
            let which = if run.status.is_final() { "Earlier run" } else { "Run under way" };
            format!("{which}: {}", run.goal)
        })
    });
    view! { <h2 class="earlier" dir="auto">{move || words.get()}</h2> }
}

fn told(app: App, run: &Run) -> AnyView {
    match run.status {
        status if !status.is_final() => coming(app, run),
        RunStatus::Failed => {
            let done = Answers::of(app, run, false);
            let still = (!done.is_empty()).then(|| view! { <p class="result-note">"This was still done:"</p> });
            view! { {failure(app, run)} {undone(app, run)} {still} {given(app, run, done)} }.into_any()
        }
        RunStatus::Cancelled => {
            let why = run.cancel_reason.as_deref().map(|why| format!("Cancelled before it was done: {why}"));
            let why = why.unwrap_or_else(|| "Cancelled before it was done.".to_owned());
            let done = Answers::of(app, run, false);
            view! {
                <p class="result-text" dir="auto">{why}</p>
                {undone(app, run)}
                {given(app, run, done)}
            }
            .into_any()
        }
        _ => {
            let denied = run.execution_log.iter().find(|step| step.status == StepStatus::Denied);
            let done = Answers::of(app, run, true);
            let words = match denied {
                Some(step) if step.outcome_unknown => {
                    Some(format!("You did not want step {} again; nobody knows whether it was done.", step.step_number))
                }
                Some(_) if done.is_empty() => Some("You rejected it, so nothing was changed.".to_owned()),
                Some(step) => Some(format!("You rejected step {}, so it was not done.", step.step_number)),
                None if done.is_empty() => {
                    Some(held_back(run).or_else(|| told_at_end(run)).unwrap_or_else(|| "Done.".to_owned()))
                }
                None => None,
            };
            let words = words.map(|words| view! { <p class="result-text" dir="auto">{words}</p> });
            view! { {words} {undone(app, run)} {given(app, run, done)} {went_on(app, run)} }.into_any()
        }
    }
}

/// The place of the result while a run is under way, as high as what will stand there: the log below is not moved.
fn coming(app: App, run: &Run) -> AnyView {
    let sums: Vec<&ExecutionStep> = run.execution_log.iter().filter(|step| is_sum(step)).take(MOST_SUMS).collect();
    if sums.len() > 1 {
        let sums: Vec<_> = sums.into_iter().map(|step| sum(step, "…".to_owned())).collect();
        return sums.into_any();
    }
    let words = Memo::new(move |_| awaited(app));
    view! { <p class="result-awaited">{move || words.get()}</p> }.into_any()
}

/// What was taken back after a failure, what could not be, what may have been done, and what stays.
fn undone(app: App, run: &Run) -> impl IntoView + use<> {
    let [back, not, perhaps, stays] = taken_back(app, run);
    view! {
        <Steps name="Taken back" steps=back />
        <Steps name="Could not be taken back" steps=not />
        <Steps name="May have been done, and was not taken back" steps=perhaps />
        <Steps name="Done, with nothing that takes it back" steps=stays />
    }
}

/// Steps in words, where there are any.
#[component]
fn Steps(name: &'static str, steps: Vec<String>) -> impl IntoView {
    (!steps.is_empty()).then(|| {
        let steps: Vec<_> = steps.into_iter().map(|step| view! { <li dir="auto">{step}</li> }).collect();
        view! {
            <div class="result-list">
                <p class="result-note">{format!("{name}:")}</p>
                <ul role="list" aria-label=name>{steps}</ul>
            </div>
        }
    })
}

/// What failed and was handled: the run went on, and says so.
fn went_on(app: App, run: &Run) -> Vec<impl IntoView + use<>> {
    let told = |(number, words)| {
        let show = move |_| app.select_step(Some(number));
        view! {
            <Note tone=Tone::Warn words>
                <button type="button" class="link" on:click=show>"Show it"</button>
            </Note>
        }
    };
    handled(run).into_iter().map(told).collect()
}

/// All that a run gave: the answers of its sums, what it found, and what it changed.
fn given(app: App, run: &Run, answers: Answers) -> impl IntoView + use<> {
    let Answers { verdict, answer: only, sums, result, found, changes, lists } = answers;
    let told = |step: &ExecutionStep| answer(step, &words_of(run, step)).unwrap_or_default();
    let verdict = verdict.map(|yes| view! { <Large words=if yes { "Yes" } else { "No" }.to_owned() /> });
    let only = only.map(|step| view! { <Large words=told(&step) of=sum_of(&step.tool_input) /> });
    let more = sums.len().saturating_sub(MOST_SUMS);
    let more = (more > 0).then(|| view! { <p class="result-note">{format!("and {more} more in the log")}</p> });
    let sums: Vec<_> = sums.iter().take(MOST_SUMS).map(|step| sum(step, told(step))).collect();
    let result = result.map(|(result, template)| answered(&result, &template, run));
    let found = found.map(|step| {
        let output = step.output.clone().unwrap_or_default();
        match answer(&step, "") {
            Some(days) => view! { <Large words=days /> }.into_any(),
            None if step.tool_name == "guide" && examples_of(&step).is_some() => {
                view! { <Said examples=examples_of(&step).unwrap_or_default() /> }.into_any()
            }
            None if items(&output).is_some_and(<[_]>::is_empty) => {
                view! { <p class="result-text" dir="auto">{nothing_found(app, &step)}</p> }.into_any()
            }
            None => in_full(&output, columns_of(&step).as_deref()),
        }
    });
    let undo = !app.runs.is_from_file() && changes.iter().any(|change| change.is_undoable);
    let undo = undo.then(|| view! { <UndoRun run=run.run_id.clone() schedules=scheduled(run) /> });
    // A run from a file did nothing here.
    let lists = if app.runs.is_from_file() { Vec::new() } else { lists };
    let changes = (!changes.is_empty()).then(|| {
        let lists: Vec<_> = lists.into_iter().take(MOST_LISTS).map(|name| view! { <ShowList name /> }).collect();
        view! { <Changes changes>{undo} {lists}</Changes> }
    });
    view! { {verdict} {only} {sums} {more} {result} {changes} {found} }
}

/// What can be said, to be chosen by a click.
#[component]
fn Said(examples: Vec<(String, Vec<String>)>) -> impl IntoView {
    let app = use_app();
    let example = move |goal: String| {
        let words = goal.clone();
        view! { <button type="button" class="suggestion" on:click=move |_| app.goal.take(&goal)>{words}</button> }
    };
    let group = |(topic, goals): (String, Vec<String>)| {
        view! {
            <div class="example-kind">
                <p class="panel-note">{sentence(&topic)}</p>
                {goals.into_iter().map(example).collect::<Vec<_>>()}
            </div>
        }
    };
    view! { <div class="examples">{examples.into_iter().map(group).collect::<Vec<_>>()}</div> }
}

/// An answer, copied by a click, with the sum that it is of: whether that was read as it was meant is seen at a glance.
#[component]
fn Large(words: String, #[prop(optional)] of: String) -> impl IntoView {
    let app = use_app();
    let class = if words.chars().count() > LONG { "result-value result-long" } else { "result-value" };
    let name = format!("{words}, copy");
    let copied = words.clone();
    // Said once it is on the clipboard.
    let said = move || if app.runs.answer_copied.get() { "Copied" } else { "" };
    view! {
        <p class="result-answer">
            <button type="button" class=class title="Copy" aria-label=name on:click=move |_| app.copy_answer(&copied)>
                {words}
            </button>
            {(!of.is_empty()).then(|| view! { <span class="result-of" dir="ltr">{of}</span> })}
            <span class="result-note" role="status">{said}</span>
        </p>
    }
}

/// A sum as it is read.
fn sum_of(input: &Value) -> String {
    match prime_in(input) {
        Some(number) => format!("{} is prime", shortened(number, 120)),
        None => shortened(&brief(input), 120),
    }
}

/// A sum and what it comes to.
fn sum(step: &ExecutionStep, answer: String) -> impl IntoView + use<> {
    let sum = sum_of(&step.tool_input) + joint(&step.tool_input);
    view! { <p class="result-sum" dir="ltr">{sum} <b>{answer}</b></p> }
}

/// What a run changed, in a sentence for every kind of change, the todos it was about where they are several, and the way back.
#[component]
fn Changes(
    changes: Vec<Change>,
    /// The way back, where there is one: what a run from a file did was not done here.
    children: Children,
) -> impl IntoView {
    let app = use_app();
    let change = |change: Change| {
        let about = (!change.about.is_empty()).then(|| rows(&change.about, change.gone));
        let lines = untrack(|| change.lines(app.todos.calendar()));
        let line = |line: String| view! { <p class="result-text" dir="auto">{line}</p> };
        view! { <div>{lines.into_iter().map(line).collect::<Vec<_>>()} {about}</div> }
    };
    view! {
        <div class="result-changes">
            {changes.into_iter().map(change).collect::<Vec<_>>()}
            {children()}
        </div>
    }
}

/// The way back from all that a run changed.
#[component]
fn UndoRun(
    run: String,
    /// The schedules that it made.
    schedules: Vec<String>,
) -> impl IntoView {
    let app = use_app();
    let of_run = StoredValue::new((run, schedules));
    let stands = Memo::new(move |_| of_run.with_value(|(run, schedules)| app.run_stands(run, schedules)));
    // Of what never stood while it was shown it is not known why; schedules kept at a server are there only after a while.
    let stood = Memo::new(move |before: Option<&bool>| before == Some(&true) || stands.get());
    let said = move || if stood.get() && !stands.get() { "Taken back." } else { "" };
    let undo = move |_| {
        of_run.with_value(|(run, schedules)| app.undo_run(run, schedules));
    };
    view! {
        <p class="result-acts">
            <Show when=move || stands.get()>
                <button type="button" class="button" aria-label="Undo what the run changed" on:click=undo>"Undo"</button>
            </Show>
            <span class="result-note" role="status">{said}</span>
        </p>
    }
}

/// The way to a list that the run put something on, as long as there is that list.
#[component]
fn ShowList(name: String) -> impl IntoView {
    let app = use_app();
    let words = format!("Show the list “{}”", shortened(&name, 40));
    let name = StoredValue::new(name);
    let is_there = Memo::new(move |_| name.with_value(|name| app.todos.lists().contains(name)));
    let show = move |_| show_list(app, Narrow { list: name.get_value(), ..Narrow::default() });
    view! {
        <Show when=move || is_there.get()>
            <button type="button" class="button" dir="auto" on:click=show>{words.clone()}</button>
        </Show>
    }
}

/// Lists the todos of that kind, done or not, and goes to them.
fn show_list(app: App, narrow: Narrow) {
    app.tab.set(Tab::Todos);
    app.go(|place| place.showing(Listing::All).narrowed(narrow));
    app.todos.words.set(String::new());
    app.once_painted(platform::to_todos);
}

/// Why a run failed, and how to go on.
fn failure(app: App, run: &Run) -> AnyView {
    let Some(RunError { code, message, hint, step_number, .. }) = run.error.clone() else {
        return view! { <Note tone=Tone::Bad words="the run failed" /> }.into_any();
    };
    let Some(step) = step_number else { return view! { <Note tone=Tone::Bad words=message hint /> }.into_any() };
    let words = format!("Step {step}: {}", sentence(&app.by_goal(&message)));
    let meant = run.error.as_ref().map(|error| choices(app, run, error)).unwrap_or_default();
    let failed = untrack(|| app.failed_step(step));
    let failed_match = run.execution_log.iter().find(|one| one.step_number == step);
    let failed_match = failed_match.and_then(|step| Some(step.tool_input.get("match")?.as_str()?.to_owned()));
    // A sum comes to the same again, and what is not there is still not there: what helps is another one.
    let is_missing = is_missing(&code);
    let is_same = is_missing || failed.as_ref().is_some_and(|step| step.tool_name == "calculator");
    let class = |is_main| if is_main { "button button-main" } else { "button" };
    let again = (app.can_fork() && meant.is_empty()).then(|| {
        view! {
            <button type="button" class=class(!is_same) on:click=move |_| app.fork(step)>
                {format!("Try again from step {step}")}
            </button>
        }
    });
    let change = failed.map(|_| {
        let change = move |_| app.runs.changing.set(Some(step));
        view! { <button type="button" class=class(is_same) on:click=change>{format!("Change step {step}")}</button> }
    });
    // The todos that may have been meant, as buttons that go on with that one.
    let choice = |(todo, words): (Todo, String)| {
        let go_on = move |_| app.fork_with(step, &todo.id);
        view! { <button type="button" class="button" dir="auto" on:click=go_on>{words}</button> }
    };
    let list = move |_| show_list(app, Narrow::default());
    let names = untrack(|| told_apart(&meant, &app.todos.calendar()));
    let named = failed_match.filter(|_| is_unclear(Some(&code)));
    let (tone, words) = match named {
        Some(named) => (Tone::Plain, format!("Which “{}” do you mean?", shortened(&named, 60))),
        None => (Tone::Bad, words),
    };
    let meant: Vec<_> = meant.into_iter().zip(names).map(choice).collect();
    view! {
        <Note tone words hint>
            <span class="note-acts">
                {meant}
                {if is_same { (change, again).into_any() } else { (again, change).into_any() }}
                {is_missing.then(|| view! { <button type="button" class="button" on:click=list>"Show the list"</button> })}
                <button type="button" class="link" on:click=move |_| app.select_step(Some(step))>"Show it"</button>
            </span>
        </Note>
    }
    .into_any()
}
