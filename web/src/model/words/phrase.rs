//! A step as people say it: `Add`, `pay dinner`, `tomorrow`. No names of fields, no dates of machines, no operators.
//!
//! Knows the tools' inputs and no drawing.

use dunlin::{Now, PlanStep, StepKind};
use serde_json::{Value, json};

use crate::model::words::value_text;
use crate::{
    model::format::{counted, length, sentence, shortened},
    model::value::prime_in,
    model::{AGENT, App},
};

/// What a step does: a verb, what it does it to, and what else is said of that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// `Add`.
    pub(crate) verb: String,
    /// What it is about, in the person's own words; empty where the rest says it.
    pub(crate) object: String,
    /// `tomorrow, priority 1`.
    pub(crate) rest: String,
    /// The words of the goal that it came from, where a run has them.
    pub(crate) words: String,
}

impl Phrase {
    fn new(verb: &str, object: impl Into<String>, rest: impl Into<String>) -> Self {
        Self { verb: verb.to_owned(), object: object.into(), rest: rest.into(), words: String::new() }
    }

    /// All of it in a line.
    pub(crate) fn line(&self) -> String {
        let comma = if self.object.is_empty() || self.rest.is_empty() { " " } else { ", " };
        let object = if self.object.is_empty() { String::new() } else { format!(" {}", self.object) };
        let rest = if self.rest.is_empty() { String::new() } else { format!("{comma}{}", self.rest) };
        format!("{}{object}{rest}", self.verb)
    }
}

/// What a step does with that input, which may be its planned one, here and now.
pub(crate) fn said(app: App, step: &PlanStep, input: &Value) -> Phrase {
    let until = input.get("until").and_then(Value::as_str).filter(|_| step.kind == StepKind::Wait);
    let local = until.and_then(dunlin_base::ms_of_iso).map(|ms| json!({"until": app.local(ms)}));
    // What is compared is told by where it comes from: `0 is more than 0` says nothing to anybody.
    let input = if step.kind == StepKind::Decision { &step.tool_input } else { input };
    phrase_of(step, local.as_ref().unwrap_or(input), app.todos.calendar())
}

/// A decision that goes by the yes or no of a step that asks a question of its own; none where it compares something.
pub(crate) fn goes_by(steps: &[PlanStep], step: &PlanStep) -> Option<Phrase> {
    let (input, is_decision) = (&step.tool_input, step.kind == StepKind::Decision);
    let is_yes = input.get("operator").and_then(Value::as_str) == Some("==") && input.get("right") == Some(&json!(1));
    let from = input.get("left").filter(|_| is_decision && is_yes)?.get("$from")?.get("step")?.as_u64()?;
    let asked = steps.iter().find(|one| u64::from(one.step_number) == from)?;
    prime_in(&asked.tool_input).map(|_| Phrase::new("Go by", format!("the answer of step {from}"), ""))
}

/// The same of a step as it is planned; a step with steps of its own is described by them.
fn phrase_of(step: &PlanStep, input: &Value, now: Now) -> Phrase {
    match step.kind {
        StepKind::Map => {
            let small = |line: String| {
                let mut line = line;
                if let Some(first) = line.get_mut(..1) {
                    first.make_ascii_lowercase();
                }
                line
            };
            let does = match step.body.as_slice() {
                [only] => small(phrase_of(only, &only.tool_input, now).line()),
                body => counted(body.len(), "step"),
            };
            Phrase::new("For each of", over(input), does)
        }
        StepKind::Plan => {
            let plan = step.plan.as_deref();
            let goal = plan.map(|plan| shortened(&plan.goal, MOST_GOAL)).unwrap_or_default();
            let steps = plan.map_or(0, |plan| plan.steps.len());
            if goal.is_empty() {
                Phrase::new("Carry out", "", format!("a plan of {}", counted(steps, "step")))
            } else {
                Phrase::new("Carry out", goal, "")
            }
        }
        _ => phrase(step.kind, &step.tool_name, input, now),
    }
}

