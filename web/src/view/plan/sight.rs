//! What of a large picture is in sight: the rest is not drawn. Scrolls the picture, and only it, to what is wanted.

use leptos::prelude::*;
use web_sys::Element;

use super::{
    frame::Frame,
    graph::{GAP_X, GAP_Y, HEIGHT, WIDTH},
};
use crate::model::layout::{Cell, Edge, Layout};

/// Pictures of up to so many steps are drawn whole.
const WHOLE: usize = 60;
/// Columns and rows come and go in groups, so that a slow scroll changes the picture rarely.
const GROUP: usize = 4;

/// Whether only a part of a picture is drawn at a time.
pub(super) fn is_large(layout: &Layout) -> bool {
    layout.cells.len() > WHOLE
}

/// The cells in sight and a screenful on either side: the first, and the one after the last.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Sight {
    from: Cell,
    to: Cell,
}

impl Sight {
    /// What is drawn before it is known what is seen.
    pub(super) const FIRST: Self = Self { from: Cell { column: 0, row: 0 }, to: Cell { column: 8, row: 12 } };

    /// Whether a step there is drawn.
    pub(super) fn holds(self, cell: Cell) -> bool {
        (self.from.column..self.to.column).contains(&cell.column) && (self.from.row..self.to.row).contains(&cell.row)
    }

    /// Whether any of an edge would be seen.
    pub(super) fn meets(self, edge: &Edge) -> bool {
        edge.cells.windows(2).any(|pair| {
            let &[one, other] = pair else { return false };
            let (top, bottom) = (one.row.min(other.row), one.row.max(other.row));
            one.column < self.to.column
                && other.column >= self.from.column
                && top < self.to.row
                && bottom >= self.from.row
        })
    }
}

/// Looks, in the next frame, at what of the picture is in sight. Copies wait for the same frame.
#[derive(Clone, Copy)]
pub(super) struct Look {
    frame: Frame,
    sight: RwSignal<Sight>,
    waiting: StoredValue<bool>,
}

impl Look {
    pub(super) fn through(frame: Frame, sight: RwSignal<Sight>) -> Self {
        Self { frame, sight, waiting: StoredValue::new(false) }
    }

    pub(super) fn look(self) {
        if self.waiting.get_value() {
            return;
        }
        self.waiting.set_value(true);
        request_animation_frame(move || {
            // Gone with the picture.
            if self.waiting.try_set_value(false).is_some() {
                return;
            }
            let Some(view) = self.frame.view.get_untracked() else { return };
            let now = in_sight(&view, self.frame.seen());
            if self.sight.try_get_untracked().is_some_and(|before| before != now) {
                self.sight.set(now);
            }
        });
    }
}

fn in_sight(view: &Element, seen: f64) -> Sight {
    let cells = |scrolled: i32, long: i32, one: usize| {
        let own = |length: i32| (f64::from(length.max(0)) / seen.max(0.01)) as usize / one;
        let from = own(scrolled - long) / GROUP * GROUP;
        (from, (own(scrolled + 2 * long) + 1).next_multiple_of(GROUP))
    };
    let columns = cells(view.scroll_left(), view.client_width(), WIDTH + GAP_X);
    let rows = cells(view.scroll_top(), view.client_height(), HEIGHT + GAP_Y);
    Sight { from: Cell { column: columns.0, row: rows.0 }, to: Cell { column: columns.1, row: rows.1 } }
}

/// Scrolls until the step whose corner that is stands in sight, where it is not in sight already.
pub(super) fn reveal(view: &Element, (x, y): (usize, usize), seen: f64) {
    let past = |start: usize, size: usize, scrolled: i32, long: i32| {
        let seen = |along: usize| (along as f64 * seen) as i32;
        let (low, high) = (seen(start), seen(start + size));
        (low - scrolled).min(0) + (high - scrolled - long).max(0)
    };
    let along = past(x, WIDTH, view.scroll_left(), view.client_width());
    let down = past(y, HEIGHT, view.scroll_top(), view.client_height());
    if along != 0 {
        view.set_scroll_left(view.scroll_left() + along);
    }
    if down != 0 {
        view.set_scroll_top(view.scroll_top() + down);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn edge(cells: &[(usize, usize)]) -> Edge {
        let cells = cells.iter().map(|&(column, row)| Cell { column, row }).collect();
        Edge { from: 0, to: 1, cells }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn an_edge_is_drawn_wherever_it_runs_through_what_is_seen() {
        let sight = Sight { from: Cell { column: 4, row: 4 }, to: Cell { column: 8, row: 8 } };
        assert!(sight.holds(Cell { column: 4, row: 7 }) && !sight.holds(Cell { column: 8, row: 7 }));
        assert!(sight.meets(&edge(&[(3, 5), (4, 5)])));
        assert!(sight.meets(&edge(&[(3, 0), (4, 20)])));
        assert!(sight.meets(&edge(&[(2, 5), (3, 5), (4, 5), (5, 5), (6, 5), (7, 5), (8, 5), (9, 5)])));
        assert!(!sight.meets(&edge(&[(1, 5), (2, 5), (3, 5)])));
        assert!(!sight.meets(&edge(&[(4, 0), (5, 3)])));
    }
}
