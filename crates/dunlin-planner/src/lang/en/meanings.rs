//! What steps do, in words: for the reasons of steps, the rationale of plans, and what is shown while a goal is typed.

use std::fmt::Write as _;

use dunlin_plan::input;
use serde_json::{Map, Value};

use crate::model::{
    asked::{Choice, Cost, DayCall, Pause, Schedule, Unit},
    todo::{Except, Filter, NewTodo, OVERDUE, Sort, Status, TodoCall, UNDATED},
};

/// How the notes of a todo begin that say when it ends.
pub(crate) const UNTIL: &str = "until ";
/// What stands for the result of an earlier step where a sum is shown.
pub(crate) const THE_RESULT: &str = "the result";

/// What is added where a step is done for each todo that was shown.
pub(crate) const FOR_EACH_OF_THEM: &str = " for each of them";

/// What a question about days does.
pub(crate) fn day(call: &DayCall) -> String {
    match call {
        DayCall::Between { from, to, unit } => ["count the ", counted(*unit), " from ", from, " to ", to].concat(),
        DayCall::Shift { from, by } => {
            let what = if from.contains('T') { "find the time " } else { "find the day " };
            match by.strip_prefix('-') {
                Some(by) => [what, by, " before ", &at(from)].concat(),
                None => [what, by, " after ", &at(from)].concat(),
            }
        }
        DayCall::Day { from } => ["say which day ", from, " is"].concat(),
        DayCall::Time { place, .. } => ["say what time it is in ", place].concat(),
        DayCall::TimeHere => "say what time it is".to_owned(),
        DayCall::Week { from } => ["say which week of the year ", from, " lies in"].concat(),
        DayCall::Quarter { from } => ["say which quarter of the year ", from, " lies in"].concat(),
        DayCall::Convert { from, place, .. } => {
            let place = if place.is_empty() { "here" } else { place };
            ["say what ", &at(from), " there is on the clock of ", place].concat()
        }
        DayCall::Apart { place, to_place, .. } => {
            let place = if place.is_empty() { "here" } else { place };
            ["say how far the clocks of ", place, " and ", to_place, " lie apart"].concat()
        }
        DayCall::LeapYear { year } => format!("say whether {year} is a leap year"),
    }
}

const fn counted(unit: Unit) -> &'static str {
    match unit {
        Unit::Days => "days",
        Unit::Weekdays => "weekdays",
        Unit::Weeks => "weeks",
        Unit::Months => "months",
        Unit::Years => "years",
        Unit::Hours => "hours",
        Unit::Minutes => "minutes",
        Unit::Time => "time",
        Unit::Mondays => "Mondays",
        Unit::Tuesdays => "Tuesdays",
        Unit::Wednesdays => "Wednesdays",
        Unit::Thursdays => "Thursdays",
        Unit::Fridays => "Fridays",
        Unit::Saturdays => "Saturdays",
        Unit::Sundays => "Sundays",
    }
}

/// What a step does that tells the person something.
pub(crate) fn notify(words: &str) -> String {
    ["tell you: ", words].concat()
}

/// What is told where nothing else is to be.
pub(crate) const IT_IS_TIME: &str = "It is time";
pub(crate) const IT_IS_DONE: &str = "It is done";

/// What a step does that waits.
pub(crate) fn pause(pause: &Pause) -> String {
    match pause {
        Pause::For { said, .. } => ["wait ", said].concat(),
        Pause::Until { said, .. } => ["wait until ", said].concat(),
        Pause::Answer { about, .. } => ["ask you: ", &question(about)].concat(),
    }
}

/// "the amount" as a question: "The amount?"
pub(crate) fn question(about: &str) -> String {
    let mut letters = about.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['?']).collect()
}

/// How long a wait is that ends so much later, and one that ends at a moment, as if the person had said it.
pub(crate) fn from_now(said: &str) -> String {
    [said, " from now"].concat()
}

pub(crate) fn until(said: &str) -> String {
    [UNTIL, said].concat()
}

/// What a schedule does.
pub(crate) fn schedule(schedule: &Schedule) -> String {
    ["begin “", &schedule.goal, "” ", &schedule.said].concat()
}

