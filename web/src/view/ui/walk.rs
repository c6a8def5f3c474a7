//! The focus goes from one row's line to the next with the arrow keys, also where a long list has not drawn that row yet.

use leptos::{html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, EventTarget, HtmlElement};

/// A walk through one list. A row that is not in the document is drawn first and takes the focus in the next frame; keys
/// that arrive before that go on from the row that is wanted, so that none of them is lost.
#[derive(Clone, Copy)]
pub(crate) struct Walk {
    wanted: RwSignal<Option<usize>>,
    /// The class of the element in each row that takes the focus.
    line: &'static str,
}

impl Walk {
    pub(crate) fn new(line: &'static str) -> Self {
        Self { wanted: RwSignal::new(None), line }
    }

    /// Moves the focus from the line that an event of the list came from to the one above or below. Whether there is one.
    pub(crate) fn step(self, event: &Event, down: bool) -> bool {
        let Some(row) = self.row_of(event) else { return false };
        let wanted = self.wanted.get_untracked();
        if wanted.is_none() {
            let next = if down { row.next_element_sibling() } else { row.previous_element_sibling() };
            if next.is_some_and(|next| self.focus(&next)) {
                return true;
            }
        }
        let Some((at, count)) = wanted.or_else(|| place_of(&row)).zip(count_of(&row)) else { return false };
        let next = if down { Some(at + 1).filter(|next| *next < count) } else { at.checked_sub(1) };
        if next.is_some() {
            self.wanted.set(next);
        }
        next.is_some()
    }

    /// The row of the list that an event came from, if it came from a line. What has a list of its own within it is one row.
    fn row_of(self, event: &Event) -> Option<Element> {
        let element = |target: EventTarget| target.dyn_into::<Element>().ok();
        let (list, here) = (event.current_target().and_then(element)?, event.target().and_then(element)?);
        let mut rows = std::iter::successors(here.closest("li").ok().flatten(), |row| {
            row.parent_element().and_then(|around| around.closest("li").ok().flatten())
        });
        rows.find(|row| row.parent_element().as_ref() == Some(&list)).filter(|_| here.class_list().contains(self.line))
    }

    /// The row that has to be drawn because the focus is on its way there.
    pub(super) fn wanted(self) -> Option<usize> {
        self.wanted.get()
    }

    /// Gives the focus to each row that is wanted, once it is drawn. `keep` is called first: from then on the row stays
    /// because of its focus.
    pub(super) fn follow(self, list: NodeRef<html::Ol>, keep: impl Fn(usize) + Copy + 'static) {
        Effect::new(move || {
            if self.wanted().is_some() {
                // By the next frame the row is drawn.
                request_animation_frame(move || {
                    if let Some(list) = list.get_untracked() {
                        self.arrive(&list, keep);
                    }
                });
            }
        });
    }

    fn arrive(self, list: &Element, keep: impl FnOnce(usize)) {
        // None when the list has gone, or when an earlier frame was quicker.
        let Some(at) = self.wanted.try_get_untracked().flatten() else { return };
        keep(at);
        self.wanted.set(None);
        if let Some(row) = row_at(list, at) {
            self.focus(&row);
        }
    }

    fn focus(self, row: &Element) -> bool {
        let line = row.query_selector(&format!(".{}", self.line)).ok().flatten();
        let line = line.and_then(|line| line.dyn_into::<HtmlElement>().ok());
        line.map(|line| line.focus()).is_some()
    }
}

/// The row of a long list at a place, if it is drawn. A row may have a long list of its own within it.
pub(super) fn row_at(list: &Element, at: usize) -> Option<Element> {
    list.query_selector(&format!(":scope > [aria-posinset=\"{}\"]", at + 1)).ok().flatten()
}

/// The row of a long list that an element is.
pub(super) fn place_of(row: &Element) -> Option<usize> {
    row.get_attribute("aria-posinset")?.parse::<usize>().ok()?.checked_sub(1)
}

fn count_of(row: &Element) -> Option<usize> {
    row.get_attribute("aria-setsize")?.parse().ok()
}
