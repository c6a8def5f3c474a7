//! What an engine answers that is asked in JSON, since it lives in a worker or a process of its own.

use serde::{Deserialize, Serialize};

/// What came of a job: `{"done": …}` or `{"refused": …}`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Answer<T, E> {
    /// It was carried out.
    Done(T),
    /// It was not.
    Refused(E),
}

impl<T, E> From<Answer<T, E>> for Result<T, E> {
    fn from(answer: Answer<T, E>) -> Self {
        match answer {
            Answer::Done(done) => Ok(done),
            Answer::Refused(error) => Err(error),
        }
    }
}

impl<T, E> From<Result<T, E>> for Answer<T, E> {
    fn from(result: Result<T, E>) -> Self {
        match result {
            Ok(done) => Self::Done(done),
            Err(error) => Self::Refused(error),
        }
    }
}
