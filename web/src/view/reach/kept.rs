//! What is kept for agents and for the person: what is remembered, messages, and what was refused.

use leptos::prelude::*;

use super::Switch;
use crate::{
    model::{KEEPS_ALL, Kept, KeptLine, use_app},
    view::ui::{Icon, IconButton},
};

/// All of it, each with what takes it away.
#[component]
pub(super) fn KeptGroup() -> impl IntoView {
    const GUARD: &str =
        "Keys and the numbers of accounts and cards are neither remembered nor left as messages, unless this is on.";
    let app = use_app();
    let removed = RwSignal::new(0_u32);
    // Looked at again each time the dialog is opened, and when something was taken away.
    let kept = Memo::new(move |_| {
        app.reach.open.track();
        removed.track();
        Kept::of(&app.reach.kept())
    });
    let is_empty = move || kept.with(|kept| *kept == Kept::default());
    view! {
        <section class="group" aria-labelledby="reach-kept">
            <h3 id="reach-kept">"Memory and messages"</h3>
            <Show when=is_empty>
                <p class="panel-note">"Nothing is remembered, no message waits, and nothing was refused."</p>
            </Show>
            <Lines name="Remembered" lines=Signal::derive(move || kept.with(|kept| kept.memory.clone())) removed />
            <Lines name="Messages" lines=Signal::derive(move || kept.with(|kept| kept.messages.clone())) removed />
            <Lines name="Refused" lines=Signal::derive(move || kept.with(|kept| kept.refusals.clone())) removed />
            <p class="panel-note">
                "“Export everything” in the settings has all of it, and “Remove everything” takes it away."
            </p>
            <Switch name=KEEPS_ALL words="Keep keys and card numbers too" />
            <p class="panel-note">{GUARD}</p>
        </section>
    }
}

/// Some of it, under a heading while there is any.
#[component]
fn Lines(
    /// What it is called.
    name: &'static str,
    /// The lines.
    lines: Signal<Vec<KeptLine>>,
    /// Changes whenever a line was taken away.
    removed: RwSignal<u32>,
) -> impl IntoView {
    view! {
        <Show when=move || lines.with(|lines| !lines.is_empty())>
            <h4>{name}</h4>
            <ul class="reach-list" role="list" aria-label=name>
                <For each=move || lines.get() key=KeptLine::clone children=move |line| view! { <Row line removed /> } />
            </ul>
        </Show>
    }
}

/// A thing that is kept, with a button that takes it away.
#[component]
fn Row(line: KeptLine, removed: RwSignal<u32>) -> impl IntoView {
    let app = use_app();
    let KeptLine { about, words, way_out } = line;
    let button = way_out.map(|(label, what)| {
        let take = move |_| {
            app.reach.forget(&what);
            removed.update(|removed| *removed += 1);
        };
        view! { <IconButton icon=Icon::Bin label on:click=take /> }
    });
    view! {
        <li class="reach-note">
            <div>
                <bdi class="reach-name">{about}</bdi>
                <p class="reach-does" dir="auto">{words}</p>
            </div>
            {button}
        </li>
    }
}
