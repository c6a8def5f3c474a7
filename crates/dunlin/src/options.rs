//! What a host says when it opens Dunlin and when it starts a run.

use std::{any::Any, fmt, future::ready, rc::Rc};

use dunlin_base::{LocalFuture, Utf16Span};
use dunlin_plan::Plan;
use dunlin_runtime::{
    AbortSignal, Claim, ClaimKind, Claims, Elsewhere, Grant, Log, Notifier, Retention, Standing, ToolFailure,
    ToolOutput,
};
use serde_json::{Map, Value, json};

use crate::PolicyChange;

/// How Dunlin is opened.
#[derive(Clone, Default)]
pub struct Options {
    /// What differs from the default policy, for every run.
    pub policy: PolicyChange,
    /// Where the randomness of runs begins; none draws a seed for each run.
    pub seed: Option<u64>,
    /// What the host knows that a person should: that the browser refuses storage. Shown with the other notices.
    pub notices: Vec<String>,
    /// Keeps tabs apart that share a storage; see [`claims_by`]. None is for leases in the storage, unless it is memory.
    pub claims: Option<Rc<dyn Claims>>,
    /// Shows the notifications of `notify` steps; none leaves them in the journal.
    pub notifier: Option<Rc<dyn Notifier>>,
    /// How many ended runs are kept.
    pub retention: Option<Retention>,
    /// Whether the stored todos are read only when something first asks for one, and not when Dunlin is opened: very many
    /// take their time, and a host may have something to show before.
    pub todos_later: bool,
    /// The built-in tools that are offered, by name; none offers all of them.
    pub builtins: Option<Vec<String>>,
    /// Takes one JSON line for each event of a run.
    pub log: Option<Log>,
    /// Takes what people ask of runs, when an engine elsewhere carries them out; see
    /// [`RuntimeOptions`](dunlin_runtime::RuntimeOptions).
    pub elsewhere: Option<Elsewhere>,
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("policy", &self.policy)
            .field("seed", &self.seed)
            .field("notices", &self.notices)
            .finish_non_exhaustive()
    }
}

/// Claims from a host's own locks: `hold` gives a guard that keeps the name until it is dropped, or nothing when somebody
/// else has it.
pub fn claims_by<Guard: Any>(hold: impl Fn(&str) -> LocalFuture<'static, Option<Guard>> + 'static) -> Rc<dyn Claims> {
    known_claims_by(hold, |_| false)
}

/// As [`claims_by`], where a host can tell at once whether somebody has a name: then a run that another drives is not deleted
/// from under it.
pub fn known_claims_by<Guard: Any>(
    hold: impl Fn(&str) -> LocalFuture<'static, Option<Guard>> + 'static,
    is_held: impl Fn(&str) -> bool + 'static,
) -> Rc<dyn Claims> {
    Rc::new(Held { hold, is_held })
}

struct Held<F, H> {
    hold: F,
    is_held: H,
}

/// The name that a host's locks have for a claim.
fn lock_of(name: &str) -> String {
    format!("dunlin:{name}")
}

impl<Guard, F, H> Claims for Held<F, H>
where
    Guard: Any,
    F: Fn(&str) -> LocalFuture<'static, Option<Guard>>,
    H: Fn(&str) -> bool,
{
    fn try_claim(&self, name: &str) -> LocalFuture<'static, Grant> {
        let held = (self.hold)(&lock_of(name));
        Box::pin(async move { held.await.map_or(Grant::Taken, |guard| Grant::Held(Claim::new(move || drop(guard)))) })
    }

    fn kind(&self) -> ClaimKind {
        ClaimKind::Locks
    }

    fn is_held(&self, name: &str) -> bool {
        (self.is_held)(&lock_of(name))
    }
}

/// As [`claims_by`], where a name can be lost while it is held, as when a server has not heard of its holder for too long:
/// `is_held` says whether it still is. The host must refuse what a holder writes who has lost a name and does not know it yet.
pub fn losable_claims_by<Guard: Any>(
    hold: impl Fn(&str) -> LocalFuture<'static, Option<Guard>> + 'static,
    is_held: impl Fn(&Guard) -> bool + 'static,
) -> Rc<dyn Claims> {
    Rc::new(Losable { hold, is_held: Rc::new(is_held) })
}

