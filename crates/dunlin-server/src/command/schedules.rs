//! `dunlin schedules`.

use dunlin::{DunlinError, Schedule};

use super::{Here, follow, policy, read};
use crate::{
    cli::{Manner, Schedules, Shape},
    exit::{Exit, Trouble},
    shown,
};

pub(super) async fn carry_out(here: &Here, command: Schedules) -> Result<Exit, Trouble> {
    match command {
        Schedules::List(shape) => here.dunlin.schedules().iter().for_each(|schedule| show(schedule, shape)),
        Schedules::Add { goal, plan, at, rule, id, shape } => {
            let text = plan.map(|path| read(&path)).transpose()?;
            let plan = text.as_deref().map(dunlin::read_plan_file).transpose()?;
            let schedule = Schedule { id: id.unwrap_or_default(), goal, plan, at, rule, ..Schedule::default() };
            let added = here.dunlin.add_schedule(schedule);
            show(&added.map_err(|error| error.placed_in(text.as_deref().unwrap_or_default()))?, shape);
        }
        Schedules::Remove { id } => {
            if !here.dunlin.remove_schedule(&id)? {
                return Err(unknown(&id).into());
            }
        }
        Schedules::Begin { manner } => return begin(here, &manner).await,
    }
    Ok(Exit::Done)
}

pub(crate) fn unknown(id: &str) -> DunlinError {
    let shown: String = id.chars().take(80).collect();
    DunlinError::new("schedule.not-found", format!("there is no schedule {shown:?}"))
        .with_hint("list the schedules to see what there is")
}

async fn begin(here: &Here, manner: &Manner) -> Result<Exit, Trouble> {
    if manner.policy.is_some() {
        policy(manner.policy.as_deref())?;
        return Err(DunlinError::new("api.bad-argument", "a schedule begins its run under the default policy")
            .with_hint("leave --policy out")
            .into());
    }
    let begun = here.dunlin.begin_due().await;
    let end = follow::follow_all(here, &begun.runs, manner).await;
    // The notices behind every command say why.
    let unable = begun.unable.into_iter().next().map_or(Exit::Done, |(_, error)| Trouble::from(error).exit);
    Ok(end.or(unable))
}

fn show(schedule: &Schedule, shape: Shape) {
    if shown::as_json(shape) {
        shown::record(schedule);
        return;
    }
    let goal = schedule.goal.as_deref().or_else(|| schedule.plan.as_ref().map(|plan| plan.goal.as_str()));
    let rule = schedule.rule.as_deref().map(|rule| {
        let words = dunlin::describe_recurrence(rule).unwrap_or_else(|_| rule.to_owned());
        format!(" · {words}")
    });
    shown::line(&shown::clean(&format!(
        "{}  {}{}  {}",
        schedule.id,
        schedule.at,
        rule.unwrap_or_default(),
        goal.unwrap_or_default()
    )));
    if let Some(fault) = &schedule.fault {
        let told = format!("  could not begin at {}: {} ({})", fault.at, fault.message, fault.code);
        shown::line(&shown::clean(&told));
    }
}
