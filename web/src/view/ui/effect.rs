//! What keeps elements in step: effects, listeners and keyed rows, each kept by the part of the page that made it and gone
//! with it.

use std::any::Any;

use leptos::{
    prelude::*,
    reactive::{
        effect::RenderEffect,
        owner::{Owner, WeakOwner},
    },
};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, Event, EventTarget, FocusOptions, HtmlElement, Node};

use super::dom::{El, before};

/// Does it now, and again whenever a signal that it reads changes, for as long as the part of the page that is being made
/// lives.
pub(crate) fn follow(mut act: Box<dyn FnMut()>) {
    keep(Box::new(RenderEffect::new(move |_: Option<()>| act())));
}

/// Does it as soon as what is being made stands in the document, before any other event.
pub(crate) fn soon(act: impl FnOnce() + 'static) {
    wasm_bindgen_futures::spawn_local(async move { act() });
}

/// Answers an event for as long as the part of the page that is being made lives.
pub(crate) fn listen(target: EventTarget, event: &'static str, act: Box<dyn FnMut(Event)>) {
    let act = Closure::wrap(act);
    drop(target.add_event_listener_with_callback(event, act.as_ref().unchecked_ref()));
    keep(Box::new(Listener { target, event, act }));
}

/// Answers an event of the window.
pub(crate) fn on_window(event: &'static str, act: impl FnMut(Event) + 'static) {
    listen(window().into(), event, Box::new(act));
}

/// Gone with the part of the page that is being made.
fn keep(value: Box<dyn Any>) {
    StoredValue::new_local(value);
}

struct Listener {
    target: EventTarget,
    event: &'static str,
    act: Closure<dyn FnMut(Event)>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        // An element can outlive its answers by a moment, and a field that is taken away still loses its focus.
        drop(self.target.remove_event_listener_with_callback(self.event, self.act.as_ref().unchecked_ref()));
    }
}

/// Takes an element out of the document. If it has the focus, the region around keeps it, where it stands: a key that is
/// pressed next, and a screen reader, would otherwise be nowhere.
pub(super) fn take_away(gone: &El) {
    let here: &Element = gone.element();
    let focused = document().active_element();
    if focused.is_some() && here.contains(focused.as_deref()) {
        let around = here.parent_element().and_then(|parent| parent.closest("[aria-labelledby]").ok().flatten());
        if let Some(around) = around {
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            let around = El::of(around).attr("tabindex", "-1");
            drop(around.unchecked::<HtmlElement>().focus_with_options(&options));
        }
    }
    gone.remove();
}

/// Elements by key. Each has an owner, so that what keeps it in step goes with it.
pub(super) struct Rows {
    /// Not held, only known: it holds us.
    owner: Option<WeakOwner>,
    make: Box<dyn Fn(&str) -> El>,
    shown: Vec<Row>,
}

struct Row {
    key: String,
    owner: Owner,
    element: El,
}

impl Rows {
    pub(super) fn new(make: Box<dyn Fn(&str) -> El>) -> Self {
        Self { owner: Owner::current().map(|owner| owner.downgrade()), make, shown: Vec::new() }
    }

    /// Makes, moves and takes away until there is one for each key, in order, before the mark.
    pub(super) fn become_those(&mut self, keys: &[String], mark: &Node) {
        // What stays at either end is not looked at again: lists mostly change in one place.
        let head = self.shown.iter().zip(keys).take_while(|(row, key)| row.key == **key).count();
        let room = self.shown.len().min(keys.len()) - head;
        let ends = self.shown.iter().rev().zip(keys.iter().rev());
        let tail = ends.take(room).take_while(|(row, key)| row.key == **key).count();
        let rest = self.shown.split_off(self.shown.len() - tail);
        let mark: &Node = rest.first().map_or(mark, |row| row.element.element());
        let keys = keys.get(head..keys.len() - tail).unwrap_or_default();
        let mut old: Vec<Option<Row>> = self.shown.split_off(head).into_iter().map(Some).collect();
        // What comes next is nearly always where it is looked for first.
        let mut next = 0;
        for key in keys {
            let is_it = |row: &Option<Row>| row.as_ref().is_some_and(|row| row.key == *key);
            let ahead = old.iter().skip(next).position(is_it).map(|at| at + next);
            let found = ahead.or_else(|| old.iter().take(next).position(is_it));
            if let Some(at) = found {
                next = at + 1;
            }
            let kept = found.and_then(|at| old.get_mut(at).and_then(Option::take));
            self.shown.extend(kept.or_else(|| self.made(key)));
        }
        for gone in old.into_iter().flatten() {
            gone.owner.cleanup();
            take_away(&gone.element);
        }
        let mut after = mark.clone();
        for row in self.shown.iter().skip(head).rev() {
            let node: &Node = row.element.element();
            if after.previous_sibling().as_ref() != Some(node) {
                before(&after, node);
            }
            after = node.clone();
        }
        self.shown.extend(rest);
    }

    fn made(&self, key: &str) -> Option<Row> {
        let owner = self.owner.as_ref()?.upgrade()?.child();
        let element = owner.with(|| untrack(|| (self.make)(key)));
        Some(Row { key: key.to_owned(), owner, element })
    }
}
