//! A small picture of a large one: where its steps stand, which of them want looking at, and the part that is in view.
//! Pressed or dragged, it moves the view. It is for eyes and pointers alone: the outline says the same in words.

use std::fmt::Write as _;

use dunlin::StepStatus;
use leptos::{ev, prelude::*, svg};
use web_sys::Element;

use super::{
    frame::Frame,
    graph::{GAP_X, GAP_Y, HEIGHT, WIDTH, size},
};
use crate::model::{
    App,
    layout::{Cell, Layout},
    use_app,
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
#[component]
pub(super) fn PlanMap(
    live: bool,
    layout: Memo<Layout>,
    frame: Frame,
    /// Told whenever the view has moved over the picture.
    moved: Signal<u32>,
) -> impl IntoView {
    let app = use_app();
    let here = NodeRef::<svg::Svg>::new();
    let held = StoredValue::new((0.0, 0.0));
    let cells = move |wanted: &dyn Fn(usize) -> bool| layout.with(|layout| path(layout, wanted));
    let tones: Vec<_> =
        TONES.map(|(class, wanted)| view! { <path class=class d=tone(app, live, layout, wanted) /> }).into();
    let selected = move || app.step_pointed(live).map(|number| cells(&|at| at + 1 == number as usize));
    let size = move |side: usize| layout.with(|layout| measures(layout).get(side).map(|length| format!("{length}px")));
    view! {
        <svg
            class="plan-map"
            aria-hidden="true"
            preserveAspectRatio="none"
            viewBox=move || layout.with(|layout| format!("0 0 {} {}", layout.columns, layout.rows))
            style:width=move || size(0)
            style:height=move || size(1)
            node_ref=here
            on:pointerdown=move |event| press(&event, here, frame, held)
            on:pointermove=move |event| drag(&event, here, frame, held)
        >
            <path d=move || cells(&|_| true) />
            {tones}
            <path class="map-selected" d=selected />
            <Shade layout frame moved />
        </svg>
    }
}

/// The cells of the steps that stand in one of those ways.
fn tone(
    app: App,
    live: bool,
    layout: Memo<Layout>,
    wanted: &'static [StepStatus],
) -> impl Fn() -> String + Send + Sync + 'static {
    // Set only when these very steps are others: every event sets the plan of a run.
    let steps = Memo::new(move |_| {
        app.runs.shown.with(|run| {
            let log = run.as_ref().filter(|_| live).map(|run| run.execution_log.as_slice()).unwrap_or_default();
            let those = log.iter().enumerate().filter(|(_, step)| wanted.contains(&step.status));
            those.map(|(at, _)| at).collect::<Vec<_>>()
        })
    });
    move || steps.with(|steps| layout.with(|layout| path(layout, &|at| steps.binary_search(&at).is_ok())))
}

/// The part that is in view.
#[component]
fn Shade(layout: Memo<Layout>, frame: Frame, moved: Signal<u32>) -> impl IntoView {
    let app = use_app();
    let seen = RwSignal::new([0.0; 4]);
    let waiting = StoredValue::new(false);
    let look = move || {
        if waiting.try_get_value() != Some(false) {
            return;
        }
        waiting.set_value(true);
        request_animation_frame(move || {
            // Gone with the picture.
            if waiting.try_set_value(false).is_some() {
                return;
            }
            if let Some(now) = in_view(layout, frame) {
                seen.set(now);
            }
        });
    };
    Effect::new(move || {
        app.scale();
        layout.track();
        moved.track();
        look();
    });
    let resized = window_event_listener(ev::resize, move |_| look());
    on_cleanup(move || resized.remove());
    let side = move |at: usize| move || seen.with(|seen| seen.get(at).map(|length| hundredths(*length)));
    view! { <rect class="map-view" x=side(0) y=side(1) width=side(2) height=side(3)></rect> }
}

