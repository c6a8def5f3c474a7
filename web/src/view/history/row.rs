//! A run in the history.

use dunlin::RunSummary;
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::{
    model::{
        Route, Tab,
        format::{counted, shortened},
        use_app,
    },
    platform,
    view::run::Standing,
    view::ui::{Glyph, Icon, IconButton, Note, Tone},
};

/// A run with how it stands: a link to its log, and what takes it out.
#[component]
pub(super) fn RunRow(run: RunSummary, standing: Standing) -> impl IntoView {
    let app = use_app();
    let (state, icon, word) = standing;
    let goal = if run.goal.is_empty() { "(nothing was kept)" } else { &run.goal };
    let name = StoredValue::new(shortened(goal, 60));
    let label = format!("Remove from history: {}", name.get_value());
    // Its lines are one here.
    let goal = shortened(goal, 200).replace('\n', " · ");
    let steps = counted(run.steps as usize, "step");
    let begun = run.created_at_ms;
    let told = move || format!("{word}, {steps}, {}", app.moment_passed(begun));
    let id = StoredValue::new(run.run_id);
    let is_here = move |place: &Route| id.with_value(|id| place.run.as_ref() == Some(id));
    let address = move || app.place.with(|place| place.at_run(Some(id.get_value())).to_string());
    let current = move || app.place.with(is_here).then_some("true");
    let show = move |event: ev::MouseEvent| {
        // With one of these keys the browser opens it elsewhere.
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            app.tab.set(Tab::Ask);
            app.once_painted(platform::to_result);
        }
    };
    let remove = move |event: ev::MouseEvent| {
        focus_beside(&event);
        if app.place.with_untracked(is_here) {
            app.hold_height.set(height_above());
        }
        app.remove_run(&id.get_value());
        app.once_painted(|| platform::focus(".run-kept"));
    };
    let is_kept = Memo::new(move |_| app.runs.kept.with(|kept| id.with_value(|id| kept.as_ref() == Some(id))));
    view! {
        <li class="run-row">
            <a class="run-link" href=address aria-current=current on:click=show>
                <span class=format!("state state-{state}")>
                    <Glyph icon />
                </span>
                <bdi class="run-link-goal">{goal}</bdi>
                <span class="run-link-note">{told}</span>
            </a>
            <IconButton icon=Icon::Bin label on:click=remove />
            <Show when=move || is_kept.get()>
                <Kept id=id.get_value() name=name.get_value() />
            </Show>
        </li>
    }
}

/// Why a run was not taken out: it has not ended. It can be stopped first.
#[component]
fn Kept(
    id: String,
    /// Its goal.
    name: String,
) -> impl IntoView {
    let app = use_app();
    let words = format!("“{name}” is under way, and only what has ended can be removed.");
    let label = words.clone();
    let stop = move |event: ev::MouseEvent| {
        focus_beside(&event);
        app.cancel_and_remove(&id);
    };
    let keep = move |event: ev::MouseEvent| {
        focus_in(row_of(&event));
        app.runs.kept.set(None);
    };
    view! {
        <div class="run-kept" role="group" aria-label=label tabindex="-1">
            <Note tone=Tone::Plain words>
                <span class="note-acts">
                    <button type="button" class="button" on:click=stop>"Cancel and remove"</button>
                    <button type="button" class="button" on:click=keep>"Keep it"</button>
                </span>
            </Note>
        </div>
    }
}

/// How high what stands above the history is.
fn height_above() -> Option<f64> {
    Some(document().query_selector(".page-main").ok().flatten()?.get_bounding_client_rect().height())
}

/// The row that an event happened in goes: its neighbour gets the focus.
fn focus_beside(event: &ev::MouseEvent) {
    focus_in(row_of(event).and_then(|row| row.next_element_sibling().or_else(|| row.previous_element_sibling())));
}

fn row_of(event: &ev::MouseEvent) -> Option<Element> {
    let here = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    here.and_then(|here| here.closest(".run-row").ok().flatten())
}

/// Gives the focus to the link of a row.
fn focus_in(row: Option<Element>) {
    let link = row.and_then(|row| row.query_selector(".run-link").ok().flatten());
    if let Some(link) = link.and_then(|link| link.dyn_into::<HtmlElement>().ok()) {
        drop(link.focus());
    }
}
