//! Schedules: runs that begin at a moment, once or again and again.
//!
//! A schedule is a record of its own in storage, `dunlin:v1:schedule:<id>`, until it has begun its last run. A run is named
//! after its schedule and its moment, and begun under a claim on the schedule, so two tabs begin it once. What was due while
//! nobody looked is begun once when somebody does, and hears that it is late. What cannot be begun says why in its record,
//! and is asked again at its next time and no sooner. Moments without a zone are those of the clock on the wall: 09:00
//! stays 09:00 when clocks are put. A next time that was counted while the clock was far ahead is counted anew.

use dunlin_base::{Env, StorageErrorKind, json, ms_of_iso, offset_of_local};
use dunlin_date::{Now, advance};
use dunlin_plan::Plan;
use dunlin_runtime::{Grant, RunHandle, RuntimeError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    Dunlin, DunlinError, GoalOrPlan, RunOptions,
    exposition::{head, line},
    run::tightened,
};

const PREFIX: &str = "dunlin:v1:schedule:";
const ASIDE: &str = "dunlin:v1:aside:";
const DAY_MS: i64 = 86_400_000;
const MINUTE_MS: i64 = 60_000;
/// How long after its moment a run is late.
const LATE_MS: i64 = MINUTE_MS;
/// How long nobody looks, at most: the clock may be put, and other tabs add schedules.
const LOOK_AGAIN_MS: i64 = MINUTE_MS;
/// The longest identifier of a schedule; a run's is that and a moment.
const MOST_LETTERS: usize = 40;
/// How many times of a schedule are counted at most that were left out at once.
const MOST_SKIPPED: usize = 10_000;
/// The version of the record; since the second it has its origin.
const VERSION: u32 = 2;

/// What is begun, and when.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Schedule {
    /// The version of this record.
    pub schema_version: u32,
    /// Its identifier; one is made when it is empty.
    pub id: String,
    /// The goal that is planned when it is due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// The plan that is carried out, in place of a goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// When next: `2026-11-27T09:00` by the clock on the wall, or a moment with its zone.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub at: String,
    /// How it comes back, as an RFC 5545 rule such as `FREQ=WEEKLY`; none for a single time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Whether it begins nothing until somebody lets it go on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>"))]
    pub paused: bool,
    /// Why its run could not be begun when it was due last. With no rule nothing is left to begin: it stays to say so until
    /// it is removed or replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(read_only))]
    pub fault: Option<ScheduleFault>,
    /// Its first time and its rule as they were added, once it was put on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(read_only))]
    pub origin: Option<ScheduleOrigin>,
}

/// What the times of a schedule are counted from.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScheduleOrigin {
    /// Its first time, as `at` said it.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub at: String,
    /// How it comes back.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub rule: String,
}

/// Why a schedule could not begin its run.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScheduleFault {
    /// When it was to begin, as `at` said it.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub at: String,
    /// The stable dotted code, such as `plan.unknown-tool`.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub code: String,
    /// What was found and what was expected.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub message: String,
}

/// What came of a look at what is due.
#[derive(Debug, Default)]
pub struct Begun {
    /// The runs that were begun; whoever asked drives them.
    pub runs: Vec<RunHandle>,
    /// Why the runs of other schedules could not be, by the identifiers of those.
    pub unable: Vec<(String, DunlinError)>,
}

/// A schedule that the storage kept from being begun or put on: it is left alone for a while, here only.
pub(crate) struct PutOff {
    until_ms: i64,
    error: DunlinError,
}

/// How notices speak of schedules.
#[derive(Clone, Copy)]
pub struct ScheduleWords<'w> {
    /// What a schedule is called behind "the schedule".
    pub name: &'w dyn Fn(&Schedule) -> String,
    /// A local time such as `2026-12-01T09:00` in words.
    pub moment: &'w dyn Fn(&str) -> String,
}

/// What became of the times of schedules, as this tab or process saw it.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    begun: u64,
    late: u64,
    skipped: u64,
    failed: u64,
}

