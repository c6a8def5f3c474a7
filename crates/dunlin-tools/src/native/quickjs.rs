//! JavaScript in `QuickJS`, an interpreter of its own for each program.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};

use dunlin_base::LocalFuture;
use rquickjs::{
    CatchResultExt, CaughtError, Context, Ctx, Error, Function, Promise, Runtime, Value as Js, context::EvalOptions,
    prelude::Func,
};
use serde_json::Value;

use super::{
    deadline::Deadline,
    thread::{Unwanted, offload},
};
use crate::{CodeDone, CodeError, CodeErrorKind, CodeJob, CodePort};

/// The port of a native host.
#[derive(Clone, Copy, Debug, Default)]
pub struct QuickJs;

impl CodePort for QuickJs {
    fn run(&self, job: CodeJob) -> LocalFuture<'static, Result<CodeDone, CodeError>> {
        let done = offload(move |unwanted| run(&job, unwanted));
        Box::pin(async move {
            done.await
                .unwrap_or_else(|| Err(CodeError::new(CodeErrorKind::Failed, "there is no thread to carry it out on")))
        })
    }
}

/// Well below the stack of a thread: two million bytes.
const STACK: usize = 512_000;
/// The name that the program has in its own stack traces.
const FILE: &str = "code.js";

/// Gives the program its console: `say` takes a line. Nothing else is given.
const CONSOLE: &str = r"(function (say) {
  const text = (value) => {
    if (typeof value === 'string') return value;
    try { return JSON.stringify(value) ?? String(value); } catch { return String(value); }
  };
  const line = (...values) => say(values.map(text).join(' '));
  globalThis.console = { log: line, info: line, warn: line, error: line, debug: line };
})";

/// What a program has said so far, up to a bound.
struct Said {
    lines: Vec<String>,
    left: usize,
}

impl Said {
    fn say(&mut self, line: String) {
        if self.left == 0 {
            return;
        }
        if line.len() > self.left {
            self.left = 0;
            self.lines.push("… more than may be said".to_owned());
            return;
        }
        self.left = self.left.saturating_sub(line.len() + 1);
        self.lines.push(line);
    }
}

pub(super) fn run(job: &CodeJob, unwanted: &Unwanted) -> Result<CodeDone, CodeError> {
    let runtime = Runtime::new().map_err(|error| CodeError::new(CodeErrorKind::Failed, error.to_string()))?;
    runtime.set_memory_limit(job.limits.memory_bytes);
    runtime.set_max_stack_size(STACK);
    let (deadline, unwanted) = (Deadline::after(Duration::from_millis(job.limits.time_ms)), unwanted.clone());
    let (over, said) =
        (Rc::new(Cell::new(false)), Rc::new(RefCell::new(Said { lines: Vec::new(), left: job.limits.output_bytes })));
    let stop = over.clone();
    runtime.set_interrupt_handler(Some(Box::new(move || {
        let is_over = unwanted.is_set() || deadline.is_over();
        stop.set(stop.get() || is_over);
        is_over
    })));
    let context = Context::full(&runtime).map_err(|error| CodeError::new(CodeErrorKind::Failed, error.to_string()))?;
    let result = context.with(|ctx| carry_out(&ctx, job, &said).map_err(|fault| told(&ctx, fault, over.get())));
    let console = std::mem::take(&mut said.borrow_mut().lines);
    match result {
        Ok(result) => Ok(CodeDone { result, console }),
        Err(error) => Err(CodeError { console, ..error }),
    }
}

/// Why there is no result: the interpreter's word, or ours.
enum Fault {
    Js(Error),
    Ours(CodeErrorKind, String),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Js(error)
    }
}

fn carry_out(ctx: &Ctx<'_>, job: &CodeJob, said: &Rc<RefCell<Said>>) -> Result<Value, Fault> {
    let install: Function<'_> = ctx.eval(CONSOLE)?;
    let said = said.clone();
    install.call::<_, ()>((Func::from(move |line: String| said.borrow_mut().say(line)),))?;
    ctx.globals().set("input", ctx.json_parse(job.input.to_string())?)?;
    let mut options = EvalOptions::default();
    options.strict = false;
    options.filename = Some(FILE.to_owned());
    let mut result: Js<'_> = ctx.eval_with_options(job.code.as_str(), options)?;
    if let Some(promise) = result.clone().into_promise() {
        result = settle(ctx, &promise)?;
    } else {
        while ctx.execute_pending_job() {}
    }
    if result.is_undefined() || result.is_null() {
        return Ok(Value::Null);
    }
    let text = ctx
        .json_stringify(result)?
        .ok_or_else(|| Fault::Ours(CodeErrorKind::NoResult, "the result is nothing that JSON can hold".to_owned()))?;
    let text = text.to_string()?;
    if text.len() > job.limits.output_bytes {
        return Err(Fault::Ours(CodeErrorKind::Size, format!("the result has {} bytes", text.len())));
    }
    serde_json::from_str(&text).map_err(|_| Fault::Ours(CodeErrorKind::NoResult, "the result is too deep".to_owned()))
}

fn settle<'js>(ctx: &Ctx<'js>, promise: &Promise<'js>) -> Result<Js<'js>, Fault> {
    loop {
        if let Some(result) = promise.result::<Js<'js>>() {
            return Ok(result?);
        }
        if !ctx.execute_pending_job() {
            let message = "the result is a promise that nobody keeps".to_owned();
            return Err(Fault::Ours(CodeErrorKind::NoResult, message));
        }
    }
}

fn told(ctx: &Ctx<'_>, fault: Fault, is_over: bool) -> CodeError {
    let over = || CodeError::new(CodeErrorKind::Time, "the program took too long");
    let error = match fault {
        // A job that was stopped leaves a promise behind that nobody keeps.
        Fault::Ours(..) if is_over => return over(),
        Fault::Ours(kind, message) => return CodeError::new(kind, message),
        Fault::Js(error) => error,
    };
    let (message, line) = match Err::<(), Error>(error).catch(ctx) {
        Err(CaughtError::Exception(exception)) => {
            let name: Option<String> = exception.as_object().get("name").ok();
            let message = exception.message().unwrap_or_default();
            let told = name.map_or_else(|| message.clone(), |name| format!("{name}: {message}"));
            (told, exception.stack().as_deref().and_then(line_of))
        }
        Err(CaughtError::Value(value)) => {
            let text = ctx.json_stringify(value).ok().flatten().and_then(|text| text.to_string().ok());
            (format!("threw {}", text.unwrap_or_else(|| "something without a text".to_owned())), None)
        }
        Err(CaughtError::Error(error)) => (error.to_string(), None),
        Ok(()) => (String::new(), None),
    };
    if is_over {
        return CodeError { line, ..over() };
    }
    let kind = if message.contains("out of memory")
        || message.contains("threw null")
        || message.contains("call stack")
        || message.contains("stack overflow")
    {
        CodeErrorKind::Memory
    } else {
        CodeErrorKind::Threw
    };
    CodeError { kind, message: message.chars().take(500).collect(), line, console: Vec::new() }
}

/// The line of the program that a stack trace names first.
fn line_of(stack: &str) -> Option<u32> {
    let rest = stack.split(&format!("{FILE}:")).nth(1)?;
    rest.split(|sign: char| !sign.is_ascii_digit()).next()?.parse().ok()
}
