//! The plan as a picture. The outline below says the same in words, so the picture is not read out.

use dunlin::Plan;
use leptos::prelude::*;

use super::{
    layout::{Cell, Edge, Layout},
    words::{brief, short_name},
};
use crate::{
    state::{App, app},
    ui::format::shortened,
};

const WIDTH: f64 = 148.0;
const HEIGHT: f64 = 44.0;
const GAP_X: f64 = 36.0;
const GAP_Y: f64 = 10.0;
/// Above this a picture helps nobody; the outline still does.
const MOST_STEPS: usize = 120;

/// The drawing of a plan.
#[component]
pub(crate) fn Graph(
    /// The plan.
    plan: StoredValue<Plan>,
    /// Whether its steps have states to show.
    live: bool,
) -> impl IntoView {
    let app = app();
    plan.with_value(|plan| {
        if !(2..=MOST_STEPS).contains(&plan.steps.len()) {
            return None;
        }
        let layout = Layout::of(plan.steps.len(), &edges(plan));
        let number = |index: usize| plan.steps.get(index).map_or(0, |step| step.step_number);
        let lines: Vec<_> = layout
            .edges
            .iter()
            .map(|edge| {
                let (from, to) = (number(edge.from), number(edge.to));
                let active = move || live && app.runs.is_between(from, to);
                view! { <path class="edge" class:edge-active=active d=curve(edge) /> }
            })
            .collect();
        let nodes: Vec<_> = plan
            .steps
            .iter()
            .zip(&layout.cells)
            .map(|(step, cell)| node(app, live, step.step_number, *cell, &short_name(step), &brief(&step.tool_input)))
            .collect();
        let (width, height) = size(&layout);
        Some(view! {
            <div class="plan-graph" aria-hidden="true">
                <svg width=width height=height viewBox=format!("0 0 {width} {height}")>
                    {lines}
                    {nodes}
                </svg>
            </div>
        })
    })
}

/// Dependencies as pairs of indices.
fn edges(plan: &Plan) -> Vec<(usize, usize)> {
    let index = |number: u32| plan.steps.iter().position(|step| step.step_number == number);
    let of_step = |(to, step): (usize, &dunlin::PlanStep)| {
        step.depends_on.iter().filter_map(|&from| Some((index(from)?, to))).collect::<Vec<_>>()
    };
    plan.steps.iter().enumerate().flat_map(of_step).collect()
}

fn size(layout: &Layout) -> (f64, f64) {
    let along = |count: usize, one: f64, gap: f64| (count as f64 * (one + gap) - gap + 4.0).max(0.0);
    (along(layout.columns, WIDTH, GAP_X), along(layout.rows, HEIGHT, GAP_Y))
}

/// The upper left corner of a cell; two units stay free for the outline of a selected step.
fn corner(cell: Cell) -> (f64, f64) {
    (cell.column as f64 * (WIDTH + GAP_X) + 2.0, cell.row as f64 * (HEIGHT + GAP_Y) + 2.0)
}

/// A smooth way from the right side of one step to the left side of another, straight through the cells between.
fn curve(edge: &Edge) -> String {
    use std::fmt::Write as _;
    let mut path = String::new();
    for (at, pair) in edge.cells.windows(2).enumerate() {
        let &[from, to] = pair else { continue };
        let ((x0, y0), (x1, y1)) = (corner(from), corner(to));
        let (x0, y0, y1) = (x0 + WIDTH, y0 + HEIGHT / 2.0, y1 + HEIGHT / 2.0);
        let start = if at == 0 { 'M' } else { 'L' };
        let middle = f64::midpoint(x0, x1);
        // Writing to a text cannot fail.
        let _ = write!(path, "{start}{x0} {y0}C{middle} {y0} {middle} {y1} {x1} {y1}");
    }
    path
}

fn node(app: App, live: bool, number: u32, cell: Cell, name: &str, sub: &str) -> impl IntoView + use<> {
    let (x, y) = corner(cell);
    let class = move || {
        let state = if live { app.runs.state_of(number).unwrap_or("pending") } else { "draft" };
        let selected = live && app.place.with(|place| place.step == Some(number));
        format!("node node-{state}{}", if selected { " node-selected" } else { "" })
    };
    let select = move |_| {
        if live {
            app.select_step(Some(number));
        }
    };
    view! {
        <g class=class on:click=select transform=format!("translate({x} {y})")>
            <rect width=WIDTH height=HEIGHT rx="8" />
            <text x="12" y=if sub.is_empty() { "27" } else { "19" }>
                {format!("{number} {name}")}
            </text>
            <text class="node-sub" x="12" y="35">
                {shortened(sub, 20)}
            </text>
        </g>
    }
}
