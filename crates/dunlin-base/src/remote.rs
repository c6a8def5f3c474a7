//! A storage that somebody else keeps, such as a server: what is asked of it, what it answers, and a [`Storage`] over both.
//!
//! Whoever uses it has a *session* there. A session that was not heard of for a while is over, and what it had claimed is free
//! for others; a write of a session that is over is refused. So whoever slept for too long can do nothing with a claim that
//! has become another's, whatever it believes.
//!
//! What is read comes from a copy of all of it. The copy is brought up to date before something is read from it, unless that was
//! done within the last [`FRESH_MS`]: so long may a write also take to be seen by another tab over `localStorage`, and the
//! claims of runs count with that. What is written is written there first.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    fmt,
    ops::Bound,
    rc::Rc,
};

use serde::{Deserialize, Serialize};

use crate::{Clock, SeeEntry, Storage, StorageError, StorageErrorKind, StorageKind, json};

/// For how long what was read is taken as it was, in milliseconds.
const FRESH_MS: u64 = 10;

/// What is asked within a session.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum StorageAsk {
    /// All keys that begin so, with their texts.
    Entries {
        /// How they begin.
        prefix: String,
    },
    /// Put the text under the key.
    Set {
        /// The key.
        key: String,
        /// The text.
        value: String,
    },
    /// Remove the key.
    Remove {
        /// The key.
        key: String,
    },
    /// Hold this name, if nobody else does.
    Claim {
        /// The name.
        name: String,
    },
    /// Give the name back.
    Release {
        /// The name.
        name: String,
    },
    /// What others have written since this was asked last.
    Changes,
    /// Whether others may have written anything since then. Keeps the session alive, as everything else does.
    News,
    /// The session is over.
    End,
}

/// What is answered.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum StorageAnswer {
    /// Keys with their texts, sorted.
    Entries(Vec<(String, String)>),
    /// Whether the name is held now.
    Held(bool),
    /// The keys that others wrote, with the text that is under each now; none is under one that was removed.
    Changed(Vec<(String, Option<String>)>),
    /// Others wrote more than is remembered: all of it is to be read anew.
    Outrun,
    /// Whether there is something new.
    News(bool),
    /// It is done.
    Done,
}

/// Why something that was asked was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteError {
    /// The session is over, and nothing was done.
    Over,
    /// There is no room; nothing was done.
    Full(String),
    /// The way there is closed to whoever has not the right token.
    Closed,
    /// Anything else, in words. A write may have been done all the same.
    Failed(String),
}

impl fmt::Display for RemoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Over => {
                "the server has not heard of this page for too long, and has given what it was doing to others"
            }
            Self::Closed => "the server asks for its token",
            Self::Full(why) | Self::Failed(why) => why,
        })
    }
}

impl std::error::Error for RemoteError {}

impl From<RemoteError> for StorageError {
    fn from(error: RemoteError) -> Self {
        let kind = match error {
            RemoteError::Full(_) => StorageErrorKind::Quota,
            RemoteError::Over | RemoteError::Closed | RemoteError::Failed(_) => StorageErrorKind::Unavailable,
        };
        Self::new(kind, error.to_string())
    }
}

/// The way to whoever keeps the storage. It waits for the answer.
pub trait RemoteDoor {
    /// Begins a session, and gives its name.
    fn begin(&self) -> Result<String, RemoteError>;

    /// Asks within a session.
    fn ask(&self, session: &str, ask: &StorageAsk) -> Result<StorageAnswer, RemoteError>;
}

/// The storage at the other end of a door.
pub struct RemoteStorage<D> {
    door: D,
    clock: Rc<dyn Clock>,
    session: RefCell<Option<String>>,
    /// Counts the sessions, so that a claim of an earlier one is known for lost.
    sessions: Cell<u64>,
    /// How many names are held, of whichever session.
    held: Cell<usize>,
    /// Shared with whoever looks through it, which may take longer than until the next write.
    copy: RefCell<Rc<BTreeMap<String, String>>>,
    /// When the copy was as things stood there.
    copied_at: Cell<Option<u64>>,
    /// What others wrote and nobody here has been told yet.
    untold: RefCell<Vec<Option<String>>>,
}

