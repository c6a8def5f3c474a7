//! What must be done before what: the graph of a plan's steps, its order, its levels and its critical path.
//!
//! Edges come from three places: `dependsOn`, references in inputs, and what tools read and write. The last are found the
//! way a processor finds them: a reader waits for the last writer before it, a writer for the last writer and for the
//! readers since. An edge says whether the later step *needs* the earlier one or only comes *after* it, so that a list can
//! still be shown when the deletion before it was denied.
//!
//! It knows no run: what is done, and what that makes ready, is the runtime's business.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
};

use serde_json::Value;

use crate::{Plan, PlanStep, RunWhen, StepKind, ToolSpec, input};

/// Why one step comes before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeKind {
    /// The later step makes no sense without the earlier one.
    Need,
    /// Both touch the same resource, so their order matters and nothing more.
    Order,
}

/// An edge into a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The number of the step that comes before.
    pub step: u32,
    /// Why it does.
    pub kind: EdgeKind,
}

/// The dependency graph of a plan.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    numbers: Vec<u32>,
    /// Numbers with their positions, sorted; empty when step `n` stands at position `n - 1`.
    positions: Vec<(u32, u32)>,
    incoming: Rows<Node>,
    outgoing: Rows<Node>,
    durations: Vec<u64>,
    order: Vec<u32>,
    cycle: Vec<u32>,
}

/// An edge between positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    at: u32,
    kind: EdgeKind,
}

/// A list of lists in one piece: row `i` is `cells[starts[i]..starts[i + 1]]`.
#[derive(Clone, Debug)]
struct Rows<T> {
    starts: Vec<u32>,
    cells: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { starts: vec![0], cells: Vec::new() }
    }
}

impl<T> Rows<T> {
    fn row(&self, at: usize) -> &[T] {
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(start), Some(end)) => self.cells.get(*start as usize..*end as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    fn end_row(&mut self) {
        self.starts.push(self.cells.len() as u32);
    }
}

impl Graph {
    /// The graph of `plan`, given what the tools read and write. References to steps that are not there make no edge.
    pub fn of(plan: &Plan, specs: &[ToolSpec]) -> Self {
        Self::of_steps(&plan.steps, specs)
    }

    /// As [`Graph::of`], for the steps of a plan or of a body.
    pub fn of_steps(steps: &[PlanStep], specs: &[ToolSpec]) -> Self {
        let mut graph = Self::empty(steps);
        let specs: BTreeMap<&str, &ToolSpec> = specs.iter().map(|spec| (spec.name.as_str(), spec)).collect();
        let touches: Vec<Touch<'_>> = steps.iter().map(|step| Touch::of(step, &specs)).collect();
        let mut wanted = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            wanted.clear();
            for number in &step.depends_on {
                if let Some(from) = graph.position(*number) {
                    // Who looks at how a step has ended means that step, whatever both of them touch.
                    let conflict =
                        step.run_when == RunWhen::AllSucceeded && touches[from as usize].conflicts(&touches[at]);
                    wanted.push(Node { at: from, kind: if conflict { EdgeKind::Order } else { EdgeKind::Need } });
                }
            }
            let needs = input::needs(&step.tool_input);
            for number in input::references(&step.tool_input) {
                let kind = if needs.contains(&number) { EdgeKind::Need } else { EdgeKind::Order };
                wanted.extend(graph.position(number).map(|from| Node { at: from, kind }));
            }
            graph.incoming.push_row(&wanted);
        }
        graph.finish();
        if graph.cycle.is_empty() && touches.iter().any(|touch| !touch.is_nothing()) {
            graph.add_resource_edges(&touches);
        }
        graph
    }

    fn empty(steps: &[PlanStep]) -> Self {
        let numbers: Vec<u32> = steps.iter().map(|step| step.step_number).collect();
        let mut positions = Vec::new();
        if numbers.iter().zip(1..).any(|(number, expected)| *number != expected) {
            positions.extend(numbers.iter().copied().zip(0..));
            positions.sort_unstable();
        }
        // What stands in for another step is done only where that one fails.
        let usual = |step: &PlanStep| if step.instead_of.is_some() { 0 } else { step.estimated_duration_ms };
        let durations = steps.iter().map(usual).collect();
        Self { numbers, positions, durations, ..Self::default() }
    }

