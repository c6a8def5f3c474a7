//! The plan in words: the list named "Steps".

use dunlin::PlanStep;
use leptos::prelude::*;

use super::words::{input_view, short_name, steps_before};
use crate::{
    state::App,
    ui::{El, el, long_list},
};

/// Every step: tool, input, reason, what it waits for, the words it came from. The steps of a run can be selected.
pub(crate) fn outline(app: App, live: bool) -> El {
    let shown = app.picture.shown;
    // A step that is the same keeps its row.
    let keys = move || shown.with(|pictured| pictured.steps().iter().map(key).collect());
    let pointed = move || {
        let number = app.step_pointed(live)?;
        shown.with(|pictured| pictured.steps().iter().position(|one| one.step_number == number))
    };
    let list = el("ol", "steps").attr("aria-label", "Steps").attr("role", "list");
    long_list(list, keys, pointed, move |at, _| {
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
        .children((!step.tool_name.is_empty()).then(|| el("span", "step-after").text(&step.tool_name)))
        .child(input_view(&step.tool_input));
    let row = el("li", "step")
        .class_by("step-pointed", move || app.step_pointed(live) == Some(number))
        .child(el("span", "step-number").text(&number.to_string()))
        .child(el("div", "").child(what).child(why(&step.reasoning, words)))
        .children(steps_before(&step.depends_on).map(|before| el("span", "step-after").text(&before)));
    if live {
        return row;
    }
    row.on("mouseenter", move |_| app.goal.pointed.set(Some(source)))
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
