//! `dunlin runs`.

use std::time::{Duration, Instant};

use dunlin::{ApprovalAnswer, DunlinError, RunHandle, RunStatus};
use serde_json::json;

use super::{Here, follow, policy};
use crate::{
    cli::{Manner, Runs, Shape, Standing},
    exit::{Exit, Trouble},
    shown,
};

/// How long `cancel` waits for the process that drives the run to hear of it.
const HEARD_WITHIN: Duration = Duration::from_secs(10);

pub(super) async fn carry_out(here: &Here, command: Runs) -> Result<Exit, Trouble> {
    match command {
        Runs::List { status, limit, shape } => {
            let fits = |standing: RunStatus| status.is_none_or(|wanted| wanted.is(standing));
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
                    input: serde_json::from_str(&text).map_err(|error| {
                        DunlinError::new("api.bad-argument", format!("the input is not JSON: {error}"))
                    })?,
                },
            };
            approve(here, &id, approval.as_deref(), &answer, &manner).await
        }
        Runs::Delete { id } => {
            here.dunlin.delete_run(&id)?;
            Ok(Exit::Done)
        }
    }
}

impl Standing {
    fn is(self, status: RunStatus) -> bool {
        status
            == match self {
                Self::Pending => RunStatus::Pending,
                Self::Running => RunStatus::Running,
                Self::Suspended => RunStatus::Suspended,
                Self::Completed => RunStatus::Completed,
                Self::Failed => RunStatus::Failed,
                Self::Cancelled => RunStatus::Cancelled,
            }
    }
}

async fn resume(here: &Here, id: Option<String>, manner: &Manner) -> Result<Exit, Trouble> {
    // A run keeps the policy it was begun with; what cannot have an effect is refused.
    if manner.policy.is_some() {
        policy(manner.policy.as_deref())?;
        return Err(DunlinError::new("api.bad-argument", "a run keeps the policy it was begun with")
            .with_hint("leave --policy out")
            .into());
    }
    let ids = id.map_or_else(|| here.dunlin.unfinished_runs(), |id| vec![id]);
    let mut end = Exit::Done;
    for id in ids {
        let handle = take_up(here, &id)?;
        let exit = follow::follow(here, &handle, manner, Vec::new()).await;
        if end == Exit::Done {
            end = exit;
        }
    }
    Ok(end)
}

async fn approve(
    here: &Here,
    id: &str,
    approval: Option<&str>,
    answer: &ApprovalAnswer,
    manner: &Manner,
) -> Result<Exit, Trouble> {
    let handle = take_up(here, id)?;
    let questions: Vec<String> = follow::open_questions(&handle).into_iter().map(|(_, id)| id).collect();
    let meant = approval.map_or(questions, |one| vec![one.to_owned()]);
    if meant.is_empty() {
        return Err(DunlinError::new("run.approval-void", "no question of this run is open")
            .with_hint("see `dunlin runs show`")
            .into());
    }
    for one in &meant {
        handle.approve(one, answer.clone()).map_err(DunlinError::from)?;
    }
    Ok(follow::follow(here, &handle, manner, meant).await)
}

async fn cancel(here: &Here, id: &str, reason: Option<String>, shape: Shape) -> Result<Exit, Trouble> {
    let handle = take_up(here, id)?;
    handle.cancel(reason).map_err(DunlinError::from)?;
    // Whoever drives it hears of it; when nobody does, this process ends it.
    let mut driven = handle.drive();
    let mut look = tokio::time::interval(follow::LOOK);
    #[expect(clippy::disallowed_methods, reason = "a person waits at the terminal")]
    let began = Instant::now();
    while began.elapsed() < HEARD_WITHIN {
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
    Ok(if status.is_final() { Exit::Done } else { Exit::Waits })
}

fn take_up(here: &Here, id: &str) -> Result<RunHandle, Trouble> {
    Ok(here.dunlin.resume(id)?)
}

fn unknown(id: &str) -> DunlinError {
    let shown: String = id.chars().take(80).collect();
    DunlinError::new("run.not-found", format!("there is no run {shown:?}")).with_hint("see `dunlin runs list`")
}
