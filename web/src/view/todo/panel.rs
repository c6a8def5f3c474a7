//! The panel as a whole.

use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::{
    entry::NewTodo,
    foot::TodoFoot,
    item::{bring, focus_box},
    lists::TodoLists,
    menu::{PanelMenu, Selection},
    reminders::Question,
    tools::{TodoTools, is_narrow, show_all},
};
use crate::{
    model::{
        App, Listing,
        format::{counted, curly, sentence, shortened},
        use_app,
    },
    platform,
    view::settings::ExportButton,
    view::ui::{Icon, IconButton, Note, PanelHead, Tone, on_escape},
};

/// The search and the choices appear once there is something to look through.
const TOOLS_FROM: usize = 4;

/// The region named "Todos".
#[component]
pub(crate) fn TodoPanel() -> impl IntoView {
    let app = use_app();
    let total = Memo::new(move |_| if app.todos.is_read() { app.todos.ask(dunlin::TodoStore::total) } else { 0 });
    // They stay while there is anything: nothing moves under the pointer that deletes.
    let tooled = Memo::new(move |before: Option<&bool>| {
        before == Some(&true) && total.get() > 0 || total.get() >= TOOLS_FROM || is_narrow(app)
    });
    let any = Memo::new(move |_| total.get() > 0);
    let listed = Memo::new(move |_| app.todos.counts().0 > 0);
    let more = Memo::new(move |_| app.todos.counts().1 > 0);
    view! {
        <section aria-labelledby="todos-title" on:keydown=move |event| stop_selecting(app, &event)>
            <PanelHead id="todos-title" words="Todos">
                <Show when=move || any.get()>
                    <MarkAll />
                </Show>
                <PanelMenu />
            </PanelHead>
            <NewTodo />
            <Problem />
            <LostNotice />
            <Show when=move || tooled.get()>
                <TodoTools />
            </Show>
            <Show when=move || !listed.get()>
                <p class="empty panel-note todo-empty">{move || empty_words(app)}</p>
            </Show>
            <Show when=move || app.todos.selecting.get()>
                <Selection />
            </Show>
            <Show when=move || listed.get()>
                <TodoLists />
            </Show>
            <Show when=move || more.get()>
                <button type="button" class="link" on:click=move |_| app.todos.draw_more()>
                    {move || format!("Show {} more of {}", app.todos.next_page(), app.todos.counts().0)}
                </button>
            </Show>
            <Show when=move || any.get()>
                <TodoFoot />
            </Show>
            <UndoNotice />
            <Question />
            {(!app.todos.is_kept()).then(|| view! { <Unkept /> })}
        </section>
    }
}

/// Escape ends selecting, and goes back to where it began.
fn stop_selecting(app: App, event: &ev::KeyboardEvent) {
    let empties = |field: HtmlInputElement| field.type_() == "search" && !field.value().is_empty();
    let field = event.target().and_then(|field| field.dyn_into::<HtmlInputElement>().ok());
    // Of a search that holds words it empties those.
    if app.todos.selecting.get_untracked() && !field.is_some_and(empties) {
        on_escape(event, || {
            app.todos.select_none();
            platform::focus("[aria-labelledby=todos-title] .panel-head .menu > button");
        });
    }
}

/// Why something typed was not kept.
#[component]
fn Problem() -> impl IntoView {
    let app = use_app();
    move || {
        app.todos.problem.get().map(|problem| {
            let export = (problem.code == "storage.quota").then(|| view! { <ExportButton /> });
            view! {
                <div class="todo-undo">
                    <Note tone=Tone::Bad words=problem.message hint=problem.hint>{export}</Note>
                </div>
            }
        })
    }
}

/// Where the browser lets nothing be stored: how long the todos last, and the way to keep them.
#[component]
fn Unkept() -> impl IntoView {
    view! {
        <div class="todo-undo">
            <Note tone=Tone::Warn words="Kept only in this tab, until it is closed or reloaded." hint=None>
                <ExportButton />
            </Note>
        </div>
    }
}

/// Completes everything, or takes that back.
#[component]
fn MarkAll() -> impl IntoView {
    let app = use_app();
    let all_done = move || {
        let (done, listed) = app.todos.listed_done();
        listed > 0 && done == listed
    };
    let none = move || app.todos.listed_done().1 == 0;
    let fewer = move || {
        let (_, listed) = app.todos.listed_done();
        if listed == app.todos.ask(dunlin::TodoStore::total) { String::new() } else { format!(" ({listed} shown)") }
    };
    view! {
        <label class="panel-note todo-all">
            <input
                class="check"
                type="checkbox"
                prop:checked=all_done
                // It keeps the focus when what it completes goes out of sight.
                aria-disabled=move || none().then_some("true")
                on:click=move |event| {
                    if untrack(none) {
                        event.prevent_default();
                    }
                }
                on:change=move |event| app.todos.complete_all(event_target_checked(&event))
            />
            "Mark all as complete"
            {fewer}
        </label>
    }
}

