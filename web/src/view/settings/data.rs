//! What is stored on this device: how much, out, in, and away.

use leptos::{html, prelude::*};

use crate::{
    model::format::bytes,
    model::{App, use_app},
    platform,
    view::ui::{FilePicker, Note, Tone},
};

/// Export, import, storage use, reset.
#[component]
pub(super) fn DataGroup() -> impl IntoView {
    let app = use_app();
    let (settings, place) = (app.settings, app.keeper().place());
    let stored = move || match settings.stored.get() {
        Some(0) => format!("Nothing is kept on {place} yet."),
        Some(count) => {
            let bytes = bytes(usize::try_from(count).unwrap_or(usize::MAX));
            format!("{bytes} kept on {place} and nowhere else.")
        }
        None => "Nothing is kept after this page is closed.".to_owned(),
    };
    let read = move |(_, text): (String, String)| {
        settings.import(&text);
        app.runs_again();
    };
    let failed = move || {
        settings.problem.get().map(|problem| view! { <Note tone=Tone::Bad words=problem.message hint=problem.hint /> })
    };
    view! {
        <section class="group" aria-labelledby="data-title">
            <h3 id="data-title">"Data"</h3>
            <p class="panel-note">{stored}</p>
            <div class="actions">
                <ExportButton />
                <FilePicker class="button" words="Import…" name="Backup file" read attr:data-setting="Import" />
                <Reset />
            </div>
            <Done />
            {failed}
        </section>
    }
}

/// What was done to all of it, and the way back.
#[component]
fn Done() -> impl IntoView {
    let app = use_app();
    let undo = move |_| {
        app.settings.undo();
        app.runs_again();
    };
    let said = move || {
        let undo = app
            .settings
            .can_undo()
            .then(|| view! { <button type="button" class="button" on:click=undo>"Undo"</button> });
        app.settings.said.get().map(|words| view! { <Note tone=Tone::Plain words>{undo}</Note> })
    };
    view! { <div role="status">{said}</div> }
}

/// Saves everything as a file: in the settings, and wherever storage says no.
#[component]
pub(crate) fn ExportButton() -> impl IntoView {
    let app = use_app();
    view! { <button type="button" class="button" on:click=move |_| save_everything(app)>"Export everything"</button> }
}

/// Saves everything as a file.
pub(crate) fn save_everything(app: App) {
    let name = format!("dunlin-{}.json", platform::today());
    platform::save_text(&name, "application/json", &app.settings.export());
}

/// Removing everything asks once more, with the export beside the question: it cannot be undone.
#[component]
fn Reset() -> impl IntoView {
    let asking = RwSignal::new(false);
    view! {
        <Show
            when=move || asking.get()
            fallback=move || {
                view! {
                    <button
                        type="button"
                        class="button button-bad"
                        data-setting="Remove everything"
                        on:click=move |_| asking.set(true)
                    >
                        "Remove everything…"
                    </button>
                }
            }
        >
            <ResetQuestion asking />
        </Show>
    }
}

/// The question whether everything is to go.
#[component]
fn ResetQuestion(
    /// Taken back when it is answered.
    asking: RwSignal<bool>,
) -> impl IntoView {
    let app = use_app();
    let keep = NodeRef::<html::Button>::new();
    // What takes the place of the button has the focus, and nothing goes by pressing a key twice.
    Effect::new(move || drop(keep.get().map(|keep| keep.focus())));
    let remove = move |_| {
        asking.set(false);
        app.remove_everything();
    };
    view! {
        <span class="note note-warn" role="group" aria-label="Remove everything">
            <span>"All todos, runs and settings go. Export them first if in doubt."</span>
            <button type="button" class="button button-bad" on:click=remove>"Remove everything now"</button>
            <button type="button" class="button" node_ref=keep on:click=move |_| asking.set(false)>"Keep"</button>
        </span>
    }
}
