//! What the engine calls: the workflow of a run, the calls of its tools, and its inbox.
#![expect(clippy::unused_async, reason = "the library wants handlers that wait, whether they do or not")]

use std::{collections::HashSet, pin::Pin, sync::OnceLock, time::Duration};

use dunlin::{CallResult, Naming};
use dunlin_base::json;
use restate_sdk::{
    context::{DurableFuture, DurableFuturesUnordered, RequestTarget},
    prelude::{
        Context, ContextClient, ContextPromises, ContextReadState, ContextSideEffects, ContextTimers,
        ContextWriteState, HandlerError, HandlerResult, ObjectContext, RunFuture, SharedWorkflowContext, TerminalError,
        WorkflowContext, object, service, workflow,
    },
};
use serde::{Deserialize, Serialize};

use super::{
    INBOX, Message, RUN, SUMMARY, TOOL, batch_key,
    courses::{Born, Call, Ended, Heard, Open, Then, Told},
};
use crate::host::Host;

/// The reason that a run gets when somebody cancels its workflow at the engine.
const CANCELLED: &str = r#"{"type":"cancelRequested","reason":"cancelled at the engine"}"#;
/// The most that may be said to one run. What cancels it is heard after that too.
const MOST_MESSAGES: u64 = 1000;

/// A message with its number.
#[derive(Deserialize, Serialize)]
struct Numbered {
    number: u64,
    message: Message,
}

/// What became of a call.
#[derive(Deserialize, Serialize)]
struct Made {
    at: i64,
    /// None when it was cut off and must not be made again.
    result: Option<CallResult>,
}

/// What a workflow waits for.
enum News {
    Message(Result<String, TerminalError>),
    Made { step: u32, attempt: u32, made: Result<String, TerminalError> },
    Ended { step: u32, attempt: u32, ended: Result<String, TerminalError> },
    Rang { due: i64 },
}

type Waited<'a> = Pin<Box<dyn DurableFuture<Output = News> + Send + 'a>>;

/// The runs.
pub(super) struct Runs(pub(super) Host);

#[workflow(
    name = "DunlinRun",
    inactivity_timeout = "10s",
    abort_timeout = "1m",
    workflow_completion_retention = "30 days",
    invocation_retry_policy(initial_interval = "50ms", max_interval = "2s", factor = 2.0, max_attempts = 1_000_000)
)]
impl Runs {
    /// Carries a run out, from the event that it begins with.
    #[handler]
    async fn run(&self, ctx: WorkflowContext<'_>, created: Vec<u8>) -> HandlerResult<String> {
        let created = String::from_utf8(created).map_err(|error| defect(error.to_string()))?;
        carry_out(&self.0, &ctx, created).await
    }

    /// Hands on what was put into the run's inbox.
    #[handler(ingress_private)]
    async fn tell(&self, ctx: SharedWorkflowContext<'_>, told: Vec<u8>) -> HandlerResult<()> {
        let Numbered { number, message } = read(&told)?;
        ctx.resolve_promise(&promise(number), json::write(&message));
        Ok(())
    }
}

fn promise(number: u64) -> String {
    format!("inbox-{number}")
}

/// What no second try would change.
fn defect(why: impl Into<String>) -> HandlerError {
    TerminalError::new(why.into()).into()
}

/// What is said to a run and not taken, for good.
fn turned_down(why: impl Into<String>) -> HandlerError {
    TerminalError::new_with_code(super::TURNED_DOWN, why).into()
}

fn read<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T, HandlerError> {
    let text = std::str::from_utf8(bytes).map_err(|error| defect(error.to_string()))?;
    json::read(text).map_err(|error| defect(error.to_string()))
}

/// The names of the promises that a run's messages come by, each made when the one before it was kept.
struct Name {
    text: String,
    number: u64,
    next: OnceLock<Box<Name>>,
}

impl Name {
    fn new(number: u64) -> Self {
        Self { text: promise(number), number, next: OnceLock::new() }
    }

    fn next(&self) -> &Self {
        self.next.get_or_init(|| Box::new(Self::new(self.number + 1)))
    }
}

