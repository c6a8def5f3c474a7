//! `dunlin runs`.

use std::time::{Duration, Instant};

use dunlin::{ApprovalAnswer, DunlinError, RunHandle, RunStatus};
use serde_json::{Value, json};

use super::{
    Here,
    follow::{self, Given},
    policy,
};
use crate::{
    cli::{Manner, Runs, Shape},
    exit::{Exit, Trouble},
    host::again,
    shown,
    waits::{Waits, What, typed},
};

/// How long `cancel` waits for the process that drives the run to hear of it.
const HEARD_WITHIN: Duration = Duration::from_secs(10);

pub(super) async fn carry_out(here: &Here, command: Runs) -> Result<Exit, Trouble> {
    match command {
        Runs::List { status, limit, shape } => {
            let fits = |standing: RunStatus| status.as_ref().is_none_or(|wanted| wanted == standing.name());
            for run in here.dunlin.runs().into_iter().filter(|run| fits(run.status)).take(limit) {
                if shown::as_json(shape) { shown::record(&run) } else { shown::line(&shown::summary(&run)) }
            }
            Ok(Exit::Done)
        }
        Runs::Show { id, shape } => {
            let run = here.dunlin.run_record(&id).ok_or_else(|| unknown(&id))?;
            if shown::as_json(shape) {
                shown::record(&run);
            } else {
                shown::line(&shown::run(&run, true));
            }
            Ok(Exit::Done)
        }
        Runs::Report { id, shape } => {
            let report = here.dunlin.report(&id)?;
            // Markdown is what a report is for, in a pipe too.
            if shape.json {
                shown::record(&report.json);
            } else {
                shown::line(&shown::clean(&report.markdown));
            }
            Ok(Exit::Done)
        }
        Runs::Resume { id, manner } => resume(here, id, &manner).await,
        Runs::Cancel { id, reason, shape } => cancel(here, &id, reason, shape).await,
        Runs::Approve { id, approval, reject, feedback, input, manner } => {
            let answer = match input {
                _ if reject => ApprovalAnswer::Reject { feedback },
                None => ApprovalAnswer::Approve,
                Some(text) => ApprovalAnswer::Edit {
                    input: json_of("input", &text, "write it as an object, such as '{\"text\": \"tea\"}'")?,
                },
            };
            approve(here, &id, approval.as_deref(), &answer, &manner).await
        }
        Runs::Answer { id, step, value, manner } => answer(here, &id, step, &value, &manner).await,
        Runs::Signal { id, name, data, manner } => {
            let hint = "write a text in quotes within quotes: '\"paid\"'";
            let data = data.map_or(Ok(Value::Null), |text| json_of("data", &text, hint))?;
            let handle = take_up(here, &id)?;
            handle.signal(&name, data).map_err(DunlinError::from)?;
            Ok(follow::follow(here, &handle, &manner, Given { signals: 1, ..Given::default() }).await)
        }
        Runs::Retry { id, step, run_id, manner } => {
            let run = here.dunlin.run_record(&id).ok_or_else(|| unknown(&id))?;
            let plan = again(&run, step)?;
            super::start(here, plan.into(), &manner, run_id).await
        }
        Runs::Delete { id } => {
            here.dunlin.delete_run(&id)?;
            Ok(Exit::Done)
        }
    }
}

/// What an argument says in JSON.
fn json_of(what: &str, text: &str, hint: &str) -> Result<Value, DunlinError> {
    serde_json::from_str(text).map_err(|error| {
        DunlinError::new("api.bad-argument", format!("the {what} is not JSON: {error}")).with_hint(hint)
    })
}

async fn resume(here: &Here, id: Option<String>, manner: &Manner) -> Result<Exit, Trouble> {
    // A run keeps the policy it was begun with; what cannot have an effect is refused.
    if manner.policy.is_some() {
        policy(manner.policy.as_deref())?;
        return Err(DunlinError::new("api.bad-argument", "a run keeps the policy it was begun with")
            .with_hint("leave --policy out")
            .into());
    }
    if let Some(id) = id {
        let handle = take_up(here, &id)?;
        return Ok(follow::follow(here, &handle, manner, Given::default()).await);
    }
    let (mut handles, mut refused) = (Vec::new(), Exit::Done);
    for id in here.dunlin.unfinished_runs() {
        match take_up(here, &id) {
            Ok(handle) => handles.push(handle),
            // It keeps no other from going on.
            Err(trouble) => {
                shown::trouble(&trouble.error, manner.shape);
                refused = refused.or(trouble.exit);
            }
        }
    }
    Ok(follow::follow_all(here, &handles, manner).await.or(refused))
}

