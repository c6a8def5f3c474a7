//! What of a plan is not sure, on the step that it belongs to.

use dunlin::{Plan, PlanStep};

use crate::model::State;

/// Below this a plan is only a guess.
pub(crate) const SURE: f64 = 0.8;
/// A clause by itself is doubted below this.
const DOUBTED: f64 = 0.9;
/// Of a longer plan only so many steps are read again to find which of them is not sure.
const MOST_DOUBTED: usize = 20;

impl State {
    /// The steps of a plan that are not sure, with how their words are read by themselves; none where no step can be told from
    /// the others.
    pub(crate) fn doubts(&'static self, plan: &Plan) -> Vec<(u32, String)> {
        if plan.confidence >= SURE {
            return Vec::new();
        }
        if let [only] = plan.steps.as_slice() {
            return vec![(only.step_number, plan.rationale.clone())];
        }
        // Each clause alone says how sure it is; what points at another one cannot be read alone, and is not doubted so.
        let alone = |step: &PlanStep| {
            let words = step.source.bytes(&plan.goal).of(&plan.goal).trim();
            let read = self.engine.with(|dunlin| dunlin.plan(words)).ok()?;
            Some((step.step_number, read.confidence, read.rationale))
        };
        let all: Vec<_> = plan.steps.iter().take(MOST_DOUBTED).filter_map(alone).collect();
        let least = all.iter().map(|one| one.1).fold(1.0, f64::min);
        let doubted = all.into_iter().filter(|one| one.1 <= least && one.1 < DOUBTED);
        let mut doubts: Vec<_> = doubted.map(|(step, _, rationale)| (step, rationale)).collect();
        // Steps of one clause are read alike: it is said once.
        doubts.dedup_by(|one, before| one.1 == before.1);
        doubts
    }
}
