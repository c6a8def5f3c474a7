//! The dialog named "Commands": actions, todos, saved and earlier goals and settings, found by typing a part of their words.
//!
//! Control and K open it.

use leptos::{ev, html, prelude::*};
use web_sys::{ScrollIntoViewOptions, ScrollLogicalPosition};

use crate::{
    model::{Act, App, Command, Setting, Tab, use_app},
    view::settings::save_everything,
    view::todo::go_to,
    view::ui::{Sheet, is_composing, later},
};

/// The dialog named "Commands".
#[component]
pub(crate) fn Palette() -> impl IntoView {
    let app = use_app();
    let query = RwSignal::new(String::new());
    let chosen = RwSignal::new(0_usize);
    let opened = move |()| {
        query.set(String::new());
        chosen.set(0);
    };
    view! {
        <Sheet id="palette-title" name="Commands" open=app.palette_open opened>
            {later(finder(query, chosen))}
        </Sheet>
    }
}

#[cfg_attr(not(test), lazy)]
async fn finder(query: RwSignal<String>, chosen: RwSignal<usize>) -> AnyView {
    let app = use_app();
    let found = Memo::new(move |_| if app.palette_open.get() { app.commands(&query.get()) } else { Vec::new() });
    let run = move |at: usize| {
        if let Some(command) = found.with_untracked(|found| found.get(at).cloned()) {
            app.palette_open.set(false);
            // What is behind a dialog takes no focus and no words until it is closed.
            request_animation_frame(move || act(app, command.act));
        }
    };
    view! {
        <div class="palette">
            <Search query chosen found run=run />
            <Found chosen found run=run />
        </div>
    }
    .into_any()
}

/// The field in which it is typed, and from which the keys go through what is found.
#[component]
fn Search(
    query: RwSignal<String>,
    /// Which of what is found is chosen.
    chosen: RwSignal<usize>,
    found: Memo<Vec<Command>>,
    /// Carries out one of them.
    #[prop(into)]
    run: Callback<usize>,
) -> impl IntoView {
    // The dialog gives it the focus when it opens; the first time, it may come after that.
    let field = NodeRef::<html::Input>::new();
    Effect::new(move || {
        if let Some(field) = field.get() {
            // It is made before it stands in the document.
            request_animation_frame(move || drop(field.focus()));
        }
    });
    let on_key = move |event: ev::KeyboardEvent| {
        let count = found.with_untracked(Vec::len).max(1);
        match event.key().as_str() {
            "ArrowDown" => chosen.update(|at| *at = (*at + 1) % count),
            "ArrowUp" => chosen.update(|at| *at = (*at + count - 1) % count),
            "Enter" if !is_composing(&event) => run.run(chosen.get_untracked()),
            _ => return,
        }
        event.prevent_default();
    };
    view! {
        <input
            class="todo-new"
            type="text"
            role="combobox"
            aria-label="Command"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-autocomplete="list"
            aria-activedescendant=move || line_id(chosen.get())
            placeholder="An action, a todo, a saved or earlier goal"
            autocomplete="off"
            autofocus
            node_ref=field
            bind:value=query
            on:input=move |_| chosen.set(0)
            on:keydown=on_key
        />
    }
}

/// What is found.
#[component]
fn Found(
    chosen: RwSignal<usize>,
    found: Memo<Vec<Command>>,
    /// Carries out one of them.
    #[prop(into)]
    run: Callback<usize>,
) -> impl IntoView {
    // What the keys have chosen is seen: by the next frame it is drawn.
    Effect::new(move || {
        let id = line_id(chosen.get());
        request_animation_frame(move || {
            let near = ScrollIntoViewOptions::new();
            near.set_block(ScrollLogicalPosition::Nearest);
            if let Some(line) = document().get_element_by_id(&id) {
                line.scroll_into_view_with_scroll_into_view_options(&near);
            }
        });
    });
    // Of those of one kind that stand together, the first shows it.
    let lines = move || {
        let (found, mut before) = (found.get(), "");
        let line = |(at, command): (usize, Command)| {
            let kind = std::mem::replace(&mut before, command.kind);
            (at, kind == command.kind, command)
        };
        found.into_iter().enumerate().map(line).collect::<Vec<_>>()
    };
    let line = move |(at, again, command): (usize, bool, Command)| {
        view! {
            <li
                class="palette-line"
                id=line_id(at)
                role="option"
                aria-selected=move || (chosen.get() == at).to_string()
                on:click=move |_| run.run(at)
            >
                <span class="palette-kind"><span class:unseen=again>{command.kind}</span></span>
                <span><bdi>{command.words}</bdi> " " <span class="value-aside">{command.aside}</span></span>
            </li>
        }
    };
    view! {
        <ul class="palette-list" id="palette-list" role="listbox" aria-label="Commands">
            <For
                each=lines
                key=|(at, again, command)| (*at, *again, command.kind, command.words.clone(), command.aside.clone())
                children=line
            />
        </ul>
    }
}

fn line_id(at: usize) -> String {
    format!("palette-{at}")
}

fn act(app: App, act: Act) {
    match act {
        Act::NewTodo => {
            app.tab.set(Tab::Todos);
            go_to(app, None);
        }
        Act::TypeGoal => {
            app.tab.set(Tab::Ask);
            app.goal.focus();
        }
        Act::History => app.show_history(),
        Act::Settings => app.settings.open.set(true),
        Act::Setting(setting) => set(app, setting),
        Act::Tools => app.show_tools(),
        Act::Keys => app.settings.keys_open.set(true),
        Act::Name(goal) => app.saved.name_goal(&goal),
        Act::Saved(goal) => app.run_saved(&goal),
        Act::TakeBack(asked) => app.take_back(asked),
        Act::Show(listing) => {
            app.tab.set(Tab::Todos);
            app.go(|place| place.showing(listing));
        }
        Act::Goal(goal) => {
            app.tab.set(Tab::Ask);
            app.goal.take(&goal);
        }
        Act::Run(goal) => {
            app.tab.set(Tab::Ask);
            app.goal.take(&goal);
            app.run_goal();
        }
        Act::Todo(id) => {
            app.tab.set(Tab::Todos);
            go_to(app, Some(id));
        }
    }
}

fn set(app: App, setting: Setting) {
    match setting {
        Setting::Ask(mode) => {
            app.settings.change_policy(|policy| policy.approval = Some(mode));
            // Nothing else on the page shows it.
            app.settings.open_at("Ask before");
        }
        Setting::Theme(theme) => app.settings.choose_theme(theme),
        Setting::NotifyMe => app.notify_by_system(),
        Setting::OnlyInPage => app.notify_in_page(),
        Setting::Export => save_everything(app),
        Setting::At(name) => app.settings.open_at(name),
    }
}