/// What a command of the host's own does: the tool's name and what fills its slots.
pub(crate) fn command(tool: &str, input: &Map<String, Value>) -> String {
    let mut meaning = tool_name(tool);
    for (at, (slot, value)) in input.iter().enumerate() {
        let value = value.as_str().map_or_else(|| value.to_string(), |text| ["“", text, "”"].concat());
        meaning.push_str(if at == 0 { " (" } else { ", " });
        meaning.push_str(&[slot, " ", &value].concat());
    }
    if !input.is_empty() {
        meaning.push(')');
    }
    meaning
}

fn tool_name(tool: &str) -> String {
    tool.replace('_', " ")
}

/// Why this tool does a command, of several that could.
pub(crate) fn as_the_cheapest(tool: &str, choice: &Choice) -> String {
    let with_cost = |tool: &str, Cost { tier, duration_ms }: Cost| {
        format!("{} (cost {tier} of 5, about {duration_ms} ms)", tool_name(tool))
    };
    let others: Vec<String> = choice.others.iter().map(|other| with_cost(&other.tool, other.cost)).collect();
    if others.is_empty() {
        return ", as the only one of several tools that the policy allows".to_owned();
    }
    format!(", as the cheapest: {}, not {}", with_cost(tool, choice.cost), others.join(" or "))
}

/// That a weekday and a day of the month fall together on this day and no sooner.
pub(crate) fn only_then(day: &str) -> String {
    [", which is ", day, " and no day before it"].concat()
}

/// What is done in the place of a tool that fails.
pub(crate) fn if_it_fails(tool: &str, meaning: &str) -> String {
    ["if ", &tool_name(tool), " fails, ", meaning].concat()
}

/// What is said to thanks.
pub(crate) const WELCOME: &str = "answer the thanks";

/// What is said to a greeting, and to a question of what can be asked.
pub(crate) const GREET: &str = "greet back";

pub(crate) fn help(topic: Option<&str>) -> String {
    match topic {
        Some(topic) => ["say how to ask: ", topic].concat(),
        None => "say what can be asked".to_owned(),
    }
}

/// What a sum does, as it is shown.
pub(crate) fn sum(shown: &str) -> String {
    ["calculate ", shown].concat()
}

/// The result of a step, by its number.
pub(crate) fn result_of(step: u32) -> String {
    format!("the result of step {step}")
}

/// Why a step is there: the words it came from, and what they ask for.
pub(crate) fn reasoning(words: &str, meaning: &str) -> String {
    format!("“{words}” asks to {meaning}")
}

/// One plain sentence on how a goal was read.
pub(crate) fn rationale(meanings: &[String]) -> String {
    match meanings {
        [] => "The goal asks for nothing".to_owned(),
        [one] => format!("The goal asks to {one}"),
        [first, rest @ ..] => {
            let shown: Vec<&str> = rest.iter().take(7).map(String::as_str).collect();
            let more = rest.len() - shown.len();
            let tail = if more == 0 { String::new() } else { format!(", and {more} more steps") };
            format!("The goal asks to {first}, then {}{tail}", shown.join(", then "))
        }
    }
}

/// What of a request is left out, added to what its step does.
pub(crate) fn leaving_out(left: &str) -> String {
    [" (leaving out “", left, "”)"].concat()
}

/// What is done in the place of what was said before.
pub(crate) fn in_place_of(said: &str) -> String {
    [" (in place of “", said, "”)"].concat()
}

const GO_ON: &str = "go on only if ";

/// Where the date tool says what a decision asks of a day.
pub(crate) const WEEKDAY: &str = "/metadata/weekday";
pub(crate) const WEEKEND: &str = "/metadata/weekend";
pub(crate) const TIME: &str = "/metadata/time";

/// What a decision does: whether todos are there, or how two sides compare.
pub(crate) fn decision(left: &Value, operator: &str, right: &Value, counts: bool) -> String {
    let pointer = left.pointer("/$from/pointer").and_then(Value::as_str).unwrap_or_default();
    let result = match pointer {
        WEEKDAY => "the day",
        TIME => "the time",
        _ => THE_RESULT,
    };
    let plain = |side: &Value| if side.is_object() { result.to_owned() } else { input::as_text(side) };
    match operator {
        "==" if pointer == WEEKEND => [GO_ON, "it is a weekend"].concat(),
        "!=" if pointer == WEEKEND => [GO_ON, "it is no weekend"].concat(),
        "==" if counts => [GO_ON, "there is none"].concat(),
        ">" if counts => [GO_ON, "there is one"].concat(),
        _ => [GO_ON, &plain(left), " ", operator, " ", &plain(right)].concat(),
    }
}

