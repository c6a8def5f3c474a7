//! The frame that the picture of a plan is seen through: one stop of the keyboard, whose arrows go along the edges; in it
//! the picture is drawn nearer, moved, and brought to the step that is selected.

use leptos::prelude::*;
use web_sys::{Event, HtmlElement, PointerEvent, WheelEvent};

use super::{
    graph::{corner, node_id, size},
    sight::reveal,
};
use crate::model::layout::{Layout, Way};
use crate::{
    model::{App, ZOOMS},
    view::ui::{El, Icon, el, follow, icon_button, key_of},
};

/// How high a picture is before it is moved in its frame; the style sheet has it too.
const HIGH: usize = 360;
/// The smallest of its own size at which it is still read, in percent: from there on it is moved rather than made smaller.
const READABLE: usize = 80;

/// The frame and the picture in it. Copies are of the same.
#[derive(Clone)]
pub(super) struct Frame {
    app: App,
    live: bool,
    layout: Memo<Layout>,
    /// What the picture is seen through.
    pub(super) view: El,
    picture: El,
}

impl Frame {
    /// Around a picture.
    pub(super) fn new(app: App, live: bool, layout: Memo<Layout>, picture: El) -> Self {
        let scaled = move |length: usize| match app.scale() {
            0 => length,
            percent => length * percent as usize / 100,
        };
        let size = move || layout.with(size);
        let picture = picture
            .attr_by("viewBox", move || Some(format!("0 0 {} {}", size().0, size().1)))
            .attr_by("width", move || Some(scaled(size().0).to_string()))
            .attr_by("height", move || Some(scaled(size().1).to_string()));
        let style = picture.unchecked::<HtmlElement>().style();
        // A length, which no browser refuses.
        follow(Box::new(move || drop(style.set_property("min-width", &format!("{}px", size().0 * READABLE / 100)))));
        let view = el("div", "plan-view")
            .attr("tabindex", "0")
            .attr("role", "listbox")
            .attr("aria-label", "Plan graph")
            .attr("aria-orientation", "horizontal")
            .class_by("plan-scaled", move || app.scale() > 0)
            .attr_by("aria-activedescendant", move || app.step_pointed(live).map(node_id))
            .child(picture.clone());
        Self { app, live, layout, view, picture }
    }

    /// The frame, which answers to keys, wheel and pointer.
    pub(super) fn view(&self) -> El {
        let [turned, pressed, shown] = [self.clone(), self.clone(), self.clone()];
        // A step that is selected anywhere is brought into sight.
        follow(Box::new(move || shown.reveal()));
        movable(self.view.clone())
            .on("wheel", move |event| wheel(&event, &turned))
            .on("keydown", move |event| pressed.press(&event))
    }

    /// Its buttons.
    pub(super) fn tools(&self) -> El {
        let tool = |icon: Icon, name: &str, act: fn(&Self)| {
            let frame = self.clone();
            icon_button(icon, move |_| act(&frame)).attr("aria-label", name)
        };
        el("div", "plan-tools")
            .child(tool(Icon::Minus, "Zoom out", |frame| frame.zoom(false)))
            .child(tool(Icon::Plus, "Zoom in", |frame| frame.zoom(true)))
            .child(tool(Icon::Fit, "Fit", Self::fit))
    }

    /// How large it is seen, as a share of its own size: how it fits is known to the browser alone.
    pub(super) fn seen(&self) -> f64 {
        // The frame may be asked for when the picture has gone already.
        let long = self.layout.try_with_untracked(size).map_or(1, |size| size.0.max(1));
        self.picture.element().get_bounding_client_rect().width() / long as f64
    }

    fn reveal(&self) {
        let pointed = self.app.step_pointed(self.live);
        let cell = self.layout.with(|layout| layout.cells.get(self.place_of(pointed)?).copied());
        if let Some(cell) = cell {
            let frame = self.clone();
            request_animation_frame(move || reveal(frame.view.element(), corner(cell), frame.seen()));
        }
    }

    fn place_of(&self, step: Option<u32>) -> Option<usize> {
        self.app.picture.shown.with_untracked(|one| one.steps().iter().position(|one| Some(one.step_number) == step))
    }

    /// Draws it a quarter nearer or farther than it is shown; never past its own size without a stop there.
    fn zoom(&self, more: bool) {
        let shown = (self.seen() * 100.0).round() as u32;
        let next = if more { shown.max(4) * 5 / 4 } else { shown * 4 / 5 };
        let past = (shown < 99 && next > 100) || (shown > 101 && next < 100);
        self.app.set_scale(if past { 100 } else { next.clamp(*ZOOMS.start(), *ZOOMS.end()) });
    }

    /// All of it, however small; as every picture begins where that shows all of it.
    fn fit(&self) {
        let (width, height) = self.layout.with_untracked(size);
        let wide = self.view.element().client_width() as usize * 100 / width.max(1);
        let high = HIGH * 100 / height.max(1);
        let begins_so = wide >= READABLE && high >= wide.min(100);
        self.app.set_scale(if begins_so { 0 } else { (wide.min(high) as u32).max(*ZOOMS.start()) });
    }

    fn press(&self, event: &Event) {
        let here = self.place_of(untrack(|| self.app.step_pointed(self.live)));
        let along = |way| here.map_or(0, |here| self.layout.with_untracked(|layout| layout.beside(here, way)));
        let to = match key_of(event).key().as_str() {
            "ArrowRight" => along(Way::Forward),
            "ArrowLeft" => along(Way::Back),
            "ArrowUp" => along(Way::Up),
            "ArrowDown" => along(Way::Down),
            "Home" => 0,
            "End" => self.layout.with_untracked(|layout| layout.cells.len().saturating_sub(1)),
            "+" | "=" => return self.zoom(true),
            "-" => return self.zoom(false),
            "0" => return self.fit(),
            "Escape" if self.live => return self.app.select_step(None),
            _ => return,
        };
        let number = self.app.picture.shown.with_untracked(|one| one.steps().get(to).map(|one| one.step_number));
        if let Some(number) = number {
            event.prevent_default();
            self.app.point_at(self.live, number);
        }
    }
}

/// Control and the wheel draw it nearer around the pointer; the wheel alone scrolls the page, as everywhere.
fn wheel(event: &Event, frame: &Frame) {
    let wheel: &WheelEvent = wasm_bindgen::JsCast::unchecked_ref(event);
    if !wheel.ctrl_key() {
        return;
    }
    event.prevent_default();
    let view = frame.view.element().clone();
    let bounds = view.get_bounding_client_rect();
    let at = (wheel.client_x() - bounds.left() as i32, wheel.client_y() - bounds.top() as i32);
    let before = (view.scroll_width().max(1), view.scroll_height().max(1));
    frame.zoom(wheel.delta_y() < 0.0);
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
