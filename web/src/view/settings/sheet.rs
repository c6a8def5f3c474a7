//! A dialog as a whole, and the one of the settings. The browser keeps the focus inside and closes it on Escape.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use super::{data::data_group, policy::policy_group, templates::templates_group};
use crate::{
    model::App,
    platform::Theme,
    view::todo::RemindersGroup,
    view::ui::{El, Icon, button, choice, el, field, follow, icon_button},
};

/// The dialog named "Settings".
pub(crate) fn settings_sheet(app: App) -> El {
    let groups = move || {
        el("div", "sheet-groups").children([
            policy_group(app),
            tools_group(app),
            theme_group(app),
            el("div", "").view(view! { <RemindersGroup /> }),
            templates_group(app),
            data_group(app),
        ])
    };
    sheet("settings-title", "Settings", app.settings.open, groups, move || app.settings.measure())
}

/// A dialog that is filled when it is first looked at.
pub(crate) fn sheet(
    id: &'static str,
    name: &str,
    open: RwSignal<bool>,
    fill: impl Fn() -> El + 'static,
    opened: impl Fn() + 'static,
) -> El {
    let close = icon_button(Icon::Cross, move |_| open.set(false)).attr("aria-label", "Close");
    let head = el("div", "sheet-head").child(el("h2", "").attr("id", id).text(name)).child(close);
    let wanted = Memo::new(move |before: Option<&bool>| before == Some(&true) || open.get());
    let body = el("div", "sheet-body").when(move || wanted.get(), fill);
    let closed = move |event: web_sys::Event| {
        let dialog = event.current_target().and_then(|dialog| dialog.dyn_into::<HtmlDialogElement>().ok());
        // The browser tells of a closing in a turn of its own: by then somebody may have opened it again.
        if !dialog.is_some_and(|dialog| dialog.open()) {
            open.set(false);
        }
    };
    let sheet = el("dialog", "sheet").attr("aria-labelledby", id).on("close", closed).child(head).child(body);
    let shown = sheet.clone();
    follow(Box::new(move || {
        let open = open.get();
        let dialog: &HtmlDialogElement = shown.unchecked();
        if open && !dialog.open() {
            opened();
            // A browser without modal dialogs shows it as a part of the page.
            if dialog.show_modal().is_err() {
                dialog.set_open(true);
            }
        } else if !open && dialog.open() {
            dialog.close();
        }
    }));
    sheet
}

/// Leads to the tools and agents, which have a place of their own.
fn tools_group(app: App) -> El {
    let open = button("button", "Tools and agents…", move |_| {
        app.settings.open.set(false);
        app.show_tools();
    });
    let words = "What plans may call, what each may reach, and who does what.";
    el("section", "group")
        .attr("aria-labelledby", "tools-group-title")
        .child(el("h3", "").attr("id", "tools-group-title").text("Tools and agents"))
        .child(el("p", "panel-note").text(words))
        .child(el("div", "actions").child(open))
}

fn theme_group(app: App) -> El {
    let options = Theme::EVERY.into_iter().map(|theme| {
        let words = match theme {
            Theme::System => "As the device",
            Theme::Light => "Light",
            Theme::Dark => "Dark",
        };
        (theme.name().to_owned(), words.to_owned())
    });
    let themes = choice(
        options,
        move || app.settings.theme.get().name().to_owned(),
        move |name| app.settings.choose_theme(Theme::named(&name)),
    );
    el("fieldset", "group").child(el("legend", "").text("Appearance")).child(field("Theme", themes))
}