impl Counts {
    /// As Prometheus text.
    fn render(&self) -> String {
        let (name, mut text) = ("dunlin_schedule_times_total", String::new());
        head(&mut text, name, "counter", "Times of schedules, by what became of them.");
        let Self { begun, late, skipped, failed } = self;
        for (outcome, number) in [("begun", begun), ("late", late), ("skipped", skipped), ("failed", failed)] {
            line(&mut text, name, &[("outcome", outcome)], *number);
        }
        text
    }
}

impl Schedule {
    /// The moment it is due, in milliseconds since 1970, given how far local time is ahead of UTC at any moment, in minutes.
    fn due_ms(&self, offset: &dyn Fn(i64) -> i32) -> Option<i64> {
        if let Some(ms) = ms_of_iso(&self.at) {
            return Some(ms);
        }
        let civil = ms_of_iso(&format!("{}Z", self.at))?;
        Some(civil - i64::from(offset_of_local(&self.at, offset)?) * MINUTE_MS)
    }

    /// Whether nothing is left of it but why its last run could not be begun.
    fn is_over(&self) -> bool {
        self.rule.is_none() && self.fault.is_some()
    }

    /// What follows once it was begun; nothing after its last time.
    fn next(&self, now: Now) -> Result<Option<Self>, DunlinError> {
        let Some(rule) = &self.rule else { return Ok(None) };
        let next = advance(rule, &self.at, Some(&now.to_text())).map_err(|error| bad_rule(&error.to_string()))?;
        let origin = self.origin.clone().unwrap_or_else(|| ScheduleOrigin { at: self.at.clone(), rule: rule.clone() });
        Ok(next.map(|next| Self {
            at: next.due,
            rule: Some(next.recurrence),
            origin: Some(origin),
            schema_version: VERSION,
            ..self.clone()
        }))
    }

    /// How many of its times after this one have passed by a moment. One that counts from when it was begun leaves none out.
    fn passed_by(&self, now_ms: i64, offset: &dyn Fn(i64) -> i32) -> u64 {
        let follows = |this: &Self| {
            let next = advance(this.rule.as_ref()?, &this.at, None).ok()??;
            Some(Self { at: next.due, rule: Some(next.recurrence), ..Self::default() })
        };
        let own = Self { at: self.at.clone(), rule: self.rule.clone(), ..Self::default() };
        let own = Some(own).filter(|own| !own.rule.as_ref().is_some_and(|rule| rule.contains("X-FROM=COMPLETION")));
        let has_passed = |this: &Self| this.due_ms(offset).is_some_and(|due| due <= now_ms);
        let after = std::iter::successors(own, follows).skip(1);
        after.take_while(has_passed).take(MOST_SKIPPED).count() as u64
    }

    /// As it stands now. It was put on far into the future when the clock was wrong, and the clock was set back since: then its
    /// next time is counted from its origin anew. What it has begun already is not begun again, for its runs have the names
    /// of their moments.
    fn standing_at(self, now_ms: i64, offset: &dyn Fn(i64) -> i32) -> Self {
        let soon = self.counted_at(now_ms.saturating_add(DAY_MS), offset).and_then(|soon| soon.due_ms(offset));
        let is_far = self.rule.is_some() && soon.zip(self.due_ms(offset)).is_some_and(|(soon, due)| due > soon);
        if is_far { self.counted_at(now_ms, offset).unwrap_or(self) } else { self }
    }

    /// With its first time after a moment, counted from its origin.
    fn counted_at(&self, now_ms: i64, offset: &dyn Fn(i64) -> i32) -> Option<Self> {
        let origin = self.origin.clone()?;
        let first = Self { at: origin.at, rule: Some(origin.rule), ..self.clone() };
        if first.due_ms(offset)? > now_ms {
            return Some(first);
        }
        first.next(Now::at(now_ms, offset)).ok().flatten()
    }

    /// The identifier of the run it begins at its moment.
    fn run_id(&self) -> String {
        let moment: String = self.at.chars().filter(char::is_ascii_alphanumeric).take(20).collect();
        format!("{}-{moment}", self.id)
    }
}