    /// The resource edges follow the order the other edges give, so they never close a cycle.
    fn add_resource_edges(&mut self, touches: &[Touch<'_>]) {
        let mut extra: Vec<Vec<Node>> = vec![Vec::new(); touches.len()];
        let mut last: BTreeMap<&str, (Option<u32>, Vec<u32>)> = BTreeMap::new();
        for &at in &self.order {
            let Some((touch, into)) = touches.get(at as usize).zip(extra.get_mut(at as usize)) else { continue };
            let mut wait_for = |from: u32| into.push(Node { at: from, kind: EdgeKind::Order });
            for resource in &touch.writes {
                let (writer, readers) = last.entry(resource).or_default();
                writer.iter().chain(readers.iter()).filter(|from| **from != at).for_each(|from| wait_for(*from));
                *writer = Some(at);
                readers.clear();
            }
            for resource in touch.reads.iter().filter(|resource| !touch.writes.contains(resource)) {
                let (writer, readers) = last.entry(resource).or_default();
                if let Some(from) = *writer {
                    wait_for(from);
                }
                readers.push(at);
            }
        }
        let before = std::mem::take(&mut self.incoming);
        for (at, nodes) in extra.iter_mut().enumerate() {
            nodes.extend_from_slice(before.row(at));
            self.incoming.push_row(nodes);
        }
        self.finish();
    }

    /// Computes the outgoing edges, the order and, when there is no order, a cycle.
    fn finish(&mut self) {
        let count = self.numbers.len();
        let mut starts = vec![0u32; count + 1];
        for node in &self.incoming.cells {
            starts[node.at as usize + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut cells = vec![Node { at: 0, kind: EdgeKind::Need }; self.incoming.cells.len()];
        for to in 0..count {
            for node in self.incoming.row(to) {
                let slot = &mut next[node.at as usize];
                cells[*slot as usize] = Node { at: to as u32, kind: node.kind };
                *slot += 1;
            }
        }
        self.outgoing = Rows { starts, cells };
        self.order = self.ordered();
        self.cycle = if self.order.len() < count { self.find_cycle() } else { Vec::new() };
    }

    /// Kahn's algorithm; among the steps that could be next, the first of the plan is.
    fn ordered(&self) -> Vec<u32> {
        let count = self.numbers.len();
        let mut unmet: Vec<u32> = (0..count).map(|at| self.incoming.row(at).len() as u32).collect();
        let mut free: BinaryHeap<Reverse<u32>> =
            unmet.iter().zip(0u32..).filter(|(unmet, _)| **unmet == 0).map(|(_, at)| Reverse(at)).collect();
        let mut order = Vec::with_capacity(count);
        while let Some(Reverse(at)) = free.pop() {
            order.push(at);
            for node in self.outgoing.row(at as usize) {
                let left = &mut unmet[node.at as usize];
                *left -= 1;
                if *left == 0 {
                    free.push(Reverse(node.at));
                }
            }
        }
        order
    }

    /// Walks backwards among the steps that have no order; each has an unordered one before it, so the walk must close.
    fn find_cycle(&self) -> Vec<u32> {
        let count = self.numbers.len();
        let mut ordered = vec![false; count];
        for at in &self.order {
            ordered[*at as usize] = true;
        }
        let Some(mut at) = ordered.iter().position(|ordered| !ordered) else { return Vec::new() };
        let mut seen = vec![usize::MAX; count];
        let mut path = Vec::new();
        while seen[at] == usize::MAX {
            seen[at] = path.len();
            path.push(at as u32);
            let Some(from) = self.incoming.row(at).iter().find(|node| !ordered[node.at as usize]) else {
                return Vec::new();
            };
            at = from.at as usize;
        }
        let mut cycle = path.split_off(seen[at]);
        cycle.push(at as u32);
        cycle.reverse();
        cycle
    }

    fn position(&self, number: u32) -> Option<u32> {
        if self.positions.is_empty() {
            return number.checked_sub(1).filter(|at| (*at as usize) < self.numbers.len());
        }
        let found = self.positions.partition_point(|(known, _)| *known < number);
        self.positions.get(found).filter(|(known, _)| *known == number).map(|(_, at)| *at)
    }

    fn number(&self, at: u32) -> u32 {
        self.numbers.get(at as usize).copied().unwrap_or(0)
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is no step.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.incoming.cells.len()
    }

    /// The steps in an order that respects every edge, earlier steps of the plan first; those on a cycle are left out.
    pub fn order(&self) -> Vec<u32> {
        self.in_order().collect()
    }

    /// As [`Graph::order`], one by one.
    pub fn in_order(&self) -> impl Iterator<Item = u32> + '_ {
        self.order.iter().map(|at| self.number(*at))
    }

    /// A cycle as a path that ends where it began, when there is one.
    pub fn cycle(&self) -> Option<Vec<u32>> {
        (!self.cycle.is_empty()).then(|| self.cycle.iter().map(|at| self.number(*at)).collect())
    }

    /// The edges into a step, sorted by the step they come from, each step once.
    pub fn edges_into(&self, step: u32) -> impl Iterator<Item = Edge> + '_ {
        self.edges(&self.incoming, step)
    }

    /// The edges out of a step; `step` in each is where it leads.
    pub fn edges_out_of(&self, step: u32) -> impl Iterator<Item = Edge> + '_ {
        self.edges(&self.outgoing, step)
    }

