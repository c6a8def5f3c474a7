//! The region named "Execution log": how the run stands, and every step of it.

use dunlin::{Run, RunStatus, StepStatus};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::{
    axis::{axis, is_long},
    budget::budget,
    pulse::keep_time,
    row::{row, told},
    words::{NOTHING_CHANGED, Standing, run_standing, waiting},
};
use crate::{
    model::format::{counted, duration},
    model::{App, Pictured, ReportForm, State, wanted},
    view::plan::plan_of_run,
    view::ui::{El, Icon, Walk, button, el, glyph, key_of, long_list, menu, menu_item, value_of},
};

/// The region named "Execution log", from the beginning of a run on; before that, only the status that there is none.
pub(crate) fn log_panel(app: App) -> El {
    let some = move || app.runs.shown.with(Option::is_some);
    let goal = move || app.runs.shown.with(|run| run.as_ref().map(|run| run.goal.clone()).unwrap_or_default());
    // Of several buttons, those that fit the run: made anew when another kind of run is looked at.
    let kind = |run: &Run| match run.status.is_final() {
        false => GOING,
        true if app.runs.is_from_file() => OPENED,
        true => ENDED,
    };
    let acts = move || app.runs.shown.with(|run| run.as_ref().map(|run| kind(run).to_owned()));
    // What is not needed at once follows when all of the program is here.
    let kinds = move || acts().into_iter().filter(|kind| kind == GOING || true).collect();
    let budgets = move || acts().into_iter().filter(|_| true).collect();
    let status = el("span", "run-status")
        .class_by("unseen", move || !some())
        .attr("role", "status")
        .attr("aria-label", "Run status")
        .each(move || vec![status_key(app)], move |_| status(app));
    let head = el("div", "panel-head")
        .when(some, || el("h2", "").attr("id", "log-title").text("Execution log"))
        .child(status)
        .each(kinds, move |kind| if kind == GOING { going(app) } else { ended(app, kind == ENDED) });
    let planned = move || {
        let live = app.picture.shown.with(|shown| matches!(shown, Pictured::Plan { live: true, .. }));
        app.runs.plan_open.get() && some() && live
    };
    el("section", "run")
        .class_by("is-earlier", move || app.is_earlier())
        .class_by("run-quick", move || !is_long(app))
        .attr_by("aria-labelledby", move || some().then(|| "log-title".to_owned()))
        .child(head)
        .each(budgets, move |kind| {
            let going = kind == GOING;
            if going {
                keep_time(app);
            }
            budget(app, going)
        })
        .when(some, move || el("p", "run-goal").attr("dir", "auto").text_by(goal))
        .when(planned, move || plan_of_run())
        .when(some, move || rows(app))
}

const ENDED: &str = "ended";
const GOING: &str = "going";
/// Ended elsewhere, or earlier: a file.
const OPENED: &str = "opened";

/// What the status shows, so that it is made anew only when it says something else.
fn status_key(app: App) -> String {
    app.runs.shown.with(|run| match run {
        None => String::new(),
        Some(run) => sentence(run, standing(app, run).2),
    })
}

/// How the run stands; while a run within it waits, as that one does.
fn standing(app: App, run: &Run) -> Standing {
    let rests = |inner: &&Run| inner.status == RunStatus::Suspended;
    let inner = app.runs.children.with(|children| children.values().filter(rests).map(wanted).min());
    match inner.filter(|_| run.status == RunStatus::Running) {
        Some(wanted) => waiting(wanted),
        None => run_standing(run),
    }
}

fn status(app: App) -> El {
    app.runs.shown.with_untracked(|run| {
        let Some(run) = run else { return el("span", "state").text("No run yet") };
        let (name, icon, word) = untrack(|| standing(app, run));
        el("span", &format!("state state-{name}")).child(glyph(icon)).text(&sentence(run, word))
    })
}

/// `Completed: 3 of 3 steps in 12 ms`.
fn sentence(run: &Run, word: String) -> String {
    let all = run.execution_log.len();
    if all == 0 || word == NOTHING_CHANGED {
        return word;
    }
    let done = run.execution_log.iter().filter(|step| step.success).count();
    let again = run.status == RunStatus::Completed && run.execution_log.iter().any(|step| step.attempts > 1);
    let word = if again { word.replace("Completed", "Completed with retries") } else { word };
    let progress = format!("{word}: {done} of {}", counted(all, "step"));
    if run.status.is_final() { format!("{progress} in {}", duration(run.usage.active_ms)) } else { progress }
}