impl Dunlin {
    /// Keeps a schedule; one of the same identifier is replaced.
    pub fn add_schedule(&self, schedule: Schedule) -> Result<Schedule, DunlinError> {
        match (&schedule.goal, &schedule.plan) {
            (Some(goal), None) => drop(self.plan(goal)?),
            (None, Some(plan)) => {
                let faults = self.parts().runtime.validate(plan, &tightened(self.policy().clone(), plan));
                if !faults.is_empty() {
                    return Err(RuntimeError::invalid_plan(faults).into());
                }
            }
            _ => {}
        }
        let kept = keep(&self.parts().env, schedule)?;
        self.inner().put_off.borrow_mut().remove(&kept.id);
        Ok(kept)
    }

    /// The schedules that have something left to begin, or to say, the next one first. What cannot be read is set aside.
    pub fn schedules(&self) -> Vec<Schedule> {
        all(&self.parts().env)
    }

    /// Forgets a schedule; false when there is none of that name. Runs that it has begun go on.
    pub fn remove_schedule(&self, id: &str) -> Result<bool, DunlinError> {
        self.inner().put_off.borrow_mut().remove(id);
        remove(&self.parts().env, id)
    }

    /// Lets a schedule rest, or go on; what was due while it rested is left out. False when there is none of that name, or
    /// when it had a single time, which has passed.
    pub fn pause_schedule(&self, id: &str, paused: bool) -> Result<bool, DunlinError> {
        let key = format!("{PREFIX}{id}");
        let Some(schedule) = self.kept(&key) else { return Ok(false) };
        let schedule = as_of_now(&self.parts().env, schedule);
        if schedule.is_over() {
            return Ok(false);
        }
        let has_passed = self.due(&schedule).is_none_or(|due| due <= self.parts().env.clock.now_ms());
        let mut skipped = 0;
        let next = if schedule.paused && !paused && has_passed {
            skipped = 1 + self.passed(&schedule);
            schedule.next(self.now())?
        } else {
            Some(schedule)
        };
        let storage = &self.parts().env.storage;
        match &next {
            Some(next) => storage.set(&key, &json::write(&Schedule { paused, ..next.clone() }))?,
            None => storage.remove(&key)?,
        }
        self.inner().schedule_counts.borrow_mut().skipped += skipped;
        Ok(next.is_some())
    }

    /// When a schedule is due next, in milliseconds since 1970.
    pub fn due_of(&self, schedule: &Schedule) -> Option<i64> {
        self.due(schedule)
    }

    /// Begins the runs that are due, each once over all who share the storage; whoever asked drives them. They are given
    /// `{"schedule", "due", "late"}` as step 0 of their plans.
    pub async fn begin_due(&self) -> Begun {
        let mut begun = Begun::default();
        for schedule in stored(&self.parts().env) {
            let now = self.parts().env.clock.now_ms();
            let is_due = self.begins_at(&schedule, now).is_some_and(|due| due <= now);
            if !is_due && as_of_now(&self.parts().env, schedule.clone()) == schedule {
                continue;
            }
            let name = format!("schedule:{}", schedule.id);
            let came = match self.parts().claims.try_claim(&name).await {
                // What others may begin as well is left to them.
                Grant::Taken => None,
                Grant::Refused(_, error) if error.kind() != StorageErrorKind::Quota => {
                    Some(Err(self.put_off(&schedule.id, error.into())))
                }
                Grant::Held(claim) | Grant::Refused(claim, _) => {
                    // Who had the name just before may have begun it.
                    self.parts().claims.kind().settle(&self.parts().env).await;
                    let came = self.begin(&format!("{PREFIX}{}", schedule.id));
                    claim.forget();
                    came
                }
            };
            match came {
                Some(Ok(run)) => begun.runs.push(run),
                Some(Err(error)) => begun.unable.push((schedule.id, error)),
                None => {}
            }
        }
        begun
    }

    /// How long until the next schedule is due, in milliseconds, or somebody should look again.
    pub fn next_due_in_ms(&self) -> u64 {
        let now = self.parts().env.clock.now_ms();
        let next = self.schedules().iter().filter_map(|schedule| self.begins_at(schedule, now)).min();
        next.map_or(LOOK_AGAIN_MS, |due| due.saturating_sub(now).clamp(0, LOOK_AGAIN_MS)).unsigned_abs()
    }

