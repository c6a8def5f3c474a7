//! The plan as a picture: its steps and the lines between them, with how they stand.

use std::fmt::Write as _;

use dunlin::{PlanStep, StepStatus};
use leptos::prelude::*;

use super::{
    frame::Frame,
    map::{is_aside, is_wanted, map},
    sight::{Sight, is_large, look},
};
use crate::model::layout::{Cell, Edge, Layout};
use crate::model::{brief, short_name, steps_before};
use crate::{
    model::App,
    model::format::shortened,
    view::run::{step_icon, step_word},
    view::ui::{El, el, follow, in_its_turn, svg},
};

pub(super) const WIDTH: usize = 148;
pub(super) const HEIGHT: usize = 44;
pub(super) const GAP_X: usize = 36;
pub(super) const GAP_Y: usize = 10;
/// Room for the outline of a selected step.
const MARGIN: usize = 2;

/// The drawing of the plan that is shown. What is the same in the next plan stays: mostly everything but one step.
pub(crate) fn graph(app: App, live: bool) -> El {
    let shown = app.picture.shown;
    let links = Memo::new(move |_| shown.with(|pictured| (pictured.steps().len(), edges(pictured.steps()))));
    let layout = Memo::new(move |_| links.with(|(count, edges)| Layout::of(*count, edges)));
    let number =
        move |index: usize| shown.with(|pictured| pictured.steps().get(index).map_or(0, |one| one.step_number));
    // Of a large picture only what is near is drawn, and what is pointed at.
    let sight = RwSignal::new(Sight::FIRST);
    let large = Memo::new(move |_| layout.with(is_large));
    let begun = in_its_turn(untrack(|| large.get()));
    let lines = move || {
        let line = |edge: &Edge| format!("{} {} {}", number(edge.from), number(edge.to), curve(edge));
        let seen = |edge: &&Edge| !large.get() || begun.get() && sight.get().meets(edge);
        layout.with(|layout| layout.edges.iter().filter(seen).map(line).collect())
    };
    let line = move |key: &str| {
        let mut parts = key.splitn(3, ' ');
        let mut step = || parts.next().and_then(|number| number.parse::<u32>().ok()).unwrap_or_default();
        let (from, to) = (step(), step());
        let line = svg("path", "edge").attr("d", parts.next().unwrap_or_default());
        if live { line.class_by("edge-active", move || app.runs.is_between(from, to)) } else { line }
    };
    let nodes = move || {
        let node = |(one, cell): (&PlanStep, &Cell)| {
            if !large.get() {
                return Some(key(one, *cell, 0));
            }
            let near = begun.get() && sight.get().holds(*cell) || app.step_pointed(live) == Some(one.step_number);
            near.then(|| key(one, *cell, links.with(|(count, _)| *count)))
        };
        shown.with(|pictured| {
            layout.with(|layout| pictured.steps().iter().zip(&layout.cells).filter_map(node).collect())
        })
    };
    let picture = svg("svg", "").attr("role", "none").each(lines, line).each(nodes, move |key| node(app, live, key));
    let frame = Frame::new(app, live, layout, picture);
    let far = frame.clone();
    follow(Box::new(move || {
        if large.get() {
            app.scale();
            look(&far, sight);
        }
    }));
    let too_many = || {
        let words =
            "This plan has too many lines between its steps for a picture. All of its steps are in the list below.";
        el("p", "panel-note plan-none").text(words)
    };
    let none = move || layout.with(|layout| layout.cells.is_empty());
    let wanted = Memo::new(move |_| layout.with(is_wanted));
    let aside = move || wanted.get() && layout.with(is_aside);
    let seen = el("div", "plan-frame").child(frame.view()).child(frame.tools());
    el("div", "plan-graph")
        .class_by("plan-aside", aside)
        .child(seen)
        .when(none, too_many)
        .when(move || wanted.get() && begun.get(), move || map(app, live, layout, &frame))
}

pub(super) fn node_id(number: u32) -> String {
    format!("plan-step-{number}")
}

