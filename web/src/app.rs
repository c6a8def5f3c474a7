//! The page as a whole: what stands where.

use leptos::{ev::KeyboardEvent, prelude::*};

use crate::{
    history::RunsPanel,
    plan::PlanPanel,
    prompt::PromptBar,
    run::{LogPanel, ResultPanel},
    settings::SettingsSheet,
    state::{State, app},
    todo::TodoPanel,
    ui::{Icon, Tone, glyph, note},
};

/// The page.
#[component]
pub(crate) fn Page() -> impl IntoView {
    let app = State::open();
    provide_context(app);
    let keys = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        if event.key().eq_ignore_ascii_case("k") && (event.ctrl_key() || event.meta_key()) && !event.alt_key() {
            event.prevent_default();
            app.goal.focus();
        }
    });
    on_cleanup(move || keys.remove());
    view! {
        <div class="page">
            <header class="page-top">
                <h1 class="page-brand">{glyph(Icon::Bird)} "Dunlin"</h1>
                <button
                    type="button"
                    class="button button-bare button-icon"
                    aria-label="Settings"
                    aria-haspopup="dialog"
                    on:click=move |_| app.settings.open.set(true)
                >
                    {glyph(Icon::Sliders)}
                </button>
            </header>
            <PageNotes />
            <div class="page-body">
                <main class="page-main">
                    <PromptBar />
                    <PlanPanel />
                    <ResultPanel />
                    <LogPanel />
                </main>
                <aside class="page-side" aria-label="Todos and runs">
                    <TodoPanel />
                    <RunsPanel />
                </aside>
            </div>
            <SettingsSheet />
        </div>
    }
}

/// What the page has to say of itself: storage refused, values set aside.
#[component]
fn PageNotes() -> impl IntoView {
    let app = app();
    view! {
        <div class="page-notes" role="status" aria-label="Notices">
            <For each=move || app.notices.get() key=Clone::clone let:words>
                {
                    let gone = words.clone();
                    let close = view! {
                        <button
                            type="button"
                            class="link"
                            on:click=move |_| app.notices.update(|notices| notices.retain(|notice| *notice != gone))
                        >
                            "Close"
                        </button>
                    };
                    note(Tone::Warn, &words, None, close.into_any())
                }
            </For>
        </div>
    }
}
