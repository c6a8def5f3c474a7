//! Tools: what a run can call. This crate knows none of them.

use std::{collections::BTreeMap, fmt, rc::Rc};

use dunlin_base::LocalFuture;
use dunlin_plan::{ToolSpec, bounds, schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{AbortSignal, PartialSink, ProgressSink, RuntimeError, RuntimeErrorKind, Sensitive, naming::leave_for};

/// What is before the name of an agent where it is a tool.
pub const AGENT: &str = "agent:";

/// Something a step can call.
pub trait Tool {
    /// What it says of itself. The same every time.
    fn spec(&self) -> &ToolSpec;

    /// The same call, naming exactly what it would be about now; asked right before a person is asked about it, so that what
    /// they agree to is what is done. None where the input says it all.
    fn exact(&self, _input: &Value, _run_id: &str) -> Option<Value> {
        None
    }

    /// What of an input needs a person's leave, where [`ToolSpec::asks_leave`] says that some may. A call lets through what its
    /// [`ToolCall::leave`] names, and nothing more.
    fn needs_leave(&self, _input: &Value) -> Vec<Sensitive> {
        Vec::new()
    }

    /// Does it. The input fits the tool's schema. A future that is dropped, or whose signal is aborted, should stop.
    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>>;
}

/// One call of a tool.
#[derive(Clone, Debug, Default)]
pub struct ToolCall {
    /// The input, references resolved.
    pub input: Value,
    /// The same for every attempt of the step, also after a reload: a second effect with it must not happen.
    pub idempotency_key: String,
    /// Which attempt, from 1.
    pub attempt: u32,
    /// The run.
    pub run_id: String,
    /// The step.
    pub step_number: u32,
    /// The tool whose call the run carries out, such as `agent:analyst`, or else the nearest of the runs above it; empty where
    /// no call of a tool began them, so for what a person began.
    pub caller: String,
    /// What of the input a person has let through.
    pub leave: Vec<Sensitive>,
    /// Says when the result is no longer wanted.
    pub signal: AbortSignal,
    /// The moment, in milliseconds since 1970.
    pub now_ms: i64,
    /// What it tells how far it has come.
    pub progress: ProgressSink,
    /// Takes pieces of the output before the call has ended.
    pub partial: PartialSink,
}

/// What a call gave.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ToolOutput {
    /// What later steps and people get.
    pub output: Value,
    /// What is said beside it; `tokens` in it counts against the token budget.
    pub metadata: Option<Value>,
}

/// Why a call gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolFailure {
    /// The stable dotted code.
    pub code: String,
    /// What was found and what was expected.
    pub message: String,
    /// What to do instead.
    pub hint: Option<String>,
    /// Whether another attempt may succeed.
    #[serde(default)]
    pub retryable: bool,
}

impl ToolFailure {
    /// A failure that another attempt would only repeat.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), hint: None, retryable: false }
    }

    /// A failure that another attempt may not meet.
    pub fn transient(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { retryable: true, ..Self::new(code, message) }
    }

    /// With what to do instead.
    #[must_use]
    pub fn with_hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

/// A call's result as hosts see it.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    /// Whether there is an output.
    pub success: bool,
    /// What the tool gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Json"))]
    pub output: Option<Value>,
    /// Why it gave nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The stable code of why it gave nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// What to do instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// What it said beside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "{ [key: string]: Json }"))]
    pub metadata: Option<Value>,
}

impl From<Result<ToolOutput, ToolFailure>> for ToolResult {
    fn from(result: Result<ToolOutput, ToolFailure>) -> Self {
        match result {
            Ok(ToolOutput { output, metadata }) => {
                Self { success: true, output: Some(output), error: None, code: None, hint: None, metadata }
            }
            Err(ToolFailure { code, message, hint, .. }) => {
                Self { success: false, output: None, error: Some(message), code: Some(code), hint, metadata: None }
            }
        }
    }
}

/// The tools that can be called, by name.
#[derive(Clone, Default)]
pub struct Registry {
    tools: BTreeMap<String, Rc<dyn Tool>>,
    /// What they say of themselves, in the same order; shared, for it is looked at with every run.
    specs: Rc<Vec<ToolSpec>>,
}

