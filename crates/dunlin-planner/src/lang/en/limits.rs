//! Limits that a goal sets on itself.

use crate::model::{
    limit::Constraint,
    tool::{CALCULATOR, TODO_STORE},
};

/// The limits in words; `#` stands for a number.
pub(crate) const PHRASES: &[(&str, Constraint)] = &[
    ("in at most # steps", Constraint::MaxSteps(0)),
    ("at most # steps", Constraint::MaxSteps(0)),
    ("at most # step", Constraint::MaxSteps(0)),
    ("with at most # steps", Constraint::MaxSteps(0)),
    ("in no more than # steps", Constraint::MaxSteps(0)),
    ("no more than # steps", Constraint::MaxSteps(0)),
    ("in # steps or less", Constraint::MaxSteps(0)),
    ("in # steps or fewer", Constraint::MaxSteps(0)),
    ("in # steps at most", Constraint::MaxSteps(0)),
    ("# steps at most", Constraint::MaxSteps(0)),
    ("# steps max", Constraint::MaxSteps(0)),
    ("max # steps", Constraint::MaxSteps(0)),
    ("in up to # steps", Constraint::MaxSteps(0)),
    ("using at most # steps", Constraint::MaxSteps(0)),
    ("with no more than # steps", Constraint::MaxSteps(0)),
    ("without changing anything", Constraint::NoChange),
    ("without changing any todo", Constraint::NoChange),
    ("without changing any todos", Constraint::NoChange),
    ("but change nothing", Constraint::NoChange),
    ("but dont change anything", Constraint::NoChange),
    ("dont change anything", Constraint::NoChange),
    ("do not change anything", Constraint::NoChange),
    ("without deleting", Constraint::NoDeletion),
    ("dont remove anything", Constraint::NoDeletion),
    ("do not remove anything", Constraint::NoDeletion),
    ("without removing any todos", Constraint::NoDeletion),
    ("without deleting anything", Constraint::NoDeletion),
    ("without deleting any todo", Constraint::NoDeletion),
    ("without deleting any todos", Constraint::NoDeletion),
    ("without removing anything", Constraint::NoDeletion),
    ("but delete nothing", Constraint::NoDeletion),
    ("but dont delete anything", Constraint::NoDeletion),
    ("dont delete anything", Constraint::NoDeletion),
    ("do not delete anything", Constraint::NoDeletion),
    ("only use the calculator", Constraint::Only(CALCULATOR)),
    ("use only the calculator", Constraint::Only(CALCULATOR)),
    ("using only the calculator", Constraint::Only(CALCULATOR)),
    ("with only the calculator", Constraint::Only(CALCULATOR)),
    ("only use the todo list", Constraint::Only(TODO_STORE)),
    ("use only the todo list", Constraint::Only(TODO_STORE)),
    ("using only the todo list", Constraint::Only(TODO_STORE)),
    ("ask me first", Constraint::AskFirst),
    ("but ask me first", Constraint::AskFirst),
    ("ask before each step", Constraint::AskFirst),
    ("ask me before each step", Constraint::AskFirst),
    ("ask before every step", Constraint::AskFirst),
    ("ask me before every step", Constraint::AskFirst),
];

/// What stands between a limit at the start and the request, or how that begins.
pub(crate) const BEFORE_REQUEST: &str = "to and then";
pub(crate) const REQUESTS: &str = "add list show calculate what whats delete mark complete put remind create";
/// What stands between the request and a limit at the end.
pub(crate) const BEFORE_LIMIT: &str = "and but";