/// What a decision does on which nothing hangs.
pub(crate) fn found_out(decision: &str) -> Option<String> {
    decision.strip_prefix(GO_ON).map(|compared| ["find out whether ", compared].concat())
}

/// What is done to todos and lists.
pub(crate) const CLEAR: &str = "clear the list";
pub(crate) const CLEAR_DONE: &str = "clear the completed todos";
pub(crate) const COMPLETE_ALL: &str = "mark every todo as done";
pub(crate) const COUNT: &str = "count the todos";
pub(crate) const UNDO: &str = "undo the last change";
pub(crate) const LIST_NAMES: &str = "name the lists";
pub(crate) const COUNT_LISTS: &str = "count the lists";
pub(crate) const ADD_RESULT: &str = "add the result as a todo";
pub(crate) const ADD_ANSWER: &str = "add the answer as a todo";

pub(crate) fn added(text: &str) -> String {
    ["add the todo “", text, "”"].concat()
}

pub(crate) fn on_list(list: &str) -> String {
    [" (list “", list, "”)"].concat()
}

pub(crate) fn looked_for(words: &str) -> String {
    ["look for “", words, "”"].concat()
}

pub(crate) fn made_list(name: &str) -> String {
    ["make the list “", name, "”"].concat()
}

pub(crate) fn renamed_list(name: &str, to: &str) -> String {
    ["rename the list “", name, "” to “", to, "”"].concat()
}

pub(crate) fn deleted_list(name: &str) -> String {
    ["delete the list “", name, "”"].concat()
}

pub(crate) fn deleted(named: &str) -> String {
    ["delete ", named].concat()
}

pub(crate) fn completed(named: &str) -> String {
    ["complete ", named].concat()
}

/// The last step of a template: whether all of its todos are there.
pub(crate) fn all_there(todos: usize) -> String {
    format!("see that all {todos} todos are there")
}

/// What a goal that names a template is shown as.
pub(crate) fn template(todos: usize, name: &str) -> String {
    format!("{todos} todos for “{name}”")
}

/// A verb with what stands behind the todo.
pub(crate) const SHOW: (&str, &str) = ("show ", "");
pub(crate) const COMPLETE: (&str, &str) = ("mark ", " as done");
pub(crate) const DELETE: (&str, &str) = ("delete ", "");
pub(crate) const REOPEN: (&str, &str) = ("reopen ", "");

/// Which todos are shown or counted, and the two verbs.
pub(crate) const LISTED: &str = "list ";
pub(crate) const COUNTED: &str = "count ";
pub(crate) const COMPLETED_TODOS: &str = "the completed todos";
pub(crate) const ACTIVE_TODOS: &str = "the active todos";
pub(crate) const OVERDUE_TODOS: &str = "the overdue todos";
pub(crate) const TODOS: &str = "the todos";

/// A todo by its words, by its place, and all that are selected.
pub(crate) fn named(words: &str) -> String {
    ["“", words, "”"].concat()
}

pub(crate) fn placed(place: i64) -> String {
    match place {
        -1 => "the last todo".to_owned(),
        ..0 => ["todo ", &(-place).to_string(), " from the end"].concat(),
        _ => ["todo ", &place.to_string()].concat(),
    }
}

pub(crate) fn every(words: Option<&str>, filter: &Filter) -> String {
    let mut named = "every todo".to_owned();
    let mut name = |pieces: &[&str]| named.push_str(&pieces.concat());
    if let Some(words) = words {
        name(&[" with “", words, "”"]);
    }
    match filter.due.as_deref() {
        Some(OVERDUE) => name(&[" overdue"]),
        Some(due) => name(&[" due ", due]),
        None => {}
    }
    if let Some(priority) = filter.priority {
        name(&[" of priority ", &priority.to_string()]);
    }
    if let Some(tag) = &filter.tag {
        name(&[" tagged #", tag]);
    }
    if let Some(list) = &filter.list {
        name(&[" on the list “", list, "”"]);
    }
    named
}