/// The goal of a plan within a plan is cut after so much.
const MOST_GOAL: usize = 120;

/// What a map goes over.
fn over(input: &Value) -> String {
    match input.get("over") {
        Some(Value::Array(items)) => counted(items.len(), "item"),
        Some(other) => value_text(other),
        None => "nothing".to_owned(),
    }
}

/// What a step of that kind does with that input.
fn phrase(kind: StepKind, tool: &str, input: &Value, now: Now) -> Phrase {
    match (kind, tool) {
        (StepKind::Wait, _) => match (input.get("until"), input.get("ms").and_then(Value::as_u64)) {
            (Some(Value::String(until)), _) => {
                Phrase::new("Wait", format!("until {}", dunlin::describe_due(until, &now)), "")
            }
            (Some(until), _) => Phrase::new("Wait", format!("until {}", value_text(until)), ""),
            (None, ms) => Phrase::new("Wait", ms.map(length).unwrap_or_default(), ""),
        },
        (StepKind::Ask, _) => Phrase::new("Ask", format!("“{}”", of(input, "question")), ""),
        (StepKind::Signal, _) => Phrase::new("Wait for the signal", format!("“{}”", of(input, "name")), ""),
        (StepKind::Map, _) => Phrase::new("Do for each item", "", ""),
        (StepKind::Plan, _) => Phrase::new("Carry out a plan of its own", "", ""),
        (StepKind::Decision, _) => Phrase::new("Check", "", comparison(input)),
        (StepKind::Notify, _) => Phrase::new("Tell you", format!("“{}”", of(input, "title")), of(input, "body")),
        (StepKind::Tool, "calculator") => match prime_in(input) {
            Some(number) => Phrase::new("Check", "", format!("whether {number} is prime")),
            None => Phrase::new("Calculate", of(input, "expression"), ""),
        },
        (StepKind::Tool, "todo_store") => todo_phrase(input, now),
        (StepKind::Tool, "dates") => date_phrase(input, now),
        (StepKind::Tool, "schedules") => schedule_phrase(input, now),
        (StepKind::Tool, "guide") if of(input, "action") == "help" => {
            Phrase::new("Show what you can ask for", of(input, "topic"), "")
        }
        (StepKind::Tool, "guide") => Phrase::new("Answer you", "", ""),
        (StepKind::Tool, other) if other.starts_with(AGENT) => {
            let who = sentence(&other.trim_start_matches(AGENT).replace('_', " "));
            let does = or(of(input, "skill"), "carry out a plan".to_owned());
            let with = input.get("with").map(crate::model::words::brief).unwrap_or_default();
            Phrase::new(&format!("Have {who} {does}"), with, "")
        }
        (StepKind::Tool, other) => {
            Phrase::new(&sentence(&other.replace('_', " ")), crate::model::words::brief(input), "")
        }
    }
}

fn date_phrase(input: &Value, now: Now) -> Phrase {
    let day = |key: &str| dunlin::describe_due(&of(input, key), &now);
    let named = |place: &str, zone: &str| or(of(input, place), of(input, zone));
    let place = |name: &str, zone: &str| match named(name, zone) {
        name if name.is_empty() => "here".to_owned(),
        name => format!("in {name}"),
    };
    match of(input, "action").as_str() {
        "between" => {
            let unit = or(of(input, "unit"), "days".to_owned());
            Phrase::new(&format!("Count the {unit}"), "", format!("from {} to {}", day("from"), day("to")))
        }
        "shift" => {
            let by = of(input, "by");
            match by.strip_prefix('-') {
                Some(by) => Phrase::new("Find the day", "", format!("{by} before {}", day("from"))),
                None => Phrase::new("Find the day", "", format!("{by} after {}", day("from"))),
            }
        }
        "day" => Phrase::new("Say which day of the week it is on", day("from"), ""),
        "week" => Phrase::new("Say which week it is on", day("from"), ""),
        "quarter" => Phrase::new("Say which quarter it is on", day("from"), ""),
        "leap_year" => Phrase::new("Say whether it is a leap year", of(input, "year"), ""),
        "time" => Phrase::new("Tell the time", "", place("place", "zone")),
        "convert" => {
            let when = format!("{} when it is {}", place("place", "toZone"), day("from"));
            Phrase::new("Tell the time", "", when)
        }
        "apart" => {
            let both = format!("{} and {}", place("place", "zone"), place("toPlace", "toZone"));
            Phrase::new("Tell how far apart the clocks are", "", both)
        }
        _ => Phrase::new("Dates", crate::model::words::brief(input), ""),
    }
}

