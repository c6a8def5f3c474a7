//! The region named "Runs": every run with how it stands; choosing one shows its whole log.

use std::collections::BTreeSet;

use dunlin::{Plan, PlanStep, RunSummary, RunWhen};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::{
    model::format::{counted, shortened},
    model::{App, Tab, takes},
    model::{said, steps_before},
    platform::{self, clock_time_ms},
    view::plan::said_in,
    view::run::{Standing, listed_standing},
    view::ui::{El, Icon, Tone, button, el, glyph, icon_button, link, note, panel_head, value_of},
};

/// How many are drawn before somebody asks for more.
const PAGE_ROWS: usize = 50;
/// How many steps of a file's plan are listed; the others are asked about one by one when it runs.
const MOST_OFFERED: usize = 100;
/// A search appears once there is something to search.
const SEARCH_FROM: usize = 6;

/// The region named "Runs".
pub(crate) fn runs_panel(app: App) -> El {
    let limit = RwSignal::new(PAGE_ROWS);
    let query = app.runs.find;
    let count = move || app.runs.list.with(Vec::len);
    // What a row shows is its key, so that a row whose run has moved on is made anew.
    let found = move || {
        let query = query.with(|query| query.trim().to_lowercase());
        app.runs.list.with(|list| {
            // What carries out a step of a run that is here is shown in that step.
            let ids: BTreeSet<&str> = list.iter().map(|run| run.run_id.as_str()).collect();
            let own = |run: &&RunSummary| run.parent_run_id.as_deref().is_none_or(|parent| !ids.contains(parent));
            let matching =
                list.iter().filter(own).filter(|run| query.is_empty() || run.goal.to_lowercase().contains(&query));
            matching
                .map(|run| format!("{} {} {}", run.run_id, listed_standing(list, run).2, run.steps_done))
                .collect::<Vec<_>>()
        })
    };
    // It stays when a run is taken out: nothing moves under the pointer.
    let needed = move || count() >= SEARCH_FROM || !query.with(String::is_empty);
    let searched = Memo::new(move |before: Option<&bool>| before == Some(&true) || needed());
    let rows = move || {
        let mut rows = found();
        rows.truncate(limit.get());
        rows
    };
    let find = move |key: &str| {
        let id = key.split(' ').next().unwrap_or_default();
        let run = app.runs.list.with(|list| {
            let run = list.iter().find(|run| run.run_id == id)?;
            Some((run.clone(), listed_standing(list, run)))
        });
        run.map_or_else(|| el("li", ""), |(run, standing)| row(app, &run, standing))
    };
    let search = move || {
        el("input", "runs-search")
            .attr("type", "search")
            .attr("aria-label", "Search history")
            .attr("placeholder", "Search history")
            .prop_by("value", move || query.get().into())
            .on("input", move |event| query.set(value_of(&event)))
    };
    el("section", "")
        .attr("aria-labelledby", "runs-title")
        .child(panel_head("runs-title", "Runs").child(open_file(app)))
        .slot(move || {
            let close = || link("Close", move |_| app.runs.file_problem.set(None));
            app.runs.file_problem.get().map(|words| note(Tone::Bad, &words, None, Some(close())))
        })
        .slot(move || app.runs.offered.get().map(|plan| offered(app, &plan)))
        .when(
            move || count() == 0,
            || el("p", "empty panel-note").text("What you run is kept here with its whole log."),
        )
        .when(move || searched.get(), search)
        .when(
            // The rows are drawn when all of the program is here.
            move || count() > 0 && true,
            move || el("ul", "runs-list").attr("aria-label", "Run history").attr("role", "list").each(rows, find),
        )
        .when(
            move || true && found().len() > limit.get(),
            move || link("Show more", move |_| limit.update(|limit| *limit += PAGE_ROWS)),
        )
        .child(
            el("div", "todo-undo").attr("role", "status").attr("aria-label", "Last removal").slot(move || removed(app)),
        )
}

/// A run that was saved as a file, here or elsewhere, looked at without keeping it.
fn open_file(app: App) -> El {
    let read = move |(name, text): (String, String)| app.open_run_file(&name, &text);
    el("span", "").view(
        view! { <crate::view::ui::JsonPicker class="button button-bare" words="Open a file…" name="Run file" read /> },
    )
}

/// The plan of a file: what it would do, and whether it is to.
fn offered(app: App, plan: &Plan) -> El {
    let step = |step: &PlanStep| planned(app, step, 0);
    let given = takes(plan);
    let (steps, goal) = (plan.steps.iter().take(MOST_OFFERED).map(step), shortened(&plan.goal, 200));
    let more = plan.steps.len().saturating_sub(MOST_OFFERED);
    let more = (more > 0).then(|| el("p", "panel-note").text(&format!("and {}", counted(more, "more step"))));
    el("section", "offered")
        .attr("aria-label", "Plan from a file")
        .child(el("p", "panel-note").text("This plan is from a file. Nothing of it has run: "))
        .child(el("bdi", "").text(&goal))
        .child(el("ol", "offered-steps").children(steps))
        .children(more)
        .children(given.then(|| given_field(app)))
        .child(
            el("div", "actions")
                .child(button("button", "Run this plan", move |_| app.run_offered()))
                .child(link("Close", move |_| app.runs.offered.set(None))),
        )
}

