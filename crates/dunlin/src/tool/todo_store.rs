//! The tool `todo_store`: one action on the person's todos. What the actions do is `dunlin_todo::tool`'s business.

use std::future::ready;

use dunlin_base::LocalFuture;
use dunlin_plan::{Annotations, Estimate, ToolSpec};
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use dunlin_todo::{Origin, TodoError, TodoStore, tool};
use serde_json::{Value, json};

/// Acts on a store, under the idempotency key of its step.
pub(crate) struct TodoStoreTool {
    spec: ToolSpec,
    store: TodoStore,
}

impl TodoStoreTool {
    pub(crate) fn new(store: TodoStore) -> Self {
        let estimate = |duration_ms, when| Estimate { when: Some(when), duration_ms };
        let resources = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let spec = ToolSpec {
            name: tool::NAME.to_owned(),
            description: tool::DESCRIPTION.to_owned(),
            input_schema: tool::input_schema(),
            annotations: Annotations { destructive_hint: true, ..Annotations::default() },
            reads: resources(&tool::READS),
            writes: resources(&tool::WRITES),
            // What may remove more than one todo asks first, in one step or in several; one todo comes back with undo.
            destructive_when: Some(json!({"anyOf": [
                {"properties": {"action": {"enum": ["clear", "delete_list"]}}, "required": ["action"]},
                {"properties": {"action": {"const": "delete"}, "all": {"const": true}}, "required": ["action", "all"]},
                {
                    "properties": {"action": {"const": "delete"}, "todoIds": {"minItems": 2}},
                    "required": ["action", "todoIds"],
                },
                {
                    "properties": {"action": {"const": "delete"}, "positions": {"minItems": 2}},
                    "required": ["action", "positions"],
                },
                // None is named: a filter or a list says which.
                {
                    "properties": {
                        "action": {"const": "delete"},
                        "todoId": {"type": "null"},
                        "match": {"type": "null"},
                        "position": {"type": "null"},
                        "todoIds": {"type": "null"},
                        "positions": {"type": "null"},
                    },
                    "required": ["action"],
                },
            ]})),
            destructive_together: Some(json!({"properties": {"action": {"const": "delete"}}, "required": ["action"]})),
            // Measured: the slower of the median with 10 and with 1,000 todos, through the npm package in Node, rounded up to
            // 1, 2, 5, 10, 20, 50 …
            estimates: vec![
                estimate(
                    5,
                    json!({"properties": {"action": {"enum": ["list", "search", "get"]}}, "required": ["action"]}),
                ),
                estimate(
                    50,
                    json!({"properties": {"action": {"enum": ["clear", "delete_list"]}}, "required": ["action"]}),
                ),
                estimate(50, json!({"properties": {"all": {"const": true}}, "required": ["all"]})),
            ],
            read_only_when: Some(json!({
                "properties": {"action": {"enum": ["list", "search", "get", "count", "list_names", "count_lists"]}},
                "required": ["action"],
            })),
            keyed: true,
            asks_leave: false,
            delegates: false,
        };
        Self { spec, store }
    }
}

impl Tool for TodoStoreTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn exact(&self, input: &Value, run_id: &str) -> Option<Value> {
        self.store.read_stored();
        tool::exact(&self.store, input, Some(run_id))
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let origin = Origin::step(call.run_id, call.idempotency_key);
        let context = tool::Context { origin, now_ms: Some(call.now_ms) };
        self.store.read_stored();
        let reply = tool::execute(&self.store, &call.input, &context);
        Box::pin(ready(match reply {
            Ok(reply) => Ok(ToolOutput { output: reply.output, metadata: Some(reply.metadata) }),
            Err(error) => Err(failure(&error)),
        }))
    }
}

fn failure(error: &TodoError) -> ToolFailure {
    let mut failure = ToolFailure::new(error.code(), error.message());
    failure.hint = error.hint().map(str::to_owned);
    failure
}
