//! The agents, and what is kept for them.

use leptos::prelude::*;
use serde_json::Value;

use super::{switch, tools::named};
use crate::{
    model::format::counted,
    model::{Agent, App, DOOR, as_tool},
    platform,
    view::run::label,
    view::ui::{El, button, el},
};

/// Every agent with what it may use.
pub(super) fn group(app: App) -> El {
    let keys = move || app.reach.agents.with(|agents| agents.iter().map(|one| one.name.clone()).collect());
    let row = move |name: &str| {
        let found = app.reach.agents.with_untracked(|agents| agents.iter().find(|one| one.name == name).cloned());
        found.map_or_else(|| el("li", ""), |one| row(app, &one))
    };
    let words = "A goal that is not about todos, sums or dates goes to those that are on. Each does its part with the tools that \
                 it may use, and the log shows what it did.";
    let example = button("button", "Try the example", move |_| app.try_agents());
    let aside = "Adds five notes, switches all agents on, and types a goal for them.";
    el("section", "group")
        .attr("aria-labelledby", "reach-agents")
        .child(el("h3", "").attr("id", "reach-agents").text("Agents"))
        .child(el("p", "panel-note").text(words))
        .child(el("ul", "reach-list").attr("role", "list").attr("aria-label", "Agents").each(keys, row))
        .child(el("div", "actions reach-example").child(example).child(el("p", "panel-note").text(aside)))
}

fn row(app: App, one: &Agent) -> El {
    el("li", "reach-row")
        .child(switch(app, &as_tool(&one.name), &label(&one.name)))
        .child(el("p", "reach-does").text(&one.description))
        .child(el("p", "reach-may").text(&may(one)))
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
pub(super) fn of_the_browser(app: App) -> Option<El> {
    let words = "This browser can call the tools that are on, and begin, watch and stop runs. You see each of them here, and \
                 what deletes waits for you.";
    platform::Door::is_possible().then(|| {
        el("section", "group")
            .attr("aria-labelledby", "reach-door")
            .child(el("h3", "").attr("id", "reach-door").text("Agents of this browser"))
            .child(el("p", "panel-note").text(words))
            .child(switch(app, DOOR, "Offer this page to them"))
    })
}

/// What agents remember, messages that wait for them, and what they were refused.
pub(super) fn kept(app: App) -> El {
    let lines = move || {
        app.reach.open.track();
        let told = told(&app.reach.kept());
        if told.is_empty() {
            return vec![
                el("p", "panel-note").text("Nothing is remembered, no message waits, and nothing was refused."),
            ];
        }
        let items = told.into_iter().map(|line| el("li", "").attr("dir", "auto").text(&line));
        vec![el("ul", "reach-kept").attr("role", "list").attr("aria-label", "Kept for agents").children(items)]
    };
    el("section", "group")
        .attr("aria-labelledby", "reach-kept")
        .child(el("h3", "").attr("id", "reach-kept").text("Memory and messages"))
        .child(el("div", "").slot(lines))
        .child(
            el("p", "panel-note")
                .text("“Export everything” in the settings has all of it, and “Remove everything” takes it away."),
        )
}

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