/// What of the picture is seen, in cells: left, top, width and height.
fn in_view(layout: Memo<Layout>, frame: Frame) -> Option<[f64; 4]> {
    let (view, seen) = (frame.view.get_untracked()?, frame.seen().max(0.01));
    let all = layout.with_untracked(|layout| (layout.columns, layout.rows));
    let along = |from: i32, long: i32, cell: usize, all: usize| {
        let own = |length: i32| f64::from(length) / seen / cell as f64;
        (own(from), own(long).min(all as f64 - own(from)))
    };
    let (x, width) = along(view.scroll_left(), view.client_width(), CELL.0, all.0);
    let (y, height) = along(view.scroll_top(), view.client_height(), CELL.1, all.1);
    Some([x, y, width, height])
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
fn measures(layout: &Layout) -> [usize; 2] {
    let (width, height) = size(layout);
    let (width, height) = (width.max(1), height.max(1));
    let (wide, high) = if is_aside(layout) {
        let wide = (TALL * width / height).clamp(THIN, ASIDE);
        (wide, (wide * height / width).min(TALL))
    } else {
        let wide = UNDER * width / height;
        (wide, UNDER.min(2000 * height / width).max(THIN))
    };
    [wide, high]
}

/// A length with two places.
fn hundredths(value: f64) -> String {
    let all = (value.max(0.0) * 100.0) as u32;
    format!("{}.{:02}", all / 100, all % 100)
}

/// How far the pressed place lies from the middle of the part in view.
type Held = StoredValue<(f64, f64)>;

/// Where in the picture the map is pressed, in pixels of what scrolls, and half of what is seen of it.
fn pressed(event: &ev::PointerEvent, here: NodeRef<svg::Svg>, view: &Element) -> Option<[(f64, f64); 2]> {
    let bounds = here.get_untracked()?.get_bounding_client_rect();
    let share = |at: i32, from: f64, long: f64| (f64::from(at) - from) / long.max(1.0);
    let pressed = (
        share(event.client_x(), bounds.left(), bounds.width()) * f64::from(view.scroll_width()),
        share(event.client_y(), bounds.top(), bounds.height()) * f64::from(view.scroll_height()),
    );
    Some([pressed, (f64::from(view.client_width()) / 2.0, f64::from(view.client_height()) / 2.0)])
}

/// Moves the view to where it is pressed. Pressed inside the part in view, it takes that part along.
fn press(event: &ev::PointerEvent, here: NodeRef<svg::Svg>, frame: Frame, held: Held) {
    let (Some(map), Some(view)) = (here.get_untracked(), frame.view.get_untracked()) else { return };
    let Some([pressed, half]) = pressed(event, here, &view) else { return };
    event.prevent_default();
    drop(map.set_pointer_capture(event.pointer_id()));
    let off = (pressed.0 - half.0 - f64::from(view.scroll_left()), pressed.1 - half.1 - f64::from(view.scroll_top()));
    let inside = off.0.abs() <= half.0 && off.1.abs() <= half.1;
    held.set_value(if inside { off } else { (0.0, 0.0) });
    drag_to(&view, pressed, half, held);
}

fn drag(event: &ev::PointerEvent, here: NodeRef<svg::Svg>, frame: Frame, held: Held) {
    let Some(view) = frame.view.get_untracked().filter(|_| event.buttons() == 1) else { return };
    if let Some([pressed, half]) = pressed(event, here, &view) {
        drag_to(&view, pressed, half, held);
    }
}

fn drag_to(view: &Element, pressed: (f64, f64), half: (f64, f64), held: Held) {
    let off = held.get_value();
    view.set_scroll_left((pressed.0 - half.0 - off.0) as i32);
    view.set_scroll_top((pressed.1 - half.1 - off.1) as i32);
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn laid_out(count: usize, before: impl Fn(usize) -> Option<usize>) -> Layout {
        let edges: Vec<(usize, usize)> = (0..count).filter_map(|at| Some((before(at)?, at))).collect();
        Layout::of(count, &edges)
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn it_stands_where_there_is_room_and_is_never_too_thin() {
        let chain = laid_out(200, |at| at.checked_sub(1));
        let tower = laid_out(200, |at| (at % 2 == 1).then(|| at - 1));
        assert!(is_wanted(&chain) && !is_aside(&chain));
        assert!(is_wanted(&tower) && is_aside(&tower));
        assert!(!is_wanted(&laid_out(30, |_| None)));
        for layout in [&chain, &tower] {
            let [wide, high] = measures(layout);
            assert!(wide >= THIN && (THIN..=TALL).contains(&high), "{wide} {high}");
        }
        assert!(measures(&tower)[0] <= ASIDE);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn every_step_has_its_place() {
        let layout = laid_out(40, |at| at.checked_sub(5));
        assert_eq!(path(&layout, &|_| true).matches('M').count(), 40);
        assert_eq!(path(&layout, &|at| at == 0), "M0 0h.8v.8h-.8z");
        assert_eq!([hundredths(0.0), hundredths(3.456), hundredths(-1.0)], ["0.00", "3.45", "0.00"]);
    }
}
