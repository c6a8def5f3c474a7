//! Steps within steps: what a map does with its items, and what takes a step back. The plan has them once; a run numbers each
//! of them on after the plan's own steps, as they become known, so that all that is true of a step is true of them.

use std::{cmp::Reverse, rc::Rc};

use dunlin_plan::{OnFailure, PlanStep, RunWhen, StepKind, bounds, graph, graph::Graph, input};
use serde_json::{Value, json};

use crate::{
    SkipReason, StepStatus, Usage, Within,
    state::{RunState, StepState, Stop, is_performed},
};

/// Where a step that is not the plan's own comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inner {
    /// Step `at` of the body of the map `of`, counted from 0, for one of its items.
    Body { of: u32, item: u32, at: u32 },
    /// It takes that step back.
    Undo { of: u32 },
}

/// A map that was begun.
#[derive(Clone, Debug)]
pub(crate) struct MapState {
    /// The number of its first inner step.
    first: u32,
    /// How many steps its body has.
    body: u32,
    /// How many items are under way at once, at most.
    most: u32,
    /// How many items were begun.
    begun: u32,
    /// How many of them have ended.
    pub(crate) ended: u32,
    /// How many steps of each item have not ended.
    left: Vec<u32>,
    graph: Rc<Graph>,
    /// The inner step whose failure nothing handles.
    pub(crate) broken: Option<u32>,
}

impl MapState {
    pub(crate) fn items(&self) -> u32 {
        self.left.len() as u32
    }

    /// The number of a step of its body for an item.
    fn number(&self, item: u32, at: u32) -> u32 {
        self.first + item * self.body + at
    }
}

impl RunState {
    /// What a step beyond the plan's own is; none for one of the plan's.
    pub(crate) fn inner(&self, number: u32) -> Option<Inner> {
        self.inner.get((number as usize).checked_sub(1 + self.own)?).copied()
    }

    /// The graph that a step stands in, and how much less its numbers are there.
    pub(crate) fn scope(&self, number: u32) -> (Rc<Graph>, u32) {
        match self.inner(number) {
            None => (self.graph.clone(), 0),
            Some(Inner::Undo { .. }) => (Rc::default(), 0),
            Some(Inner::Body { of, item, .. }) => match self.maps.get(&of) {
                Some(map) => (map.graph.clone(), map.number(item, 0) - 1),
                None => (Rc::default(), 0),
            },
        }
    }

    /// What its references count from: a step that undoes another stands where that one stands.
    pub(crate) fn base(&self, number: u32) -> u32 {
        match self.inner(number) {
            Some(Inner::Undo { of }) => self.base(of),
            _ => self.scope(number).1,
        }
    }

    /// What step 0 is for a step: the item of a map, or what the run was given.
    pub(crate) fn given(&self, number: u32, pointer: &str) -> Option<Value> {
        match self.inner(number) {
            Some(Inner::Undo { of }) => self.given(of, pointer),
            None => input::find(self.created.as_ref()?.given.as_ref()?, pointer),
            Some(Inner::Body { of, item, .. }) => {
                let whole = self.input(of);
                let of_item = whole.get("over")?.get(item as usize)?;
                let field = pointer.strip_prefix('/').unwrap_or_default().split('/').next().unwrap_or_default();
                let rest = pointer.get(field.len() + 1..).unwrap_or_default();
                match field {
                    "item" => input::find(of_item, rest),
                    "index" => Some(Value::from(item)).filter(|_| rest.is_empty()),
                    "with" => input::find(whole.get("with")?, rest),
                    _ => input::find(&json!({"item": of_item, "index": item, "with": whole.get("with")}), pointer),
                }
            }
        }
    }

    /// The step of the plan itself that a step stands in.
    pub(crate) fn root(&self, number: u32) -> u32 {
        match self.inner(number) {
            Some(Inner::Body { of, .. }) => self.root(of),
            _ => number,
        }
    }

    pub(crate) fn is_undo(&self, number: u32) -> bool {
        matches!(self.inner(number), Some(Inner::Undo { .. }))
    }

    /// Whether the step goes on although the run stops: what takes another back does, and what is always done does after a
    /// failure. Once the run is cancelled, or a budget is spent, that is done only which closes what was begun.
    pub(crate) fn goes_on(&self, number: u32) -> bool {
        let Some(stop) = self.stop.as_ref().filter(|_| !self.is_undo(number)) else { return true };
        let root = self.root(number);
        match stop {
            Stop::Failure(_) => self.step(root).is_some_and(|root| root.run_when == RunWhen::AllDone),
            Stop::Budget { .. } | Stop::Cancel { ending: false } => self.closes(root),
            Stop::Cancel { ending: true } => false,
        }
    }

