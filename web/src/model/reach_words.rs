//! Tools and agents in words: what they are called, what they may reach, and what is kept for them.

use dunlin::ToolSpec;
use serde_json::Value;

use super::{Agent, form::label, format::counted};

/// `todo_store` → `Todo store`.
pub(crate) fn named(tool: &str) -> String {
    if tool == "sql" { "SQL".to_owned() } else { label(tool) }
}

/// What a tool may reach, as its specification says it.
pub(crate) fn reaches(spec: &ToolSpec) -> String {
    let mut said = Vec::new();
    let parts = |all: &[String]| all.iter().map(|one| label(one).to_lowercase()).collect::<Vec<_>>().join(", ");
    if !spec.reads.is_empty() {
        said.push(format!("Reads {}.", parts(&spec.reads)));
    }
    if !spec.writes.is_empty() {
        said.push(format!("Changes {}.", parts(&spec.writes)));
    }
    if spec.annotations.open_world_hint {
        said.push("Reaches beyond this device.".to_owned());
    }
    if said.is_empty() {
        said.push("Reaches nothing but what it is given.".to_owned());
    }
    said.join(" ")
}

/// What an agent may do at most.
pub(crate) fn may(one: &Agent) -> String {
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

/// What is kept for agents, in lines: what they remember, messages that wait, and what they were refused.
pub(crate) fn kept_in_lines(kept: &Value) -> Vec<String> {
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
    fn what_a_tool_may_reach_is_said_in_words() {
        let spec = |reads: &[&str], writes: &[&str]| ToolSpec {
            reads: reads.iter().map(|one| (*one).to_owned()).collect(),
            writes: writes.iter().map(|one| (*one).to_owned()).collect(),
            ..ToolSpec::default()
        };
        assert_eq!(reaches(&spec(&[], &[])), "Reaches nothing but what it is given.");
        assert_eq!(reaches(&spec(&["todos", "runs"], &["todos"])), "Reads todos, runs. Changes todos.");
        assert_eq!((named("sql"), named("todo_store")), ("SQL".to_owned(), "Todo store".to_owned()));
    }

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
        assert_eq!(kept_in_lines(&kept), lines);
        assert!(kept_in_lines(&json!(null)).is_empty());
    }
}
