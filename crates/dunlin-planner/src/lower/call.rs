//! What a step asks for, typed until it becomes the step's JSON.

use dunlin_plan::StepKind;
use serde_json::{Map, Value, json};

use crate::{
    lang::en::meanings,
    model::{
        asked::{DayCall, Pause, Schedule},
        todo::{Text, TodoCall},
        tool::{CALCULATOR, DATES, GUIDE, SCHEDULES, TODO_STORE},
    },
};

/// What one step asks for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Call {
    /// An expression, perhaps with the results of earlier steps in it.
    Sum(Value),
    Day(DayCall),
    Todo(TodoCall),
    Schedule(Schedule),
    Greeting,
    Thanks,
    /// What can be asked; of one topic, or all of it.
    Help(Option<&'static str>),
    Pause(Pause),
    /// Words that the person is told.
    Notify(Text),
    Decision {
        left: Value,
        operator: &'static str,
        right: Value,
    },
    /// A tool of the host's own, by its name.
    Own(String, Map<String, Value>),
}

impl Call {
    pub(super) const fn kind(&self) -> StepKind {
        match self {
            Self::Pause(Pause::Answer { .. }) => StepKind::Ask,
            Self::Pause(_) => StepKind::Wait,
            Self::Notify(_) => StepKind::Notify,
            Self::Decision { .. } => StepKind::Decision,
            _ => StepKind::Tool,
        }
    }

    /// The tool's name; none where the runtime itself does it.
    pub(super) fn tool(&self) -> &str {
        match self {
            Self::Sum(_) => CALCULATOR,
            Self::Day(_) => DATES,
            Self::Todo(_) => TODO_STORE,
            Self::Schedule(_) => SCHEDULES,
            Self::Greeting | Self::Thanks | Self::Help(_) => GUIDE,
            Self::Pause(_) | Self::Notify(_) | Self::Decision { .. } => "",
            Self::Own(tool, _) => tool,
        }
    }

    /// The step's input.
    pub(super) fn input(&self) -> Value {
        match self {
            Self::Sum(expression) => json!({ "expression": expression }),
            Self::Day(day) => serde_json::to_value(day).unwrap_or_default(),
            Self::Todo(call) => call.input(),
            Self::Schedule(Schedule { goal, at, rule, .. }) => {
                json!({"action": "add", "goal": goal, "at": at, "rule": rule})
            }
            Self::Greeting => json!({"action": "greet"}),
            Self::Thanks => json!({"action": "welcome"}),
            Self::Help(None) => json!({"action": "help"}),
            Self::Help(Some(topic)) => json!({"action": "help", "topic": topic}),
            Self::Pause(Pause::For { ms, .. }) => json!({ "ms": ms }),
            Self::Pause(Pause::Until { moment, .. }) => json!({ "until": moment }),
            Self::Pause(Pause::Answer { about, is_number }) => {
                let schema =
                    if *is_number { json!({"type": "number"}) } else { json!({"type": "string", "minLength": 1}) };
                json!({"question": meanings::question(about), "schema": schema})
            }
            Self::Notify(title) => json!({ "title": title }),
            Self::Decision { left, operator, right } => json!({"left": left, "operator": operator, "right": right}),
            Self::Own(_, input) => Value::Object(input.clone()),
        }
    }

    /// What the todo tool is asked for, where it is it.
    pub(super) const fn todo(&self) -> Option<&TodoCall> {
        if let Self::Todo(call) = self { Some(call) } else { None }
    }
}
