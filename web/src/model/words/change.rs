//! What a single step changed, in a sentence that says what became of it: another day, another name, another list.

use dunlin::{ExecutionStep, Now};
use serde_json::Value;

use crate::model::{
    words::phrase::{changes, described, tags},
    words::value::{changed, names_of},
};

/// The same in the line of its step, with the todos that it was about, where they are several.
pub(crate) fn told_in_line(step: &ExecutionStep, now: Now) -> Option<String> {
    let said = told(step, now)?;
    let names = names_of(step).unwrap_or_default();
    // One that was named has its name in the sentence.
    Some(if names.is_empty() || said.contains(&names) { said } else { format!("{said}: {names}") })
}

/// The parts of a todo that a change may be about.
const PARTS: [&str; 10] =
    ["text", "due", "postpone", "recurrence", "priority", "list", "tags", "addTags", "removeTags", "notes"];

/// `Moved "Call Ann" to tomorrow`, `Added "pay rent", due tomorrow`; where there is nothing more to say, what the store says.
pub(in crate::model) fn told(step: &ExecutionStep, now: Now) -> Option<String> {
    let said = changed(step)?;
    if step.tool_name != "todo_store" {
        return Some(said);
    }
    let input = &step.tool_input;
    Some(match input.get("action").and_then(Value::as_str) {
        Some("add") => with(said, &step.output.as_ref().map(|todo| described(todo, now)).unwrap_or_default()),
        Some("update") => match said.strip_prefix("Changed ") {
            Some(what) => updated(what, input, step.output.as_ref(), now),
            None => said,
        },
        _ => said,
    })
}

/// What became of one todo, or of several, which the store names so.
fn updated(what: &str, input: &Value, output: Option<&Value>, now: Now) -> String {
    let given: Vec<&str> = PARTS.into_iter().filter(|part| input.get(part).is_some()).collect();
    let words = |part: &str| input.get(part).and_then(Value::as_str).filter(|words| !words.is_empty());
    // What is moved by some days is on a day by now.
    let due = output.and_then(|todo| todo.get("due")?.as_str());
    let day = |due: &str| format!("Moved {what} to {}", dunlin::describe_due(due, &now));
    let single = match given.as_slice() {
        ["text"] => words("text").map(|name| format!("Renamed {what} to “{name}”")),
        ["due"] => Some(due.or(words("due")).map_or_else(|| format!("Took the date off {what}"), day)),
        ["postpone"] => due.map(day),
        ["priority"] => Some(match input.get("priority") {
            Some(Value::Number(priority)) => format!("Gave {what} priority {priority}"),
            _ => format!("Took the priority off {what}"),
        }),
        ["list"] => Some(match words("list") {
            Some(list) if list != "inbox" => format!("Moved {what} to the list {list}"),
            _ => format!("Took {what} off its list"),
        }),
        ["tags"] => {
            Some(tags(input, "tags").map_or_else(|| format!("Took the tags off {what}"), |tags| tagged(what, &tags)))
        }
        ["addTags"] => tags(input, "addTags").map(|tags| tagged(what, &tags)),
        ["removeTags"] => tags(input, "removeTags").map(|tags| format!("Took {tags} off {what}")),
        ["notes"] => Some(format!("Wrote another note for {what}")),
        _ => None,
    };
    single.unwrap_or_else(|| with(format!("Changed {what}"), &changes(input, now)))
}

fn tagged(what: &str, tags: &str) -> String {
    format!("Tagged {what} {tags}")
}

/// A sentence with what else is said.
fn with(said: String, rest: &str) -> String {
    if rest.is_empty() { said } else { format!("{said}, {rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn step(input: Value, summary: &str, output: Value) -> ExecutionStep {
        ExecutionStep {
            tool_name: "todo_store".to_owned(),
            tool_input: input,
            output: Some(output),
            metadata: Some(json!({"summary": summary, "count": 1})),
            ..ExecutionStep::default()
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_single_change_says_what_became_of_it() {
        let now = Now::new(2026, 11, 21, 9, 30).unwrap();
        let friday = json!({"text": "Call Ann", "due": "2026-11-27"});
        let rest = json!({"text": "pay rent", "due": "2026-11-22", "priority": 1, "list": "Home", "tags": ["bills"]});
        for (input, output, said) in [
            (json!({"due": "2026-11-27"}), &friday, "Moved “Call Ann” to Fri 27 Nov"),
            (json!({"postpone": "6 days"}), &friday, "Moved “Call Ann” to Fri 27 Nov"),
            (json!({"due": null}), &json!({"text": "Call Ann"}), "Took the date off “Call Ann”"),
            (json!({"text": "Call Anna"}), &friday, "Renamed “Call Ann” to “Call Anna”"),
            (json!({"priority": 1}), &friday, "Gave “Call Ann” priority 1"),
            (json!({"priority": null}), &friday, "Took the priority off “Call Ann”"),
            (json!({"list": "Home"}), &friday, "Moved “Call Ann” to the list Home"),
            (json!({"list": null}), &friday, "Took “Call Ann” off its list"),
            (json!({"addTags": ["home", "phone"]}), &friday, "Tagged “Call Ann” #home #phone"),
            (json!({"removeTags": ["home"]}), &friday, "Took #home off “Call Ann”"),
            (json!({"due": "2026-11-27", "priority": 2}), &friday, "Changed “Call Ann”, due Fri 27 Nov, priority 2"),
        ] {
            let mut input = input;
            input["action"] = "update".into();
            input["match"] = "ann".into();
            let step = step(input, "changed \"Call Ann\"", output.clone());
            assert_eq!(told(&step, now).as_deref(), Some(said));
        }
        for (output, said) in [
            (rest, "Added “pay rent”, due tomorrow, priority 1, on Home, #bills"),
            (json!({"text": "pay rent"}), "Added “pay rent”"),
        ] {
            let step = step(json!({"action": "add", "text": "pay rent"}), "added \"pay rent\"", output);
            assert_eq!(told(&step, now).as_deref(), Some(said));
        }
        let several = step(
            json!({"action": "update", "all": true, "due": "2026-11-27"}),
            "changed 2 todos",
            json!([friday.clone(), friday]),
        );
        assert_eq!(told(&several, now).as_deref(), Some("Moved 2 todos to Fri 27 Nov"));
        let line = "Moved 2 todos to Fri 27 Nov: Call Ann, Call Ann";
        assert_eq!(told_in_line(&several, now).as_deref(), Some(line));
        let done = step(json!({"action": "complete", "match": "ann"}), "completed \"Call Ann\"", json!({}));
        assert_eq!(told(&done, now).as_deref(), Some("Completed “Call Ann”"));
    }
}