impl Registry {
    /// One without tools.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tool. Its name is new and made of lower-case letters, digits and underscores, at most 64; that of an agent has
    /// `agent:` before it.
    pub fn register(&mut self, tool: Rc<dyn Tool>) -> Result<(), RuntimeError> {
        let name = tool.spec().name.clone();
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let plain = name.strip_prefix(AGENT).unwrap_or(&name);
        if plain.is_empty() || name.len() > 64 || !plain.chars().all(fits) {
            let shown: String = name.chars().take(80).collect();
            return Err(RuntimeError::new(
                RuntimeErrorKind::ToolName,
                format!("found the tool name {shown:?}, expected lower-case letters, digits and underscores"),
            ));
        }
        if self.tools.contains_key(&name) {
            return Err(RuntimeError::new(RuntimeErrorKind::ToolExists, format!("there is a tool {name:?} already")));
        }
        let spec = tool.spec().clone();
        self.tools.insert(name, tool);
        let specs = Rc::make_mut(&mut self.specs);
        let at = specs.partition_point(|known| known.name < spec.name);
        specs.insert(at, spec);
        Ok(())
    }

    /// Takes a tool away; false when there is none of that name.
    pub fn unregister(&mut self, name: &str) -> bool {
        Rc::make_mut(&mut self.specs).retain(|known| known.name != name);
        self.tools.remove(name).is_some()
    }

    /// The tool of that name.
    pub fn get(&self, name: &str) -> Option<&Rc<dyn Tool>> {
        self.tools.get(name)
    }

    /// What the tools say of themselves, sorted by name.
    pub fn specs(&self) -> &[ToolSpec] {
        &self.specs
    }

    /// Puts the defaults of the tool's schema into the input, checks it and calls the tool.
    pub fn call(&self, name: &str, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        match self.get(name) {
            Some(tool) => checked_call(&**tool, call),
            None => refused(self.not_found(name)),
        }
    }

    /// What of an input needs a person's leave before that tool is called with it.
    pub fn needs_leave(&self, name: &str, input: &Value) -> Vec<Sensitive> {
        self.get(name).map(|tool| leave_for(&**tool, input)).unwrap_or_default()
    }

    /// Why a tool of that name cannot be called.
    pub(crate) fn not_found(&self, name: &str) -> ToolFailure {
        let known: Vec<&str> = self.tools.keys().map(String::as_str).collect();
        ToolFailure::new("tool.not-found", format!("there is no tool {name:?}"))
            .with_hint(format!("use one of {}", known.join(", ")))
    }
}

/// How many faults of an input are told.
const MOST_FAULTS: usize = 3;

/// Puts the defaults of the tool's schema into the input, checks it and calls the tool.
pub(crate) fn checked_call(
    tool: &dyn Tool,
    mut call: ToolCall,
) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
    let spec = tool.spec();
    schema::fill_defaults(&spec.input_schema, &mut call.input);
    let faults = schema::check(&spec.input_schema, &call.input);
    if faults.is_empty() {
        return tool.call(call);
    }
    // A name that is missing is often one that was misspelt, so it takes more than the first to know.
    let told = faults.iter().take(MOST_FAULTS).map(|fault| {
        let place = if fault.pointer.is_empty() { String::new() } else { format!(" at {}", fault.pointer) };
        format!("{}{place}", fault.message)
    });
    let message = format!("the input of {} does not fit: {}", spec.name, told.collect::<Vec<_>>().join("; "));
    refused(ToolFailure::new("tool.invalid-input", message))
}

pub(crate) fn refused(failure: ToolFailure) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
    Box::pin(std::future::ready(Err(failure)))
}

/// The idempotency key of a step.
pub(crate) fn key_of(run_id: &str, step: u32) -> String {
    [run_id, ":", &step.to_string()].concat()
}

/// Why a call that is not safe to repeat is not made while the storage refuses.
pub(crate) fn unrecordable() -> ToolFailure {
    ToolFailure::transient("storage.quota", "the storage refused to record the call before it")
        .with_hint("make room: this call is not safe to repeat, so it is not made unrecorded")
}

/// Refuses an output that could be written down but not read back, or that is larger than a step or the rest of its run
/// may hold.
pub(crate) fn bounded(output: &ToolOutput, rest: usize) -> Result<(), ToolFailure> {
    let ToolOutput { output, metadata } = output;
    if [Some(output), metadata.as_ref()].into_iter().flatten().any(|value| bounds::is_deeper(value, bounds::MAX_DEPTH))
    {
        let message = format!("the output is nested deeper than {} levels", bounds::MAX_DEPTH);
        return Err(ToolFailure::new("tool.bad-output", message));
    }
    let most = bounds::MAX_OUTPUT.min(rest);
    let left = bounds::size(output, most).map(|size| most - size);
    if left.is_some_and(|left| metadata.as_ref().is_none_or(|metadata| bounds::size(metadata, left).is_some())) {
        return Ok(());
    }
    let message = if rest < bounds::MAX_OUTPUT {
        format!("with this output the run would hold more than {} bytes of inputs and outputs", bounds::MAX_RUN)
    } else {
        format!("the output is larger than {} bytes", bounds::MAX_OUTPUT)
    };
    Err(ToolFailure::new("tool.output-too-large", message))
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.tools.keys()).finish()
    }
}
