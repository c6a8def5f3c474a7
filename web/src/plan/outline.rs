//! The plan in words: the list named "Steps".

use dunlin::{Plan, PlanStep};
use leptos::prelude::*;

use super::words::{input_view, short_name, steps_before};
use crate::{
    state::App,
    ui::{El, el},
};

/// Every step: tool, input, reason, what it waits for, the words it came from. The steps of a run can be selected.
pub(crate) fn outline(app: App, plan: &Plan, live: bool) -> El {
    let words = |one: &PlanStep| one.source.bytes(&plan.goal).of(&plan.goal);
    el("ol", "steps")
        .attr("aria-label", "Steps")
        .attr("role", "list")
        .children(plan.steps.iter().map(|one| step(app, one, words(one), live)))
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
