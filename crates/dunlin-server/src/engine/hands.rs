//! What a worker does for the engine on the thread that Dunlin lives on: it looks at the clock, draws, calls tools.

use std::rc::Rc;

use dunlin::{Begin, CallResult, Event, EventKind};
use dunlin_base::{LocalFuture, json};
use tokio::sync::oneshot;

use super::courses::Born;
use crate::host::{Gone, Host, Inside};

impl Host {
    /// The moment, in milliseconds since 1970.
    pub(super) async fn now(&self) -> Result<i64, Gone> {
        self.with(|inside| now(inside)).await
    }

    /// Something that nobody else draws.
    pub(super) async fn draw(&self) -> Result<String, Gone> {
        self.with(|inside| format!("{:016x}", inside.dunlin.todos().env().random.next_u64())).await
    }

    /// Makes a call for a run that lives in an engine; it ends with whoever waits for it. Gives the moment of its end.
    pub(super) async fn perform(&self, begin: String) -> Result<(i64, CallResult), Gone> {
        let under_way = self.with(move |inside| {
            let (mut done, result) = oneshot::channel();
            let inside = inside.clone();
            tokio::task::spawn_local(async move {
                let called = call(&inside, &begin);
                tokio::select! {
                    result = called => drop(done.send((now(&inside), result))),
                    () = done.closed() => {}
                }
            });
            result
        });
        under_way.await?.await.map_err(|_| Gone)
    }

    /// What a child run begins with, as JSON; or why there is none.
    pub(super) async fn child(&self, begin: String) -> Result<String, Gone> {
        self.with(move |inside| json::write(&born(inside, &begin))).await
    }
}

fn now(inside: &Inside) -> i64 {
    inside.dunlin.todos().env().clock.now_ms()
}

fn call(inside: &Inside, begin: &str) -> LocalFuture<'static, CallResult> {
    let begin: Begin = match json::read(begin) {
        Ok(begin) => begin,
        Err(error) => {
            let failed = CallResult::failed("engine.call", format!("the call does not read: {error}"));
            return Box::pin(std::future::ready(failed));
        }
    };
    // The step before may have been another worker's.
    inside.catch_up();
    let called = inside.dunlin.with_runtime(|runtime| runtime.perform(begin));
    Box::pin(async move { called.await.into() })
}

fn born(inside: &Inside, begin: &str) -> Born {
    let refused = |code: &str, message: String| Born::Refused(CallResult::failed(code, message));
    let (child, given) = match json::read::<Begin>(begin) {
        Ok(Begin { child: Some(child), input, .. }) => (child, input),
        Ok(_) => return refused("plan.misplaced-field", "the step has no plan".to_owned()),
        Err(error) => return refused("engine.call", format!("the call does not read: {error}")),
    };
    match inside.dunlin.with_runtime(|runtime| runtime.created_child(*child, given)) {
        Ok(created) => {
            let event = Event { seq: 1, at: now(inside), kind: EventKind::RunCreated(Rc::new(created)) };
            Born::Created(json::write(&event))
        }
        Err(error) => refused(error.code(), error.to_string()),
    }
}
