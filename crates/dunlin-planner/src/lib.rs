//! From a goal to a plan.
//!
//! ```
//! use dunlin_date::Now;
//! use dunlin_planner::{PlanContext, Planner};
//!
//! let context = PlanContext::new(Now::new(2026, 11, 21, 9, 30).unwrap());
//! let planner = Planner::new(Planner::built_in_tools());
//! let plan = planner.plan("add todo Buy milk and calculate (10 + 5) * 2 then list todos", &context).unwrap();
//! let tools: Vec<&str> = plan.steps.iter().map(|step| step.tool_name.as_str()).collect();
//! assert_eq!(tools, ["todo_store", "calculator", "todo_store"]);
//! assert_eq!(plan.steps[0].tool_input["text"], "Buy milk");
//! assert_eq!(plan.steps[2].depends_on, [1]);
//! ```
//!
//! A goal becomes [tokens](lex), the tokens clauses, and each clause is held against the tables of the [grammar](lang::grammar). What
//! no row understands is an error that marks the place; nothing is ever guessed. The same goal at the same moment gives
//! the same plan, byte for byte.
//!
//! This crate knows what tools say of themselves, never the tools; it reads sums and dates with the readers of
//! `dunlin-calc` and `dunlin-date` and computes neither. It has no clock and no storage.

mod confidence;
mod context;
mod dates;
mod explain;
pub mod guide;
mod lang;
mod lex;
mod lower;
mod matching;
mod model;
mod parse;
pub mod phrase;
mod pipeline;
mod planner;
mod refuse;
mod resolve;
mod spelling;
mod suggest;
mod sum;
pub mod words;

pub use context::{Known, OnList, PlanContext};
pub use dunlin_plan::PolicyPatch;
pub use model::{
    chip::{Chip, ChipKind, ClauseReading, Explanation, Highlight, WordClass},
    limit::{MAX_GOAL_CHARACTERS, MAX_STEPS},
    planned::Planned,
    refusal::{PlanError, PlanErrorKind, Understood},
    template::{Template, TemplateTodo, Templates},
};
pub use planner::Planner;
