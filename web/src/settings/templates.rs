//! The templates of goals that are several todos at once: what there is, and all of it as JSON to change and to share.

use leptos::prelude::*;

use crate::{
    platform,
    state::App,
    ui::{
        El, Tone, button, el,
        format::{counted, sentence},
        note, value_of,
    },
};

/// The group named "Templates".
pub(crate) fn templates_group(app: App) -> El {
    let settings = app.settings;
    // What is being written; none while it is only looked at.
    let text = RwSignal::new(None::<String>);
    let problem = RwSignal::new(None::<String>);
    let done = move |result: Result<(), dunlin::DunlinError>| {
        problem.set(result.as_ref().err().map(|error| error.message.clone()));
        if result.is_ok() {
            text.set(None);
        }
    };
    let list = move || {
        settings.templates().into_iter().map(|template| {
            let todos = template.todos.iter().map(|todo| el("li", "").attr("dir", "auto").text(&todo.text));
            let name = el("summary", "").child(el("bdi", "").text(&sentence(&template.name)));
            el("details", "template")
                .child(name.text(", ").text(&counted(template.todos.len(), "todo")))
                .child(el("ol", "template-todos").children(todos))
        })
    };
    let edit = move || button("button", "Change as JSON", move |_| text.set(Some(settings.templates_text())));
    let editor = move || {
        let field = el("textarea", "ask-edit")
            .attr("aria-label", "Templates as JSON")
            .attr("dir", "ltr")
            .attr("rows", "12")
            .attr("spellcheck", "false")
            .prop_by("value", move || text.get().unwrap_or_default().into())
            .on("input", move |event| text.set(Some(value_of(&event))));
        let keep = button("button button-main", "Keep these", move |_| {
            done(settings.set_templates(&text.get_untracked().unwrap_or_default()));
        });
        let give_up = button("button", "Give up", move |_| done(Ok(())));
        let usual = button("button", "Use the built-in ones", move |_| done(settings.reset_templates()));
        el("div", "group").child(field).child(el("div", "actions").child(keep).child(give_up).child(usual))
    };
    let save = button("button", "Save as a file", move |_| {
        platform::save_text("dunlin-templates.json", "application/json", &settings.templates_text());
    });
    el("section", "group")
        .attr("aria-labelledby", "templates-title")
        .child(el("h3", "").attr("id", "templates-title").text("Templates"))
        .child(el("p", "panel-note").text("Say “plan a …” with one of these names, and its todos are added together."))
        .child(el("div", "").slot(list))
        .slot(move || problem.get().map(|words| note(Tone::Bad, &words, None, None)))
        .when(move || text.with(Option::is_some), editor)
        .child(el("div", "actions").when(move || text.with(Option::is_none), edit).child(save))
}