fn schedule_phrase(input: &Value, now: Now) -> Phrase {
    let some = |key: &str| Some(of(input, key)).filter(|words| !words.is_empty());
    match of(input, "action").as_str() {
        "add" => {
            let often = some("rule").map(|rule| dunlin::describe_recurrence(&rule).unwrap_or(rule));
            let at = some("at").map(|at| format!("first {}", dunlin::describe_due(&at, &now)));
            let when: Vec<String> = often.into_iter().chain(at).collect();
            Phrase::new("Run", format!("“{}”", of(input, "goal")), when.join(", "))
        }
        _ => Phrase::new("Schedules", crate::model::words::brief(input), ""),
    }
}

fn todo_phrase(input: &Value, now: Now) -> Phrase {
    let action = input.get("action").and_then(Value::as_str).unwrap_or_default();
    match action {
        "add" => Phrase::new("Add", of(input, "text"), said_of_it(input, now)),
        "list" => Phrase::new("List", "", many(input, now)),
        "search" => Phrase::new("Find", or(of(input, "match"), of(input, "text")), ""),
        "get" => Phrase::new("Show", meant(input, now), ""),
        "count" => Phrase::new("Count", "", many(input, now)),
        "complete" => Phrase::new("Complete", meant(input, now), ""),
        "reopen" => Phrase::new("Reopen", meant(input, now), ""),
        "delete" => Phrase::new("Delete", meant(input, now), ""),
        "clear" if input.get("filter").is_none() && of(input, "list").is_empty() => {
            Phrase::new("Delete", "all todos", "")
        }
        "clear" => Phrase::new("Delete", many(input, now), ""),
        "update" => Phrase::new("Change", meant(input, now), changes(input, now)),
        "undo" => Phrase::new("Undo", "the last change", ""),
        "create_list" => Phrase::new("Make the list", list_name(input), ""),
        "rename_list" => Phrase::new("Rename the list", list_name(input), ["to ", &of(input, "text")].concat()),
        "delete_list" => Phrase::new("Delete the list", list_name(input), ""),
        "list_names" => Phrase::new("Show", "your lists", ""),
        "count_lists" => Phrase::new("Count", "your lists", ""),
        other => Phrase::new(&sentence(&other.replace('_', " ")), crate::model::words::brief(input), ""),
    }
}

/// The value under a key, as text; empty when there is none.
fn of(input: &Value, key: &str) -> String {
    input.get(key).filter(|value| !value.is_null()).map(value_text).unwrap_or_default()
}

fn or(first: String, second: String) -> String {
    if first.is_empty() { second } else { first }
}

fn list_name(input: &Value) -> String {
    or(of(input, "list"), of(input, "text"))
}

/// The todo or the todos that are meant.
fn meant(input: &Value, now: Now) -> String {
    if input.get("all") == Some(&Value::Bool(true)) {
        return many(input, now);
    }
    if let Some(Value::Array(positions)) = input.get("positions") {
        return format!("todos {}", positions.iter().map(value_text).collect::<Vec<_>>().join(", "));
    }
    if let Some(Value::Array(ids)) = input.get("todoIds") {
        return counted(ids.len(), "todo");
    }
    let (named, id) = (of(input, "match"), of(input, "todoId"));
    match input.get("position").and_then(Value::as_i64) {
        _ if !named.is_empty() => named,
        // Where a person was asked, the todo at that place is named as well.
        Some(-1) => "the last todo".to_owned(),
        Some(position) => format!("todo {position}"),
        None if !id.is_empty() => id,
        None => many(input, now),
    }
}