/// A name that was held in some session of this storage.
#[derive(Debug)]
pub struct RemoteHold {
    name: String,
    session: u64,
}

impl<D: RemoteDoor> RemoteStorage<D> {
    /// Begins a session and reads all of it.
    pub fn open(door: D, clock: Rc<dyn Clock>) -> Result<Self, RemoteError> {
        let storage = Self {
            door,
            clock,
            session: RefCell::default(),
            sessions: Cell::default(),
            held: Cell::default(),
            copy: RefCell::default(),
            copied_at: Cell::default(),
            untold: RefCell::default(),
        };
        storage.begin()?;
        storage.untold.take();
        Ok(storage)
    }

    /// The way there.
    pub fn door(&self) -> &D {
        &self.door
    }

    /// The session of now, for who asks by another way.
    pub fn session(&self) -> Option<String> {
        self.session.borrow().clone()
    }

    fn begin(&self) -> Result<String, RemoteError> {
        let session = self.door.begin()?;
        self.begun(session.clone());
        self.read_all(&session)?;
        Ok(session)
    }

    /// The session is over. The next thing that is asked begins another one.
    pub fn ended(&self) {
        self.session.take();
        self.copied_at.set(None);
    }

    /// Goes on in a session that was begun by another way.
    pub fn begun(&self, session: String) {
        self.session.replace(Some(session));
        self.sessions.set(self.sessions.get() + 1);
        self.copied_at.set(None);
        // What was written between two sessions nobody has heard.
        self.untold.borrow_mut().push(None);
    }

    fn read_all(&self, session: &str) -> Result<(), RemoteError> {
        let now = self.clock.monotonic_ms();
        match self.door.ask(session, &StorageAsk::Entries { prefix: String::new() })? {
            StorageAnswer::Entries(entries) => {
                self.copy.replace(Rc::new(entries.into_iter().collect()));
                self.copied_at.set(Some(now));
                Ok(())
            }
            other => Err(strange(&other)),
        }
    }

    /// Brings the copy up to date, unless it was a moment ago.
    fn freshen(&self) -> Result<(), RemoteError> {
        let now = self.clock.monotonic_ms();
        if self.copied_at.get().is_some_and(|at| now.saturating_sub(at) <= FRESH_MS) {
            return Ok(());
        }
        let Some(session) = self.session() else { return self.begin().map(drop) };
        if self.copied_at.get().is_none() {
            return self.read_all(&session);
        }
        match self.door.ask(&session, &StorageAsk::Changes) {
            Ok(StorageAnswer::Changed(changed)) => {
                let (mut copy, mut untold) = (self.copy.borrow_mut(), self.untold.borrow_mut());
                let copy = Rc::make_mut(&mut copy);
                for (key, text) in changed {
                    match text {
                        Some(text) => copy.insert(key.clone(), text),
                        None => copy.remove(&key),
                    };
                    untold.push(Some(key));
                }
                self.copied_at.set(Some(now));
                Ok(())
            }
            Ok(StorageAnswer::Outrun) => {
                self.untold.borrow_mut().push(None);
                self.read_all(&session)
            }
            Ok(other) => Err(strange(&other)),
            Err(RemoteError::Over) => {
                self.ended();
                self.begin().map(drop)
            }
            Err(error) => Err(error),
        }
    }

    /// As [`RemoteStorage::written_by_others`], of what is known here without asking.
    pub fn known_of_others(&self) -> Vec<Option<String>> {
        self.untold.take()
    }

    /// What others have written since this was last asked: keys, of which none is any of them.
    ///
    /// # Errors
    /// The server does not say.
    pub fn written_by_others(&self) -> Result<Vec<Option<String>>, RemoteError> {
        self.freshen()?;
        Ok(self.untold.take())
    }

