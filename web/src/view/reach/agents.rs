//! The agents.

use leptos::{html, prelude::*};

use super::Switch;
use crate::{
    model::{Agent, DOOR, as_tool, form::label, may, use_app},
    platform,
    view::ui::{Field, FilePicker, Note, Tone},
};

/// Every agent with what it may use.
#[component]
pub(super) fn AgentsGroup() -> impl IntoView {
    const WORDS: &str = "A goal that is not about todos, sums or dates goes to those that are on. Each does its part with the \
                         tools that it may use, and the log shows what it did.";
    let app = use_app();
    let writing = RwSignal::new(false);
    view! {
        <section class="group" aria-labelledby="reach-agents">
            <h3 id="reach-agents">"Agents"</h3>
            <p class="panel-note">{WORDS}</p>
            <ul class="reach-list" role="list" aria-label="Agents">
                <For each=move || app.reach.agents.get() key=|one| one.name.clone() children=|one| view! { <Row one /> } />
            </ul>
            <Show when=move || writing.get() fallback=move || view! { <Acts writing /> }>
                <AgentForm writing />
            </Show>
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
    let app = use_app();
    let may = may(&one);
    let said = (!one.examples.is_empty()).then(|| {
        let said = one.examples.iter().map(|example| format!("“{example}”")).collect::<Vec<_>>().join(", ");
        view! { <p class="reach-may" dir="auto">{format!("Say {said}")}</p> }
    });
    let Agent { name, description, own, .. } = one;
    let words = label(&name);
    let remove = own.then(|| {
        let (label, name) = (format!("Remove the agent {words}"), name.clone());
        view! { <button type="button" class="link" aria-label=label on:click=move |_| app.remove_agent(&name)>"Remove"</button> }
    });
    view! {
        <li class="reach-row">
            <Switch name=as_tool(&name) words />
            <p class="reach-does" dir="auto">{description}</p>
            {said}
            <p class="reach-may">{may}</p>
            {remove}
        </li>
    }
}

/// The ways to an agent of one's own: writing its data, and a file.
#[component]
fn Acts(
    /// Set when they are to be written.
    writing: RwSignal<bool>,
) -> impl IntoView {
    let app = use_app();
    let read = move |(_, data): (String, String)| app.reach.problem.set(app.reach.add_agent(&data).err());
    view! {
        <div class="actions">
            <button type="button" class="button" on:click=move |_| writing.set(true)>"New agent"</button>
            <FilePicker class="button" words="Add an agent's file…" name="Agent's file" read />
        </div>
    }
}

/// The form for an agent of one's own.
#[component]
fn AgentForm(
    /// Taken back when it is done.
    writing: RwSignal<bool>,
) -> impl IntoView {
    const WORDS: &str = "What it is called, which tools it may use, and what it can do: the phrases that ask for each skill, and \
                         the plan that does it. It may do no more than the agent that it is under, if any.";
    let app = use_app();
    let (data, refused) = (RwSignal::new(BEGINNING.to_owned()), RwSignal::new(None::<String>));
    let first = NodeRef::<html::Textarea>::new();
    Effect::new(move || drop(first.get().map(|first| first.focus())));
    let add = move |_| match data.with_untracked(|data| app.reach.add_agent(data)) {
        Ok(()) => writing.set(false),
        Err(why) => refused.set(Some(why)),
    };
    view! {
        <div class="reach-form">
            <p class="panel-note" id="reach-agent-words">{WORDS}</p>
            <Field name="Agent, as JSON">
                <textarea
                    class="field-input reach-data"
                    rows="12"
                    spellcheck="false"
                    autocapitalize="off"
                    aria-describedby="reach-agent-words"
                    node_ref=first
                    bind:value=data
                ></textarea>
            </Field>
            {move || refused.get().map(|words| view! { <Note tone=Tone::Bad words /> })}
            <div class="actions">
                <button type="button" class="button button-main" on:click=add>"Add agent"</button>
                <button type="button" class="button" on:click=move |_| writing.set(false)>"Cancel"</button>
            </div>
        </div>
    }
}

/// What the form begins with: an agent that can be added as it is.
const BEGINNING: &str = include_str!("agent.json");

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
