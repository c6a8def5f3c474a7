//! The page as a whole: what stands where.

use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::{
    model::{App, Asked, Pictured, Tab},
    view::history::{report_sheet, runs_panel},
    view::palette::palette,
    view::plan::plan_panel,
    view::prompt::prompt_bar,
    view::reach::reach_sheet,
    view::run::{earlier, log_panel, result, result_key},
    view::saved::saved_sheet,
    view::settings::{is_writing, keys_sheet, on_question_mark, settings_sheet},
    view::todo::{reminders, todo_panel},
    view::ui::{El, Icon, Tone, button, el, follow, glyph, icon_button, key_of, link, note, on_window},
};

/// The page.
pub(crate) fn page(app: App) -> El {
    on_window("keydown", move |event| {
        let key = key_of(&event);
        if key.key().eq_ignore_ascii_case("k") && (key.ctrl_key() || key.meta_key()) && !key.alt_key() {
            event.prevent_default();
            app.tab.set(Tab::Ask);
            // There already, they open what finds everything.
            if app.goal.has_focus() && !app.palette_open.get_untracked() {
                app.palette_open.set(true);
            } else if !app.palette_open.get_untracked() {
                app.goal.focus();
            }
        }
        on_question_mark(app, &event);
        on_undo_keys(app, &event);
    });
    let keys = button("button button-bare button-icon page-keys", "?", move |_| app.settings.keys_open.set(true))
        .attr("aria-label", "Keys")
        .attr("aria-haspopup", "dialog");
    let settings = icon_button(Icon::Sliders, move |_| app.settings.open.set(true))
        .attr("aria-label", "Settings")
        .attr("aria-haspopup", "dialog");
    let top = el("header", "page-top")
        .child(el("h1", "page-brand").child(glyph(Icon::Bird)).text("Dunlin"))
        .child(history_button(app))
        .child(keys)
        .child(settings);
    let main = el("div", "page-main").child(prompt_bar(app)).each(
        move || panels(app),
        move |panel| match panel {
            PLAN => plan_panel(app),
            EARLIER => earlier(app),
            LOG => log_panel(app),
            _ => result(app),
        },
    );
    let style = main.unchecked::<HtmlElement>().style();
    follow(Box::new(move || {
        // What was looked at is taken out below: nothing there moves under the pointer, until something else is looked at.
        let height = app.hold_height.get().map(|height| format!("{height}px")).unwrap_or_default();
        // A length, which no browser refuses.
        drop(style.set_property("min-height", &height));
    }));
    follow(Box::new(move || {
        if app.runs.shown.with(Option::is_some) || app.goal.is_typed() {
            app.hold_height.set(None);
        }
    }));
    let side = el("div", "page-side").child(todo_panel(app));
    let past = el("div", "page-past").child(runs_panel(app));
    // A run that is chosen is looked at where its log is.
    follow(Box::new(move || {
        if app.place.with(|place| place.run.is_some()) {
            app.tab.set(Tab::Ask);
        }
    }));
    el("div", "page")
        .attr_by("data-tab", move || Some(app.tab.get().name().to_lowercase()))
        .child(top)
        .child(notes(app))
        .child(el("main", "page-body").child(main).child(side).child(past))
        .child(reminders(app))
        .child(tabs(app))
        .child(settings_sheet(app))
        .child(reach_sheet(app))
        .child(report_sheet(app))
        .child(keys_sheet(app))
        .child(saved_sheet(app))
        .child(palette(app))
}

/// Control and Z outside of fields take back what was last done to the todos, and do it again with Shift; in a field they are
/// the field's.
fn on_undo_keys(app: App, event: &web_sys::Event) {
    let key = key_of(event);
    if !(key.ctrl_key() || key.meta_key()) || key.alt_key() || is_writing(event) {
        return;
    }
    let again = match key.key().to_ascii_lowercase().as_str() {
        "z" => key.shift_key(),
        "y" => true,
        _ => return,
    };
    event.prevent_default();
    app.take_back(if again { Asked::Redo } else { Asked::Undo });
}

/// What stands under the goal bar, in order: what is typed comes before what was run, and its answer before its log. A run has
/// one list: that of its plan until something of it has begun, that of its log from then on.
fn panels(app: App) -> Vec<String> {
    let result = result_key(app);
    let drafted = app.picture.shown.with(|shown| !matches!(shown, Pictured::Plan { live: true, .. }));
    // What was looked at and taken out leaves its room empty for a moment: see `hold_height`.
    let held = app.hold_height.get().is_some();
    let plan = drafted && ((result.is_none() && !held) || app.goal.is_typed());
    let earlier = app.is_earlier().then_some(EARLIER);
    let [plan, log] = [plan.then_some(PLAN), Some(LOG)];
    [plan, earlier, result.as_deref(), log].into_iter().flatten().map(str::to_owned).collect()
}

const PLAN: &str = "plan";
const EARLIER: &str = "earlier";
const LOG: &str = "log";

/// The tabs of a narrow screen: what to do, the todos, what was done.
fn tabs(app: App) -> El {
    let tab = |tab: Tab| {
        let made = button("tab", "", move |_| app.tab.set(tab)).text(tab.name());
        let made = if tab == Tab::History { made.slot(move || badge(app)) } else { made };
        made.attr_by("aria-current", move || (app.tab.get() == tab).then(|| "true".to_owned()))
    };
    el("nav", "tabs").attr("aria-label", "Parts of the page").children(Tab::EVERY.map(tab))
}

/// Leads to the history, and says how many runs wait there for a person.
fn history_button(app: App) -> El {
    button("button button-bare page-history", "History", move |_| app.show_history()).slot(move || badge(app))
}

/// How many runs wait for a person.
fn badge(app: App) -> Option<El> {
    let waiting = app.runs.waiting();
    (waiting > 0).then(|| {
        el("span", "waiting")
            .child(el("span", "").text(&waiting.to_string()))
            .child(el("span", "unseen").text(" waiting"))
    })
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
