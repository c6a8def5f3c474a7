//! The runtime: starts runs, finds them again, and keeps what they share.

use std::{
    borrow::Borrow,
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet},
    fmt,
    rc::{Rc, Weak},
};

use dunlin_base::{Env, Ids, StorageError, Written};
use dunlin_plan::{Fault, Limits, Plan, PlanStep, StepKind, ToolSpec, validate};
use serde::Serialize;
use serde_json::Map;

use crate::{
    ClaimKind, Content, Event, EventKind, Journal, Policy, Registry, Report, Run, RunCreated, RunError, RunHandle,
    RunState, RunSummary, RuntimeError, RuntimeErrorKind, RuntimeOptions, SCHEMA_VERSION, StartOptions, child,
    gate::claim_of,
    live::Live,
    log,
    metrics::Metrics,
    redact,
    store::{JournalStore, run_id_of},
    summaries::Summaries,
};

/// Carries out plans. Cloning shares everything.
#[derive(Clone)]
pub struct Runtime {
    pub(crate) shared: Rc<Shared>,
}

/// A runtime that may be gone.
#[derive(Clone)]
pub struct WeakRuntime(Weak<Shared>);

impl WeakRuntime {
    /// The runtime, while somebody has it.
    pub fn upgrade(&self) -> Option<Runtime> {
        Some(Runtime { shared: self.0.upgrade()? })
    }
}

/// What all runs of a page share.
pub(crate) struct Shared {
    pub(crate) env: Env,
    pub(crate) registry: RefCell<Registry>,
    pub(crate) options: RuntimeOptions,
    pub(crate) journals: JournalStore,
    pub(crate) lives: RefCell<BTreeMap<String, Rc<Live>>>,
    pub(crate) summaries: RefCell<Summaries>,
    pub(crate) metrics: RefCell<Metrics>,
    /// How deep runs are nested where the program is now: a tool that is being called may start runs of its own.
    pub(crate) depth: Cell<u32>,
    /// How many events this runtime has appended: whether anything goes on.
    pub(crate) appended: Cell<u64>,
    ids: Ids,
}

/// The most steps of a plan, whatever its policy says.
const MOST_STEPS: usize = 5000;
/// How deep runs may be nested: a run that a tool starts is one deeper than the tool's own.
pub(crate) const MOST_DEPTH: u32 = 16;

impl Runtime {
    /// A runtime over that environment. Never fails: a storage that cannot be read gives notices.
    pub fn new(env: Env, registry: Registry, options: RuntimeOptions) -> Self {
        let journals = JournalStore::new(env.storage.clone());
        Self {
            shared: Rc::new(Shared {
                env,
                registry: RefCell::new(registry),
                options,
                journals,
                lives: RefCell::default(),
                summaries: RefCell::default(),
                metrics: RefCell::default(),
                depth: Cell::new(0),
                appended: Cell::new(0),
                ids: Ids::new(),
            }),
        }
    }

    /// The same runtime, for a tool of its own: it does not keep the runtime alive.
    pub fn downgrade(&self) -> WeakRuntime {
        WeakRuntime(Rc::downgrade(&self.shared))
    }

    /// Adds a tool.
    pub fn register(&self, tool: Rc<dyn crate::Tool>) -> Result<(), RuntimeError> {
        self.shared.registry.borrow_mut().register(tool)
    }

    /// Takes a tool away; false when there is none of that name. Runs that have begun keep it.
    pub fn unregister(&self, name: &str) -> bool {
        self.shared.registry.borrow_mut().unregister(name)
    }

    /// The tools, as they stand now.
    pub fn registry(&self) -> Registry {
        self.shared.registry.borrow().clone()
    }

