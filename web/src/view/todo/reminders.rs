//! The region named "Reminders": todos whose time has come, with what can be done with them, and the question whether the
//! system may notify.

use leptos::prelude::*;

use crate::{
    model::{Reminder, SNOOZE_MINUTES, Told, format::shortened, use_app},
    platform::Permission,
    view::ui::{Glyph, Icon, IconButton, Note, Tone},
};

/// More are counted, and gone to in the list.
const MOST: usize = 5;
/// How far reminders reach, wherever it matters.
const REACH: &str = "It rings only while this page is open in a tab.";

/// The region, as long as something rings or is asked.
#[component]
pub(crate) fn Reminders() -> impl IntoView {
    let app = use_app();
    let (ringing, told) = (app.reminders.ringing, app.reminders.told);
    let some_told = Memo::new(move |_| told.with(|told| !told.is_empty()));
    let some_ring = Memo::new(move |_| ringing.with(|ringing| !ringing.is_empty()));
    let count = Memo::new(move |_| ringing.with(Vec::len));
    // Said once when something new rings; the buttons are found by going there.
    let said = spoken(move || {
        let words = |one: &Reminder| (format!("{} {}", one.id, one.due), shortened(&one.text, 80));
        ringing.with(|ringing| ringing.iter().map(words).collect())
    });
    let said = move || {
        said.with(|said| match said.as_slice() {
            [] => String::new(),
            [one] => format!("Reminder: {one}"),
            several => format!("{} reminders: {}", several.len(), several.join("; ")),
        })
    };
    let said_by_run = spoken(move || {
        let words = |one: &Told| (one.key.clone(), shortened(format!("{} {}", one.title, one.body).trim(), 160));
        told.with(|told| told.iter().map(words).collect())
    });
    let said_by_run = move || said_by_run.with(|said| said.join("; "));
    view! {
        <div class="page-reminders">
            <span class="unseen" role="status" aria-label="Reminder">{said}</span>
            <span class="unseen" role="status" aria-label="From a run">{said_by_run}</span>
            <Show when=move || some_ring.get() || some_told.get()>
                <section class="reminders" aria-label="Reminders">
                    <Show when=move || some_told.get()>
                        <ul role="list" aria-label="From runs">
                            <For
                                each=move || told.get().into_iter().rev()
                                key=|one| one.key.clone()
                                children=|one| view! { <FromRun one /> }
                            />
                        </ul>
                    </Show>
                    <Show when=move || some_ring.get()>
                        <ul role="list" aria-label="Due now by the clock">
                            <For
                                each=move || ringing.get().into_iter().take(MOST)
                                key=|one| (one.id.clone(), one.due.clone())
                                children=|one| view! { <Ringing one /> }
                            />
                        </ul>
                    </Show>
                    <div class="actions">
                        <Show when=move || { count.get() > MOST }>
                            <span class="panel-note">{move || format!("and {} more", count.get() - MOST)}</span>
                        </Show>
                        <Show when=move || { count.get() > 1 }>
                            <button type="button" class="button" on:click=move |_| app.dismiss_reminders()>
                                "Dismiss all"
                            </button>
                        </Show>
                    </div>
                </section>
            </Show>
        </div>
    }
}

/// The words of those that came together last: whoever hears them hears each once. `all` are all there are, with what tells one
/// from another.
fn spoken(all: impl Fn() -> Vec<(String, String)> + Send + Sync + 'static) -> Memo<Vec<String>> {
    let known = StoredValue::new(Vec::<String>::new());
    Memo::new(move |said: Option<&Vec<String>>| {
        let all = all();
        let is_new = |(key, _): &&(String, String)| known.with_value(|known| !known.contains(key));
        let new: Vec<String> = all.iter().filter(is_new).map(|(_, words)| words.clone()).collect();
        let some = !all.is_empty();
        known.set_value(all.into_iter().map(|(key, _)| key).collect());
        if new.is_empty() && some { said.cloned().unwrap_or_default() } else { new }
    })
}

/// What a run told somebody.
#[component]
fn FromRun(one: Told) -> impl IntoView {
    let app = use_app();
    let label = format!("Dismiss: {}", shortened(&one.title, 60));
    let body = (!one.body.is_empty()).then(|| view! { <span class="panel-note" dir="auto">{one.body}</span> });
    view! {
        <li class="reminder reminder-told">
            <Glyph icon=Icon::Bird />
            <bdi class="reminder-text">{one.title}</bdi>
            {body}
            <span class="note-acts">
                <IconButton icon=Icon::Cross label on:click=move |_| app.dismiss_told(&one.key) />
            </span>
        </li>
    }
}

