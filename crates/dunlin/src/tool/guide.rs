//! The tool `guide`: says what can be asked, as a whole or of one kind, and answers a greeting and thanks.

use std::{cell::RefCell, future::ready, rc::Rc};

use dunlin_base::LocalFuture;
use dunlin_plan::{Annotations, ToolSpec};
use dunlin_planner::phrase::PhraseBook;
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde_json::{Value, json};

/// The name plans call it by.
pub(crate) const NAME: &str = "guide";

/// What is answered to a greeting.
const GREETING: &str = "Hello! I keep todos, calculate and count days: try \"add todo buy milk\", \"what's due tomorrow\" or \"15% of 80\"";
/// What is answered to thanks.
const WELCOME: &str = "You're welcome.";
/// What can be asked, by topic.
const TOPICS: [(&str, &str); 8] = [
    (
        "add",
        "add todo call Ann tomorrow at 9am, add milk and eggs to my shopping list, remind me every friday to water the plants",
    ),
    ("show", "list todos, what's due tomorrow, show my shopping list, find todos about milk, how many todos do I have"),
    ("complete", "mark buy milk as done, complete the first todo, mark everything on my shopping list as done"),
    (
        "change",
        "move pay rent to friday, rename buy milk to buy oat milk, make pay rent urgent, tag pay rent with home",
    ),
    ("delete", "delete buy milk, delete the second todo, clear completed, undo"),
    ("lists", "create a list called holidays, what lists do I have, delete the holidays list"),
    ("calculate", "15% of 80, (10 + 5) * 2, 5 miles in km, split 90 between 4 people"),
    ("days", "how many days until christmas, what day is 3 weeks from friday, what time is it in Tokyo"),
];

/// The topic of the host's own commands.
const COMMANDS: &str = "commands";
/// How many of them are told.
const MOST_COMMANDS: usize = 12;

/// Says what can be asked, also of the host's own commands; keeps nothing.
pub(crate) struct Guide {
    spec: ToolSpec,
    phrases: Rc<RefCell<Rc<PhraseBook>>>,
}

impl Guide {
    pub(crate) fn new(phrases: Rc<RefCell<Rc<PhraseBook>>>) -> Self {
        let topics: Vec<&str> = TOPICS.iter().map(|(topic, _)| *topic).collect();
        let spec = ToolSpec {
            name: NAME.to_owned(),
            description: "Says what can be asked, with examples".to_owned(),
            input_schema: json!({
                "type": "object",
                "properties": {
                    "action": {"type": "string", "enum": ["help", "greet", "welcome"]},
                    "topic": {"type": "string", "enum": topics},
                },
                "required": ["action"],
                "additionalProperties": false,
            }),
            annotations: Annotations { read_only_hint: true, idempotent_hint: true, ..Annotations::default() },
            ..ToolSpec::default()
        };
        Self { spec, phrases }
    }
}

impl Tool for Guide {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let commands = self.phrases.borrow().examples(MOST_COMMANDS);
        Box::pin(ready(Ok(answer(&call.input, &commands))))
    }
}

fn answer(input: &Value, commands: &[String]) -> ToolOutput {
    let text = |field: &str| input.get(field).and_then(Value::as_str);
    let action = text("action").unwrap_or("help");
    let examples = |(topic, examples): &(&str, &str)| [topic, ": ", examples].concat();
    let own = (!commands.is_empty()).then(|| [COMMANDS, ": ", &commands.join(", ")].concat());
    let said = match (action, text("topic")) {
        ("greet", _) => GREETING.to_owned(),
        ("welcome", _) => WELCOME.to_owned(),
        (_, Some(wanted)) => {
            let found = TOPICS.iter().find(|(topic, _)| *topic == wanted);
            found.map_or_else(String::new, |(_, examples)| ["Say it like this: ", examples].concat())
        }
        _ => TOPICS.iter().map(examples).chain(own).collect::<Vec<_>>().join("\n"),
    };
    let mut metadata = json!({"action": action, "text": said});
    if action == "help" {
        // The same as goals of their own, for a host that shows them to be chosen.
        let wanted = |(topic, _): &&(&str, &str)| text("topic").is_none_or(|wanted| wanted == *topic);
        let goals = |(topic, examples): &(&str, &str)| json!({"topic": topic, "goals": examples.split(", ").collect::<Vec<_>>()});
        metadata["examples"] = TOPICS.iter().filter(wanted).map(goals).collect();
    }
    ToolOutput { output: json!(said), metadata: Some(metadata) }
}

#[cfg(test)]
mod tests {
    use dunlin_base::testing::World;

    use super::*;
    use crate::{Dunlin, Options};

    #[test]
    fn every_example_is_a_goal() {
        let dunlin = Dunlin::open(World::new(1).env(), Options::default());
        for (topic, examples) in TOPICS {
            assert!(answer(&json!({"action": "help"}), &[]).output.as_str().unwrap().contains(topic));
            let told = answer(&json!({"action": "help", "topic": topic}), &[]).metadata.unwrap();
            assert_eq!(told["examples"].as_array().map(Vec::len), Some(1));
            for goal in examples.split(", ") {
                dunlin.plan(goal).unwrap_or_else(|error| panic!("{goal:?}: {error:?}"));
            }
        }
    }
}
