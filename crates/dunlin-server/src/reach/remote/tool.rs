//! One tool of a server, as plans call it.

use std::rc::Rc;

use dunlin::{Annotations, DunlinError, Tool, ToolCall, ToolFailure, ToolOutput, ToolSpec, schema};
use dunlin_base::LocalFuture;
use rmcp::model::{CallToolResult, ContentBlock, Tool as Described};
use serde_json::Value;

use super::line::{Line, cut};

pub(super) struct RemoteTool {
    spec: ToolSpec,
    line: Rc<Line>,
    described: Described,
}

impl RemoteTool {
    /// The tool under the server's prefix. Its name is made of letters, digits, `_`, `-`, `.` and `/`.
    pub(super) fn new(line: &Rc<Line>, described: &Described, trusted: bool) -> Result<Self, DunlinError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
        if described.name.is_empty() || !described.name.chars().all(is_plain) {
            let message = "its name is not made of letters, digits, `_`, `-`, `.` and `/`";
            return Err(DunlinError::new("tool.invalid-name", message));
        }
        let plain: String = described
            .name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
            .collect();
        let hints = described.annotations.clone().unwrap_or_default();
        let believed =
            |hint: Option<bool>, otherwise: bool| if trusted { hint.unwrap_or(otherwise) } else { otherwise };
        let read_only = believed(hints.read_only_hint, false);
        let spec = ToolSpec {
            name: format!("{}_{plain}", line.name),
            description: cut(described.description.as_deref().unwrap_or_default()),
            // What is not checked here the server checks itself.
            input_schema: schema::checked_part(&Value::Object((*described.input_schema).clone())),
            annotations: Annotations {
                read_only_hint: read_only,
                // What may destroy something is asked about first.
                destructive_hint: !read_only && believed(hints.destructive_hint, true),
                idempotent_hint: believed(hints.idempotent_hint, false),
                open_world_hint: true,
            },
            ..ToolSpec::default()
        };
        Ok(Self { spec, line: line.clone(), described: described.clone() })
    }
}

impl Tool for RemoteTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let (line, described) = (self.line.clone(), self.described.clone());
        Box::pin(async move {
            let Value::Object(input) = call.input else {
                return Err(ToolFailure::new("tool.invalid-input", "found no object as the input"));
            };
            // A call that is dropped is cancelled at the server.
            tokio::select! {
                called = line.call(&described, input, &call.progress) => told(called?),
                () = call.signal.aborted() => Err(ToolFailure::new("mcp.cancelled", "the call was cancelled")),
            }
        })
    }
}

/// A result as data: what is structured, or else the texts. Pictures and sounds are named and left out.
fn told(result: CallToolResult) -> Result<ToolOutput, ToolFailure> {
    let texts: Vec<String> = result
        .content
        .into_iter()
        .map(|block| match block {
            ContentBlock::Text(text) => text.text,
            ContentBlock::ResourceLink(link) => link.uri,
            _ => "(something that is no text)".to_owned(),
        })
        .collect();
    let text = texts.join("\n");
    if result.is_error == Some(true) {
        return Err(ToolFailure::new(
            "mcp.tool-failed",
            if text.is_empty() { "the tool failed".to_owned() } else { cut(&text) },
        ));
    }
    let output = result.structured_content.unwrap_or(Value::String(text));
    Ok(ToolOutput { output, metadata: None })
}
