//! A goal of which the rules understand some requests and a second planner the others: it is cut where requests may be joined,
//! each piece is planned by who understands all of it, and the plans are carried out one after another.

use dunlin_base::{Span, Utf16Span};
use dunlin_plan::{OnFailure, Plan, PlanStep};
use dunlin_planner::words::joins_requests;
use dunlin_runtime::Policy;
use serde_json::{Value, json};

use crate::{Dunlin, GoalOptions, second::joined};

/// The most places where a goal is cut, and the most pieces.
const MOST_CUTS: usize = 12;
const MOST_PARTS: usize = 6;

/// A piece of a goal with its plan, and whether the second planner made it.
struct Part {
    start: usize,
    plan: Plan,
    by_second: bool,
}

impl Dunlin {
    /// The plan for a goal that nobody understands alone; none where it cannot be cut so, or the rules do without help.
    pub(crate) fn composed(&self, goal: &str, policy: &Policy) -> Option<Plan> {
        if !self.has_second() {
            return None;
        }
        let parts = self.parts(goal, policy)?;
        let plan = if parts.iter().any(|part| part.by_second) { in_a_row(goal, parts) } else { None }?;
        self.accept(&plan, self.policy()).is_ok().then_some(plan)
    }

    /// The pieces of a goal, of which somebody understands each. Every piece is looked at once, from the last cut to the first, so the
    /// work grows with the square of the cuts and no faster.
    fn parts(&self, goal: &str, policy: &Policy) -> Option<Vec<Part>> {
        let cuts = joined(goal, Span::new(0, goal.len())).into_iter().take(MOST_CUTS).map(|piece| piece.start);
        let starts: Vec<usize> = std::iter::once(0).chain(cuts).collect();
        // For each cut, the piece from there that others may follow, and the cut behind it.
        let mut found: Vec<Option<(Part, usize)>> = Vec::new();
        found.resize_with(starts.len(), || None);
        for (from, start) in starts.iter().copied().enumerate().rev() {
            // The longest first, as what follows may point back: "find …, total it" is one piece. The whole goal is none.
            let ends = (from + 1..=starts.len()).rev().filter(|to| from > 0 || *to < starts.len());
            let piece = ends.filter(|to| found.get(*to).is_none_or(Option::is_some)).find_map(|to| {
                let words = match starts.get(to) {
                    Some(end) => without_joint(goal.get(start..*end)?),
                    None => goal.get(start..)?,
                };
                let (plan, by_second) = self.understood_alone(words, policy)?;
                Some((Part { start, plan, by_second }, to))
            });
            if let Some(slot) = found.get_mut(from) {
                *slot = piece;
            }
        }
        let (mut parts, mut at) = (Vec::new(), 0);
        while let Some(slot) = found.get_mut(at) {
            let (part, next) = slot.take()?;
            parts.push(part);
            at = next;
        }
        (parts.len() <= MOST_PARTS).then_some(parts)
    }

    /// The plan for words that one planner understands wholly, and whether that is the second.
    fn understood_alone(&self, words: &str, policy: &Policy) -> Option<(Plan, bool)> {
        match self.by_rules(words, &GoalOptions::default(), policy) {
            Ok((plan, leaves_out)) => {
                let by_second = self.read_whole(words, policy, &plan, leaves_out).map(|plan| (plan, true));
                by_second.or_else(|| (!leaves_out && !self.swallows(words, policy, &plan)).then_some((plan, false)))
            }
            Err(_) => Some((self.second_alone(words, policy)?, true)),
        }
    }

    /// Whether a plan of the rules takes a request that the second planner understands for words of a step.
    pub(crate) fn swallows(&self, goal: &str, policy: &Policy, plan: &Plan) -> bool {
        let is_request = |words: &str| self.second_alone(words, policy).is_some();
        plan.steps.iter().map(|step| step.source.bytes(goal)).any(|around| {
            let inside = joined(goal, around);
            let is_inside = inside
                .iter()
                .take(MOST_CUTS)
                .any(|piece| is_request(piece.of(goal)) || is_request(Span::new(piece.start, around.end).of(goal)));
            let is_more = || self.second_alone(around.of(goal), policy).is_some_and(|plan| plan.steps.len() > 1);
            is_inside || !inside.is_empty() && is_more()
        })
    }
}