    /// When a schedule is to be begun, as things stand now: not while it rests, not once it is over, not while it is put off.
    fn begins_at(&self, schedule: &Schedule, now: i64) -> Option<i64> {
        if schedule.paused || schedule.is_over() {
            return None;
        }
        let due = self.due(schedule)?;
        // After the clock was set back nothing is put off for longer than it was to be.
        let put_off = self.inner().put_off.borrow();
        Some(put_off.get(&schedule.id).map_or(due, |put_off| due.max(put_off.until_ms.min(now + LOOK_AGAIN_MS))))
    }

    /// Begins the run of a schedule, as it stands now that nobody else does, and notes what follows it. Nothing when it need
    /// not be begun any more.
    fn begin(&self, key: &str) -> Option<Result<RunHandle, DunlinError>> {
        let now = self.parts().env.clock.now_ms();
        let stored = self.kept(key)?;
        let schedule = as_of_now(&self.parts().env, stored.clone());
        if schedule != stored {
            // What the storage does not take is seen, and written, with the next look.
            let _ = self.parts().env.storage.set(key, &json::write(&schedule));
        }
        let due = self.due(&schedule).filter(|due| *due <= now && !schedule.paused && !schedule.is_over())?;
        let late = now.saturating_sub(due) > LATE_MS;
        let options = RunOptions {
            run_id: Some(schedule.run_id()),
            input: Some(json!({"schedule": schedule.id, "due": dunlin_base::iso_utc(due), "late": late})),
            ..RunOptions::default()
        };
        let what = match (&schedule.goal, &schedule.plan) {
            (_, Some(plan)) => GoalOrPlan::from(plan.clone()),
            (goal, None) => GoalOrPlan::from(goal.clone().unwrap_or_default()),
        };
        let came = match self.run(what, options) {
            Ok(run) => Some(Ok(run)),
            // One that was begun before its schedule could be put on is there already.
            Err(error) if error.code == "run.exists" => None,
            // The storage may soon take it: until then this time is not over.
            Err(error) if error.code.starts_with("storage.") => {
                return Some(Err(self.put_off(&schedule.id, error)));
            }
            Err(error) => Some(Err(error)),
        };
        if matches!(came, Some(Ok(_))) {
            let mut counts = self.inner().schedule_counts.borrow_mut();
            *(if late { &mut counts.late } else { &mut counts.begun }) += 1;
        }
        let fault = came.as_ref().and_then(|came| came.as_ref().err()).map(|error| fault_of(&schedule, error));
        let over = |fault| Some(Schedule { rule: None, fault: Some(fault), ..schedule.clone() });
        let next = match (schedule.next(self.now()), fault) {
            (Ok(Some(next)), fault) => Some(Schedule { fault, ..next }),
            (_, Some(fault)) => over(fault),
            (Ok(None), None) => None,
            // It was to come back, and its rule does not say when: it stays to say so.
            (Err(error), None) => over(fault_of(&schedule, &error)),
        };
        // What a host that heard of the run has done to it since stands: removed, put to rest, or another in its place.
        if self.kept(key).is_none_or(|kept| kept != schedule && kept != stored) {
            return came;
        }
        let storage = &self.parts().env.storage;
        let noted = match next {
            Some(next) => storage.set(key, &json::write(&next)),
            None => storage.remove(key),
        };
        match noted {
            Ok(()) => {
                self.inner().put_off.borrow_mut().remove(&schedule.id);
                // Counted first: a host's clock may call back.
                let skipped = self.passed(&schedule);
                let mut counts = self.inner().schedule_counts.borrow_mut();
                counts.failed += u64::from(matches!(came, Some(Err(_))));
                counts.skipped += skipped;
            }
            // A schedule that cannot be put on is due again; its run is there then.
            Err(error) => drop(self.put_off(&schedule.id, error.into())),
        }
        came
    }

    /// Leaves a schedule alone for a while because of an error, which is handed back.
    fn put_off(&self, id: &str, error: DunlinError) -> DunlinError {
        let until_ms = self.parts().env.clock.now_ms().saturating_add(LOOK_AGAIN_MS);
        self.inner().put_off.borrow_mut().insert(id.to_owned(), PutOff { until_ms, error: error.clone() });
        error
    }

