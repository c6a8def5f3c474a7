//! Goals that begin at a moment, once or again and again, while the page is open; what was missed begins once when it is
//! opened.

use dunlin::{DunlinError, RunHandle, Schedule, ScheduleWords};
use leptos::prelude::*;

use crate::model::{Engine, Problem, SavedGoal, State, Told, words::format::shortened};

/// Where no time of day is said, this one is meant.
const MORNING: &str = "T09:00";
/// The longest name of a schedule, in characters.
const MOST_NAME: usize = 80;
/// Nobody looks more often than this.
const LEAST_MS: u64 = 1000;

/// A schedule with its next time by the clock on the wall.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Planned {
    /// The schedule.
    pub(crate) schedule: Schedule,
    /// `2026-11-27T09:00`.
    pub(crate) next: String,
}

/// The schedules' state. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Schedules {
    /// All of them, the next one first.
    pub(crate) all: RwSignal<Vec<Planned>>,
    /// The one that was last removed.
    pub(crate) removed: RwSignal<Option<Schedule>>,
    /// Why one could not be kept.
    pub(crate) problem: RwSignal<Option<Problem>>,
    /// Which look is the last that was asked for: those before it are not taken.
    turn: StoredValue<u32>,
}

impl Schedules {
    pub(super) fn new() -> Self {
        Self {
            all: RwSignal::new(Vec::new()),
            removed: RwSignal::new(None),
            problem: RwSignal::new(None),
            turn: StoredValue::new(0),
        }
    }
}

/// What words say of when: the first moment, and the rule by which it comes again.
pub(crate) fn when(engine: Engine, words: &str) -> Result<(String, Option<String>), DunlinError> {
    let wrong = |found: String| {
        let hint = "type a moment, such as “every Friday at 9”, “every day at 17:30” or “tomorrow at 8”";
        Err(DunlinError::new("schedule.invalid", found).with_hint(hint))
    };
    if words.trim().is_empty() {
        return wrong("nothing says when".to_owned());
    }
    let read = dunlin::parse_quick_add(words.trim(), engine.with(dunlin::Dunlin::now))?;
    match read.due {
        Some(due) if read.text.trim().is_empty() => {
            Ok((if due.contains('T') { due } else { due + MORNING }, read.recurrence))
        }
        Some(_) => wrong(format!("“{}” says nothing of when", shortened(read.text.trim(), 40))),
        None => wrong(format!("“{}” is no moment", shortened(words.trim(), 40))),
    }
}

impl State {
    /// Begins what is due, now and whenever something is.
    pub(super) fn watch_schedules(&'static self) {
        self.read_schedules();
        self.begin_due();
    }

    /// What is stored may be something else now.
    pub(super) fn read_schedules(&'static self) {
        let all = self.engine.with(|dunlin| {
            let planned = |schedule: Schedule| {
                let next = dunlin.due_of(&schedule).map_or_else(|| schedule.at.clone(), |ms| self.local(ms));
                Planned { schedule, next }
            };
            dunlin.schedules().into_iter().map(planned).collect::<Vec<_>>()
        });
        if self.schedules.all.with_untracked(|before| *before != all) {
            self.schedules.all.set(all);
            self.look_at_reminders_soon();
        }
    }

    /// The name of the schedule that begins next, if one does.
    pub(super) fn next_schedule(&'static self) -> Option<String> {
        let first = |all: &Vec<Planned>| all.iter().find(|one| !one.schedule.paused).map(|one| one.schedule.clone());
        self.schedules.all.with_untracked(first).map(|schedule| self.name_of(&schedule))
    }

    /// Begins what is due, and looks again when the next one is.
    pub(super) fn begin_due(&'static self) {
        let mine = self.schedules;
        let turn = mine.turn.get_value() + 1;
        mine.turn.set_value(turn);
        if mine.all.with_untracked(Vec::is_empty) {
            return;
        }
        let dunlin = self.engine.with(Clone::clone);
        wasm_bindgen_futures::spawn_local(async move {
            let begun = dunlin.begin_due().await;
            for handle in begun.runs {
                self.begun(handle);
            }
            if !begun.unable.is_empty() {
                self.notices.set(self.told_notices());
            }
            self.read_schedules();
            let next = dunlin.next_due_in_ms().max(LEAST_MS);
            self.after(next, move || {
                if mine.turn.get_value() == turn {
                    self.begin_due();
                }
            });
        });
    }

