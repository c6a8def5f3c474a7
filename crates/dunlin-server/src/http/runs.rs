//! Plans and runs.

use std::{rc::Rc, time::Duration};

use axum::{
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use dunlin::{ApprovalAnswer, DunlinError, GoalOrPlan, PolicyChange, RunHandle, RunOptions, RunStatus};
use dunlin_base::{Utf16Span, json};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::{
    Served, Server,
    answer::{Body, Path, Query, Refusal, json_text},
    schemas,
};
use crate::{
    engine::together,
    host::{Inside, again},
};

/// What is to be planned.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Goal {
    /// What a person typed.
    goal: String,
    /// Readings that were taken back, by their places in UTF-16 units.
    #[serde(default)]
    dismissed: Vec<Utf16Span>,
}

/// The plan for a goal. Nothing is done.
#[utoipa::path(post, path = "/plan", tag = "runs", request_body = Goal,
    responses((status = 200, body = dunlin::Plan), (status = 400, body = schemas::Failed),
        (status = 422, body = schemas::Failed, description = "The goal is not understood; the details offer others")))]
pub(super) async fn plan(State(server): Served, Body(asked): Body<Goal>) -> Result<Response, Refusal> {
    let plan = server.host.plan(asked.goal, asked.dismissed).await??;
    Ok(json_text(json::write(&plan)))
}

/// What is to be carried out: a goal or a plan.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Start {
    /// What a person typed; it is planned first.
    #[serde(default)]
    goal: Option<String>,
    /// A plan, as `/plan` gives it.
    #[serde(default)]
    #[schema(value_type = Option<dunlin::Plan>)]
    plan: Option<Value>,
    /// What differs from the default policy.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    policy: Option<PolicyChange>,
    /// The run's identifier; the same one again is refused, so a request may be sent again without doing it twice.
    #[serde(default)]
    run_id: Option<String>,
    /// Where its randomness begins.
    #[serde(default)]
    seed: Option<u64>,
}

/// Whether the answer waits for the run.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Waiting {
    /// Milliseconds that the answer may wait until the run has ended or asks a person; at most 30,000.
    wait: u64,
}

/// The longest that an answer waits for its run.
const LONGEST_WAIT: u64 = 30_000;

/// Starts a run. It is stored before this is answered, and goes on without anybody listening.
#[utoipa::path(post, path = "/runs", tag = "runs", params(Waiting), request_body = Start,
    responses((status = 201, body = dunlin::Run, headers(("location" = String))), (status = 400, body = schemas::Failed),
        (status = 409, body = schemas::Failed, description = "There is such a run already"),
        (status = 422, body = schemas::Failed), (status = 507, body = schemas::Failed, description = "It could not be kept")))]
pub(super) async fn start(
    State(server): Served,
    Query(waiting): Query<Waiting>,
    Body(asked): Body<Start>,
) -> Result<Response, Refusal> {
    if let Some(id) = &asked.run_id {
        server.refresh(id).await?;
    }
    let begun = server.host.with(move |inside| begin(inside, asked)).await??;
    server.deliver(&begun.0).await?;
    let text = if waiting.wait == 0 {
        begun.1
    } else {
        let mut follower = server.host.follow(begun.0.clone()).await??;
        let settled = async {
            loop {
                let stands = follower.stands().await?;
                if stands.is_final() || stands == RunStatus::Suspended {
                    return Ok::<(), Refusal>(());
                }
                if follower.news.changed().await.is_err() {
                    return Ok(());
                }
            }
        };
        // What is not done by then is answered as it stands.
        if let Ok(settled) = tokio::time::timeout(Duration::from_millis(waiting.wait.min(LONGEST_WAIT)), settled).await
        {
            settled?;
        }
        follower.record().await?
    };
    Ok(created(&begun.0, text))
}

/// The record of a run that was begun, and where it is.
fn created(id: &str, text: String) -> Response {
    let mut response = json_text(text);
    *response.status_mut() = StatusCode::CREATED;
    if let Ok(place) = HeaderValue::from_str(&format!("/runs/{id}")) {
        response.headers_mut().insert(header::LOCATION, place);
    }
    response
}

fn begin(inside: &Rc<Inside>, asked: Start) -> Result<(String, String), DunlinError> {
    let what: GoalOrPlan = match (asked.goal, asked.plan) {
        // Planned first: a goal that is not understood is answered with its offers, and is no run.
        (Some(goal), None) => inside.dunlin.plan(&goal)?.into(),
        (None, Some(plan)) => dunlin::read_plan(&plan.to_string())?.into(),
        _ => return Err(DunlinError::bad_argument("the body", "not one of both", "a goal or a plan")),
    };
    let options = RunOptions {
        policy: asked.policy.unwrap_or_default(),
        run_id: asked.run_id,
        seed: asked.seed,
        ..RunOptions::default()
    };
    let handle = inside.begin(what, options)?;
    Ok((handle.run_id(), handle.record_text()))
}