    /// What a person should know of the schedules: which could not begin, and why, and which do not read.
    pub(crate) fn schedule_notices(&self, words: &ScheduleWords<'_>) -> Vec<String> {
        let all = self.schedules();
        let name = words.name;
        let no_moment = all.iter().filter(|schedule| !schedule.is_over() && self.due(schedule).is_none());
        let no_moment = no_moment.map(|schedule| {
            format!(
                "the schedule {} begins nothing: {:?} is no moment",
                name(schedule),
                schedule.at.chars().take(40).collect::<String>()
            )
        });
        let faults = all.iter().filter_map(|schedule| {
            let ScheduleFault { at, code, message } = schedule.fault.as_ref()?;
            let at = (words.moment)(at);
            Some(format!("the schedule {} could not begin at {at}: {message} ({code})", name(schedule)))
        });
        // Asked first: a host's storage may call back.
        let unread = unread(&self.parts().env);
        let put_off = self.inner().put_off.borrow();
        let waiting = put_off.iter().filter_map(|(id, put_off)| {
            let schedule = all.iter().find(|schedule| schedule.id == *id)?;
            let DunlinError { code, message, .. } = &put_off.error;
            Some(format!("the schedule {} waits for the storage: {message} ({code})", name(schedule)))
        });
        faults.chain(waiting).chain(no_moment).chain(unread).collect()
    }

    /// What became of the times of schedules, as Prometheus text.
    pub(crate) fn schedule_metrics(&self) -> String {
        self.inner().schedule_counts.borrow().render()
    }

    fn passed(&self, schedule: &Schedule) -> u64 {
        let clock = &self.parts().env.clock;
        schedule.passed_by(clock.now_ms(), &|at| clock.utc_offset_minutes(at))
    }

    fn due(&self, schedule: &Schedule) -> Option<i64> {
        due(&self.parts().env, schedule)
    }

    fn kept(&self, key: &str) -> Option<Schedule> {
        kept(&self.parts().env, key)
    }
}

/// Keeps a schedule whose goal or plan was looked at, once its moment and its rule can be used.
pub(crate) fn keep(env: &Env, mut schedule: Schedule) -> Result<Schedule, DunlinError> {
    let refuse = |message: String, hint: &str| Err(DunlinError::new("schedule.invalid", message).with_hint(hint));
    schedule.schema_version = VERSION;
    (schedule.fault, schedule.origin) = (None, None);
    if schedule.id.is_empty() {
        schedule.id = format!("s-{:016x}", env.random.next_u64());
    }
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if schedule.id.len() > MOST_LETTERS || !schedule.id.chars().all(fits) {
        let message = format!(
            "found an identifier that is not made of letters, digits, hyphens and underscores, at most {MOST_LETTERS}"
        );
        return refuse(message, "leave it out to have one made");
    }
    if schedule.goal.is_some() == schedule.plan.is_some() {
        return refuse("found both a goal and a plan, or neither".into(), "give one of them");
    }
    let is_moment = ms_of_iso(&schedule.at).is_some();
    if due(env, &schedule).is_none() || is_moment && schedule.rule.is_some() {
        let shown: String = schedule.at.chars().take(40).collect();
        let message = format!("found {shown:?}, expected a moment such as \"2026-11-27T09:00\"");
        return refuse(message, "with a rule it is the clock on the wall, without a zone");
    }
    let now = Now::at(env.clock.now_ms(), &|at_ms| env.clock.utc_offset_minutes(at_ms));
    schedule.next(now)?;
    env.storage.set(&format!("{PREFIX}{}", schedule.id), &json::write(&schedule))?;
    Ok(schedule)
}

/// The schedules that are kept, as they stand now, the next one first.
pub(crate) fn all(env: &Env) -> Vec<Schedule> {
    let mut found: Vec<Schedule> = stored(env).into_iter().map(|schedule| as_of_now(env, schedule)).collect();
    found.sort_by_key(|schedule| due(env, schedule));
    found
}

/// The schedules as they are written down, the next one first.
fn stored(env: &Env) -> Vec<Schedule> {
    let keys = env.storage.keys(PREFIX).unwrap_or_default();
    let mut found: Vec<Schedule> = keys.iter().filter_map(|key| kept(env, key)).collect();
    found.sort_by_key(|schedule| due(env, schedule));
    found
}

fn as_of_now(env: &Env, schedule: Schedule) -> Schedule {
    schedule.standing_at(env.clock.now_ms(), &|at| env.clock.utc_offset_minutes(at))
}

