//! Calls a tool as the runtime does, on a thread that waits for real.
#![allow(dead_code, clippy::allow_attributes, reason = "each test binary uses its own part of this")]
#![allow(clippy::unwrap_used, reason = "a test without its cases should stop")]

pub(crate) mod held;

pub(crate) use dunlin_base::testing::block_on;
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde_json::Value;

pub(crate) fn call(tool: &dyn Tool, input: Value) -> Result<ToolOutput, ToolFailure> {
    let faults = dunlin_plan::schema::check(&tool.spec().input_schema, &input);
    assert!(faults.is_empty(), "{faults:?}");
    block_on(tool.call(ToolCall {
        input,
        idempotency_key: "run/1".to_owned(),
        attempt: 1,
        run_id: "run".to_owned(),
        step_number: 1,
        ..ToolCall::default()
    }))
}