/// What stands in place of a list without items.
fn empty_words(app: App) -> String {
    if !app.todos.is_read() {
        return "Reading what is kept here…".to_owned();
    }
    let none = app.todos.ask(dunlin::TodoStore::total) == 0;
    let words = match app.place.with(|place| place.listing) {
        _ if none && app.todos.is_kept() => {
            return format!("Nothing to do yet. What you or a run adds is kept on {}.", app.keeper().place());
        }
        _ if none => "Nothing to do yet.",
        _ if is_narrow(app) => "No todo matches.",
        Listing::Active | Listing::All => "Everything is done.",
        Listing::Completed => "Nothing is completed yet.",
    };
    words.to_owned()
}

/// What was just done, and the way back.
#[component]
fn UndoNotice() -> impl IntoView {
    let app = use_app();
    let again = app.todos.again;
    let back = move |_| focus_box(if again.get_untracked() { app.todos.redo() } else { app.todos.undo() });
    let close = move || {
        app.todos.said.set(None);
        request_animation_frame(|| platform::focus(".page-side .todo-new"));
    };
    let said = move || {
        app.todos.said.get().map(|said| {
            view! {
                <div class="note">
                    // Named once: that another run is looked at is no change of the todos.
                    <span dir="auto" aria-live="off">{move || told(app, &said)}</span>
                    <button type="button" class="button" on:click=back>
                        {move || if again.get() { "Redo" } else { "Undo" }}
                    </button>
                    <IconButton icon=Icon::Cross label="Close" on:click=move |_| close() />
                </div>
            }
        })
    };
    let on_key = move |event: ev::KeyboardEvent| {
        if app.todos.said.with_untracked(Option::is_some) {
            on_escape(&event, close);
        }
    };
    let hidden = move || {
        app.todos.hidden.get().map(|(todo, count)| {
            let (words, act) = match count {
                1 => (format!("“{}” was added; it is not in this view", shortened(&todo.text, 60)), "Show it"),
                _ => (format!("{count} todos were added; they are not in this view"), "Show them"),
            };
            let show = move |_| {
                app.todos.hidden.set(None);
                go_to(app, Some(todo.id.clone()));
            };
            view! {
                <Note tone=Tone::Plain words hint=None>
                    <button type="button" class="button" on:click=show>{act}</button>
                </Note>
            }
        })
    };
    view! { <div class="todo-undo" role="status" aria-label="Last change" on:keydown=on_key>{said} {hidden}</div> }
}

/// What was done and by whom: a run is named by its goal where another one is looked at.
fn told(app: App, said: &str) -> String {
    let Some(run) = app.todos.said_run() else { return sentence(said) };
    let is_shown = app.runs.shown.with(|shown| shown.as_ref().is_none_or(|shown| shown.run_id == run));
    let goal =
        || app.runs.list.with(|list| list.iter().find(|one| one.run_id == run).map(|one| shortened(&one.goal, 40)));
    let goal = if is_shown { None } else { goal() };
    let said = curly(said);
    goal.map_or_else(|| format!("The run {said}"), |goal| format!("The run “{goal}” {said}"))
}

/// What was kept here and has gone from storage under the page, offered back.
#[component]
fn LostNotice() -> impl IntoView {
    let app = use_app();
    let lost = move || {
        let count = app.todos.lost.with(Vec::len);
        (count > 0).then(|| {
            let words = format!("{} kept here went missing from this browser's storage", counted(count, "todo"));
            view! {
                <Note tone=Tone::Bad words hint=None>
                    <button type="button" class="button button-main" on:click=move |_| app.todos.put_lost_back()>
                        "Put back"
                    </button>
                </Note>
            }
        })
    };
    view! { <div class="todo-undo">{lost}</div> }
}

/// Goes to a todo, with all of them listed; or to the field for a new one.
pub(crate) fn go_to(app: App, id: Option<String>) {
    let Some(id) = id else {
        request_animation_frame(|| platform::focus(".page-side .todo-new"));
        return;
    };
    show_all(app);
    app.go(|place| place.showing(Listing::All));
    app.todos.want(&id);
    bring(Some(id.clone()));
    focus_box([id]);
}
