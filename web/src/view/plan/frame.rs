//! The frame that the picture of a plan is seen through: one stop of the keyboard, whose arrows go along the edges; in it
//! the picture is drawn nearer, moved, and brought to the step that is selected.

use leptos::{ev, html, prelude::*, svg};

use super::{
    graph::{corner, node_id, size},
    sight::reveal,
};
use crate::model::layout::{Layout, Way};
use crate::{
    model::{App, ZOOMS},
    view::ui::{Icon, IconButton},
};

/// How high a picture is before it is moved in its frame; the style sheet has it too.
const HIGH: usize = 360;
/// The smallest of its own size at which it is still read, in percent: from there on it is moved rather than made smaller.
const READABLE: usize = 80;

/// The frame and the picture in it. Copies are of the same.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    app: App,
    live: bool,
    layout: Memo<Layout>,
    /// What the picture is seen through.
    pub(super) view: NodeRef<html::Div>,
    picture: NodeRef<svg::Svg>,
}

impl Frame {
    /// For a picture of that layout.
    pub(super) fn new(app: App, live: bool, layout: Memo<Layout>) -> Self {
        Self { app, live, layout, view: NodeRef::new(), picture: NodeRef::new() }
    }

    /// How large it is seen, as a share of its own size: how it fits is known to the browser alone.
    pub(super) fn seen(self) -> f64 {
        // The frame may be asked for when the picture has gone already.
        let long = self.layout.try_with_untracked(size).map_or(1, |size| size.0.max(1));
        let wide = self.picture.get_untracked().map(|picture| picture.get_bounding_client_rect().width());
        wide.unwrap_or_default() / long as f64
    }

    fn reveal(self) {
        let pointed = self.app.step_pointed(self.live);
        let cell = self.layout.with(|layout| layout.cells.get(self.place_of(pointed)?).copied());
        if let (Some(cell), Some(view)) = (cell, self.view.get()) {
            request_animation_frame(move || reveal(&view, corner(cell), self.seen()));
        }
    }

    fn place_of(self, step: Option<u32>) -> Option<usize> {
        self.app.picture.shown.with_untracked(|one| one.steps().iter().position(|one| Some(one.step_number) == step))
    }

    /// Draws it a quarter nearer or farther than it is shown; never past its own size without a stop there.
    fn zoom(self, more: bool) {
        let shown = (self.seen() * 100.0).round() as u32;
        let next = if more { shown.max(4) * 5 / 4 } else { shown * 4 / 5 };
        let past = (shown < 99 && next > 100) || (shown > 101 && next < 100);
        self.app.set_scale(if past { 100 } else { next.clamp(*ZOOMS.start(), *ZOOMS.end()) });
    }

    /// All of it, however small; as every picture begins where that shows all of it.
    fn fit(self) {
        let (width, height) = self.layout.with_untracked(size);
        let wide = self.view.get_untracked().map_or(0, |view| view.client_width()) as usize * 100 / width.max(1);
        let high = HIGH * 100 / height.max(1);
        let begins_so = wide >= READABLE && high >= wide.min(100);
        self.app.set_scale(if begins_so { 0 } else { (wide.min(high) as u32).max(*ZOOMS.start()) });
    }

    fn press(self, event: &ev::KeyboardEvent) {
        let here = self.place_of(untrack(|| self.app.step_pointed(self.live)));
        let along = |way| here.map_or(0, |here| self.layout.with_untracked(|layout| layout.beside(here, way)));
        let to = match event.key().as_str() {
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

/// A picture seen through its frame, which answers to keys, wheel and pointer, with its buttons.
#[component]
pub(super) fn Framed(
    frame: Frame,
    /// Called when the view has moved over the picture.
    #[prop(into)]
    moved: Callback<()>,
    /// What is drawn in the picture.
    children: Children,
) -> impl IntoView {
    let Frame { app, live, layout, view, picture } = frame;
    let size = move || layout.with(size);
    let scaled = move |length: usize| match app.scale() {
        0 => length,
        percent => length * percent as usize / 100,
    };
    // A step that is selected anywhere is brought into sight.
    Effect::new(move || frame.reveal());
    let held = StoredValue::new(None::<(i32, i32)>);
    view! {
        <div class="plan-frame">
            <div
                class="plan-view"
                tabindex="0"
                role="listbox"
                aria-label="Plan graph"
                aria-orientation="horizontal"
                class:plan-scaled=move || { app.scale() > 0 }
                aria-activedescendant=move || app.step_pointed(live).map(node_id)
                node_ref=view
                on:scroll=move |_| moved.run(())
                on:wheel=move |event| wheel(&event, frame)
                on:keydown=move |event| frame.press(&event)
                on:pointerdown=move |event| held.set_value(Some((event.client_x(), event.client_y())))
                on:pointermove=move |event| drag(&event, frame, held)
                on:pointerup=move |_| held.set_value(None)
            >
                <svg
                    role="none"
                    viewBox=move || format!("0 0 {} {}", size().0, size().1)
                    width=move || scaled(size().0)
                    height=move || scaled(size().1)
                    style:min-width=move || format!("{}px", size().0 * READABLE / 100)
                    node_ref=picture
                >
                    {children()}
                </svg>
            </div>
            <div class="plan-tools">
                <IconButton icon=Icon::Minus label="Zoom out" on:click=move |_| frame.zoom(false) />
                <IconButton icon=Icon::Plus label="Zoom in" on:click=move |_| frame.zoom(true) />
                <IconButton icon=Icon::Fit label="Fit" on:click=move |_| frame.fit() />
            </div>
        </div>
    }
}

/// Control and the wheel draw it nearer around the pointer; the wheel alone scrolls the page, as everywhere.
fn wheel(event: &ev::WheelEvent, frame: Frame) {
    let Some(view) = frame.view.get_untracked().filter(|_| event.ctrl_key()) else { return };
    event.prevent_default();
    let bounds = view.get_bounding_client_rect();
    let at = (event.client_x() - bounds.left() as i32, event.client_y() - bounds.top() as i32);
    let before = (view.scroll_width().max(1), view.scroll_height().max(1));
    frame.zoom(event.delta_y() < 0.0);
    request_animation_frame(move || {
        let kept = |scrolled: i32, at: i32, before: i32, now: i32| (scrolled + at) * now / before - at;
        view.set_scroll_left(kept(view.scroll_left(), at.0, before.0, view.scroll_width()));
        view.set_scroll_top(kept(view.scroll_top(), at.1, before.1, view.scroll_height()));
    });
}

/// Moved by dragging, as a map is.
fn drag(event: &ev::PointerEvent, frame: Frame, held: StoredValue<Option<(i32, i32)>>) {
    let before = held.get_value().filter(|_| event.buttons() == 1);
    let (Some(before), Some(view)) = (before, frame.view.get_untracked()) else { return };
    let now = (event.client_x(), event.client_y());
    held.set_value(Some(now));
    view.set_scroll_left(view.scroll_left() + before.0 - now.0);
    view.set_scroll_top(view.scroll_top() + before.1 - now.1);
}
