//! The plan as a picture: one stop of the keyboard, whose arrows go along the edges; it can be drawn nearer and moved.

use std::{fmt::Write as _, rc::Rc};

use dunlin::{Plan, PlanStep, StepStatus};
use leptos::prelude::*;
use web_sys::{Element, Event, PointerEvent, WheelEvent};

use super::{
    layout::{Cell, Edge, Layout, Way},
    words::{brief, short_name, steps_before},
};
use crate::{
    run::step_word,
    state::App,
    ui::{El, Icon, el, format::shortened, icon_button, key_of, svg},
};

const WIDTH: usize = 148;
const HEIGHT: usize = 44;
const GAP_X: usize = 36;
const GAP_Y: usize = 10;
/// Room for the outline of a selected step.
const MARGIN: usize = 2;
/// Above this a picture helps nobody; the outline still does.
const MOST_STEPS: usize = 120;
/// How near and how far, in percent of its own size.
const SCALES: (u32, u32) = (25, 300);

/// The drawing of a plan, if it is one that a drawing makes clearer.
pub(crate) fn graph(app: App, plan: &Plan, live: bool) -> Option<El> {
    if !(2..=MOST_STEPS).contains(&plan.steps.len()) {
        return None;
    }
    let layout = Layout::of(plan.steps.len(), &edges(plan));
    let number = |index: usize| plan.steps.get(index).map_or(0, |step| step.step_number);
    let lines = layout.edges.iter().map(|edge| {
        let (from, to) = (number(edge.from), number(edge.to));
        let line = svg("path", "edge").attr("d", &curve(edge));
        if live { line.class_by("edge-active", move || app.runs.is_between(from, to)) } else { line }
    });
    let nodes = plan.steps.iter().zip(&layout.cells).map(|(step, cell)| node(app, live, step, *cell));
    let (width, height) = size(&layout);
    // Its own size until somebody has chosen another; the style sheet keeps it inside.
    let scaled = move |length: usize| match app.scale.get() {
        0 => length,
        percent => length * percent as usize / 100,
    };
    let picture = svg("svg", "")
        .attr("role", "none")
        .attr("viewBox", &format!("0 0 {width} {height}"))
        .attr_by("width", move || Some(scaled(width).to_string()))
        .attr_by("height", move || Some(scaled(height).to_string()))
        .children(lines)
        .children(nodes);
    let view = el("div", "plan-view")
        .attr("tabindex", "0")
        .attr("role", "listbox")
        .attr("aria-label", "Plan graph")
        .attr("aria-orientation", "horizontal")
        .class_by("plan-scaled", move || app.scale.get() > 0)
        .attr_by("aria-activedescendant", move || app.step_pointed(live).map(node_id))
        .child(picture.clone());
    let shown = move |picture: &El| (picture.element().get_bounding_client_rect().width() * 100.0) as usize / width;
    let steps: Rc<[PlanStep]> = plan.steps.clone().into();
    let (there, pictured) = (view.clone(), picture.clone());
    // How it fits is known to the browser alone.
    let zoom = move |more: bool| match app.scale.get_untracked() {
        0 => zoom(app, shown(&pictured) as u32, more),
        percent => zoom(app, percent, more),
    };
    let tools = el("div", "plan-tools");
    let tool = |icon: Icon, name: &str, act: Box<dyn Fn()>| icon_button(icon, move |_| act()).attr("aria-label", name);
    let (nearer, farther) = (zoom.clone(), zoom.clone());
    let view = movable(view)
        .on("wheel", {
            let zoom = zoom.clone();
            move |event| wheel(&event, &there, &zoom)
        })
        .on("keydown", move |event| {
            let here = untrack(|| app.step_pointed(live))
                .and_then(|number| steps.iter().position(|one| one.step_number == number));
            let to = |index: usize| steps.get(index).inspect(|step| app.point_at(live, step));
            let taken = match key_of(&event).key().as_str() {
                "ArrowRight" => to(here.map_or(0, |here| layout.beside(here, Way::Forward))),
                "ArrowLeft" => to(here.map_or(0, |here| layout.beside(here, Way::Back))),
                "ArrowUp" => to(here.map_or(0, |here| layout.beside(here, Way::Up))),
                "ArrowDown" => to(here.map_or(0, |here| layout.beside(here, Way::Down))),
                "Home" => to(0),
                "End" => to(steps.len() - 1),
                "+" | "=" => return zoom(true),
                "-" => return zoom(false),
                "0" => return app.scale.set(0),
                _ => None,
            };
            if let Some(step) = taken {
                event.prevent_default();
                reveal(step.step_number);
            }
        });
    let tools = tools
        .child(tool(Icon::Minus, "Zoom out", Box::new(move || farther(false))))
        .child(tool(Icon::Plus, "Zoom in", Box::new(move || nearer(true))))
        .child(tool(Icon::Fit, "Fit", Box::new(move || app.scale.set(0))));
    Some(el("div", "plan-graph").child(view).child(tools))
}

/// Draws it a quarter nearer or farther than it is shown.
fn zoom(app: App, shown: u32, more: bool) {
    let percent = if more { shown.max(4) * 5 / 4 } else { shown * 4 / 5 };
    app.scale.set(percent.clamp(SCALES.0, SCALES.1));
}

