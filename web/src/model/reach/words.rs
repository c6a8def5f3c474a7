//! Tools and agents in words: what they are called, what they may reach, and what is kept for them.

use dunlin::ToolSpec;
use serde_json::{Value, json};

use crate::model::{
    Agent,
    plan::form::label,
    words::format::{counted, shortened},
};

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

/// What is kept for agents and for the person, as it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Kept {
    /// What is remembered.
    pub(crate) memory: Vec<KeptLine>,
    /// Messages that wait, and those that were set aside.
    pub(crate) messages: Vec<KeptLine>,
    /// What agents were refused.
    pub(crate) refusals: Vec<KeptLine>,
}

/// One thing that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct KeptLine {
    /// Whose it is, and how it stands.
    pub(crate) about: String,
    /// What it says.
    pub(crate) words: String,
    /// What takes it away: the name of the button, and what the module is told, as JSON.
    pub(crate) way_out: Option<(String, String)>,
    /// The name of what gives it out again, where it is a message that was set aside; the module is told the same.
    pub(crate) again: Option<String>,
}

impl Kept {
    /// What the module tells, in words.
    pub(crate) fn of(told: &Value) -> Self {
        let list = |value: &Value, name: &str| value.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
        let memory = list(told, "memory").into_iter().flat_map(|one| {
            let namespace = words(&one, "namespace");
            let whose = if namespace == "person" { "You".to_owned() } else { label(&namespace) };
            list(&one, "records").into_iter().map(move |record| {
                let key = words(&record, "key");
                let about = if is_made(&key) { whose.clone() } else { format!("{whose}: {key}") };
                let out = json!({"namespace": namespace, "key": key});
                line(about, record.get("value"), "Forget", &out)
            })
        });
        let messages = list(told, "topics").into_iter().flat_map(|one| {
            let topic = words(&one, "topic");
            let waiting = list(&one, "letters").into_iter().map({
                let topic = topic.clone();
                move |letter| {
                    let groups: Vec<String> =
                        list(&letter, "groups").iter().filter_map(Value::as_str).map(str::to_owned).collect();
                    let whom = if groups.is_empty() { String::new() } else { format!(" for {}", groups.join(", ")) };
                    let out = json!({"topic": topic, "id": letter["id"]});
                    line(format!("{topic}, waits{whom}"), letter.get("value"), "Remove the message", &out)
                }
            });
            let dead = list(&one, "dead").into_iter().map(move |letter| {
                let (group, tries) = (words(&letter, "group"), letter["tries"].as_u64().unwrap_or_default());
                let tries = counted(usize::try_from(tries).unwrap_or(usize::MAX), "attempt");
                let why = Some(words(&letter, "why")).filter(|why| !why.is_empty());
                let why = why.map_or_else(String::new, |why| format!(": {why}"));
                let out = json!({"topic": topic, "id": letter["id"], "group": group});
                let about = format!("{topic}, set aside for {group} after {tries}{why}");
                let line = line(about, letter.get("value"), "Remove the message", &out);
                KeptLine { again: Some(format!("Give again to {group}: {}", shortened(&line.words, 40))), ..line }
            });
            waiting.chain(dead).collect::<Vec<_>>()
        });
        let refusals = list(told, "refusals").into_iter().map(|one| KeptLine {
            about: label(&words(&one, "agent")),
            words: format!("was refused {}", words(&one, "what")),
            way_out: None,
            again: None,
        });
        Self { memory: memory.collect(), messages: messages.collect(), refusals: refusals.collect() }
    }
}

fn words(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn line(about: String, value: Option<&Value>, verb: &str, out: &Value) -> KeptLine {
    let value = value.unwrap_or(&Value::Null);
    let words = shortened(&value.as_str().map_or_else(|| value.to_string(), str::to_owned), 160);
    let name = format!("{verb} {about}: {}", shortened(&words, 40));
    KeptLine { about, words, way_out: Some((name, out.to_string())), again: None }
}

/// Whether a key was made for a text that came without one.
fn is_made(key: &str) -> bool {
    key.len() == 36 && key.chars().all(|sign| sign.is_ascii_hexdigit() || sign == '-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
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

    #[wasm_bindgen_test(unsupported = test)]
    fn what_is_kept_is_told_with_what_takes_it_away() {
        let told = json!({
            "memory": [
                {"namespace": "person", "records": [{"key": "0193a0b2-7c3e-7000-8000-00000000000a", "value": "tea at four"}]},
                {"namespace": "researcher", "records": [{"key": "rate", "value": {"cents": 12}}]},
            ],
            "topics": [{
                "topic": "news",
                "letters": [{"id": "1", "value": "hello", "groups": ["readers"]}, {"id": "2", "value": 7, "groups": []}],
                "dead": [{"id": "3", "group": "readers", "value": "bad", "tries": 5, "why": "unreadable"}],
            }],
            "refusals": [{"agent": "coder", "what": "the tool fetch", "at": 1}],
        });
        let kept = Kept::of(&told);
        let said =
            |lines: &[KeptLine]| lines.iter().map(|one| format!("{} | {}", one.about, one.words)).collect::<Vec<_>>();
        assert_eq!(said(&kept.memory), ["You | tea at four", "Researcher: rate | {\"cents\":12}"]);
        assert_eq!(
            said(&kept.messages),
            [
                "news, waits for readers | hello",
                "news, waits | 7",
                "news, set aside for readers after 5 attempts: unreadable | bad"
            ]
        );
        assert_eq!(said(&kept.refusals), ["Coder | was refused the tool fetch"]);
        let (name, out) = kept.memory[1].way_out.clone().unwrap();
        assert_eq!(
            (name.as_str(), out.as_str()),
            ("Forget Researcher: rate: {\"cents\":12}", r#"{"key":"rate","namespace":"researcher"}"#)
        );
        let again: Vec<_> = kept.messages.iter().map(|one| one.again.as_deref()).collect();
        assert_eq!(again, [None, None, Some("Give again to readers: bad")]);
        let out = |at: usize| kept.messages[at].way_out.clone().unwrap().1;
        assert_eq!(
            (out(0).as_str(), out(2).as_str()),
            (r#"{"id":"1","topic":"news"}"#, r#"{"group":"readers","id":"3","topic":"news"}"#)
        );
        assert_eq!((&kept.refusals[0].way_out, Kept::of(&json!(null))), (&None, Kept::default()));
    }
}