struct Losable<F, H> {
    hold: F,
    is_held: Rc<H>,
}

/// How often a driver looks whether it still has a name that can be lost, in milliseconds.
const LOOK_MS: u64 = 3000;

impl<Guard, F, H> Claims for Losable<F, H>
where
    Guard: Any,
    F: Fn(&str) -> LocalFuture<'static, Option<Guard>>,
    H: Fn(&Guard) -> bool + 'static,
{
    fn try_claim(&self, name: &str) -> LocalFuture<'static, Grant> {
        let (held, is_held) = ((self.hold)(&lock_of(name)), self.is_held.clone());
        Box::pin(async move {
            let Some(guard) = held.await else { return Grant::Taken };
            let guard = Rc::new(guard);
            let checked = guard.clone();
            let check = move || if is_held(&checked) { Standing::Held } else { Standing::Lost };
            Grant::Held(Claim::leased(LOOK_MS, check, move |_| drop(guard)))
        })
    }

    fn kind(&self) -> ClaimKind {
        ClaimKind::Locks
    }
}

/// Notifications by a host's own means: `show` gets title, body and a key that is the same when it is done again, and says
/// whether the person could see it.
pub fn notifier_by(show: impl Fn(&str, &str, &str) -> bool + 'static) -> Rc<dyn Notifier> {
    Rc::new(Shown(show))
}

struct Shown<F>(F);

impl<F: Fn(&str, &str, &str) -> bool> Notifier for Shown<F> {
    fn notify(&self, input: &Value, key: &str) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let text = |field: &str| input.get(field).and_then(Value::as_str).unwrap_or_default();
        let (title, body) = (text("title"), text("body"));
        let output = json!({"title": title, "body": body, "shown": (self.0)(title, body, key)});
        Box::pin(ready(Ok(ToolOutput { output, metadata: None })))
    }
}

/// How a run is started.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// What differs from the policy Dunlin was opened with.
    pub policy: PolicyChange,
    /// The run's identifier; none makes one.
    pub run_id: Option<String>,
    /// Where its randomness begins.
    pub seed: Option<u64>,
    /// What the run is given: step 0 of its plan.
    pub input: Option<Value>,
    /// Readings of the goal that the person took back.
    pub dismissed: Vec<Utf16Span>,
    /// What the host knows of the moment; see [`GoalOptions::context`].
    pub context: Map<String, Value>,
    /// The language of the phrases that are tried.
    pub language: Option<String>,
}

/// How a goal is read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoalOptions {
    /// Readings that the person took back.
    pub dismissed: Vec<Utf16Span>,
    /// What the host knows of the moment, which phrases may require: the room, the open document.
    pub context: Map<String, Value>,
    /// The language of the phrases that are tried; none tries them all.
    pub language: Option<String>,
}

impl GoalOptions {
    /// Nothing but readings that were taken back.
    pub fn without(dismissed: &[Utf16Span]) -> Self {
        Self { dismissed: dismissed.to_vec(), ..Self::default() }
    }
}

/// How a tool is called outside of any run.
#[derive(Clone, Debug, Default)]
pub struct CallOptions {
    /// A person has agreed to what the policy asks about first.
    pub approved: bool,
    /// Tells the tool when its result is no longer wanted.
    pub signal: AbortSignal,
}

/// What a run carries out.
#[derive(Clone, Debug, PartialEq)]
pub enum GoalOrPlan {
    /// What a person typed; it is planned first.
    Goal(String),
    /// A plan that was made before; it is validated first.
    Plan(Box<Plan>),
}

impl From<&str> for GoalOrPlan {
    fn from(goal: &str) -> Self {
        Self::Goal(goal.to_owned())
    }
}

impl From<String> for GoalOrPlan {
    fn from(goal: String) -> Self {
        Self::Goal(goal)
    }
}

impl From<Plan> for GoalOrPlan {
    fn from(plan: Plan) -> Self {
        Self::Plan(Box::new(plan))
    }
}
