//! The region named "Execution log": how the run stands, and every step of it.

use dunlin::{Run, RunStatus};
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::{
    axis::{Axis, is_long},
    budget::Budget,
    row::{LogRow, Opener},
    words::{Standing, StateMark, run_standing, waiting},
};
use crate::{
    model::{
        App, Pictured, ReportForm, State,
        format::counted,
        keep_time,
        log::{beside_skipped, places, run_sentence, skipped, skipped_told},
        step::searched,
        use_app, wanted,
    },
    view::plan::PlanOfRun,
    view::ui::{Glyph, Icon, LongList, Menu, MenuItem, Place, Walk},
};

/// Up to so many steps the log scrolls with the page.
const SHORT: usize = 60;
/// A search helps from so many steps on.
const SEARCH_FROM: usize = 20;
/// What a run is copied and saved as.
const FORMS: [(&str, ReportForm); 3] =
    [("Markdown", ReportForm::Markdown), ("JSON", ReportForm::Json), ("plan", ReportForm::Plan)];

/// What can be done with a run, by how it stands.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Going,
    Ended,
    /// Ended elsewhere, or earlier: a file.
    Opened,
}

/// The region named "Execution log", from the beginning of a run on; before that, only the status that there is none.
#[component]
pub(crate) fn LogPanel() -> impl IntoView {
    let app = use_app();
    let some = Memo::new(move |_| app.runs.shown.with(Option::is_some));
    let goal =
        Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map(|run| run.goal.clone()).unwrap_or_default()));
    let kind = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map(|run| kind(app, run))));
    let acts = move || match kind.get()? {
        Kind::Going => Some(view! { <GoingActs /> }.into_any()),
        kind => Some(view! { <EndedActs stored={kind == Kind::Ended} /> }.into_any()),
    };
    let budget = move || kind.get().map(|kind| view! { <Budget going={kind == Kind::Going} /> });
    let planned = Memo::new(move |_| {
        let live = app.picture.shown.with(|shown| matches!(shown, Pictured::Plan { live: true, .. }));
        app.runs.plan_open.get() && some.get() && live
    });
    view! {
        <section
            class="run"
            class:is-earlier=move || app.is_earlier()
            class:run-quick=move || !is_long(app)
            aria-labelledby=move || some.get().then_some("log-title")
        >
            <div class="panel-head">
                <Show when=move || some.get()>
                    <h2 id="log-title">"Execution log"</h2>
                </Show>
                <span class="run-status" class:unseen=move || !some.get() role="status" aria-label="Run status">
                    <Status />
                </span>
                {acts}
            </div>
            {budget}
            <Show when=move || some.get()>
                <p class="run-goal" dir="auto">{move || goal.get()}</p>
            </Show>
            <Show when=move || planned.get()>
                <PlanOfRun />
            </Show>
            <Show when=move || some.get()>
                <Rows />
            </Show>
        </section>
    }
}

fn kind(app: App, run: &Run) -> Kind {
    match run.status.is_final() {
        false => Kind::Going,
        true if app.runs.is_from_file() => Kind::Opened,
        true => Kind::Ended,
    }
}

/// How the run stands. Made anew only when it says something else: it is spoken.
#[component]
fn Status() -> impl IntoView {
    let app = use_app();
    let told = Memo::new(move |_| {
        app.runs.shown.with(|run| {
            let run = run.as_ref()?;
            let (name, icon, word) = standing(app, run);
            Some((name, icon, run_sentence(run, word)))
        })
    });
    move || match told.get() {
        Some((name, icon, words)) => view! { <StateMark name icon words /> }.into_any(),
        None => view! { <span class="state">"No run yet"</span> }.into_any(),
    }
}

/// How the run stands; while a run within it waits, as that one does.
fn standing(app: App, run: &Run) -> Standing {
    if app.runs.left_alone.with(|alone| alone.as_ref() == Some(&run.run_id)) {
        return ("suspended", Icon::Hand, "Stopped".to_owned());
    }
    let rests = |inner: &&Run| inner.status == RunStatus::Suspended;
    let inner = app.runs.children.with(|children| children.values().filter(rests).map(wanted).min());
    match inner.filter(|_| run.status == RunStatus::Running) {
        Some(wanted) => waiting(wanted),
        None => run_standing(run),
    }
}

