//! Where the steps of a plan stand in its picture: a layered drawing in grid units.
//!
//! Ranks are the longest paths from the steps without dependencies, so every edge goes forward. Edges that cross several
//! ranks reserve a place in each, so no edge runs through a step. Within a rank, steps keep the order of their numbers
//! unless the median of what they depend on says otherwise; only earlier ranks decide, so a step added at the end
//! leaves the picture before it as it was. Steps that no edge touches belong to no rank: once the first column is full
//! they fill what is free beside it, so that many of them are a field and no tower. Knows no SVG, no state and no pixels.

/// How many rows a column has before steps that no edge touches go to the next one.
const FULL: usize = 6;
/// The most cells that long edges may reserve: more lines than that are no picture.
const MOST_PASSAGES: usize = 20_000;

/// A step's place: the column is its rank if any edge touches it, the row its place across.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cell {
    /// Which rank, from 0.
    pub(crate) column: usize,
    /// Which row, from 0.
    pub(crate) row: usize,
}

/// An edge from a step to one that depends on it, with the cells it passes through, both ends included.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edge {
    /// The index of the step depended on.
    pub(crate) from: usize,
    /// The index of the dependent step.
    pub(crate) to: usize,
    /// The way, one cell a column.
    pub(crate) cells: Vec<Cell>,
}

/// A finished drawing; one without cells where the plan has more edges than a picture can tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Layout {
    /// The place of every step, by index.
    pub(crate) cells: Vec<Cell>,
    /// The edges that go forward.
    pub(crate) edges: Vec<Edge>,
    /// The edges left out because they close a circle.
    pub(crate) broken: Vec<(usize, usize)>,
    /// How many columns there are.
    pub(crate) columns: usize,
    /// How many rows there are.
    pub(crate) rows: usize,
}

/// Something that takes a cell: a step, or the passage of a long edge through a rank.
struct Item {
    column: usize,
    /// Steps come first within equal medians, by index; passages after them, by edge.
    key: usize,
    before: Vec<usize>,
    row: usize,
    /// Whether no edge touches it.
    alone: bool,
}

impl Layout {
    /// Lays out `count` steps with edges (dependency, dependent) given by index. Edges to unknown steps are ignored.
    pub(crate) fn of(count: usize, edges: &[(usize, usize)]) -> Self {
        let mut edges: Vec<(usize, usize)> =
            edges.iter().copied().filter(|&(from, to)| from < count && to < count).collect();
        edges.sort_unstable();
        edges.dedup();
        let (ranks, broken) = ranks(count, &edges);
        edges.retain(|edge| broken.binary_search(edge).is_err());
        let rank = |index: usize| ranks.get(index).copied().unwrap_or_default();
        let passages: usize = edges.iter().map(|&(from, to)| rank(to).saturating_sub(rank(from) + 1)).sum();
        if passages > MOST_PASSAGES {
            return Self::default();
        }

        let mut items: Vec<Item> = ranks
            .iter()
            .enumerate()
            .map(|(index, &column)| Item { column, key: index, before: Vec::new(), row: 0, alone: true })
            .collect();
        let ways: Vec<Vec<usize>> = edges.iter().map(|&edge| reserve(&mut items, edge, count)).collect();
        place(&mut items, ranks.iter().max().map_or(0, |last| last + 1));

        let cell = |item: usize| {
            items.get(item).map_or(Cell { column: 0, row: 0 }, |item| Cell { column: item.column, row: item.row })
        };
        Self {
            cells: (0..count).map(cell).collect(),
            edges: edges
                .iter()
                .zip(&ways)
                .map(|(&(from, to), way)| Edge { from, to, cells: way.iter().map(|&item| cell(item)).collect() })
                .collect(),
            broken,
            columns: items.iter().map(|item| item.column + 1).max().unwrap_or(0),
            rows: items.iter().map(|item| item.row + 1).max().unwrap_or(0),
        }
    }
}

