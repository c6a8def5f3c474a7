//! The plan in words: the list named "Steps".

use dunlin::{PlanStep, RunWhen, Touch};
use leptos::prelude::*;

use crate::model::steps_before;
use crate::model::{Phrase, said};
use crate::{
    model::format::{counted, grouped, sentence, shortened},
    model::{App, Reading},
    view::run::state_word,
    view::ui::{El, Icon, button, el, glyph, long_list},
};

/// More steps than this scroll in themselves: nobody reads past a hundred of them to reach what is below.
const SHORT: usize = 12;

/// Every step, as people say it; why, and the words it came from, where it is opened. The steps of a run can be selected.
pub(crate) fn outline(app: App, live: bool) -> El {
    let shown = app.picture.shown;
    let count = move || shown.with(|pictured| pictured.steps().len());
    // What comes after what is said where it is not simply one after the other.
    let branched = Memo::new(move |_| shown.with(|pictured| branches(pictured.steps())));
    // What is not sure is said where it is, and only before it runs.
    let doubts = Memo::new(move |_| {
        shown.with(|pictured| pictured.plan().filter(|_| !live).map(|plan| app.doubts(plan)).unwrap_or_default())
    });
    let doubt = move |step: u32| {
        doubts.with(|doubts| doubts.iter().find(|one| one.0 == step).map(|one| one.1.clone())).unwrap_or_default()
    };
    // A step that is the same keeps its row.
    let key = move |at: usize| {
        let branched = branched.get();
        // What it touches has a line of its own, which is there or is not.
        let touches = |step: u32| {
            !live
                && app
                    .goal
                    .reading
                    .with(|reading| reading.explanation.touches.iter().any(|one| one.step_number == step))
        };
        let key = |step: &PlanStep| {
            format!("{} {}", touches(step.step_number), key(step, branched, &doubt(step.step_number)))
        };
        shown.with(|pictured| pictured.steps().get(at).map(key).unwrap_or_default())
    };
    let pointed = move || {
        let number = app.step_pointed(live)?;
        shown.with(|pictured| pictured.steps().iter().position(|one| one.step_number == number))
    };
    let list = el("ol", "steps").attr("aria-label", "Steps").attr("role", "list");
    long_list(list, SHORT, count, key, pointed, None, move |at, _| {
        shown.with_untracked(|pictured| {
            let (Some(plan), Some(one)) = (pictured.plan(), pictured.steps().get(at)) else { return el("li", "") };
            let words = one.source.bytes(&plan.goal).of(&plan.goal);
            let doubt = untrack(|| doubt(one.step_number));
            step(app, one, words, branched.get_untracked(), live).children((!doubt.is_empty()).then(|| doubted(&doubt)))
        })
    })
}

/// Whether the steps are more than one after the other.
pub(super) fn branches(steps: &[PlanStep]) -> bool {
    steps.iter().enumerate().any(|(at, step)| match step.depends_on.as_slice() {
        [] => at > 0,
        [before] => at == 0 || steps.get(at - 1).is_some_and(|last| last.step_number != *before),
        _ => true,
    })
}

/// Differs when what a row shows does.
fn key(step: &PlanStep, branched: bool, doubt: &str) -> String {
    format!("{branched} {doubt} {}", serde_json::to_string(step).unwrap_or_default())
}

fn step(app: App, step: &PlanStep, words: &str, branched: bool, live: bool) -> El {
    let (number, source) = (step.step_number, step.source);
    let said = said(app, step, &step.tool_input);
    let open = RwSignal::new(false);
    let (reason, words) = (step.reasoning.clone(), words.to_owned());
    let name = format!("Why step {number}");
    let opener = button("button button-bare button-icon step-open", "", move |event| {
        // Opening is not selecting.
        event.stop_propagation();
        open.update(|open| *open = !*open);
    })
    .attr("aria-label", &name)
    .attr_by("aria-expanded", move || Some(open.get().to_string()))
    .child(glyph(Icon::Chevron));
    let before =
        steps_before(&step.depends_on, step.run_when).filter(|_| branched || step.run_when != RunWhen::AllSucceeded);
    let aside = el("div", "step-aside").children(before.map(|before| el("span", "step-after").text(&before)));
    let words_of = said_in(el("div", "step-what").attr("dir", "auto"), &said);
    let answered = (!live).then(|| answer(step)).flatten();
    let words_of = match answered {
        Some(answer) => words_of.text(" = ").child(el("b", "step-answer").text(&answer)),
        None => words_of,
    };
    let what = el("div", "").child(words_of).children((!live).then(|| touched(app, number)).flatten());
    let within = within(app, step);
    let row = el("li", "step")
        .attr_by("aria-current", move || (app.step_pointed(live) == Some(number)).then(|| "step".to_owned()))
        .child(el("span", "step-number").text(&number.to_string()))
        .child(what.children(within).when(move || open.get(), move || why(&reason, &words)));
    let row = if live {
        // Told only when it is another: a run of a thousand steps tells of one at a time.
        let state = Memo::new(move |_| app.runs.state_of(number));
        row.child(aside.slot(move || state.get().map(state_word))).on("click", move |_| app.select_step(Some(number)))
    } else {
        row.child(aside)
            .on("mouseenter", move |_| app.goal.pointed.set(Some(source)))
            .on("mouseleave", move |_| app.goal.pointed.set(None))
    };
    row.child(opener)
}

