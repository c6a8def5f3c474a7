//! The one error of the facade: what every room's error becomes before it reaches a page or JavaScript.
//!
//! It decides nothing; it carries the stable code hosts switch on, the words, and the place in the text.

use std::fmt;

use dunlin_base::{Diagnostic, StorageError, Utf16Span, json};
use dunlin_plan::Fault;
use dunlin_planner::PlanError;
use dunlin_runtime::RuntimeError;
use dunlin_todo::TodoError;
use serde::Serialize;
use serde_json::{Value, json};

/// Something that was asked for and could not be done.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Error))]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DunlinError {
    /// The stable dotted code, such as `calc.divide-by-zero`.
    pub code: String,
    /// What was found and what was expected.
    pub message: String,
    /// What to type or do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Where in the text that was read, in UTF-16 code units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Utf16Span>,
    /// More, by code: the suggestions of `plan.unrecognized`, the faults of `plan.invalid`, the todos of `todo.ambiguous`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Box<Value>>,
}

impl DunlinError {
    /// An error with a code and a message only.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), hint: None, span: None, details: None }
    }

    /// The same with a hint.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same with details.
    #[must_use]
    pub fn with_details(mut self, details: Value) -> Self {
        self.details = Some(Box::new(details));
        self
    }

    /// The same for a plan that was read from a text which a person has before them: each of its faults names its place there,
    /// and the message that of the first.
    ///
    /// ```
    /// use dunlin::{Dunlin, Options, RunOptions, read_plan_file};
    /// use dunlin_base::testing::World;
    ///
    /// let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    /// let text = "{\"schemaVersion\": 1, \"goal\": \"\", \"steps\": [\n  {\"stepNumber\": 1, \"kind\": \"wait\", \"toolInput\": {\"ms\": -1}}]}";
    /// let error = dunlin.run(read_plan_file(text)?, RunOptions::default()).unwrap_err().placed_in(text);
    /// assert!(error.message.ends_with(" at line 2 column 57"), "{error}");
    /// # Ok::<(), dunlin::DunlinError>(())
    /// ```
    #[must_use]
    pub fn placed_in(mut self, text: &str) -> Self {
        let faults = self.details.as_mut().and_then(|details| details.get_mut("faults")?.as_array_mut());
        for (at, fault) in faults.into_iter().flatten().enumerate() {
            let word = |name: &str| fault.get(name).and_then(Value::as_str);
            let (Some(code), Some(pointer), None) = (word("code"), word("pointer"), fault.get("place")) else {
                continue;
            };
            let Some(place) = Fault::place_of(code, pointer, text) else { continue };
            if at == 0 {
                let (first, rest) = match self.message.rsplit_once("; and ") {
                    Some((first, rest)) if rest.ends_with(" more") => (first, format!("; and {rest}")),
                    _ => (self.message.as_str(), String::new()),
                };
                self.message = format!("{first} at {place}{rest}");
                self.span = Some(place.span);
            }
            fault["place"] = json::to_value(place);
        }
        self
    }

    /// A diagnostic about `text` as an error.
    pub fn from_diagnostic(diagnostic: Diagnostic, text: &str) -> Self {
        Self {
            code: diagnostic.code.to_owned(),
            message: diagnostic.message,
            hint: diagnostic.hint,
            span: diagnostic.span.map(|span| span.utf16(text)),
            details: None,
        }
    }

    /// A goal that could not be planned, with the suggestions and what was understood as details.
    #[cold]
    pub fn from_plan(error: &PlanError, goal: &str) -> Self {
        let understood: Vec<Value> = error
            .understood()
            .iter()
            .map(|part| json!({"span": part.span.utf16(goal), "meaning": part.meaning}))
            .collect();
        let details = json!({"suggestions": error.suggestions(), "understood": understood});
        Self::from_diagnostic(error.to_diagnostic(), goal).with_details(details)
    }

    /// An argument that is not what was expected; `what` names it as the caller does.
    pub fn bad_argument(what: &str, found: &str, expected: &str) -> Self {
        Self::new("api.bad-argument", format!("{what} is {found}, expected {expected}"))
            .with_hint(format!("pass {expected}"))
    }
}

impl fmt::Display for DunlinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DunlinError {}

impl From<StorageError> for DunlinError {
    fn from(error: StorageError) -> Self {
        let hint = match error.kind() {
            dunlin_base::StorageErrorKind::Quota => "export what you need and delete old runs or todos",
            _ => "allow this site to store data, or go on without: it is kept until the page is closed",
        };
        Self::new(error.code(), error.to_string()).with_hint(hint)
    }
}

impl From<RuntimeError> for DunlinError {
    fn from(error: RuntimeError) -> Self {
        let details = (!error.faults().is_empty()).then(|| Box::new(json!({"faults": json::to_value(error.faults())})));
        Self { hint: error.hint().map(str::to_owned), details, ..Self::new(error.code(), error.to_string()) }
    }
}

impl From<TodoError> for DunlinError {
    fn from(error: TodoError) -> Self {
        let lines: Vec<Value> =
            error.faults().iter().map(|fault| json!({"line": fault.line, "message": fault.message})).collect();
        let details = match (error.todos(), lines.as_slice()) {
            ([], []) => None,
            (todos, []) => Some(Box::new(json!({"todos": todos}))),
            (_, lines) => Some(Box::new(json!({"lines": lines}))),
        };
        Self { hint: error.hint().map(str::to_owned), details, ..Self::new(error.code(), error.message()) }
    }
}