    /// Records a run of that plan. Nothing is done yet: [`RunHandle::drive`] does it.
    pub fn start(&self, plan: Plan, options: StartOptions) -> Result<RunHandle, RuntimeError> {
        let created = self.created(plan, options, self.shared.depth.get())?;
        let run_id = created.run_id.clone();
        if self.shared.options.elsewhere.is_some() && created.policy.content == Content::Redact {
            let message = "an engine keeps what its runs say, so `content` cannot be \"redact\" there";
            return Err(RuntimeError::new(RuntimeErrorKind::Redacted, message)
                .hint_is("leave it out, or begin the run where the runs are kept in a file"));
        }
        self.shared.mark_for_engine(&run_id).map_err(|error| refused(&run_id, &error))?;
        let live = self.shared.record(&run_id, vec![EventKind::RunCreated(Rc::new(created))]);
        if live.removed.get() {
            return Err(exists(&run_id));
        }
        Ok(RunHandle::new(self.shared.clone(), live))
    }

    /// What a run of that plan begins with, so deep in other runs, checked as [`Runtime::start`] does. Nothing is recorded.
    pub fn created(&self, plan: Plan, options: StartOptions, depth: u32) -> Result<RunCreated, RuntimeError> {
        let registry = self.registry();
        let specs = registry.specs();
        let plan = Written::from(plan);
        let faults = faults_of(&plan, specs, &options.policy);
        if !faults.is_empty() {
            return Err(RuntimeError::invalid_plan(faults));
        }
        if depth > MOST_DEPTH {
            let message = format!("found a run nested deeper than {MOST_DEPTH} runs");
            return Err(RuntimeError::new(RuntimeErrorKind::TooDeep, message)
                .hint_is("a tool that starts a run with itself in it never ends"));
        }
        let run_id = self.run_id(options.run_id)?;
        // 53 bits, so that the seed survives JavaScript's numbers.
        let seed = options.seed.unwrap_or_else(|| self.shared.env.random.next_u64()) & ((1 << 53) - 1);
        let tools = effects_of(&plan, specs);
        Ok(RunCreated {
            run_id,
            goal: plan.goal.clone(),
            plan: Some(plan),
            policy: options.policy,
            seed,
            tools,
            depth,
            given: options.given,
            parent: options.parent,
            unknown: Map::new(),
        })
    }

    /// Every fault of a plan under a policy, as [`Runtime::start`] would find them.
    pub fn validate(&self, plan: &Plan, policy: &Policy) -> Vec<Fault> {
        faults_of(plan, self.shared.registry.borrow().specs(), policy)
    }

    fn run_id(&self, wanted: Option<String>) -> Result<String, RuntimeError> {
        let Some(run_id) = wanted else { return Ok(self.shared.new_run_id()) };
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if run_id.is_empty() || run_id.len() > 64 || !run_id.chars().all(fits) {
            let shown: String = run_id.chars().take(80).collect();
            let message = format!(
                "found the run identifier {shown:?}, expected letters, digits, hyphens and underscores, at most 64"
            );
            return Err(RuntimeError::new(RuntimeErrorKind::RunId, message));
        }
        if self.shared.is_known(&run_id)? {
            return Err(exists(&run_id));
        }
        Ok(run_id)
    }

    /// Records a run that failed before it had a plan, so that the attempt is not lost.
    pub fn record_failed(&self, goal: &str, policy: Policy, error: RunError) -> RunHandle {
        let run_id = self.shared.new_run_id();
        let created = RunCreated {
            run_id: run_id.clone(),
            goal: goal.to_owned(),
            plan: None,
            policy,
            seed: 0,
            tools: Vec::new(),
            depth: 0,
            given: None,
            parent: None,
            unknown: Map::new(),
        };
        let kinds = vec![EventKind::RunCreated(Rc::new(created)), EventKind::RunFailed { error }];
        let live = self.shared.record(&run_id, kinds);
        self.shared.put_away(&live);
        RunHandle::new(self.shared.clone(), live)
    }

    /// The handle of a run that this or another tab began, before or after a reload.
    pub fn resume(&self, run_id: &str) -> Result<RunHandle, RuntimeError> {
        let live = self.shared.find(run_id)?.ok_or_else(|| unknown_run(run_id))?;
        if live.damaged.get() {
            return Err(damaged(run_id));
        }
        if live.newer.get() {
            let message = format!("run {run_id} was written by a newer version of dunlin");
            return Err(RuntimeError::new(RuntimeErrorKind::NewerVersion, message).hint_is("update this page"));
        }
        if live.forgotten.get() && !live.is_final() {
            return Err(RuntimeError::new(
                RuntimeErrorKind::Redacted,
                format!("the texts of run {run_id} were not kept, so it cannot be taken up again"),
            )
            .hint_is("delete the run and start again"));
        }
        Ok(RunHandle::new(self.shared.clone(), live))
    }