/// Words without what joins them to the next.
fn without_joint(mut words: &str) -> &str {
    loop {
        words = words.trim_end_matches(|sign: char| sign.is_whitespace() || matches!(sign, ',' | ';' | '.'));
        match words.rsplit_once(|sign: char| sign.is_whitespace() || sign == ',') {
            Some((before, last)) if joins_requests(&last.to_lowercase()) => words = before,
            _ => return words,
        }
    }
}

/// The plans of the parts of a goal as one, each begun when those before have ended; none where one has more to it than steps,
/// which would be lost.
fn in_a_row(goal: &str, parts: Vec<Part>) -> Option<Plan> {
    let mut whole = Plan { goal: goal.to_owned(), confidence: 1.0, ..Plan::default() };
    let mut told: Vec<String> = Vec::new();
    for Part { start, plan, .. } in parts {
        let is_plain = |step: &PlanStep| step.body.is_empty() && step.plan.is_none();
        if plan.policy.is_some() || plan.on_failure != OnFailure::default() || !plan.steps.iter().all(is_plain) {
            return None;
        }
        let (before, done) = (whole.steps.len() as u32, whole.steps.last().map(|step| step.step_number));
        let shift = Span::new(0, start).utf16(goal).end;
        for mut step in plan.steps {
            step.step_number += before;
            step.depends_on.iter_mut().chain(&mut step.instead_of).for_each(|number| *number += before);
            if step.depends_on.is_empty() {
                step.depends_on.extend(done);
            }
            renumber(&mut step.tool_input, before);
            if let Some(undo) = &mut step.undo {
                renumber(&mut undo.tool_input, before);
            }
            let Utf16Span { start, end } = step.source;
            step.source = Utf16Span { start: start + shift, end: end + shift };
            whole.steps.push(step);
        }
        whole.result = plan.result.map(|mut result| {
            renumber(&mut result, before);
            result
        });
        whole.schema_version = whole.schema_version.max(plan.schema_version);
        whole.confidence = whole.confidence.min(plan.confidence);
        whole.complexity_score = whole.complexity_score.max(plan.complexity_score);
        whole.total_estimated_duration_ms += plan.total_estimated_duration_ms;
        told.push(plan.rationale.trim_end_matches('.').to_owned());
    }
    whole.rationale = format!("{}.", told.join("; "));
    Some(whole)
}

/// Points references at steps that stand so many behind; step 0 is what the plan is given.
fn renumber(value: &mut Value, by: u32) {
    match value {
        Value::Object(map) => {
            let from = if map.len() == 1 { map.get_mut("$from") } else { None };
            if let Some(step) = from.and_then(|from| from.get_mut("step")).filter(|step| step.as_u64() != Some(0)) {
                *step = json!(step.as_u64().unwrap_or_default() + u64::from(by));
            }
            map.values_mut().for_each(|value| renumber(value, by));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| renumber(value, by)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use dunlin_base::testing::World;
    use dunlin_plan::input;
    use std::{cell::Cell, rc::Rc};

    #[test]
    fn a_goal_of_many_pieces_that_cannot_be_cut_is_soon_given_up() {
        let dunlin = Dunlin::open(World::new(1).env(), Options::default());
        let asked = Rc::new(Cell::new(0));
        let count = asked.clone();
        dunlin.set_second_planner(Some(Rc::new(move |_, _| {
            count.set(count.get() + 1);
            None
        })));
        // Each piece could be one of any number, and what nobody understands stands at the end.
        let goal = format!("{}, sing it loudly", ["calculate 6 * 7"; MOST_CUTS].join(", "));
        assert!(dunlin.plan(&goal).is_err());
        assert!(asked.get() <= MOST_CUTS * MOST_CUTS, "asked {} times", asked.get());
    }

    #[test]
    fn what_joins_words_to_the_next_is_no_part_of_them() {
        for (words, bare) in [
            ("add milk and ", "add milk"),
            ("add milk, and then ", "add milk"),
            ("add sand", "add sand"),
            ("add milk; ", "add milk"),
            ("and", "and"),
            ("", ""),
        ] {
            assert_eq!(without_joint(words), bare, "{words:?}");
        }
    }

    #[test]
    fn references_follow_the_steps_they_point_at() {
        let mut given = json!({"a": input::from_step(1, "/output"), "b": [input::or(&input::from_step(2, ""), &input::from_step(0, "/x"))], "step": 1});
        renumber(&mut given, 3);
        let expected = json!({"a": input::from_step(4, "/output"), "b": [input::or(&input::from_step(5, ""), &input::from_step(0, "/x"))], "step": 1});
        assert_eq!(given, expected);
    }
}
