//! Composite goals: several todos at once for an occasion, as data that people can see, edit, add and share as JSON.
//!
//! A template is used only when the whole goal names it ("plan a birthday party"); nothing is made up.

use dunlin_base::{Fields, Record, deserialize_records, parse_json};
use serde::Serialize;
use serde_json::Value;

/// The todos of an occasion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Template {
    /// What it is for; the list its todos go to.
    pub name: String,
    /// The words by which a goal names it.
    pub triggers: Vec<String>,
    /// Its todos, in order.
    pub todos: Vec<TemplateTodo>,
}

/// A todo of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TemplateTodo {
    /// Its words.
    pub text: String,
    /// In how many days from now it is due; none is never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_in_days: Option<i32>,
    /// The todos, counted from 1, whose steps come before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<u32>,
}

/// The most todos a template may have.
const MOST: usize = 50;

impl Record for Template {
    fn read(value: Value) -> Result<Self, String> {
        let mut fields = Fields::of(value, &["name", "triggers", "todos"]);
        let template = Self {
            name: fields.text("name").unwrap_or_default(),
            triggers: fields.texts("triggers").unwrap_or_default(),
            todos: fields.records("todos").unwrap_or_default(),
        };
        fields.end().map(|()| template)
    }
}

impl Record for TemplateTodo {
    fn read(value: Value) -> Result<Self, String> {
        let mut fields = Fields::of(value, &["text"]);
        let todo = Self {
            text: fields.text("text").unwrap_or_default(),
            due_in_days: fields.signed("dueInDays").and_then(|days| i32::try_from(days).ok()),
            after: fields.numbers("after").unwrap_or_default(),
        };
        fields.end().map(|()| todo)
    }
}

deserialize_records!(Template, TemplateTodo);

impl Template {
    /// The templates the planner comes with.
    pub fn built_in() -> Vec<Self> {
        let Ok(Value::Array(templates)) = parse_json(include_str!("templates.json")) else { return Vec::new() };
        templates.into_iter().filter_map(|template| Self::read(template).ok()).collect()
    }

    /// Whether it can be used: it has a name, words to call it by, and todos that come only after earlier ones.
    pub fn is_sound(&self) -> bool {
        let ordered = |(at, todo): (usize, &TemplateTodo)| {
            !todo.text.trim().is_empty() && todo.after.iter().all(|before| (1..=at as u32).contains(before))
        };
        !self.name.trim().is_empty()
            && self.triggers.iter().any(|trigger| !trigger.trim().is_empty())
            && (1..=MOST).contains(&self.todos.len())
            && self.todos.iter().enumerate().all(ordered)
    }

    /// Whether a goal, in lower case and without courtesy, names it: "plan a birthday party".
    pub(crate) fn is_named_by(&self, goal: &str) -> bool {
        const OPENINGS: &[&str] = &[
            "plan",
            "prepare",
            "organise",
            "organize",
            "set up",
            "start",
            "do",
            "get ready for",
            "prepare for",
            "plan for",
        ];
        let Some(rest) = OPENINGS
            .iter()
            .filter_map(|opening| goal.strip_prefix(opening)?.strip_prefix(' '))
            .min_by_key(|rest| rest.len())
        else {
            return false;
        };
        let rest =
            ["a ", "an ", "the ", "my ", "our "].iter().find_map(|article| rest.strip_prefix(article)).unwrap_or(rest);
        self.triggers.iter().any(|trigger| trigger.to_lowercase() == rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_templates_are_sound_and_survive_a_round_trip() {
        let templates = Template::built_in();
        assert!(templates.len() >= 2);
        for template in templates {
            assert!(template.is_sound(), "{template:?}");
            assert!((3..=7).contains(&template.todos.len()));
            let json = serde_json::to_string(&template).unwrap();
            assert_eq!(serde_json::from_str::<Template>(&json).unwrap(), template);
        }
    }

    #[test]
    fn only_its_own_name_calls_it() {
        let party = &Template::built_in()[0];
        for goal in ["plan a birthday party", "organise my birthday", "prepare for the birthday party"] {
            assert!(party.is_named_by(goal), "{goal}");
        }
        for goal in
            ["birthday party", "plan a wedding", "plan a birthday party for the dog next door", "planet birthday"]
        {
            assert!(!party.is_named_by(goal), "{goal}");
        }
    }
}