    /// All runs, the latest first.
    pub fn runs(&self) -> Vec<RunSummary> {
        self.summaries().into_iter().map(Rc::unwrap_or_clone).collect()
    }

    /// As [`Runtime::runs`], without a copy of each: for those who show a few of many.
    pub fn summaries(&self) -> Vec<Rc<RunSummary>> {
        self.shared.summaries()
    }

    /// The runs that have not ended, the earliest first: what a page takes up after a reload. Those that stopped it whenever
    /// they were taken up are left out, those that call tools that are not here, and those that an engine carries out to which this
    /// runtime does not speak.
    pub fn unfinished(&self) -> Vec<String> {
        self.unfinished_where(|_| true)
    }

    /// Those of them that nobody drives: what a host that stays takes over from one that has gone. They are as told by the claims,
    /// as far as those can tell; who has just begun a run or comes back to it takes a moment to claim it.
    pub fn left(&self) -> Vec<String> {
        let is_driven_here =
            |run_id: &str| self.shared.lives.borrow().get(run_id).is_some_and(|live| live.wanted.get() > 0);
        self.unfinished_where(|run_id| {
            !is_driven_here(run_id) && !self.shared.options.claims.is_held(&claim_of(run_id))
        })
    }

    fn unfinished_where(&self, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
        let mut runs = self.summaries();
        runs.reverse();
        // A child is taken up by its parent, while that goes on.
        let open: BTreeSet<String> =
            runs.iter().filter(|run| !run.status.is_final()).map(|run| run.run_id.clone()).collect();
        let is_led = |run: &RunSummary| run.parent_run_id.as_ref().is_some_and(|parent| open.contains(parent));
        let goes_on = |run: &RunSummary| {
            !run.status.is_final()
                && !is_led(run)
                && is_meant(&run.run_id)
                && !self.shared.is_elsewhere(&run.run_id)
                && !self.shared.is_suspect(&run.run_id)
                && !self.shared.is_for_others(&run.run_id)
        };
        runs.iter().filter(|run| goes_on(run)).map(|run| run.run_id.clone()).collect()
    }

    /// Whether a run stopped the program so often that nobody takes it up but a person.
    pub fn is_left_alone(&self, run_id: &str) -> bool {
        self.shared.is_left_alone(run_id)
    }

    /// Forgets which runs were under way whenever the program stopped: for a host that is stopped from outside, such as a
    /// server, whose end says nothing against its runs.
    pub fn forget_stops(&self) {
        self.shared.clear_marks();
    }

    /// A run as people see it.
    pub fn get(&self, run_id: &str) -> Option<Run> {
        self.shared.find(run_id).ok()??.state.borrow().record()
    }

    /// A run's journal, as it is stored: without texts where the policy keeps none.
    pub fn journal(&self, run_id: &str) -> Option<Journal> {
        let live = self.shared.find(run_id).ok()??;
        let is_kept = live.state.borrow().policy().is_none_or(|policy| policy.content == Content::Keep);
        let told = |event: &Event| if is_kept { event.clone() } else { redact::event(event) };
        let events = live.events.borrow().iter().map(|event| told(event)).collect();
        Some(Journal { schema_version: SCHEMA_VERSION, run_id: run_id.to_owned(), events })
    }

    /// A run told as a whole, from what its journal holds.
    pub fn report(&self, run_id: &str) -> Option<Report> {
        let events = self.journal(run_id)?.events;
        Some(Report::with_below(&self.as_kept(run_id)?, &events, &self.records_below(run_id)))
    }

    /// The records of the runs below a run, at whatever depth.
    pub fn records_below(&self, run_id: &str) -> Vec<Run> {
        let ids = child::ids_below(&self.shared, run_id);
        ids.iter().filter_map(|run_id| self.as_kept(run_id)).collect()
    }

