//! What can be found by typing a part of its words: actions, settings, todos, saved and earlier goals.

use leptos::prelude::*;

use dunlin::{ApprovalMode, Now, Todo};

use crate::model::{Asked, Listing, State, words::format::shortened};
use crate::platform::Theme;

/// So many are offered at once.
const MOST: usize = 14;
/// So many earlier goals are offered before anything is typed.
const FEW_GOALS: usize = 3;
/// The longest words, in characters.
const LONGEST: usize = 80;

/// What is offered: its kind, its words, what it does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Command {
    /// `Action`, `Setting`, `Saved`, `Goal`, `Todo`.
    pub(crate) kind: &'static str,
    /// What it is called.
    pub(crate) words: String,
    /// What tells it from others of the same name.
    pub(crate) aside: String,
    /// What it does.
    pub(crate) act: Act,
}

/// What a command does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Act {
    /// Goes to the field for a new todo.
    NewTodo,
    /// Goes to the goal.
    TypeGoal,
    /// Goes to the history.
    History,
    /// Opens the settings.
    Settings,
    /// Chooses a setting, or goes to it.
    Setting(Setting),
    /// Opens the tools and agents.
    Tools,
    /// Lists the keys.
    Keys,
    /// Opens the saved goals, with that one to be given a name.
    Name(String),
    /// Runs a saved goal.
    Saved(String),
    /// Undoes what was last done to the todos, or does it again.
    TakeBack(Asked),
    /// Lists those todos.
    Show(Listing),
    /// Types a goal.
    Goal(String),
    /// Types a goal and runs it.
    Run(String),
    /// Goes to the todo of that identifier.
    Todo(String),
}

/// A setting, or something to do in the settings.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Setting {
    /// Before which steps a person is asked.
    Ask(ApprovalMode),
    /// Light or dark.
    Theme(Theme),
    /// Lets the system notify, or only the page.
    NotifyMe,
    OnlyInPage,
    /// Saves everything as a file.
    Export,
    /// Opens the settings at what has that name there.
    At(&'static str),
}

impl Command {
    fn new(kind: &'static str, words: &str, act: Act) -> Self {
        Self { kind, words: shortened(words, LONGEST), aside: String::new(), act }
    }
}

impl State {
    /// What is offered for those words, now and whenever it is something else.
    pub(crate) fn commands(&'static self, words: &str) -> Vec<Command> {
        let wanted = words.trim().to_lowercase();
        // What was given a name on purpose comes before what happened to be run.
        let saved = self.saved.all.get();
        let mut all: Vec<Command> =
            saved.iter().map(|one| Command::new("Saved", &one.name, Act::Saved(one.goal.clone()))).collect();
        // Only where there is something to take back, or to do again.
        let (undo, redo) = self.todos.ask(|todos| (todos.can_undo(), todos.can_redo()));
        all.extend(actions().filter(|command| match command.act {
            Act::TakeBack(Asked::Undo) => undo,
            Act::TakeBack(Asked::Redo) => redo,
            _ => true,
        }));
        let typed = self.goal.text.with_untracked(|text| text.trim().to_owned());
        let name = if typed.is_empty() { "Saved goals" } else { "Save this goal under a name" };
        all.push(Command::new("Action", name, Act::Name(typed)));
        // Before anything is typed, the settings are one line among the actions.
        all.extend(settings().filter(|_| !wanted.is_empty()));
        let goals = self.runs.goals();
        let few = if wanted.is_empty() { FEW_GOALS } else { goals.len() };
        all.extend(goals.iter().take(few).map(|goal| Command::new("Goal", goal, Act::Goal(goal.clone()))));
        if !wanted.is_empty() {
            let todos = self.todos.ask(|todos| todos.list_shared(&dunlin::Filter::all()));
            let like = todos.iter().filter(|todo| has_each(&todo.text, &wanted)).take(MOST);
            let now = self.todos.calendar();
            all.extend(like.map(|todo| Command {
                aside: when(todo, &now),
                ..Command::new("Todo", &todo.text, Act::Todo(todo.id.clone()))
            }));
        }
        let found = called(all, &wanted);
        if found.is_empty() { run(words.trim()) } else { found }
    }
}

