//! The region named "Execution log": how the run stands, and every step of it.

use dunlin::{Run, RunStatus};
use leptos::prelude::*;

use super::{
    row::Row,
    words::{run_icon, run_word},
};
use crate::{
    state::{ReportForm, app},
    ui::{
        format::{counted, duration},
        glyph,
    },
};

/// How many rows are drawn before somebody asks for more.
const PAGE_ROWS: usize = 200;

/// The region named "Execution log".
#[component]
pub(crate) fn LogPanel() -> impl IntoView {
    let app = app();
    let some = Memo::new(move |_| app.runs.shown.with(Option::is_some));
    let goal = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map(|run| run.goal.clone())));
    view! {
        <section aria-labelledby="log-title">
            <div class="panel-head">
                <h2 id="log-title">"Execution log"</h2>
                <RunState />
                <RunActs />
            </div>
            <Show
                when=move || some.get()
                fallback=|| {
                    view! {
                        <p class="empty panel-note">
                            "Nothing has run yet. Every step is written down here as it happens, and kept."
                        </p>
                    }
                }
            >
                <p class="run-goal" dir="auto">
                    {move || goal.get()}
                </p>
                <Rows />
            </Show>
        </section>
    }
}

/// The status named "Run status".
#[component]
fn RunState() -> impl IntoView {
    let app = app();
    let state = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map(|run| (run.status, sentence(run)))));
    view! {
        <span class="run-status" role="status" aria-label="Run status">
            {move || match state.get() {
                None => view! { <span class="state">"No run yet"</span> }.into_any(),
                Some((status, words)) => {
                    view! { <span class=format!("state state-{}", status.name())>{glyph(run_icon(status))} {words}</span> }
                        .into_any()
                }
            }}
        </span>
    }
}

/// `Completed: 3 of 3 steps in 12 ms`.
fn sentence(run: &Run) -> String {
    let word = run_word(run.status);
    let all = run.execution_log.len();
    if all == 0 {
        return word.to_owned();
    }
    let done = run.execution_log.iter().filter(|step| step.success).count();
    let progress = format!("{word}: {done} of {}", counted(all, "step"));
    if run.status.is_final() { format!("{progress} in {}", duration(run.usage.active_ms)) } else { progress }
}

/// What can be done with the run as a whole.
#[component]
fn RunActs() -> impl IntoView {
    let app = app();
    let status = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map(|run| run.status)));
    move || match status.get() {
        None => ().into_any(),
        Some(RunStatus::Pending | RunStatus::Running | RunStatus::Suspended) => view! {
            <button
                type="button"
                class="button"
                disabled=move || app.runs.cancelling.get()
                on:click=move |_| app.cancel_run()
            >
                {move || if app.runs.cancelling.get() { "Cancelling…" } else { "Cancel run" }}
            </button>
        }
        .into_any(),
        Some(RunStatus::Completed | RunStatus::Failed | RunStatus::Cancelled) => view! {
            <button type="button" class="button button-bare" on:click=move |_| app.repeat()>
                "Repeat"
            </button>
            <button type="button" class="button button-bare" on:click=move |_| app.copy_report()>
                {move || if app.runs.copied.get() { "Copied" } else { "Copy report" }}
            </button>
            <button
                type="button"
                class="button button-bare"
                on:click=move |_| app.save_report(ReportForm::Markdown)
            >
                "Save Markdown"
            </button>
            <button type="button" class="button button-bare" on:click=move |_| app.save_report(ReportForm::Json)>
                "Save JSON"
            </button>
        }
        .into_any(),
    }
}

/// The list named "Log".
#[component]
fn Rows() -> impl IntoView {
    let app = app();
    let limit = RwSignal::new(PAGE_ROWS);
    let count = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map_or(0, |run| run.execution_log.len())));
    // A row stands for a place in a run: another run has rows of its own.
    let run_id = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map(|run| run.run_id.clone())));
    let rows = move || {
        let id = run_id.get();
        (0..count.get().min(limit.get())).map(|index| (id.clone(), index)).collect::<Vec<_>>()
    };
    let more = move || count.get() > limit.get();
    view! {
        <ol class="log" aria-label="Log" role="list">
            <For each=rows key=Clone::clone children=|(_, index)| view! { <Row index /> } />
        </ol>
        <Show when=more>
            <button type="button" class="link" on:click=move |_| limit.update(|limit| *limit += PAGE_ROWS)>
                {move || format!("Show more of {}", counted(count.get(), "step"))}
            </button>
        </Show>
    }
}