async fn approve(
    here: &Here,
    id: &str,
    approval: Option<&str>,
    answer: &ApprovalAnswer,
    manner: &Manner,
) -> Result<Exit, Trouble> {
    let handle = take_up(here, id)?;
    let asks = Waits::of(&here.dunlin, &handle).open.into_iter().filter_map(|open| match open.what {
        What::Approval(id) => Some((open.run_id, id)),
        What::Answer { .. } | What::Signal(_) => None,
    });
    let meant: Vec<(String, String)> = asks.filter(|(_, id)| approval.is_none_or(|one| one == id)).collect();
    if meant.is_empty() {
        return Err(DunlinError::new("run.approval-void", "no such question of this run is open")
            .with_hint("see `dunlin runs show`")
            .into());
    }
    for (run_id, one) in &meant {
        take_up(here, run_id)?.approve(one, answer.clone()).map_err(DunlinError::from)?;
    }
    let answered = meant.into_iter().map(|(_, id)| id).collect();
    Ok(follow::follow(here, &handle, manner, Given { answered, ..Given::default() }).await)
}

async fn answer(here: &Here, id: &str, step: Option<u32>, value: &str, manner: &Manner) -> Result<Exit, Trouble> {
    let handle = take_up(here, id)?;
    let mut asks = Waits::of(&here.dunlin, &handle).open;
    asks.retain(|open| {
        matches!(open.what, What::Answer { .. }) && step.is_none_or(|step| step == open.step.step_number)
    });
    let Some(open) = asks.first() else {
        return Err(DunlinError::new("run.approval-void", "no such question of this run is open")
            .with_hint("see `dunlin runs show`")
            .into());
    };
    if asks.len() > 1 {
        let numbers: Vec<String> = asks.iter().map(|open| open.step.step_number.to_string()).collect();
        let message = format!("found {} open questions, in the steps {}", asks.len(), numbers.join(", "));
        return Err(DunlinError::new("api.bad-argument", message)
            .with_hint("name one with --step; that of a child is answered at the child's own run")
            .into());
    }
    let schema = match &open.what {
        What::Answer { schema, .. } => schema.as_ref(),
        What::Approval(_) | What::Signal(_) => None,
    };
    let asking = take_up(here, &open.run_id)?;
    asking.answer(open.step.step_number, typed(value, schema)).map_err(DunlinError::from)?;
    let given = Given { answered: vec![open.key()], ..Given::default() };
    Ok(follow::follow(here, &handle, manner, given).await)
}

async fn cancel(here: &Here, id: &str, reason: Option<String>, shape: Shape) -> Result<Exit, Trouble> {
    let handle = here.dunlin.resume(id)?;
    let missing = handle.missing_to_stop();
    handle.cancel(reason).map_err(DunlinError::from)?;
    // Whoever drives it hears of it; when nobody does, this process ends it, unless it cannot take back what is done.
    let ends = missing.is_empty();
    let mut driven = if ends { handle.drive() } else { Box::pin(std::future::pending()) };
    let heard_within = if ends { HEARD_WITHIN } else { HEARD_WITHIN / 5 };
    let mut look = tokio::time::interval(follow::LOOK);
    #[expect(clippy::disallowed_methods, reason = "a person waits at the terminal")]
    let began = Instant::now();
    // Runs below are wound up after the run itself has ended.
    while began.elapsed() < heard_within && (ends || !handle.status().is_final()) {
        tokio::select! {
            _ = &mut driven => break,
            _ = look.tick() => here.changes.follow(),
        }
    }
    let status = handle.status();
    if shown::as_json(shape) {
        shown::record(&json!({"runId": id, "status": status}));
    } else {
        shown::line(&format!("{id} is {}", status.name()));
    }
    if !ends && !status.is_final() {
        let tools = missing.join(", ");
        let kept = format!(
            "that {id} is to stop is kept; it takes back what is done with {tools}, not switched on here: go on with \
             `dunlin runs resume {id}` and the settings that it was begun with, --with or --config"
        );
        shown::notice(&kept, shape);
    }
    Ok(if status.is_final() { Exit::Done } else { Exit::Waits })
}

/// A run that this process goes on with: one that calls tools that are not switched on here would only fail.
fn take_up(here: &Here, id: &str) -> Result<RunHandle, Trouble> {
    let handle = here.dunlin.resume(id)?;
    handle.check_here().map_err(DunlinError::from)?;
    let missing = handle.missing_tools();
    if missing.is_empty() {
        return Ok(handle);
    }
    let message = format!("run {id} calls tools that are not switched on here: {}", missing.join(", "));
    Err(DunlinError::new("run.tools-missing", message)
        .with_hint("give the settings that it was begun with: --with or --config")
        .into())
}

fn unknown(id: &str) -> DunlinError {
    dunlin::unknown_run(id).with_hint("see `dunlin runs list`")
}
