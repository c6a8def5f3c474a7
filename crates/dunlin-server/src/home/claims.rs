//! Claims between processes that share a file: one drives a run at a time, and what a dead process held is free at once.
//!
//! Who holds what stands in the table `claim`. A lock on a file of its own says whether a holder is alive, which the
//! operating system takes away with the process, however it dies.

use std::{
    cell::RefCell,
    collections::HashSet,
    fs::{File, OpenOptions},
    io::ErrorKind,
    path::{Path, PathBuf},
    rc::Rc,
};

use rusqlite::{Connection, params};

use super::file::{OpenError, SqliteStorage};

/// This process as a holder of claims.
pub(super) struct Holder {
    storage: Rc<SqliteStorage>,
    file: PathBuf,
    /// The lock that says it is alive.
    alive: Option<File>,
    held: RefCell<HashSet<String>>,
}

/// A claim; dropping it gives it back.
pub(super) struct Held {
    holder: Rc<Holder>,
    name: String,
}

impl Holder {
    /// Gives this opening of the file a number, and frees what dead ones held.
    pub(super) fn open(storage: Rc<SqliteStorage>, file: &Path) -> Result<Self, OpenError> {
        let mut holder = Self { storage, file: file.to_owned(), alive: None, held: RefCell::default() };
        let storage = holder.storage.clone();
        // The lock is held before anybody can read the number.
        let alive = storage.lightly(|connection| {
            connection.execute("INSERT INTO opening DEFAULT VALUES", [])?;
            let opening = connection.last_insert_rowid();
            storage.opening.set(opening);
            holder.bury_dead(connection, opening)?;
            let lock = OpenOptions::new().create(true).truncate(false).write(true).open(holder.lock_file(opening));
            Ok(lock.and_then(|lock| lock.lock().map(|()| lock)))
        })?;
        holder.alive = Some(alive?);
        Ok(holder)
    }

    /// The claim on a name, unless a living process has it.
    pub(super) fn hold(self: &Rc<Self>, name: &str) -> Option<Held> {
        if self.held.borrow().contains(name) {
            return None;
        }
        let opening = self.storage.opening.get();
        let taken = self.storage.lightly(|connection| {
            let before = self.storage.holder_of(name)?;
            if before.is_some_and(|before| before != opening && self.is_alive(before)) {
                return Ok(false);
            }
            connection
                .prepare_cached("INSERT OR REPLACE INTO claim (name, holder) VALUES (?1, ?2)")?
                .execute(params![name, opening])?;
            Ok(true)
        });
        // Where the file refuses, somebody else may have it: it is tried again.
        let held = taken.unwrap_or(false);
        held.then(|| {
            self.held.borrow_mut().insert(name.to_owned());
            Held { holder: self.clone(), name: name.to_owned() }
        })
    }

    /// Whether a living holder has the name. Where the file does not say, somebody may.
    pub(super) fn is_held(&self, name: &str) -> bool {
        let holder = self.storage.holder_of(name);
        holder.map_or(true, |holder| {
            holder.is_some_and(|holder| holder == self.storage.opening.get() || self.is_alive(holder))
        })
    }

    fn release(&self, name: &str) {
        self.held.borrow_mut().remove(name);
        // What cannot be removed is free when this process ends.
        let _ = self.storage.lightly(|connection| {
            connection
                .prepare_cached("DELETE FROM claim WHERE name = ?1 AND holder = ?2")?
                .execute(params![name, self.storage.opening.get()])
        });
    }

    fn lock_file(&self, opening: i64) -> PathBuf {
        let mut name = self.file.clone().into_os_string();
        name.push(format!("-open-{opening}"));
        name.into()
    }

    fn is_alive(&self, opening: i64) -> bool {
        match File::open(self.lock_file(opening)) {
            // A lock that was had here is let go of at once, with its file.
            Ok(file) => file.try_lock().is_err(),
            // Where it cannot be looked, as with too many files open, nobody is robbed.
            Err(error) => error.kind() != ErrorKind::NotFound,
        }
    }

    fn bury_dead(&self, connection: &Connection, me: i64) -> rusqlite::Result<()> {
        let mut query = connection.prepare("SELECT id FROM opening WHERE id <> ?1")?;
        let others: Vec<i64> = query.query_map([me], |row| row.get(0))?.collect::<Result<_, _>>()?;
        for dead in others.into_iter().filter(|other| !self.is_alive(*other)) {
            connection.execute("DELETE FROM claim WHERE holder = ?1", [dead])?;
            connection.execute("DELETE FROM opening WHERE id = ?1", [dead])?;
            // A file that stays is nobody's: its number is never given again.
            let _ = std::fs::remove_file(self.lock_file(dead));
        }
        Ok(())
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        let opening = self.storage.opening.get();
        let _ = self.storage.lightly(|connection| {
            connection.execute("DELETE FROM claim WHERE holder = ?1", [opening])?;
            connection.execute("DELETE FROM opening WHERE id = ?1", [opening])
        });
        if self.alive.take().is_some() {
            let _ = std::fs::remove_file(self.lock_file(opening));
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.holder.release(&self.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holder(file: &Path) -> Rc<Holder> {
        Rc::new(Holder::open(Rc::new(SqliteStorage::open(file).unwrap()), file).unwrap())
    }

    #[test]
    #[cfg(unix)]
    fn who_cannot_be_looked_at_is_not_robbed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.db");
        let (one, other) = (holder(&file), holder(&file));
        let _held = one.hold("run:1").unwrap();
        let lock = one.lock_file(one.storage.opening.get());
        std::fs::remove_file(&lock).unwrap();
        // It cannot be opened, as when too many files are.
        std::os::unix::fs::symlink(&lock, &lock).unwrap();
        assert!(other.hold("run:1").is_none() && other.is_held("run:1"));
        std::fs::remove_file(&lock).unwrap();
        assert!(!other.is_held("run:1"), "its lock is gone, and so is it");
        let _taken = other.hold("run:1").unwrap();
        assert!(other.is_held("run:1") && one.is_held("run:1") && !one.is_held("run:2"));
    }

    #[test]
    fn one_has_it_and_what_the_dead_had_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.db");
        let (one, other) = (holder(&file), holder(&file));
        let held = one.hold("run:1").unwrap();
        assert!(other.hold("run:1").is_none());
        assert!(one.hold("run:1").is_none(), "nor a second time here");
        assert!(other.hold("run:2").is_some());
        drop(held);
        let held = other.hold("run:1").unwrap();
        assert!(one.hold("run:1").is_none());
        // As a process dies: its lock goes, its rows stay.
        let lock = File::open(other.lock_file(other.storage.opening.get())).unwrap();
        other.alive.as_ref().unwrap().unlock().unwrap();
        drop(lock);
        assert!(one.hold("run:1").is_some(), "free at once");
        std::mem::forget(held);
        let third = holder(&file);
        assert!(!folder.path().join(format!("a.db-open-{}", other.storage.opening.get())).exists(), "and buried");
        drop((one, third));
        assert_eq!(
            std::fs::read_dir(folder.path())
                .unwrap()
                .filter(|entry| { entry.as_ref().unwrap().file_name().to_string_lossy().contains("-open-") })
                .count(),
            0
        );
    }
}
