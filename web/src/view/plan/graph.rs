//! The plan as a picture: its steps and the lines between them, with how they stand.

use std::fmt::Write as _;

use dunlin::{PlanStep, StepStatus};
use leptos::prelude::*;

use super::{
    frame::{Frame, Framed},
    map::{PlanMap, is_aside, is_wanted},
    sight::{Look, Sight, is_large},
};
use crate::{
    model::{
        App, Phrase,
        format::shortened,
        goes_by,
        layout::{Cell, Edge, Layout},
        said, steps_before, use_app,
    },
    view::run::{step_icon, step_word},
    view::ui::in_its_turn,
};

pub(super) const WIDTH: usize = 148;
pub(super) const HEIGHT: usize = 44;
pub(super) const GAP_X: usize = 36;
pub(super) const GAP_Y: usize = 10;
/// Room for the outline of a selected step.
const MARGIN: usize = 2;

/// The drawing of the plan that is shown. What is the same in the next plan stays: mostly everything but one step.
#[component]
pub(crate) fn PlanGraph(live: bool) -> impl IntoView {
    let app = use_app();
    let shown = app.picture.shown;
    let links = Memo::new(move |_| shown.with(|pictured| (pictured.steps().len(), edges(pictured.steps()))));
    let layout = Memo::new(move |_| links.with(|(count, edges)| Layout::of(*count, edges)));
    let number =
        move |index: usize| shown.with(|pictured| pictured.steps().get(index).map_or(0, |one| one.step_number));
    // Of a large picture only what is near is drawn, and what is pointed at.
    let sight = RwSignal::new(Sight::FIRST);
    let large = Memo::new(move |_| layout.with(is_large));
    let begun = in_its_turn(large.get_untracked());
    let lines = move || {
        let line = |edge: &Edge| Line { from: number(edge.from), to: number(edge.to), path: curve(edge) };
        let seen = |edge: &&Edge| !large.get() || begun.get() && sight.get().meets(edge);
        layout.with(|layout| layout.edges.iter().filter(seen).map(line).collect::<Vec<_>>())
    };
    let nodes = move || {
        let node = |steps: &[PlanStep], (one, cell): (&PlanStep, &Cell)| {
            if !large.get() {
                return Some(Node::of(app, live, steps, one, *cell, None));
            }
            let near = begun.get() && sight.get().holds(*cell) || app.step_pointed(live) == Some(one.step_number);
            near.then(|| Node::of(app, live, steps, one, *cell, Some(links.with(|(count, _)| *count))))
        };
        shown.with(|pictured| {
            let steps = pictured.steps();
            let nodes =
                |layout: &Layout| steps.iter().zip(&layout.cells).filter_map(|of| node(steps, of)).collect::<Vec<_>>();
            layout.with(nodes)
        })
    };
    let frame = Frame::new(app, live, layout);
    let look = Look::through(frame, sight);
    let moved = RwSignal::new(0_u32);
    let on_moved = move |()| {
        moved.update(|moved| *moved = moved.wrapping_add(1));
        if large.get_untracked() {
            look.look();
        }
    };
    Effect::new(move || {
        if large.get() {
            app.scale();
            look.look();
        }
    });
    let empty = Memo::new(move |_| layout.with(|layout| layout.cells.is_empty()));
    let mapped = Memo::new(move |_| layout.with(is_wanted));
    view! {
        <div class="plan-graph" class:plan-aside=move || mapped.get() && layout.with(is_aside)>
            <Framed frame moved=on_moved>
                <For each=lines key=Line::clone children=move |line| view! { <GraphLine line live /> } />
                <For each=nodes key=Node::clone children=move |node| view! { <GraphNode node live /> } />
            </Framed>
            <Show when=move || empty.get()>
                <p class="panel-note plan-none">
                    "This plan has too many lines between its steps for a picture. All of its steps are in the list below."
                </p>
            </Show>
            <Show when=move || mapped.get() && begun.get()>
                <PlanMap live layout frame moved=moved.into() />
            </Show>
        </div>
    }
}

/// A line from one step to another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Line {
    from: u32,
    to: u32,
    path: String,
}