/// The todos that a step would change as things stand, in a line of its own that keeps its place while somebody types; none
/// where it changes none that are there. A fault in it is told when typing rests.
fn touched(app: App, number: u32) -> Option<El> {
    let of = move |reading: &Reading| {
        let all = &reading.explanation.touches;
        let touch = all.iter().find(|touch| touch.step_number == number)?;
        match &touch.problem {
            Some(problem) if reading.has_rested() => {
                let several = touch.todos.len() > 1;
                let named = || format!("{} match: {}", counted(touch.todos.len(), "todo"), names(touch));
                // What is told in several lines begins with what matters.
                let line = || sentence(problem.message.lines().next().unwrap_or_default());
                Some((true, if several { named() } else { line() }))
            }
            Some(_) => Some((false, String::new())),
            None => Some((false, touches(touch))),
        }
    };
    untrack(|| app.goal.reading.with(of))?;
    let told = Memo::new(move |_| app.goal.reading.with(of).unwrap_or_default());
    let line = el("p", "step-touches")
        .class_by("step-astray", move || told.with(|told| told.0))
        .attr("dir", "auto")
        .text_by(move || told.with(|told| told.1.clone()));
    Some(line.attr_by("title", move || Some(told.with(|told| told.1.clone())).filter(|words| !words.is_empty())))
}

/// `Touches “buy milk”`, `Touches 12 todos: buy milk, call Ann, …`.
fn touches(touch: &Touch) -> String {
    match touch.count {
        0 => "Touches no todo as things stand".to_owned(),
        1 => format!("Touches “{}”", names(touch)),
        count => format!("Touches {}: {}", counted(count, "todo"), names(touch)),
    }
}

fn names(touch: &Touch) -> String {
    let names: Vec<String> = touch.todos.iter().take(MOST_TOUCHED).map(|todo| shortened(&todo.text, 40)).collect();
    let more = if touch.count.max(touch.todos.len()) > names.len() { ", …" } else { "" };
    names.join(", ") + more
}

/// So many are named.
const MOST_TOUCHED: usize = 4;

/// The steps that a step does within itself, where there are several.
fn within(app: App, step: &PlanStep) -> Option<El> {
    let child = step.plan.iter().flat_map(|plan| &plan.steps);
    let all: Vec<&PlanStep> = step.body.iter().filter(|_| step.body.len() > 1).chain(child).collect();
    let row = |one: &&PlanStep| said_in(el("li", "").attr("dir", "auto"), &said(app, one, &one.tool_input));
    let name = format!("Steps within step {}", step.step_number);
    (!all.is_empty())
        .then(|| el("ol", "step-within").attr("aria-label", &name).children(all.iter().take(SHORT).map(row)))
}

/// What is not sure of a step: how it was read.
fn doubted(how: &str) -> El {
    let how = how.strip_prefix("The goal asks to ").unwrap_or(how);
    let words = "Check this before it runs, it may be meant otherwise. It was read as: ";
    el("p", "step-doubt").text(words).child(el("span", "").attr("dir", "auto").text(how)).text(".")
}

/// What a sum comes to, which is known before anything runs; none where it waits for what another step gives.
fn answer(step: &PlanStep) -> Option<String> {
    let sum = step.tool_input.get("expression").filter(|_| step.tool_name == "calculator")?.as_str()?;
    Some(grouped(&dunlin::evaluate(sum).ok()?.display))
}

/// A phrase with what it is about set off.
pub(crate) fn said_in(made: El, said: &Phrase) -> El {
    let made = made.text(&said.verb);
    let made =
        if said.object.is_empty() { made } else { made.text(" ").child(el("b", "step-object").text(&said.object)) };
    match (said.rest.is_empty(), said.object.is_empty()) {
        (true, _) => made,
        (false, true) => made.text(&format!(" {}", said.rest)),
        (false, false) => made.text(&format!(", {}", said.rest)),
    }
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
