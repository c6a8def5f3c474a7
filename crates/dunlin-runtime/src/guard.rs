//! The crash guard: a run that stops the page whenever it is taken up is not taken up by itself again.
//!
//! While a run is driven, `dunlin:v1:underway:<runId>` says so; the key goes when its driver rests or ends in any orderly way.
//! Who finds it at the next visit knows that the driver was stopped: by a fault of the program, or because the tab was closed.
//! One such end is no reason to leave the run alone; a second one in a row, without a step that came to its end between
//! them, is. `web/assets/rescue.js` writes the second one at once when it was a fault.

use serde::{Deserialize, Serialize};

use dunlin_base::StorageKind;

use crate::{EventKind, live::Live, runtime::Shared};

const PREFIX: &str = "dunlin:v1:underway:";
/// How often a run is taken up by itself without a step of it coming to its end.
const MOST_TRIES: u32 = 2;

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Mark {
    /// How often the run was taken up since a step of it came to its end.
    tries: u32,
}

impl Shared {
    /// Says that a run is under way here.
    pub(crate) fn mark(&self, live: &Live) {
        // Memory does not outlive what stops the program.
        if self.env.storage.kind() != StorageKind::Memory && live.stored.get() > 0 {
            live.tries.set(self.tries(live.run_id()).saturating_add(1));
            self.write_mark(live);
        }
    }

    /// Says that a run is no longer under way here.
    pub(crate) fn unmark(&self, live: &Live) {
        if live.tries.replace(0) > 0 {
            // What cannot be removed costs the run one try.
            let _ = self.env.storage.remove(&key(live.run_id()));
        }
    }

    /// Notes that events of a run are stored: it goes on.
    pub(crate) fn note_progress(&self, live: &Live, batch: &[std::rc::Rc<crate::Event>]) {
        let ends = |kind: &EventKind| matches!(kind, EventKind::StepSucceeded { .. } | EventKind::StepFailed { .. });
        if live.tries.get() > 1 && batch.iter().any(|event| ends(&event.kind)) {
            live.tries.set(1);
            self.write_mark(live);
        }
    }

    /// Whether a run has stopped the page so often that only a person takes it up again.
    pub(crate) fn is_suspect(&self, run_id: &str) -> bool {
        let is_suspect = self.is_left_alone(run_id);
        if is_suspect {
            self.journals.notice(format!(
                "run {run_id} was under way when the page stopped, and is not taken up by itself: resume it or delete it"
            ));
        }
        is_suspect
    }

    /// The same, and nothing is said of it.
    pub(crate) fn is_left_alone(&self, run_id: &str) -> bool {
        self.tries(run_id) >= MOST_TRIES
    }

    fn tries(&self, run_id: &str) -> u32 {
        let text = self.env.storage.get(&key(run_id)).ok().flatten();
        text.map_or(0, |text| serde_json::from_str::<Mark>(&text).unwrap_or_default().tries)
    }

    fn write_mark(&self, live: &Live) {
        let mark = serde_json::to_string(&Mark { tries: live.tries.get() }).unwrap_or_default();
        // A run whose mark is refused is taken up once more than others.
        let _ = self.env.storage.set(&key(live.run_id()), &mark);
    }

    /// Forgets the marks of all runs.
    pub(crate) fn clear_marks(&self) {
        for key in self.env.storage.keys(PREFIX).unwrap_or_default() {
            // A run whose mark stays is left to a person.
            let _ = self.env.storage.remove(&key);
        }
    }

    /// Forgets the mark of a run that is removed.
    pub(crate) fn clear_mark(&self, run_id: &str) {
        if self.tries(run_id) > 0 {
            let _ = self.env.storage.remove(&key(run_id));
        }
    }
}

fn key(run_id: &str) -> String {
    format!("{PREFIX}{run_id}")
}
