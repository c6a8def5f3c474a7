//! The tool `code`: JavaScript in an interpreter that the host brings, with nothing in it but the language.

use std::rc::Rc;

use dunlin_base::LocalFuture;
use dunlin_plan::ToolSpec;
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::input::{output, read, spec};

/// How much a program may take.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CodeLimits {
    /// The most milliseconds.
    pub time_ms: u64,
    /// The most bytes of memory.
    pub memory_bytes: usize,
    /// The most bytes of its result, and of what it says.
    pub output_bytes: usize,
}

impl Default for CodeLimits {
    fn default() -> Self {
        Self { time_ms: 2000, memory_bytes: 32_000_000, output_bytes: 100_000 }
    }
}

/// One program.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct CodeJob {
    /// Its text.
    pub code: String,
    /// What is in the variable `input`.
    pub input: Value,
    /// How much it may take.
    pub limits: CodeLimits,
}

/// What a program gave.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct CodeDone {
    /// The value of its last expression; a promise is waited for.
    pub result: Value,
    /// What it said to the console, a line an item.
    pub console: Vec<String>,
}

/// Why a program gave nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum CodeErrorKind {
    /// It threw, or is no JavaScript.
    Threw,
    /// It took too long.
    Time,
    /// It took too much memory, or called itself too deep.
    Memory,
    /// Its result is too large.
    Size,
    /// Its result is nothing that JSON can hold, or a promise that nobody keeps.
    NoResult,
    /// The interpreter could not be had.
    #[serde(other)]
    Failed,
}

/// A program without a result.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct CodeError {
    /// Why.
    pub kind: CodeErrorKind,
    /// What it says.
    pub message: String,
    /// The line of the program, from 1.
    pub line: Option<u32>,
    /// What it said before.
    #[serde(default)]
    pub console: Vec<String>,
}

impl CodeError {
    /// Of a program of which no line and nothing it said is known.
    pub fn new(kind: CodeErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), line: None, console: Vec::new() }
    }
}

/// Carries programs out, each in an interpreter of its own.
pub trait CodePort {
    /// Carries one out. It has the language and `console`, and no way out: no network, no storage, no modules, no timers.
    fn run(&self, job: CodeJob) -> LocalFuture<'static, Result<CodeDone, CodeError>>;
}

/// The tool.
pub struct Code {
    spec: ToolSpec,
    port: Rc<dyn CodePort>,
    limits: CodeLimits,
}

impl Code {
    /// The tool over that interpreter.
    pub fn new(port: Rc<dyn CodePort>, limits: CodeLimits) -> Self {
        Self { spec: spec(include_str!("../../specs/code.json")), port, limits }
    }

    /// The sentences that ask for it.
    pub fn phrases() -> Value {
        json!(["run [the] (code|javascript) {code}"])
    }
}

impl Tool for Code {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Input {
            code: String,
            #[serde(default)]
            input: Value,
        }
        let limits = self.limits;
        let running =
            read("code", &call.input).map(|Input { code, input }| self.port.run(CodeJob { code, input, limits }));
        Box::pin(async move {
            match running?.await {
                Ok(done) => Ok(output(done.result, json!({"console": done.console}))),
                Err(error) => Err(told(&error, limits)),
            }
        })
    }
}

fn told(error: &CodeError, limits: CodeLimits) -> ToolFailure {
    let (code, hint) = match error.kind {
        CodeErrorKind::Threw => ("code.threw", None),
        CodeErrorKind::Time => ("code.timeout", Some(format!("a program may take {} ms", limits.time_ms))),
        CodeErrorKind::Memory => ("code.memory", Some(format!("a program may take {} bytes", limits.memory_bytes))),
        CodeErrorKind::Size => ("code.too-large", Some(format!("give at most {} bytes", limits.output_bytes))),
        CodeErrorKind::NoResult => ("code.no-result", Some("end with an expression that JSON can hold".to_owned())),
        CodeErrorKind::Failed => ("code.failed", None),
    };
    let place = error.line.map_or_else(String::new, |line| format!(" (line {line})"));
    let said = error.console.last().map_or_else(String::new, |last| format!("; it last said: {last}"));
    ToolFailure { hint, ..ToolFailure::new(code, format!("{}{place}{said}", error.message)) }
}