/// Shows the plan of the run, or not.
fn plan_button(app: App) -> El {
    button("button button-bare", "Plan", move |_| app.runs.plan_open.update(|open| *open = !*open))
        .attr_by("aria-expanded", move || Some(app.runs.plan_open.get().to_string()))
}

/// What can be done with a run that is under way.
fn going(app: App) -> El {
    let words = move || if app.runs.cancelling.get() { "Cancelling…" } else { "Cancel run" }.to_owned();
    let cancel = button("button", "", move |_| app.cancel_run())
        .flag_by("disabled", move || app.runs.cancelling.get())
        .text_by(words);
    // In the row that what can be done afterwards stands in: no step moves when the run ends.
    el("div", "run-acts").child(cancel).child(plan_button(app))
}

/// What can be done with a run that has ended: once more, its plan, and what is rare in a menu. One from a file is a file already.
fn ended(app: App, stored: bool) -> El {
    let failed = app.runs.shown.with_untracked(|run| run.as_ref().is_some_and(|run| run.status == RunStatus::Failed));
    let repeat = button("button", "Repeat", move |_| app.repeat());
    let repeat = if failed { repeat.attr("title", "Goes on from the failure") } else { repeat };
    let more = move || {
        let report = menu_item("Report", move |_| app.runs.report_open.set(true)).attr("aria-haspopup", "dialog");
        let mut parts = vec![report];
        parts.push(button("menu-item menu-stays", "Copy a link to the goal", move |_| app.copy_link()));
        let goal = app.runs.goal.get_untracked().unwrap_or_default();
        let save = menu_item("Save the goal under a name…", move |_| app.saved.name_goal(&goal));
        parts.push(save.attr("aria-haspopup", "dialog"));
        if !stored {
            return parts;
        }
        let said = move |words: &'static str| {
            let words = move || if app.runs.copied.get() { "Copied" } else { words }.to_owned();
            el("span", "menu-kind").attr("role", "status").text_by(words)
        };
        let forms = |word: &'static str, kind: El, act: fn(App, ReportForm)| {
            let form = |(name, form): (&str, ReportForm)| {
                let shown = if name == "plan" { "Plan" } else { name };
                button("button", shown, move |_| act(app, form)).attr("aria-label", &format!("{word} {name}"))
            };
            el("div", "run-forms")
                .attr("role", "group")
                .attr("aria-label", &format!("{word} the run as"))
                .child(kind)
                .children(FORMS.map(form))
        };
        parts.push(forms("Copy", said("Copy"), State::copy_report));
        parts.push(forms("Save", el("span", "menu-kind").text("Save"), State::save_report));
        parts
    };
    let opener = button("button button-bare", "More", |_| {}).child(glyph(Icon::Down));
    el("div", "run-acts").child(repeat).child(plan_button(app)).child(menu(opener, "More about the run", more))
}

/// What a run is copied and saved as.
const FORMS: [(&str, ReportForm); 3] =
    [("Markdown", ReportForm::Markdown), ("JSON", ReportForm::Json), ("plan", ReportForm::Plan)];

