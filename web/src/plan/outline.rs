//! The plan in words: the list named "Steps".

use dunlin::PlanStep;
use leptos::prelude::*;

use super::words::{input_view, short_name, steps_before, tool_name};
use crate::{
    run::state_word,
    state::App,
    ui::{El, el, long_list},
};

/// More steps than this scroll in themselves: nobody reads past a hundred of them to reach the log.
const SHORT: usize = 12;

/// Every step: tool, input, reason, what it waits for, the words it came from. The steps of a run can be selected.
pub(crate) fn outline(app: App, live: bool) -> El {
    let shown = app.picture.shown;
    let count = move || shown.with(|pictured| pictured.steps().len());
    // A step that is the same keeps its row.
    let key = move |at: usize| shown.with(|pictured| pictured.steps().get(at).map(key).unwrap_or_default());
    let pointed = move || {
        let number = app.step_pointed(live)?;
        shown.with(|pictured| pictured.steps().iter().position(|one| one.step_number == number))
    };
    let list = el("ol", "steps").attr("aria-label", "Steps").attr("role", "list");
    long_list(list, SHORT, count, key, pointed, None, move |at, _| {
        shown.with_untracked(|pictured| {
            let (Some(plan), Some(one)) = (pictured.plan(), pictured.steps().get(at)) else { return el("li", "") };
            step(app, one, one.source.bytes(&plan.goal).of(&plan.goal), live)
        })
    })
}

/// Differs when what a row shows does.
fn key(step: &PlanStep) -> String {
    serde_json::to_string(step).unwrap_or_default()
}

fn step(app: App, step: &PlanStep, words: &str, live: bool) -> El {
    let (number, source) = (step.step_number, step.source);
    let what = el("div", "step-what")
        .child(el("span", "step-tool").text(&short_name(step)))
        .children(
            (!step.tool_name.is_empty())
                .then(|| el("span", "step-after").attr("title", &step.tool_name).text(&tool_name(&step.tool_name))),
        )
        .child(input_view(&step.tool_input));
    let aside = el("div", "step-aside")
        .children(steps_before(&step.depends_on).map(|before| el("span", "step-after").text(&before)));
    let row = el("li", "step")
        .attr_by("aria-current", move || (app.step_pointed(live) == Some(number)).then(|| "step".to_owned()))
        .child(el("span", "step-number").text(&number.to_string()))
        .child(el("div", "").child(what).child(why(&step.reasoning, words)));
    if live {
        // Told only when it is another: a run of a thousand steps tells of one at a time.
        let state = Memo::new(move |_| app.runs.state_of(number));
        return row
            .child(aside.slot(move || state.get().map(state_word)))
            .on("click", move |_| app.select_step(Some(number)));
    }
    row.child(aside)
        .on("mouseenter", move |_| app.goal.pointed.set(Some(source)))
        .on("mouseleave", move |_| app.goal.pointed.set(None))
}

/// The reason with the words it came from marked in it, or after it when it does not quote them.
fn why(reason: &str, words: &str) -> El {
    let made = el("div", "step-why");
    let mark = el("bdi", "step-source").text(words);
    match reason.split_once(words) {
        _ if words.is_empty() => made.text(reason),
        Some((before, after)) => made.text(before).child(mark).text(after),
        None => made.text(reason).text(" (from “").child(mark).text("”)"),
    }
}
