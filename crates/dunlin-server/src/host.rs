//! The one thread that Dunlin lives on, and the way to it from everywhere else.
//!
//! The facade is made for a tab: one thread, shared by reference. Here it has a thread of its own, and whoever wants
//! something of it hands over a piece of work and waits for what it gives. So all decisions are made in one place, in one
//! order, as in a tab.

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
    fmt,
    path::{Path, PathBuf},
    rc::{Rc, Weak},
    thread::{self, JoinHandle},
    time::Duration,
};

use dunlin::{
    Dunlin, DunlinError, GoalOptions, GoalOrPlan, Plan, Run, RunHandle, RunOptions, RunStatus, RunSubscription,
};
use dunlin_base::{StorageErrorKind, Utf16Span, json};
use tokio::{
    sync::{Notify, mpsc, oneshot, watch},
    task::LocalSet,
};

#[cfg(feature = "restate")]
use crate::engine::Courses;
use crate::{
    command::LOOK,
    desk::Desk,
    engine::Engine,
    exit::Trouble,
    home::{self, Changes, Guests, MachineClock, Started},
    planners::{Planned, Planners},
    reach::{self, Connected, Settings, lines::WholeHealth},
};

type Work = Box<dyn FnOnce(&Rc<Inside>) + Send>;

/// The way to the thread. Clones share it; it ends when the last is dropped.
#[derive(Clone)]
pub(crate) struct Host {
    works: mpsc::UnboundedSender<Work>,
    /// Where goals are planned that need nothing of the thread.
    desk: Desk,
}

/// The thread has ended: the program is going down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gone;

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the thread of the runs has ended")
    }
}

impl std::error::Error for Gone {}

/// What lives on the thread.
pub(crate) struct Inside {
    pub(crate) dunlin: Dunlin,
    pub(crate) planners: Planners,
    changes: Changes,
    /// The pages that keep their storage here.
    pub(crate) guests: Guests,
    driven: RefCell<HashSet<String>>,
    /// Those that were taken over, once each.
    taken_over: RefCell<HashSet<String>>,
    /// The runs that nobody drove at the last look.
    left: RefCell<Vec<String>>,
    followed: RefCell<HashMap<u64, (RunHandle, RunSubscription)>>,
    next_follower: Cell<u64>,
    /// Rung when a schedule was added.
    pub(crate) rescheduled: Rc<Notify>,
    role: Role,
    /// The runs of an engine that this process carries out.
    #[cfg(feature = "restate")]
    pub(crate) courses: Courses,
}

/// What a process does about runs.
#[derive(Clone, Debug, Default)]
pub(crate) enum Role {
    /// It carries them out itself.
    #[default]
    Driver,
    /// It begins and shows them; they live in an engine.
    Elsewhere(Engine),
    /// It carries out what the engine hands it.
    #[cfg_attr(not(feature = "restate"), expect(dead_code, reason = "there are no workers without the feature"))]
    Worker,
}

impl Role {
    /// The engine that keeps the runs.
    pub(crate) fn engine(&self) -> Option<Engine> {
        match self {
            Self::Elsewhere(engine) => Some(engine.clone()),
            Self::Driver | Self::Worker => None,
        }
    }
}

/// Somebody elsewhere who follows a run, until dropped.
pub(crate) struct Follower {
    host: Host,
    number: u64,
    /// Changes whenever there are new events.
    pub(crate) news: watch::Receiver<u64>,
}

/// Events of a run, as they are sent.
#[derive(Debug)]
pub(crate) struct Batch {
    pub(crate) events: Vec<Told>,
    /// The run has ended, and these are its last.
    pub(crate) ended: bool,
}

/// An event as JSON text.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) seq: u64,
    pub(crate) kind: &'static str,
    pub(crate) text: String,
}

/// How often it is looked for runs that nobody drives any more.
const TAKE_OVER: Duration = Duration::from_secs(2);
/// The most events that are sent at once.
const MOST_AT_ONCE: usize = 500;

impl Host {
    /// Opens Dunlin over a file on a thread of its own, and goes on with the runs that were interrupted.
    pub(crate) fn open(file: PathBuf, started: Started, settings: Settings) -> Result<(Self, JoinHandle<()>), Trouble> {
        let (sender, works) = mpsc::unbounded_channel();
        let (opened, is_open) = oneshot::channel();
        let clock = MachineClock::new(started);
        let desk = Desk::new(clock.clone());
        let thread = thread::Builder::new()
            .name("dunlin".to_owned())
            .spawn(move || live(&file, clock, &settings, opened, works));
        let thread = thread.map_err(Trouble::unusable)?;
        is_open.blocking_recv().map_err(|_| Trouble::unusable("the thread of the runs has ended"))??;
        Ok((Self { works: sender, desk }, thread))
    }

