//! A list of which only what is in or near view stands in the document, once it is long.
//!
//! A long list scrolls in itself. The rows that are not made are gaps of their height, as far as it is known; each row says
//! which of how many it is, so that a screen reader still counts the whole list. Rows that somebody works in, or that were
//! chosen elsewhere, stay made wherever they are.

use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::{El, effect::follow, el};

/// How many rows are drawn before it is known how high they are.
const FIRST: usize = 32;
/// Rows come and go in groups, so that a slow scroll changes the document rarely.
const GROUP: usize = 8;
/// The height of a row that was never seen.
const USUAL: i32 = 42;

/// What is in or near view.
#[derive(Clone, Copy, PartialEq)]
struct Near {
    from: usize,
    to: usize,
    /// The row that has the focus.
    focus: Option<usize>,
}

/// Fills `list` with a row for every key. Up to `short` of them are drawn whole, and scroll with the page. `held` is a row that was chosen: it stays made, and is scrolled to.
pub(crate) fn long_list(
    list: El,
    short: usize,
    keys: impl Fn() -> Vec<String> + 'static,
    held: impl Fn() -> Option<usize> + 'static,
    row: impl Fn(usize, &str) -> El + 'static,
) -> El {
    let keys: Rc<dyn Fn() -> Vec<String>> = Rc::new(keys);
    let all = StoredValue::new_local(Vec::<String>::new());
    let count = RwSignal::new(0_usize);
    let told = RwSignal::new(());
    follow(Box::new(move || {
        let now = keys();
        if count.get_untracked() != now.len() {
            count.set(now.len());
        }
        all.set_value(now);
        told.set(());
    }));
    let is_long_now = move || count.get_untracked() > short;
    let near = RwSignal::new(Near { from: 0, to: FIRST, focus: None });
    let heights = StoredValue::new(Vec::<i32>::new());
    let chosen = RwSignal::new(None::<usize>);
    follow(Box::new(move || {
        let now = held();
        if chosen.get_untracked() != now {
            chosen.set(now);
        }
    }));
    let shown = move || {
        told.track();
        let count = count.get_untracked();
        all.with_value(|all| {
            if count <= short {
                return all.iter().enumerate().map(|(at, key)| format!("{at} 0 {key}")).collect();
            }
            let Near { from, to, focus } = near.get();
            let mut made: Vec<usize> = (from.min(count)..to.min(count)).collect();
            made.extend([chosen.get(), focus].into_iter().flatten().filter(|at| *at < count));
            made.sort_unstable();
            made.dedup();
            let mut out = Vec::new();
            let mut next = 0;
            let gap = |until: usize, next: usize, out: &mut Vec<String>| {
                if until > next {
                    let high = heights.with_value(|known| total(known, next, until));
                    out.push(format!("- {high} {next}"));
                }
            };
            for at in made {
                gap(at, next, &mut out);
                out.extend(all.get(at).map(|key| format!("{at} {count} {key}")));
                next = at + 1;
            }
            gap(count, next, &mut out);
            out
        })
    };
    let make = move |key: &str| {
        let mut parts = key.splitn(3, ' ');
        let (at, size) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let Ok(at) = at.parse::<usize>() else { return gap(size) };
        let made = row(at, parts.next().unwrap_or_default());
        if size == "0" { made } else { made.attr("aria-posinset", &(at + 1).to_string()).attr("aria-setsize", size) }
    };
    let is_long = move || count.get() > short;
    let there = list.element().clone();
    let waiting = StoredValue::new(false);
    let look = {
        let there = there.clone();
        move || {
            if is_long_now() && !waiting.get_value() {
                waiting.set_value(true);
                let there = there.clone();
                request_animation_frame(move || {
                    waiting.set_value(false);
                    heights.update_value(|known| measure(&there, known));
                    let now = heights.with_value(|known| in_view(&there, known, count.get_untracked()));
                    if near.get_untracked() != now {
                        near.set(now);
                    }
                });
            }
        }
    };
    follow(Box::new(move || {
        if let Some(at) = chosen.get().filter(|_| is_long_now()) {
            let there = there.clone();
            request_animation_frame(move || reveal(&there, at));
        }
    }));
    list.class_by("long", is_long)
        .attr_by("tabindex", move || is_long().then(|| "0".to_owned()))
        .on("scroll", {
            let look = look.clone();
            move |_| look()
        })
        .on("focusin", move |_| look())
        .each(shown, make)
}

/// Where rows would be. It is nobody's row.
fn gap(high: &str) -> El {
    let made = el("li", "gap").attr("aria-hidden", "true");
    // A length, which no browser refuses.
    drop(made.unchecked::<HtmlElement>().style().set_property("height", &format!("{high}px")));
    made
}

fn height(known: &[i32], at: usize) -> i32 {
    known.get(at).copied().filter(|high| *high > 0).unwrap_or(USUAL)
}

fn total(known: &[i32], from: usize, to: usize) -> i32 {
    (from..to).map(|at| height(known, at)).sum()
}

/// The row that an element of the list is.
fn place_of(row: &Element) -> Option<usize> {
    row.get_attribute("aria-posinset")?.parse::<usize>().ok()?.checked_sub(1)
}

/// Notes how high the rows are that stand in the document.
fn measure(list: &Element, known: &mut Vec<i32>) {
    let mut row = list.first_element_child();
    while let Some(this) = row {
        row = this.next_element_sibling();
        let (Some(at), Some(this)) = (place_of(&this), this.dyn_ref::<HtmlElement>()) else { continue };
        let next = row.as_ref().and_then(|next| next.dyn_ref::<HtmlElement>());
        let high = next.map_or_else(|| this.offset_height(), |next| next.offset_top() - this.offset_top());
        if known.len() <= at {
            known.resize(at + 1, 0);
        }
        if let Some(slot) = known.get_mut(at) {
            *slot = high;
        }
    }
}

/// The rows in view, and a screenful on either side.
fn in_view(list: &Element, known: &[i32], count: usize) -> Near {
    let (top, high) = (list.scroll_top(), list.client_height());
    let (mut from, mut to, mut at) = (count, count, 0);
    for index in 0..count {
        let end = at + height(known, index);
        if from == count && end > top - high {
            from = index;
        }
        if at > top + 2 * high {
            to = index;
            break;
        }
        at = end;
    }
    let focused = list.query_selector("li:focus-within").ok().flatten();
    Near { from: from / GROUP * GROUP, to: to.div_ceil(GROUP) * GROUP, focus: focused.and_then(|row| place_of(&row)) }
}

/// Scrolls the list, and only it, until the row is seen.
fn reveal(list: &Element, at: usize) {
    let Ok(Some(row)) = list.query_selector(&format!("[aria-posinset=\"{}\"]", at + 1)) else { return };
    let Some(row) = row.dyn_ref::<HtmlElement>() else { return };
    let (top, end) = (row.offset_top(), row.offset_top() + row.offset_height());
    let (from, high) = (list.scroll_top(), list.client_height());
    if top < from || end > from + high {
        list.set_scroll_top(top - high / 3);
    }
}