/// Shows the plan of the run, or not.
#[component]
fn PlanButton() -> impl IntoView {
    let app = use_app();
    view! {
        <button
            type="button"
            class="button button-bare"
            aria-expanded=move || app.runs.plan_open.get().to_string()
            on:click=move |_| app.runs.plan_open.update(|open| *open = !*open)
        >
            "Plan"
        </button>
    }
}

/// What can be done with a run that is under way. In the row that what can be done afterwards stands in: no step moves when
/// the run ends.
#[component]
fn GoingActs() -> impl IntoView {
    let app = use_app();
    keep_time(app);
    let cancelling = app.runs.cancelling;
    view! {
        <div class="run-acts">
            <Show when=move || app.runs.left_alone.with(Option::is_some)>
                <button type="button" class="button button-main" on:click=move |_| app.resume_run()>"Resume"</button>
            </Show>
            <button type="button" class="button" disabled=move || cancelling.get() on:click=move |_| app.cancel_run()>
                {move || if cancelling.get() { "Cancelling…" } else { "Cancel run" }}
            </button>
            <PlanButton />
        </div>
    }
}

/// What can be done with a run that has ended: once more, its plan, and what is rare in a menu.
#[component]
fn EndedActs(
    /// Whether it is kept here: one from a file is a file already.
    stored: bool,
) -> impl IntoView {
    let app = use_app();
    let failed =
        Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().is_some_and(|run| run.status == RunStatus::Failed)));
    let save = move |_| app.saved.name_goal(&app.runs.goal.get_untracked().unwrap_or_default());
    view! {
        <div class="run-acts">
            <button
                type="button"
                class="button"
                title=move || failed.get().then_some("Goes on from the failure")
                on:click=move |_| app.repeat()
            >
                "Repeat"
            </button>
            <PlanButton />
            <Menu
                name="More about the run"
                class="button button-bare"
                opener=|| view! { "More" <Glyph icon=Icon::Down /> }
            >
                <MenuItem
                    words="Report"
                    attr:aria-haspopup="dialog"
                    on:click=move |_| app.runs.report_open.set(true)
                />
                <button type="button" class="menu-item menu-stays" on:click=move |_| app.copy_link()>
                    "Copy a link to the goal"
                </button>
                <MenuItem words="Save the goal under a name…" attr:aria-haspopup="dialog" on:click=save />
                {stored.then(|| view! { <Forms /> })}
            </Menu>
        </div>
    }
}

/// What a run can be copied and saved as.
#[component]
fn Forms() -> impl IntoView {
    let app = use_app();
    let copied = move || if app.runs.copied.get() { "Copied" } else { "Copy" };
    let forms = |word: &'static str, act: fn(App, ReportForm)| {
        let form = |(name, form): (&'static str, ReportForm)| {
            let shown = if name == "plan" { "Plan" } else { name };
            let label = format!("{word} {name}");
            view! { <button type="button" class="button" aria-label=label on:click=move |_| act(app, form)>{shown}</button> }
        };
        FORMS.map(form).into_iter().collect::<Vec<_>>()
    };
    view! {
        <div class="run-forms" role="group" aria-label="Copy the run as">
            <span class="menu-kind" role="status">{copied}</span>
            {forms("Copy", State::copy_report)}
        </div>
        <div class="run-forms" role="group" aria-label="Save the run as">
            <span class="menu-kind">"Save"</span>
            {forms("Save", State::save_report)}
        </div>
    }
}

