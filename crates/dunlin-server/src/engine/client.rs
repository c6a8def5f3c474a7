//! The way of `dunlin serve` to the engine: runs are begun and told things through its ingress, and read where it keeps them.
//!
//! What was read is kept in this server's own file, so that it can be shown, followed and reported as any run, and after the
//! engine has let go of it.

use std::{
    collections::BTreeMap,
    rc::Rc,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use dunlin::{DunlinError, Event, EventKind};
use dunlin_base::json;
use futures_util::future::join_all;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{INBOX, Message, RUN, SUMMARY, batch_key};
use tokio::time::Instant;

use crate::host::{Host, Inside};

/// How long the engine may take for an answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// How often the runs that somebody follows are looked at.
const LOOK: Duration = Duration::from_millis(150);
/// How often letters that could not be delivered are tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// The code of what the engine refuses for good.
const REFUSED: &str = "engine.refused";
/// The statuses that say so: the same letter would be answered with the same.
const FOR_GOOD: [u16; 3] = [400, 413, super::TURNED_DOWN];

/// The way to the engine. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Engine(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    ingress: String,
    admin: String,
    client: reqwest::Client,
    /// What is on its way to the engine.
    letters: Mutex<Vec<Letter>>,
}

/// Something for the engine.
#[derive(Clone, Debug)]
struct Letter {
    run_id: String,
    what: What,
    /// The same each time it is sent, so that it counts once.
    key: String,
    /// When it was put down, or tried last.
    since: Instant,
}

#[derive(Clone, Debug)]
enum What {
    /// The event that a run begins with.
    Begin(String),
    /// A message as JSON.
    Say(String),
}

/// A client for the engine's own network: no proxy, no redirects.
pub(super) fn http() -> reqwest::Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .timeout(PATIENCE)
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap_or_default()
}

fn unreachable(why: impl std::fmt::Display) -> DunlinError {
    DunlinError::new("engine.unreachable", format!("the engine cannot be used: {why}"))
        .with_hint("look whether Restate is up, and at --ingress and --admin")
}

/// The same for what was to be sent.
fn undelivered(why: impl std::fmt::Display) -> DunlinError {
    unreachable(why).with_hint("it is kept and sent again; look whether Restate is up, and at --ingress and --admin")
}