    /// A run as what is stored of it tells it: without texts where the policy keeps none.
    fn as_kept(&self, run_id: &str) -> Option<Run> {
        let run = self.get(run_id)?;
        if run.policy.content == Content::Keep {
            return Some(run);
        }
        let mut state = RunState::new();
        self.journal(run_id)?.events.iter().try_for_each(|event| state.apply(event)).ok()?;
        state.record()
    }

    /// Forgets a run that has ended, or that nobody can drive any more, with the runs below it.
    pub fn delete(&self, run_id: &str) -> Result<(), RuntimeError> {
        self.check_deletable(run_id)?;
        let below = child::ids_below(&self.shared, run_id);
        below.iter().try_for_each(|run_id| self.check_deletable(run_id))?;
        // Itself last: what could not be removed below it is found again by its name.
        let mut all = below.iter().rev().map(String::as_str).chain([run_id]);
        all.try_for_each(|run_id| self.shared.forget(run_id).map_err(|error| refused(run_id, &error)))
    }

    fn check_deletable(&self, run_id: &str) -> Result<(), RuntimeError> {
        let live = match self.shared.find(run_id) {
            // Nothing of it can be read, and so nothing of it is under way.
            Err(error) if error.kind() == RuntimeErrorKind::DamagedJournal => return Ok(()),
            found => found?.ok_or_else(|| unknown_run(run_id))?,
        };
        if live.newer.get() {
            let message = format!("run {run_id} was written by a newer version of dunlin and is left untouched");
            return Err(RuntimeError::new(RuntimeErrorKind::NewerVersion, message));
        }
        if (live.driving.get() || live.wanted.get() > 0) && !live.is_final() {
            let message = format!("run {run_id} is under way");
            return Err(RuntimeError::new(RuntimeErrorKind::RunUnderWay, message).hint_is("cancel it first"));
        }
        if !live.is_final() {
            self.shared.check_here(run_id)?;
        }
        // What another runtime drives is not taken from under it. Who died with it holds it for a few seconds more.
        if !live.is_final() && self.shared.options.claims.is_held(&claim_of(run_id)) {
            let message = format!("run {run_id} is under way in another runtime");
            let hint = "cancel it there first; if that one is gone, try again in a moment";
            return Err(RuntimeError::new(RuntimeErrorKind::RunUnderWay, message).hint_is(hint));
        }
        Ok(())
    }

    /// What people should be told: values set aside, runs that are not stored.
    pub fn notices(&self) -> Vec<String> {
        self.shared.journals.notices()
    }

    /// Counters and histograms of this page's runs, and all runs by status, as Prometheus text.
    pub fn metrics(&self) -> String {
        // Listed first: a host's storage may call back while it is read.
        let runs = self.runs();
        self.shared.metrics.borrow().render(&runs)
    }

    /// What keeps two runtimes over one storage from driving the same run.
    pub fn claim_kind(&self) -> ClaimKind {
        self.shared.options.claims.kind()
    }

    /// Another tab wrote that key; none means that it wrote them all.
    pub fn storage_changed(&self, key: Option<&str>) {
        self.shared.storage_changed(key);
    }
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runtime").field("registry", &self.shared.registry.borrow()).finish_non_exhaustive()
    }
}

fn refused(run_id: &str, error: &StorageError) -> RuntimeError {
    RuntimeError::new(RuntimeErrorKind::Storage, format!("run {run_id}: {error}")).hint_is("try it again")
}

fn exists(run_id: &str) -> RuntimeError {
    RuntimeError::new(RuntimeErrorKind::RunExists, format!("there is a run {run_id:?} already"))
}

fn damaged(run_id: &str) -> RuntimeError {
    let message = format!("part of the journal of run {run_id} could not be read, so nobody knows what it has done");
    RuntimeError::new(RuntimeErrorKind::DamagedJournal, message)
        .hint_is("look at what is done, delete the run, and start again")
}

fn unknown_run(run_id: &str) -> RuntimeError {
    let shown: String = run_id.chars().take(80).collect();
    RuntimeError::new(RuntimeErrorKind::UnknownRun, format!("there is no run {shown:?}"))
}