/// What a filter lets through: `open todos due today on Home`.
fn many(input: &Value, now: Now) -> String {
    let filter = input.get("filter").unwrap_or(&Value::Null);
    let mut words: Vec<String> = Vec::new();
    match of(filter, "status").as_str() {
        "active" | "pending" | "open" => words.push("open".to_owned()),
        "completed" | "done" => words.push("completed".to_owned()),
        _ => {}
    }
    let due = of(filter, "due");
    if due == "overdue" {
        words.push(due.clone());
    }
    words.push("todos".to_owned());
    match due.as_str() {
        "" | "overdue" => {}
        "none" => words.push("without a date".to_owned()),
        "any" => words.push("with a date".to_owned()),
        "upcoming" => words.push("that are coming up".to_owned()),
        due => words.push(format!("due {}", day_range(due, now))),
    }
    match of(filter, "completedOn").as_str() {
        "" => {}
        day => words.push(format!("done {}", day_range(day, now))),
    }
    match or(of(filter, "list"), of(input, "list")).as_str() {
        "" => {}
        "inbox" => words.push("on no list".to_owned()),
        list => words.push(format!("on {list}")),
    }
    let tag = of(filter, "tag");
    if !tag.is_empty() {
        words.push(format!("tagged #{}", tag.trim_start_matches('#')));
    }
    let priority = of(filter, "priority");
    if !priority.is_empty() {
        words.push(format!("of priority {priority}"));
    }
    let text = or(of(filter, "text"), of(input, "match"));
    if !text.is_empty() {
        words.push(format!("with “{text}”"));
    }
    let except = filter.get("except").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let except: Vec<String> = except.map(|text| format!("“{text}”")).collect();
    if !except.is_empty() {
        words.push(format!("except {}", except.join(" and ")));
    }
    if words.len() == 1 && input.get("all") == Some(&Value::Bool(true)) {
        words.insert(0, "all".to_owned());
    }
    match of(filter, "sort").as_str() {
        "" | "manual" => {}
        "due" => words.push("by date".to_owned()),
        "priority" => words.push("by priority".to_owned()),
        "newest" => words.push("newest first".to_owned()),
        _ => words.push("by name".to_owned()),
    }
    words.join(" ")
}

/// A day, or the days between two: `tomorrow`, `until Fri 27 Nov`.
fn day_range(due: &str, now: Now) -> String {
    let day = |day: &str| dunlin::describe_due(day, &now);
    match due.split_once("..") {
        Some(("", until)) => format!("until {}", day(until)),
        Some((from, "")) => format!("from {} on", day(from)),
        Some((from, until)) => format!("from {} to {}", day(from), day(until)),
        None => day(due),
    }
}

/// What is said of a todo beside its text: when, how often, how urgent, where.
pub(crate) fn beside(todo: &Value, now: Now) -> String {
    let told = said_of_it(todo, now);
    told.strip_suffix("with a note").map_or(told.clone(), |bare| bare.trim_end_matches(", ").to_owned())
}

/// What is said of a todo that was added: `due tomorrow, priority 1`.
pub(in crate::model) fn described(todo: &Value, now: Now) -> String {
    let told = beside(todo, now);
    if of(todo, "due").is_empty() { told } else { format!("due {told}") }
}

