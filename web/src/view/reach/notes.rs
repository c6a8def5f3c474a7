//! The notes that tools may search: texts that the person gave, kept on this device.

use leptos::{html, prelude::*};

use crate::{
    model::format::shortened,
    model::{Note, use_app},
    view::ui::{Field, FilePicker, Icon, IconButton, Note as Told, Tone},
};

/// The notes, and a form for another one.
#[component]
pub(super) fn NotesGroup() -> impl IntoView {
    let app = use_app();
    let writing = RwSignal::new(false);
    let place = app.keeper().place();
    let words = format!("Texts that Search looks through, beside your todos and runs. They are kept on {place}.");
    view! {
        <section class="group" aria-labelledby="reach-notes">
            <h3 id="reach-notes">"Notes"</h3>
            <p class="panel-note">{words}</p>
            <ul class="reach-list" role="list" aria-label="Notes">
                // One that is written anew is drawn anew.
                <For
                    each=move || app.reach.notes.get()
                    key=|one| (one.id.clone(), one.text.clone())
                    children=|one| view! { <Row one /> }
                />
            </ul>
            <Undo />
            <Show when=move || writing.get() fallback=move || view! { <Acts writing /> }>
                <NoteForm writing />
            </Show>
        </section>
    }
}

/// A note.
#[component]
fn Row(one: Note) -> impl IntoView {
    let app = use_app();
    let Note { id, title, text } = one;
    let label = format!("Remove the note {title}");
    view! {
        <li class="reach-note">
            <div>
                <bdi class="reach-name">{title}</bdi>
                <p class="reach-does" dir="auto">{shortened(&text, 160)}</p>
            </div>
            <IconButton icon=Icon::Bin label on:click=move |_| app.reach.remove_note(&id) />
        </li>
    }
}

/// What was removed or replaced, and the way back.
#[component]
fn Undo() -> impl IntoView {
    let reach = use_app().reach;
    let told = move || {
        reach.note_undo.get().map(|(words, _)| {
            view! {
                <Told tone=Tone::Plain words>
                    <button type="button" class="link" on:click=move |_| reach.put_notes_back()>"Undo"</button>
                </Told>
            }
        })
    };
    view! { <div role="status" aria-label="Last change of the notes">{told}</div> }
}

/// The ways to another note: writing it, and a file.
#[component]
fn Acts(
    /// Set when it is to be written.
    writing: RwSignal<bool>,
) -> impl IntoView {
    let app = use_app();
    let read = move |(name, text): (String, String)| {
        app.reach.keep_notes(&[(name, text)]);
    };
    view! {
        <div class="actions">
            <button type="button" class="button" on:click=move |_| writing.set(true)>"New note"</button>
            <FilePicker class="button" words="Add a text file…" name="Text file" kinds="text/*,.md,.txt,.csv" read />
        </div>
    }
}

/// The form for a note.
#[component]
fn NoteForm(
    /// Taken back when it is done.
    writing: RwSignal<bool>,
) -> impl IntoView {
    let app = use_app();
    let (title, words) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let first = NodeRef::<html::Input>::new();
    Effect::new(move || drop(first.get().map(|first| first.focus())));
    let lacks = move || [title, words].iter().any(|text| text.with(|text| text.trim().is_empty()));
    let keep = move |_| {
        let title = title.with_untracked(|title| title.trim().to_owned());
        if app.reach.keep_notes(&[(title, words.get_untracked())]) {
            writing.set(false);
        }
    };
    view! {
        <div class="reach-form">
            <Field name="Title">
                <input class="field-input" type="text" dir="auto" autocomplete="off" node_ref=first bind:value=title />
            </Field>
            <Field name="Text">
                <textarea class="field-input" dir="auto" rows="4" bind:value=words></textarea>
            </Field>
            <div class="actions">
                <button type="button" class="button button-main" disabled=lacks on:click=keep>"Keep note"</button>
                <button type="button" class="button" on:click=move |_| writing.set(false)>"Cancel"</button>
            </div>
        </div>
    }
}