    fn edges<'a>(&'a self, rows: &'a Rows<Node>, step: u32) -> impl Iterator<Item = Edge> + 'a {
        let row = self.position(step).map_or(&[][..], |at| rows.row(at as usize));
        row.iter().map(|node| Edge { step: self.number(node.at), kind: node.kind })
    }

    /// The steps that must be done before `step`.
    pub fn dependencies(&self, step: u32) -> Vec<u32> {
        self.edges_into(step).map(|edge| edge.step).collect()
    }

    /// The steps by level: those of one level can run side by side once the levels before are done.
    pub fn levels(&self) -> Vec<Vec<u32>> {
        let mut level = vec![0usize; self.len()];
        let mut levels: Vec<Vec<u32>> = Vec::new();
        for &at in &self.order {
            let deepest = self.incoming.row(at as usize).iter().map(|node| level[node.at as usize] + 1).max();
            let own = deepest.unwrap_or(0);
            level[at as usize] = own;
            if levels.len() <= own {
                levels.resize(own + 1, Vec::new());
            }
            let (level, number) = (&mut levels[own], self.number(at));
            level.insert(level.partition_point(|before| *before < number), number);
        }
        levels
    }

    /// The chain of steps that takes longest by estimate; ties go to the chain of more steps, then to the earlier steps.
    pub fn critical_path(&self) -> Vec<u32> {
        let mut best: Vec<(u64, u32, Option<u32>)> = vec![(0, 0, None); self.len()];
        let mut end: Option<u32> = None;
        for &at in &self.order {
            let before = self.incoming.row(at as usize).iter().map(|node| {
                let (ms, steps, _) = best[node.at as usize];
                (ms, steps, Reverse(node.at))
            });
            let (ms, steps, from) = before.max().map_or((0, 0, None), |(ms, steps, from)| (ms, steps, Some(from.0)));
            let own = (ms.saturating_add(self.durations[at as usize]), steps + 1, from);
            best[at as usize] = own;
            let leads = |end: &u32| {
                let (ms, steps, _) = best[*end as usize];
                (ms, steps) >= (own.0, own.1)
            };
            if !end.as_ref().is_some_and(leads) {
                end = Some(at);
            }
        }
        let mut path = Vec::new();
        while let Some(at) = end {
            path.push(self.number(at));
            end = best[at as usize].2;
        }
        path.reverse();
        path
    }

    /// How long the critical path takes by estimate, in milliseconds.
    pub fn critical_path_ms(&self) -> u64 {
        let of = |number: &u32| self.position(*number).map_or(0, |at| self.durations[at as usize]);
        self.critical_path().iter().map(of).fold(0, u64::saturating_add)
    }
}

impl Rows<Node> {
    /// Adds a row: sorted, each position once, a need before a mere order.
    fn push_row(&mut self, nodes: &[Node]) {
        let start = self.cells.len();
        for node in nodes {
            let row = self.cells.get(start..).unwrap_or(&[]);
            // They nearly always come in order.
            let is_next = row.last().is_none_or(|last| last.at < node.at);
            let place = start + if is_next { row.len() } else { row.partition_point(|held| held.at < node.at) };
            match self.cells.get_mut(place) {
                Some(held) if held.at == node.at => held.kind = held.kind.min(node.kind),
                _ => self.cells.insert(place, *node),
            }
        }
        self.end_row();
    }
}

/// The named resources a step reads and writes.
struct Touch<'a> {
    reads: Vec<&'a str>,
    writes: Vec<&'a str>,
}

