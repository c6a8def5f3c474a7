//! Which todos a plan would touch, known before it runs: what is ambiguous or not there is shown while the goal is typed.

use dunlin_base::Utf16Span;
use dunlin_plan::{Plan, StepKind};
use dunlin_todo::{TodoStore, tool};
use serde::Serialize;
use serde_json::Value;

use crate::Finding;

/// The most todos of one step that are named.
const MOST: usize = 20;

/// The todos that a step would change as the lists stand now.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Touch {
    /// The step.
    pub step_number: u32,
    /// The words it came from.
    pub span: Utf16Span,
    /// The todos, at most 20 of them.
    pub todos: Vec<TouchedTodo>,
    /// How many there are.
    pub count: usize,
    /// Why the step would fail as things stand: nothing has these words, or several todos have.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub problem: Option<Finding>,
}

/// A todo that a step would change.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TouchedTodo {
    /// Its id.
    pub id: String,
    /// Its words.
    pub text: String,
}

/// What the steps of a plan would touch. What an earlier step changes may change what a later one finds: after the first change a
/// step that would fail now is not told of.
pub(crate) fn touches(store: &TodoStore, plan: &Plan) -> Vec<Touch> {
    let mut found = Vec::new();
    let mut changed = false;
    for step in plan.steps.iter().filter(|step| step.kind == StepKind::Tool && step.tool_name == tool::NAME) {
        store.read_stored();
        let touch = if refers(&step.tool_input) { None } else { tool::would_change(store, &step.tool_input, None) };
        let named = |todos: &[dunlin_todo::Todo]| {
            let named = todos.iter().take(MOST);
            named.map(|todo| TouchedTodo { id: todo.id.clone(), text: todo.text.clone() }).collect()
        };
        let touch = match touch {
            Some(Ok(todos)) => Some((named(&todos), todos.len(), None)),
            Some(Err(error)) if !changed => {
                let problem = Finding {
                    severity: "warning",
                    code: error.code().to_owned(),
                    message: error.message().to_owned(),
                    hint: error.hint().map(str::to_owned),
                    span: Some(step.source),
                };
                Some((named(error.todos()), 0, Some(problem)))
            }
            _ => None,
        };
        changed |= !matches!(tool::impact(&step.tool_input), tool::Impact::Reads);
        found.extend(touch.map(|(todos, count, problem)| Touch {
            step_number: step.step_number,
            span: step.source,
            todos,
            count,
            problem,
        }));
    }
    found
}

/// Whether an input holds what only an earlier step can give.
fn refers(input: &Value) -> bool {
    input.as_object().is_some_and(|fields| {
        let refers = |value: &Value| value.as_object().is_some_and(|map| map.keys().any(|key| key.starts_with('$')));
        fields.values().any(refers)
    })
}

#[cfg(test)]
mod tests {
    use dunlin_base::testing::World;
    use serde_json::json;

    use crate::{Dunlin, Options};

    #[test]
    fn a_plan_names_what_it_would_touch_and_what_it_would_not_find() {
        let dunlin = Dunlin::open(World::new(1).env(), Options::default());
        for text in ["oat milk", "almond milk", "fix the sink"] {
            dunlin.todo_action(&json!({"action": "add", "text": text})).unwrap();
        }
        let touched = |goal: &str| dunlin.explain(goal, &[]).touches;
        let sink = touched("mark fix the sink as done");
        assert_eq!((sink.len(), sink[0].count, sink[0].todos[0].text.as_str()), (1, 1, "fix the sink"));
        assert_eq!(sink[0].problem, None);
        let several = touched("delete milk");
        assert_eq!((several[0].count, several[0].todos.len()), (0, 2));
        assert_eq!(several[0].problem.as_ref().unwrap().severity, "warning");
        assert!(touched("delete todo bread")[0].problem.is_some());
        assert_eq!(touched("clear my list")[0].count, 3);
        // What is only added by the same goal is found once it is there.
        assert_eq!(touched("add todo bread then mark bread as done"), []);
        assert_eq!(touched("list todos"), []);
        assert_eq!(dunlin.todos().total(), 3);
    }
}