/// Dependencies as pairs of indices.
fn edges(steps: &[PlanStep]) -> Vec<(usize, usize)> {
    let index = |number: u32| {
        // Steps are numbered in their order, as a rule.
        let usual = (number as usize).wrapping_sub(1);
        let is_it = |step: &PlanStep| step.step_number == number;
        if steps.get(usual).is_some_and(is_it) { Some(usual) } else { steps.iter().position(is_it) }
    };
    let of_step = |(to, step): (usize, &PlanStep)| {
        step.depends_on.iter().filter_map(|&from| Some((index(from)?, to))).collect::<Vec<_>>()
    };
    steps.iter().enumerate().flat_map(of_step).collect()
}

pub(super) fn size(layout: &Layout) -> (usize, usize) {
    let along = |count: usize, one: usize, gap: usize| (count * (one + gap) + 2 * MARGIN).saturating_sub(gap);
    (along(layout.columns, WIDTH, GAP_X), along(layout.rows, HEIGHT, GAP_Y))
}

/// The upper left corner of a cell.
pub(super) fn corner(cell: Cell) -> (usize, usize) {
    (cell.column * (WIDTH + GAP_X) + MARGIN, cell.row * (HEIGHT + GAP_Y) + MARGIN)
}

/// A smooth way from the right side of one step to the left side of another, straight through the cells between.
fn curve(edge: &Edge) -> String {
    let mut path = String::new();
    for (at, pair) in edge.cells.windows(2).enumerate() {
        let &[from, to] = pair else { continue };
        let ((x0, y0), (x1, y1)) = (corner(from), corner(to));
        let (x0, y0, y1) = (x0 + WIDTH, y0 + HEIGHT / 2, y1 + HEIGHT / 2);
        let start = if at == 0 { 'M' } else { 'L' };
        let middle = usize::midpoint(x0, x1);
        // Writing to a text cannot fail.
        let _ = write!(path, "{start}{x0} {y0}C{middle} {y0} {middle} {y1} {x1} {y1}");
    }
    path
}

/// All that the picture of a step shows: number, place, name, what else, what it comes after, and of how many it is one when
/// not all are drawn; a line each.
fn key(step: &PlanStep, cell: Cell, of: usize) -> String {
    let (x, y) = corner(cell);
    let sub = shortened(&brief(&step.tool_input).replace('\n', " "), 20);
    let before = steps_before(&step.depends_on, step.run_when).unwrap_or_default();
    format!("{}\n{x} {y}\n{}\n{sub}\n{before}\n{of}", step.step_number, short_name(step).replace('\n', " "))
}

fn node(app: App, live: bool, key: &str) -> El {
    let mut parts = key.split('\n').map(str::to_owned);
    let mut part = || parts.next().unwrap_or_default();
    let number: u32 = part().parse().unwrap_or_default();
    let (place, name, sub, before, of) = (part(), part(), part(), part(), part());
    let state = Memo::new(move |_| app.runs.state_of(number).filter(|_| live));
    let class = move || {
        let selected = if app.step_pointed(live) == Some(number) { " node-selected" } else { "" };
        Some(format!("node node-{}{selected}", state.get().map_or("draft", StepStatus::name)))
    };
    // Its name is what is written in it; what the drawing tells besides, by lines and colours, is said after.
    let told = move || {
        let parts = [before.as_str(), state.get().map_or("", step_word)];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Some(parts.join(", ")).filter(|told| !told.is_empty())
    };
    let words = |class: &str, y: &str, words: &str| svg("text", class).attr("x", "12").attr("y", y).text(words);
    let selected = move || Some((app.step_pointed(live) == Some(number)).to_string());
    let made = svg("g", "");
    let made = if of == "0" { made } else { made.attr("aria-posinset", &number.to_string()).attr("aria-setsize", &of) };
    let mark = move || state.get().map(|state| step_icon(state).path().to_owned());
    made.attr_by("class", class)
        .attr("id", &node_id(number))
        .attr("role", "option")
        .attr_by("aria-selected", selected)
        .attr_by("aria-description", told)
        .attr("transform", &format!("translate({place})"))
        .on("click", move |_| app.point_at(live, number))
        .child(svg("rect", "").attr("width", &WIDTH.to_string()).attr("height", &HEIGHT.to_string()).attr("rx", "8"))
        .child(words("", if sub.is_empty() { "27" } else { "19" }, &format!("{number} {name}")))
        .text(" ")
        .child(words("node-sub", "35", &sub))
        .child(svg("path", "node-mark").attr_by("d", mark))
}
