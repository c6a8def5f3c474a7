//! What is kept for agents and for the person: what is remembered, messages, and what was refused.

use leptos::prelude::*;

use super::Switch;
use crate::{
    model::{KEEPS_ALL, Kept, KeptLine, use_app},
    view::ui::{Icon, IconButton},
};

/// All of it, each with what can be done with it.
#[component]
pub(super) fn KeptGroup() -> impl IntoView {
    const GUARD: &str =
        "Keys and the numbers of accounts and cards are neither remembered nor left as messages, unless this is on.";
    let app = use_app();
    let changed = RwSignal::new(0_u32);
    // Looked at again each time the dialog is opened, and when something was taken away or given out again.
    let kept = Memo::new(move |_| {
        app.reach.open.track();
        changed.track();
        Kept::of(&app.reach.kept())
    });
    let is_empty = move || kept.with(|kept| *kept == Kept::default());
    view! {
        <section class="group" aria-labelledby="reach-kept">
            <h3 id="reach-kept">"Memory and messages"</h3>
            <Show when=is_empty>
                <p class="panel-note">"Nothing is remembered, no message waits, and nothing was refused."</p>
            </Show>
            <Lines name="Remembered" lines=Signal::derive(move || kept.with(|kept| kept.memory.clone())) changed />
            <Lines name="Messages" lines=Signal::derive(move || kept.with(|kept| kept.messages.clone())) changed />
            <Lines name="Refused" lines=Signal::derive(move || kept.with(|kept| kept.refusals.clone())) changed />
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
    /// Changes whenever something was done with a line.
    changed: RwSignal<u32>,
) -> impl IntoView {
    view! {
        <Show when=move || lines.with(|lines| !lines.is_empty())>
            <h4>{name}</h4>
            <ul class="reach-list" role="list" aria-label=name>
                <For each=move || lines.get() key=KeptLine::clone children=move |line| view! { <Row line changed /> } />
            </ul>
        </Show>
    }
}

/// A thing that is kept, with a button that takes it away, and one that gives a message out again.
#[component]
fn Row(line: KeptLine, changed: RwSignal<u32>) -> impl IntoView {
    let app = use_app();
    let KeptLine { about, words, way_out, again } = line;
    let buttons = way_out.map(|(label, what)| {
        let told = what.clone();
        let again = again.map(|label| {
            let give = move |_| {
                app.reach.revive(&told);
                changed.update(|changed| *changed += 1);
            };
            view! { <button type="button" class="link" aria-label=label on:click=give>"Give again"</button> }
        });
        let take = move |_| {
            app.reach.forget(&what);
            changed.update(|changed| *changed += 1);
        };
        view! { <span class="reach-acts">{again} <IconButton icon=Icon::Bin label on:click=take /></span> }
    });
    view! {
        <li class="reach-note">
            <div>
                <bdi class="reach-name">{about}</bdi>
                <p class="reach-does" dir="auto">{words}</p>
            </div>
            {buttons}
        </li>
    }
}
