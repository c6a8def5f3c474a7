//! The plan as a picture: one stop of the keyboard, whose arrows go along the edges; it can be drawn nearer and moved.

use std::fmt::Write as _;

use dunlin::{PlanStep, StepStatus};
use leptos::prelude::*;
use web_sys::{Element, Event, PointerEvent, WheelEvent};

use super::{
    layout::{Cell, Edge, Layout, Way},
    words::{brief, short_name, steps_before},
};
use crate::{
    run::step_word,
    state::{App, ZOOMS},
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

/// Whether a drawing makes a plan of so many steps clearer.
pub(crate) fn is_drawn(steps: usize) -> bool {
    (2..=MOST_STEPS).contains(&steps)
}

/// The drawing of the plan that is shown. What is the same in the next plan stays: mostly everything but one step.
pub(crate) fn graph(app: App, live: bool) -> El {
    let shown = app.picture.shown;
    let links = Memo::new(move |_| shown.with(|pictured| (pictured.steps().len(), edges(pictured.steps()))));
    let layout = Memo::new(move |_| links.with(|(count, edges)| Layout::of((*count).min(MOST_STEPS), edges)));
    let number =
        move |index: usize| shown.with(|pictured| pictured.steps().get(index).map_or(0, |one| one.step_number));
    let lines = move || {
        let line = |edge: &Edge| format!("{} {} {}", number(edge.from), number(edge.to), curve(edge));
        layout.with(|layout| layout.edges.iter().map(line).collect())
    };
    let line = move |key: &str| {
        let mut parts = key.splitn(3, ' ');
        let mut step = || parts.next().and_then(|number| number.parse::<u32>().ok()).unwrap_or_default();
        let (from, to) = (step(), step());
        let line = svg("path", "edge").attr("d", parts.next().unwrap_or_default());
        if live { line.class_by("edge-active", move || app.runs.is_between(from, to)) } else { line }
    };
    let nodes = move || {
        shown.with(|pictured| {
            layout
                .with(|layout| pictured.steps().iter().zip(&layout.cells).map(|(one, cell)| key(one, *cell)).collect())
        })
    };
    let width = move || layout.with(size).0;
    let height = move || layout.with(size).1;
    // Its own size until somebody has chosen another; the style sheet keeps it inside.
    let scaled = move |length: usize| match app.scale() {
        0 => length,
        percent => length * percent as usize / 100,
    };
    let picture = svg("svg", "")
        .attr("role", "none")
        .attr_by("viewBox", move || Some(format!("0 0 {} {}", width(), height())))
        .attr_by("width", move || Some(scaled(width()).to_string()))
        .attr_by("height", move || Some(scaled(height()).to_string()))
        .each(lines, line)
        .each(nodes, move |key| node(app, live, key));
    let view = el("div", "plan-view")
        .attr("tabindex", "0")
        .attr("role", "listbox")
        .attr("aria-label", "Plan graph")
        .attr("aria-orientation", "horizontal")
        .class_by("plan-scaled", move || app.scale() > 0)
        .attr_by("aria-activedescendant", move || app.step_pointed(live).map(node_id))
        .child(picture.clone());
    let seen = move |picture: &El| {
        (picture.element().get_bounding_client_rect().width() * 100.0) as usize / untrack(width).max(1)
    };
    let (there, pictured) = (view.clone(), picture.clone());
    // How it fits is known to the browser alone.
    let zoom = move |more: bool| match untrack(|| app.scale()) {
        0 => zoom(app, seen(&pictured) as u32, more),
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
            let numbers: Vec<u32> =
                shown.with_untracked(|pictured| pictured.steps().iter().map(|one| one.step_number).collect());
            let here = untrack(|| app.step_pointed(live))
                .and_then(|pointed| numbers.iter().position(|number| *number == pointed));
            let to = |index: usize| numbers.get(index).copied().inspect(|number| app.point_at(live, *number));
            let along = |way| to(here.map_or(0, |here| layout.with_untracked(|layout| layout.beside(here, way))));
            let taken = match key_of(&event).key().as_str() {
                "ArrowRight" => along(Way::Forward),
                "ArrowLeft" => along(Way::Back),
                "ArrowUp" => along(Way::Up),
                "ArrowDown" => along(Way::Down),
                "Home" => to(0),
                "End" => to(numbers.len().saturating_sub(1)),
                "+" | "=" => return zoom(true),
                "-" => return zoom(false),
                "0" => return app.set_scale(0),
                _ => None,
            };
            if let Some(number) = taken {
                event.prevent_default();
                reveal(number);
            }
        });
    let tools = tools
        .child(tool(Icon::Minus, "Zoom out", Box::new(move || farther(false))))
        .child(tool(Icon::Plus, "Zoom in", Box::new(move || nearer(true))))
        .child(tool(Icon::Fit, "Fit", Box::new(move || app.set_scale(0))));
    el("div", "plan-graph").child(view).child(tools)
}

/// Draws it a quarter nearer or farther than it is shown.
fn zoom(app: App, shown: u32, more: bool) {
    let percent = if more { shown.max(4) * 5 / 4 } else { shown * 4 / 5 };
    app.set_scale(percent.clamp(*ZOOMS.start(), *ZOOMS.end()));
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
fn edges(steps: &[PlanStep]) -> Vec<(usize, usize)> {
    let index = |number: u32| steps.iter().position(|step| step.step_number == number);
    let of_step = |(to, step): (usize, &PlanStep)| {
        step.depends_on.iter().filter_map(|&from| Some((index(from)?, to))).collect::<Vec<_>>()
    };
    steps.iter().enumerate().flat_map(of_step).collect()
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

/// All that the picture of a step shows: number, place, name, what else, and what it comes after, a line each.
fn key(step: &PlanStep, cell: Cell) -> String {
    let (x, y) = corner(cell);
    let sub = shortened(&brief(&step.tool_input).replace('\n', " "), 20);
    let before = steps_before(&step.depends_on).unwrap_or_default();
    format!("{}\n{x} {y}\n{}\n{sub}\n{before}", step.step_number, short_name(step).replace('\n', " "))
}

fn node(app: App, live: bool, key: &str) -> El {
    let mut parts = key.split('\n').map(str::to_owned);
    let mut part = || parts.next().unwrap_or_default();
    let number: u32 = part().parse().unwrap_or_default();
    let (place, name, sub, before) = (part(), part(), part(), part());
    let state = move || app.runs.state_of(number).filter(|_| live);
    let class = move || {
        let selected = if app.step_pointed(live) == Some(number) { " node-selected" } else { "" };
        Some(format!("node node-{}{selected}", state().map_or("draft", StepStatus::name)))
    };
    // Its name is what is written in it; what the drawing tells besides, by lines and colours, is said after.
    let told = move || {
        let parts = [before.as_str(), state().map_or("", step_word)];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Some(parts.join(", ")).filter(|told| !told.is_empty())
    };
    let words = |class: &str, y: &str, words: &str| svg("text", class).attr("x", "12").attr("y", y).text(words);
    let selected = move || Some((app.step_pointed(live) == Some(number)).to_string());
    svg("g", "")
        .attr_by("class", class)
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
}
