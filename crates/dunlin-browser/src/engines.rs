//! The engines that the host brings: `SQLite` and a JavaScript interpreter, in a worker of their own.

use dunlin_base::{LocalFuture, json};
use dunlin_tools::{
    CodeDone, CodeError, CodeErrorKind, CodeJob, CodePort, SqlChange, SqlError, SqlErrorKind, SqlJob, SqlPort, SqlRows,
};
use js_sys::{Function, Promise};
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortController;

/// Asks an engine by its name.
pub struct Engines(Function);

/// A job that is waited for; dropped, it is waited for no more.
struct Awaited(AbortController);

impl Drop for Awaited {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Why an engine gave nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    kind: String,
    message: String,
    line: Option<u32>,
    #[serde(default)]
    console: Vec<String>,
}

impl Refused {
    fn lost(message: String) -> Self {
        Self { kind: "failed".to_owned(), message, line: None, console: Vec::new() }
    }
}

/// What an engine answers: the one or the other.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer<T> {
    done: Option<T>,
    refused: Option<Refused>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answered {
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
    #[serde(default)]
    changed: Option<Changed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Changed {
    table: String,
    #[serde(rename = "rows")]
    count: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Done {
    result: Value,
    console: Vec<String>,
}

impl Engines {
    /// Over a function that takes the name of an engine, a job as JSON and an `AbortSignal`, and promises what came of the
    /// job: `{ done }` or `{ refused: { kind, message, line, console } }`. The signal says that nobody waits for it any more.
    pub fn new(ask: Function) -> Self {
        Self(ask)
    }

    fn ask<T: serde::de::DeserializeOwned>(
        &self,
        engine: &str,
        job: &Value,
    ) -> LocalFuture<'static, Result<T, Refused>> {
        let awaited = AbortController::new().map(Awaited);
        let asked = awaited.and_then(|awaited| {
            let promise = self.0.call3(&JsValue::NULL, &engine.into(), &job.to_string().into(), &awaited.0.signal())?;
            Ok((promise.dyn_into::<Promise>()?, awaited))
        });
        Box::pin(async move {
            let answer = match asked {
                Ok((promise, _awaited)) => JsFuture::from(promise).await,
                Err(error) => Err(error),
            };
            let answer = answer.map_err(|error| Refused::lost(in_words(&error)))?;
            let answer = json::read::<Answer<T>>(&answer.as_string().unwrap_or_default());
            match answer {
                Ok(Answer { done: Some(done), .. }) => Ok(done),
                Ok(Answer { refused: Some(refused), .. }) => Err(refused),
                Ok(_) => Err(Refused::lost("the engine gave no answer".to_owned())),
                Err(error) => Err(Refused::lost(error.to_string())),
            }
        })
    }
}

/// What JavaScript threw.
pub(crate) fn in_words(error: &JsValue) -> String {
    let message = js_sys::Reflect::get(error, &"message".into()).ok().and_then(|message| message.as_string());
    message.or_else(|| error.as_string()).unwrap_or_else(|| "the engine could not be had".to_owned())
}

impl SqlPort for Engines {
    fn run(&self, job: SqlJob) -> LocalFuture<'static, Result<SqlRows, SqlError>> {
        let tables: Vec<Value> = job
            .tables
            .iter()
            .map(|table| json!({"name": table.name, "columns": table.columns, "rows": table.rows}))
            .collect();
        let limits = json!({"rows": job.limits.rows, "bytes": job.limits.bytes, "timeMs": job.limits.time_ms,
            "writes": job.limits.writes});
        let job = json!({"tables": tables, "query": job.query, "params": job.params, "limits": limits});
        let asked = self.ask::<Answered>("sql", &job);
        Box::pin(async move {
            let Answered { columns, rows, changed } = asked.await.map_err(|refused| {
                let kind = match refused.kind.as_str() {
                    "wrong" => SqlErrorKind::Wrong,
                    "refused" => SqlErrorKind::Refused,
                    "params" => SqlErrorKind::Params,
                    "time" => SqlErrorKind::Time,
                    "size" => SqlErrorKind::Size,
                    _ => SqlErrorKind::Failed,
                };
                SqlError { kind, message: refused.message }
            })?;
            let changed = changed.map(|Changed { table, count }| SqlChange { table, rows: count });
            Ok(SqlRows { columns, rows, changed })
        })
    }
}

impl CodePort for Engines {
    fn run(&self, job: CodeJob) -> LocalFuture<'static, Result<CodeDone, CodeError>> {
        let CodeJob { code, input, limits } = job;
        let limits =
            json!({"timeMs": limits.time_ms, "memoryBytes": limits.memory_bytes, "outputBytes": limits.output_bytes});
        let asked = self.ask::<Done>("code", &json!({"code": code, "input": input, "limits": limits}));
        Box::pin(async move {
            let Done { result, console } = asked.await.map_err(|refused| {
                let kind = match refused.kind.as_str() {
                    "threw" => CodeErrorKind::Threw,
                    "time" => CodeErrorKind::Time,
                    "memory" => CodeErrorKind::Memory,
                    "size" => CodeErrorKind::Size,
                    "noResult" => CodeErrorKind::NoResult,
                    _ => CodeErrorKind::Failed,
                };
                CodeError { kind, message: refused.message, line: refused.line, console: refused.console }
            })?;
            Ok(CodeDone { result, console })
        })
    }
}
