//! The tools.

use dunlin::ToolSpec;
use leptos::prelude::*;
use serde_json::Value;

use super::switch;
use crate::{
    model::{App, Offered},
    platform,
    view::run::{answer_form, label},
    view::ui::{El, Tone, button, el, note, soon},
};

/// Every tool, and those that this page cannot have.
pub(super) fn group(app: App) -> El {
    let keys = move || app.reach.tools.with(|tools| tools.iter().map(|one| one.spec.name.clone()).collect());
    let row = move |name: &str| {
        let found = app.reach.tools.with_untracked(|tools| tools.iter().find(|one| one.spec.name == name).cloned());
        found.map_or_else(|| el("li", ""), |one| row(app, one))
    };
    let words = "What plans may call. What is off is not planned. What you switch on is fetched once and stays on.";
    el("section", "group")
        .attr("aria-labelledby", "reach-tools")
        .child(el("h3", "").attr("id", "reach-tools").text("Tools"))
        .child(el("p", "panel-note").text(words))
        .child(el("ul", "reach-list").attr("role", "list").attr("aria-label", "Tools").each(keys, row))
        .child(el("p", "panel-note").text(&not_here()))
}

/// Why what reaches over the network is missing.
fn not_here() -> String {
    format!(
        "Fetch and web search are not in this page: its security policy lets it reach nothing but {}. The program for the command line has them.",
        platform::origin()
    )
}

/// `todo_store` → `Todo store`.
pub(super) fn named(tool: &str) -> String {
    if tool == "sql" { "SQL".to_owned() } else { label(tool) }
}

fn row(app: App, one: Offered) -> El {
    let name = StoredValue::new(one.spec.name.clone());
    let open = RwSignal::new(false);
    let is_on = move || name.with_value(|name| app.reach.is_on(name));
    let words = named(&one.spec.name);
    let try_it = {
        let words = words.clone();
        move || {
            button("button", "Try it", move |_| open.update(|open| *open = !*open))
                .attr("aria-label", &format!("Try it: {words}"))
                .attr_by("aria-expanded", move || Some(open.get().to_string()))
        }
    };
    let reaches = el("p", "reach-may").text(&reaches(&one.spec));
    let made = el("li", "reach-row")
        .child(switch(app, &one.spec.name, &words))
        .child(el("p", "reach-does").text(&one.spec.description))
        .child(el("div", "reach-foot").child(reaches).when(is_on, try_it));
    made.when(move || is_on() && open.get(), move || form(app, &one.spec, &words))
}

/// What a tool may reach, as its specification says it.
fn reaches(spec: &ToolSpec) -> String {
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

/// The form that calls it once.
fn form(app: App, spec: &ToolSpec, words: &str) -> El {
    let written = RwSignal::new(None::<Value>);
    let problem = RwSignal::new(None::<(String, Option<String>)>);
    let name = spec.name.clone();
    let run = button("button button-main", "Run it", move |_| {
        let input = written.get_untracked().unwrap_or_default();
        let tried = app.try_tool(&name, &input).err();
        problem.set(tried.map(|problem| (problem.message, problem.hint)));
    });
    let fields = answer_form(&format!("Input of {words}"), &spec.input_schema, written);
    let made = el("div", "reach-form")
        .child(fields)
        .slot(move || problem.get().map(|(words, hint)| note(Tone::Bad, &words, hint.as_deref(), None)))
        .child(el("div", "actions").child(run));
    let first = made.clone();
    soon(move || {
        if let Ok(Some(field)) = first.element().query_selector("input, select, textarea") {
            El::of(field).focus();
        }
    });
    made
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
