//! What a step has within it: how far it has come, and the steps that it does for each item or in a plan of its own, folded
//! until somebody looks; what of them waits for a person stands there at once.

use dunlin::{ExecutionStep, Run, StepKind, StepStatus, Within, child_id};
use leptos::prelude::*;

use super::row::{aside, asking, fault, kind_of, state, titled};
use crate::{
    model::format::counted,
    model::{App, Source, is_run_of_its_own},
    view::ui::{El, Icon, button, el, glyph, long_list},
};

/// Longer lists scroll in themselves.
const SHORT: usize = 30;

/// With what the step has within it. What it carries out is looked for again when it begins.
pub(super) fn inside(app: App, source: Source, step: Memo<Option<ExecutionStep>>, made: El) -> El {
    let number = step.with_untracked(|step| step.as_ref().map_or(0, |step| step.step_number));
    let kind = kind_of(app, source, number);
    let is_run = untrack(|| app.runs.of(source, |run| run.planned(number).is_some_and(is_run_of_its_own)));
    let made = made.when(
        move || {
            let of = |step: &ExecutionStep| step.progress.is_some() && step.status == StepStatus::Running;
            step.with(|step| step.as_ref().is_some_and(of))
        },
        move || progress(step, kind != Some(StepKind::Map)),
    );
    let made = undoing(app, source, number, made);
    match kind {
        Some(StepKind::Map) => folded(app, source, Listed::Items(number), made),
        _ if is_run == Some(true) => {
            let begun = move || step.with(|step| step.as_ref().is_some_and(|step| step.attempts > 0));
            let id = move || Some(child_id(&app.runs.id_of(source)?, number)).filter(|_| begun());
            let known = move || id().filter(|id| app.runs.children.with(|children| children.contains_key(id)));
            // Made once the run is there, which is a moment after its step has begun.
            let known = Memo::new(move |_| known());
            made.each(
                move || known.get().into_iter().collect(),
                move |id| folded(app, Source::child(id), Listed::All(number), el("div", "")),
            )
        }
        _ => made,
    }
}

/// A bar with what the step says of itself; how far a map is stands in the line of its items.
fn progress(step: Memo<Option<ExecutionStep>>, in_words: bool) -> El {
    let of = move |told: fn(&dunlin::Progress) -> String| {
        step.with(|step| step.as_ref().and_then(|step| step.progress.as_ref()).map(told)).unwrap_or_default()
    };
    let bar = el("progress", "inside-bar")
        .attr("max", "1")
        .attr("aria-label", "Progress")
        .attr_by("value", move || Some(of(|progress| progress.fraction.to_string())));
    let words =
        in_words.then(|| el("span", "").attr("dir", "auto").text_by(move || of(|progress| progress.words.clone())));
    el("p", "inside-progress").child(bar).children(words)
}

/// With the question whether a step may be taken back, where there is one.
fn undoing(app: App, source: Source, number: u32, made: El) -> El {
    let inner = move || {
        let asks =
            |step: &&ExecutionStep| step.within == Some(Within::Undo { undoes: number }) && step.approval.is_some();
        let found = |run: &Run| run.inner_log.iter().find(asks).map(|step| step.step_number);
        app.runs.of(source, found).flatten()
    };
    let inner = Memo::new(move |_| inner());
    made.each(
        move || inner.get().map(|number| number.to_string()).into_iter().collect(),
        move |number| {
            let number: u32 = number.parse().unwrap_or_default();
            let step = Memo::new(move |_| app.runs.of(source, |run| run.step(number).cloned()).flatten());
            asking(app, source, step, el("div", ""))
        },
    )
}

/// What is listed.
#[derive(Clone, Copy)]
enum Listed {
    /// What a map does for its items.
    Items(u32),
    /// All steps of the run that carries out that step.
    All(u32),
}

impl Listed {
    fn of(self, run: &Run) -> Vec<&ExecutionStep> {
        match self {
            Self::Items(of) => {
                let is_in = |step: &&ExecutionStep| matches!(step.within, Some(Within::Map { map, .. }) if map == of);
                run.inner_log.iter().filter(is_in).collect()
            }
            Self::All(_) => run.execution_log.iter().collect(),
        }
    }

    /// How it went, in a line: `2 of 3 items done, 1 failed`.
    fn told(self, run: &Run) -> String {
        let steps = self.of(run);
        let failed = steps.iter().filter(|step| step.status == StepStatus::Failed).count();
        let (done, all, what) = match self {
            Self::Items(of) => {
                let over = run.step(of).and_then(|step| step.tool_input.get("over")?.as_array().map(Vec::len));
                let all = over.unwrap_or(steps.len());
                let body = run.planned(of).map_or(1, |step| step.body.len()) as u32;
                // An item is done with the last of its steps.
                let last = |step: &&&ExecutionStep| {
                    step.success && matches!(step.within, Some(Within::Map { step, .. }) if step == body)
                };
                (steps.iter().filter(last).count(), all, "item")
            }
            Self::All(_) => (steps.iter().filter(|step| step.success).count(), steps.len(), "step"),
        };
        let failed = if failed == 0 { String::new() } else { format!(", {failed} failed") };
        let whole = if done == all { counted(all, what) } else { format!("{done} of {}", counted(all, what)) };
        format!("{whole} done{failed}")
    }

    /// The name of the list.
    fn name(self) -> String {
        match self {
            Self::Items(of) => format!("Items of step {of}"),
            Self::All(of) => format!("Steps within step {of}"),
        }
    }
}

