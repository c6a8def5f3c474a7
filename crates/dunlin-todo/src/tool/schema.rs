//! The JSON Schema of the tool's input, and what the tool reads and writes.

use serde_json::Value;

/// The named resources it reads.
pub const READS: [&str; 1] = ["todos"];
/// The named resources it writes.
pub const WRITES: [&str; 1] = ["todos"];

/// The JSON Schema that inputs are checked against.
///
/// What an action needs is checked by the tool itself, whose errors say it in words; so is the action's name.
pub fn input_schema() -> Value {
    dunlin_base::json::read(include_str!("schema.json")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MAX_NAME, MAX_NOTES, MAX_TAGS, MAX_TEXT, tool::ACTIONS};

    #[test]
    fn the_schema_states_the_limits_and_actions_there_are() {
        let schema = input_schema();
        let properties = &schema["properties"];
        for (name, limit) in [
            ("todoId", MAX_NAME),
            ("match", MAX_TEXT),
            ("text", MAX_TEXT),
            ("due", MAX_NAME),
            ("recurrence", MAX_NAME),
            ("notes", MAX_NOTES),
            ("list", MAX_NAME),
        ] {
            assert_eq!(properties[name]["maxLength"], limit, "{name}");
        }
        assert_eq!(properties["tags"]["maxItems"], MAX_TAGS);
        assert_eq!(properties["tags"]["items"]["maxLength"], MAX_NAME);
        for (name, limit) in [("tag", MAX_NAME), ("list", MAX_NAME), ("text", MAX_TEXT)] {
            assert_eq!(properties["filter"]["properties"][name]["maxLength"], limit, "{name}");
        }
        assert_eq!(properties["action"]["description"], format!("one of {}", ACTIONS.join(", ")));
    }

    #[test]
    fn every_word_of_the_schema_is_one_that_filters_read() {
        let properties = &input_schema()["properties"]["filter"]["properties"];
        for name in ["status", "sort"] {
            for word in properties[name]["enum"].as_array().unwrap() {
                assert!(crate::Filter::from_value(&serde_json::json!({ name: word })).is_ok(), "{name}: {word}");
            }
        }
    }
}