/// A way from one step to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Along an edge, to what depends on it.
    Forward,
    /// Along an edge, to what it depends on.
    Back,
    /// To the one above in its rank.
    Up,
    /// To the one below in its rank.
    Down,
}

impl Layout {
    /// The step that a person comes to from that one; the same when the way leads nowhere. Of several, the one that stands
    /// nearest to the height of this one. From a step without edges the way leads to the column beside it.
    pub(crate) fn beside(&self, from: usize, way: Way) -> usize {
        let Some(&here) = self.cells.get(from) else { return from };
        let along = |edge: &Edge| match way {
            Way::Forward => (edge.from == from).then_some(edge.to),
            Way::Back => (edge.to == from).then_some(edge.from),
            Way::Up | Way::Down => None,
        };
        let alone = !self.edges.iter().any(|edge| edge.from == from || edge.to == from);
        let next_to = |&(_, cell): &(usize, &Cell)| match way {
            Way::Up => cell.column == here.column && cell.row < here.row,
            Way::Down => cell.column == here.column && cell.row > here.row,
            Way::Forward => alone && cell.column == here.column + 1,
            Way::Back => alone && cell.column + 1 == here.column,
        };
        let near = self.cells.iter().enumerate().filter(next_to).map(|(index, _)| index);
        let distance = |&index: &usize| self.cells.get(index).map_or(usize::MAX, |cell| cell.row.abs_diff(here.row));
        self.edges.iter().filter_map(along).chain(near).min_by_key(distance).unwrap_or(from)
    }
}

/// The rank of every step, and the edges that had to be left out to give one, in order. The edges come in order.
fn ranks(count: usize, edges: &[(usize, usize)]) -> (Vec<usize>, Vec<(usize, usize)>) {
    let mut waits = vec![0_usize; count];
    for &(_, to) in edges.iter().filter(|(from, to)| from != to) {
        waits.get_mut(to).into_iter().for_each(|waits| *waits += 1);
    }
    let mut rank = vec![0_usize; count];
    let mut done = vec![false; count];
    let mut broken = Vec::new();
    let mut ready: Vec<usize> = (0..count).filter(|&step| waits.get(step) == Some(&0)).collect();
    let (mut at, mut open) = (0, 0);
    loop {
        // In a circle no step is ready: the first one goes ahead, and what it waits for is left out.
        let next = ready.get(at).copied().or_else(|| (open..count).find(|&step| done.get(step) == Some(&false)));
        let Some(next) = next else { break };
        if at < ready.len() {
            at += 1;
        } else {
            open = next;
        }
        if std::mem::replace(done.get_mut(next).unwrap_or(&mut true), true) {
            continue;
        }
        let after = rank.get(next).map_or(0, |rank| rank + 1);
        let start = edges.partition_point(|&(from, _)| from < next);
        for &(_, to) in edges.iter().skip(start).take_while(|&&(from, _)| from == next) {
            if done.get(to) == Some(&true) {
                broken.push((next, to));
                continue;
            }
            rank.get_mut(to).into_iter().for_each(|rank| *rank = after.max(*rank));
            let Some(waits) = waits.get_mut(to) else { continue };
            *waits -= 1;
            if *waits == 0 {
                ready.push(to);
            }
        }
    }
    broken.sort_unstable();
    (rank, broken)
}

/// Adds the passages of an edge and gives the items it goes through.
fn reserve(items: &mut Vec<Item>, (from, to): (usize, usize), count: usize) -> Vec<usize> {
    let column_of = |items: &[Item], index: usize| items.get(index).map_or(0, |item| item.column);
    let (start, end) = (column_of(items, from), column_of(items, to));
    let mut way = vec![from];
    let mut last = from;
    for column in start + 1..end {
        items.push(Item { column, key: count + items.len(), before: vec![last], row: 0, alone: false });
        last = items.len() - 1;
        way.push(last);
    }
    for end in [from, to] {
        items.get_mut(end).into_iter().for_each(|item| item.alone = false);
    }
    if let Some(item) = items.get_mut(to) {
        item.before.push(last);
    }
    way.push(to);
    way
}