/// Runs of others have other names; what stands in a question to the engine is made of these letters only.
fn is_name(run_id: &str) -> bool {
    !run_id.is_empty()
        && run_id.len() <= 64
        && run_id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

#[derive(Deserialize)]
struct Rows {
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    service_key: String,
    value_utf8: Option<String>,
}

impl Engine {
    pub(crate) fn new(ingress: &str, admin: &str) -> Self {
        let plain = |url: &str| url.trim_end_matches('/').to_owned();
        Self(Arc::new(Parts {
            ingress: plain(ingress),
            admin: plain(admin),
            client: http(),
            letters: Mutex::default(),
        }))
    }

    /// Puts down that a run is to be begun; [`Engine::deliver`] sends it.
    pub(crate) fn begin(&self, run_id: &str, created: &Event) {
        self.put(Letter {
            run_id: run_id.to_owned(),
            what: What::Begin(json::write(created)),
            key: String::new(),
            since: Instant::now(),
        });
    }

    /// Puts down what was said to a run.
    pub(crate) fn say(&self, run_id: &str, kind: &EventKind, at: i64, key: String) {
        let message = Message { at, kind: json::to_value(kind) };
        self.put(Letter {
            run_id: run_id.to_owned(),
            what: What::Say(json::write(&message)),
            key,
            since: Instant::now(),
        });
    }

    fn put(&self, mut letter: Letter) {
        letter.since = Instant::now();
        self.0.letters.lock().unwrap_or_else(PoisonError::into_inner).push(letter);
    }

    fn take(&self, wanted: impl Fn(&Letter) -> bool) -> Vec<Letter> {
        let mut letters = self.0.letters.lock().unwrap_or_else(PoisonError::into_inner);
        let (taken, left) = std::mem::take(&mut *letters).into_iter().partition(wanted);
        *letters = left;
        taken
    }

    /// Sends what was put down for a run. What is not delivered stays, and is tried again.
    pub(crate) async fn deliver(&self, host: &Host, run_id: &str) -> Result<(), DunlinError> {
        self.send(host, self.take(|letter| letter.run_id == run_id)).await
    }

    /// Sends letters, those of a run in their order. One that the engine refuses for good is dropped, and one that it does not
    /// take now is kept; where it does not answer at all, those of the run behind it are kept with it.
    async fn send(&self, host: &Host, letters: Vec<Letter>) -> Result<(), DunlinError> {
        let mut by_run: BTreeMap<String, Vec<Letter>> = BTreeMap::new();
        for letter in letters {
            by_run.entry(letter.run_id.clone()).or_default().push(letter);
        }
        let sent = by_run.into_values().map(|letters| self.send_in_order(host, letters));
        join_all(sent).await.into_iter().collect()
    }

    async fn send_in_order(&self, host: &Host, letters: Vec<Letter>) -> Result<(), DunlinError> {
        let mut last = Ok(());
        let mut letters = letters.into_iter();
        while let Some(letter) = letters.next() {
            let asked = Instant::now();
            last = self.send_one(&letter).await;
            match &last {
                Ok(()) if matches!(letter.what, What::Begin(_)) => {
                    let note = move |inside: &Rc<Inside>| {
                        inside.dunlin.with_runtime(|runtime| runtime.note_begun(&letter.run_id));
                    };
                    // A thread that ends notes nothing, and the next begins it once more.
                    let _ = host.with(note).await;
                }
                Err(error) if error.code != REFUSED => {
                    self.put(letter);
                    // Each of the others would wait as long, and who asked does not.
                    if asked.elapsed() >= PATIENCE {
                        letters.by_ref().for_each(|letter| self.put(letter));
                    }
                }
                Ok(()) | Err(_) => {}
            }
        }
        // The last is the one that was said just now.
        last
    }

    async fn send_one(&self, letter: &Letter) -> Result<(), DunlinError> {
        let Letter { run_id, what, key, since: _ } = letter;
        let (path, body) = match what {
            What::Begin(created) => (format!("{RUN}/{run_id}/run/send"), created),
            What::Say(message) => (format!("{INBOX}/{run_id}/put"), message),
        };
        let mut request = self.0.client.post(format!("{}/{path}", self.0.ingress));
        if !key.is_empty() {
            request = request.header("idempotency-key", key);
        }
        let answer =
            request.header("content-type", "application/json").body(body.clone()).send().await.map_err(undelivered)?;
        let status = answer.status();
        if status.is_success() {
            return Ok(());
        }
        let why = answer.text().await.unwrap_or_default();
        let why: String = why.chars().take(300).collect();
        if FOR_GOOD.contains(&status.as_u16()) {
            return Err(DunlinError::new(REFUSED, format!("the engine refuses what is said to run {run_id}: {why}"))
                .with_hint("it is not sent again; what is said next is"));
        }
        Err(undelivered(format!("it answers {status}: {why}")))
    }

    async fn ask(&self, query: String) -> Result<Vec<Row>, DunlinError> {
        let answer = self
            .0
            .client
            .post(format!("{}/query", self.0.admin))
            .header("content-type", "application/json")
            .header("accept", "application/json")
            .body(json::write(&json!({ "query": query })))
            .send()
            .await
            .map_err(unreachable)?;
        let status = answer.status();
        let text = answer.text().await.map_err(unreachable)?;
        if !status.is_success() {
            let shown: String = text.chars().take(300).collect();
            return Err(unreachable(format!("it answers {status}: {shown}")));
        }
        Ok(json::read::<Rows>(&text).map_err(unreachable)?.rows)
    }

    /// Reads what has become of a run since it was looked at last.
    pub(crate) async fn refresh(&self, host: &Host, run_id: &str) -> Result<(), DunlinError> {
        if !is_name(run_id) {
            return Ok(());
        }
        let run_id = run_id.to_owned();
        let id = run_id.clone();
        let known = host.with(move |inside| inside.known(&id)).await.map_err(|_| unreachable("it goes down"))?;
        let Some(known) = known else { return Ok(()) };
        let from = batch_key(known + 1);
        let rows = self
            .ask(format!(
                "SELECT value_utf8 FROM state WHERE service_name = '{RUN}' AND service_key = '{run_id}' \
                 AND key >= '{from}' AND key < '{SUMMARY}' ORDER BY key"
            ))
            .await?;
        let mut texts: Vec<String> = rows.into_iter().filter_map(|row| row.value_utf8).collect();
        if texts.is_empty() {
            return Ok(());
        }
        host.with(move |inside| {
            for text in texts.drain(..) {
                let events = json::read::<Vec<Event>>(&text)
                    .map_err(|error| DunlinError::new("run.damaged", format!("run {run_id} does not read: {error}")))?;
                inside.dunlin.with_runtime(|runtime| runtime.take_in(&run_id, events))?;
            }
            Ok(())
        })
        .await
        .map_err(|_| unreachable("it goes down"))?
    }

    /// All runs as a list shows them, by identifier.
    pub(crate) async fn summaries(&self) -> Result<BTreeMap<String, Value>, DunlinError> {
        let rows = self
            .ask(format!(
                "SELECT service_key, value_utf8 FROM state WHERE service_name = '{RUN}' AND key = '{SUMMARY}'"
            ))
            .await?;
        let summary = |row: Row| {
            let told: Value = json::read(&row.value_utf8?).ok()?;
            Some((row.service_key, told.get("run")?.clone()))
        };
        Ok(rows.into_iter().filter_map(summary).collect())
    }

    /// Lets the engine forget a run that has ended.
    pub(crate) async fn forget(&self, run_id: &str) -> Result<(), DunlinError> {
        if !is_name(run_id) {
            return Ok(());
        }
        let found = self
            .ask(format!(
                "SELECT id AS service_key, status AS value_utf8 FROM sys_invocation \
                 WHERE target_service_name = '{RUN}' AND target_service_key = '{run_id}' AND status = 'completed'"
            ))
            .await?;
        for Row { service_key: invocation, .. } in found {
            let url = format!("{}/invocations/{invocation}/purge", self.0.admin);
            self.0.client.patch(url).send().await.map_err(unreachable)?;
        }
        Ok(())
    }

    /// Whether the engine answers.
    pub(crate) async fn answers(&self) -> bool {
        // It is healthy before it can be looked into.
        self.ask(format!("SELECT key FROM state WHERE service_name = '{RUN}' AND service_key = 'ready'")).await.is_ok()
    }

    /// Looks after what somebody follows and what is not delivered yet, for as long as the thread lives.
    pub(crate) async fn keep_up(self, host: Host) {
        let mut failing = false;
        loop {
            tokio::time::sleep(LOOK).await;
            let Ok(followed) = host.with(|inside| inside.followed_runs()).await else { return };
            let mut done = Ok(());
            for run_id in followed {
                done = done.and(self.refresh(&host, &run_id).await);
            }
            // Younger ones are on their way with the request that they came by.
            done = done.and(self.send(&host, self.take(|letter| letter.since.elapsed() >= AGAIN)).await);
            match done {
                Err(error) if !failing => {
                    tracing::warn!(%error, "the engine does not answer");
                    failing = true;
                }
                Err(_) => {}
                Ok(()) => failing = false,
            }
        }
    }
}
