//! Pages that keep their todos and runs in this server's file: each has a session, and in it what another process over the same
//! file would have, an opening of its own with claims and with ears for what others write.
//!
//! A page that is closed says so. One that was not heard of for [`SILENCE_MS`] is taken for gone: its claims are free, and what
//! it still wants to write is refused until it has begun another session.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    path::{Path, PathBuf},
    rc::Rc,
};

use dunlin_base::{Env, SeeEntry, Storage, StorageAnswer, StorageAsk, StorageError};

use super::{
    claims::{Held, Holder},
    file::{SqliteStorage, unusable},
};

/// How long a page may say nothing, in milliseconds. A browser lets a page that nobody looks at speak once a minute.
const SILENCE_MS: u64 = 90_000;
/// The most pages at once.
const MOST: usize = 256;
/// The most bytes of keys and texts that one answer gives.
const MOST_BYTES: usize = 64 << 20;

/// Why nothing was done for a page.
#[derive(Debug)]
pub(crate) enum Unserved {
    /// There is no such session, or it is over.
    Over,
    /// There are too many.
    Crowded,
    /// The answer would be larger than one may be.
    Large,
    /// The file says no.
    Storage(StorageError),
    /// The file cannot be opened once more.
    File(String),
}

impl From<StorageError> for Unserved {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

/// The sessions of pages.
pub(crate) struct Guests {
    file: PathBuf,
    env: Env,
    sessions: RefCell<HashMap<String, Guest>>,
}

/// One of them.
struct Guest {
    storage: Rc<SqliteStorage>,
    holder: Rc<Holder>,
    claims: RefCell<HashMap<String, Held>>,
    heard_at: Cell<u64>,
}

impl Guests {
    pub(crate) fn new(file: &Path, env: Env) -> Self {
        Self { file: file.to_owned(), env, sessions: RefCell::default() }
    }

    /// Begins a session, and gives its name, which nobody can guess.
    pub(crate) fn begin(&self) -> Result<String, Unserved> {
        if self.sessions.borrow().len() >= MOST {
            return Err(Unserved::Crowded);
        }
        let file = |error: super::OpenError| Unserved::File(error.to_string());
        let storage = SqliteStorage::open(&self.file).map(Rc::new).map_err(file)?;
        let holder = Holder::open(storage.clone(), &self.file).map(Rc::new).map_err(file)?;
        let heard_at = Cell::new(self.env.clock.monotonic_ms());
        let name = format!("{:016x}{:016x}", self.env.random.next_u64(), self.env.random.next_u64());
        let guest = Guest { storage, holder, claims: RefCell::default(), heard_at };
        self.sessions.borrow_mut().insert(name.clone(), guest);
        Ok(name)
    }

    /// Does what is asked within a session, and says whether it wrote.
    pub(crate) fn ask(&self, session: &str, ask: StorageAsk) -> Result<(StorageAnswer, bool), Unserved> {
        if ask == StorageAsk::End {
            // Whoever ends one that is over already has what they wanted.
            self.sessions.borrow_mut().remove(session);
            return Ok((StorageAnswer::Done, false));
        }
        let sessions = self.sessions.borrow();
        let guest = sessions.get(session).ok_or(Unserved::Over)?;
        guest.heard_at.set(self.env.clock.monotonic_ms());
        let writes = matches!(ask, StorageAsk::Set { .. } | StorageAsk::Remove { .. });
        Ok((guest.ask(ask)?, writes))
    }