/// Every fault of a plan, those against the policy included.
pub fn faults_of(plan: &(impl Borrow<Plan> + Serialize), specs: &[ToolSpec], policy: &Policy) -> Vec<Fault> {
    let max_steps = (policy.max_steps as usize).clamp(Limits::default().max_steps, MOST_STEPS);
    let mut faults = validate(plan, specs, Limits { max_steps, ..Limits::default() });
    let Some(allowed) = &policy.allowed_tools else { return faults };
    let inner = |at: usize, step| {
        let mut left: Vec<&PlanStep> = vec![step];
        std::iter::from_fn(move || {
            let step = left.pop()?;
            left.extend(step.inner());
            Some((at, step))
        })
    };
    for (at, step) in plan.borrow().steps.iter().enumerate().flat_map(|(at, step)| inner(at, step)) {
        if step.kind == StepKind::Tool && !allowed.contains(&step.tool_name) {
            faults.push(Fault {
                code: "plan.tool-not-allowed",
                message: format!(
                    "the policy does not allow the tool {:?}, only {}",
                    step.tool_name,
                    allowed.join(", ")
                ),
                step_number: Some(step.step_number),
                pointer: format!("/steps/{at}/toolName"),
                place: None,
            });
        }
    }
    faults
}

/// What the tools of a plan say of their effects, without what they say for people.
pub(crate) fn effects_of(plan: &Plan, specs: &[ToolSpec]) -> Vec<ToolSpec> {
    let used = |spec: &&ToolSpec| plan.all_steps().any(|step| step.tool_name == spec.name);
    specs.iter().filter(used).map(|spec| spec.effects_in(plan)).collect()
}

impl Shared {
    /// Makes a run of these events and stores them. It counts as removed where another process has begun one of its name.
    fn record(&self, run_id: &str, kinds: Vec<EventKind>) -> Rc<Live> {
        let live = Rc::new(Live::new(run_id));
        live.begun_here.set(true);
        live.depth.set(self.depth.get());
        let at = self.env.clock.now_ms();
        for (kind, seq) in kinds.into_iter().zip(1..) {
            match live.push(Event { seq, at, kind }) {
                Ok(()) => self.observe(&live),
                Err(refusal) => self.journals.notice(refusal.to_string()),
            }
        }
        let batch = live.events.borrow().clone();
        if self.store_first(&live, &batch) {
            live.stored.set(batch.len());
        }
        if !live.removed.get() {
            self.lives.borrow_mut().insert(run_id.to_owned(), live.clone());
        }
        live.announce();
        live
    }

    /// Whether a run can only be carried out where there are tools that are not here, which is said.
    fn is_for_others(&self, run_id: &str) -> bool {
        let Ok(Some(live)) = self.find(run_id) else { return false };
        let missing = self.missing_tools(&live);
        if !missing.is_empty() {
            let tools = missing.join(", ");
            self.journals.notice(format!("run {run_id} calls {tools}, not registered here, and waits for who has it"));
        }
        !missing.is_empty()
    }

    /// An identifier that no run has. The same seed at the same moment gives the same one again, over whatever is stored.
    fn new_run_id(&self) -> String {
        loop {
            let run_id = self.ids.next(&self.env);
            // A storage that does not say takes nothing either.
            if !self.is_known(&run_id).unwrap_or(false) {
                return run_id;
            }
        }
    }

    /// Whether there is such a run; an error when the storage does not say.
    fn is_known(&self, run_id: &str) -> Result<bool, RuntimeError> {
        if self.lives.borrow().contains_key(run_id) {
            return Ok(true);
        }
        self.journals.has(run_id).map_err(|error| refused(run_id, &error))
    }