/// What is left out of them.
pub(crate) fn except(except: &Except) -> String {
    match except.status {
        Some(Status::Active) => " except those that are done".to_owned(),
        Some(Status::Completed) => " except those that are open".to_owned(),
        None => [" except “", &except.words.join("”, “"), "”"].concat(),
    }
}

/// What a change makes of a todo.
pub(crate) fn renamed(named: &str, text: &str) -> String {
    ["rename ", named, " to “", text, "”"].concat()
}

pub(crate) fn moved(named: &str, due: &str) -> String {
    ["move ", named, " to ", due].concat()
}

pub(crate) fn postponed(named: &str, by: &str) -> String {
    ["postpone ", named, " by ", by].concat()
}

pub(crate) fn advanced(named: &str, by: &str) -> String {
    ["bring ", named, " forward by ", by].concat()
}

pub(crate) fn undated(named: &str) -> String {
    ["take the due date off ", named].concat()
}

pub(crate) fn repeated(named: &str, often: &str) -> String {
    ["repeat ", named, " ", often].concat()
}

pub(crate) fn unrepeated(named: &str) -> String {
    ["stop repeating ", named].concat()
}

pub(crate) fn noted(named: &str, note: &str) -> String {
    ["note “", note, "” on ", named].concat()
}

pub(crate) fn tagged(named: &str, tag: &str) -> String {
    ["tag ", named, " with #", tag].concat()
}

pub(crate) fn untagged(named: &str, tag: &str) -> String {
    ["take from ", named, " the tag #", tag].concat()
}

pub(crate) fn relisted(named: &str, list: &str) -> String {
    ["move ", named, if list.is_empty() { " to the inbox" } else { " to another list" }].concat()
}

pub(crate) fn unranked(named: &str) -> String {
    ["take the priority from ", named].concat()
}

pub(crate) fn prioritised(named: &str, priority: u8) -> String {
    format!("give {named} priority {priority}")
}

/// A day with its time, as it is said of a todo.
pub(crate) fn at(due: &str) -> String {
    due.replace('T', " at ")
}

/// What a call says beside its action and the todo's words.
pub(crate) fn details(call: &TodoCall) -> String {
    let mut said = String::new();
    let named_by_action =
        matches!(call, TodoCall::CreateList { .. } | TodoCall::RenameList { .. } | TodoCall::DeleteList { .. });
    if let Some(list) = call.own_list().filter(|list| !named_by_action && !list.is_empty()) {
        said.push_str(&on_list(list));
    }
    if let TodoCall::Add(todo) = call {
        tell(todo, &mut said);
    }
    // What is selected is said with the todos.
    let selected = call.which().is_some() && call.is_about_all();
    let due = call.filter().and_then(|filter| filter.due.as_deref());
    if let Some(due) = due.filter(|due| *due != OVERDUE && !selected) {
        let _ = match due {
            UNDATED => write!(said, " with no date"),
            due => write!(said, ", due {due}"),
        };
    }
    if let Some(days) = call.filter().and_then(|filter| filter.completed_on.as_deref()) {
        let _ = write!(said, ", done {days}");
    }
    if let Some(sort) = call.filter().and_then(|filter| filter.sort) {
        let _ = write!(said, ", {}", sorted(sort));
    }
    said
}

fn tell(todo: &NewTodo, said: &mut String) {
    if let Some(due) = &todo.due {
        let _ = write!(said, ", due {}", at(due));
    }
    if todo.recurrence.is_some() {
        said.push_str(", repeating");
    }
    if let Some(priority) = todo.priority {
        let _ = write!(said, ", priority {priority}");
    }
    if let Some(until) = todo.notes.as_ref().filter(|notes| notes.starts_with(UNTIL)) {
        let _ = write!(said, ", {until}");
    }
    for tag in &todo.tags {
        let _ = write!(said, " #{tag}");
    }
}

const fn sorted(sort: Sort) -> &'static str {
    match sort {
        Sort::Due => "the soonest first",
        Sort::Priority => "the most urgent first",
        Sort::Newest => "the newest first",
        Sort::Text => "by their words",
    }
}
