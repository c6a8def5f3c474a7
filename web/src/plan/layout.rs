//! Where the steps of a plan stand in its picture: a layered drawing in grid units.
//!
//! Ranks are the longest paths from the steps without dependencies, so every edge goes forward. Edges that cross several
//! ranks reserve a place in each, so no edge runs through a step. Within a rank, steps keep the order of their numbers
//! unless the median of what they depend on says otherwise; only earlier ranks decide, so a step added at the end
//! leaves the picture before it as it was. Knows no SVG, no state and no pixels.

/// A step's place: the column is its rank, the row its place across.
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

/// A finished drawing.
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
}

impl Layout {
    /// Lays out `count` steps with edges (dependency, dependent) given by index. Edges to unknown steps are ignored.
    pub(crate) fn of(count: usize, edges: &[(usize, usize)]) -> Self {
        let mut edges: Vec<(usize, usize)> =
            edges.iter().copied().filter(|&(from, to)| from < count && to < count).collect();
        edges.sort_unstable();
        edges.dedup();
        let (ranks, broken) = ranks(count, &edges);
        edges.retain(|edge| !broken.contains(edge));

        let mut items: Vec<Item> = ranks
            .iter()
            .enumerate()
            .map(|(index, &column)| Item { column, key: index, before: Vec::new(), row: 0 })
            .collect();
        let ways: Vec<Vec<usize>> = edges.iter().map(|&edge| passages(&mut items, edge, count)).collect();
        let columns = ranks.iter().max().map_or(0, |last| last + 1);
        place(&mut items, columns);

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
            columns,
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
    /// nearest to the height of this one.
    pub(crate) fn beside(&self, from: usize, way: Way) -> usize {
        let Some(&here) = self.cells.get(from) else { return from };
        let along = |start: usize, end: usize| match way {
            Way::Forward => (start == from).then_some(end),
            Way::Back => (end == from).then_some(start),
            Way::Up | Way::Down => None,
        };
        let in_rank = |&(_, cell): &(usize, &Cell)| match way {
            Way::Up => cell.column == here.column && cell.row < here.row,
            Way::Down => cell.column == here.column && cell.row > here.row,
            Way::Forward | Way::Back => false,
        };
        let reached = self.edges.iter().filter_map(|edge| along(edge.from, edge.to));
        let ranked = self.cells.iter().enumerate().filter(in_rank).map(|(index, _)| index);
        let distance = |&index: &usize| self.cells.get(index).map_or(usize::MAX, |cell| cell.row.abs_diff(here.row));
        reached.chain(ranked).min_by_key(distance).unwrap_or(from)
    }
}

/// The rank of every step and the edges that had to be ignored to give one.
fn ranks(count: usize, edges: &[(usize, usize)]) -> (Vec<usize>, Vec<(usize, usize)>) {
    let mut rank: Vec<Option<usize>> = vec![None; count];
    let mut broken = Vec::new();
    for _ in 0..count {
        let waiting = |step: usize, rank: &[Option<usize>]| {
            edges.iter().any(|&(from, to)| to == step && from != step && rank.get(from) == Some(&None))
        };
        let open = || (0..count).filter(|&step| rank.get(step) == Some(&None));
        // In a circle no step is ready: the first one goes ahead, and what it waits for is left out.
        let Some(next) = open().find(|&step| !waiting(step, &rank)).or_else(|| open().next()) else { break };
        let mut column = 0;
        for &(from, _) in edges.iter().filter(|&&(_, to)| to == next) {
            match rank.get(from).copied().flatten() {
                Some(before) => column = column.max(before + 1),
                None => broken.push((from, next)),
            }
        }
        if let Some(slot) = rank.get_mut(next) {
            *slot = Some(column);
        }
    }
    (rank.into_iter().map(Option::unwrap_or_default).collect(), broken)
}

/// Adds the passages of an edge and gives the items it goes through.
fn passages(items: &mut Vec<Item>, (from, to): (usize, usize), count: usize) -> Vec<usize> {
    let column_of = |items: &[Item], index: usize| items.get(index).map_or(0, |item| item.column);
    let (start, end) = (column_of(items, from), column_of(items, to));
    let mut way = vec![from];
    let mut last = from;
    for column in start + 1..end {
        items.push(Item { column, key: count + items.len(), before: vec![last], row: 0 });
        last = items.len() - 1;
        way.push(last);
    }
    if let Some(item) = items.get_mut(to) {
        item.before.push(last);
    }
    way.push(to);
    way
}

/// Gives every item its row, rank by rank.
fn place(items: &mut [Item], columns: usize) {
    for column in 0..columns {
        let mut here: Vec<(usize, usize, usize)> = (0..items.len())
            .filter_map(|index| {
                let item = items.get(index).filter(|item| item.column == column)?;
                let mut rows: Vec<usize> = item.before.iter().filter_map(|&b| Some(items.get(b)?.row)).collect();
                rows.sort_unstable();
                let median = rows.get(rows.len().saturating_sub(1) / 2).copied();
                Some((median.unwrap_or(item.key), item.key, index))
            })
            .collect();
        here.sort_unstable();
        let mut free = 0;
        for (wish, _, index) in here {
            let Some(item) = items.get_mut(index) else { continue };
            // Steps without dependencies fill up from the top; the others stand beside what they depend on.
            item.row = if item.before.is_empty() { free } else { wish.max(free) };
            free = item.row + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn known_pictures() {
        assert_eq!(cells(&check(0, &[])), []);
        assert_eq!(cells(&check(3, &[(0, 1), (1, 2)])), [(0, 0), (1, 0), (2, 0)], "a chain is a line");
        assert_eq!(cells(&check(3, &[])), [(0, 0), (0, 1), (0, 2)], "steps side by side stand in one column");
        assert_eq!(cells(&check(4, &[(0, 1), (0, 2), (1, 3), (2, 3)])), [(0, 0), (1, 0), (1, 1), (2, 0)]);
        assert_eq!(cells(&check(3, &[(0, 2)])), [(0, 0), (0, 1), (1, 0)], "add, calculate, list");
    }

    #[test]
    fn a_long_edge_keeps_its_own_way() {
        let layout = check(3, &[(0, 1), (1, 2), (0, 2)]);
        assert_eq!(
            layout.edges.iter().find(|edge| edge.to == 2 && edge.from == 0).map(|edge| edge.cells.len()),
            Some(3)
        );
        assert_eq!(layout.rows, 2);
    }

    #[test]
    fn a_circle_is_drawn_with_its_bad_edge_named() {
        let layout = check(3, &[(0, 1), (1, 2), (2, 0)]);
        assert_eq!(layout.broken, [(2, 0)]);
        assert_eq!(check(1, &[(0, 0)]).broken, [(0, 0)]);
    }

    #[test]
    fn edges_to_nowhere_are_ignored() {
        assert_eq!(check(2, &[(0, 9), (9, 1)]).edges, []);
    }

    /// Plans of a hundred steps in many shapes, made by a small repeatable generator.
    #[test]
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

    #[test]
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
