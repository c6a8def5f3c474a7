//! The class behind `createRuntime`: each method decodes, calls the facade and encodes.

use std::rc::Rc;

use dunlin::{
    Dunlin, DunlinError, Journal, Options, Plan, Policy, RunOptions, Templates, ToolSpec, claims_by, notifier_by,
};
use dunlin_base::MemoryStorage;
use dunlin_browser::{Opened, StorageListener, locks};
use js_sys::{Function, Promise};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::future_to_promise;

use crate::{
    border::{Crossing, decode, encode, fail, unusable},
    host::{HostClock, HostStorage, JsTool, ToolHost},
    options::{Explaining, Opening, Resuming, Starting, check, policy},
    run::RawRun,
};

/// Everything of Dunlin for JavaScript.
#[wasm_bindgen]
pub struct RawDunlin {
    pub(crate) dunlin: Dunlin,
    _other_tabs: Option<StorageListener>,
}

#[wasm_bindgen]
impl RawDunlin {
    /// Opens Dunlin over `"local"`, `"memory"` or the host's own storage, by the host's clock when it has one. `log` is
    /// called with one JSON line an event of a run.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str, storage: &JsValue, now: Option<Function>, log: Option<Function>) -> Crossing<RawDunlin> {
        let Opening { policy: change, seed, .. } = decode(options, "the options")?;
        let policy = policy(change)?;
        policy.over(&Policy::default()).map_err(fail)?;
        let is_shared = storage.as_string().as_deref() == Some("local");
        let Opened { mut env, notices } = open(storage)?;
        if let Some(now) = now {
            env.clock = Rc::new(HostClock { now, real: env.clock });
        }
        // Without locks there are leases in the storage, as for a storage of the host's own.
        let claims = (is_shared && locks::are_available()).then(|| claims_by(locks::try_hold));
        let notifier = Some(notifier_by(dunlin_browser::notify));
        let log = log.map(|log| -> dunlin::Log {
            // What the listener throws is its own affair; the run goes on.
            Rc::new(move |line: &str| drop(log.call1(&JsValue::UNDEFINED, &JsValue::from_str(line))))
        });
        let options = Options { policy, seed, notices, claims, notifier, log, ..Options::default() };
        let dunlin = Dunlin::open(env, options);
        let told = dunlin.clone();
        let other_tabs = if is_shared {
            dunlin_browser::on_storage_event(move |key| told.storage_changed(key.as_deref()))
        } else {
            None
        };
        Ok(Self { dunlin, _other_tabs: other_tabs })
    }

    /// The plan for a goal.
    pub fn plan(&self, goal: &str) -> Crossing {
        Ok(encode(&self.dunlin.plan(goal).map_err(fail)?))
    }

    /// How a goal is read while it is typed.
    pub fn explain(&self, goal: &str, options: &str) -> Crossing {
        let Explaining { dismissed } = decode(options, "the options")?;
        Ok(encode(&self.dunlin.explain(goal, &dismissed)))
    }

    /// The templates that goals can name.
    pub fn templates(&self) -> Crossing {
        Ok(encode(&self.dunlin.templates()))
    }

    /// Keeps other templates; the built-in ones when there is no text.
    #[wasm_bindgen(js_name = setTemplates)]
    pub fn set_templates(&self, templates: Option<String>) -> Crossing<()> {
        let Some(text) = templates else { return self.dunlin.reset_templates().map_err(fail) };
        let Templates(templates) = decode(&text, "the templates")?;
        self.dunlin.set_templates(&templates).map_err(fail)
    }

    /// Records a run of a goal.
    #[wasm_bindgen(js_name = runGoal)]
    pub fn run_goal(&self, goal: &str, options: &str) -> Crossing<RawRun> {
        self.dunlin.run(goal, start_options(options)?).map(RawRun::new).map_err(fail)
    }

    /// Records a run of a plan: JSON text as UTF-8. A long text is encoded faster by JavaScript itself.
    #[wasm_bindgen(js_name = runPlan)]
    pub fn run_plan(&self, plan: Vec<u8>, options: &str) -> Crossing<RawRun> {
        let plan: Plan = dunlin::read_plan(&String::from_utf8(plan).unwrap_or_default()).map_err(fail)?;
        self.dunlin.run(plan, start_options(options)?).map(RawRun::new).map_err(fail)
    }

    /// Everything that is wrong with a plan, given as for [`RawDunlin::run_plan`].
    pub fn faults(&self, plan: Vec<u8>) -> String {
        encode(&self.dunlin.faults(&String::from_utf8(plan).unwrap_or_default()))
    }

    /// Summaries of all runs.
    pub fn runs(&self) -> Crossing {
        Ok(encode(&self.dunlin.runs()))
    }

    /// The record of a run, or null.
    pub fn run(&self, run_id: &str) -> Crossing {
        Ok(encode(&self.dunlin.run_record(run_id)))
    }

    /// Takes a run up.
    pub fn resume(&self, run_id: &str, options: &str) -> Crossing<RawRun> {
        check::<Resuming>(options)?;
        self.dunlin.resume(run_id).map(RawRun::new).map_err(fail)
    }

    /// A run told as Markdown and JSON.
    pub fn report(&self, run_id: &str) -> Crossing {
        Ok(encode(&self.dunlin.report(run_id).map_err(fail)?))
    }

    /// A run's journal.
    pub fn journal(&self, run_id: &str) -> Crossing {
        Ok(encode(&self.dunlin.journal(run_id).map_err(fail)?))
    }

    /// Forgets a run.
    #[wasm_bindgen(js_name = deleteRun)]
    pub fn delete_run(&self, run_id: &str) -> Crossing<()> {
        self.dunlin.delete_run(run_id).map_err(fail)
    }

    /// Decides a journal again.
    pub fn replay(&self, journal: &str) -> Crossing {
        let journal: Journal = decode(journal, "the journal")?;
        Ok(encode(&dunlin::replay(&journal)))
    }

    /// Adds a tool that the host carries out.
    #[wasm_bindgen(js_name = registerTool)]
    pub fn register_tool(&self, spec: &str, host: ToolHost) -> Crossing<()> {
        let spec = ToolSpec::read_strictly(spec).map_err(|why| unusable("the tool", &why.to_string()))?;
        self.dunlin.register_tool(Rc::new(JsTool::new(spec, host))).map_err(fail)
    }

    /// What the tools say of themselves.
    pub fn tools(&self) -> Crossing {
        Ok(encode(&self.dunlin.tools()))
    }

    /// Calls a tool; the promise is of its result as JSON text and does not reject.
    #[wasm_bindgen(js_name = callTool)]
    pub fn call_tool(&self, name: &str, input: &str) -> Crossing<Promise> {
        let called = self.dunlin.call_tool(name, decode(input, "the input")?);
        Ok(future_to_promise(async move { Ok(JsValue::from(encode(&called.await))) }))
    }

    /// How it is doing.
    pub fn health(&self) -> Crossing {
        Ok(encode(&self.dunlin.health()))
    }

    /// What this build can do.
    pub fn capabilities(&self) -> Crossing {
        Ok(encode(&self.dunlin.capabilities()))
    }

    /// Prometheus text.
    pub fn metrics(&self) -> String {
        self.dunlin.metrics()
    }
}

fn open(storage: &JsValue) -> Crossing<Opened> {
    match storage.as_string().as_deref() {
        Some("local") => Ok(dunlin_browser::open()),
        Some("memory") => Ok(dunlin_browser::open_with(Rc::new(MemoryStorage::new()))),
        Some(other) => Err(fail(DunlinError::bad_argument("the storage", other, "local or memory"))),
        None => {
            let host = HostStorage::new(storage).ok_or_else(|| {
                fail(DunlinError::bad_argument(
                    "the storage",
                    "something else",
                    "an object with get, set, remove and keys",
                ))
            })?;
            Ok(dunlin_browser::open_with(Rc::new(host)))
        }
    }
}

fn start_options(text: &str) -> Crossing<RunOptions> {
    let Starting { policy: change, run_id, seed, .. } = decode(text, "the options")?;
    Ok(RunOptions { policy: policy(change)?, run_id, seed, ..RunOptions::default() })
}