    /// Follows a run that a schedule has begun, and says that it has.
    fn begun(&'static self, handle: RunHandle) {
        let record = handle.record();
        self.tell(Told {
            key: record.run_id.clone(),
            title: shortened(&record.goal, 120),
            body: "Begun by its schedule. Its log is in the history.".to_owned(),
        });
        self.runs.follow(handle, move |run| self.ended(run));
    }

    /// Keeps a goal to be begun at the moment, or the moments, that the words say. Whether it could.
    pub(crate) fn schedule_goal(&'static self, goal: &str, words: &str) -> bool {
        let kept = when(self.engine, words).and_then(|(at, rule)| {
            let schedule = Schedule { goal: Some(goal.to_owned()), at, rule, ..Schedule::default() };
            self.engine.with(|dunlin| dunlin.add_schedule(schedule))
        });
        self.schedules.removed.set(None);
        self.after_change(kept.map(drop))
    }

    /// What words say of when, in words.
    pub(crate) fn told_when(&'static self, words: &str) -> Result<String, Problem> {
        let (at, rule) = when(self.engine, words)?;
        Ok(self.moment_of(&at, rule.as_deref()))
    }

    /// `tomorrow 09:00, every week`.
    pub(crate) fn moment_of(&'static self, at: &str, rule: Option<&str>) -> String {
        let first = dunlin::describe_due(at, &self.todos.calendar());
        let again = rule.map(|rule| dunlin::describe_recurrence(rule).unwrap_or_else(|_| rule.to_owned()));
        again.map_or_else(|| first.clone(), |again| format!("{first}, {again}"))
    }

    /// What a schedule begins, as somebody calls it: a saved goal goes by its name.
    pub(crate) fn name_of(&'static self, schedule: &Schedule) -> String {
        let plan = || schedule.plan.as_ref().map(|plan| plan.goal.clone());
        let goal = schedule.goal.clone().or_else(plan).unwrap_or_default();
        let named = |all: &Vec<SavedGoal>| all.iter().find(|saved| saved.goal == goal).map(|saved| saved.name.clone());
        let name = self.saved.all.with_untracked(named);
        shortened(name.as_deref().unwrap_or(&goal), MOST_NAME)
    }

    /// What a person should know, of schedules by what they begin.
    pub(super) fn told_notices(&'static self) -> Vec<String> {
        self.engine.notices(&ScheduleWords {
            name: &|schedule| format!("of “{}”", self.name_of(schedule)),
            moment: &|at| at.replace('T', " "),
        })
    }

    /// Lets a schedule rest, or go on.
    pub(crate) fn pause_schedule(&'static self, id: &str, paused: bool) {
        let done = self.engine.with(|dunlin| dunlin.pause_schedule(id, paused));
        self.after_change(done.map(drop));
    }

    /// Forgets a schedule, with a way back.
    pub(crate) fn remove_schedule(&'static self, id: &str) {
        let gone = |all: &Vec<Planned>| all.iter().find(|one| one.schedule.id == id).map(|one| one.schedule.clone());
        let gone = self.schedules.all.with_untracked(gone);
        let done = self.engine.with(|dunlin| dunlin.remove_schedule(id));
        if self.after_change(done.map(drop)) {
            self.schedules.removed.set(gone);
        }
    }

    /// Puts back what was last removed.
    pub(crate) fn put_schedule_back(&'static self) {
        let Some(gone) = self.schedules.removed.get_untracked() else { return };
        let done = self.engine.with(|dunlin| dunlin.add_schedule(gone));
        if self.after_change(done.map(drop)) {
            self.schedules.removed.set(None);
        }
    }

    fn after_change(&'static self, done: Result<(), DunlinError>) -> bool {
        let is_done = done.is_ok();
        self.schedules.problem.set(done.err().map(Problem::from));
        self.read_schedules();
        self.begin_due();
        is_done
    }
}