    /// Does something on the thread.
    pub(crate) async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Rc<Inside>) -> T + Send + 'static,
    ) -> Result<T, Gone> {
        let (done, result) = oneshot::channel();
        let work: Work = Box::new(move |inside| {
            // Who does not wait any more wants no answer.
            let _ = done.send(work(inside));
        });
        self.works.send(work).map_err(|_| Gone)?;
        result.await.map_err(|_| Gone)
    }

    /// Does something on the thread, without waiting for it.
    pub(crate) fn leave(&self, work: impl FnOnce(&Rc<Inside>) + Send + 'static) {
        // When the thread has ended, so has what it would be about.
        let _ = self.works.send(Box::new(work));
    }

    /// The plan for a goal, by whichever planner has one. What the rules have is given at once, and without the thread where they
    /// need nothing of it.
    pub(crate) async fn plan(
        &self,
        goal: String,
        dismissed: Vec<Utf16Span>,
    ) -> Result<Result<Plan, DunlinError>, Gone> {
        let options = GoalOptions { dismissed, ..GoalOptions::default() };
        if let Some(plan) = self.desk.plan(&goal, &options).await {
            return Ok(Ok(plan));
        }
        let ((done, result), desk) = (oneshot::channel(), self.desk.clone());
        let work: Work = Box::new(move |inside| {
            desk.renew(&inside.dunlin);
            let refusal = match inside.dunlin.plan_with(&goal, &options) {
                Err(refusal) if inside.planners.may_have_another(&refusal) => refusal,
                // Who does not wait any more wants no answer.
                planned => return drop(done.send(planned)),
            };
            let inside = inside.clone();
            tokio::task::spawn_local(async move {
                let planned = inside.planners.another(&inside.dunlin, &goal, refusal).await;
                drop(done.send(planned.map(Planned::plan)));
            });
        });
        self.works.send(work).map_err(|_| Gone)?;
        result.await.map_err(|_| Gone)
    }

    /// Follows a run from elsewhere.
    pub(crate) async fn follow(&self, id: String) -> Result<Result<Follower, DunlinError>, Gone> {
        let (told, news) = watch::channel(0);
        let followed = self.with(move |inside| -> Result<u64, DunlinError> {
            let handle = inside.dunlin.resume(&id)?;
            let heard = handle.subscribe(move |event| {
                // Who has gone hears nothing.
                let _ = told.send(event.seq);
            });
            let number = inside.next_follower.replace(inside.next_follower.get() + 1);
            inside.followed.borrow_mut().insert(number, (handle, heard));
            Ok(number)
        });
        Ok(followed.await?.map(|number| Follower { host: self.clone(), number, news }))
    }
}

impl Follower {
    /// The events after that number.
    pub(crate) async fn after(&self, seq: u64) -> Result<Batch, Gone> {
        self.on_handle(move |handle| {
            let mut events = handle.events_since(seq);
            let ended = handle.status().is_final() && events.len() <= MOST_AT_ONCE;
            events.truncate(MOST_AT_ONCE);
            let told =
                |event: &dunlin::Event| Told { seq: event.seq, kind: event.kind.name(), text: json::write(event) };
            Batch { events: events.iter().map(told).collect(), ended }
        })
        .await
    }

    /// Where the run stands.
    pub(crate) async fn stands(&self) -> Result<RunStatus, Gone> {
        self.on_handle(RunHandle::status).await
    }

    /// Its record as JSON text.
    pub(crate) async fn record(&self) -> Result<String, Gone> {
        self.on_handle(RunHandle::record_text).await
    }

    pub(crate) async fn on_handle<T: Send + 'static>(
        &self,
        look: impl FnOnce(&RunHandle) -> T + Send + 'static,
    ) -> Result<T, Gone> {
        self.on_inside(|_, handle| look(handle)).await
    }

    pub(crate) async fn on_inside<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Rc<Inside>, &RunHandle) -> T + Send + 'static,
    ) -> Result<T, Gone> {
        let number = self.number;
        let seen = self.host.with(move |inside| {
            let handle = inside.followed.borrow().get(&number).map(|(handle, _)| handle.clone());
            handle.map(|handle| look(inside, &handle))
        });
        seen.await?.ok_or(Gone)
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let number = self.number;
        self.host.leave(move |inside| {
            // Dropped once nothing is borrowed.
            let gone = inside.followed.borrow_mut().remove(&number);
            drop(gone);
        });
    }
}

