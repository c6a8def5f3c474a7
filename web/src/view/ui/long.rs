//! A list of which only what is in or near view stands in the document, once it is long.
//!
//! A long list scrolls in itself. The rows that are not made are gaps of their height, as far as it is known; each row says
//! which of how many it is, so that a screen reader still counts the whole list. Rows that somebody works in, or that were
//! chosen elsewhere, stay made wherever they are.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use leptos::{html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::rows::keep_rows;
use super::walk::{Walk, place_of, row_at};

/// How many rows are drawn before it is known how high they are: about what is seen. The others follow in a frame of their
/// own.
const FIRST: usize = 16;
/// Rows come and go in groups, so that a slow scroll changes the document rarely.
const GROUP: usize = 8;
/// The height of a row that was never seen, in pixels.
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

/// A piece of the list that is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Piece {
    /// Rows that are not made: the first of them, and how high all of them are.
    Gap { from: usize, high: i32 },
    /// The row of that key.
    Row(String),
}

/// What stands in the document.
#[derive(Clone, Debug, Default, PartialEq)]
struct Drawn {
    pieces: Vec<Piece>,
    /// Where the rows of those keys stand.
    places: BTreeMap<String, usize>,
}

impl Drawn {
    /// The rows at those places, which rise, of so many; what is between them is as high as is known.
    fn of(wanted: impl Iterator<Item = usize>, count: usize, known: &[i32], key: impl Fn(usize) -> String) -> Self {
        let mut drawn = Self::default();
        let mut next = 0;
        let gap = |from, until| (until > from).then(|| Piece::Gap { from, high: total(known, from, until) });
        for at in wanted {
            drawn.pieces.extend(gap(next, at));
            let key = key(at);
            // A second row of one key would be the first one in two places.
            if drawn.places.insert(key.clone(), at).is_none() {
                drawn.pieces.push(Piece::Row(key));
            }
            next = at + 1;
        }
        drawn.pieces.extend(gap(next, count));
        drawn
    }
}

/// Where a row of a list stands. It may be another place later: a row stays the same while others come before it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// From 0.
    pub(crate) at: Signal<usize>,
    /// How many rows a long list has; none in a short one, which stands in the document whole.
    size: Signal<Option<usize>>,
}

impl Place {
    /// For `aria-posinset`.
    pub(crate) fn posinset(self) -> Option<usize> {
        self.size.get().map(|_| self.at.get() + 1)
    }

    /// For `aria-setsize`.
    pub(crate) fn setsize(self) -> Option<usize> {
        self.size.get()
    }
}