/// What is called nothing that is known may be a goal.
fn run(words: &str) -> Vec<Command> {
    let goal = shortened(words, LONGEST);
    vec![Command::new("Goal", &format!("Run “{goal}”"), Act::Run(words.to_owned()))]
}

/// `completed`, `tomorrow 18:00`.
pub(crate) fn when(todo: &Todo, now: &Now) -> String {
    let due = || todo.due.as_ref().map(|due| dunlin::describe_due(due.as_str(), now));
    if todo.completed { "completed".to_owned() } else { due().unwrap_or_default() }
}

/// What is always there.
fn actions() -> impl Iterator<Item = Command> {
    let actions = [
        ("New goal", Act::TypeGoal),
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
    ];
    actions.into_iter().map(|(words, act)| Command::new("Action", words, act))
}

/// Each setting, and what can be done in the settings.
fn settings() -> impl Iterator<Item = Command> {
    let chosen = [
        ("Ask before deleting and big changes", Setting::Ask(ApprovalMode::Destructive)),
        ("Ask before every step", Setting::Ask(ApprovalMode::Always)),
        ("Ask before no step", Setting::Ask(ApprovalMode::Never)),
        ("Theme: as the device", Setting::Theme(Theme::System)),
        ("Theme: light", Setting::Theme(Theme::Light)),
        ("Theme: dark", Setting::Theme(Theme::Dark)),
        ("Reminders: notify me", Setting::NotifyMe),
        ("Reminders: only in the page", Setting::OnlyInPage),
        ("Export everything", Setting::Export),
    ];
    // By the names that they have in the settings.
    let gone_to = [
        "Steps at once",
        "Most steps",
        "Most tool calls",
        "Longest time, in seconds",
        "Keep no texts in the log",
        "Templates",
        "Where it is kept",
        "Import",
        "Remove everything",
    ];
    let chosen = chosen.into_iter().map(|(words, setting)| (words, Act::Setting(setting)));
    let gone_to = gone_to.map(|name| (name, Act::Setting(Setting::At(name))));
    let keys = [("Open the list of keys with the ? key", Act::Keys)];
    chosen.chain(gone_to).chain(keys).map(|(words, act)| Command::new("Setting", words, act))
}

/// Those whose words have each of these in them, as many as are offered at once.
fn called(mut all: Vec<Command>, wanted: &str) -> Vec<Command> {
    all.retain(|command| has_each(&command.words, wanted));
    all.truncate(MOST);
    all
}

/// Whether each of the wanted words, which are small letters, is somewhere in these, in any order.
fn has_each(words: &str, wanted: &str) -> bool {
    let words = words.to_lowercase();
    wanted.split_whitespace().all(|part| words.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn found(wanted: &str) -> Vec<String> {
        called(actions().chain(settings()).collect(), wanted).into_iter().map(|command| command.words).collect()
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_command_is_found_by_parts_of_its_words_in_any_order() {
        assert_eq!(found("undo"), ["Undo the last change"]);
        assert_eq!(found("completed"), ["Show completed todos"]);
        assert_eq!(found("agents and"), ["Tools and agents"]);
        assert_eq!(found("xyzzy"), [""; 0]);
        assert_eq!(found("").len(), MOST);
        assert_eq!(found("dark"), ["Theme: dark"]);
        assert_eq!(found("dark  theme"), ["Theme: dark"]);
        assert_eq!(found("all remove"), [""; 0]);
        assert_eq!(found("steps"), ["Steps at once", "Most steps"]);
        assert_eq!(found("everything"), ["Export everything", "Remove everything"]);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn todos_of_one_name_are_told_apart() {
        let now = Now::new(2026, 11, 21, 9, 30).unwrap();
        let mut todo = Todo { due: dunlin::Due::parse("2026-11-22T18:00"), ..Todo::default() };
        assert_eq!(when(&todo, &now), "tomorrow 18:00");
        todo.completed = true;
        assert_eq!(when(&todo, &now), "completed");
        assert_eq!(when(&Todo::default(), &now), "");
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn so_many_are_offered_and_no_more() {
        let many = (0..40).map(|at| Command::new("Goal", &format!("sum {at}"), Act::Goal(String::new()))).collect();
        assert_eq!(called(many, "sum").len(), MOST);
    }
}
