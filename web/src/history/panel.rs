//! The region named "Runs": every run with how it stands; choosing one shows its whole log.

use dunlin::RunSummary;
use leptos::prelude::*;

use crate::{
    platform::clock_time_ms,
    run::{run_icon, run_word},
    state::app,
    ui::{
        Icon,
        format::{counted, shortened},
        glyph,
    },
};

/// How many are drawn before somebody asks for more.
const PAGE_ROWS: usize = 50;
/// A search appears once there is something to search.
const SEARCH_FROM: usize = 6;

/// The region named "Runs".
#[component]
pub(crate) fn RunsPanel() -> impl IntoView {
    let app = app();
    let count = Memo::new(move |_| app.runs.list.with(Vec::len));
    let limit = RwSignal::new(PAGE_ROWS);
    let query = RwSignal::new(String::new());
    let found = Memo::new(move |_| {
        let query = query.with(|query| query.trim().to_lowercase());
        app.runs.list.with(|list| {
            let matching = list.iter().filter(|run| query.is_empty() || run.goal.to_lowercase().contains(&query));
            matching.cloned().collect::<Vec<_>>()
        })
    });
    let rows = move || found.with(|found| found.iter().take(limit.get()).cloned().collect::<Vec<_>>());
    let some = move || count.get() > 0;
    let many = move || count.get() >= SEARCH_FROM;
    let more = move || found.with(Vec::len) > limit.get();
    view! {
        <section aria-labelledby="runs-title">
            <div class="panel-head">
                <h2 id="runs-title">"Runs"</h2>
            </div>
            <Show
                when=some
                fallback=|| view! { <p class="empty panel-note">"What you run is kept here with its whole log."</p> }
            >
                <Show when=many>
                    <input
                        class="runs-search"
                        type="search"
                        aria-label="Search history"
                        placeholder="Search history"
                        prop:value=move || query.get()
                        on:input=move |event| query.set(event_target_value(&event))
                    />
                </Show>
                <ul class="runs-list" aria-label="Run history" role="list">
                    <For each=rows key=|run| (run.run_id.clone(), run.status, run.steps_done) let:run>
                        <Row run />
                    </For>
                </ul>
                <Show when=more>
                    <button type="button" class="link" on:click=move |_| limit.update(|limit| *limit += PAGE_ROWS)>
                        "Show more"
                    </button>
                </Show>
            </Show>
        </section>
    }
}

#[component]
fn Row(run: RunSummary) -> impl IntoView {
    let app = app();
    let id = StoredValue::new(run.run_id);
    let address = move || app.place.with(|place| place.at_run(Some(id.get_value())).to_string());
    let current = move || app.place.with(|place| place.run == Some(id.get_value())).then_some("true");
    let goal = if run.goal.is_empty() { "(nothing was kept)".to_owned() } else { run.goal };
    let note = format!(
        "{}, {}, {}",
        run_word(run.status),
        counted(run.steps as usize, "step"),
        clock_time_ms(run.created_at_ms as f64)
    );
    let remove = move |_| {
        let here = app.place.with_untracked(|place| place.run == Some(id.get_value()));
        match app.runs.remove(&id.get_value()) {
            Ok(()) if here => app.go(|place| place.at_run(None)),
            Ok(()) => {}
            Err(problem) => app.notices.update(|notices| notices.push(problem.message)),
        }
    };
    view! {
        <li class="run-row">
            <a class="run-link" href=address aria-current=current>
                <span class=format!("state state-{}", run.status.name())>{glyph(run_icon(run.status))}</span>
                <bdi class="run-link-goal">{shortened(&goal, 200)}</bdi>
                <span class="run-link-note">{note}</span>
            </a>
            <button
                type="button"
                class="button button-bare button-icon"
                aria-label=format!("Remove from history: {}", shortened(&goal, 60))
                on:click=remove
            >
                {glyph(Icon::Bin)}
            </button>
        </li>
    }
}
