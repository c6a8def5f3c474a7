//! The dialog named "Commands": actions, todos, saved and earlier goals and settings, found by typing a part of their words.
//!
//! Control and K go to the goal; pressed there again, they open this.

use leptos::prelude::*;

use crate::{
    model::format::shortened,
    model::{App, Asked, Listing, Tab},
    view::settings::sheet,
    view::todo::go_to,
    view::ui::{El, el, is_composing, key_of, value_of},
};

/// What a line does.
#[derive(Clone, Debug, PartialEq)]
enum Act {
    NewTodo,
    History,
    Settings,
    Tools,
    Keys,
    /// The list of the saved goals, with that one to be given a name.
    Name(String),
    Saved(String),
    TakeBack(Asked),
    Show(Listing),
    Goal(String),
    Todo(String),
}

/// A line: its kind, its words, what it does.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    kind: &'static str,
    words: String,
    act: Act,
}

/// So many lines are offered at once.
const MOST: usize = 14;
/// So many earlier goals are offered before anything is typed.
const FEW_GOALS: usize = 3;

/// The dialog named "Commands".
pub(crate) fn palette(app: App) -> El {
    let query = RwSignal::new(String::new());
    let chosen = RwSignal::new(0_usize);
    let found = Memo::new(move |_| if app.palette_open.get() { lines(app, &query.get()) } else { Vec::new() });
    let fill = move || filled(app, query, chosen, found);
    sheet("palette-title", "Commands", app.palette_open, fill, move || {
        query.set(String::new());
        chosen.set(0);
    })
}

fn filled(app: App, query: RwSignal<String>, chosen: RwSignal<usize>, found: Memo<Vec<Line>>) -> El {
    let run = move |at: usize| {
        if let Some(line) = found.with_untracked(|found| found.get(at).cloned()) {
            app.palette_open.set(false);
            // What is behind a dialog takes no focus and no words until it is closed.
            request_animation_frame(move || act(app, line.act));
        }
    };
    let field = el("input", "todo-new")
        .attr("type", "text")
        .attr("role", "combobox")
        .attr("aria-label", "Command")
        .attr("aria-expanded", "true")
        .attr("aria-controls", "palette-list")
        .attr("aria-autocomplete", "list")
        .attr_by("aria-activedescendant", move || (!found.with(Vec::is_empty)).then(|| line_id(chosen.get())))
        .attr("placeholder", "An action, a todo, a saved or earlier goal")
        .attr("autocomplete", "off")
        .attr("autofocus", "")
        .prop_by("value", move || query.get().into())
        .on("input", move |event| {
            query.set(value_of(&event));
            chosen.set(0);
        })
        .on("keydown", move |event| {
            let key = key_of(&event);
            let count = found.with_untracked(Vec::len).max(1);
            match key.key().as_str() {
                "ArrowDown" => chosen.update(|at| *at = (*at + 1) % count),
                "ArrowUp" => chosen.update(|at| *at = (*at + count - 1) % count),
                "Enter" if !is_composing(key) => run(chosen.get_untracked()),
                _ => return,
            }
            event.prevent_default();
        });
    let keys = move || {
        let key = |(at, line): (usize, &Line)| format!("{at}\n{}\n{}", line.kind, line.words);
        found.with(|found| found.iter().enumerate().map(key).collect())
    };
    let row = move |key: &str| {
        let mut parts = key.splitn(3, '\n');
        let at: usize = parts.next().and_then(|at| at.parse().ok()).unwrap_or_default();
        el("li", "palette-line")
            .attr("id", &line_id(at))
            .attr("role", "option")
            .attr_by("aria-selected", move || Some((chosen.get() == at).to_string()))
            .child(el("span", "palette-kind").text(parts.next().unwrap_or_default()))
            .child(el("bdi", "").text(parts.next().unwrap_or_default()))
            .on("click", move |_| run(at))
    };
    let none = move || found.with(Vec::is_empty).then(|| el("p", "panel-note").text("Nothing is called that."));
    el("div", "palette")
        .child(field)
        .child(
            el("ul", "palette-list")
                .attr("id", "palette-list")
                .attr("role", "listbox")
                .attr("aria-label", "Commands")
                .each(keys, row),
        )
        .child(el("div", "").attr("role", "status").slot(none))
}

fn line_id(at: usize) -> String {
    format!("palette-{at}")
}

/// What is offered for those words.
fn lines(app: App, query: &str) -> Vec<Line> {
    let wanted = query.trim().to_lowercase();
    let line = |kind: &'static str, words: &str, act: Act| Line { kind, words: shortened(words, 80), act };
    let mut all: Vec<Line> = [
        ("New todo", Act::NewTodo),
        ("Show all todos", Act::Show(Listing::All)),
        ("Show active todos", Act::Show(Listing::Active)),
        ("Show completed todos", Act::Show(Listing::Completed)),
        ("History", Act::History),
        ("Undo the last change", Act::TakeBack(Asked::Undo)),
        ("Redo", Act::TakeBack(Asked::Redo)),
        ("Settings", Act::Settings),
        ("Tools and agents", Act::Tools),
        ("Keys", Act::Keys),
    ]
    .into_iter()
    .map(|(words, act)| line("Action", words, act))
    .collect();
    let typed = app.goal.text.with_untracked(|text| text.trim().to_owned());
    let words = if typed.is_empty() { "Saved goals" } else { "Save this goal under a name" };
    all.push(line("Action", words, Act::Name(typed)));
    // What was given a name on purpose comes before what happened to be run.
    let saved = app.saved.all.get();
    all.splice(0..0, saved.iter().map(|one| line("Saved", &one.name, Act::Saved(one.goal.clone()))));
    let goals = app.runs.goals();
    let few = if wanted.is_empty() { FEW_GOALS } else { goals.len() };
    all.extend(goals.iter().take(few).map(|goal| line("Goal", goal, Act::Goal(goal.clone()))));
    if !wanted.is_empty() {
        let todos = app.todos.ask(|todos| todos.list_shared(&dunlin::Filter::all()));
        let like = todos.iter().filter(|todo| todo.text.to_lowercase().contains(&wanted)).take(MOST);
        all.extend(like.map(|todo| line("Todo", &todo.text, Act::Todo(todo.id.clone()))));
    }
    all.retain(|line| line.words.to_lowercase().contains(&wanted));
    all.truncate(MOST);
    all
}

fn act(app: App, act: Act) {
    match act {
        Act::NewTodo => {
            app.tab.set(Tab::Todos);
            go_to(app, None);
        }
        Act::History => app.show_history(),
        Act::Settings => app.settings.open.set(true),
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
        Act::Todo(id) => {
            app.tab.set(Tab::Todos);
            go_to(app, Some(id));
        }
    }
}
