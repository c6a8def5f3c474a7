//! The page as a whole: what stands where.

use leptos::prelude::*;

use crate::{
    history::{report_sheet, runs_panel},
    plan::plan_panel,
    prompt::prompt_bar,
    run::{log_panel, with_result},
    settings::{keys_sheet, on_question_mark, settings_sheet},
    state::App,
    todo::todo_panel,
    ui::{El, Icon, Tone, button, el, glyph, icon_button, key_of, link, note, on_window},
};

/// The page.
pub(crate) fn page(app: App) -> El {
    on_window("keydown", move |event| {
        let key = key_of(&event);
        if key.key().eq_ignore_ascii_case("k") && (key.ctrl_key() || key.meta_key()) && !key.alt_key() {
            event.prevent_default();
            app.goal.focus();
        }
        on_question_mark(app, &event);
    });
    let keys = button("button button-bare button-icon page-keys", "?", move |_| app.settings.keys_open.set(true))
        .attr("aria-label", "Keys")
        .attr("aria-haspopup", "dialog");
    let settings = icon_button(Icon::Sliders, move |_| app.settings.open.set(true))
        .attr("aria-label", "Settings")
        .attr("aria-haspopup", "dialog");
    let top = el("header", "page-top")
        .child(el("h1", "page-brand").child(glyph(Icon::Bird)).text("Dunlin"))
        .child(keys)
        .child(settings);
    let main = el("main", "page-main").child(prompt_bar(app)).child(plan_panel(app));
    let main = with_result(main, app).child(log_panel(app));
    let side =
        el("aside", "page-side").attr("aria-label", "Todos and runs").child(todo_panel(app)).child(runs_panel(app));
    el("div", "page")
        .child(top)
        .child(notes(app))
        .child(el("div", "page-body").child(main).child(side))
        .child(settings_sheet(app))
        .child(report_sheet(app))
        .child(keys_sheet(app))
}

/// What the page has to say of itself: storage refused, values set aside.
fn notes(app: App) -> El {
    let close = move |words: &str| {
        let gone = words.to_owned();
        link("Close", move |_| app.notices.update(|notices| notices.retain(|notice| *notice != gone)))
    };
    el("div", "page-notes")
        .attr("role", "status")
        .attr("aria-label", "Notices")
        .each(move || app.notices.get(), move |words| note(Tone::Warn, words, None, Some(close(words))))
}
