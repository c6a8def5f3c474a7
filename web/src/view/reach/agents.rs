//! The agents, and what is kept for them.

use leptos::prelude::*;
use serde_json::Value;

use super::{Switch, tools::named};
use crate::{
    model::format::counted,
    model::{Agent, DOOR, as_tool, use_app},
    platform,
    view::run::label,
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

/// What an agent may do at most.
fn may(one: &Agent) -> String {
    let tools = match &one.tools {
        None if one.parent.is_some() => "what its parent may".to_owned(),
        None => "all tools".to_owned(),
        Some(tools) if tools.is_empty() => "no tool".to_owned(),
        Some(tools) => tools.iter().map(|tool| named(tool)).collect::<Vec<_>>().join(", "),
    };
    let mut said = vec![format!("Uses {tools}.")];
    let most = one.limits.iter().zip(["step", "tool call"]);
    let most: Vec<String> =
        most.filter_map(|(most, what)| Some(counted(usize::try_from((*most)?).ok()?, what))).collect();
    if !most.is_empty() {
        said.push(format!("At most {}.", most.join(" and ")));
    }
    said.extend(one.parent.iter().map(|parent| format!("Under {}.", label(parent))));
    said.join(" ")
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
        let told = told(&app.reach.kept());
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

/// What is kept, in lines.
fn told(kept: &Value) -> Vec<String> {
    let list = |name: &str| kept.get(name).and_then(Value::as_array).into_iter().flatten();
    let words = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let count = |value: &Value, name: &str| value.get(name).and_then(Value::as_u64).unwrap_or_default();
    let memory = kept.get("memory").and_then(Value::as_object).into_iter().flatten();
    let memory = memory.map(|(agent, records)| {
        format!("{} remembers {}", label(agent), counted(records.as_array().map_or(0, Vec::len), "thing"))
    });
    let topics = list("topics").map(|one| {
        let (waiting, dead) = (count(one, "waiting"), count(one, "dead"));
        format!(
            "{}: {} waiting, {dead} set aside",
            words(one, "topic"),
            counted(usize::try_from(waiting).unwrap_or(usize::MAX), "message")
        )
    });
    let refused =
        list("refusals").map(|one| format!("{} was refused {}", label(&words(one, "agent")), words(one, "what")));
    memory.chain(topics).chain(refused).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_kept_for_agents_is_told_in_lines() {
        let kept = json!({
            "memory": {"researcher": [{"key": "a"}, {"key": "b"}]},
            "topics": [{"topic": "news", "waiting": 1, "dead": 2}],
            "refusals": [{"agent": "coder", "what": "the tool fetch", "at": 1}],
        });
        let lines = [
            "Researcher remembers 2 things",
            "news: 1 message waiting, 2 set aside",
            "Coder was refused the tool fetch",
        ];
        assert_eq!(told(&kept), lines);
        assert!(told(&json!(null)).is_empty());
    }
}
