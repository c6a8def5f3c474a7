//! The class behind `createRuntime`: each method decodes, calls the facade and encodes. Without the feature `goals` it stands
//! on the engine alone, which knows no planner and no todos.

use std::{cell::RefCell, rc::Rc};

#[cfg(feature = "goals")]
use dunlin::Dunlin;
#[cfg(not(feature = "goals"))]
use dunlin::Engine as Dunlin;
use dunlin::{
    AbortSignal, CallOptions, Journal, Options, Plan, Policy, RunHandle, RunOptions, Runtime, ToolSpec, claims_by,
    notifier_by, schema,
};
use dunlin_base::StorageKind;
use dunlin_browser::{Opened, Peer, StorageListener, locks};
use js_sys::Function;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::future_to_promise;

use crate::{
    border::{Crossing, decode, encode, fail, give, unusable},
    call::RawCall,
    host::{JsTool, ToolHost},
    lent::{HostClock, open},
    options::{Calling, Opening, RunFilter, Starting, policy},
    run::{RawRun, approval},
    told::{RunsHeard, ToldStorage, run_of},
};

/// Everything of Dunlin for JavaScript.
#[wasm_bindgen]
pub struct RawDunlin {
    pub(crate) dunlin: Dunlin,
    /// Says that this is closed.
    closing: AbortSignal,
    other_tabs: RefCell<Option<StorageListener>>,
    /// The other runtimes of this page over the same storage.
    peer: Option<Peer>,
    /// Told of every run that changes.
    runs_heard: Rc<RunsHeard>,
    storage: Rc<ToldStorage>,
    changed: Changed,
}

/// Takes in that somebody else has written a key, or all.
type Changed = Rc<dyn Fn(Option<&str>)>;

impl RawDunlin {
    /// Who hears that this is closed.
    pub(crate) fn closing(&self) -> AbortSignal {
        self.closing.clone()
    }
}

