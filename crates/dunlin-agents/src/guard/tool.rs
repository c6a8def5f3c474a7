//! The guard around a tool: what goes into one that reaches beyond the device.

use std::rc::Rc;

use dunlin_base::LocalFuture;
use dunlin_plan::ToolSpec;
use dunlin_runtime::{Sensitive, Tool, ToolCall, ToolFailure, ToolOutput};
use serde_json::{Map, Value};

use super::{Action, Guard};

/// A tool with a guard around it, under the same specification but that it asks for leave where the guard has a person asked.
///
/// The input is looked at when the tool reaches beyond the device: found texts are redacted, a person is asked about them, as the
/// run asks about any step, or the call is not made.
#[derive(Clone)]
pub struct Guarded {
    tool: Rc<dyn Tool>,
    guard: Rc<Guard>,
    spec: Rc<ToolSpec>,
    /// What a refusal says that can be done instead.
    hint: Option<Rc<str>>,
}

impl Guarded {
    /// The tool with that guard around it.
    pub fn new(tool: Rc<dyn Tool>, guard: Rc<Guard>) -> Self {
        let mut spec = tool.spec().clone();
        spec.asks_leave |= spec.annotations.open_world_hint && guard.asks();
        Self { tool, guard, spec: Rc::new(spec), hint: None }
    }

    /// The same, whose refusals say this of what can be done instead, such as which setting it is.
    #[must_use]
    pub fn hinting(self, hint: &str) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

impl Tool for Guarded {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn exact(&self, input: &Value, run_id: &str) -> Option<Value> {
        self.tool.exact(input, run_id)
    }

    fn needs_leave(&self, input: &Value) -> Vec<Sensitive> {
        let mut needed = if self.tool.spec().asks_leave { self.tool.needs_leave(input) } else { Vec::new() };
        if self.spec.annotations.open_world_hint {
            let verdict = self.guard.check(input);
            // What is refused anyway is nothing to ask about.
            if verdict.action == Action::Ask {
                needed.extend(verdict.asked);
            }
        }
        needed
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let this = self.clone();
        Box::pin(async move {
            let (call, taken_out) =
                if this.spec.annotations.open_world_hint { this.let_out(call)? } else { (call, None) };
            let mut given = this.tool.call(call).await;
            if let (Ok(output), Some(taken_out)) = (&mut given, taken_out) {
                tell(output, &taken_out);
            }
            given
        })
    }
}

impl Guarded {
    /// The call as it may leave the device, and in words what was taken out of it.
    fn let_out(&self, call: ToolCall) -> Result<(ToolCall, Option<String>), ToolFailure> {
        let (verdict, name) = (self.guard.check(&call.input), &self.spec.name);
        let refused = |code: &str, hint: &str| {
            ToolFailure::new(code, format!("the input of {name} holds {}", verdict.in_words()))
                .with_hint(self.hint.as_deref().unwrap_or(hint))
        };
        match verdict.action {
            Action::Allow => Ok((call, None)),
            Action::Block => Err(refused("guard.blocked", "take it out of the input, or change the guard's policy")),
            // It was not asked about when the run began, or by whoever calls: nobody has let it through.
            Action::Ask if !verdict.asked.iter().all(|one| call.leave.contains(one)) => Err(refused(
                "guard.refused",
                "nobody has let it leave the device: begin anew, so that a person is asked",
            )),
            Action::Ask | Action::Redact => {
                let words = self.guard.taken_out(&verdict);
                Ok((ToolCall { input: verdict.value, ..call }, words))
            }
        }
    }
}

/// Says beside what a call gave what was taken out before it: what came back may be about less than was asked.
fn tell(output: &mut ToolOutput, taken_out: &str) {
    let metadata = output.metadata.get_or_insert_with(|| Value::Object(Map::new()));
    if let Some(fields) = metadata.as_object_mut() {
        fields.insert("takenOut".to_owned(), Value::from(taken_out));
    }
}
