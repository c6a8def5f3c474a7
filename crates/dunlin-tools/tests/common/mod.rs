//! Calls a tool as the runtime does, on a thread that waits for real.
#![allow(dead_code, clippy::allow_attributes, reason = "each test binary uses its own part of this")]

use std::{
    future::Future,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
    time::Duration,
};

use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde_json::Value;

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return value;
        }
        thread::park_timeout(Duration::from_millis(50));
    }
}

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