#[wasm_bindgen]
impl RawDunlin {
    /// Opens Dunlin over `"local"`, `"memory"` or the host's own storage, by the host's clock when it has one. `log` is
    /// called with one JSON line an event of a run.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str, storage: &JsValue, now: Option<Function>, log: Option<Function>) -> Crossing<RawDunlin> {
        let Opening {
            policy: change,
            seed,
            #[cfg(feature = "goals")]
            builtins,
            ..
        } = decode(options, "the options")?;
        let policy = policy(change)?;
        policy.over(&Policy::default()).map_err(fail)?;
        let is_shared = storage.as_string().as_deref() == Some("local");
        let Opened { mut env, notices } = open(storage)?;
        let mut peer = None;
        if env.storage.kind() == StorageKind::Local {
            let (joined, storage) = Peer::join(env.storage);
            (env.storage, peer) = (storage, Some(joined));
        }
        if let Some(now) = now {
            env.clock = Rc::new(HostClock { now, real: env.clock });
        }
        // Without locks there are leases in the storage, as for a storage of the host's own.
        let claims = (is_shared && locks::are_available()).then(|| claims_by(locks::claim));
        let notifier = Some(notifier_by(dunlin_browser::notify));
        let log = log.map(|log| -> dunlin::Log {
            // What the listener throws is its own affair; the run goes on.
            Rc::new(move |line: &str| drop(log.call1(&JsValue::UNDEFINED, &JsValue::from_str(line))))
        });
        #[cfg(feature = "goals")]
        let builtins = builtins.map(|names| names.into_iter().map(|name| name.name().to_owned()).collect());
        #[cfg(not(feature = "goals"))]
        let builtins = None;
        let options = Options { policy, seed, builtins, notices, claims, notifier, log, ..Options::default() };
        let runs_heard = Rc::new(RunsHeard::default());
        let storage = Rc::new(ToldStorage::new(env.storage, runs_heard.clone()));
        env.storage = storage.clone();
        let dunlin = Dunlin::open(env, options);
        let (told, heard) = (dunlin.clone(), runs_heard.clone());
        let changed: Changed = Rc::new(move |key| {
            told.storage_changed(key);
            let run_id = key.and_then(run_of);
            if key.is_none() || run_id.is_some() {
                heard.tell(run_id, true);
            }
        });
        if let Some(peer) = &peer {
            let changed = changed.clone();
            peer.listen(move |key| changed(Some(key)));
        }
        let heard = changed.clone();
        let other_tabs =
            if is_shared { dunlin_browser::on_storage_event(move |key| heard(key.as_deref())) } else { None };
        let (closing, other_tabs) = (AbortSignal::new(), RefCell::new(other_tabs));
        Ok(Self { dunlin, closing, other_tabs, peer, runs_heard, storage, changed })
    }

    /// Takes in what other runtimes of this page have written: called before anything else is.
    pub fn hear(&self) {
        if let Some(peer) = &self.peer {
            peer.hear();
        }
    }

    /// Lets go of everything: nothing is heard any more, and runs under way are another runtime's to take up.
    pub fn close(&self) {
        self.closing.abort();
        self.other_tabs.take();
        if let Some(peer) = &self.peer {
            peer.leave();
        }
        self.runs_heard.listen(None);
    }

    /// Records a run of a plan: JSON text as UTF-8. A long text is encoded faster by JavaScript itself.
    #[wasm_bindgen(js_name = runPlan)]
    pub fn run_plan(&self, plan: Vec<u8>, options: &str) -> Crossing<RawRun> {
        let plan: Plan = dunlin::read_plan(&String::from_utf8(plan).unwrap_or_default()).map_err(fail)?;
        Ok(self.begun(self.dunlin.run_plan(plan, start_options(options)?).map_err(fail)?))
    }

    /// Everything that is wrong with a plan, given as for [`RawDunlin::run_plan`].
    pub fn faults(&self, plan: Vec<u8>) -> Crossing<JsValue> {
        give(&self.dunlin.faults(&String::from_utf8(plan).unwrap_or_default()))
    }

    /// The same for a plan as the text that somebody has before them: each fault names its place there.
    #[wasm_bindgen(js_name = faultsIn)]
    pub fn faults_in(&self, text: &str) -> Crossing<JsValue> {
        give(&self.dunlin.faults_in(text))
    }

    /// Summaries of the runs that a filter lets through.
    pub fn runs(&self, filter: &str) -> Crossing<JsValue> {
        let filter: RunFilter = decode(filter, "the filter")?;
        give(&filter.of(self.runs_as_stored().runs()))
    }

    /// The ids of the runs to take up after a reload, the earliest first.
    #[wasm_bindgen(js_name = unfinishedRuns)]
    pub fn unfinished_runs(&self) -> Crossing<JsValue> {
        give(&self.runs_as_stored().unfinished_runs())
    }

    /// The record of a run, or null.
    pub fn run(&self, run_id: &str) -> Crossing {
        Ok(encode(&self.runs_as_stored().run_record(run_id)))
    }

    /// Takes a run up.
    pub fn resume(&self, run_id: &str) -> Crossing<RawRun> {
        Ok(self.begun(self.runs_as_stored().resume(run_id).map_err(fail)?))
    }

    /// The plan that does a step of an ended run again, with what depends on it.
    pub fn fork(&self, run_id: &str, from: u32) -> Crossing {
        let run = self.runs_as_stored().run_record(run_id).ok_or_else(|| fail(dunlin::unknown_run(run_id)))?;
        Ok(encode(&dunlin::fork(&run, from).map_err(fail)?))
    }

    /// Answers the question of an ask step of a run, driven here or not.
    #[wasm_bindgen(js_name = answerRun)]
    pub fn answer_run(&self, run_id: &str, step_number: u32, data: &str) -> Crossing<()> {
        self.runs_as_stored().answer(run_id, step_number, decode(data, "the answer")?).map_err(fail)
    }

    /// Sends a run a signal, driven here or not.
    #[wasm_bindgen(js_name = signalRun)]
    pub fn signal_run(&self, run_id: &str, name: &str, data: &str) -> Crossing<()> {
        self.runs_as_stored().signal(run_id, name, decode(data, "the data")?).map_err(fail)
    }

    /// Calls `heard` with a run's id, or null for all, whenever it changes, and whether another tab has changed it.
    #[wasm_bindgen(js_name = onRuns)]
    pub fn on_runs(&self, heard: Option<Function>) {
        self.runs_heard.listen(heard);
    }

    /// Answers the question of a run, driven here or not.
    #[wasm_bindgen(js_name = approveRun)]
    pub fn approve_run(&self, run_id: &str, approval_id: &str, answer: &str) -> Crossing<()> {
        self.runs_as_stored().approve(run_id, approval_id, approval(answer)?).map_err(fail)
    }

    /// A run and the runs below it as a tree, or null.
    pub fn trace(&self, run_id: &str) -> Crossing {
        Ok(encode(&self.runs_as_stored().trace(run_id)))
    }

    /// A run told as Markdown and JSON.
    pub fn report(&self, run_id: &str) -> Crossing {
        Ok(encode(&self.runs_as_stored().report(run_id).map_err(fail)?))
    }

    /// A run's journal.
    pub fn journal(&self, run_id: &str) -> Crossing {
        Ok(encode(&self.runs_as_stored().journal(run_id).map_err(fail)?))
    }

    /// Forgets a run.
    #[wasm_bindgen(js_name = deleteRun)]
    pub fn delete_run(&self, run_id: &str) -> Crossing<()> {
        self.runs_as_stored().delete_run(run_id).map_err(fail)
    }

    /// Decides a journal again.
    pub fn replay(&self, journal: &str) -> Crossing {
        let journal: Journal = decode(journal, "the journal")?;
        Ok(encode(&dunlin::replay(&journal)))
    }

    /// The part of a schema that is checked here.
    #[wasm_bindgen(js_name = checkedPart)]
    pub fn checked_part(&self, schema: &str) -> Crossing {
        Ok(encode(&schema::checked_part(&decode(schema, "the input schema")?)))
    }

    /// Adds a tool that the host carries out.
    pub fn register(&self, spec: &str, host: ToolHost) -> Crossing<()> {
        let spec = ToolSpec::read_strictly(spec).map_err(|why| unusable("the tool", &why.to_string()))?;
        self.dunlin.register_tool(Rc::new(self.tool(spec, host))).map_err(fail)
    }

    /// Takes a tool away.
    #[wasm_bindgen(js_name = unregisterTool)]
    pub fn unregister_tool(&self, name: &str) -> bool {
        self.dunlin.unregister_tool(name)
    }

    /// What the tools say of themselves.
    pub fn tools(&self) -> Crossing {
        Ok(encode(&self.dunlin.tools()))
    }

    /// Calls a tool.
    #[wasm_bindgen(js_name = callTool)]
    pub fn call_tool(&self, name: &str, input: &str, options: &str) -> Crossing<RawCall> {
        let Calling { approved, .. } = decode(options, "the options")?;
        let signal = AbortSignal::new();
        let options = CallOptions { approved, signal: signal.clone() };
        let called = self.dunlin.call_tool(name, decode(input, "the input")?, options);
        let settled = future_to_promise(async move { Ok(JsValue::from(encode(&called.await))) });
        Ok(RawCall::new(signal, settled))
    }

    /// How it is doing.
    pub fn health(&self) -> Crossing<JsValue> {
        give(&self.dunlin.health())
    }

    /// What this build can do.
    pub fn capabilities(&self) -> Crossing<JsValue> {
        give(&self.dunlin.capabilities())
    }

    /// Prometheus text.
    pub fn metrics(&self) -> String {
        self.dunlin.metrics()
    }
}

impl RawDunlin {
    /// What is told of runs and done with them, with what others have written of them.
    fn runs_as_stored(&self) -> &Dunlin {
        for key in self.storage.changed_elsewhere() {
            (self.changed)(Some(&key));
        }
        &self.dunlin
    }

    /// A tool that the host carries out here.
    pub(crate) fn tool(&self, spec: ToolSpec, host: ToolHost) -> JsTool {
        JsTool::new(spec, host, self.dunlin.with_runtime(Runtime::downgrade))
    }

    pub(crate) fn begun(&self, handle: RunHandle) -> RawRun {
        RawRun::new(handle, self.closing.clone())
    }
}

pub(crate) fn start_options(text: &str) -> Crossing<RunOptions> {
    let Starting { policy: change, run_id, seed, input, dismissed, context, language, .. } =
        decode(text, "the options")?;
    Ok(RunOptions { policy: policy(change)?, run_id, seed, input, dismissed, context, language })
}
