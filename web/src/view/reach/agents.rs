//! The agents, and what is kept for them.

use leptos::prelude::*;

use super::Switch;
use crate::{
    model::{Agent, DOOR, as_tool, form::label, kept_in_lines, may, use_app},
    platform,
};

/// Every agent with what it may use.
#[component]
pub(super) fn AgentsGroup() -> impl IntoView {
    const WORDS: &str = "A goal that is not about todos, sums or dates goes to those that are on. Each does its part with the \
                         tools that it may use, and the log shows what it did.";
    let app = use_app();
    view! {
        <section class="group" aria-labelledby="reach-agents">
            <h3 id="reach-agents">"Agents"</h3>
            <p class="panel-note">{WORDS}</p>
            <ul class="reach-list" role="list" aria-label="Agents">
                <For each=move || app.reach.agents.get() key=|one| one.name.clone() children=|one| view! { <Row one /> } />
            </ul>
            <div class="actions reach-example">
                <button type="button" class="button" on:click=move |_| app.try_agents()>"Try the example"</button>
                <p class="panel-note">"Adds five notes, switches all agents on, and types a goal for them."</p>
            </div>
        </section>
    }
}

/// An agent.
#[component]
fn Row(one: Agent) -> impl IntoView {
    let may = may(&one);
    view! {
        <li class="reach-row">
            <Switch name=as_tool(&one.name) words=label(&one.name) />
            <p class="reach-does">{one.description}</p>
            <p class="reach-may">{may}</p>
        </li>
    }
}

/// What agents of the browser itself are offered, where it has any.
#[component]
pub(super) fn OfTheBrowser() -> impl IntoView {
    const WORDS: &str = "This browser can call the tools that are on, and begin, watch and stop runs. You see each of them \
                         here, and what deletes waits for you.";
    platform::Door::is_possible().then(|| {
        view! {
            <section class="group" aria-labelledby="reach-door">
                <h3 id="reach-door">"Agents of this browser"</h3>
                <p class="panel-note">{WORDS}</p>
                <Switch name=DOOR words="Offer this page to them" />
            </section>
        }
    })
}

/// What agents remember, messages that wait for them, and what they were refused.
#[component]
pub(super) fn KeptGroup() -> impl IntoView {
    let app = use_app();
    // Looked at again each time the dialog is opened.
    let lines = move || {
        app.reach.open.track();
        let told = kept_in_lines(&app.reach.kept());
        if told.is_empty() {
            let nothing = "Nothing is remembered, no message waits, and nothing was refused.";
            return view! { <p class="panel-note">{nothing}</p> }.into_any();
        }
        let items: Vec<_> = told.into_iter().map(|line| view! { <li dir="auto">{line}</li> }).collect();
        view! { <ul class="reach-kept" role="list" aria-label="Kept for agents">{items}</ul> }.into_any()
    };
    view! {
        <section class="group" aria-labelledby="reach-kept">
            <h3 id="reach-kept">"Memory and messages"</h3>
            <div>{lines}</div>
            <p class="panel-note">
                "“Export everything” in the settings has all of it, and “Remove everything” takes it away."
            </p>
        </section>
    }
}
