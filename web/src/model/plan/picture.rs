//! Which plan the page shows: that of what is being typed, else that of the run that is looked at.
//!
//! Drawing a plan takes longer than reading it. So that a key is seen at once, the plan of what is typed follows a frame
//! later, and while half a word makes no sense the last plan stays for as long as typing goes on. [`Picture::settle`] ends
//! both: nothing old is shown once somebody wants it carried out.

use std::sync::Arc;

use dunlin::{Plan, PlanStep};
use leptos::prelude::*;

use crate::model::{Reading, State, run::PlanShown};

/// A plan, or why there is none to draw.
#[derive(Clone, Debug)]
pub(crate) enum Pictured {
    /// None: nothing is typed and nothing was run.
    Nothing,
    /// What is typed cannot be planned.
    Unreadable,
    /// The plan of what is typed, or of the run that is looked at when `live`.
    Plan {
        /// The plan.
        plan: Arc<Plan>,
        /// Whether it is that of a run.
        live: bool,
    },
}

impl Pictured {
    /// The plan, if there is one.
    pub(crate) fn plan(&self) -> Option<&Plan> {
        match self {
            Self::Plan { plan, .. } => Some(plan),
            Self::Nothing | Self::Unreadable => None,
        }
    }

    /// Its steps.
    pub(crate) fn steps(&self) -> &[PlanStep] {
        self.plan().map_or(&[], |plan| &plan.steps)
    }

    fn is_draft(&self) -> bool {
        matches!(self, Self::Plan { live: false, .. })
    }
}

/// What is shown, and what will be. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Picture {
    /// What is shown.
    pub(crate) shown: RwSignal<Pictured>,
    coming: StoredValue<Option<Pictured>>,
    waiting: StoredValue<bool>,
}

impl Picture {
    pub(in crate::model) fn new() -> Self {
        Self {
            shown: RwSignal::new(Pictured::Nothing),
            coming: StoredValue::new(None),
            waiting: StoredValue::new(false),
        }
    }

    /// Follows what is typed and what is looked at.
    pub(in crate::model) fn watch(self, app: &'static State) {
        Effect::new(move || {
            let (wanted, rested) = wanted(app);
            let drawn = self.shown.with_untracked(Pictured::is_draft);
            let typing = matches!(wanted, Pictured::Unreadable) && drawn && !rested;
            let now = !typing && !wanted.is_draft();
            self.coming.set_value(Some(wanted));
            if now {
                self.settle();
            } else if !typing && !self.waiting.get_value() {
                self.waiting.set_value(true);
                app.once_painted(move || {
                    self.waiting.set_value(false);
                    self.settle();
                });
            }
        });
    }

    /// Shows what is to be shown.
    pub(in crate::model) fn settle(self) {
        let mut coming = None;
        self.coming.update_value(|waiting| coming = waiting.take());
        if let Some(coming) = coming {
            self.shown.set(coming);
        }
    }
}

/// What is to be shown, and whether typing has rested.
fn wanted(app: &'static State) -> (Pictured, bool) {
    let typed = app.is_another();
    let (read, rested) = app.goal.reading.with(|reading| (reading.plan.clone(), Reading::has_rested(reading)));
    let pictured = match (read.filter(|_| typed), app.runs.plan.get()) {
        (Some(Ok(plan)), _) => Pictured::Plan { plan, live: false },
        (Some(Err(_)), _) | (None, PlanShown::NoPlan) => Pictured::Unreadable,
        (None, PlanShown::Is(plan)) => Pictured::Plan { plan, live: true },
        (None, PlanShown::NoRun) => Pictured::Nothing,
    };
    (pictured, rested)
}