/// Forgets a schedule; false when there is none of that name.
pub(crate) fn remove(env: &Env, id: &str) -> Result<bool, DunlinError> {
    let key = format!("{PREFIX}{id}");
    let is_there = env.storage.get(&key)?.is_some();
    env.storage.remove(&key)?;
    Ok(is_there)
}

/// What is said of schedules that were set aside, and of those that a newer version wrote.
fn unread(env: &Env) -> Vec<String> {
    let keys = |prefix: &str| env.storage.keys(prefix).unwrap_or_default();
    let aside = keys(&format!("{ASIDE}{PREFIX}")).into_iter().map(|aside| {
        let key = aside.strip_prefix(ASIDE).unwrap_or(&aside);
        format!("{key} could not be read; it is kept under {aside}")
    });
    let newer = keys(PREFIX).into_iter().filter(|key| {
        let text = env.storage.get(key).ok().flatten();
        text.is_some_and(|text| matches!(read(&text), Read::Newer))
    });
    aside.chain(newer.map(|key| format!("{key} was written by a newer version; it is left untouched"))).collect()
}

fn fault_of(schedule: &Schedule, error: &DunlinError) -> ScheduleFault {
    ScheduleFault { at: schedule.at.clone(), code: error.code.clone(), message: error.message.clone() }
}

fn due(env: &Env, schedule: &Schedule) -> Option<i64> {
    schedule.due_ms(&|at| env.clock.utc_offset_minutes(at))
}

fn kept(env: &Env, key: &str) -> Option<Schedule> {
    let storage = &env.storage;
    let text = storage.get(key).ok()??;
    match read(&text) {
        // It is found, begun and removed by its key, whatever it says it is called.
        Read::Schedule(schedule) => Some(Schedule { id: key.strip_prefix(PREFIX)?.to_owned(), ..*schedule }),
        // It is left to that version to begin it.
        Read::Newer => None,
        Read::Unreadable => {
            if storage.set(&format!("{ASIDE}{key}"), &text).is_ok() {
                // What cannot be removed is set aside again.
                let _ = storage.remove(key);
            }
            None
        }
    }
}

/// What stands under the key of a schedule.
enum Read {
    Schedule(Box<Schedule>),
    /// A newer version wrote it.
    Newer,
    Unreadable,
}

fn read(text: &str) -> Read {
    match json::read::<Schedule>(text) {
        Ok(schedule) if schedule.schema_version <= VERSION => Read::Schedule(Box::new(schedule)),
        _ if json::read::<Value>(text).is_ok_and(|value| value["schemaVersion"].as_u64() > Some(VERSION.into())) => {
            Read::Newer
        }
        _ => Read::Unreadable,
    }
}

fn bad_rule(why: &str) -> DunlinError {
    DunlinError::new("schedule.invalid", format!("the rule cannot be used: {why}"))
        .with_hint("write it as in calendars: \"FREQ=WEEKLY;BYDAY=FR\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Berlin in 2026: clocks are put forward on 29 March at 01:00 UTC and back on 25 October at 01:00 UTC.
    fn berlin(at: i64) -> i32 {
        let (spring, autumn) = (1_774_746_000_000, 1_792_890_000_000);
        if (spring..autumn).contains(&at) { 120 } else { 60 }
    }

    #[test]
    fn a_moment_by_the_clock_on_the_wall_is_found_on_both_sides_of_each_switch() {
        for (at, utc) in [
            ("2026-03-28T09:00", "2026-03-28T08:00Z"),
            ("2026-03-29T09:00", "2026-03-29T07:00Z"),
            ("2026-03-29T02:30", "2026-03-29T01:30Z"),
            ("2026-10-25T02:30", "2026-10-25T00:30Z"),
            ("2026-10-25T03:30", "2026-10-25T02:30Z"),
            ("2026-10-25T09:00", "2026-10-25T08:00Z"),
            ("2026-10-25T09:00+02:00", "2026-10-25T07:00Z"),
        ] {
            let schedule = Schedule { at: at.into(), ..Schedule::default() };
            assert_eq!(schedule.due_ms(&berlin), ms_of_iso(utc), "{at}");
        }
    }
}
