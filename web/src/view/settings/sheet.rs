//! The dialog of the settings.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::{data::DataGroup, place::PlaceGroup, policy::PolicyGroup, templates::TemplatesGroup};
use crate::{
    model::use_app,
    platform::Theme,
    view::todo::RemindersGroup,
    view::ui::{Choice, Field, Sheet, later},
};

/// The dialog named "Settings".
#[component]
pub(crate) fn SettingsSheet() -> impl IntoView {
    let app = use_app();
    view! {
        <Sheet id="settings-title" name="Settings" open=app.settings.open opened=move |()| app.settings.measure()>
            {later(groups())}
        </Sheet>
    }
}

#[cfg_attr(not(test), lazy)]
async fn groups() -> AnyView {
    let settings = use_app().settings;
    Effect::new(move || {
        if let Some(name) = settings.wanted.get().filter(|_| settings.open.get()) {
            settings.wanted.set(None);
            // By then the dialog has given the focus to what is first in it.
            request_animation_frame(move || request_animation_frame(move || go_to_setting(name)));
        }
    });
    view! {
        <div class="sheet-groups">
            <ThemeGroup />
            <RemindersGroup />
            <TemplatesGroup />
            <ToolsGroup />
            <PolicyGroup />
            <PlaceGroup />
            <DataGroup />
        </div>
    }
    .into_any()
}

/// Gives the focus to a setting: what is marked with its name, or the first thing in that which takes it.
fn go_to_setting(name: &str) {
    let marked = format!("[data-setting=\"{name}\"]");
    let takes = [":is(input, select, button)", " :is(input, select, button)"].map(|what| format!("{marked}{what}"));
    let found = document().query_selector(&takes.join(", ")).ok().flatten();
    if let Some(found) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        drop(found.focus());
    }
}

/// Leads to the tools and agents, which have a place of their own.
#[component]
fn ToolsGroup() -> impl IntoView {
    let app = use_app();
    let open = move |_| {
        app.settings.open.set(false);
        app.show_tools();
    };
    view! {
        <section class="group" aria-labelledby="tools-group-title">
            <h3 id="tools-group-title">"Tools and agents"</h3>
            <p class="panel-note">"Which tools plans may use, what each can see and change, and who works with them."</p>
            <div class="actions">
                <button type="button" class="button" on:click=open>"Tools and agents…"</button>
            </div>
        </section>
    }
}

/// Light or dark.
#[component]
fn ThemeGroup() -> impl IntoView {
    let app = use_app();
    let options = Theme::EVERY.map(|theme| {
        let words = match theme {
            Theme::System => "As the device",
            Theme::Light => "Light",
            Theme::Dark => "Dark",
        };
        (theme.name().to_owned(), words.to_owned())
    });
    let value = Signal::derive(move || app.settings.theme.get().name().to_owned());
    let change = move |name: String| app.settings.choose_theme(Theme::named(&name));
    view! {
        <fieldset class="group">
            <legend>"Appearance"</legend>
            <Field name="Theme">
                <Choice options=options.into() value change />
            </Field>
        </fieldset>
    }
}