    /// The run, from this tab's memory or from storage.
    pub(crate) fn find(&self, run_id: &str) -> Result<Option<Rc<Live>>, RuntimeError> {
        if let Some(live) = self.lives.borrow().get(run_id) {
            return Ok(Some(live.clone()));
        }
        let loaded = self.journals.load(run_id).map_err(|error| refused(run_id, &error))?;
        // A host's storage may call back while it is read: what was found then is the one there is.
        if let Some(live) = self.lives.borrow().get(run_id) {
            return Ok(Some(live.clone()));
        }
        let Some(loaded) = loaded else { return Ok(None) };
        if loaded.events.is_empty() && !loaded.newer {
            // What could not even be set aside stands in the way of another run of that name.
            return if loaded.kept.keys.is_empty() { Ok(None) } else { Err(damaged(run_id)) };
        }
        let (live, refusal) = Live::from_events(run_id, loaded.events);
        live.kept.replace(loaded.kept);
        if let Some(refusal) = &refusal {
            self.journals.notice(format!("the journal of run {run_id} does not follow from itself: {refusal}"));
        }
        let foreign = !loaded.newer && live.state.borrow().run_id() != run_id;
        if foreign {
            self.journals.notice(format!("what is stored as run {run_id} is the journal of another run"));
        }
        live.damaged.set(loaded.damaged || refusal.is_some() || foreign);
        live.newer.set(loaded.newer);
        live.forgotten.set(live.state.borrow().policy().is_some_and(|policy| policy.content == Content::Redact));
        let live = Rc::new(live);
        self.lives.borrow_mut().insert(run_id.to_owned(), live.clone());
        Ok(Some(live))
    }

    /// Takes in what another tab wrote of a run that this tab does not drive. An error when the storage does not say.
    pub(crate) fn catch_up(&self, live: &Rc<Live>) -> Result<(), StorageError> {
        let run_id = live.run_id();
        if live.forgotten.get() || live.newer.get() {
            return Ok(());
        }
        let has = || (live.stored.get(), live.events.borrow().len());
        let (known, events) = has();
        let keys = self.journals.keys(run_id);
        if known > 0 && live.kept.borrow().keys == keys {
            return Ok(());
        }
        let loaded = self.journals.load(run_id)?;
        // A host's storage may call back while it is read, and what was asked of the run then has taken it in.
        if has() != (known, events) {
            return Ok(());
        }
        let Some(loaded) = loaded else {
            // Removed elsewhere, so it is not here either.
            live.removed.set(known > 0);
            return Ok(());
        };
        live.kept.replace(loaded.kept);
        // What is only in memory stays there as long as nobody else has written anything.
        if loaded.events.len() == known {
            return Ok(());
        }
        let result = if events == known && loaded.events.len() > known {
            let result = live.extend(loaded.events.into_iter().skip(known).collect());
            live.stored.set(live.events.borrow().len());
            result
        } else {
            live.replace(loaded.events)
        };
        live.damaged.set(loaded.damaged || result.is_err());
        if let Err(refusal) = result {
            self.journals.notice(format!("the journal of run {run_id} does not follow from itself: {refusal}"));
        }
        live.announce();
        Ok(())
    }

    pub(crate) fn storage_changed(&self, key: Option<&str>) {
        let run_id = key.and_then(run_id_of);
        if key.is_some() && run_id.is_none() {
            return;
        }
        self.summaries.borrow_mut().changed(run_id);
        let lives: Vec<Rc<Live>> = match run_id {
            Some(run_id) => self.lives.borrow().get(run_id).cloned().into_iter().collect(),
            None => self.lives.borrow().values().cloned().collect(),
        };
        for live in lives {
            let under_way = live.driving.get() && !live.is_final();
            // Where the storage does not say, the run is taken to be there still.
            let is_gone = || live.stored.get() > 0 && !self.journals.has(live.run_id()).unwrap_or(true);
            if !under_way && is_gone() {
                // Removed elsewhere, so it is not here either.
                self.lives.borrow_mut().remove(live.run_id());
                live.removed.set(true);
                live.wake();
            } else if live.driving.get() {
                self.read_asks(&live);
            } else {
                // What cannot be read now is read with the next news, or before the run is driven.
                let _ = self.catch_up(&live);
            }
        }
    }

    /// Counts and logs the last event of a run.
    pub(crate) fn observe(&self, live: &Live) {
        let Some(event) = live.events.borrow().last().cloned() else { return };
        self.metrics.borrow_mut().observe(&live.state.borrow(), &event);
        if let Some(sink) = &self.options.log {
            // Nothing is borrowed while the host hears of it: it may call back.
            let line = log::line(&live.state.borrow(), &event);
            sink(&line);
        }
    }
}
