//! What is stored on this device: how much, out, in, and away.

use leptos::prelude::*;

use crate::{
    model::format::bytes,
    model::{App, use_app},
    platform,
    view::ui::{El, JsonPicker, Tone, button, el, note, soon},
};

/// Export, import, storage use, reset.
pub(crate) fn data_group(app: App) -> El {
    let settings = app.settings;
    let stored = move || match settings.stored.get() {
        Some(0) => "Nothing is kept on this device yet.".to_owned(),
        Some(count) => {
            let bytes = bytes(usize::try_from(count).unwrap_or(usize::MAX));
            format!("{bytes} kept on this device and nowhere else.")
        }
        None => "Nothing is kept after this page is closed.".to_owned(),
    };

    let read = move |(_, text): (String, String)| {
        settings.import(&text);
        app.runs_again();
    };
    let acts = el("div", "actions").view(view! {
        <ExportButton />
        <JsonPicker class="button" words="Import…" name="Backup file" read />
    });
    let said = move || {
        let undo = settings.can_undo().then(|| {
            button("button", "Undo", move |_| {
                settings.undo();
                app.runs_again();
            })
        });
        settings.said.get().map(|words| note(Tone::Plain, &words, None, undo))
    };
    let failed =
        move || settings.problem.get().map(|problem| note(Tone::Bad, &problem.message, problem.hint.as_deref(), None));
    el("section", "group")
        .attr("aria-labelledby", "data-title")
        .child(el("h3", "").attr("id", "data-title").text("Data"))
        .child(el("p", "panel-note").text_by(stored))
        .child(reset(acts, app))
        .child(el("div", "").attr("role", "status").slot(said))
        .slot(failed)
}

/// Saves everything as a file: in the settings, and wherever storage says no.
#[component]
pub(crate) fn ExportButton() -> impl IntoView {
    let app = use_app();
    let save = move |_| {
        let name = format!("dunlin-{}.json", platform::today());
        platform::save_text(&name, "application/json", &app.settings.export());
    };
    view! { <button type="button" class="button" on:click=save>"Export everything"</button> }
}

/// Removing everything asks once more, with the export beside the question: it cannot be undone.
fn reset(acts: El, app: App) -> El {
    let asking = RwSignal::new(false);
    let ask = move || button("button button-bad", "Remove everything…", move |_| asking.set(true));
    let question = move || {
        let now = button("button button-bad", "Remove everything now", move |_| {
            asking.set(false);
            app.remove_everything();
        });
        // What takes the place of the button has the focus, and nothing goes by pressing a key twice.
        let keep = button("button", "Keep", move |_| asking.set(false));
        let first = keep.clone();
        soon(move || first.focus());
        el("span", "note note-warn")
            .attr("role", "group")
            .attr("aria-label", "Remove everything")
            .child(el("span", "").text("All todos, runs and settings go. Export them first if in doubt."))
            .child(now)
            .child(keep)
    };
    acts.when(move || !asking.get(), ask).when(move || asking.get(), question)
}