    /// Asks for what changes something, and once more in a new session where the old one is over, as long as nothing is held:
    /// it may be done on the strength of that.
    fn asked(&self, ask: &StorageAsk) -> Result<StorageAnswer, RemoteError> {
        let known = self.session();
        let is_new = known.is_none();
        let session = known.map_or_else(|| self.begin(), Ok)?;
        let answer = self.door.ask(&session, ask);
        if answer != Err(RemoteError::Over) || is_new {
            return answer;
        }
        self.ended();
        if self.held.get() > 0 {
            return answer;
        }
        let session = self.begin()?;
        self.door.ask(&session, ask)
    }

    fn done(&self, ask: &StorageAsk) -> Result<(), StorageError> {
        match self.asked(ask) {
            Ok(StorageAnswer::Done) => Ok(()),
            Ok(other) => Err(strange(&other).into()),
            Err(error) => {
                // It may have been done all the same.
                self.copied_at.set(None);
                Err(error.into())
            }
        }
    }

    /// Holds the name, unless somebody else does or the server does not answer.
    pub fn hold(&self, name: &str) -> Option<RemoteHold> {
        let answer = self.asked(&StorageAsk::Claim { name: name.to_owned() }).ok()?;
        if answer != StorageAnswer::Held(true) {
            return None;
        }
        self.held.set(self.held.get() + 1);
        Some(RemoteHold { name: name.to_owned(), session: self.sessions.get() })
    }

    /// Whether the name is still this one's, as far as is known here. What is written is refused where it is not.
    pub fn holds(&self, hold: &RemoteHold) -> bool {
        hold.session == self.sessions.get() && self.session.borrow().is_some()
    }

    /// Gives the name back.
    pub fn release(&self, hold: RemoteHold) {
        self.held.set(self.held.get().saturating_sub(1));
        if self.holds(&hold) {
            // What the server does not hear is free when the session is over.
            drop(self.asked(&StorageAsk::Release { name: hold.name }));
        }
    }
}

fn strange(answer: &StorageAnswer) -> RemoteError {
    let text: String = json::write(answer).chars().take(80).collect();
    RemoteError::Failed(format!("the server answered something else: {text}"))
}

impl<D: RemoteDoor> Storage for RemoteStorage<D> {
    fn kind(&self) -> StorageKind {
        StorageKind::Custom
    }

    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.freshen()?;
        Ok(self.copy.borrow().get(key).cloned())
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.done(&StorageAsk::Set { key: key.to_owned(), value: value.to_owned() })?;
        Rc::make_mut(&mut self.copy.borrow_mut()).insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    fn remove(&self, key: &str) -> Result<(), StorageError> {
        self.done(&StorageAsk::Remove { key: key.to_owned() })?;
        Rc::make_mut(&mut self.copy.borrow_mut()).remove(key);
        Ok(())
    }

    fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        self.freshen()?;
        let copy = self.copy.borrow().clone();
        Ok(beginning(&copy, prefix).map(|(key, _)| key.clone()).collect())
    }

    fn each(&self, prefix: &str, see: &mut SeeEntry<'_>) -> Result<(), StorageError> {
        self.freshen()?;
        let copy = self.copy.borrow().clone();
        beginning(&copy, prefix).for_each(|(key, text)| see(key, Ok(text)));
        Ok(())
    }
}