/// Which runs are listed.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// Only those that stand so.
    status: Option<RunStatus>,
    /// Only those whose goal has these words.
    text: Option<String>,
    /// How many are passed over.
    offset: usize,
    /// At most so many; 100 when it is left out, 1,000 at most.
    limit: Option<usize>,
}

/// Runs, the latest first.
#[utoipa::path(get, path = "/runs", tag = "runs", params(Which),
    responses((status = 200, body = schemas::Runs), (status = 400, body = schemas::Failed)))]
pub(super) async fn list(State(server): Served, Query(which): Query<Which>) -> Result<Response, Refusal> {
    // Those of an engine stand beside those that only this server knows: begun a moment ago, or let go of by the engine.
    let elsewhere = match &server.engine {
        Some(engine) => Some(engine.summaries().await?),
        None => None,
    };
    let listed = server.host.with(move |inside| match elsewhere {
        None => page(inside.dunlin.summaries(), &which, |run| (&run.goal, run.status.name())),
        Some(elsewhere) => page(together(&inside.dunlin, elsewhere), &which, |run| {
            let text = |field: &str| run[field].as_str().unwrap_or_default();
            (text("goal"), text("status"))
        }),
    });
    Ok(json_text(listed.await?))
}

/// The runs that are meant, by their goals and how they stand.
fn page<T: Serialize>(mut runs: Vec<T>, which: &Which, told: impl Fn(&T) -> (&str, &str)) -> String {
    let words = which.text.as_ref().map(|text| text.to_lowercase());
    runs.retain(|run| {
        let (goal, status) = told(run);
        which.status.is_none_or(|wanted| status == wanted.name())
            && words.as_ref().is_none_or(|words| goal.to_lowercase().contains(words))
    });
    let total = runs.len();
    let limit = which.limit.unwrap_or(100).min(1000);
    let runs: Vec<T> = runs.into_iter().skip(which.offset).take(limit).collect();
    json::write(&json!({"runs": runs, "total": total}))
}

fn unknown(id: &str) -> DunlinError {
    dunlin::unknown_run(id).with_hint("see GET /runs")
}

/// The record of a run, as it stands.
#[utoipa::path(get, path = "/runs/{id}", tag = "runs", params(("id" = String, Path)),
    responses((status = 200, body = dunlin::Run), (status = 404, body = schemas::Failed)))]
pub(super) async fn get(State(server): Served, Path(id): Path<String>) -> Result<Response, Refusal> {
    server.refresh(&id).await?;
    let found = server
        .host
        .with(move |inside| inside.dunlin.run_record(&id).map(|run| json::write(&run)).ok_or_else(|| unknown(&id)));
    Ok(json_text(found.await??))
}

/// Forgets a run that has ended.
#[utoipa::path(delete, path = "/runs/{id}", tag = "runs", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = schemas::Failed), (status = 409, body = schemas::Failed)))]
pub(super) async fn delete(State(server): Served, Path(id): Path<String>) -> Result<Response, Refusal> {
    server.refresh(&id).await?;
    let run_id = id.clone();
    server.host.with(move |inside| inside.dunlin.delete_run(&id)).await??;
    if let Some(engine) = &server.engine {
        engine.forget(&run_id).await?;
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A run told as a whole, for people (Markdown) and programs (JSON).
#[utoipa::path(get, path = "/runs/{id}/report", tag = "runs", params(("id" = String, Path)),
    responses((status = 200, body = dunlin::Report), (status = 404, body = schemas::Failed)))]
pub(super) async fn report(State(server): Served, Path(id): Path<String>) -> Result<Response, Refusal> {
    server.refresh(&id).await?;
    let told = server.host.with(move |inside| inside.dunlin.report(&id).map(|report| json::write(&report)));
    Ok(json_text(told.await??))
}

/// Says something to a run, and gives its record as it is before it goes on.
async fn say(
    server: &Server,
    id: String,
    say: impl FnOnce(&Rc<Inside>, &RunHandle) -> Result<(), DunlinError> + Send + 'static,
) -> Result<Response, Refusal> {
    server.refresh(&id).await?;
    let run_id = id.clone();
    let said = server.host.with(move |inside| {
        let handle = inside.dunlin.resume(&id)?;
        say(inside, &handle)?;
        Ok::<_, DunlinError>(handle.record_text())
    });
    let record = said.await??;
    server.deliver(&run_id).await?;
    Ok(json_text(record))
}

/// A person's answer to a question of a run.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Approval {
    /// The question, as the step's `approval` names it: a hash of what was shown.
    approval_id: String,
    /// What the person says.
    answer: ApprovalAnswer,
}

