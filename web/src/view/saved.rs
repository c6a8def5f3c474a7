//! The dialog named "Saved goals": a goal is given a name, by which it runs.

use leptos::prelude::*;

use crate::{
    model::{App, SavedGoal},
    view::schedules::{every, removed, schedules_group},
    view::settings::sheet,
    view::ui::{El, Icon, Tone, button, el, field, icon_button, is_composing, key_of, note, value_of},
};

/// The dialog named "Saved goals".
pub(crate) fn saved_sheet(app: App) -> El {
    let name = RwSignal::new(String::new());
    let said = RwSignal::new(None::<String>);
    let opened = move || {
        name.set(String::new());
        said.set(None);
    };
    sheet("saved-title", "Saved goals", app.saved.open, move || filled(app, name, said), opened)
}

fn filled(app: App, name: RwSignal<String>, said: RwSignal<Option<String>>) -> El {
    let saved = app.saved;
    let keep = move || {
        let (called, goal) = (name.get_untracked(), saved.draft.get_untracked());
        let done = saved.keep(&called, &goal);
        said.set(done.then(|| format!("Saved: “{}” runs it, typed as a goal or chosen with Ctrl K", called.trim())));
        if done {
            name.set(String::new());
            saved.draft.set(String::new());
        }
    };
    let input = |text: RwSignal<String>, hint: &str| {
        el("input", "field-input")
            .attr("type", "text")
            .attr("dir", "auto")
            .attr("autocomplete", "off")
            .attr("placeholder", hint)
            .prop_by("value", move || text.get().into())
            .on("input", move |event| text.set(value_of(&event)))
            .on("keydown", move |event| {
                let key = key_of(&event);
                if key.key() == "Enter" && !is_composing(key) {
                    event.prevent_default();
                    keep();
                }
            })
    };
    let problem =
        move || saved.problem.get().map(|problem| note(Tone::Bad, &problem.message, problem.hint.as_deref(), None));
    let form = el("div", "group saved-form")
        .child(field("Name", input(name, "monday morning").attr("autofocus", "")))
        .child(field("Goal", input(saved.draft, "list todos due today then list overdue todos")))
        .slot(problem)
        .child(el("div", "actions").child(button("button button-main", "Save goal", move |_| keep())));
    let gone = move || {
        let (_, one) = saved.removed.get()?;
        let back = button("button", "Undo", move |_| saved.put_back());
        Some(note(Tone::Plain, &format!("Removed “{}”", one.name), None, Some(back)))
    };
    let told = move || said.get().map(|words| note(Tone::Plain, &words, None, None));
    let keys = move || saved.all.with(|all| all.iter().map(|one| format!("{}\n{}", one.name, one.goal)).collect());
    let row = move |key: &str| {
        let (name, goal) = key.split_once('\n').unwrap_or((key, ""));
        line(app, &SavedGoal { name: name.to_owned(), goal: goal.to_owned() })
    };
    let none = move || {
        let words = "A goal that you often carry out can have a name. Type the name as a goal, and it runs.";
        saved.all.with(Vec::is_empty).then(|| el("p", "panel-note").text(words))
    };
    el("div", "sheet-groups")
        .child(form)
        .child(el("div", "").attr("role", "status").slot(told).slot(gone).slot(move || removed(app)))
        .child(el("ul", "saved-goals").attr("role", "list").attr("aria-label", "Saved goals").each(keys, row))
        .slot(none)
        .child(schedules_group(app))
}

fn line(app: App, one: &SavedGoal) -> El {
    let (goal, name) = (one.goal.clone(), one.name.clone());
    let run = button("button", "Run", move |_| {
        app.saved.open.set(false);
        app.run_saved(&goal);
    });
    let remove = icon_button(Icon::Bin, move |_| app.saved.remove(&name));
    let open = RwSignal::new(false);
    let (every, form) = every(app, &one.name, &one.goal, open);
    let line = el("div", "saved-goal")
        .child(
            el("div", "")
                .child(el("bdi", "saved-name").text(&one.name))
                .child(el("p", "panel-note").attr("dir", "auto").text(&one.goal)),
        )
        .child(run.attr("aria-label", &format!("Run {}", one.name)))
        .child(every)
        .child(remove.attr("aria-label", &format!("Remove {}", one.name)));
    el("li", "").child(line).when(move || open.get(), form)
}