/// The list named "Log", with a search above it once there is something to look through.
#[component]
fn Rows() -> impl IntoView {
    let app = use_app();
    let query = RwSignal::new(String::new());
    let words = Memo::new(move |_| query.with(|query| query.trim().to_lowercase()));
    let is_searched = Memo::new(move |_| words.with(|words| !words.is_empty()));
    let count = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map_or(0, |run| run.execution_log.len())));
    // A row stands for a place in a run: another run has rows of its own.
    let id = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map(|run| run.run_id.clone())));
    // Of a run that failed, what was skipped for it is folded away: the cause is shown once.
    let open = RwSignal::new(false);
    let skipped = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map_or(0, skipped)));
    let chosen_step = Memo::new(move |_| app.place.with(|place| place.step));
    let found = Memo::new(move |_| {
        let of_run =
            |of: &dyn Fn(&Run) -> Vec<usize>| app.runs.shown.with(|run| run.as_ref().map(of).unwrap_or_default());
        if is_searched.get() {
            return of_run(&|run| {
                words.with(|words| places(run, |step| searched(app, step).to_lowercase().contains(words)))
            });
        }
        // Nothing is looked at for each event of a long run: while nothing is folded away, the rows are all that there are.
        if skipped.get() > 0 && !open.get() {
            return of_run(&|run| beside_skipped(run, chosen_step.get()));
        }
        (0..count.get()).collect()
    });
    let key = move |at: usize| {
        let index = found.with(|found| found.get(at).copied().unwrap_or_default());
        format!("{index} {}", id.get().unwrap_or_default())
    };
    let held = Signal::derive(move || {
        let index = (chosen_step.get()? as usize).checked_sub(1)?;
        found.with(|found| found.binary_search(&index).ok())
    });
    let row = |(place, key): (Place, String)| {
        let index = key.split(' ').next().and_then(|index| index.parse().ok()).unwrap_or_default();
        view! { <LogRow place index /> }.into_any()
    };
    let walk = Walk::new("log-open");
    let is_folded = move || skipped.get() > 0 && !is_searched.get();
    view! {
        <div class="log-box">
            <Show when=move || { count.get() > SEARCH_FROM }>
                <Search query is_searched found count />
            </Show>
            <LongList
                short=SHORT
                count=Signal::derive(move || found.with(Vec::len))
                key
                held
                walk=Some(walk)
                class="log"
                row
                attr:aria-label="Log"
                on:keydown=move |event| on_key(app, walk, &event)
            />
            // Under the rows: when it comes, none of them moves.
            <Show when=move || is_long(app)>
                <Axis />
            </Show>
            <Show when=is_folded>
                <SkippedFold open />
            </Show>
        </div>
    }
}

/// The arrow keys walk through the rows; Escape closes the details that are open.
fn on_key(app: App, walk: Walk, event: &ev::KeyboardEvent) {
    let down = match event.key().as_str() {
        "ArrowDown" => true,
        "ArrowUp" => false,
        "Escape" => return close(app, event),
        _ => return,
    };
    if walk.step(event, down) {
        event.prevent_default();
    }
}

/// Closes the details that are open, with the focus on their step.
fn close(app: App, event: &ev::KeyboardEvent) {
    if app.place.with_untracked(|place| place.step.is_none()) {
        return;
    }
    event.prevent_default();
    let here = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let row = here.and_then(|here| here.closest(".log-row").ok().flatten());
    let opener = row.and_then(|row| row.query_selector(".log-open").ok().flatten());
    if let Some(opener) = opener.and_then(|opener| opener.dyn_into::<HtmlElement>().ok()) {
        drop(opener.focus());
    }
    app.select_step(None);
}

/// The field that the log is searched with, and how much was found.
#[component]
fn Search(
    query: RwSignal<String>,
    is_searched: Memo<bool>,
    found: Memo<Vec<usize>>,
    count: Memo<usize>,
) -> impl IntoView {
    let said =
        move || is_searched.get().then(|| format!("{} of {}", found.with(Vec::len), counted(count.get(), "step")));
    view! {
        <div class="log-tools">
            <input
                class="log-search"
                type="search"
                aria-label="Search log"
                placeholder="Search log"
                on:input=move |event| query.set(event_target_value(&event))
            />
            <span class="panel-note" role="status">{said}</span>
        </div>
    }
}

/// What was skipped, in a line that opens it.
#[component]
fn SkippedFold(open: RwSignal<bool>) -> impl IntoView {
    let app = use_app();
    let words = move || app.runs.shown.with(|run| run.as_ref().map(skipped_told));
    view! {
        <Opener open class="log-fold" on:click=move |_| open.update(|open| *open = !*open)>
            <span>{words}</span>
        </Opener>
    }
}