    /// Whether a step of the plan closes what was begun: it is always done, a step before it was begun that does more
    /// than to wait, and it does more itself. One that asked a person when the run was cancelled was turned down with that.
    pub(crate) fn closes(&self, number: u32) -> bool {
        let (Some(step), Some(planned)) = (self.step(number), self.planned(number)) else { return false };
        let waits = matches!(planned.kind, StepKind::Wait | StepKind::Ask | StepKind::Signal);
        let turned_down = matches!(step.fate, Some((SkipReason::Cancelled, _)));
        let closes = step.run_when == RunWhen::AllDone && !waits && !turned_down;
        closes && (step.attempts > 0 || self.follows_what_was_begun(number))
    }

    fn follows_what_was_begun(&self, number: u32) -> bool {
        let mut seen = vec![number];
        let mut at = 0;
        while let Some(later) = seen.get(at).copied() {
            at += 1;
            for edge in self.graph.edges_into(later).filter(|edge| edge.kind == graph::EdgeKind::Need) {
                let does = |planned: &PlanStep| is_performed(planned.kind) || planned.kind == StepKind::Map;
                if self.was_begun(edge.step) && self.planned(edge.step).is_some_and(does) {
                    return true;
                }
                if !seen.contains(&edge.step) {
                    seen.push(edge.step);
                }
            }
        }
        false
    }

    /// Whether nothing is left of a run that stops but what is done at its end.
    pub(crate) fn is_closing(&self) -> bool {
        let is_open = |number: &u32| self.step(*number).is_some_and(|step| !step.status.is_final());
        let goes_on = |number: u32| self.goes_on(number);
        self.stop.is_some() && self.open > 0 && (1..=self.own as u32).filter(is_open).all(goes_on)
    }

    /// Whether a map that the step stands in has failed.
    pub(crate) fn is_abandoned(&self, number: u32) -> bool {
        let Some(Inner::Body { of, .. }) = self.inner(number) else { return false };
        self.maps.get(&of).is_some_and(|map| map.broken.is_some()) || self.is_abandoned(of)
    }

    /// Whether any step of a map is under way.
    pub(crate) fn is_within_active(&self, map: u32) -> bool {
        let of_map = |number: &u32| matches!(self.inner(*number), Some(Inner::Body { of, .. }) if of == map);
        self.active.iter().any(of_map)
    }

    /// Where an inner step comes from, for people.
    pub(crate) fn within(&self, number: u32) -> Option<Within> {
        Some(match self.inner(number)? {
            Inner::Body { of, item, at } => Within::Map { map: of, item, step: at + 1 },
            Inner::Undo { of } => Within::Undo { undoes: of },
        })
    }

    /// The step that takes a step back, once that has begun.
    pub(crate) fn undo_of(&self, number: u32) -> Option<u32> {
        if !self.undo_begun {
            return None;
        }
        let is_it = |inner: &Inner| *inner == Inner::Undo { of: number };
        self.inner.iter().position(is_it).map(|at| (self.own + at + 1) as u32)
    }

    /// Lays out the steps of a map for its items, and begins the first items.
    pub(crate) fn lay_out_map(&mut self, number: u32) {
        let (Some(planned), Some(created)) = (self.planned(number), &self.created) else { return };
        let whole = self.input(number);
        let items = self.items_of(number, whole).unwrap_or(0);
        let asked = whole.get("maxParallel").and_then(Value::as_u64).unwrap_or(u64::from(u32::MAX));
        // What one item writes and another reads or writes too is not touched at once.
        let most = if graph::is_parallel(&planned.body, &created.tools) { asked.clamp(1, 64) as u32 } else { 1 };
        let graph = Rc::new(Graph::of_steps(&planned.body, &created.tools));
        let unmet = |at: usize| graph.edges_into(at as u32 + 1).count() as u32;
        let body: Vec<StepState> =
            planned.body.iter().enumerate().map(|(at, step)| StepState::new(step, unmet(at))).collect();
        let first = self.steps.len() as u32 + 1;
        let count = body.len() as u32;
        for item in 0..items as u32 {
            self.steps.extend_from_slice(&body);
            self.inner.extend((0..count).map(|at| Inner::Body { of: number, item, at }));
        }
        self.repeated = self.repeated.saturating_add(self.repeats(number, items));
        let left = vec![count; items];
        self.maps.insert(number, MapState { first, body: count, most, begun: 0, ended: 0, left, graph, broken: None });
        self.begin_items(number);
    }

    /// How many items a map has with that input, or why it cannot be done.
    pub(crate) fn items_of(&self, number: u32, input: &Value) -> Result<usize, String> {
        let over = input.get("over").and_then(Value::as_array).ok_or("what a map goes over is no list")?;
        let body = self.planned(number).map_or(0, |planned| planned.body.len());
        if over.len() > bounds::MAX_ITEMS {
            return Err(format!("found {} items, expected at most {}", over.len(), bounds::MAX_ITEMS));
        }
        let inner = self.inner.len() + over.len() * body;
        if inner > bounds::MAX_INNER_STEPS {
            return Err(format!(
                "the run would have {inner} steps within others, expected at most {}",
                bounds::MAX_INNER_STEPS
            ));
        }
        Ok(over.len())
    }

