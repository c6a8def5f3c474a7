//! The templates of goals that are several todos at once: looked at, written in a form, or shared as JSON.

use dunlin::{DunlinError, Template};
use leptos::prelude::*;

use super::template_form::template_form;
use crate::{
    model::App,
    model::format::{counted, sentence},
    platform,
    view::ui::{El, Tone, button, el, link, note, value_of},
};

/// What is being written.
#[derive(Clone, Copy, PartialEq)]
enum Writing {
    Nothing,
    /// A template of its own.
    New,
    /// The template at that place.
    One(usize),
    /// All of them, as JSON.
    Json,
}

/// The group named "Templates".
pub(crate) fn templates_group(app: App) -> El {
    let settings = app.settings;
    let writing = RwSignal::new(Writing::Nothing);
    let problem = RwSignal::new(None::<String>);
    // What there was before one was removed.
    let removed = RwSignal::new(None::<(String, Vec<Template>)>);
    let done = move |result: Result<(), DunlinError>| {
        problem.set(result.as_ref().err().map(|error| error.message.clone()));
        removed.set(None);
        if result.is_ok() {
            writing.set(Writing::Nothing);
        }
    };
    let remove = move |at: usize| {
        let before = untrack(|| settings.templates());
        let mut left = before.clone();
        let Some(name) = (at < left.len()).then(|| left.remove(at).name) else { return };
        done(settings.keep_templates(&left));
        removed.set(Some((name, before)));
    };
    let list = move || {
        let one = |(at, template): (usize, Template)| {
            let todos = template.todos.iter().map(|todo| el("li", "").attr("dir", "auto").text(&todo.text));
            let name = el("summary", "").child(el("bdi", "").text(&sentence(&template.name)));
            let named = |verb: &str| format!("{verb} the template {}", template.name);
            let change = link("Change", move |_| writing.set(Writing::One(at))).attr("aria-label", &named("Change"));
            let away = link("Remove", move |_| remove(at)).attr("aria-label", &named("Remove"));
            el("details", "template")
                .child(name.text(", ").text(&counted(template.todos.len(), "todo")))
                .child(el("ol", "template-todos").children(todos))
                .child(el("div", "actions").child(change).child(away))
        };
        settings.templates().into_iter().enumerate().map(one).collect::<Vec<_>>()
    };
    let form = move || {
        let at = match writing.get() {
            Writing::New => None,
            Writing::One(at) => Some(at),
            Writing::Nothing | Writing::Json => return None,
        };
        let all = untrack(|| settings.templates());
        let nothing = || Template { name: String::new(), triggers: Vec::new(), todos: Vec::new() };
        let template = at.and_then(|at| all.get(at).cloned()).unwrap_or_else(nothing);
        let others = all.iter().enumerate().filter(|(place, _)| Some(*place) != at);
        let others = others.map(|(_, template)| template.name.clone()).collect();
        let keep = move |template: Template| {
            let mut all = all.clone();
            match at.and_then(|at| all.get_mut(at)) {
                Some(slot) => *slot = template,
                None => all.push(template),
            }
            done(settings.keep_templates(&all));
        };
        Some(template_form(&template, others, keep, move || writing.set(Writing::Nothing)))
    };
    let text = RwSignal::new(String::new());
    let json = move || {
        let field = el("textarea", "ask-edit")
            .attr("aria-label", "Templates as JSON")
            .attr("dir", "ltr")
            .attr("rows", "12")
            .attr("spellcheck", "false")
            .prop_by("value", move || text.get().into())
            .on("input", move |event| text.set(value_of(&event)));
        let keep = button("button button-main", "Keep these", move |_| {
            done(settings.set_templates(&text.get_untracked()));
        });
        let give_up = button("button", "Give up", move |_| done(Ok(())));
        let usual = button("button", "Use the built-in ones", move |_| done(settings.reset_templates()));
        el("div", "group").child(field).child(el("div", "actions").child(keep).child(give_up).child(usual))
    };
    let acts = move || {
        let as_json = button("button", "Change as JSON", move |_| {
            text.set(settings.templates_text());
            writing.set(Writing::Json);
        });
        let save = button("button", "Save as a file", move |_| {
            platform::save_text("dunlin-templates.json", "application/json", &settings.templates_text());
        });
        let new = button("button", "New template", move |_| writing.set(Writing::New));
        el("div", "actions").child(new).child(as_json).child(save)
    };
    let undo = move || {
        let (name, before) = removed.get()?;
        let back = link("Undo", move |_| done(settings.keep_templates(&before)));
        Some(note(Tone::Plain, &format!("“{name}” was removed"), None, Some(back)))
    };
    el("section", "group")
        .attr("aria-labelledby", "templates-title")
        .child(el("h3", "").attr("id", "templates-title").text("Templates"))
        .child(el("p", "panel-note").text("Say “plan a …” with one of these names, and its todos are added together."))
        .child(el("div", "").slot(list))
        .child(el("div", "").attr("role", "status").slot(undo))
        .slot(move || problem.get().map(|words| note(Tone::Bad, &words, None, None)))
        .child(el("div", "").slot(form))
        .when(move || writing.get() == Writing::Json, json)
        .when(move || writing.get() == Writing::Nothing, acts)
}