/// When, how urgent, how often, where: what is said of a todo that is added.
fn said_of_it(input: &Value, now: Now) -> String {
    let mut words: Vec<String> = Vec::new();
    let some = |key: &str| Some(of(input, key)).filter(|words| !words.is_empty());
    words.extend(some("due").map(|due| dunlin::describe_due(&due, &now)));
    words.extend(some("recurrence").map(|rule| dunlin::describe_recurrence(&rule).unwrap_or(rule)));
    words.extend(some("priority").map(|priority| format!("priority {priority}")));
    words.extend(some("list").map(|list| format!("on {list}")));
    words.extend(tags(input, "tags"));
    words.extend(some("notes").map(|_| "with a note".to_owned()));
    words.join(", ")
}

pub(in crate::model) fn tags(input: &Value, key: &str) -> Option<String> {
    let tags = match input.get(key)? {
        Value::Array(tags) => tags.iter().map(value_text).collect(),
        Value::String(tag) => vec![tag.clone()],
        _ => Vec::new(),
    };
    let tags: Vec<String> = tags.iter().map(|tag| format!("#{}", tag.trim_start_matches('#'))).collect();
    Some(tags.join(" ")).filter(|words| !words.is_empty())
}

/// What becomes of a todo: `due tomorrow, priority 1, no longer #home`.
pub(in crate::model) fn changes(input: &Value, now: Now) -> String {
    let mut words: Vec<String> = Vec::new();
    let is_null = |key: &str| input.get(key).is_some_and(Value::is_null);
    let some = |key: &str| Some(of(input, key)).filter(|words| !words.is_empty());
    words.extend(some("text").map(|text| format!("to “{text}”")));
    words.extend(some("due").map(|due| format!("due {}", dunlin::describe_due(&due, &now))));
    words.extend(some("postpone").map(|by| match by.strip_prefix('-') {
        Some(by) => format!("{by} earlier"),
        None => format!("{by} later"),
    }));
    words.extend(some("recurrence").map(|rule| dunlin::describe_recurrence(&rule).unwrap_or(rule)));
    words.extend(some("priority").map(|priority| format!("priority {priority}")));
    // Of several todos the list says which are meant; of one, where it goes.
    let moves =
        input.get("all").is_none() && ["match", "todoId", "position"].iter().any(|key| input.get(key).is_some());
    words.extend(some("list").filter(|_| moves).map(|list| format!("to the list {list}")));
    words.extend(tags(input, "tags").or_else(|| tags(input, "addTags")).map(|tags| format!("tagged {tags}")));
    words.extend(tags(input, "removeTags").map(|tags| format!("no longer {tags}")));
    words.extend(some("notes").map(|_| "with another note".to_owned()));
    for (key, gone) in [
        ("due", "no date"),
        ("priority", "no priority"),
        ("list", "on no list"),
        ("recurrence", "once only"),
        ("tags", "no tags"),
    ] {
        words.extend(is_null(key).then(|| gone.to_owned()));
    }
    words.join(", ")
}