#[expect(clippy::too_many_lines, reason = "turn after turn, and what is heard between them")]
async fn carry_out(host: &Host, ctx: &WorkflowContext<'_>, created: String) -> HandlerResult<String> {
    let course = Open::new(host, created).await?.map_err(defect)?;
    let names = Name::new(0);
    let mut name = &names;
    let mut waited = DurableFuturesUnordered::<Waited<'_>>::new();
    waited.push(message(ctx, name));
    let mut now = clock(host, ctx).await?;
    let mut heard = Vec::new();
    let mut rings = None;
    let mut flights = Flights::default();
    loop {
        let Told { batches, summary, calls, dropped, then } =
            course.turn(std::mem::take(&mut heard), now).await?.map_err(defect)?;
        if !batches.is_empty() {
            // Bytes, which are kept as they are: a text would be kept as a JSON string.
            ctx.set(SUMMARY, summary.into_bytes());
        }
        for (first, text) in batches {
            ctx.set(&batch_key(first), text.into_bytes());
        }
        for call in calls {
            // One that is still under way when the run was taken up is the same call.
            if flights.begin(&call) {
                match make(host, ctx, call).await? {
                    Ok(made) => waited.push(made),
                    Err(refused) => {
                        heard.push(refused);
                        continue;
                    }
                };
            }
        }
        for run in dropped.iter().flat_map(|step| flights.children(*step)) {
            cancel(ctx, &run, now);
        }
        match then {
            Then::Ended(text) => return Ok(text),
            Then::Name(asked) => {
                let said = ctx.run(|| named(host.clone(), asked)).name("name").await?;
                heard.insert(0, Heard::Named(read(said.as_bytes())?));
                continue;
            }
            Then::Until(due) if rings.is_none_or(|rings| due < rings) => {
                rings = Some(due);
                let wait = Duration::from_millis(due.saturating_sub(now).max(0).unsigned_abs());
                waited.push(Box::pin(ctx.sleep(wait).map(move |_| News::Rang { due })));
            }
            Then::Until(_) | Then::Wait => {}
        }
        if flights.take_cut_off() {
            heard.push(Heard::CutOff);
        }
        if !heard.is_empty() {
            continue;
        }
        let news = match waited.next().await {
            Ok(Some((_, news))) => news,
            Ok(None) => return Err(defect("there is nothing to wait for")),
            // Somebody cancelled the workflow at the engine itself.
            Err(_) => {
                heard.push(Heard::Asked(CANCELLED.to_owned()));
                continue;
            }
        };
        match news {
            News::Message(told) => {
                let Message { at, kind } = read(told?.as_bytes())?;
                now = now.max(at);
                heard.push(Heard::Asked(kind.to_string()));
                name = name.next();
                waited.push(message(ctx, name));
            }
            News::Made { step, attempt, made } => {
                flights.end(step, attempt);
                let (at, result) = match made {
                    Ok(text) => read(text.as_bytes()).map(|Made { at, result }| (at, result))?,
                    Err(error) => (now, Some(CallResult::failed("engine.call", error.to_string()))),
                };
                now = now.max(at);
                match result {
                    Some(result) => heard.push(Heard::Result { step, attempt, result }),
                    None => flights.cut_off = true,
                }
            }
            News::Ended { step, attempt, ended } => {
                flights.end(step, attempt);
                heard.push(match ended {
                    Ok(text) => {
                        let ended: Box<Ended> = Box::new(read(text.as_bytes())?);
                        now = now.max(ended.at);
                        Heard::Child { step, attempt, ended }
                    }
                    Err(error) => {
                        let result = CallResult::failed("engine.call", error.to_string());
                        Heard::Result { step, attempt, result }
                    }
                });
            }
            News::Rang { due } => {
                rings = rings.filter(|rings| *rings != due);
                now = now.max(due).max(clock(host, ctx).await?);
            }
        }
    }
}

/// The calls that are under way.
#[derive(Default)]
struct Flights {
    under_way: HashSet<(u32, u32)>,
    /// Those among them that must not be made again.
    once: HashSet<(u32, u32)>,
    children: Vec<(u32, String)>,
    /// One that must not be made again was cut off.
    cut_off: bool,
}

impl Flights {
    fn begin(&mut self, call: &Call) -> bool {
        let key = (call.step, call.attempt);
        if let Some(child) = &call.child {
            self.children.push((call.step, child.clone()));
        }
        if !call.repeatable {
            self.once.insert(key);
        }
        self.under_way.insert(key)
    }

    fn end(&mut self, step: u32, attempt: u32) {
        self.under_way.remove(&(step, attempt));
        self.once.remove(&(step, attempt));
        self.children.retain(|(of, _)| *of != step);
    }

    fn children(&self, step: u32) -> impl Iterator<Item = String> {
        self.children.iter().filter(move |(of, _)| *of == step).map(|(_, run)| run.clone())
    }

    /// Whether a call was cut off, and it is time to say so: that makes the outcome of all calls unknown, so those that must
    /// not be made again come to their end first.
    fn take_cut_off(&mut self) -> bool {
        self.once.is_empty() && std::mem::take(&mut self.cut_off)
    }
}

fn message<'a>(ctx: &'a WorkflowContext<'_>, name: &'a Name) -> Waited<'a> {
    Box::pin(ctx.promise::<String>(&name.text).map(News::Message))
}

/// The moment, as some worker's clock showed it once.
async fn clock(host: &Host, ctx: &WorkflowContext<'_>) -> HandlerResult<i64> {
    let host = host.clone();
    Ok(ctx.run(|| async move { Ok(host.now().await?) }).name("clock").await?)
}

