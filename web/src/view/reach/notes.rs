//! The notes that tools may search: texts that the person gave, kept on this device.

use leptos::prelude::*;

use crate::{
    model::format::shortened,
    model::{App, Note},
    platform::choose_file,
    view::ui::{El, Icon, button, el, field, icon_button, value_of},
};

/// The notes, and a form for another one.
pub(super) fn group(app: App) -> El {
    let keys =
        move || app.reach.notes.with(|notes| notes.iter().map(|one| format!("{}\n{}", one.id, one.text)).collect());
    let row = move |key: &str| {
        let id = key.split('\n').next().unwrap_or_default();
        let found = app.reach.notes.with_untracked(|notes| notes.iter().find(|one| one.id == id).cloned());
        found.map_or_else(|| el("li", ""), |one| row(app, one))
    };
    let writing = RwSignal::new(false);
    let acts = move || {
        let new = button("button", "New note", move |_| writing.set(true));
        let file = NodeRef::<leptos::html::Input>::new();
        let read = move |(name, text): (String, String)| app.reach.keep_notes(&[(name, text)]);
        let open = button("button", "Add a text file…", move |_| choose_file(file));
        el("div", "actions").child(new).child(open).view(
            view! { <crate::view::ui::FileInput kinds="text/*,.md,.txt,.csv" name="Text file" node_ref=file read /> },
        )
    };
    let words = "Texts that Search looks through, beside your todos and runs. They are kept on this device.";
    el("section", "group")
        .attr("aria-labelledby", "reach-notes")
        .child(el("h3", "").attr("id", "reach-notes").text("Notes"))
        .child(el("p", "panel-note").text(words))
        .child(el("ul", "reach-list").attr("role", "list").attr("aria-label", "Notes").each(keys, row))
        .when(move || !writing.get(), acts)
        .when(move || writing.get(), move || form(app, writing))
}

fn row(app: App, one: Note) -> El {
    let name = format!("Remove the note {}", one.title);
    let remove = icon_button(Icon::Bin, move |_| app.reach.remove_note(&one.id)).attr("aria-label", &name);
    el("li", "reach-note")
        .child(
            el("div", "")
                .child(el("bdi", "reach-name").text(&one.title))
                .child(el("p", "reach-does").attr("dir", "auto").text(&shortened(&one.text, 160))),
        )
        .child(remove)
}

fn form(app: App, writing: RwSignal<bool>) -> El {
    let (title, words) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let input = |element: &'static str, text: RwSignal<String>| {
        el(element, "field-input")
            .attr("dir", "auto")
            .prop_by("value", move || text.get().into())
            .on("input", move |event| text.set(value_of(&event)))
    };
    let keep = button("button button-main", "Keep note", move |_| {
        let (title, words) = (title.get_untracked().trim().to_owned(), words.get_untracked());
        app.reach.keep_notes(&[(title, words)]);
        writing.set(false);
    });
    let keep = keep.flag_by("disabled", move || {
        title.with(|title| title.trim().is_empty()) || words.with(|words| words.trim().is_empty())
    });
    let leave = button("button", "Cancel", move |_| writing.set(false));
    let first = input("input", title).attr("type", "text").attr("autocomplete", "off");
    let shown = first.clone();
    crate::view::ui::soon(move || shown.focus());
    el("div", "reach-form")
        .child(field("Title", first))
        .child(field("Text", input("textarea", words).attr("rows", "4")))
        .child(el("div", "actions").child(keep).child(leave))
}