impl Inside {
    /// How it is doing, the services that tools ask included.
    pub(crate) fn health(&self) -> WholeHealth {
        self.changes.lines().health(self.dunlin.health())
    }

    /// Counters and histograms as Prometheus reads them.
    pub(crate) fn metrics(&self) -> String {
        self.dunlin.metrics() + &self.changes.lines().metrics() + &self.planners.metrics()
    }

    /// Whether the storage answers.
    pub(crate) fn answers(&self) -> bool {
        self.dunlin.storage_refusal().is_none()
    }

    /// Takes in what other processes have written to the file.
    pub(crate) fn catch_up(&self) {
        self.changes.follow();
    }

    /// How many events of a run are known here; nothing when it has ended, and so all are.
    pub(crate) fn known(&self, id: &str) -> Option<u64> {
        let Ok(handle) = self.dunlin.resume(id) else { return Some(0) };
        (!handle.status().is_final()).then(|| handle.events_since(0).last().map_or(0, |event| event.seq))
    }

    /// The runs that somebody follows and that have not ended.
    pub(crate) fn followed_runs(&self) -> Vec<String> {
        let followed = self.followed.borrow();
        let open = followed.values().map(|(handle, _)| handle).filter(|handle| !handle.status().is_final());
        let mut runs: Vec<String> = open.map(RunHandle::run_id).collect();
        runs.sort_unstable();
        runs.dedup();
        runs
    }

    /// Begins a run. One that the file did not take is no run here: who asked for it would be told of something that is lost with
    /// the next restart.
    pub(crate) fn begin(
        self: &Rc<Self>,
        what: impl Into<GoalOrPlan>,
        options: RunOptions,
    ) -> Result<RunHandle, DunlinError> {
        let handle = self.dunlin.run(what, options)?;
        if let Some(refusal) = handle.not_stored() {
            // It was never in the file, so nothing of it is left there.
            let _ = self.dunlin.delete_run(&handle.run_id());
            let message = format!("the run was not begun, because it could not be kept: {refusal}");
            let hint = match refusal.kind() {
                StorageErrorKind::Quota => "make room on the disk and ask again",
                _ => "see to the file that it is kept in, then ask again",
            };
            return Err(DunlinError::new(refusal.code(), message).with_hint(hint));
        }
        self.carry_out(&handle);
        Ok(handle)
    }

    /// Goes on with the runs that were interrupted.
    fn go_on(self: &Rc<Self>) {
        // A worker goes on with what the engine hands it, and with nothing that others keep in the file.
        let unfinished = if matches!(self.role, Role::Worker) { Vec::new() } else { self.dunlin.unfinished_runs() };
        for id in unfinished {
            if let Ok(handle) = self.dunlin.resume(&id) {
                self.drive(&handle);
            }
        }
    }

    /// Takes over the runs that another process or a page has left since this one began. Who has just begun a run, or loads a page
    /// again, is given the time from one look to the next.
    fn take_over(self: &Rc<Self>) {
        if !matches!(self.role, Role::Driver) {
            return;
        }
        let left = self.dunlin.left_runs();
        let before = self.left.replace(left.clone());
        for id in left.iter().filter(|id| before.contains(id)) {
            // One that stops short is not begun again and again.
            if let Ok(handle) = self.dunlin.resume(id)
                && self.taken_over.borrow_mut().insert(id.clone())
            {
                tracing::info!("run {id} was left, and is taken over");
                self.drive(&handle);
            }
        }
    }

    /// Carries a run out beside everything else, until it has ended. One that calls tools that are not switched on here is left
    /// to a process that has them: what was said to it stands in the file.
    pub(crate) fn drive(self: &Rc<Self>, handle: &RunHandle) {
        self.carry_out_with(handle, &handle.missing_tools());
    }

    /// Carries out a run that was asked to stop, which needs no tool but those that take back what is done.
    pub(crate) fn stop(self: &Rc<Self>, handle: &RunHandle) {
        self.carry_out_with(handle, &handle.missing_to_stop());
    }

    fn carry_out_with(self: &Rc<Self>, handle: &RunHandle, missing: &[String]) {
        if missing.is_empty() {
            self.carry_out(handle);
        } else {
            tracing::warn!("run {} is left to a process that has the tools {}", handle.run_id(), missing.join(", "));
        }
    }

