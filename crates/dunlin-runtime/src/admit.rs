//! What may follow: whether an event fits what the events before it add up to. `transition.rs` changes the state by it.

use dunlin_plan::{Plan, StepKind, graph::Graph};

use crate::{
    ApprovalReason, EventKind, RunStatus, StepStatus,
    state::{Phase, RunState, StepState, Stop},
};

/// The most signals that wait to be taken.
pub(crate) const MOST_SIGNALS: usize = 100;

type Verdict = Result<(), String>;

impl RunState {
    /// Whether such an event could follow.
    pub(crate) fn admits(&self, kind: &EventKind) -> bool {
        self.admit(kind).is_ok()
    }

    /// What is written down of a report: itself, or that it came too late; nothing when neither can follow.
    pub(crate) fn admitted(&self, kind: EventKind) -> Option<EventKind> {
        if self.admits(&kind) {
            return Some(kind);
        }
        let late = match kind {
            EventKind::StepSucceeded { step, attempt, .. } => EventKind::LateResult { step, attempt, success: true },
            EventKind::AttemptFailed { step, attempt, .. } => EventKind::LateResult { step, attempt, success: false },
            _ => return None,
        };
        self.admits(&late).then_some(late)
    }

    /// Why such an event cannot follow, if it cannot.
    pub(crate) fn refusal(&self, kind: &EventKind) -> Option<String> {
        self.admit(kind).err()
    }

    /// Whether the event can follow. Says everything about what is allowed, so that `change` need not ask.
    #[expect(clippy::too_many_lines, reason = "one arm for each event")]
    pub(crate) fn admit(&self, kind: &EventKind) -> Verdict {
        let status = match self.phase {
            Phase::Absent => {
                return match kind {
                    EventKind::RunCreated(created) => created.plan.as_deref().map_or(Ok(()), admit_numbers),
                    _ => Err("the run is not created".into()),
                };
            }
            Phase::Is(status) => status,
        };
        if status.is_final() && !matches!(kind, EventKind::LateResult { .. }) {
            return Err(format!("the run is {}", status.name()));
        }
        match kind {
            EventKind::RunCreated(_) => Err("the run is created already".into()),
            EventKind::RunStarted => {
                expect_phase(status, RunStatus::Pending)?;
                expect(self.plan().is_some(), || "the run has no plan".into())
            }
            EventKind::StepStarted { step, attempt, .. } => {
                expect_phase(status, RunStatus::Running)?;
                self.expect_going_on(*step)?;
                self.admit_start(*step, *attempt)
            }
            EventKind::StepSucceeded { step, attempt, .. }
            | EventKind::AttemptFailed { step, attempt, .. }
            | EventKind::StepProgressed { step, attempt, .. } => {
                let asks = || self.planned(*step).is_some_and(|planned| planned.kind == StepKind::Ask);
                // An answer comes while the run rests.
                if status != RunStatus::Suspended || !asks() {
                    expect_phase(status, RunStatus::Running)?;
                }
                let cancelled = matches!(self.stop, Some(Stop::Cancel { .. })) && !self.goes_on(*step);
                expect(!cancelled, || "the run is being cancelled".into())?;
                let found = self.known(*step)?;
                expect(found.status == StepStatus::Running && !found.interrupted, || is(*step, found))?;
                expect(found.attempts == *attempt, || format!("step {step} is at attempt {}", found.attempts))
            }
            EventKind::RetryScheduled { step, attempt, .. } => {
                self.expect_going_on(*step)?;
                let found = self.known(*step)?;
                expect(found.status == StepStatus::Retrying && found.due_at.is_none(), || is(*step, found))?;
                expect(found.attempts.checked_add(1) == Some(*attempt), || {
                    format!("step {step} is at attempt {}", found.attempts)
                })
            }
            EventKind::StepFailed { step, .. } => {
                expect_phase(status, RunStatus::Running)?;
                let found = self.known(*step)?;
                let ready = found.status == StepStatus::Pending && self.ready.contains(step);
                expect(ready || found.status == StepStatus::Retrying, || is(*step, found))
            }
            EventKind::StepSkipped { step, .. } => {
                let found = self.known(*step)?;
                let unbegun = matches!(found.status, StepStatus::Pending | StepStatus::WaitingApproval);
                expect(unbegun && found.attempts == 0, || is(*step, found))?;
                expect(self.stop.is_some() || self.to_skip.contains(step), || "nothing says so".into())
            }
            EventKind::StepCancelled { step } => {
                let found = self.known(*step)?;
                expect(!found.status.is_final() && found.attempts > 0, || is(*step, found))?;
                expect(self.stop.is_some() || self.is_abandoned(*step), || "nothing says so".into())
            }
            EventKind::ApprovalRequested { step, reason, .. } => {
                let found = self.known(*step)?;
                expect_phase(status, RunStatus::Running)?;
                self.expect_going_on(*step)?;
                // What was agreed to may hold more than was told of then.
                let asks = !found.approved || *reason == ApprovalReason::Guarded;
                let ready = found.status == StepStatus::Pending && asks && self.ready.contains(step);
                expect(ready || found.interrupted, || is(*step, found))
            }
            EventKind::ApprovalAnswered { step, approval_id, .. } => {
                let found = self.known(*step)?;
                let asked = found.question.as_ref().is_some_and(|(id, _)| id == approval_id);
                expect(asked, || format!("step {step} does not ask that question"))
            }
            EventKind::RunSuspended => {
                expect_phase(status, RunStatus::Running)?;
                let waits = |number: &u32| {
                    let kind = self.planned(*number).map(|planned| planned.kind);
                    matches!(kind, Some(StepKind::Wait | StepKind::Ask | StepKind::Signal | StepKind::Map))
                };
                let rests = self.active.iter().all(waits) && !(self.active.is_empty() && self.waiting.is_empty());
                expect(rests, || "something can go on".into())
            }
            EventKind::RunResumed => expect_phase(status, RunStatus::Suspended),
            EventKind::CancelRequested { ending, .. } => {
                let first = !matches!(self.stop, Some(Stop::Cancel { .. }));
                let again = *ending && self.is_closing();
                expect(first || again, || "a cancellation is under way".into())
            }
            EventKind::BudgetSpent { .. } => {
                expect_phase(status, RunStatus::Running)?;
                self.expect_going()
            }
            EventKind::RunRecovered => Ok(()),
            EventKind::TimeSkipped { .. } => expect_phase(status, RunStatus::Running),
            EventKind::SignalReceived { id, .. } => {
                // What is done at the end of a run that stops may wait for one.
                let hears = matches!(self.stop, None | Some(Stop::Failure(_))) || self.is_closing();
                expect(hears, || "the run is stopping".into())?;
                expect(self.plan().is_some(), || "the run has no plan".into())?;
                expect(!self.signal_ids.contains(id), || "it came already".into())?;
                expect(self.signals.len() < MOST_SIGNALS, || format!("{MOST_SIGNALS} signals wait to be taken"))
            }
            EventKind::UndoBegan { steps } => {
                expect_phase(status, RunStatus::Running)?;
                let due = self.open == 0 && !steps.is_empty() && *steps == self.to_undo();
                expect(due, || "nothing is to be taken back so".into())
            }
            EventKind::LateResult { step, attempt, .. } => {
                let found = self.known(*step)?;
                expect((1..=found.attempts).contains(attempt), || is(*step, found))
            }
            EventKind::PlanRevised { plan, .. } => self.admit_revision(plan),
            EventKind::RunCompleted => {
                expect_phase(status, RunStatus::Running)?;
                expect(self.open == 0 && self.stop.is_none(), || format!("{} steps are open", self.open))
            }
            EventKind::RunFailed { .. } => {
                let unplanned = self.plan().is_none();
                let stopped = matches!(self.stop, Some(Stop::Failure(_) | Stop::Budget { .. }));
                let over = stopped && self.open == 0 && !self.is_undoing();
                let unanswered =
                    || self.stop.is_none() && self.open == 0 && matches!(self.answer_of_plan(), Some(Err(_)));
                expect(unplanned || over || unanswered(), || "nothing failed".into())
            }
            EventKind::RunCancelled => {
                let over = self.open == 0 && !self.is_undoing();
                expect(over && matches!(self.stop, Some(Stop::Cancel { .. })), || "nobody cancelled".into())
            }
        }
    }