impl<'a> Touch<'a> {
    fn of(step: &PlanStep, specs: &BTreeMap<&str, &'a ToolSpec>) -> Self {
        let nothing = Self { reads: Vec::new(), writes: Vec::new() };
        if matches!(step.kind, StepKind::Map | StepKind::Plan) {
            let child = step.plan.iter().flat_map(|plan| &plan.steps);
            return step.body.iter().chain(child).map(|inner| Self::of(inner, specs)).fold(nothing, Self::and);
        }
        let Some(spec) = specs.get(step.tool_name.as_str()).filter(|_| step.kind == StepKind::Tool) else {
            return nothing;
        };
        let names = |of: &'a [String]| of.iter().map(String::as_str);
        if !spec.writes.is_empty() && spec.is_read_only(&step.tool_input) {
            return Self { reads: names(&spec.reads).chain(names(&spec.writes)).collect(), writes: Vec::new() };
        }
        Self { reads: names(&spec.reads).collect(), writes: names(&spec.writes).collect() }
    }

    /// What both touch.
    fn and(mut self, other: Self) -> Self {
        for (names, more) in [(&mut self.reads, other.reads), (&mut self.writes, other.writes)] {
            for name in more {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        self
    }

    fn is_nothing(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty()
    }

    fn conflicts(&self, later: &Self) -> bool {
        let meets = |a: &[&str], b: &[&str]| a.iter().any(|name| b.contains(name));
        meets(&self.writes, &later.reads) || meets(&self.writes, &later.writes) || meets(&self.reads, &later.writes)
    }
}

/// Whether the steps of a body may be under way for several items at once: what they write, they neither read nor write
/// for another item.
pub fn is_parallel(body: &[PlanStep], specs: &[ToolSpec]) -> bool {
    let specs: BTreeMap<&str, &ToolSpec> = specs.iter().map(|spec| (spec.name.as_str(), spec)).collect();
    let nothing = Touch { reads: Vec::new(), writes: Vec::new() };
    let all = body.iter().map(|step| Touch::of(step, &specs)).fold(nothing, Touch::and);
    !all.conflicts(&all)
}

/// Writes every edge of the graph into the steps' `dependsOn`, sorted; says whether a step depends on others now than before.
fn depend_as(plan: &mut Plan, graph: &Graph) -> bool {
    let mut is_changed = false;
    for step in &mut plan.steps {
        // What stands in for another names that one alone, and begins after all that one needed.
        if step.instead_of.is_some() {
            continue;
        }
        // Who looks at how the steps before it have ended looks at those it names, not at those it merely comes after.
        // What a default stands in for is not needed: written into `dependsOn`, it would be.
        let needs = input::needs(&step.tool_input);
        let mut spared = input::references(&step.tool_input);
        spared.retain(|number| !needs.contains(number) && !step.depends_on.contains(number));
        let kept = |edge: &Edge| {
            let in_order = step.run_when == RunWhen::AllSucceeded && !spared.contains(&edge.step);
            in_order || edge.kind == EdgeKind::Need
        };
        let needed = graph.edges_into(step.step_number).filter(kept).map(|edge| edge.step).collect();
        is_changed |= step.depends_on != needed;
        step.depends_on = needed;
    }
    is_changed
}

/// How involved the plan is, from 0 (one plain step) towards 1: more steps, more edges, references and decisions.
pub fn complexity_score(plan: &Plan, graph: &Graph) -> f64 {
    let further = graph.len().saturating_sub(1) as f64;
    let data = plan.steps.iter().map(|step| references_in(&step.tool_input)).sum::<usize>() as f64;
    let decisions = plan.steps.iter().filter(|step| step.kind == StepKind::Decision).count() as f64;
    let weight = 0.12 * further + 0.04 * graph.edge_count() as f64 + 0.1 * data + 0.2 * decisions;
    (100.0 * weight / (1.0 + weight)).round() / 100.0
}

fn references_in(value: &Value) -> usize {
    input::references(value).len()
}

/// Fills in what the graph gives: `dependsOn`, `complexityScore` and `totalEstimatedDurationMs`.
pub fn complete(plan: &mut Plan, specs: &[ToolSpec]) {
    let mut graph = Graph::of(plan, specs);
    if depend_as(plan, &graph) {
        graph = Graph::of(plan, specs);
    }
    plan.complexity_score = complexity_score(plan, &graph);
    plan.total_estimated_duration_ms = graph.critical_path_ms();
}
