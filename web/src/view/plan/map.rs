//! A small picture of a large one: where its steps stand, which of them want looking at, and the part that is in view.
//! Pressed or dragged, it moves the view. It is for eyes and pointers alone: the outline says the same in words.

use std::fmt::Write as _;

use dunlin::StepStatus;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, PointerEvent};

use super::{
    frame::Frame,
    graph::{GAP_X, GAP_Y, HEIGHT, WIDTH, size},
};
use crate::model::layout::{Cell, Layout};
use crate::{
    model::App,
    view::ui::{El, follow, listen, on_window, svg},
};

/// Plans of up to so many steps are found one's way in without it.
const FROM: usize = 30;
/// How high it is beside a tall picture, in pixels, how wide at most there, and how high under a wide one.
const TALL: usize = 360;
const ASIDE: usize = 120;
const UNDER: usize = 64;
/// No side of it is thinner.
const THIN: usize = 28;
/// A cell and the gap after it, in pixels of the picture.
const CELL: (usize, usize) = (WIDTH + GAP_X, HEIGHT + GAP_Y);

/// What of a step is worth a colour here: what is being done, what waits for a person, what went wrong.
const TONES: [(&str, &[StepStatus]); 3] = [
    ("map-active", &[StepStatus::Running, StepStatus::Retrying]),
    ("map-asking", &[StepStatus::WaitingApproval]),
    ("map-failed", &[StepStatus::Failed]),
];

/// Whether a picture is so large that a smaller one helps.
pub(super) fn is_wanted(layout: &Layout) -> bool {
    layout.cells.len() > FROM
}

/// Whether it stands beside the picture, and not under it.
pub(super) fn is_aside(layout: &Layout) -> bool {
    let (width, height) = size(layout);
    width < 2 * height
}

/// The small picture of what is seen through a frame. Its unit is a cell.
pub(super) fn map(app: App, live: bool, layout: Memo<Layout>, frame: &Frame) -> El {
    let cells = move |wanted: &dyn Fn(usize) -> bool| layout.with(|layout| path(layout, wanted));
    let tone = move |wanted: &'static [StepStatus]| {
        // Told only when these very steps are others: the plan of a run is told of at every event.
        let steps = Memo::new(move |_| {
            app.runs.shown.with(|run| {
                let log = run.as_ref().filter(|_| live).map(|run| run.execution_log.as_slice()).unwrap_or_default();
                let those = log.iter().enumerate().filter(|(_, step)| wanted.contains(&step.status));
                those.map(|(at, _)| at).collect::<Vec<_>>()
            })
        });
        move || Some(steps.with(|steps| cells(&|at| steps.binary_search(&at).is_ok())))
    };
    let selected = move || app.step_pointed(live).map(|number| cells(&|at| at + 1 == number as usize));
    let shade = svg("rect", "map-view");
    let made = svg("svg", "plan-map")
        .attr("aria-hidden", "true")
        .attr("preserveAspectRatio", "none")
        .attr_by("viewBox", move || layout.with(|layout| Some(format!("0 0 {} {}", layout.columns, layout.rows))))
        .child(svg("path", "").attr_by("d", move || Some(cells(&|_| true))))
        .children(TONES.map(|(class, wanted)| svg("path", class).attr_by("d", tone(wanted))))
        .child(svg("path", "map-selected").attr_by("d", selected))
        .child(shade.clone());
    let style = made.unchecked::<HtmlElement>().style();
    follow(Box::new(move || {
        for (name, length) in layout.with(measures) {
            // Lengths, which no browser refuses.
            drop(style.set_property(name, &length));
        }
    }));
    show_view(app, frame, layout, shade);
    movable(made, frame)
}

/// The cells of those steps, a little smaller than whole, so that each is seen.
fn path(layout: &Layout, wanted: &dyn Fn(usize) -> bool) -> String {
    let mut path = String::new();
    for (_, Cell { column, row }) in layout.cells.iter().enumerate().filter(|(at, _)| wanted(*at)) {
        // Writing to a text cannot fail.
        let _ = write!(path, "M{column} {row}h.8v.8h-.8z");
    }
    path
}

