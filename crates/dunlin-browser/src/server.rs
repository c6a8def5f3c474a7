//! The storage of the server that a page came from, for who has chosen to keep todos and runs there.
//!
//! The core reads and writes without waiting, as `localStorage` does, so each of its requests holds the page up until it is
//! answered. Nothing is taken for stored that the server has not acknowledged.

use std::{cell::Cell, rc::Rc};

use dunlin_base::{RemoteDoor, RemoteError, RemoteHold, RemoteStorage, StorageAnswer, StorageAsk, Timer, json};
use js_sys::{Promise, Reflect};
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortSignal, Headers, RequestInit, Response, Window, XmlHttpRequest};

use crate::{DateClock, TimeoutTimer, sessions, storage::local};

/// Where the choice is kept: in this browser, whatever is chosen. No key of Dunlin's own begins so, which keeps the token out of
/// every backup.
const CHOICE: &str = "dunlin-server";
/// Where the server takes what is asked, seen from the page.
const ROUTE: &str = "storage";
/// A page of another origin must ask for leave before it sends this.
const JSON: &str = "application/json";
/// How often a page that is looked at hears what others wrote.
const LOOK_MS: u64 = 1000;
/// How many of these pass over a page that nobody looks at. A session lasts six times as long.
const UNSEEN_LOOKS: u32 = 15;

/// How long what is asked beside may take.
const ANSWER_MS: u32 = 10_000;

/// That todos and runs are kept at the server, and what it wants to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerChoice {
    /// The token, where it asks for one.
    pub token: Option<String>,
}

/// What was chosen; none is this browser.
pub fn chosen() -> Option<ServerChoice> {
    // A choice that does not read is one without a token: the server then says that it wants one.
    local()?.get_item(CHOICE).ok().flatten().map(|text| json::read(&text).unwrap_or_default())
}

/// Keeps the choice, for the next time the page is opened. Whether that was possible.
pub fn choose(choice: Option<&ServerChoice>) -> bool {
    let Some(local) = local() else { return false };
    match choice {
        Some(choice) => local.set_item(CHOICE, &json::write(choice)).is_ok(),
        None => local.remove_item(CHOICE).is_ok(),
    }
}

fn window() -> Option<Window> {
    js_sys::global().dyn_into().ok()
}

/// The storage of the page's server.
pub type ServerStorage = RemoteStorage<ServerDoor>;

/// Begins a session with the page's server.
pub fn open(choice: ServerChoice) -> Result<Rc<ServerStorage>, RemoteError> {
    RemoteStorage::open(ServerDoor { choice, silent: Cell::new(false) }, Rc::new(DateClock::default())).map(Rc::new)
}

/// The way to the server.
#[derive(Debug)]
pub struct ServerDoor {
    choice: ServerChoice,
    /// Whether it did not answer the last time somebody asked beside. Nobody waits for it then: a server that swallows requests
    /// would hold the page up for minutes, each time.
    silent: Cell<bool>,
}

#[derive(Deserialize)]
struct Begun {
    session: String,
}

/// A refusal in the server's words.
#[derive(Deserialize)]
struct Refused {
    error: Words,
}

#[derive(Deserialize)]
struct Words {
    message: String,
}

/// Where it takes what is asked within a session.
fn within(session: &str) -> String {
    format!("{ROUTE}/{session}")
}

/// That nothing came back.
fn silence() -> RemoteError {
    RemoteError::Failed("the server does not answer".to_owned())
}

impl ServerDoor {
    fn post(&self, route: &str, body: &str) -> Result<String, RemoteError> {
        if self.silent.get() {
            return Err(silence());
        }
        let silent = |_| silence();
        let request = XmlHttpRequest::new().map_err(silent)?;
        request.open_with_async("POST", route, false).map_err(silent)?;
        request.set_request_header("content-type", JSON).map_err(silent)?;
        if let Some(bearer) = self.bearer() {
            request
                .set_request_header("authorization", &bearer)
                .map_err(|_| RemoteError::Failed("the token has letters that no token can have".to_owned()))?;
        }
        request.send_with_opt_str(Some(body)).map_err(silent)?;
        let text = request.response_text().ok().flatten().unwrap_or_default();
        told(request.status().unwrap_or(0), text)
    }

    fn bearer(&self) -> Option<String> {
        self.choice.token.as_ref().map(|token| format!("Bearer {token}"))
    }

    /// Posts without holding the page up.
    async fn post_beside(&self, route: &str, body: &str) -> Result<String, RemoteError> {
        let text = async {
            let response = JsFuture::from(self.send(route, body, false)?).await?;
            let response: Response = response.dyn_into()?;
            let text = JsFuture::from(response.text()?).await?;
            Ok((response.status(), text.as_string().unwrap_or_default()))
        };
        let answered: Result<_, JsValue> = text.await;
        self.silent.set(answered.is_err());
        answered.map_err(|_| silence()).and_then(|(status, text)| told(status, text))
    }

    /// Sends what may outlive the page where `keepalive` is said.
    fn send(&self, route: &str, body: &str, keepalive: bool) -> Result<Promise, JsValue> {
        let (init, headers) = (RequestInit::new(), Headers::new()?);
        headers.set("content-type", JSON)?;
        if let Some(bearer) = self.bearer() {
            headers.set("authorization", &bearer)?;
        }
        init.set_method("POST");
        init.set_headers(&headers);
        init.set_body(&JsValue::from_str(body));
        init.set_signal(Some(&AbortSignal::timeout_with_u32(ANSWER_MS)));
        Reflect::set(&init, &JsValue::from_str("keepalive"), &JsValue::from_bool(keepalive))?;
        let window = window().ok_or(JsValue::UNDEFINED)?;
        Ok(window.fetch_with_str_and_init(route, &init))
    }
}