    fn carry_out(self: &Rc<Self>, handle: &RunHandle) {
        let id = handle.run_id();
        match &self.role {
            Role::Driver => {}
            Role::Elsewhere(engine) => {
                // What more is known of it came from the engine.
                if let [created] = handle.events_since(0).as_slice()
                    && !self.dunlin.with_runtime(|runtime| runtime.is_begun(&id))
                {
                    engine.begin(&id, created);
                }
                return;
            }
            Role::Worker => return,
        }
        if !self.driven.borrow_mut().insert(id.clone()) {
            return;
        }
        let (driven, inside) = (handle.drive(), self.clone());
        tokio::task::spawn_local(async move {
            driven.await;
            inside.driven.borrow_mut().remove(&id);
        });
    }
}

/// Begins what is due, whenever it is, for as long as the thread lives.
async fn keep_schedules(inside: Weak<Inside>) {
    while let Some(inside) = inside.upgrade() {
        let begun = inside.dunlin.begin_due().await;
        for handle in &begun.runs {
            inside.drive(handle);
        }
        for (id, error) in &begun.unable {
            tracing::warn!(schedule = id, code = error.code, "a schedule could not begin: {error}");
        }
        let (wait, rescheduled) = (inside.dunlin.next_due_in_ms(), inside.rescheduled.clone());
        drop(inside);
        // One that somebody else begins just now stays due, and is not tried in every turn.
        let wait = tokio::time::sleep(Duration::from_millis(wait.max(1000)));
        tokio::select! {
            () = wait => {}
            () = rescheduled.notified() => {}
        }
    }
}

/// The plan that does an ended run again from one of its steps: that which failed, unless another is named.
pub(crate) fn again(run: &Run, step: Option<u32>) -> Result<Plan, DunlinError> {
    if !run.status.is_final() {
        let message = format!("the run is {}, and goes on by itself or with an answer", run.status.name());
        return Err(DunlinError::new("run.under-way", message).with_hint("cancel it first"));
    }
    let not_done = || run.execution_log.iter().find(|step| !step.success).map(|step| step.step_number);
    let from = step.or_else(|| run.error.as_ref()?.step_number).or_else(not_done).unwrap_or(1);
    dunlin::fork(run, from)
}

fn live(
    file: &Path,
    clock: MachineClock,
    settings: &Settings,
    opened: oneshot::Sender<Result<(), Trouble>>,
    works: mpsc::UnboundedReceiver<Work>,
) {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let _ = opened.send(Err(Trouble::unusable(error)));
            return;
        }
    };
    LocalSet::new().block_on(&runtime, async move {
        let (dunlin, changes, planners) = match home::open(file, clock, settings) {
            Ok(open) => open,
            Err(error) => {
                let _ = opened.send(Err(error));
                return;
            }
        };
        let late = match reach::connect(&dunlin, settings, changes.lines()).await {
            Ok(Connected { notices, late }) => {
                for notice in notices {
                    tracing::warn!("{notice}");
                }
                late
            }
            Err(error) => {
                let _ = opened.send(Err(error.into()));
                return;
            }
        };
        let guests = Guests::new(file, dunlin.todos().env().clone());
        let inside = Rc::new(Inside {
            guests,
            dunlin,
            planners,
            changes,
            driven: RefCell::default(),
            taken_over: RefCell::default(),
            left: RefCell::default(),
            followed: RefCell::default(),
            next_follower: Cell::default(),
            rescheduled: Rc::default(),
            role: settings.role.clone(),
            #[cfg(feature = "restate")]
            courses: Courses::default(),
        });
        let is_worker = matches!(inside.role, Role::Worker);
        inside.dunlin.forget_stops();
        inside.go_on();
        for late in late {
            let inside = inside.clone();
            tokio::task::spawn_local(async move {
                late.come(&inside.dunlin).await;
                // Runs may have been left for want of its tools.
                inside.go_on();
            });
        }
        let _ = opened.send(Ok(()));
        if !is_worker {
            tokio::task::spawn_local(keep_schedules(Rc::downgrade(&inside)));
        }
        work_off(&inside, works).await;
    });
}

/// Does the work that others hand over until nobody can any more, and looks now and then at what else has changed.
async fn work_off(inside: &Rc<Inside>, mut works: mpsc::UnboundedReceiver<Work>) {
    let mut look = tokio::time::interval(LOOK);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut take_over = tokio::time::interval(TAKE_OVER);
    take_over.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            work = works.recv() => match work {
                Some(work) => work(inside),
                None => return,
            },
            _ = look.tick() => {
                inside.catch_up();
                inside.guests.look();
            }
            _ = take_over.tick() => inside.take_over(),
        }
    }
}