/// `3 is more than 0`.
fn comparison(input: &Value) -> String {
    let operator = input.get("operator").and_then(Value::as_str).unwrap_or_default();
    let pointer = input.pointer("/left/$from/pointer").and_then(Value::as_str).unwrap_or_default();
    // What the calendar and the clock say has words of its own.
    match (pointer, operator) {
        ("/metadata/weekend", "!=") => return "whether it is no weekend".to_owned(),
        ("/metadata/weekend", _) => return "whether it is a weekend".to_owned(),
        ("/metadata/weekday", "!=") => return format!("whether the day is not {}", of(input, "right")),
        ("/metadata/weekday", _) => return format!("whether the day is {}", of(input, "right")),
        ("/metadata/time", "<") => return format!("whether it is before {}", of(input, "right")),
        ("/metadata/time", ">=") => return format!("whether it is {} or later", of(input, "right")),
        _ => {}
    }
    let is = match operator {
        "==" => "is",
        "!=" => "is not",
        "<" => "is less than",
        "<=" => "is at most",
        ">" => "is more than",
        ">=" => "is at least",
        other => other,
    };
    format!("whether {} {is} {}", of(input, "left"), of(input, "right"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn steps_are_said_as_people_say_them() {
        let now = Now::new(2026, 11, 21, 9, 30).unwrap();
        let todo = |input: Value| phrase(StepKind::Tool, "todo_store", &input, now).line();
        for (input, said) in [
            (
                json!({"action": "add", "text": "pay dinner", "due": "2026-11-22", "tags": ["home"]}),
                "Add pay dinner, tomorrow, #home",
            ),
            (
                json!({"action": "add", "text": {"$concat": ["pay ", {"$from": {"step": 1, "pointer": "/output"}}]}}),
                "Add pay the result of step 1",
            ),
            (json!({"action": "list"}), "List todos"),
            (json!({"action": "list", "filter": {"due": "today", "status": "active"}}), "List open todos due today"),
            (
                json!({"action": "list", "filter": {"due": "2026-11-21..2026-11-27"}}),
                "List todos due from today to Fri 27 Nov",
            ),
            (json!({"action": "complete", "position": -1}), "Complete the last todo"),
            (json!({"action": "complete", "match": "milk"}), "Complete milk"),
            (json!({"action": "delete", "all": true}), "Delete all todos"),
            (json!({"action": "delete", "all": true, "filter": {"status": "completed"}}), "Delete completed todos"),
            (json!({"action": "clear"}), "Delete all todos"),
            (json!({"action": "clear", "list": "Home"}), "Delete todos on Home"),
            (
                json!({"action": "update", "match": "rent", "due": null, "priority": 1}),
                "Change rent, priority 1, no date",
            ),
            (json!({"action": "update", "match": "rent", "postpone": "a week"}), "Change rent, a week later"),
            (json!({"action": "delete", "todoIds": ["a", "b"]}), "Delete 2 todos"),
            (json!({"action": "delete", "position": 2, "todoId": "a"}), "Delete todo 2"),
            (json!({"action": "complete", "positions": [2, 3]}), "Complete todos 2, 3"),
            (
                json!({"action": "clear", "all": true, "filter": {"except": ["milk", "bread"]}}),
                "Delete todos except “milk” and “bread”",
            ),
            (json!({"action": "list", "filter": {"completedOn": "2026-11-20"}}), "List todos done yesterday"),
            (json!({"action": "list_names"}), "Show your lists"),
        ] {
            assert_eq!(todo(input), said);
        }
        let of_now = |known: &str, operator: &str, right: Value| {
            let pointer = format!("/metadata/{known}");
            json!({"left": {"$from": {"step": 1, "pointer": pointer}}, "operator": operator, "right": right})
        };
        for (kind, tool, input, said) in [
            (StepKind::Wait, "", json!({"ms": 90_000}), "Wait 1 min 30 s"),
            (StepKind::Wait, "", json!({"until": "2026-11-22T17:00"}), "Wait until tomorrow 17:00"),
            (StepKind::Ask, "", json!({"question": "How much?"}), "Ask “How much?”"),
            (StepKind::Signal, "", json!({"name": "go"}), "Wait for the signal “go”"),
            (StepKind::Notify, "", json!({"title": "Done", "body": "All of it."}), "Tell you “Done”, All of it."),
            (
                StepKind::Decision,
                "",
                json!({"left": {"$from": {"step": 1, "pointer": "/output"}}, "operator": ">", "right": 0}),
                "Check whether the result of step 1 is more than 0",
            ),
            (StepKind::Decision, "", of_now("weekend", "!=", json!(true)), "Check whether it is no weekend"),
            (StepKind::Decision, "", of_now("weekday", "==", json!("Monday")), "Check whether the day is Monday"),
            (StepKind::Decision, "", of_now("time", ">=", json!("16:00")), "Check whether it is 16:00 or later"),
            (StepKind::Decision, "", of_now("time", "<", json!("16:00")), "Check whether it is before 16:00"),
            (StepKind::Tool, "calculator", json!({"expression": "2 + 2"}), "Calculate 2 + 2"),
            (StepKind::Tool, "calculator", json!({"expression": "isprime(97)"}), "Check whether 97 is prime"),
            (StepKind::Tool, "fetch_page", json!({"title": "news"}), "Fetch page news"),
            (
                StepKind::Tool,
                "dates",
                json!({"action": "between", "from": "2026-11-21", "to": "2026-12-25", "unit": "days"}),
                "Count the days from today to Fri 25 Dec",
            ),
            (
                StepKind::Tool,
                "dates",
                json!({"action": "shift", "from": "2026-11-27", "by": "3 weeks"}),
                "Find the day 3 weeks after Fri 27 Nov",
            ),
            (StepKind::Tool, "dates", json!({"action": "time", "place": "Tokyo"}), "Tell the time in Tokyo"),
            (StepKind::Tool, "dates", json!({"action": "time"}), "Tell the time here"),
            (
                StepKind::Tool,
                "dates",
                json!({"action": "apart", "place": "Tokyo", "toPlace": "Oslo"}),
                "Tell how far apart the clocks are in Tokyo and in Oslo",
            ),
            (
                StepKind::Tool,
                "schedules",
                json!({"action": "add", "goal": "list todos", "at": "2026-11-27T09:00", "rule": "FREQ=WEEKLY;BYDAY=FR"}),
                "Run “list todos”, every Friday, first Fri 27 Nov 09:00",
            ),
            (StepKind::Tool, "guide", json!({"action": "help"}), "Show what you can ask for"),
        ] {
            assert_eq!(phrase(kind, tool, &input, now).line(), said);
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_decision_goes_by_the_answer_of_a_question() {
        let step = |json: Value| serde_json::from_value::<PlanStep>(json).unwrap();
        let sum =
            |sum: &str| step(json!({"stepNumber": 1, "toolName": "calculator", "toolInput": {"expression": sum}}));
        let from = json!({"$from": {"step": 1, "pointer": "/output"}});
        let decision = |operator: &str| {
            let input = json!({"left": from, "operator": operator, "right": 1});
            step(json!({"stepNumber": 2, "kind": "decision", "toolInput": input}))
        };
        let told = |sum: PlanStep, operator: &str| goes_by(&[sum], &decision(operator)).map(|phrase| phrase.line());
        assert_eq!(told(sum("isprime(97)"), "==").as_deref(), Some("Go by the answer of step 1"));
        assert_eq!(told(sum("isprime(97)"), "!="), None);
        assert_eq!(told(sum("96 + 1"), "=="), None);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_has_steps_of_its_own_is_told_by_them() {
        let now = Now::new(2026, 11, 21, 9, 30).unwrap();
        let step = |json: Value| serde_json::from_value::<PlanStep>(json).unwrap();
        let add = json!({"stepNumber": 1, "toolName": "todo_store",
            "toolInput": {"action": "add", "text": {"$from": {"step": 0, "pointer": "/item/name"}}}});
        let map = step(json!({"kind": "map", "toolInput": {"over": ["a", "b"]}, "body": [add]}));
        assert_eq!(phrase_of(&map, &map.tool_input, now).line(), "For each of 2 items, add the item's name");
        let rows = json!({"over": {"$from": {"step": 0, "pointer": "/rows"}}});
        assert_eq!(phrase_of(&map, &rows, now).line(), "For each of the given rows, add the item's name");
        let child = step(json!({"kind": "plan", "plan": {"schemaVersion": 2, "goal": "sweep", "steps": [add]}}));
        assert_eq!(phrase_of(&child, &json!({}), now).line(), "Carry out sweep");
        let child = step(json!({"kind": "plan", "plan": {"schemaVersion": 2, "goal": "", "steps": [add]}}));
        assert_eq!(phrase_of(&child, &json!({}), now).line(), "Carry out a plan of 1 step");
    }
}
