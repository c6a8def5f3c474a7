//! A tool that gives back what it is given.

use std::future::ready;

use dunlin::{Tool, ToolCall, ToolFailure, ToolOutput, ToolSpec};
use dunlin_base::LocalFuture;

/// Gives back what it is given.
pub(crate) struct Echo(pub(crate) ToolSpec);

impl Tool for Echo {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        Box::pin(ready(Ok(ToolOutput { output: call.input, metadata: None })))
    }
}