/// The list named "Log", with a search above it once there is something to look through.
fn rows(app: App) -> El {
    let query = RwSignal::new(String::new());
    let count = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map_or(0, |run| run.execution_log.len())));
    // A row stands for a place in a run: another run has rows of its own.
    let id = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map(|run| run.run_id.clone())));
    // Of a run that failed, what was skipped for it is folded away: the cause is told once.
    let open = RwSignal::new(false);
    let skipped = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map_or(0, skipped)));
    let chosen_step = move || app.place.with(|place| place.step);
    let folds = move || skipped.get() > 0 && !open.get();
    let found = move || -> Vec<usize> {
        let words = query.with(|query| query.trim().to_lowercase());
        if words.is_empty() {
            if folds() {
                return shown_beside(app, chosen_step());
            }
            return (0..count.get()).collect();
        }
        app.runs.shown.with(|run| {
            let log = run.as_ref().map(|run| run.execution_log.as_slice()).unwrap_or_default();
            let has = |step: &dunlin::ExecutionStep| told(app, step).to_lowercase().contains(&words);
            log.iter().enumerate().filter(|(_, step)| has(step)).map(|(index, _)| index).collect()
        })
    };
    let found = Memo::new(move |_| found());
    let key = move |at: usize| {
        let index = found.with(|found| found.get(at).copied().unwrap_or_default());
        format!("{index} {}", id.get().unwrap_or_default())
    };
    let chosen = move || {
        let index = (chosen_step()? as usize).checked_sub(1)?;
        found.with(|found| found.binary_search(&index).ok())
    };
    let place = |key: &str| key.split(' ').next().and_then(|index| index.parse().ok()).unwrap_or_default();
    let walk = Walk::new("log-open");
    let list = el("ol", "log").attr("aria-label", "Log").attr("role", "list").on("keydown", move |event| {
        let down = match key_of(&event).key().as_str() {
            "ArrowDown" => true,
            "ArrowUp" => false,
            "Escape" => return close(app, &event),
            _ => return,
        };
        if walk.step(&event, down) {
            event.prevent_default();
        }
    });
    let search = move || {
        let field = el("input", "log-search")
            .attr("type", "search")
            .attr("aria-label", "Search log")
            .attr("placeholder", "Search log")
            .on("input", move |event| query.set(value_of(&event)));
        let said = move || {
            if query.with(|query| query.trim().is_empty()) {
                return String::new();
            }
            format!("{} of {}", found.with(Vec::len), counted(count.get(), "step"))
        };
        el("div", "log-tools").child(field).child(el("span", "panel-note").attr("role", "status").text_by(said))
    };
    el("div", "")
        .when(move || count.get() > SEARCH_FROM, search)
        .child(long_list(
            list,
            SHORT,
            move || found.with(Vec::len),
            key,
            chosen,
            Some(walk),
            move |_, key| row(app, place(key)),
        ))
        // Under the rows: when it comes, none of them moves.
        .when(move || is_long(app), move || axis(app))
        .when(
            move || skipped.get() > 0 && query.with(|query| query.trim().is_empty()),
            move || fold(app, skipped, open),
        )
}

/// Up to so many steps the log scrolls with the page.
const SHORT: usize = 60;

/// How many steps a run skipped because it failed; none where that is too few to fold.
fn skipped(run: &Run) -> usize {
    let skipped = run.execution_log.iter().filter(|step| step.status == StepStatus::Skipped).count();
    if run.status == RunStatus::Failed && skipped > 1 { skipped } else { 0 }
}

/// The places of the steps that were not skipped, and of the one that is selected.
fn shown_beside(app: App, chosen: Option<u32>) -> Vec<usize> {
    app.runs.shown.with(|run| {
        let log = run.as_ref().map(|run| run.execution_log.as_slice()).unwrap_or_default();
        let told =
            |step: &dunlin::ExecutionStep| step.status != StepStatus::Skipped || Some(step.step_number) == chosen;
        log.iter().enumerate().filter(|(_, step)| told(step)).map(|(index, _)| index).collect()
    })
}

/// What was skipped, in a line that opens it.
fn fold(app: App, skipped: Memo<usize>, open: RwSignal<bool>) -> El {
    let words = move || {
        let cause = app.runs.shown.with(|run| run.as_ref()?.error.as_ref()?.step_number);
        let cause = cause.map(|step| format!(", because step {step} failed")).unwrap_or_default();
        format!("{} skipped{cause}", counted(skipped.get(), "step"))
    };
    button("log-open log-fold", "", move |_| open.update(|open| *open = !*open))
        .attr_by("aria-expanded", move || Some(open.get().to_string()))
        .child(glyph(Icon::Chevron))
        .child(el("span", "").text_by(words))
}

/// Closes the details that are open, with the focus on their step.
fn close(app: App, event: &web_sys::Event) {
    if app.place.with_untracked(|place| place.step.is_none()) {
        return;
    }
    event.prevent_default();
    let here = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let row = here.and_then(|here| here.closest(".log-row").ok().flatten());
    if let Some(opener) = row.and_then(|row| row.query_selector(".log-open").ok().flatten()) {
        El::of(opener).focus();
    }
    app.select_step(None);
}

/// A search helps from so many steps on.
const SEARCH_FROM: usize = 20;
