//! The JSON Schema of the tool's input, and what the tool reads and writes.

use serde_json::{Value, json};

use super::ACTIONS;
use crate::{MAX_NAME, MAX_NOTES, MAX_TAGS, MAX_TEXT};

/// The named resources it reads.
pub const READS: [&str; 1] = ["todos"];
/// The named resources it writes.
pub const WRITES: [&str; 1] = ["todos"];

/// The JSON Schema that inputs are checked against.
///
/// What an action needs is checked by the tool itself, whose errors say it in words; so is the action's name.
pub fn input_schema() -> Value {
    let text =
        |description: &str, limit: usize| json!({ "type": "string", "maxLength": limit, "description": description });
    // A value that an update takes away is null.
    let taken = |description: &str, limit: usize| json!({ "type": ["string", "null"], "maxLength": limit, "description": description });
    json!({
        "type": "object",
        "required": ["action"],
        "additionalProperties": false,
        "properties": {
            "action": { "type": "string", "description": format!("one of {}", ACTIONS.join(", ")) },
            "todoId": text("the id of the todo that is meant", MAX_NAME),
            "match": { "type": ["string", "number"], "maxLength": MAX_TEXT, "description": "words of the text of the todo that is meant" },
            "position": { "type": "integer", "description": "the todo's place in the order last shown, from 1; -1 is the last" },
            "all": { "type": "boolean", "description": "every todo that the filter, the list and the words let through" },
            "text": { "type": ["string", "number"], "maxLength": MAX_TEXT, "description": "what is to be done" },
            "due": taken("YYYY-MM-DD or YYYY-MM-DDTHH:MM, local; words such as \"next friday\" are read too", MAX_NAME),
            "priority": { "type": ["integer", "string", "null"], "minimum": 1, "maximum": 4, "description": "1, the most urgent, to 4" },
            "tags": {
                "type": ["array", "string", "null"],
                "items": { "type": "string", "maxLength": MAX_NAME },
                "maxItems": MAX_TAGS,
                "description": "tags without #",
            },
            "recurrence": taken("an RRULE value such as FREQ=WEEKLY;BYDAY=MO", MAX_NAME),
            "notes": taken("more about it", MAX_NOTES),
            "list": taken("the named list", MAX_NAME),
            "filter": {
                "type": ["object", "string"],
                "additionalProperties": false,
                "properties": {
                    "status": { "type": "string", "enum": ["all", "active", "pending", "open", "completed", "done"] },
                    "due": text("today, tomorrow, overdue, upcoming, this week, next week, this month, any, none, a date, ..date or date..", 40),
                    "tag": text("a tag", MAX_NAME),
                    "list": text("a list; inbox is no list", MAX_NAME),
                    "priority": { "type": "integer", "minimum": 1, "maximum": 4 },
                    "text": text("words that are in it", MAX_TEXT),
                    "sort": { "type": "string", "enum": ["manual", "due", "priority", "newest", "text"] },
                },
            },
        },
    })
}
