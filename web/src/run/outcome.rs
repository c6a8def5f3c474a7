//! The region named "Result": what came of the run, or why nothing did.

use dunlin::{RunError, RunStatus};
use leptos::prelude::*;
use serde_json::Value;

use super::value::in_full;
use crate::{
    state::app,
    ui::{Tone, format::sentence, note},
};

/// What there is to say at the end.
#[derive(Clone, Debug, PartialEq)]
enum End {
    Result(Option<Value>),
    Failed(Option<RunError>),
    Cancelled,
}

/// The region named "Result", once there is one.
#[component]
pub(crate) fn ResultPanel() -> impl IntoView {
    let app = app();
    let end = Memo::new(move |_| {
        app.runs.shown.with(|run| {
            let run = run.as_ref()?;
            match run.status {
                RunStatus::Pending | RunStatus::Running | RunStatus::Suspended => None,
                RunStatus::Completed => Some(End::Result(run.result.clone())),
                RunStatus::Failed => Some(End::Failed(run.error.clone())),
                RunStatus::Cancelled => Some(End::Cancelled),
            }
        })
    });
    move || {
        end.get().map(|end| {
            let body = match end {
                End::Result(Some(value)) => in_full(&value),
                End::Result(None) => {
                    view! { <p class="result-text">"Done. The last step gives nothing back."</p> }.into_any()
                }
                End::Failed(error) => failure(error),
                End::Cancelled => view! { <p class="result-text">"Cancelled before it was done."</p> }.into_any(),
            };
            view! {
                <section aria-labelledby="result-title">
                    <div class="panel-head">
                        <h2 id="result-title">"Result"</h2>
                    </div>
                    {body}
                </section>
            }
        })
    }
}

fn failure(error: Option<RunError>) -> AnyView {
    let Some(error) = error else {
        return note(Tone::Bad, "the run failed", None, ().into_any());
    };
    let words = match error.step_number {
        Some(step) => format!("Step {step}: {}", sentence(&error.message)),
        None => error.message,
    };
    note(Tone::Bad, &words, error.hint.as_deref(), ().into_any())
}