/// All that the picture of a step shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node {
    number: u32,
    corner: (usize, usize),
    name: String,
    /// What else there is to say of it.
    sub: String,
    /// What it comes after, in words.
    before: String,
    /// Of how many it is one, where not all are drawn.
    of: Option<usize>,
}

impl Node {
    fn of(app: App, live: bool, steps: &[PlanStep], step: &PlanStep, cell: Cell, of: Option<usize>) -> Self {
        let by_hand = if live { None } else { app.goal.edits.of(step) };
        let input = by_hand.as_ref().unwrap_or(&step.tool_input);
        let Phrase { verb, object, rest, .. } = goes_by(steps, step).unwrap_or_else(|| said(app, step, input));
        let sub = if object.is_empty() { rest } else { object };
        Self {
            number: step.step_number,
            corner: corner(cell),
            name: fitted(&format!("{} {verb}", step.step_number), NAME_EM),
            sub: fitted(&sub.replace('\n', " "), SUB_EM),
            before: steps_before(&step.depends_on, step.run_when).unwrap_or_default(),
            of,
        }
    }
}

/// So much of a line fits in a box beside the mark of its state, in the widths of an “m”: of the name, and of what is under it.
const NAME_EM: f32 = 7.8;
const SUB_EM: f32 = 10.0;

/// The words, or as many of them as fit into so many widths of an “m”, and that there are more.
fn fitted(words: &str, room: f32) -> String {
    let mut left = room;
    let width = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | 't' | 'f' | 'r' | ' ' | '.' | ',' | ':' | '\'' | '|' | '(' | ')' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.0,
        letter if letter.is_ascii_uppercase() => 0.75,
        letter if letter.is_ascii() => 0.64,
        // Letters of some scripts are as wide as they are high.
        _ => 1.0,
    };
    let end = words.char_indices().find_map(|(at, letter)| {
        left -= width(letter);
        (left < 0.0).then_some(at)
    });
    match end.and_then(|end| words.get(..end)) {
        // Room for the sign itself.
        Some(part) => shortened(part, part.chars().count().saturating_sub(2)),
        None => words.to_owned(),
    }
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

#[component]
fn GraphLine(line: Line, live: bool) -> impl IntoView {
    let app = use_app();
    let Line { from, to, path } = line;
    view! { <path class="edge" class:edge-active=move || live && app.runs.is_between(from, to) d=path /> }
}

#[component]
fn GraphNode(node: Node, live: bool) -> impl IntoView {
    let app = use_app();
    let Node { number, corner, name, sub, before, of } = node;
    let state = Memo::new(move |_| app.runs.state_of(number).filter(|_| live));
    let selected = Memo::new(move |_| app.step_pointed(live) == Some(number));
    let class = move || {
        let selected = if selected.get() { " node-selected" } else { "" };
        format!("node node-{}{selected}", state.get().map_or("draft", StepStatus::name))
    };
    // Its name is what is written in it; what the drawing tells besides, by lines and colours, is said after.
    let told = move || {
        let parts = [before.as_str(), state.get().map_or("", step_word)];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Some(parts.join(", ")).filter(|told| !told.is_empty())
    };
    view! {
        <g
            class=class
            id=node_id(number)
            role="option"
            aria-posinset=of.map(|_| number)
            aria-setsize=of
            aria-selected=move || selected.get().to_string()
            aria-description=told
            transform=format!("translate({} {})", corner.0, corner.1)
            on:click=move |_| app.point_at(live, number)
        >
            <rect width=WIDTH height=HEIGHT rx="8"></rect>
            <text x="12" y=if sub.is_empty() { "27" } else { "19" }>
                {name}
            </text>
            " "
            <text class="node-sub" x="12" y="35">{sub}</text>
            <path class="node-mark" d=move || state.get().map(|state| step_icon(state).path()) />
        </g>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn words_are_cut_where_a_box_ends() {
        for (words, cut) in [
            ("due today", "due today"),
            ("1 Calculate", "1 Calculate"),
            ("a very long text of a todo", "a very long text…"),
            ("WWWWWWWWWWWW", "WWWWWWWW…"),
            ("", ""),
        ] {
            assert_eq!(fitted(words, SUB_EM), cut);
        }
    }
}
