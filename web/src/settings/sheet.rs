//! The dialog as a whole. The browser keeps the focus inside and closes it on Escape.

use leptos::{html::Dialog, prelude::*};

use super::{data::DataGroup, policy::PolicyGroup};
use crate::{
    platform::Theme,
    state::app,
    ui::{Icon, glyph},
};

/// The dialog named "Settings".
#[component]
pub(crate) fn SettingsSheet() -> impl IntoView {
    let app = app();
    let node: NodeRef<Dialog> = NodeRef::new();
    Effect::new(move |_| {
        let open = app.settings.open.get();
        let Some(dialog) = node.get() else { return };
        if open && !dialog.open() {
            app.settings.measure();
            // A browser without modal dialogs shows it as a part of the page.
            if dialog.show_modal().is_err() {
                dialog.set_open(true);
            }
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    view! {
        <dialog class="sheet" aria-labelledby="settings-title" node_ref=node on:close=move |_| app.settings.open.set(false)>
            <div class="sheet-head">
                <h2 id="settings-title">"Settings"</h2>
                <button
                    type="button"
                    class="button button-bare button-icon"
                    aria-label="Close"
                    on:click=move |_| app.settings.open.set(false)
                >
                    {glyph(Icon::Cross)}
                </button>
            </div>
            <div class="sheet-body">
                <PolicyGroup />
                <ThemeGroup />
                <DataGroup />
            </div>
        </dialog>
    }
}

#[component]
fn ThemeGroup() -> impl IntoView {
    let app = app();
    let options: Vec<_> = Theme::EVERY
        .into_iter()
        .map(|theme| {
            let words = match theme {
                Theme::System => "As the device",
                Theme::Light => "Light",
                Theme::Dark => "Dark",
            };
            view! {
                <option value=theme.name() prop:selected=move || app.settings.theme.get() == theme>
                    {words}
                </option>
            }
        })
        .collect();
    view! {
        <fieldset class="group">
            <legend>"Appearance"</legend>
            <label class="field">
                "Theme"
                <select
                    class="field-input"
                    on:change=move |event| app.settings.choose_theme(Theme::named(&event_target_value(&event)))
                >
                    {options}
                </select>
            </label>
        </fieldset>
    }
}
