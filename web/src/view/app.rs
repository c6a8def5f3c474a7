//! The page as a whole: what stands where.

use leptos::{ev, prelude::*};

use super::{
    history::{ReportSheet, RunsPanel},
    palette::Palette,
    plan::PlanPanel,
    prompt::PromptBar,
    reach::ReachSheet,
    run::{Earlier, LogPanel, ResultPanel, result_key},
    saved::SavedSheet,
    settings::{KeysSheet, SettingsSheet, is_writing, on_question_mark},
    todo::{Reminders, TodoPanel},
    ui::{Glyph, Icon, IconButton, Note, Tone},
};
use crate::{
    model::{App, Asked, Pictured, Tab, use_app},
    platform,
};

/// The page.
#[component]
pub(crate) fn Page(app: App) -> impl IntoView {
    provide_context(app);
    platform::keep_focus_in_regions();
    let keys = window_event_listener(ev::keydown, move |event| {
        on_palette_key(app, &event);
        on_question_mark(app, &event);
        on_undo_keys(app, &event);
    });
    on_cleanup(move || keys.remove());
    Effect::new(move |before: Option<String>| {
        let text = app.goal.text.get();
        if app.runs.shown.with(Option::is_some) || before.is_some_and(|before| before != text) {
            app.hold_height.set(None);
        }
        text
    });
    // A run that is chosen is looked at where its log is; what else the address says leaves the tab as it is.
    let run = Memo::new(move |_| app.place.with(|place| place.run.clone()));
    Effect::new(move || {
        if run.with(Option::is_some) {
            app.tab.set(Tab::Ask);
        }
    });
    // What was looked at is taken out below: nothing there moves under the pointer, until something else is looked at. What
    // comes in its place has at least its room.
    let held = move || app.hold_height.get().map(|height| format!("{height}px"));
    view! {
        <div class="page" data-tab=move || app.tab.get().name().to_lowercase()>
            <Top />
            <Notices />
            <main class="page-body">
                <div class="page-main" style:min-height=held>
                    <PromptBar />
                    <For
                        each=move || panels(app)
                        key=Panel::clone
                        children=move |panel| match panel {
                            Panel::Plan => view! { <PlanPanel /> }.into_any(),
                            Panel::Earlier => view! { <Earlier /> }.into_any(),
                            Panel::Result(_) => view! { <ResultPanel /> }.into_any(),
                            Panel::Log => view! { <LogPanel /> }.into_any(),
                        }
                    />
                </div>
                <div class="page-side">
                    <TodoPanel />
                </div>
                <div class="page-past"><RunsPanel /></div>
            </main>
            <Reminders />
            <Tabs />
            <SettingsSheet />
            <ReachSheet />
            <ReportSheet />
            <KeysSheet />
            <SavedSheet />
            <Palette />
        </div>
    }
}

/// What stands above everything: the name of the page, and the ways to the history, the commands, the keys and the settings.
#[component]
fn Top() -> impl IntoView {
    let app = use_app();
    view! {
        <header class="page-top">
            <h1 class="page-brand">
                <Glyph icon=Icon::Bird />
                "Dunlin"
            </h1>
            <button type="button" class="button button-bare page-history" on:click=move |_| app.show_history()>
                "History"
                <Waiting />
            </button>
            <IconButton
                icon=Icon::Glass
                label="Commands"
                attr:aria-haspopup="dialog"
                on:click=move |_| app.palette_open.set(true)
            />
            <button
                type="button"
                class="button button-bare button-icon page-keys"
                aria-label="Keys"
                aria-haspopup="dialog"
                on:click=move |_| app.settings.keys_open.set(true)
            >
                "?"
            </button>
            <IconButton
                icon=Icon::Sliders
                label="Settings"
                attr:aria-haspopup="dialog"
                on:click=move |_| app.settings.open.set(true)
            />
        </header>
    }
}

/// Control and K open what finds everything.
fn on_palette_key(app: App, event: &ev::KeyboardEvent) {
    if !event.key().eq_ignore_ascii_case("k") || !(event.ctrl_key() || event.meta_key()) || event.alt_key() {
        return;
    }
    event.prevent_default();
    // What is behind a dialog is not reached from it.
    if document().query_selector("dialog[open]").ok().flatten().is_none() {
        app.palette_open.set(true);
    }
}

/// Control and Z outside of fields take back what was last done to the todos, and do it again with Shift; in a field they are
/// the field's.
fn on_undo_keys(app: App, event: &ev::KeyboardEvent) {
    if !(event.ctrl_key() || event.meta_key()) || event.alt_key() || is_writing(event) {
        return;
    }
    let again = match event.key().to_ascii_lowercase().as_str() {
        "z" => event.shift_key(),
        "y" => true,
        _ => return,
    };
    event.prevent_default();
    app.take_back(if again { Asked::Redo } else { Asked::Undo });
}

/// A region under the goal bar.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Panel {
    Plan,
    Earlier,
    /// With what tells one result from another.
    Result(String),
    Log,
}

/// What stands under the goal bar, in order: what is typed comes before what was run, and its answer before its log. A run has
/// one list: that of its plan until something of it has begun, that of its log from then on.
fn panels(app: App) -> Vec<Panel> {
    let result = result_key(app);
    let drafted = app.picture.shown.with(|shown| !matches!(shown, Pictured::Plan { live: true, .. }));
    let plan = drafted && (result.is_none() || app.goal.is_typed());
    let parts = [
        plan.then_some(Panel::Plan),
        app.is_earlier().then_some(Panel::Earlier),
        result.map(Panel::Result),
        Some(Panel::Log),
    ];
    parts.into_iter().flatten().collect()
}

/// The tabs of a narrow screen: what to do, the todos, what was done.
#[component]
fn Tabs() -> impl IntoView {
    let app = use_app();
    let tab = |tab: Tab| {
        view! {
            <button
                type="button"
                class="tab"
                aria-current=move || (app.tab.get() == tab).then_some("true")
                on:click=move |_| app.tab.set(tab)
            >
                {tab.name()}
                {(tab == Tab::History).then(|| view! { <Waiting /> })}
            </button>
        }
    };
    view! { <nav class="tabs" aria-label="Parts of the page">{Tab::EVERY.map(tab).into_iter().collect::<Vec<_>>()}</nav> }
}

/// How many runs wait for a person.
#[component]
fn Waiting() -> impl IntoView {
    let app = use_app();
    let waiting = Memo::new(move |_| app.runs.waiting());
    view! {
        <Show when=move || { waiting.get() > 0 }>
            <span class="waiting">
                <span>{move || waiting.get()}</span>
                <span class="unseen">
                    {move || if waiting.get() == 1 { " run waits for you" } else { " runs wait for you" }}
                </span>
            </span>
        </Show>
    }
}

/// What the page has to say of itself: storage refused, values set aside.
#[component]
fn Notices() -> impl IntoView {
    let app = use_app();
    let notice = move |words: String| {
        let gone = words.clone();
        let close = move |_| app.notices.update(|notices| notices.retain(|notice| *notice != gone));
        view! {
            <Note tone=Tone::Warn words=app.by_goal(&words) hint=None>
                <button type="button" class="link" on:click=close>"Close"</button>
            </Note>
        }
    };
    let late = platform::part_is_late();
    view! {
        <div class="page-notes" role="status" aria-label="Notices">
            <Show when=move || late.get()>
                <Note
                    tone=Tone::Warn
                    words="a part of the page has not arrived, and is asked for again"
                    hint="check the connection; what is stored is safe".to_owned()
                />
            </Show>
            <For each=move || app.notices.get() key=String::clone children=notice />
        </div>
    }
}