/// The entries whose keys begin so, sorted.
fn beginning<'a>(
    copy: &'a BTreeMap<String, String>,
    prefix: &'a str,
) -> impl Iterator<Item = (&'a String, &'a String)> {
    let from = (Bound::Included(prefix), Bound::Unbounded);
    copy.range::<str, _>(from).take_while(move |(key, _)| key.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MemoryStorage, testing::World};

    /// A server in a few lines: sessions, claims, and texts in memory.
    #[derive(Default)]
    struct Server {
        kept: MemoryStorage,
        /// The sessions, each with the keys that others wrote.
        sessions: RefCell<BTreeMap<String, Vec<String>>>,
        claims: RefCell<BTreeMap<String, String>>,
        begun: Cell<usize>,
        asked: Cell<usize>,
        down: Cell<bool>,
    }

    impl RemoteDoor for &Server {
        fn begin(&self) -> Result<String, RemoteError> {
            if self.down.get() {
                return Err(RemoteError::Failed("it does not answer".to_owned()));
            }
            self.begun.set(self.begun.get() + 1);
            let session = format!("s{}", self.begun.get());
            self.sessions.borrow_mut().insert(session.clone(), Vec::new());
            Ok(session)
        }

        fn ask(&self, session: &str, ask: &StorageAsk) -> Result<StorageAnswer, RemoteError> {
            self.asked.set(self.asked.get() + 1);
            if self.down.get() {
                return Err(RemoteError::Failed("it does not answer".to_owned()));
            }
            if !self.sessions.borrow().contains_key(session) {
                return Err(RemoteError::Over);
            }
            // As it goes over the wire.
            let answer = self.answer(session, json::read(&json::write(ask)).unwrap());
            Ok(json::read(&json::write(&answer)).unwrap())
        }
    }

    impl Server {
        fn answer(&self, session: &str, ask: StorageAsk) -> StorageAnswer {
            let read = |key: String| (key.clone(), self.kept.get(&key).unwrap());
            match ask {
                StorageAsk::Entries { prefix } => {
                    let keys = self.kept.keys(&prefix).unwrap().into_iter();
                    StorageAnswer::Entries(keys.map(read).map(|(key, text)| (key, text.unwrap())).collect())
                }
                StorageAsk::Set { key, value } => {
                    self.kept.set(&key, &value).unwrap();
                    self.wrote(session, &key)
                }
                StorageAsk::Remove { key } => {
                    self.kept.remove(&key).unwrap();
                    self.wrote(session, &key)
                }
                StorageAsk::Claim { name } => {
                    let mut claims = self.claims.borrow_mut();
                    let holder = claims.entry(name).or_insert_with(|| session.to_owned());
                    StorageAnswer::Held(holder == session)
                }
                StorageAsk::Release { name } => {
                    self.claims.borrow_mut().remove(&name);
                    StorageAnswer::Done
                }
                StorageAsk::Changes => {
                    let keys = std::mem::take(self.sessions.borrow_mut().get_mut(session).unwrap());
                    if keys.len() > 3 {
                        return StorageAnswer::Outrun;
                    }
                    StorageAnswer::Changed(keys.into_iter().map(read).collect())
                }
                StorageAsk::News => StorageAnswer::News(!self.sessions.borrow()[session].is_empty()),
                StorageAsk::End => StorageAnswer::Done,
            }
        }

        fn wrote(&self, session: &str, key: &str) -> StorageAnswer {
            for (other, keys) in &mut *self.sessions.borrow_mut() {
                if other != session {
                    keys.push(key.to_owned());
                }
            }
            StorageAnswer::Done
        }

        /// As when nobody was heard of for too long.
        fn forget_all(&self) {
            self.sessions.borrow_mut().clear();
            self.claims.borrow_mut().clear();
        }
    }

    fn open<'a>(server: &'a Server, world: &World) -> RemoteStorage<&'a Server> {
        RemoteStorage::open(server, world.env().clock).unwrap()
    }

    fn each(storage: &dyn Storage, prefix: &str) -> Vec<(String, String)> {
        let mut all = Vec::new();
        storage.each(prefix, &mut |key, text| all.push((key.to_owned(), text.unwrap().to_owned()))).unwrap();
        all
    }

    #[test]
    fn it_keeps_text_by_key_as_memory_does() {
        let (server, world) = (Server::default(), World::new(1));
        let (storage, memory) = (open(&server, &world), MemoryStorage::new());
        let both: [&dyn Storage; 2] = [&storage, &memory];
        for storage in both {
            for (key, value) in [("b:2", "two"), ("b:1", "\u{0}one\"\u{1F600}"), ("é", "ü"), ("b:2", "2"), ("a", "")]
            {
                storage.set(key, value).unwrap();
            }
            storage.remove("a").unwrap();
            storage.remove("not there").unwrap();
        }
        for prefix in ["", "b:", "é", "z"] {
            assert_eq!(storage.keys(prefix).unwrap(), memory.keys(prefix).unwrap(), "{prefix}");
            assert_eq!(each(&storage, prefix), each(&memory, prefix), "{prefix}");
            assert_eq!(each(&server.kept, prefix), each(&memory, prefix), "{prefix}");
        }
        assert_eq!(each(&open(&server, &world), ""), each(&memory, ""));
    }

    #[test]
    fn what_others_write_is_read_a_moment_later_and_reads_of_one_moment_ask_once() {
        let (server, world) = (Server::default(), World::new(1));
        let (one, other) = (open(&server, &world), open(&server, &world));
        for round in ["1", "2"] {
            world.wind(FRESH_MS + 1);
            one.set("a", round).unwrap();
            one.set("b", round).unwrap();
            one.remove("b").unwrap();
            let asked = server.asked.get();
            for _ in 0..100 {
                assert_eq!(other.get("a").unwrap().as_deref(), Some(round));
                assert_eq!(other.keys("").unwrap(), ["a"]);
            }
            assert_eq!(server.asked.get() - asked, 1);
        }
        let written: Vec<_> = other.written_by_others().unwrap().into_iter().flatten().collect();
        assert_eq!(written, ["a", "b", "b", "a", "b", "b"]);
        assert_eq!(other.written_by_others().unwrap(), []);
        assert_eq!(one.written_by_others().unwrap(), [], "not of its own");
        world.wind(FRESH_MS + 1);
        for round in ["3", "4", "5", "6"] {
            one.set("c", round).unwrap();
        }
        assert_eq!(other.get("c").unwrap().as_deref(), Some("6"), "also when there was too much to tell");
        assert_eq!(other.written_by_others().unwrap(), [None]);
    }

    #[test]
    fn a_session_that_is_over_is_begun_again_unless_something_was_held() {
        let (server, world) = (Server::default(), World::new(1));
        let storage = open(&server, &world);
        storage.set("a", "1").unwrap();
        server.forget_all();
        world.wind(FRESH_MS + 1);
        assert_eq!(storage.get("a").unwrap().as_deref(), Some("1"));
        server.forget_all();
        storage.set("a", "2").unwrap();
        assert_eq!(storage.written_by_others().unwrap(), [None, None], "what may have been written between");

        let hold = storage.hold("run:1").unwrap();
        assert!(storage.holds(&hold));
        server.forget_all();
        let other = open(&server, &world);
        let theirs = other.hold("run:1").unwrap();
        assert!(storage.set("a", "3").is_err(), "it may be done on the strength of the claim");
        assert!(!storage.holds(&hold), "and from then on the claim is known for lost");
        assert_eq!(storage.get("a").unwrap().as_deref(), Some("2"));
        assert!(!storage.holds(&hold), "in a new session, too");
        assert!(storage.hold("run:1").is_none());
        storage.release(hold);
        storage.set("a", "4").unwrap();
        assert!(other.holds(&theirs), "what was lost is not given back in another's name");
        other.release(theirs);
        assert!(storage.hold("run:1").is_some());
    }

    #[test]
    fn a_server_that_does_not_answer_is_a_storage_that_cannot_be_used() {
        let (server, world) = (Server::default(), World::new(1));
        let storage = open(&server, &world);
        world.wind(FRESH_MS + 1);
        server.down.set(true);
        for error in [storage.get("a").unwrap_err(), storage.set("a", "1").unwrap_err(), storage.keys("").unwrap_err()]
        {
            assert_eq!(error.to_string(), "the storage cannot be used: it does not answer");
        }
        assert!(storage.hold("run:1").is_none());
        server.down.set(false);
        // The write that was reported as failed may have been done.
        server.kept.set("a", "1").unwrap();
        assert_eq!(storage.get("a").unwrap().as_deref(), Some("1"));
    }
}
