//! The region named "History": every run with how it stands; choosing one shows its whole log.

use dunlin::RunSummary;
use leptos::prelude::*;

use super::{offered::OfferedPlan, row::RunRow};
use crate::{
    model::{format::shortened, use_app},
    view::run::{Standing, listed_standing, waits_for_person},
    view::ui::{FilePicker, Note, PanelHead, Tone},
};

/// How many are drawn before somebody asks for more.
const PAGE_ROWS: usize = 50;
/// A search appears once there is something to search.
const SEARCH_FROM: usize = 6;

/// The region named "History".
#[component]
pub(crate) fn RunsPanel() -> impl IntoView {
    let app = use_app();
    let limit = RwSignal::new(PAGE_ROWS);
    let count = Memo::new(move |_| app.runs.list.with(Vec::len));
    let any = Memo::new(move |_| count.get() > 0);
    // Those that wait for a person, and the others.
    let found = Memo::new(move |_| {
        let found = app.runs.found();
        app.runs.list.with(|list| {
            let waits = |at: &usize| list.get(*at).is_some_and(|run| waits_for_person(list, run));
            found.into_iter().partition::<Vec<usize>, _>(waits)
        })
    });
    let waiting = Memo::new(move |_| found.with(|(waiting, _)| waiting.clone()));
    let others = Memo::new(move |_| found.with(|(_, others)| others.clone()));
    let some = |of: Memo<Vec<usize>>| Memo::new(move |_| of.with(|of| !of.is_empty()));
    let (some_wait, some_others) = (some(waiting), some(others));
    let more = Memo::new(move |_| others.with(Vec::len) > limit.get());
    // It stays when a run is taken out: nothing moves under the pointer.
    let searched = Memo::new(move |before: Option<&bool>| {
        before == Some(&true) || count.get() >= SEARCH_FROM || app.runs.find.with(|words| !words.is_empty())
    });
    let rows = move |of: Memo<Vec<usize>>, most: usize| {
        app.runs.list.with(|list| {
            let shown = of.get().into_iter().take(most).filter_map(|at| list.get(at));
            shown.map(|run| (run.clone(), listed_standing(list, run))).collect::<Vec<_>>()
        })
    };
    // A file that is opened is looked at and not kept.
    let read = move |(name, text): (String, String)| app.open_run_file(&name, &text);
    view! {
        <section aria-labelledby="runs-title">
            <PanelHead id="runs-title" words="History">
                <span>
                    <FilePicker class="button button-bare" words="Open a file…" name="Run file" read />
                </span>
            </PanelHead>
            <FileProblem />
            <OfferedPlan />
            <Show when=move || !any.get()>
                <p class="empty panel-note">"What you run is kept here with its whole log."</p>
            </Show>
            <Show when=move || searched.get()>
                <Search />
                <div role="status">
                    <Show when=move || any.get() && !some_wait.get() && !some_others.get()>
                        <p class="panel-note">"No run has these words."</p>
                    </Show>
                </div>
            </Show>
            <Show when=move || some_wait.get()>
                <h3 class="panel-note">"Waiting for you"</h3>
                <Rows name="Waiting for you" rows=Signal::derive(move || rows(waiting, usize::MAX)) />
            </Show>
            <Show when=move || some_wait.get() && some_others.get()>
                <h3 class="panel-note">"Other runs"</h3>
            </Show>
            <Show when=move || some_others.get()>
                <Rows name="Run history" rows=Signal::derive(move || rows(others, limit.get())) />
            </Show>
            <Show when=move || more.get()>
                <button type="button" class="link" on:click=move |_| limit.update(|limit| *limit += PAGE_ROWS)>
                    "Show more"
                </button>
            </Show>
            <Removed />
        </section>
    }
}

/// Runs, one a row.
#[component]
fn Rows(
    /// What the list is called.
    name: &'static str,
    rows: Signal<Vec<(RunSummary, Standing)>>,
) -> impl IntoView {
    view! {
        <ul class="runs-list" aria-label=name role="list">
            // A row whose run has moved on is made anew.
            <For
                each=move || rows.get()
                key=|(run, (_, _, word))| (run.run_id.clone(), word.clone(), run.steps_done)
                children=|(run, standing)| view! { <RunRow run standing /> }
            />
        </ul>
    }
}

/// Finds runs by words of their goals.
#[component]
fn Search() -> impl IntoView {
    let app = use_app();
    view! {
        <input
            class="runs-search"
            type="search"
            aria-label="Search history"
            placeholder="Search history"
            bind:value=app.runs.find
        />
    }
}

/// Why a file could not be looked at.
#[component]
fn FileProblem() -> impl IntoView {
    let app = use_app();
    move || {
        app.runs.file_problem.get().map(|words| {
            view! {
                <Note tone=Tone::Bad words>
                    <button type="button" class="link" on:click=move |_| app.runs.file_problem.set(None)>"Close"</button>
                </Note>
            }
        })
    }
}

/// What was taken out, and the way back.
#[component]
fn Removed() -> impl IntoView {
    let app = use_app();
    let goal = move || app.runs.removed.with(|removed| removed.as_ref().map(|removed| shortened(&removed.goal, 60)));
    let told = move || {
        goal().map(|goal| {
            view! {
                <Note tone=Tone::Plain words=format!("Removed “{goal}”")>
                    <button type="button" class="button" on:click=move |_| app.put_run_back()>"Undo"</button>
                </Note>
            }
        })
    };
    view! { <div class="todo-undo" role="status" aria-label="Last removal">{told}</div> }
}
