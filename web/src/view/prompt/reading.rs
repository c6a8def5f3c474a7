//! Under the field: a chip for every reading, what was not understood, and what to type instead.

use dunlin::Chip as Read;
use leptos::prelude::*;

use crate::{
    model::{App, Problem, Reading, format::counted, use_app},
    view::ui::{Chip, Note, Tone},
};

/// Chips, problem, suggestions. What stays the same stays in place, so that it is neither spoken twice nor loses the focus.
#[component]
pub(crate) fn ReadingBelow() -> impl IntoView {
    let app = use_app();
    let problem = Memo::new(move |_| problem(app));
    let said = move || {
        problem.get().map(|Said { refused, message, hint }| {
            view! { <Note tone=if refused { Tone::Bad } else { Tone::Plain } words=message hint=hint /> }
        })
    };
    let chips = move || app.goal.reading.with(|reading| reading.chips().cloned().collect::<Vec<_>>());
    view! {
        <div class="prompt-reading">
            <div class="chips">
                <For each=chips key=key children=|read| view! { <GoalChip read /> } />
            </div>
            <div id="goal-problem">{said}</div>
            <Suggestions />
        </div>
    }
}

/// What tells a chip from another.
fn key(read: &Read) -> String {
    format!("{} {} {} {} {}", read.span.start, read.span.end, read.kind, read.dismissible, read.label)
}

/// A reading, which can be taken back. It and its words show each other.
#[component]
fn GoalChip(read: Read) -> impl IntoView {
    let app = use_app();
    let span = read.span;
    let is = move |signal: RwSignal<Option<_>>| move || signal.get() == Some(span);
    let off = read.dismissible.then(|| Callback::new(move |()| app.goal.dismiss(span)));
    view! {
        <Chip
            kind=read.kind
            label=read.label
            off
            class:chip-marked=is(app.goal.pointed)
            class:chip-under=is(app.goal.under)
            on:mouseenter=move |_| app.goal.pointed.set(Some(span))
            on:mouseleave=move |_| app.goal.pointed.set(None)
            on:focusin=move |_| app.goal.pointed.set(Some(span))
            on:focusout=move |_| app.goal.pointed.set(None)
        />
    }
}

/// Whole goals that would be understood: the best offer first, and as the one that is meant to be taken. Where a tool may be
/// wanted that is off, the way to it comes before them.
#[component]
fn Suggestions() -> impl IntoView {
    let app = use_app();
    let items = Memo::new(move |_| app.goal.items().len());
    let tools = Memo::new(move |_| {
        let is_refused = app.goal.reading.with(|reading| reading.problem_worth_saying().is_some());
        is_refused && items.get() == 0 && app.goal.heard.with(|goal| app.reach.may_want(goal))
    });
    let goals = Memo::new(move |_| match items.get() {
        0 => app.goal.reading.with(Reading::suggestions),
        _ => Vec::new(),
    });
    let offers = move || goals.get().into_iter().enumerate().map(move |(at, goal)| (at == 0 && !tools.get(), goal));
    let suggestion = move |(is_best, goal): (bool, String)| {
        let words = goal.clone();
        view! {
            <button
                type="button"
                class="suggestion"
                class:suggestion-main=is_best
                dir="auto"
                on:click=move |_| app.goal.take(&words)
            >
                {goal}
            </button>
        }
    };
    view! {
        <Show when=move || { items.get() > 0 }>
            <div class="suggestions">
                <button type="button" class="suggestion suggestion-main" on:click=move |_| app.add_items()>
                    {move || format!("Add {}", counted(items.get(), "todo"))}
                </button>
            </div>
        </Show>
        <Show when=move || tools.get() || goals.with(|goals| !goals.is_empty())>
            <div class="suggestions">
                <Show when=move || tools.get()>
                    <span class="panel-note">"It may need a tool that is off"</span>
                    <button type="button" class="suggestion suggestion-main" on:click=move |_| app.show_tools()>
                        "Tools and agents…"
                    </button>
                </Show>
                <Show when=move || goals.with(|goals| !goals.is_empty())>
                    <span class="panel-note">"Try"</span>
                </Show>
                <For each=offers key=Clone::clone children=suggestion />
            </div>
        </Show>
    }
}

/// Why the goal cannot run, or what it does without a plan.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    /// Somebody tried to run it; else it is still being typed.
    refused: bool,
    message: String,
    hint: Option<String>,
}

fn problem(app: App) -> Option<Said> {
    let said = |problem: &Problem, refused| {
        let message = app.goal.heard.with(|text| problem.plainly(text));
        Said { refused, message, hint: problem.hint_beside_offers() }
    };
    let is_list = !app.goal.items().is_empty();
    let said = |problem: &Problem, refused| {
        if is_list {
            return Said { refused: false, message: "This is a list, and no goal.".to_owned(), hint: None };
        }
        said(problem, refused)
    };
    let refused = app.goal.problem.with(|problem| problem.as_ref().map(|problem| said(problem, true)));
    // What is asked of the page has no plan: it says in a sentence what it will do.
    let asked = || app.asked_told().map(|message| Said { refused: false, message, hint: None });
    refused
        .or_else(|| app.goal.reading.with(|reading| reading.problem_worth_saying().map(|problem| said(problem, false))))
        .or_else(asked)
}