/// What a plan takes from whoever begins it.
fn given_field(app: App) -> El {
    let input = el("input", "field-input")
        .attr("type", "text")
        .attr("dir", "ltr")
        .attr("autocomplete", "off")
        .prop_by("value", move || app.runs.given.get().into())
        .on("input", move |event| app.runs.given.set(value_of(&event)));
    let words = el("span", "").text("What it is given").child(el("small", "").text("JSON, such as {\"rows\": [1, 2]}"));
    el("label", "field offered-given").child(words).child(input)
}

/// A step of a plan, with what it does within it: nothing that would run is hidden.
fn planned(app: App, step: &PlanStep, depth: usize) -> El {
    let before = steps_before(&step.depends_on, step.run_when).filter(|_| step.run_when != RunWhen::AllSucceeded);
    let line = said_in(el("span", "").attr("dir", "auto"), &said(app, step, &step.tool_input));
    let line = match before {
        Some(before) => line.text(&format!(", {before}")),
        None => line,
    };
    let undo = step.undo.as_deref().map(|undo| {
        let line = said(app, undo, &undo.tool_input).line();
        el("span", "panel-note").attr("dir", "auto").text(&format!(" Taken back by: {line}"))
    });
    let child = step.plan.iter().flat_map(|plan| &plan.steps);
    // One step for each item is told already.
    let within: Vec<&PlanStep> = step.body.iter().filter(|_| step.body.len() > 1).chain(child).collect();
    let within = (!within.is_empty() && depth < DEEPEST).then(|| {
        let rows = within.iter().take(MOST_OFFERED).map(|step| planned(app, step, depth + 1));
        el("ol", "offered-steps").children(rows)
    });
    el("li", "").child(line).children(undo).children(within)
}

/// A plan within a plan within a plan, and so on, is told to so many levels; each of its steps is asked about when it runs.
const DEEPEST: usize = 4;

fn row(app: App, run: &RunSummary, (name, icon, word): Standing) -> El {
    let goal = if run.goal.is_empty() { "(nothing was kept)" } else { &run.goal };
    let steps = counted(run.steps as usize, "step");
    let told = format!("{word}, {steps}, {}", clock_time_ms(run.created_at_ms as f64));
    let [here, there, gone] = [run.run_id.clone(), run.run_id.clone(), run.run_id.clone()];
    let address = move || Some(app.place.with(|place| place.at_run(Some(there.clone())).to_string()));
    let current = move || app.place.with(|place| place.run.as_ref() == Some(&here)).then(|| "true".to_owned());
    let link = el("a", "run-link")
        .attr_by("href", address)
        .attr_by("aria-current", current)
        .on("click", move |_| app.tab.set(Tab::Ask))
        .child(el("span", &format!("state state-{name}")).child(glyph(icon)))
        .child(el("bdi", "run-link-goal").text(&shortened(goal, 200)))
        .child(el("span", "run-link-note").text(&told));
    let remove = icon_button(Icon::Bin, move |event| {
        focus_beside(&event);
        if app.place.with_untracked(|place| place.run.as_ref() == Some(&gone)) {
            app.hold_height.set(height_above());
        }
        app.remove_run(&gone);
    });
    el("li", "run-row")
        .child(link)
        .child(remove.attr("aria-label", &format!("Remove from history: {}", shortened(goal, 60))))
}

/// How high what stands above the history is.
fn height_above() -> Option<f64> {
    Some(document().query_selector(".page-main").ok().flatten()?.get_bounding_client_rect().height())
}

/// What was taken out, and the way back.
fn removed(app: App) -> Option<El> {
    let goal = app.runs.removed.with(|removed| removed.as_ref().map(|removed| shortened(&removed.goal, 60)))?;
    let undo = button("button", "Undo", move |_| app.put_run_back());
    Some(note(Tone::Plain, &format!("Removed “{goal}”"), None, Some(undo)))
}

/// The row that an event happened in goes: its neighbour gets the focus.
fn focus_beside(event: &web_sys::Event) {
    let here = event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let row = here.and_then(|here| here.closest(".run-row").ok().flatten());
    let next = row.and_then(|row| row.next_element_sibling().or_else(|| row.previous_element_sibling()));
    if let Some(link) = next.and_then(|next| next.query_selector(".run-link").ok().flatten()) {
        El::of(link).focus();
    }
}