/// Answers a question of a run, which goes on then.
#[utoipa::path(post, path = "/runs/{id}/approve", tag = "runs", params(("id" = String, Path)), request_body = Approval,
    responses((status = 200, body = dunlin::Run, description = "The record before it goes on"),
        (status = 404, body = schemas::Failed), (status = 409, body = schemas::Failed, description = "No such question is open"),
        (status = 422, body = schemas::Failed)))]
pub(super) async fn approve(
    State(server): Served,
    Path(id): Path<String>,
    Body(given): Body<Approval>,
) -> Result<Response, Refusal> {
    say(&server, id, move |inside, handle| {
        handle.approve(&given.approval_id, given.answer)?;
        inside.drive(handle);
        Ok(())
    })
    .await
}

/// An answer to a question that a step asks.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Answered {
    /// The step that asks, as its `awaits` says.
    step_number: u32,
    /// What fits the schema of the question.
    #[serde(default)]
    data: Value,
}

/// Answers the question of an `ask` step with data; the run goes on then.
#[utoipa::path(post, path = "/runs/{id}/answer", tag = "runs", params(("id" = String, Path)), request_body = Answered,
    responses((status = 200, body = dunlin::Run, description = "The record before it goes on"),
        (status = 404, body = schemas::Failed), (status = 409, body = schemas::Failed, description = "The step asks nothing now"),
        (status = 422, body = schemas::Failed, description = "The answer does not fit")))]
pub(super) async fn answer(
    State(server): Served,
    Path(id): Path<String>,
    Body(given): Body<Answered>,
) -> Result<Response, Refusal> {
    say(&server, id, move |inside, handle| {
        handle.answer(given.step_number, given.data)?;
        inside.drive(handle);
        Ok(())
    })
    .await
}

/// Something that a run may wait for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Signalled {
    /// The name of the signal.
    name: String,
    /// What comes with it.
    #[serde(default)]
    data: Value,
}

/// Sends a run a signal: the first of its steps that waits for one of that name takes it, now or later.
#[utoipa::path(post, path = "/runs/{id}/signal", tag = "runs", params(("id" = String, Path)), request_body = Signalled,
    responses((status = 200, body = dunlin::Run, description = "The record before it goes on"),
        (status = 404, body = schemas::Failed), (status = 409, body = schemas::Failed, description = "It has ended already"),
        (status = 422, body = schemas::Failed)))]
pub(super) async fn signal(
    State(server): Served,
    Path(id): Path<String>,
    Body(given): Body<Signalled>,
) -> Result<Response, Refusal> {
    say(&server, id, move |inside, handle| {
        handle.signal(&given.name, given.data)?;
        inside.drive(handle);
        Ok(())
    })
    .await
}

/// What of an ended run is done again.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Again {
    /// This step and what depends on it; the one that failed when it is left out.
    step_number: Option<u32>,
    /// The identifier of the new run; the same one again is refused, so a request may be sent again.
    run_id: Option<String>,
}

/// Does an ended run again from one of its steps, as a new run; what was done before stands in it as it was.
#[utoipa::path(post, path = "/runs/{id}/retry", tag = "runs", params(("id" = String, Path)), request_body = Option<Again>,
    responses((status = 201, body = dunlin::Run, headers(("location" = String))), (status = 404, body = schemas::Failed),
        (status = 409, body = schemas::Failed, description = "It has not ended, or there is such a run already"),
        (status = 422, body = schemas::Failed), (status = 507, body = schemas::Failed, description = "It could not be kept")))]
pub(super) async fn retry(
    State(server): Served,
    Path(id): Path<String>,
    Body(given): Body<Option<Again>>,
) -> Result<Response, Refusal> {
    let given = given.unwrap_or_default();
    server.refresh(&id).await?;
    let begun = server.host.with(move |inside| {
        let run = inside.dunlin.run_record(&id).ok_or_else(|| unknown(&id))?;
        let options = RunOptions { run_id: given.run_id, ..RunOptions::default() };
        let handle = inside.begin(again(&run, given.step_number)?, options)?;
        Ok::<_, DunlinError>((handle.run_id(), handle.record_text()))
    });
    let (id, text) = begun.await??;
    server.deliver(&id).await?;
    Ok(created(&id, text))
}

/// Why a run is to stop.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Cancelling {
    /// In the person's words.
    reason: Option<String>,
}

/// Asks a run to stop.
#[utoipa::path(post, path = "/runs/{id}/cancel", tag = "runs", params(("id" = String, Path)), request_body = Option<Cancelling>,
    responses((status = 200, body = dunlin::Run, description = "The record before it stops"),
        (status = 404, body = schemas::Failed), (status = 409, body = schemas::Failed, description = "It has ended already")))]
pub(super) async fn cancel(
    State(server): Served,
    Path(id): Path<String>,
    Body(given): Body<Option<Cancelling>>,
) -> Result<Response, Refusal> {
    let given = given.unwrap_or_default();
    say(&server, id, move |inside, handle| {
        handle.cancel(given.reason)?;
        inside.stop(handle);
        Ok(())
    })
    .await
}