/// The line that opens the steps within, and those that are shown.
fn folded(app: App, source: Source, listed: Listed, made: El) -> El {
    let open = RwSignal::new(false);
    let told = Memo::new(move |_| app.runs.of(source, |run| listed.told(run)).unwrap_or_default());
    let some = Memo::new(move |_| app.runs.of(source, |run| !listed.of(run).is_empty()).unwrap_or_default());
    let asks = |step: &ExecutionStep| step.approval.is_some() || step.awaits.is_some();
    // A step that carries out another plan may have a question within.
    let numbers = move || {
        let open = open.get();
        let of = |run: &Run| {
            let within = |step: &ExecutionStep| {
                let inner = |one: &ExecutionStep| {
                    asks(one) && matches!(one.within, Some(Within::Map { map, .. }) if map == step.step_number)
                };
                let id = child_id(&run.run_id, step.step_number);
                let of_child = |run: &Run| run.execution_log.iter().chain(&run.inner_log).any(asks);
                run.inner_log.iter().any(inner)
                    || app.runs.children.with(|children| children.get(&id).is_some_and(of_child))
            };
            let shown = listed
                .of(run)
                .into_iter()
                .filter(|step| open || asks(step) || (!step.status.is_final() && within(step)));
            shown.map(|step| step.step_number).collect::<Vec<_>>()
        };
        app.runs.of(source, of).unwrap_or_default()
    };
    let numbers = Memo::new(move |_| numbers());
    let opener = move || {
        button("log-open inside-open", "", move |_| open.update(|open| *open = !*open))
            .attr_by("aria-expanded", move || Some(open.get().to_string()))
            .child(glyph(Icon::Chevron))
            .child(el("span", "").text_by(move || told.get()))
    };
    let list = move || {
        let list = el("ol", "inside").attr("aria-label", &listed.name()).attr("role", "list");
        let key = move |at: usize| numbers.with(|numbers| numbers.get(at).copied().unwrap_or_default()).to_string();
        long_list(
            list,
            SHORT,
            move || numbers.with(Vec::len),
            key,
            || None,
            None,
            move |_, key| inner_row(app, source, listed, key.parse().unwrap_or_default()),
        )
    };
    made.when(move || some.get(), opener).when(move || numbers.with(|numbers| !numbers.is_empty()), list)
}

/// A step within another: what it does or did, how it stands, what it asks, and what it has within itself.
fn inner_row(app: App, source: Source, listed: Listed, number: u32) -> El {
    let step = Memo::new(move |_| app.runs.of(source, |run| run.step(number).cloned()).flatten());
    let several = untrack(|| {
        let of =
            |run: &Run| matches!(listed, Listed::Items(of) if run.planned(of).is_some_and(|step| step.body.len() > 1));
        app.runs.of(source, of).unwrap_or_default()
    });
    let title = move || {
        step.with(|step| {
            let step = step.as_ref()?;
            let number = match step.within {
                Some(Within::Map { item, step, .. }) if several => format!("{}.{step}", item + 1),
                Some(Within::Map { item, .. }) => (item + 1).to_string(),
                _ => number.to_string(),
            };
            Some(titled(app, source, step, &number))
        })
    };
    let stands = move || step.with(|step| step.as_ref().map(|step| state(app, source, step)));
    let line = el("div", "inside-line").slot(title).slot(stands);
    let made = el("li", "inside-row")
        .child(line)
        .slot(move || step.with(|step| step.as_ref().and_then(fault)))
        .slot(move || step.with(|step| step.as_ref().and_then(|step| aside(app, source, step))));
    let made = asking(app, source, step, made);
    inside(app, source, step, made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn run(over: usize, statuses: &[StepStatus]) -> Run {
        use dunlin::{Dunlin, Options, RunOptions};
        let dunlin = Dunlin::open(dunlin_base::testing::World::new(1).env(), Options::default());
        let items: Vec<usize> = (0..over).collect();
        let plan = json!({"schemaVersion": 2, "goal": "", "steps": [{"stepNumber": 1, "kind": "map", "toolInput": {"over": items},
            "body": [{"stepNumber": 1, "toolName": "calculator", "toolInput": {"expression": "1"}}]}]});
        let plan = dunlin::read_plan(&plan.to_string()).unwrap();
        let mut run = dunlin.run_plan(plan, RunOptions::default()).unwrap().record();
        let own = run.execution_log[0].clone();
        run.inner_log = (2..)
            .zip(statuses)
            .map(|(step_number, status)| ExecutionStep {
                step_number,
                status: *status,
                success: *status == StepStatus::Succeeded,
                within: Some(Within::Map { map: 1, item: step_number - 2, step: 1 }),
                ..own.clone()
            })
            .collect();
        run
    }

    #[test]
    fn how_the_items_of_a_map_went_is_told_in_a_line() {
        use StepStatus::{Failed, Running, Succeeded};
        for (over, statuses, told) in [
            (3, &[Succeeded, Running][..], "1 of 3 items done"),
            (3, &[Succeeded, Succeeded, Failed], "2 of 3 items done, 1 failed"),
            (2, &[Succeeded, Succeeded], "2 items done"),
            (1, &[Running], "0 of 1 item done"),
        ] {
            let run = run(over, statuses);
            assert_eq!(Listed::Items(1).told(&run), told);
            assert_eq!(run.planned(3).map(|step| step.tool_name.as_str()), Some("calculator").filter(|_| over > 1));
        }
    }
}