/// Gives every item its row, rank by rank, and then a place to those that found none in the first.
fn place(items: &mut [Item], ranks: usize) {
    let mut of_rank: Vec<Vec<usize>> = vec![Vec::new(); ranks];
    for (index, item) in items.iter().enumerate() {
        of_rank.get_mut(item.column).into_iter().for_each(|rank| rank.push(index));
    }
    // Which of the first rows are taken, a column each.
    let mut taken = vec![[false; FULL]; ranks];
    let mut left = Vec::new();
    for (rank, taken) in of_rank.into_iter().zip(&mut taken) {
        let wish = |index: usize| {
            let item = items.get(index)?;
            let mut rows: Vec<usize> = item.before.iter().filter_map(|&b| Some(items.get(b)?.row)).collect();
            rows.sort_unstable();
            let median = rows.get(rows.len().saturating_sub(1) / 2).copied();
            Some((median.unwrap_or(item.key), item.key, index))
        };
        let mut here: Vec<(usize, usize, usize)> = rank.into_iter().filter_map(wish).collect();
        here.sort_unstable();
        let mut free = 0;
        for (wish, _, index) in here {
            let Some(item) = items.get_mut(index) else { continue };
            if item.alone && free >= FULL {
                left.push(index);
                continue;
            }
            // Steps without dependencies fill up from the top; the others stand beside what they depend on.
            item.row = if item.before.is_empty() { free } else { wish.max(free) };
            free = item.row + 1;
            taken.get_mut(item.row).into_iter().for_each(|taken| *taken = true);
        }
    }
    let mut places = (1..).flat_map(|column| (0..FULL).map(move |row| Cell { column, row }));
    let is_free = |cell: &Cell| taken.get(cell.column).is_none_or(|rows| rows.get(cell.row) != Some(&true));
    for index in left {
        if let (Some(item), Some(cell)) = (items.get_mut(index), places.find(is_free)) {
            (item.column, item.row) = (cell.column, cell.row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn check(count: usize, edges: &[(usize, usize)]) -> Layout {
        let layout = Layout::of(count, edges);
        assert_eq!(layout, Layout::of(count, edges), "the same plan gives the same picture");
        for (index, cell) in layout.cells.iter().enumerate() {
            for other in layout.cells.iter().skip(index + 1) {
                assert_ne!(cell, other, "two steps in one place");
            }
            assert!(cell.column < layout.columns && cell.row < layout.rows);
        }
        for edge in &layout.edges {
            assert_eq!(edge.cells.first(), layout.cells.get(edge.from));
            assert_eq!(edge.cells.last(), layout.cells.get(edge.to));
            for pair in edge.cells.windows(2) {
                assert_eq!(pair[1].column, pair[0].column + 1, "an edge goes forward one rank at a time");
            }
            let inner = edge.cells.len() - 1;
            for passage in &edge.cells[1..inner] {
                assert!(!layout.cells.contains(passage), "an edge runs through a step");
            }
        }
        layout
    }

    fn cells(layout: &Layout) -> Vec<(usize, usize)> {
        layout.cells.iter().map(|cell| (cell.column, cell.row)).collect()
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn known_pictures() {
        assert_eq!(cells(&check(0, &[])), []);
        assert_eq!(cells(&check(3, &[(0, 1), (1, 2)])), [(0, 0), (1, 0), (2, 0)], "a chain is a line");
        assert_eq!(cells(&check(3, &[])), [(0, 0), (0, 1), (0, 2)], "steps side by side stand in one column");
        assert_eq!(cells(&check(4, &[(0, 1), (0, 2), (1, 3), (2, 3)])), [(0, 0), (1, 0), (1, 1), (2, 0)]);
        assert_eq!(cells(&check(3, &[(0, 2)])), [(0, 0), (0, 1), (1, 0)], "add, calculate, list");
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn steps_that_no_edge_touches_are_a_field_and_no_tower() {
        let field = check(24, &[]);
        assert_eq!((field.columns, field.rows), (4, 6));
        assert_eq!(field.cells[7], Cell { column: 1, row: 1 });
        // What an edge touches keeps its rank; the others fill what is free beside it.
        let mixed = check(12, &[(2, 9), (9, 10)]);
        assert_eq!(cells(&mixed)[9..=10], [(1, 2), (2, 2)]);
        assert_eq!(cells(&mixed)[6..=8], [(1, 0), (1, 1), (1, 3)]);
        assert_eq!((mixed.columns, mixed.rows), (3, 6));
        // One more moves none of them, and every one is reached by the arrows.
        assert_eq!(mixed.cells, check(13, &[(2, 9), (9, 10)]).cells[..12]);
        assert_eq!(field.beside(1, Way::Forward), 7);
        assert_eq!(field.beside(7, Way::Back), 1);
        assert_eq!(field.beside(23, Way::Forward), 23);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_thousand_steps_are_laid_out_and_too_many_edges_are_refused() {
        let chain: Vec<(usize, usize)> = (1..1000).map(|step| (step - 1, step)).collect();
        assert_eq!(Layout::of(1000, &chain).columns, 1000);
        let all: Vec<(usize, usize)> = (0..300).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
        assert_eq!(Layout::of(300, &all), Layout::default());
        assert_ne!(Layout::of(40, &all.into_iter().filter(|edge| edge.1 < 40).collect::<Vec<_>>()), Layout::default());
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_long_edge_keeps_its_own_way() {
        let layout = check(3, &[(0, 1), (1, 2), (0, 2)]);
        assert_eq!(
            layout.edges.iter().find(|edge| edge.to == 2 && edge.from == 0).map(|edge| edge.cells.len()),
            Some(3)
        );
        assert_eq!(layout.rows, 2);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_circle_is_drawn_with_its_bad_edge_named() {
        let layout = check(3, &[(0, 1), (1, 2), (2, 0)]);
        assert_eq!(layout.broken, [(2, 0)]);
        assert_eq!(check(1, &[(0, 0)]).broken, [(0, 0)]);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn edges_to_nowhere_are_ignored() {
        assert_eq!(check(2, &[(0, 9), (9, 1)]).edges, []);
    }

    /// Plans of a hundred steps in many shapes, made by a small repeatable generator.
    #[wasm_bindgen_test(unsupported = test)]
    fn many_shapes_hold_the_rules_and_stay_put_when_a_step_is_added() {
        let mut state = 9_u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap() % below
        };
        for _ in 0..60 {
            let count = 1 + next(40);
            let edges: Vec<(usize, usize)> =
                (0..next(60)).map(|_| (next(count), next(count))).filter(|(from, to)| from < to).collect();
            let before = check(count, &edges);
            let after = check(count + 1, &edges);
            assert_eq!(before.cells, after.cells[..count], "a step added at the end moved another");
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn arrows_go_along_the_edges_and_within_a_rank() {
        // 0 and 1 begin; 2 depends on both, 3 on 1 alone; 4 on 2 and 3.
        let layout = Layout::of(5, &[(0, 2), (1, 2), (1, 3), (2, 4), (3, 4)]);
        for (from, way, to) in [
            (0, Way::Forward, 2),
            (1, Way::Down, 1),
            (0, Way::Down, 1),
            (1, Way::Up, 0),
            (2, Way::Forward, 4),
            (4, Way::Forward, 4),
            (0, Way::Back, 0),
            (3, Way::Back, 1),
            (9, Way::Up, 9),
        ] {
            assert_eq!(layout.beside(from, way), to, "{way:?} from {from}");
        }
    }
}