    /// Ends the sessions that were not heard of for too long.
    pub(crate) fn look(&self) {
        let now = self.env.clock.monotonic_ms();
        self.sessions.borrow_mut().retain(|_, guest| now.saturating_sub(guest.heard_at.get()) <= SILENCE_MS);
    }
}

impl Guest {
    fn ask(&self, ask: StorageAsk) -> Result<StorageAnswer, Unserved> {
        let answer = match ask {
            StorageAsk::Entries { prefix } => entries(|see| self.storage.each(&prefix, see))?,
            StorageAsk::Set { key, value } => {
                self.storage.set(&key, &value)?;
                StorageAnswer::Done
            }
            StorageAsk::Remove { key } => {
                self.storage.remove(&key)?;
                StorageAnswer::Done
            }
            StorageAsk::Claim { name } => {
                let mut claims = self.claims.borrow_mut();
                let held = claims.contains_key(&name);
                match (!held).then(|| self.holder.hold(&name)).flatten() {
                    Some(claim) => {
                        claims.insert(name, claim);
                        StorageAnswer::Held(true)
                    }
                    // What this page has already, in whichever of its parts, it is not given twice.
                    None => StorageAnswer::Held(false),
                }
            }
            StorageAsk::Release { name } => {
                self.claims.borrow_mut().remove(&name);
                StorageAnswer::Done
            }
            StorageAsk::Changes => {
                let keys: Option<Vec<String>> = self.storage.changes().map_err(unusable)?.into_iter().collect();
                match keys {
                    None => StorageAnswer::Outrun,
                    Some(keys) => {
                        let read = |key: String| self.storage.get(&key).map(|text| (key, text));
                        StorageAnswer::Changed(keys.into_iter().map(read).collect::<Result<_, _>>()?)
                    }
                }
            }
            StorageAsk::News => StorageAnswer::News(self.storage.has_changes().map_err(unusable)?),
            // The session is taken away as a whole.
            StorageAsk::End => StorageAnswer::Done,
        };
        Ok(answer)
    }
}

/// What an enumeration shows, as an answer. What cannot be read fails all of it: it must not look as if it were not there.
fn entries(each: impl FnOnce(&mut SeeEntry<'_>) -> Result<(), StorageError>) -> Result<StorageAnswer, Unserved> {
    let (mut all, mut bytes, mut unread) = (Vec::new(), 0, None);
    each(&mut |key, text| match text {
        Ok(text) => {
            bytes += key.len() + text.len();
            if bytes <= MOST_BYTES {
                all.push((key.to_owned(), text.to_owned()));
            }
        }
        Err(error) => unread = Some(error.clone()),
    })?;
    match unread {
        Some(error) => Err(error.into()),
        None if bytes > MOST_BYTES => Err(Unserved::Large),
        None => Ok(StorageAnswer::Entries(all)),
    }
}

#[cfg(test)]
mod tests {
    use dunlin_base::testing::World;

    use super::*;

    fn set(key: &str, value: &str) -> StorageAsk {
        StorageAsk::Set { key: key.to_owned(), value: value.to_owned() }
    }

    fn claim(name: &str) -> StorageAsk {
        StorageAsk::Claim { name: name.to_owned() }
    }

    #[test]
    fn pages_share_a_file_and_hear_of_each_other() {
        let (folder, world) = (tempfile::tempdir().unwrap(), World::new(1));
        let guests = Guests::new(&folder.path().join("a.db"), world.env());
        let (one, other) = (guests.begin().unwrap(), guests.begin().unwrap());
        let ask = |session: &str, ask: StorageAsk| guests.ask(session, ask).unwrap().0;
        assert_eq!(guests.ask(&one, set("a:1", "ü")).unwrap(), (StorageAnswer::Done, true));
        ask(&one, set("a:2", "2"));
        ask(&one, StorageAsk::Remove { key: "a:2".into() });
        let all = StorageAnswer::Entries(vec![("a:1".into(), "ü".into())]);
        assert_eq!(ask(&other, StorageAsk::Entries { prefix: "a:".into() }), all);
        assert_eq!(ask(&other, StorageAsk::News), StorageAnswer::News(true));
        let changed = StorageAnswer::Changed(vec![("a:1".into(), Some("ü".into())), ("a:2".into(), None)]);
        assert_eq!(ask(&other, StorageAsk::Changes), changed);
        assert_eq!(ask(&other, StorageAsk::News), StorageAnswer::News(false));
        assert_eq!(ask(&other, StorageAsk::Changes), StorageAnswer::Changed(Vec::new()));
        assert_eq!(ask(&one, StorageAsk::Changes), StorageAnswer::Changed(Vec::new()), "not of its own");
    }

    #[test]
    fn who_was_silent_for_too_long_has_lost_what_it_held_and_cannot_write() {
        let (folder, world) = (tempfile::tempdir().unwrap(), World::new(1));
        let guests = Guests::new(&folder.path().join("a.db"), world.env());
        let (sleeper, other) = (guests.begin().unwrap(), guests.begin().unwrap());
        let held = |session: &str| guests.ask(session, claim("run:1")).unwrap().0 == StorageAnswer::Held(true);
        assert!(held(&sleeper));
        assert!(!held(&other) && !held(&sleeper), "nor twice in one page");
        world.wind(SILENCE_MS);
        guests.ask(&other, StorageAsk::Changes).unwrap();
        guests.look();
        assert!(!held(&other), "it may still come");
        world.wind(1);
        guests.look();
        assert!(held(&other));
        assert!(matches!(guests.ask(&sleeper, set("a", "1")), Err(Unserved::Over)));
        for _ in 0..2 {
            assert_eq!(guests.ask(&other, StorageAsk::End).unwrap().0, StorageAnswer::Done, "over is over");
        }
        assert!(matches!(guests.ask(&other, StorageAsk::Changes), Err(Unserved::Over)));
        let third = guests.begin().unwrap();
        assert!(held(&third), "a page that is closed holds nothing");
    }
}