/// What an answer comes to, by its status.
fn told(status: u16, text: String) -> Result<String, RemoteError> {
    let words = |text: &str| json::read::<Refused>(text).map(|refused| refused.error.message);
    match status {
        200 | 201 => Ok(text),
        401 => Err(RemoteError::Closed),
        410 => Err(RemoteError::Over),
        413 | 507 => Err(RemoteError::Full(words(&text).unwrap_or_else(|_| "it is too much at once".to_owned()))),
        0 => Err(silence()),
        _ => Err(RemoteError::Failed(words(&text).unwrap_or_else(|_| format!("the server answered with {status}")))),
    }
}

/// The session that an answer says was begun, which the browser's next page ends where this one cannot.
fn session_of(text: &str) -> Result<String, RemoteError> {
    let begun: Begun =
        json::read(text).map_err(|_| RemoteError::Failed("what answers is no server of Dunlin".to_owned()))?;
    sessions::remember(begun.session.clone());
    Ok(begun.session)
}

fn answer(text: &str) -> Result<StorageAnswer, RemoteError> {
    json::read(text).map_err(|fault| RemoteError::Failed(format!("the server's answer does not read: {fault}")))
}

impl RemoteDoor for ServerDoor {
    fn begin(&self) -> Result<String, RemoteError> {
        session_of(&self.post(ROUTE, "{}")?)
    }

    fn ask(&self, session: &str, ask: &StorageAsk) -> Result<StorageAnswer, RemoteError> {
        answer(&self.post(&within(session), &json::write(ask))?)
    }
}

/// A name that this page holds at the server, until it is dropped or the session is over.
pub struct ServerHold {
    storage: Rc<ServerStorage>,
    hold: Option<RemoteHold>,
}

impl ServerHold {
    /// The name, unless somebody else has it.
    pub fn take(storage: &Rc<ServerStorage>, name: &str) -> Option<Self> {
        storage.hold(name).map(|hold| Self { storage: storage.clone(), hold: Some(hold) })
    }

    /// Whether it is still this page's.
    pub fn is_held(&self) -> bool {
        self.hold.as_ref().is_some_and(|hold| self.storage.holds(hold))
    }
}

impl Drop for ServerHold {
    fn drop(&mut self) {
        if let Some(hold) = self.hold.take() {
            self.storage.release(hold);
        }
    }
}

/// What is heard of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Somebody else wrote under this key; none is any.
    Written(Option<String>),
    /// It does not answer, in its words or ours.
    Silent(String),
    /// It answers again.
    Back,
}

/// Calls `heard` with what happens at the server, for as long as the page lives; says there when the page is closed.
pub fn follow(storage: Rc<ServerStorage>, heard: impl Fn(Heard) + 'static) {
    end_with_page(&storage);
    spawn_local(async move {
        let (mut is_silent, mut unseen) = (false, 0);
        loop {
            TimeoutTimer.sleep(LOOK_MS).await;
            let is_hidden = window().and_then(|window| window.document()).is_some_and(|page| page.hidden());
            unseen = if is_hidden { (unseen + 1) % UNSEEN_LOOKS } else { 0 };
            if unseen != 0 {
                continue;
            }
            sessions::end_left(|left| end(&storage, left)).await;
            let looked = look(&storage).await;
            if let Err(error) = &looked
                && !std::mem::replace(&mut is_silent, true)
            {
                heard(Heard::Silent(error.to_string()));
            }
            let Ok(keys) = looked else { continue };
            if std::mem::take(&mut is_silent) {
                heard(Heard::Back);
            }
            for key in keys {
                heard(Heard::Written(key));
            }
        }
    });
}

/// What others wrote, in the session of now or, where that is over, in a new one. Nothing here holds the page up before it is
/// known that the server answers.
async fn look(storage: &Rc<ServerStorage>) -> Result<Vec<Option<String>>, RemoteError> {
    let door = storage.door();
    let Some(session) = storage.session() else {
        let text = door.post_beside(ROUTE, "{}").await?;
        // Somebody may have asked meanwhile, and begun one.
        if storage.session().is_none() {
            storage.begun(session_of(&text)?);
        }
        return storage.written_by_others();
    };
    match door.post_beside(&within(&session), &json::write(&StorageAsk::News)).await {
        Ok(text) if answer(&text)? == StorageAnswer::News(false) => Ok(storage.known_of_others()),
        Ok(_) => storage.written_by_others(),
        Err(RemoteError::Over) => {
            if storage.session() == Some(session) {
                storage.ended();
            }
            Ok(Vec::new())
        }
        Err(error) => Err(error),
    }
}

/// Ends a session that another page has left, and says whether it is over.
async fn end(storage: &Rc<ServerStorage>, session: String) -> bool {
    let ended = storage.door().post_beside(&within(&session), &json::write(&StorageAsk::End)).await;
    matches!(ended, Ok(_) | Err(RemoteError::Over))
}

/// A page that is closed leaves nothing held, and one that comes back begins anew.
fn end_with_page(storage: &Rc<ServerStorage>) {
    let Some(window) = window() else { return };
    let storage = storage.clone();
    let leave = Closure::<dyn Fn()>::new(move || {
        if let Some(session) = storage.session() {
            storage.ended();
            // Nobody is left to hear the answer.
            drop(storage.door().send(&within(&session), &json::write(&StorageAsk::End), true));
        }
    });
    drop(window.add_event_listener_with_callback("pagehide", leave.as_ref().unchecked_ref()));
    // Kept for as long as the page lives.
    leave.forget();
}