    /// Why the record would be too large with so many items of a map, if it would.
    pub(crate) fn too_much(&self, number: u32, items: usize) -> Option<String> {
        let all = self.repeated.saturating_add(self.repeats(number, items));
        let most = bounds::MAX_REPEATED;
        (all > most).then(|| format!("what bodies say would take {all} bytes for all items, expected at most {most}"))
    }

    /// How many bytes of a map's body the record says again for so many items.
    fn repeats(&self, number: u32, items: usize) -> usize {
        let of_step = |step: &PlanStep| {
            let input = bounds::size(&step.tool_input, bounds::MAX_PLAN).unwrap_or(bounds::MAX_PLAN);
            step.tool_name.len() + step.reasoning.len() + input
        };
        let body = self.planned(number).map_or(&[][..], |planned| &planned.body);
        let steps = body.iter().flat_map(|step| std::iter::once(step).chain(step.undo.as_deref()));
        steps.map(of_step).fold(0, usize::saturating_add).saturating_mul(items)
    }

    /// Begins as many items as may be under way.
    fn begin_items(&mut self, number: u32) {
        let goes =
            self.step(number).is_some_and(|step| step.status == StepStatus::Running) && !self.is_abandoned(number);
        let Some(map) = self.maps.get_mut(&number) else { return };
        if !goes || map.broken.is_some() || map.body == 0 {
            return;
        }
        let mut firsts = Vec::new();
        while map.begun < map.items() && map.begun - map.ended < map.most {
            firsts.extend((0..map.body).map(|at| map.number(map.begun, at)));
            map.begun += 1;
        }
        for first in firsts {
            if self.step(first).is_some_and(|step| step.unmet == 0) {
                self.ready.insert(first);
            }
        }
    }

    /// Notes that an inner step has ended.
    pub(crate) fn end_inner(&mut self, number: u32) {
        match self.inner(number) {
            Some(Inner::Body { of, item, .. }) => {
                let Some(map) = self.maps.get_mut(&of) else { return };
                let Some(left) = map.left.get_mut(item as usize) else { return };
                *left = left.saturating_sub(1);
                if *left == 0 {
                    map.ended += 1;
                    self.begin_items(of);
                }
            }
            Some(Inner::Undo { .. }) if self.is_undo(number + 1) => {
                self.ready.insert(number + 1);
            }
            Some(Inner::Undo { .. }) | None => {}
        }
    }

    /// Nothing more of a map is begun: it failed, or it is over.
    pub(crate) fn close_map(&mut self, number: u32) {
        let Some(map) = self.maps.get(&number) else { return };
        let within = map.first..map.first + map.items() * map.body;
        self.ready.retain(|inner| !within.contains(inner));
        self.to_skip.retain(|inner| !within.contains(inner));
        let asked: Vec<u32> = self.waiting.iter().copied().filter(|inner| within.contains(inner)).collect();
        for inner in asked {
            self.waiting.remove(&inner);
            self.give_up(inner);
            if let Some(step) = self.step_mut(inner) {
                step.question = None;
                step.status = if step.attempts > 0 { StepStatus::Cancelled } else { StepStatus::Pending };
            }
        }
    }

    /// Notes the failure of an inner step that nothing handles.
    pub(crate) fn break_map(&mut self, of: u32, failed: u32) {
        if let Some(map) = self.maps.get_mut(&of) {
            map.broken.get_or_insert(failed);
        }
        self.close_map(of);
        let within: Vec<u32> = self.maps.keys().copied().filter(|map| self.is_abandoned(*map)).collect();
        for map in within {
            self.close_map(map);
        }
    }

    /// What a map gives: for each item what the last of its steps that is done gave.
    pub(crate) fn mapped(&self, map: &MapState) -> Value {
        let of_item = |item: u32| {
            let outputs = (0..map.body).rev().filter_map(|at| {
                let step = self.step(map.number(item, at)).filter(|step| step.status == StepStatus::Succeeded)?;
                step.output.as_deref().cloned()
            });
            outputs.into_iter().next().unwrap_or_default()
        };
        (0..map.items()).map(of_item).collect()
    }

    /// The item that an inner step is about, counted from 1 for people.
    pub(crate) fn item_of(&self, number: u32) -> Option<u32> {
        match self.inner(number)? {
            Inner::Body { item, .. } => Some(item + 1),
            Inner::Undo { .. } => None,
        }
    }

