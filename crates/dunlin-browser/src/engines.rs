//! The engines that the host brings: `SQLite` and a JavaScript interpreter, in a worker of their own.

use dunlin_base::{LocalFuture, json};
use dunlin_tools::{
    Answer, CodeDone, CodeError, CodeErrorKind, CodeJob, CodePort, SqlError, SqlErrorKind, SqlJob, SqlPort, SqlRows,
};
use js_sys::{Function, Promise};
use serde::{Serialize, de::DeserializeOwned};
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

impl Engines {
    /// Over a function that takes the name of an engine, a job as JSON and an `AbortSignal`, and promises what came of the
    /// job: `{ done }` or `{ refused: { kind, message, line, console } }`. The signal says that nobody waits for it any more.
    pub fn new(ask: Function) -> Self {
        Self(ask)
    }

    /// Asks one; `lost` makes an error of what was said where there is no answer.
    fn ask<T: DeserializeOwned, E: DeserializeOwned + 'static>(
        &self,
        engine: &str,
        job: &impl Serialize,
        lost: fn(String) -> E,
    ) -> LocalFuture<'static, Result<T, E>> {
        let begin = || {
            let awaited = AbortController::new().map(Awaited)?;
            let job = json::write(job);
            let promise = self.0.call3(&JsValue::NULL, &engine.into(), &job.into(), &awaited.0.signal())?;
            Ok((promise.dyn_into::<Promise>()?, awaited))
        };
        let asked = begin().map_err(|error: JsValue| lost(in_words(&error)));
        Box::pin(async move {
            let (promise, _awaited) = asked?;
            let answer = JsFuture::from(promise).await.map_err(|error| lost(in_words(&error)))?;
            let answer = json::read::<Answer<T, E>>(&answer.as_string().unwrap_or_default());
            answer.map_err(|error| lost(error.to_string()))?.into()
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
        self.ask("sql", &job.for_doubles(), |message| SqlError::new(SqlErrorKind::Failed, message))
    }
}

impl CodePort for Engines {
    fn run(&self, job: CodeJob) -> LocalFuture<'static, Result<CodeDone, CodeError>> {
        self.ask("code", &job, |message| CodeError::new(CodeErrorKind::Failed, message))
    }
}
