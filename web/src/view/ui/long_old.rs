//! A list of which only what is in or near view stands in the document, once it is long.
//!
//! A long list scrolls in itself. The rows that are not made are gaps of their height, as far as it is known; each row says
//! which of how many it is, so that a screen reader still counts the whole list. Rows that somebody works in, or that were
//! chosen elsewhere, stay made wherever they are.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::{
    El,
    effect::follow,
    el,
    walk::{Walk, place_of},
};

/// How many rows are drawn before it is known how high they are: about what is seen. The others follow in a frame of their
/// own.
const FIRST: usize = 16;
/// Rows come and go in groups, so that a slow scroll changes the document rarely.
const GROUP: usize = 8;
/// The height of a row that was never seen.
const USUAL: i32 = 42;

/// How long after the first rows those follow that are near and not seen.
const REST: Duration = Duration::from_millis(100);

/// What is in or near view.
#[derive(Clone, Copy, PartialEq)]
struct Near {
    from: usize,
    to: usize,
    /// The row that has the focus.
    focus: Option<usize>,
}

/// Fills `list` with so many rows, each under its key: that of a row which is not drawn is never asked for. Up to `short` of
/// them are drawn whole, and scroll with the page. `held` is a row that was chosen: it stays made, and is scrolled to. `walk`
/// takes the focus to rows that are not drawn.
pub(crate) fn long_list(
    list: El,
    short: usize,
    count: impl Fn() -> usize + Send + Sync + 'static,
    key: impl Fn(usize) -> String + 'static,
    held: impl Fn() -> Option<usize> + 'static,
    walk: Option<Walk>,
    row: impl Fn(usize, &str) -> El + 'static,
) -> El {
    let count = Memo::new(move |_| count());
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
    let begun = in_its_turn(untrack(|| count.get()) > short);
    let shown = move || {
        let count = count.get();
        if !begun.get() {
            return vec![format!("- {} 0", total(&[], 0, count))];
        }
        if count <= short {
            return (0..count).map(|at| format!("{at} 0 {}", key(at))).collect();
        }
        let Near { from, to, focus } = near.get();
        let mut made: Vec<usize> = (from.min(count)..to.min(count)).collect();
        made.extend([chosen.get(), focus, walk.and_then(Walk::wanted)].into_iter().flatten().filter(|at| *at < count));
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
            out.push(format!("{at} {count} {}", key(at)));
            next = at + 1;
        }
        gap(count, next, &mut out);
        out
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
    let measured = {
        let there = there.clone();
        move || {
            // Gone with the list.
            if waiting.try_set_value(false).is_some() {
                return;
            }
            heights.update_value(|known| measure(&there, known));
            let now = heights.with_value(|known| in_view(&there, known, count.get_untracked()));
            if near.get_untracked() != now {
                near.set(now);
            }
        }
    };
    let look = {
        let measured = measured.clone();
        move || {
            if is_long_now() && !waiting.get_value() {
                waiting.set_value(true);
                request_animation_frame(measured.clone());
            }
        }
    };
    follow(Box::new(move || {
        if let Some(at) = chosen.get().filter(|_| begun.get() && is_long_now()) {
            let there = there.clone();
            request_animation_frame(move || reveal(&there, at));
        }
    }));
    if let Some(walk) = walk {
        walk.follow_old(list.element(), move |at| near.update(|near| near.focus = Some(at)));
    }
    // What was drawn before anything was measured is filled up to what is near once that is seen.
    follow(Box::new(move || {
        if begun.get() && is_long() {
            set_timeout(measured.clone(), REST);
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

/// Told when what is large may be drawn: in a task of its own, so that whoever types or scrolls meanwhile goes first.
fn in_its_turn(large: bool) -> RwSignal<bool> {
    let begun = RwSignal::new(!large);
    if large {
        let begin = move || {
            begun.try_set(true);
        };
        set_timeout(begin, Duration::ZERO);
    }
    begun
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
