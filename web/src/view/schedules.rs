//! Goals that begin by themselves: a list of them with their next times, and the field in which a saved goal is given one.

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::{
    model::format::shortened,
    model::{Planned, use_app},
    view::ui::{Icon, IconButton, Note, Tone, is_composing},
};

/// How far schedules reach.
const REACH: &str =
    "A schedule begins its goal while this page is open in a tab; what was missed begins once when it is opened.";

/// The part of the dialog that lists them.
#[component]
pub(crate) fn SchedulesGroup() -> impl IntoView {
    let app = use_app();
    let all = app.schedules.all;
    let some = Memo::new(move |_| all.with(|all| !all.is_empty()));
    let none = || {
        view! { <p class="panel-note">"There is none yet: “Every…” beside a saved goal makes one."</p> }
    };
    view! {
        <section class="group" aria-labelledby="schedules-title">
            <h3 id="schedules-title">"Schedules"</h3>
            <p class="panel-note">{REACH}</p>
            <Show when=move || some.get() fallback=none>
                <ul class="saved-goals" role="list" aria-label="Schedules">
                    // One that is changed is made anew.
                    <For
                        each=move || all.get()
                        key=|one| (one.schedule.id.clone(), format!("{one:?}"))
                        children=|one| view! { <Row one /> }
                    />
                </ul>
            </Show>
        </section>
    }
}

/// A schedule: when it begins next, what lets it rest, and what removes it.
#[component]
fn Row(one: Planned) -> impl IntoView {
    let app = use_app();
    let Planned { schedule, next } = one;
    let name = app.name_of(&schedule);
    let paused = schedule.paused;
    let (rule, fault) = (schedule.rule, schedule.fault);
    let is_over = rule.is_none() && fault.is_some();
    let told = move || {
        let moment = app.moment_of(&next, rule.as_deref());
        match paused {
            _ if is_over => format!("Was to begin {moment}"),
            true => format!("Paused. Would begin {moment}"),
            false => format!("Next {moment}"),
        }
    };
    let fault = fault.map(|fault| {
        move || {
            let words = format!("Could not begin {}: {}", app.moment_of(&fault.at, None), fault.message);
            view! { <Note tone=Tone::Bad words /> }
        }
    });
    let word = if paused { "Go on" } else { "Pause" };
    let (pause_it, remove_it) = (format!("{word}: {name}"), format!("Remove the schedule of {name}"));
    let id = StoredValue::new(schedule.id);
    let pause = move |_| app.pause_schedule(&id.get_value(), !paused);
    view! {
        <li class="saved-goal">
            <div>
                <bdi class="saved-name">{name}</bdi>
                <p class="panel-note" dir="auto">{told}</p>
                {fault}
            </div>
            {(!is_over).then(|| view! {
                <button type="button" class="button" aria-label=pause_it on:click=pause>{word}</button>
            })}
            <IconButton icon=Icon::Bin label=remove_it on:click=move |_| app.remove_schedule(&id.get_value()) />
        </li>
    }
}

/// What was last removed, and the way back.
#[component]
pub(crate) fn RemovedSchedule() -> impl IntoView {
    let app = use_app();
    move || {
        app.schedules.removed.get().map(|one| {
            let goal = shortened(one.goal.as_deref().unwrap_or("a plan"), 60);
            view! {
                <Note tone=Tone::Plain words=format!("Removed the schedule of “{goal}”")>
                    <button type="button" class="button" on:click=move |_| app.put_schedule_back()>"Undo"</button>
                </Note>
            }
        })
    }
}

/// The button beside a saved goal that opens the field for its schedule.
#[component]
pub(crate) fn EveryButton(
    /// The name of the goal.
    name: StoredValue<String>,
    /// Whether the field is open.
    open: RwSignal<bool>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button"
            aria-label=name.with_value(|name| format!("Every… for {name}"))
            aria-expanded=move || open.get().to_string()
            on:click=move |_| open.update(|open| *open = !*open)
        >
            "Every…"
        </button>
    }
}

/// The field in which a saved goal is given a schedule.
#[component]
pub(crate) fn EveryForm(
    /// The name of the goal.
    name: StoredValue<String>,
    goal: StoredValue<String>,
    /// Closed when the schedule is kept.
    open: RwSignal<bool>,
) -> impl IntoView {
    let app = use_app();
    let words = RwSignal::new(String::new());
    let field = NodeRef::<html::Input>::new();
    Effect::new(move || drop(field.get().map(|field| field.focus())));
    let close = move || {
        // The field goes: the focus is then where it was before.
        drop(field.get_untracked().and_then(|field| opener_of(&field)).map(|opener| opener.focus()));
        open.set(false);
    };
    let keep = move || {
        if goal.with_value(|goal| app.schedule_goal(goal, &words.get_untracked())) {
            close();
        }
    };
    let on_key = move |event: ev::KeyboardEvent| {
        match event.key().as_str() {
            "Enter" if !is_composing(&event) => keep(),
            "Escape" if !is_composing(&event) => close(),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let told =
        move || words.with(|words| app.told_when(words).map(|told| format!("Begins {told}")).unwrap_or_default());
    let problem = move || {
        let problem = app.schedules.problem.get();
        problem.map(|problem| view! { <Note tone=Tone::Bad words=problem.message hint=problem.hint /> })
    };
    view! {
        <div class="saved-when">
            <input
                class="field-input"
                type="text"
                dir="auto"
                autocomplete="off"
                placeholder="every Friday at 9"
                aria-label=name.with_value(|name| format!("When {name} begins"))
                node_ref=field
                bind:value=words
                on:keydown=on_key
            />
            <button type="button" class="button button-main" on:click=move |_| keep()>"Keep"</button>
            <p class="panel-note saved-told" aria-live="polite">{told}</p>
            {problem}
        </div>
    }
}

/// The button that opened the field in its row.
fn opener_of(field: &Element) -> Option<HtmlElement> {
    let row = field.closest("li").ok().flatten()?;
    row.query_selector("[aria-expanded]").ok().flatten()?.dyn_into().ok()
}