/// A todo whose time has come.
#[component]
fn Ringing(one: Reminder) -> impl IntoView {
    let app = use_app();
    let Reminder { id, text, due, missed, .. } = one;
    let when = move || {
        let at = dunlin::describe_due(&due, &app.todos.clock());
        if missed { format!("missed, {at}") } else { at }
    };
    let name = shortened(&text, 60);
    let id = StoredValue::new(id);
    let done = move |_| {
        app.todos.complete(&id.get_value(), true);
        app.dismiss_reminder(&id.get_value());
    };
    view! {
        <li class="reminder">
            <Glyph icon=Icon::Clock />
            <bdi class="reminder-text">{text}</bdi>
            <span class="panel-note">{when}</span>
            <span class="note-acts">
                <button type="button" class="button" aria-label=format!("Done: {name}") on:click=done>
                    "Done"
                </button>
                <button
                    type="button"
                    class="button"
                    aria-label=format!("Snooze {SNOOZE_MINUTES} min: {name}")
                    on:click=move |_| app.snooze_reminder(&id.get_value())
                >
                    {format!("Snooze {SNOOZE_MINUTES} min")}
                </button>
                <IconButton
                    icon=Icon::Cross
                    label=format!("Dismiss: {name}")
                    on:click=move |_| app.dismiss_reminder(&id.get_value())
                />
            </span>
        </li>
    }
}

/// Asked at the first todo with a time, schedule or notice of a run, in words, before the browser asks; under the list, so that nothing in it moves.
#[component]
pub(super) fn Question() -> impl IntoView {
    let app = use_app();
    let asked = move || {
        app.reminders.unasked.get().map(|text| {
            let text = shortened(&text, 24);
            let words = format!("Shall your system notify you of “{text}”?");
            view! {
                <Note tone=Tone::Plain words hint=REACH.to_owned()>
                    <span class="note-acts">
                        <button type="button" class="button button-main" on:click=move |_| app.notify_by_system()>
                            "Notify me"
                        </button>
                        <button type="button" class="button" on:click=move |_| app.notify_in_page()>
                            "Only in the page"
                        </button>
                    </span>
                </Note>
            }
        })
    };
    view! { <div class="todo-undo reminder-question">{asked}</div> }
}

/// The group of the settings that says how todos with a time ring.
#[component]
pub(crate) fn RemindersGroup() -> impl IntoView {
    let app = use_app();
    let (permission, in_page, shows) = (app.reminders.permission, app.reminders.in_page, app.reminders.shows);
    let said = move || match (permission.get(), in_page.get()) {
        // What was not seen to work is not promised.
        (Permission::Granted, false) => match shows.get() {
            Some(true) => "Your system notifies you, and the page says it.",
            Some(false) => "The page says it. Your system showed no notification when it was asked to.",
            None => "The page says it, and asks your system to notify you.",
        },
        (Permission::Denied, _) => {
            "The page says it. Notifications are blocked; the browser's settings for this site can allow them."
        }
        (Permission::Granted | Permission::Unasked, true) => "The page says it, and your system does not.",
        (Permission::Unasked, false) => "The page says it. Your system notifies you if you let it.",
    };
    let allowed = move || match permission.get() {
        Permission::Denied => false,
        Permission::Unasked => true,
        Permission::Granted => in_page.get(),
    };
    let stoppable = move || permission.get() == Permission::Granted && !in_page.get();
    view! {
        <section class="group" aria-labelledby="reminders-title">
            <h3 id="reminders-title">"Reminders"</h3>
            <p class="panel-note">"A todo with a time rings when it comes. " {REACH}</p>
            <p class="panel-note" role="status">{said}</p>
            <div class="actions">
                <Show when=allowed>
                    <button type="button" class="button" on:click=move |_| app.notify_by_system()>"Notify me"</button>
                </Show>
                <Show when=stoppable>
                    <button type="button" class="button" on:click=move |_| app.notify_in_page()>
                        "Only in the page"
                    </button>
                </Show>
            </div>
        </section>
    }
}
