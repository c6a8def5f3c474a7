//! What all tools here do with their specification and their input.

use dunlin_plan::ToolSpec;
use dunlin_runtime::{ToolFailure, ToolOutput};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a specification that is part of this crate. A test reads them all.
pub(crate) fn spec(text: &str) -> ToolSpec {
    ToolSpec::read_strictly(text).unwrap_or_default()
}

/// Reads the input that the schema has let through; what it could not say, such as a number too large, is an error here.
pub(crate) fn read<T: DeserializeOwned>(tool: &str, input: &Value) -> Result<T, ToolFailure> {
    T::deserialize(input)
        .map_err(|error| ToolFailure::new("tool.invalid-input", format!("the input of {tool} does not fit: {error}")))
}

/// A failure that another attempt would only repeat, with what to do instead.
pub(crate) fn failure(code: &str, message: impl Into<String>, hint: impl Into<String>) -> ToolFailure {
    ToolFailure::new(code, message).with_hint(hint)
}

/// What a call gave, with what is said beside it.
pub(crate) fn output(output: Value, metadata: Value) -> ToolOutput {
    ToolOutput { output, metadata: Some(metadata) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_specification_can_be_read_and_says_what_its_tool_does() {
        for (name, text) in [
            ("chart", include_str!("../specs/chart.json")),
            ("code", include_str!("../specs/code.json")),
            ("fetch", include_str!("../specs/fetch.json")),
            ("search", include_str!("../specs/search.json")),
            ("sql", include_str!("../specs/sql.json")),
            ("web_search", include_str!("../specs/web_search.json")),
        ] {
            let spec = ToolSpec::read_strictly(text).unwrap();
            assert_eq!(spec.name, name);
            assert!(!spec.description.is_empty());
            assert_eq!(spec.input_schema["additionalProperties"], false, "{name}");
            assert!(spec.stated_ms(&serde_json::json!({})).is_some_and(|ms| ms > 0), "{name}");
            assert_eq!(spec.annotations.open_world_hint, matches!(name, "fetch" | "web_search"), "{name}");
        }
    }
}