    /// The steps to take back, the last that was done first, where the plan wants that and it has not begun.
    pub(crate) fn to_undo(&self) -> Vec<u32> {
        let wants = self.plan().is_some_and(|plan| plan.on_failure == OnFailure::Undo);
        if !wants || self.undo_begun || self.stop.is_none() {
            return Vec::new();
        }
        let done = (1u32..).zip(&self.steps).filter(|(_, step)| step.status == StepStatus::Succeeded);
        let has_undo = |number: &u32| self.planned(*number).is_some_and(|planned| planned.undo.is_some());
        let mut found: Vec<(u32, u64)> = done.map(|(number, step)| (number, step.ended_seq)).collect();
        found.retain(|(number, _)| has_undo(number));
        found.sort_by_key(|(_, ended)| Reverse(*ended));
        found.into_iter().map(|(number, _)| number).collect()
    }

    /// Whether something is being taken back.
    pub(crate) fn is_undoing(&self) -> bool {
        self.undo_begun
            && (self.own + 1..=self.steps.len())
                .rev()
                .map(|number| number as u32)
                .take_while(|number| self.is_undo(*number))
                .any(|number| self.step(number).is_some_and(|step| !step.status.is_final()))
    }

    pub(crate) fn begin_undo(&mut self, steps: &[u32]) {
        self.undo_begun = true;
        let first = self.steps.len() as u32 + 1;
        for of in steps {
            let Some(planned) = self.planned(*of).and_then(|planned| planned.undo.as_deref()) else { continue };
            let step = StepState::new(planned, 0);
            self.steps.push(step);
            self.inner.push(Inner::Undo { of: *of });
        }
        if self.is_undo(first) {
            self.ready.insert(first);
        }
    }

    /// The step that handles the failure of a step: the first one behind it that looks for failures, over steps that will be
    /// skipped because of it.
    pub(crate) fn handler_of(&self, number: u32) -> Option<u32> {
        if self.stop.is_some() || self.is_abandoned(number) {
            return None;
        }
        let (graph, base) = self.scope(number);
        let mut seen = vec![number - base];
        let mut at = 0;
        while let Some(from) = seen.get(at).copied() {
            at += 1;
            for edge in graph.edges_out_of(from).filter(|edge| edge.kind == graph::EdgeKind::Need) {
                let later = base + edge.step;
                let Some(step) = self.step(later).filter(|step| !step.status.is_final()) else { continue };
                match step.run_when {
                    // What stands in for another step handles the failure of that one alone.
                    RunWhen::AnyFailed if self.first_of(later).is_none_or(|first| first == number) => {
                        return Some(later);
                    }
                    RunWhen::AllSucceeded if !seen.contains(&edge.step) => seen.push(edge.step),
                    RunWhen::AllSucceeded | RunWhen::AnySucceeded | RunWhen::AnyFailed | RunWhen::AllDone => {}
                }
            }
        }
        None
    }

    /// Whether the run does something that costs it time. Runs of version 1 pay for their waits as well.
    pub(crate) fn is_busy(&self) -> bool {
        self.is_first_version()
            || self.active.iter().filter_map(|number| self.planned(*number)).any(|planned| {
                matches!(planned.kind, StepKind::Tool | StepKind::Notify | StepKind::Decision)
                    && !self.delegates(planned)
            })
    }

    /// What of the usage of the run below a step comes on top of this run's own. The tokens of one that succeeded are counted by
    /// the step, and its time passes for this run as well: always in version 1, and later where the step does not delegate.
    pub(crate) fn on_top(&self, step: u32, below: Usage, succeeded: bool) -> Usage {
        let apart = !self.is_first_version() && self.planned(step).is_some_and(|planned| self.delegates(planned));
        let tokens = if succeeded { 0 } else { below.tokens };
        let active_ms = if apart { below.active_ms } else { 0 };
        Usage { tokens, active_ms, ..below }
    }

    /// Whether a step is carried out by a run of its own.
    pub(crate) fn delegates(&self, planned: &PlanStep) -> bool {
        match planned.kind {
            StepKind::Plan => true,
            StepKind::Tool => self.spec(&planned.tool_name).is_some_and(|spec| spec.delegates),
            _ => false,
        }
    }

    /// The most milliseconds an attempt of a step may take; none when it may take as long as it wants.
    pub(crate) fn timeout_of(&self, planned: &PlanStep) -> Option<u64> {
        let of_policy = || self.policy().map(|policy| policy.step_timeout_ms);
        let called = matches!(planned.kind, StepKind::Tool | StepKind::Notify) && !self.delegates(planned);
        planned.timeout_ms.or_else(|| of_policy().filter(|_| called))
    }

    /// Whether its plan is of the version in which waits were short.
    pub(crate) fn is_first_version(&self) -> bool {
        self.plan().is_none_or(|plan| plan.schema_version < 2)
    }
}
