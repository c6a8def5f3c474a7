//! What is stored on this device: how much, out, in, and away.

use leptos::{html::Input, prelude::*};

use crate::{
    platform,
    state::app,
    ui::{Tone, format::bytes, note},
};

/// Export, import, storage use, reset.
#[component]
pub(crate) fn DataGroup() -> impl IntoView {
    let app = app();
    let settings = app.settings;
    let file: NodeRef<Input> = NodeRef::new();
    let export = move || {
        platform::save_text(&format!("dunlin-{}.json", platform::today()), "application/json", &settings.export());
    };
    let import = move |_| {
        if let Some(input) = file.get() {
            platform::pick_text(&input, move |_name, text| {
                settings.import(&text);
                app.runs_again();
            });
        }
    };
    view! {
        <section class="group" aria-labelledby="data-title">
            <h3 id="data-title">"Data"</h3>
            <p class="panel-note">
                {move || match settings.stored.get() {
                    Some(count) => {
                        format!("{} are kept on this device and nowhere else.", bytes(usize::try_from(count).unwrap_or_default()))
                    }
                    None => "Nothing is kept after this page is closed.".to_owned(),
                }}
            </p>
            <div class="actions">
                <button type="button" class="button" on:click=move |_| export()>
                    "Export everything"
                </button>
                <button
                    type="button"
                    class="button"
                    on:click=move |_| {
                        if let Some(input) = file.get() {
                            input.click();
                        }
                    }
                >
                    "Import…"
                </button>
                <input type="file" accept="application/json,.json" hidden aria-label="Backup file" node_ref=file on:change=import />
                <Reset />
            </div>
            <div role="status">
                {move || settings.said.get().map(|words| view! { <p class="panel-note">{words}</p> })}
            </div>
            {move || settings.problem.get().map(|problem| note(Tone::Bad, &problem.message, problem.hint.as_deref(), ().into_any()))}
        </section>
    }
}

/// Removing everything asks once more, with the export beside the question: it cannot be undone.
#[component]
fn Reset() -> impl IntoView {
    let app = app();
    let asking = RwSignal::new(false);
    view! {
        <Show
            when=move || asking.get()
            fallback=move || {
                view! {
                    <button type="button" class="button button-bad" on:click=move |_| asking.set(true)>
                        "Remove everything…"
                    </button>
                }
            }
        >
            <span class="note note-warn" role="group" aria-label="Remove everything">
                <span>"All todos and logs go for good. Export them first if in doubt."</span>
                <button
                    type="button"
                    class="button button-bad"
                    on:click=move |_| {
                        asking.set(false);
                        app.settings.reset();
                        app.runs_again();
                    }
                >
                    "Remove everything now"
                </button>
                <button type="button" class="button" on:click=move |_| asking.set(false)>
                    "Keep"
                </button>
            </span>
        </Show>
    }
}
