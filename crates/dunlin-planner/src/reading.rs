//! The two readers this crate leans on, calculator and dates, behind the few questions it asks of them.

use dunlin_base::Span;
use serde_json::{Map, Value};

use crate::{context::PlanContext, explain::ChipKind};

/// Whether a text is a whole expression of the calculator.
pub(crate) fn is_expression(text: &str) -> bool {
    dunlin_calc::is_expression(text)
}

/// The value of an expression, short; none when it has none.
pub(crate) fn preview(text: &str) -> Option<String> {
    dunlin_calc::evaluate(text).ok().map(|value| value.display().to_owned())
}

/// A todo's words after dates, priorities and tags were taken out of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct QuickAdd {
    pub(crate) text: String,
    pub(crate) due: Option<String>,
    pub(crate) priority: Option<u8>,
    pub(crate) tags: Vec<String>,
    pub(crate) recurrence: Option<String>,
    /// What was recognised, and where in the goal.
    pub(crate) found: Vec<(Span, ChipKind, String)>,
}

impl QuickAdd {
    /// Writes the readings into a tool's input.
    pub(crate) fn write(self, input: &mut Map<String, Value>) {
        input.insert("text".into(), self.text.into());
        let mut optional = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                input.insert(name.into(), value);
            }
        };
        optional("due", self.due.map(Value::from));
        optional("priority", self.priority.map(Value::from));
        optional("tags", (!self.tags.is_empty()).then(|| Value::from(self.tags)));
        optional("recurrence", self.recurrence.map(Value::from));
    }
}

/// Reads a todo's words; `start` is where they stand in the goal.
pub(crate) fn quick_add(text: &str, _start: usize, _context: &PlanContext<'_>) -> QuickAdd {
    QuickAdd { text: text.to_owned(), ..QuickAdd::default() }
}

/// The day, or day and time, that a text names.
pub(crate) fn due(_text: &str, _context: &PlanContext<'_>) -> Option<String> {
    None
}
