//! Composite goals: several todos at once for an occasion, as data that people can see, edit, add and share as JSON.
//!
//! A template is used only when the whole goal names it ("plan a birthday party"); nothing is made up.

use dunlin_base::json;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The todos of an occasion.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TemplateTodo {
    /// Its words.
    pub text: String,
    /// In how many days from now it is due; none is never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_in_days: Option<i32>,
    /// The todos, counted from 1, whose steps come before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<u32>,
}

/// The most todos a template may have.
const MOST: usize = 50;

/// The longest name and the longest words of a todo, in bytes.
const LONGEST: usize = 500;
/// The most templates.
const MOST_TEMPLATES: usize = 200;

/// A list of templates that are all sound and are called by different names.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<Template>")]
pub struct Templates(pub Vec<Template>);

impl TryFrom<Vec<Template>> for Templates {
    type Error = String;

    fn try_from(templates: Vec<Template>) -> Result<Self, String> {
        if templates.len() > MOST_TEMPLATES {
            return Err(format!("found more than {MOST_TEMPLATES} templates"));
        }
        for (at, template) in templates.iter().enumerate() {
            template.check()?;
            if templates[..at].iter().any(|known| known.name == template.name) {
                return Err(format!("two templates are called {:?}", template.name));
            }
        }
        Ok(Self(templates))
    }
}

impl Template {
    /// The templates the planner comes with.
    pub fn built_in() -> Vec<Self> {
        Self::read_all(include_str!("templates.json")).unwrap_or_default()
    }

    /// The templates that a JSON text holds, as people share them; or what is wrong with it.
    ///
    /// ```
    /// use dunlin_planner::Template;
    /// let text = r#"[{"name": "trip", "triggers": ["trip"], "todos": [{"text": "Pack", "dueInDays": 2}]}]"#;
    /// assert_eq!(Template::read_all(text).unwrap()[0].todos[0].text, "Pack");
    /// assert!(Template::read_all(r#"[{"name": "trip", "triggers": [], "todos": []}]"#).is_err());
    /// ```
    pub fn read_all(text: &str) -> Result<Vec<Self>, String> {
        Ok(json::read::<Templates>(text)?.0)
    }

    /// As [`Template::read_all`] for what a host gives, and not for what is kept: a field that is not known is a fault that names
    /// the nearest, for it would be left out without a word.
    ///
    /// ```
    /// use dunlin_planner::Template;
    /// let text = r#"[{"name": "trip", "triggers": ["trip"], "todos": [{"text": "Pack", "dueInDay": 2}]}]"#;
    /// let fault = Template::read_given(text).unwrap_err();
    /// assert_eq!(fault, r#"[0].todos[0].dueInDay: "dueInDay" is not known, did you mean "dueInDays""#);
    /// ```
    pub fn read_given(text: &str) -> Result<Vec<Self>, String> {
        let given = json::parse(text)?;
        for (at, template) in given.as_array().into_iter().flatten().enumerate() {
            json::only(template, json::fields_of::<Self>()).map_err(|fault| format!("[{at}].{fault}"))?;
            let todos = template.get("todos").and_then(Value::as_array);
            for (number, todo) in todos.into_iter().flatten().enumerate() {
                let known = json::fields_of::<TemplateTodo>();
                json::only(todo, known).map_err(|fault| format!("[{at}].todos[{number}].{fault}"))?;
            }
        }
        Ok(json::from_value::<Templates>(given)?.0)
    }

    /// Whether it can be used.
    pub fn is_sound(&self) -> bool {
        self.check().is_ok()
    }

    /// What keeps it from being used: it needs a name, words to call it by, and todos that come only after earlier ones.
    pub fn check(&self) -> Result<(), String> {
        let fault = |what: &str| Err(["the template \"", &self.name, "\" ", what].concat());
        if self.name.trim().is_empty() {
            return Err("a template has no name".to_owned());
        }
        if self.name.len() > LONGEST {
            return Err("a template has too long a name".to_owned());
        }
        if !self.triggers.iter().any(|trigger| !trigger.trim().is_empty()) {
            return fault("has no words to call it by");
        }
        if !(1..=MOST).contains(&self.todos.len()) {
            return fault("needs from 1 to 50 todos");
        }
        for (at, todo) in self.todos.iter().enumerate() {
            if todo.text.trim().is_empty() || todo.text.len() > LONGEST {
                return fault("has a todo without words, or with too many");
            }
            if !todo.after.iter().all(|before| (1..=at as u32).contains(before)) {
                return fault("has a todo that comes after one that is not before it");
            }
        }
        Ok(())
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
    fn what_cannot_be_used_is_told() {
        let one = |todos: &str| format!(r#"[{{"name": "trip", "triggers": ["trip"], "todos": {todos}}}]"#);
        let fine = one(r#"[{"text": "Pack"}, {"text": "Go", "after": [1]}]"#);
        assert_eq!(Template::read_all(&fine).unwrap()[0].todos.len(), 2);
        for (text, why) in [
            ("{}".to_owned(), "found an object, expected a list"),
            (r#"[{"name": "trip"}]"#.to_owned(), "[0]: \"triggers\" is missing"),
            (one("[]"), "the template \"trip\" needs from 1 to 50 todos"),
            (one(r#"[{"text": " "}]"#), "the template \"trip\" has a todo without words, or with too many"),
            (
                one(r#"[{"text": "a", "after": [1]}]"#),
                "the template \"trip\" has a todo that comes after one that is not before it",
            ),
            (fine.replace(r#"["trip"]"#, "[]"), "the template \"trip\" has no words to call it by"),
            ([fine.trim_end_matches(']'), ",", &fine[1..]].concat(), "two templates are called \"trip\""),
        ] {
            assert_eq!(Template::read_all(&text).unwrap_err(), why, "{text}");
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
