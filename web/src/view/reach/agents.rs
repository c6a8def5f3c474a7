//! The agents.

use leptos::prelude::*;

use super::Switch;
use crate::{
    model::{Agent, DOOR, as_tool, form::label, may, use_app},
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