    fn expect_going(&self) -> Verdict {
        expect(self.stop.is_none(), || "the run is stopping".into())
    }

    fn expect_going_on(&self, step: u32) -> Verdict {
        expect(self.goes_on(step), || "the run is stopping".into())
    }

    fn known(&self, number: u32) -> Result<&StepState, String> {
        self.step(number).ok_or_else(|| format!("there is no step {number}"))
    }

    fn admit_start(&self, number: u32, attempt: u32) -> Verdict {
        let found = self.known(number)?;
        let next = match found.status {
            StepStatus::Pending if self.ready.contains(&number) => found.attempts.max(1),
            StepStatus::Retrying if found.due_at.is_some() => found.attempts.saturating_add(1),
            StepStatus::Running if found.interrupted => found.attempts,
            _ => return Err(is(number, found)),
        };
        expect(next == attempt, || format!("step {number} would begin attempt {next}"))
    }

    fn admit_revision(&self, plan: &Plan) -> Verdict {
        self.expect_going()?;
        admit_numbers(plan)?;
        admit_graph(&Graph::of(plan, &[]))?;
        expect(plan.steps.len() == self.own, || format!("the plan has {} steps", self.own))?;
        let begun = |state: &StepState| state.attempts > 0 || state.status.is_final();
        for (state, (new, number)) in self.own().iter().zip(plan.steps.iter().zip(1..)) {
            if begun(state) && self.planned(number) != Some(new) {
                return Err(format!("step {number} was begun and cannot be changed"));
            }
        }
        Ok(())
    }
}

/// What the state relies on: numbers without gaps, and no circle. The rest of a plan's faults harm only its own run.
fn admit_numbers(plan: &Plan) -> Verdict {
    let fits = plan.steps.iter().zip(1..).all(|(step, number)| step.step_number == number);
    expect(fits, || "the steps are not numbered from 1".into())
}

pub(crate) fn admit_graph(graph: &Graph) -> Verdict {
    expect(graph.cycle().is_none(), || "the steps wait for each other in a circle".into())
}

fn expect(holds: bool, why: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(why()) }
}

fn expect_phase(found: RunStatus, expected: RunStatus) -> Verdict {
    expect(found == expected, || format!("the run is {}", found.name()))
}

fn is(number: u32, step: &StepState) -> String {
    format!("step {number} is {}", step.status.name())
}
