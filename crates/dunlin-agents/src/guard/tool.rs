//! The guard around a tool: what goes into one that reaches beyond the device, and what comes out of any.

use std::{future::ready, rc::Rc};

use dunlin_base::LocalFuture;
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde_json::Value;

use super::{Action, Guard, Verdict};

/// Asks a person whether something may leave the device.
pub trait Consent {
    /// Whether the call of that tool may be made, of which the guard has found something.
    fn allows(&self, tool: &str, verdict: &Verdict) -> LocalFuture<'static, bool>;
}

/// Nobody is there to be asked: the answer is no.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Consent for Nobody {
    fn allows(&self, _tool: &str, _verdict: &Verdict) -> LocalFuture<'static, bool> {
        Box::pin(ready(false))
    }
}

/// A tool with a guard around it, under the same specification.
///
/// The input is looked at when the tool reaches beyond the device: found texts are redacted, asked about, or the call is not
/// made. The output is redacted before anybody keeps it, if that is wanted.
#[derive(Clone)]
pub struct Guarded {
    tool: Rc<dyn Tool>,
    guard: Rc<Guard>,
    consent: Rc<dyn Consent>,
    redacts_output: bool,
}

impl Guarded {
    /// The tool with that guard around it; a person is asked through `consent`.
    pub fn new(tool: Rc<dyn Tool>, guard: Rc<Guard>, consent: Rc<dyn Consent>) -> Self {
        Self { tool, guard, consent, redacts_output: false }
    }

    /// The same, with its outputs and failures redacted before they are stored or logged.
    #[must_use]
    pub fn redacting_output(self) -> Self {
        Self { redacts_output: true, ..self }
    }
}

impl Tool for Guarded {
    fn spec(&self) -> &dunlin_plan::ToolSpec {
        self.tool.spec()
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let this = self.clone();
        Box::pin(async move {
            let call = if this.tool.spec().annotations.open_world_hint { this.let_out(call).await? } else { call };
            let given = this.tool.call(call).await;
            if this.redacts_output { redacted(&this.guard, given) } else { given }
        })
    }
}

impl Guarded {
    /// The call as it may leave the device.
    async fn let_out(&self, call: ToolCall) -> Result<ToolCall, ToolFailure> {
        let (verdict, name) = (self.guard.check(&call.input), &self.tool.spec().name);
        let refused = |code: &str, hint: &str| ToolFailure {
            hint: Some(hint.to_owned()),
            ..ToolFailure::new(code, format!("the input of {name} holds {}", verdict.in_words()))
        };
        match verdict.action {
            Action::Allow => Ok(call),
            Action::Redact => Ok(ToolCall { input: verdict.value, ..call }),
            Action::Block => Err(refused("guard.blocked", "take it out of the input, or change the guard's policy")),
            Action::Ask => {
                if self.consent.allows(name, &verdict).await {
                    Ok(ToolCall { input: verdict.value, ..call })
                } else {
                    Err(refused("guard.refused", "nobody has allowed it to leave the device"))
                }
            }
        }
    }
}

fn redacted(guard: &Guard, given: Result<ToolOutput, ToolFailure>) -> Result<ToolOutput, ToolFailure> {
    match given {
        Ok(ToolOutput { output, metadata }) => Ok(ToolOutput {
            output: guard.redact_value(&output),
            metadata: metadata.map(|metadata: Value| guard.redact_value(&metadata)),
        }),
        Err(failure) => Err(ToolFailure {
            message: guard.redact(&failure.message),
            hint: failure.hint.map(|hint| guard.redact(&hint)),
            ..failure
        }),
    }
}