/// Hands a call on, to whichever worker is free.
async fn make<'a>(host: &Host, ctx: &'a WorkflowContext<'_>, call: Call) -> HandlerResult<Result<Waited<'a>, Heard>> {
    let Call { step, attempt, repeatable, child, text } = call;
    let Some(child) = child else {
        let target = RequestTarget::service(TOOL, if repeatable { "call" } else { "once" });
        let made = ctx.request::<Vec<u8>, String>(target, text.into_bytes()).call();
        return Ok(Ok(Box::pin(made.map(move |made| News::Made { step, attempt, made }))));
    };
    let host = host.clone();
    // The tools it is begun with are those of this worker now; whoever takes the run up again begins it with the same.
    let born = ctx.run(|| async move { Ok(host.child(text).await?) }).name("child").await?;
    let created = match read(born.as_bytes())? {
        Born::Created(created) => created,
        Born::Refused(result) => return Ok(Err(Heard::Result { step, attempt, result })),
    };
    let target = RequestTarget::workflow(RUN, child, "run");
    let ended = ctx.request::<Vec<u8>, String>(target, created.into_bytes()).call();
    Ok(Ok(Box::pin(ended.map(move |ended| News::Ended { step, attempt, ended }))))
}

fn cancel(ctx: &WorkflowContext<'_>, run: &str, now: i64) {
    let kind = serde_json::json!({"type": "cancelRequested", "reason": "the run it belongs to wants no more of it"});
    let message = json::write(&Message { at: now, kind });
    let target = RequestTarget::object(INBOX, run, "put");
    drop(ctx.request::<Vec<u8>, ()>(target, message.into_bytes()).send());
}

async fn named(host: Host, asked: String) -> HandlerResult<String> {
    let naming: Naming = read(asked.as_bytes())?;
    let said = host
        .with(move |inside| {
            inside.catch_up();
            json::write(&inside.dunlin.with_runtime(|runtime| runtime.name(&naming)))
        })
        .await?;
    Ok(said)
}

/// The calls of tools. Each is an invocation of its own, so that any worker makes it.
pub(super) struct Tools(pub(super) Host);

#[service(
    name = "DunlinTool",
    inactivity_timeout = "1h",
    abort_timeout = "1h",
    ingress_private,
    invocation_retry_policy(initial_interval = "50ms", max_interval = "2s", factor = 2.0, max_attempts = 1_000_000)
)]
impl Tools {
    /// Makes a call that may be made again with its idempotency key: whoever made it may have died before saying so.
    #[handler]
    async fn call(&self, ctx: Context<'_>, begin: Vec<u8>) -> HandlerResult<String> {
        let begin = String::from_utf8(begin).map_err(|error| defect(error.to_string()))?;
        // Kept before it is the answer: an answer that was half given is given again when this is played back.
        Ok(ctx.run(|| made(&self.0, begin)).name("call").await?)
    }

    /// Makes a call that must not be made again: after a worker has begun it, no other does.
    #[handler]
    async fn once(&self, ctx: Context<'_>, begin: Vec<u8>) -> HandlerResult<String> {
        let begin = String::from_utf8(begin).map_err(|error| defect(error.to_string()))?;
        let mark = self.0.draw().await?;
        let mine = mark.clone();
        let first: String = ctx.run(|| async move { Ok(mine) }).name("begin").await?;
        let is_first = first == mark;
        let call = || async move {
            if is_first {
                return made(&self.0, begin).await;
            }
            let at = self.0.now().await?;
            Ok(json::write(&Made { at, result: None }))
        };
        Ok(ctx.run(call).name("call").await?)
    }
}

async fn made(host: &Host, begin: String) -> HandlerResult<String> {
    let (at, result) = host.perform(begin).await?;
    Ok(json::write(&Made { at, result: Some(result) }))
}

/// What people say to runs: numbered, so that each is heard once and in order.
pub(super) struct Inbox;

#[object(name = "DunlinInbox")]
impl Inbox {
    /// Puts a message to the others.
    #[handler]
    async fn put(&self, ctx: ObjectContext<'_>, message: Vec<u8>) -> HandlerResult<()> {
        let message: Message = read(&message)?;
        let number = ctx.get::<u64>("count").await?.unwrap_or(0);
        if number >= MOST_MESSAGES && message.kind["type"] != "cancelRequested" {
            return Err(turned_down(format!(
                "{MOST_MESSAGES} things were said to it already, and only cancelling is heard"
            )));
        }
        let told = json::write(&Numbered { number, message });
        let target = RequestTarget::workflow(RUN, ctx.key(), "tell");
        ctx.request::<Vec<u8>, ()>(target, told.into_bytes()).call().await?;
        ctx.set("count", number + 1);
        Ok(())
    }
}