/// How large it is drawn: in the shape of the picture as far as that can be seen.
fn measures(layout: &Layout) -> [(&'static str, String); 2] {
    let (width, height) = size(layout);
    let (width, height) = (width.max(1), height.max(1));
    let (wide, high) = if is_aside(layout) {
        let wide = (TALL * width / height).clamp(THIN, ASIDE);
        (wide, (wide * height / width).min(TALL))
    } else {
        let wide = UNDER * width / height;
        (wide, UNDER.min(2000 * height / width).max(THIN))
    };
    [("width", format!("{wide}px")), ("height", format!("{high}px"))]
}

/// Keeps the part that is in view marked, for as long as the part of the page that is being made lives.
fn show_view(app: App, frame: &Frame, layout: Memo<Layout>, shade: El) {
    let view = frame.view.element().clone();
    let frame = frame.clone();
    let waiting = StoredValue::new(false);
    let look = move || {
        if waiting.try_get_value() != Some(false) {
            return;
        }
        waiting.set_value(true);
        let (frame, shade) = (frame.clone(), shade.clone());
        request_animation_frame(move || {
            // Gone with the picture.
            if waiting.try_set_value(false).is_some() {
                return;
            }
            let (view, seen) = (frame.view.element(), frame.seen().max(0.01));
            let all = layout.with_untracked(|layout| (layout.columns, layout.rows));
            let along = |from: i32, long: i32, cell: usize, all: usize| {
                let own = |length: i32| f64::from(length) / seen / cell as f64;
                (own(from), own(long).min(all as f64 - own(from)))
            };
            let (x, width) = along(view.scroll_left(), view.client_width(), CELL.0, all.0);
            let (y, height) = along(view.scroll_top(), view.client_height(), CELL.1, all.1);
            for (name, value) in [("x", x), ("y", y), ("width", width), ("height", height)] {
                drop(shade.clone().attr(name, &hundredths(value)));
            }
        });
    };
    follow(Box::new({
        let look = look.clone();
        move || {
            app.scale();
            layout.track();
            look();
        }
    }));
    listen(
        view.into(),
        "scroll",
        Box::new({
            let look = look.clone();
            move |_| look()
        }),
    );
    on_window("resize", move |_| look());
}

/// A length with two places.
fn hundredths(value: f64) -> String {
    let all = (value.max(0.0) * 100.0) as u32;
    format!("{}.{:02}", all / 100, all % 100)
}

/// Moves the view to where it is pressed and dragged. Pressed inside the part in view, it takes that part along.
fn movable(map: El, frame: &Frame) -> El {
    let held = StoredValue::new((0.0, 0.0));
    let here = map.element().clone();
    let frame = frame.clone();
    let moved = move |event: &Event, begun: bool| {
        let view = frame.view.element();
        let pointer: &PointerEvent = event.unchecked_ref();
        let bounds = here.get_bounding_client_rect();
        let share = |at: f64, from: f64, long: f64| (at - from) / long.max(1.0);
        let pressed = (
            share(f64::from(pointer.client_x()), bounds.left(), bounds.width()) * f64::from(view.scroll_width()),
            share(f64::from(pointer.client_y()), bounds.top(), bounds.height()) * f64::from(view.scroll_height()),
        );
        let half = (f64::from(view.client_width()) / 2.0, f64::from(view.client_height()) / 2.0);
        if begun {
            event.prevent_default();
            drop(here.set_pointer_capture(pointer.pointer_id()));
            let off =
                (pressed.0 - half.0 - f64::from(view.scroll_left()), pressed.1 - half.1 - f64::from(view.scroll_top()));
            let inside = off.0.abs() <= half.0 && off.1.abs() <= half.1;
            held.set_value(if inside { off } else { (0.0, 0.0) });
        }
        let off = held.get_value();
        scroll(view, pressed.0 - half.0 - off.0, pressed.1 - half.1 - off.1);
    };
    let dragged = moved.clone();
    map.on("pointerdown", move |event| moved(&event, true)).on("pointermove", move |event| {
        let pointer: &PointerEvent = event.unchecked_ref();
        if pointer.buttons() == 1 {
            dragged(&event, false);
        }
    })
}

fn scroll(view: &Element, left: f64, top: f64) {
    view.set_scroll_left(left as i32);
    view.set_scroll_top(top as i32);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(count: usize, before: impl Fn(usize) -> Option<usize>) -> Layout {
        let edges: Vec<(usize, usize)> = (0..count).filter_map(|at| Some((before(at)?, at))).collect();
        Layout::of(count, &edges)
    }

    fn length((_, length): &(&str, String)) -> usize {
        length.trim_end_matches("px").parse().unwrap()
    }

    #[test]
    fn it_stands_where_there_is_room_and_is_never_too_thin() {
        let chain = laid_out(200, |at| at.checked_sub(1));
        let tower = laid_out(200, |at| (at % 2 == 1).then(|| at - 1));
        assert!(is_wanted(&chain) && !is_aside(&chain));
        assert!(is_wanted(&tower) && is_aside(&tower));
        assert!(!is_wanted(&laid_out(30, |_| None)));
        for layout in [&chain, &tower] {
            let [wide, high] = measures(layout);
            assert!(length(&wide) >= THIN && (THIN..=TALL).contains(&length(&high)), "{wide:?} {high:?}");
        }
        assert!(length(&measures(&tower)[0]) <= ASIDE);
    }

    #[test]
    fn every_step_has_its_place() {
        let layout = laid_out(40, |at| at.checked_sub(5));
        assert_eq!(path(&layout, &|_| true).matches('M').count(), 40);
        assert_eq!(path(&layout, &|at| at == 0), "M0 0h.8v.8h-.8z");
        assert_eq!([hundredths(0.0), hundredths(3.456), hundredths(-1.0)], ["0.00", "3.45", "0.00"]);
    }
}