/// A list of so many rows, each under its key: that of a row which is not drawn is never asked for. A row is made once and
/// stays for as long as its key is drawn. Attributes and events that the list is given are those of its `ol`.
#[component]
pub(crate) fn LongList(
    /// Up to so many rows are drawn whole, and scroll with the page.
    short: usize,
    /// How many there are.
    #[prop(into)]
    count: Signal<usize>,
    /// What tells the row of a number from any other: no two have the same.
    #[prop(into)]
    key: Callback<usize, String>,
    /// A row that was chosen: it stays made, and is scrolled to.
    #[prop(optional, into)]
    held: Signal<Option<usize>>,
    /// Takes the focus to rows that are not drawn.
    #[prop(optional_no_strip)]
    walk: Option<Walk>,
    /// The class of the list, beside `long` while it is.
    class: &'static str,
    /// Makes the row at a place, with its key. Its `li` has the place's `aria-posinset` and `aria-setsize`.
    #[prop(into)]
    row: Callback<(Place, String), AnyView>,
) -> impl IntoView {
    let list = NodeRef::<html::Ol>::new();
    let count = Memo::new(move |_| count.get());
    let is_long = Memo::new(move |_| count.get() > short);
    let size = Signal::derive(move || is_long.get().then(|| count.get()));
    // What is drawn whole stays when the list grows long, until it is known what is seen of it.
    let first = if is_long.get_untracked() { FIRST } else { short };
    let near = RwSignal::new(Near { from: 0, to: first, focus: None });
    let heights = StoredValue::new(Vec::<i32>::new());
    let chosen = Memo::new(move |_| held.get());
    let begun = in_its_turn(is_long.get_untracked());
    let drawn = Memo::new(move |_| {
        let count = count.get();
        let key = |at| key.run(at);
        if !begun.get() {
            return Drawn::of(std::iter::empty(), count, &[], key);
        }
        if count <= short {
            return Drawn::of(0..count, count, &[], key);
        }
        let Near { from, to, focus } = near.get();
        let beside = [chosen.get(), focus, walk.and_then(Walk::wanted)];
        let wanted: BTreeSet<usize> = (from..to).chain(beside.into_iter().flatten()).filter(|at| *at < count).collect();
        heights.with_value(|known| Drawn::of(wanted.into_iter(), count, known, key))
    });
    let waiting = StoredValue::new(false);
    let measured = move || {
        // Gone with the list.
        if waiting.try_set_value(false).is_some() {
            return;
        }
        let Some(list) = list.get_untracked() else { return };
        heights.update_value(|known| measure(&list, known));
        let now = heights.with_value(|known| in_view(&list, known, count.get_untracked()));
        if near.get_untracked() != now {
            near.set(now);
        }
    };
    let look = move || {
        if is_long.get_untracked() && !waiting.get_value() {
            waiting.set_value(true);
            request_animation_frame(measured);
        }
    };
    Effect::new(move || {
        if let (Some(at), Some(list)) = (chosen.get().filter(|_| begun.get() && is_long.get()), list.get()) {
            request_animation_frame(move || reveal(&list, at));
        }
    });
    if let Some(walk) = walk {
        walk.follow(list, move |at| near.update(|near| near.focus = Some(at)));
    }
    // What was drawn before anything was measured is filled up to what is near once that is seen.
    Effect::new(move || {
        if begun.get() && is_long.get() {
            set_timeout(measured, REST);
        }
    });
    let made = move |key: String| {
        let place = key.clone();
        // Where it stood last, where it is on its way out.
        let at = Memo::new(move |last| {
            let now = drawn.with(|drawn| drawn.places.get(&place).copied());
            now.or(last.copied()).unwrap_or_default()
        });
        row.run((Place { at: at.into(), size }, key))
    };
    let piece = move |piece: Piece| match piece {
        // It is nobody's row.
        Piece::Gap { high, .. } => {
            view! { <li class="gap" aria-hidden="true" style:height=format!("{high}px")></li> }.into_any()
        }
        Piece::Row(key) => made(key),
    };
    keep_rows(list, move || drawn.with(|drawn| drawn.pieces.clone()), piece);
    view! {
        <ol
            class=class
            class:long=move || is_long.get()
            role="list"
            tabindex=move || is_long.get().then_some("0")
            node_ref=list
            on:scroll=move |_| look()
            on:focusin=move |_| look()
        ></ol>
    }
}

/// Told when what is large may be drawn: in a task of its own, so that whoever types or scrolls meanwhile goes first.
pub(crate) fn in_its_turn(large: bool) -> RwSignal<bool> {
    let begun = RwSignal::new(!large);
    if large {
        let begin = move || {
            begun.try_set(true);
        };
        set_timeout(begin, Duration::ZERO);
    }
    begun
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
    let focused = list.query_selector(":scope > li:focus-within").ok().flatten();
    Near { from: from / GROUP * GROUP, to: to.div_ceil(GROUP) * GROUP, focus: focused.and_then(|row| place_of(&row)) }
}

/// Scrolls the list, and only it, until the row is seen.
fn reveal(list: &Element, at: usize) {
    let Some(row) = row_at(list, at).and_then(|row| row.dyn_into::<HtmlElement>().ok()) else { return };
    let (top, end) = (row.offset_top(), row.offset_top() + row.offset_height());
    let (from, high) = (list.scroll_top(), list.client_height());
    if top < from || end > from + high {
        list.set_scroll_top(top - high / 3);
    }
}

#[cfg(test)]
#[cfg(target_arch = "wasm32")]
#[path = "long_tests.rs"]
mod tests;
