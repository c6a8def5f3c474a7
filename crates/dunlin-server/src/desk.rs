//! Goals that are planned beside the one thread: by the rules alone, on whichever thread a request came in.
//!
//! Most goals hang on nothing that the thread keeps, so they need not stand in line behind runs and storage. What the rules
//! cannot tell by themselves, because the lists must be looked at or the goal is refused, is the thread's to say.

use std::{
    num::NonZero,
    sync::{Arc, PoisonError, RwLock},
    thread::available_parallelism,
};

use dunlin::{Dunlin, GoalOptions, Plan, Rules};
use tokio::{sync::Semaphore, task::spawn_blocking};

use crate::home::MachineClock;

/// The longest goal, in bytes, that is planned on the thread that takes requests: mostly some tens of microseconds' work, and about a
/// millisecond for the worst that was found.
const SHORT: usize = 100;

/// Where goals are planned beside the thread. Clones share it.
#[derive(Clone)]
pub(crate) struct Desk {
    clock: MachineClock,
    /// What goals are planned with; nothing before the thread has given it.
    rules: Arc<RwLock<Option<Rules>>>,
    /// How many long goals are planned at once, so that they leave the machine to others.
    places: Arc<Semaphore>,
}

impl Desk {
    /// One whose moments are those of the clock.
    pub(crate) fn new(clock: MachineClock) -> Self {
        let places = available_parallelism().map_or(1, NonZero::get);
        Self { clock, rules: Arc::default(), places: Arc::new(Semaphore::new(places)) }
    }

    /// The plan for a goal, or nothing when it is for the thread to say.
    pub(crate) async fn plan(&self, goal: &str, options: &GoalOptions) -> Option<Plan> {
        let rules = self.rules()?;
        if goal.len() <= SHORT {
            return rules.plan(goal, options, &self.clock);
        }
        let place = self.places.clone().acquire_owned().await.ok()?;
        let (goal, options, clock) = (goal.to_owned(), options.clone(), self.clock.clone());
        let planning = spawn_blocking(move || {
            let _place = place;
            rules.plan(&goal, &options, &clock)
        });
        planning.await.ok().flatten()
    }

    /// The rules, as long as they hold.
    fn rules(&self) -> Option<Rules> {
        self.rules.read().unwrap_or_else(PoisonError::into_inner).clone().filter(Rules::hold)
    }

    /// Takes the rules as they stand now, unless those that are here still hold. For the thread.
    pub(crate) fn renew(&self, dunlin: &Dunlin) {
        if self.rules().is_none() {
            *self.rules.write().unwrap_or_else(PoisonError::into_inner) = dunlin.rules();
        }
    }
}
