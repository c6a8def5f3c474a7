//! The region named "Reminders": todos whose time has come, with what can be done with them, and the question whether the
//! system may notify.

use leptos::prelude::*;

use crate::{
    model::format::shortened,
    model::{App, Reminder, SNOOZE_MINUTES, State, Told},
    platform::Permission,
    view::ui::{El, Icon, Tone, button, el, glyph, icon_button, note},
};

/// More are counted, and gone to in the list.
const MOST: usize = 5;
/// How far reminders reach, wherever it matters.
const REACH: &str = "It rings while this page is open in a tab, and not when it is closed.";

/// The region, as long as something rings or is asked.
pub(crate) fn reminders(app: App) -> El {
    let ringing = app.reminders.ringing;
    let told = app.reminders.told;
    let some = move || ringing.with(|ringing| !ringing.is_empty()) || told.with(|told| !told.is_empty());
    let told_keys = move || told.with(|told| told.iter().rev().map(|one| one.key.clone()).collect());
    let told_row = move |key: &str| {
        let found = told.with_untracked(|told| told.iter().find(|one| one.key == key).cloned());
        found.map_or_else(|| el("li", ""), |one| from_run(app, &one))
    };
    let some_told = move || told.with(|told| !told.is_empty());
    let some_ring = move || ringing.with(|ringing| !ringing.is_empty());
    let keys = move || {
        ringing.with(|ringing| ringing.iter().take(MOST).map(|one| format!("{}\n{}", one.id, one.due)).collect())
    };
    let row = move |key: &str| {
        let id = key.split('\n').next().unwrap_or_default();
        let found = ringing.with_untracked(|ringing| ringing.iter().find(|one| one.id == id).cloned());
        found.map_or_else(|| el("li", ""), |one| reminder(app, &one))
    };
    let more = move || {
        let count = ringing.with(Vec::len);
        (count > MOST).then(|| el("span", "panel-note").text(&format!("and {} more", count - MOST)))
    };
    let all = move || {
        let several = ringing.with(Vec::len) > 1;
        several.then(|| button("button", "Dismiss all", move |_| app.dismiss_reminders()))
    };
    let list = move || {
        el("section", "reminders")
            .attr("aria-label", "Reminders")
            .when(some_told, move || {
                el("ul", "").attr("role", "list").attr("aria-label", "From runs").each(told_keys, told_row)
            })
            .when(some_ring, move || {
                el("ul", "").attr("role", "list").attr("aria-label", "Due now by the clock").each(keys, row)
            })
            .child(el("div", "actions").slot(more).slot(all))
    };
    // Said once when something new rings; the buttons are found by going there.
    let said = move || {
        ringing
            .with(|ringing| ringing.last().map(|one| format!("Reminder: {}", shortened(&one.text, 80))))
            .unwrap_or_default()
    };
    let said_by_run = move || {
        let words = |one: &Told| shortened(&format!("{} {}", one.title, one.body), 160);
        told.with(|told| told.last().map(words)).unwrap_or_default()
    };
    el("div", "page-reminders")
        .child(el("span", "unseen").attr("role", "status").attr("aria-label", "Reminder").text_by(said))
        .child(el("span", "unseen").attr("role", "status").attr("aria-label", "From a run").text_by(said_by_run))
        .when(some, list)
}

/// What a run told somebody.
fn from_run(app: App, one: &Told) -> El {
    let key = one.key.clone();
    let body = (!one.body.is_empty()).then(|| el("span", "panel-note").attr("dir", "auto").text(&one.body));
    let gone = icon_button(Icon::Cross, move |_| app.dismiss_told(&key))
        .attr("aria-label", &format!("Dismiss: {}", shortened(&one.title, 60)));
    el("li", "reminder reminder-told")
        .child(glyph(Icon::Bird))
        .child(el("bdi", "reminder-text").text(&one.title))
        .children(body)
        .child(el("span", "note-acts").child(gone))
}

fn reminder(app: App, one: &Reminder) -> El {
    let due = StoredValue::new(one.due.clone());
    let missed = one.missed;
    let when = move || {
        let at = dunlin::describe_due(&due.get_value(), &app.todos.clock());
        if missed { format!("missed, {at}") } else { at }
    };
    let act = |words: &'static str, name: &str, act: fn(App, &str)| {
        let (id, name) = (one.id.clone(), format!("{words}: {name}"));
        button("button", words, move |_| act(app, &id)).attr("aria-label", &name)
    };
    let name = shortened(&one.text, 60);
    let snooze: &'static str = const {
        assert!(SNOOZE_MINUTES == 10);
        "Snooze 10 min"
    };
    let gone = one.id.clone();
    el("li", "reminder")
        .child(glyph(Icon::Clock))
        .child(el("bdi", "reminder-text").text(&one.text))
        .child(el("span", "panel-note").text_by(when))
        .child(
            el("span", "note-acts")
                .child(act("Done", &name, |app, id| {
                    app.todos.complete(id, true);
                    app.dismiss_reminder(id);
                }))
                .child(act(snooze, &name, State::snooze_reminder))
                .child(
                    icon_button(Icon::Cross, move |_| app.dismiss_reminder(&gone))
                        .attr("aria-label", &format!("Dismiss: {name}")),
                ),
        )
}

/// Asked at the first todo with a time, in words, before the browser asks; under the list, so that nothing in it moves.
pub(super) fn question(app: App) -> El {
    el("div", "todo-undo reminder-question").slot(move || app.reminders.unasked.get().map(|text| asked(app, &text)))
}

fn asked(app: App, text: &str) -> El {
    let words = format!("“{}” has a time. Shall your system notify you when it comes?", shortened(text, 60));
    let yes = button("button button-main", "Notify me", move |_| app.notify_by_system());
    let no = button("button", "Only in the page", move |_| app.notify_in_page());
    note(Tone::Plain, &words, Some(REACH), Some(el("span", "note-acts").child(yes).child(no)))
}

/// The group of the settings that says how todos with a time ring.
pub(crate) fn reminders_group(app: App) -> El {
    let said = move || {
        match (app.reminders.permission.get(), app.reminders.in_page.get()) {
            (Permission::Granted, false) => "Your system notifies you, and the page says it.",
            (Permission::Denied, _) => {
                "The page says it. This browser lets it send no notifications; its site settings may."
            }
            (Permission::Granted | Permission::Unasked, true) => "The page says it, and your system does not.",
            (Permission::Unasked, false) => "The page says it. Your system notifies you if you let it.",
        }
        .to_owned()
    };
    let allow = move || {
        let wanted = app.reminders.permission.get() != Permission::Denied
            && (app.reminders.in_page.get() || app.reminders.permission.get() == Permission::Unasked);
        wanted.then(|| button("button", "Notify me", move |_| app.notify_by_system()))
    };
    let stop = move || {
        let on = app.reminders.permission.get() == Permission::Granted && !app.reminders.in_page.get();
        on.then(|| button("button", "Only in the page", move |_| app.notify_in_page()))
    };
    el("section", "group")
        .attr("aria-labelledby", "reminders-title")
        .child(el("h3", "").attr("id", "reminders-title").text("Reminders"))
        .child(el("p", "panel-note").text("A todo with a time rings when it comes. ").text(REACH))
        .child(el("p", "panel-note").attr("role", "status").text_by(said))
        .child(el("div", "actions").slot(allow).slot(stop))
}