/// Control and the wheel draw it nearer around the pointer; the wheel alone scrolls the page, as everywhere.
fn wheel(event: &Event, view: &El, zoom: &dyn Fn(bool)) {
    let wheel: &WheelEvent = wasm_bindgen::JsCast::unchecked_ref(event);
    if !wheel.ctrl_key() {
        return;
    }
    event.prevent_default();
    let view = view.element().clone();
    let bounds = view.get_bounding_client_rect();
    let at = (wheel.client_x() - bounds.left() as i32, wheel.client_y() - bounds.top() as i32);
    let before = (view.scroll_width().max(1), view.scroll_height().max(1));
    zoom(wheel.delta_y() < 0.0);
    request_animation_frame(move || {
        let kept = |scrolled: i32, at: i32, before: i32, now: i32| (scrolled + at) * now / before - at;
        view.set_scroll_left(kept(view.scroll_left(), at.0, before.0, view.scroll_width()));
        view.set_scroll_top(kept(view.scroll_top(), at.1, before.1, view.scroll_height()));
    });
}

/// Moved by dragging, as a map is.
fn movable(view: El) -> El {
    let held = StoredValue::new(None::<(i32, i32)>);
    let there = view.element().clone();
    let point = |event: &Event| {
        let pointer: &PointerEvent = wasm_bindgen::JsCast::unchecked_ref(event);
        (pointer.client_x(), pointer.client_y())
    };
    view.on("pointerdown", move |event| held.set_value(Some(point(&event))))
        .on("pointermove", move |event| {
            let pointer: &PointerEvent = wasm_bindgen::JsCast::unchecked_ref(&event);
            let Some(before) = held.get_value().filter(|_| pointer.buttons() == 1) else { return };
            let now = point(&event);
            held.set_value(Some(now));
            there.set_scroll_left(there.scroll_left() + before.0 - now.0);
            there.set_scroll_top(there.scroll_top() + before.1 - now.1);
        })
        .on("pointerup", move |_| held.set_value(None))
}

fn node_id(number: u32) -> String {
    format!("plan-step-{number}")
}

/// Scrolls the picture, and only it, until the step is seen.
fn reveal(number: u32) {
    let Some(node) = document().get_element_by_id(&node_id(number)) else { return };
    let Ok(Some(view)) = node.closest(".plan-view") else { return };
    let (node, frame) = (node.get_bounding_client_rect(), view.get_bounding_client_rect());
    let past = |low: f64, high: f64, from: f64, to: f64| (low - from).min(0.0) + (high - to).max(0.0);
    let scroll = |view: &Element, x: f64, y: f64| {
        view.set_scroll_left(view.scroll_left() + x as i32);
        view.set_scroll_top(view.scroll_top() + y as i32);
    };
    let x = past(node.left(), node.right(), frame.left(), frame.right());
    scroll(&view, x, past(node.top(), node.bottom(), frame.top(), frame.bottom()));
}

/// Dependencies as pairs of indices.
fn edges(plan: &Plan) -> Vec<(usize, usize)> {
    let index = |number: u32| plan.steps.iter().position(|step| step.step_number == number);
    let of_step = |(to, step): (usize, &PlanStep)| {
        step.depends_on.iter().filter_map(|&from| Some((index(from)?, to))).collect::<Vec<_>>()
    };
    plan.steps.iter().enumerate().flat_map(of_step).collect()
}

fn size(layout: &Layout) -> (usize, usize) {
    let along = |count: usize, one: usize, gap: usize| (count * (one + gap) + 2 * MARGIN).saturating_sub(gap);
    (along(layout.columns, WIDTH, GAP_X), along(layout.rows, HEIGHT, GAP_Y))
}

/// The upper left corner of a cell.
fn corner(cell: Cell) -> (usize, usize) {
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

fn node(app: App, live: bool, step: &PlanStep, cell: Cell) -> El {
    let number = step.step_number;
    let (name, sub) = (short_name(step), brief(&step.tool_input));
    let (x, y) = corner(cell);
    let state = move || app.runs.state_of(number).filter(|_| live);
    let class = move || {
        let selected = if app.step_pointed(live) == Some(number) { " node-selected" } else { "" };
        Some(format!("node node-{}{selected}", state().map_or("draft", StepStatus::name)))
    };
    // Its name is what is written in it; what the drawing tells besides, by lines and colours, is said after.
    let before = steps_before(&step.depends_on);
    let told = move || {
        let parts = [before.clone(), state().map(|state| step_word(state).to_owned())];
        Some(parts.into_iter().flatten().collect::<Vec<_>>().join(", ")).filter(|told| !told.is_empty())
    };
    let words = |class: &str, y: &str, words: &str| svg("text", class).attr("x", "12").attr("y", y).text(words);
    let (this, selected) = (step.clone(), move || Some((app.step_pointed(live) == Some(number)).to_string()));
    svg("g", "")
        .attr_by("class", class)
        .attr("id", &node_id(number))
        .attr("role", "option")
        .attr_by("aria-selected", selected)
        .attr_by("aria-description", told)
        .attr("transform", &format!("translate({x} {y})"))
        .on("click", move |_| app.point_at(live, &this))
        .child(svg("rect", "").attr("width", &WIDTH.to_string()).attr("height", &HEIGHT.to_string()).attr("rx", "8"))
        .child(words("", if sub.is_empty() { "27" } else { "19" }, &format!("{number} {name}")))
        .text(" ")
        .child(words("node-sub", "35", &shortened(&sub, 20)))
}
