//! Storage in one `SQLite` file: text by key, each write a transaction that is on the disk before it is acknowledged.
//!
//! Several processes may have the file open. Every write is noted in the table `change`, so that the others read again what
//! concerns them and nothing else.

use std::{
    cell::Cell,
    fmt,
    path::{Path, PathBuf},
    time::Duration,
};

use dunlin_base::{SeeEntry, Storage, StorageError, StorageErrorKind, StorageKind};
use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, ffi, params};

/// What this program writes in the file's header, so that no other file is taken for one of its own: "Dunl".
const APPLICATION: i32 = 0x4475_6e6c;
/// The version of the tables.
const VERSION: i32 = 1;
/// How long a write waits for one of another process.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long to wait before a refusal without patience is tried again.
const PAUSE: Duration = Duration::from_millis(10);
/// How many changes are kept for others to hear of; who has missed more reads everything again.
const KEPT_CHANGES: i64 = 10_000;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS entry (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS change (seq INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, writer INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS opening (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
    CREATE TABLE IF NOT EXISTS claim (name TEXT PRIMARY KEY, holder INTEGER NOT NULL) STRICT;
";

/// Why a file cannot be used.
#[derive(Debug)]
pub(crate) enum OpenError {
    /// `SQLite` or the file system says no.
    Refused(String),
    /// It belongs to another program.
    Foreign,
    /// A newer version of this program made it.
    Newer(i32),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => f.write_str(why),
            Self::Foreign => f.write_str("it is a database of another program"),
            Self::Newer(version) => write!(f, "its tables have version {version}, and this program knows {VERSION}"),
        }
    }
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<std::io::Error> for OpenError {
    fn from(error: std::io::Error) -> Self {
        Self::Refused(error.to_string())
    }
}

/// Text by key in a file.
pub(crate) struct SqliteStorage {
    connection: Connection,
    file: PathBuf,
    /// Which file was opened.
    opened: Option<FileId>,
    /// Tells this opening of the file from all others.
    pub(super) opening: Cell<i64>,
    /// The version of the data when changes were last looked for, by others.
    version: Cell<Option<i64>>,
    /// The last change that was looked at.
    seen: Cell<i64>,
    /// The last change of its own.
    written: Cell<i64>,
}

impl SqliteStorage {
    /// Opens the file, and makes it and its folder where there is none.
    pub(crate) fn open(file: &Path) -> Result<Self, OpenError> {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let connection = Connection::open(file)?;
        connection.busy_timeout(PATIENCE)?;
        let version = known_version(&connection)?;
        keep_a_log(&connection)?;
        // Each commit reaches the disk: what was acknowledged survives the loss of power, not only that of the process.
        connection.pragma_update(None, "synchronous", "full")?;
        connection.set_prepared_statement_cache_capacity(32);
        if version < VERSION {
            let making = rusqlite::Transaction::new_unchecked(&connection, TransactionBehavior::Immediate)?;
            making.execute_batch(TABLES)?;
            making.pragma_update(None, "application_id", APPLICATION)?;
            making.pragma_update(None, "user_version", VERSION)?;
            making.commit()?;
        }
        let seen = last_change(&connection)?;
        let storage = Self {
            connection,
            file: file.to_owned(),
            opened: id_of(file),
            opening: Cell::new(0),
            version: Cell::new(None),
            seen: Cell::new(seen),
            written: Cell::new(seen),
        };
        storage.version.set(storage.data_version().ok());
        Ok(storage)
    }

    /// Does something in one transaction that no other process writes beside. It is not waited for until it is on the disk:
    /// for what matters to living processes only.
    pub(super) fn lightly<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        self.connection.pragma_update(None, "synchronous", "normal")?;
        let done = self.whole(work);
        self.connection.pragma_update(None, "synchronous", "full")?;
        done
    }

    fn whole<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        self.check_place()?;
        let transaction = rusqlite::Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        let done = work(&transaction)?;
        transaction.commit()?;
        Ok(done)
    }

    /// Refuses to work on a file that was deleted, moved or replaced: what it took would be gone with the process. `SQLite`
    /// looks for itself only where it keeps no write-ahead log.
    fn check_place(&self) -> rusqlite::Result<()> {
        if self.opened.is_none() || id_of(&self.file) == self.opened {
            return Ok(());
        }
        let moved = ffi::Error::new(ffi::SQLITE_READONLY_DBMOVED);
        let file = self.file.display();
        let why = format!("{file} was deleted, moved or replaced while it was in use; put it back, or start again");
        Err(rusqlite::Error::SqliteFailure(moved, Some(why)))
    }

    /// Who holds a name, living or dead.
    pub(super) fn holder_of(&self, name: &str) -> rusqlite::Result<Option<i64>> {
        let mut query = self.connection.prepare_cached("SELECT holder FROM claim WHERE name = ?1")?;
        query.query_row([name], |row| row.get(0)).optional()
    }

    fn data_version(&self) -> rusqlite::Result<i64> {
        self.connection.pragma_query_value(None, "data_version", |row| row.get(0))
    }

    /// Whether somebody else may have written since [`SqliteStorage::changes`] was last asked.
    pub(super) fn has_changes(&self) -> rusqlite::Result<bool> {
        Ok(self.version.get() != Some(self.data_version()?))
    }

    /// The keys that others have written since this was last asked; `None` in the list means that it could be any.
    pub(super) fn changes(&self) -> rusqlite::Result<Vec<Option<String>>> {
        let version = self.data_version()?;
        if self.version.get() == Some(version) {
            // Nobody else wrote, so everything up to the last change of its own is known.
            self.seen.set(self.seen.get().max(self.written.get()));
            return Ok(Vec::new());
        }
        let seen = self.seen.get();
        let first: Option<i64> = self.connection.query_row("SELECT min(seq) FROM change", [], |row| row.get(0))?;
        let last = last_change(&self.connection)?;
        let keys = if last > seen && first.is_none_or(|first| first > seen + 1) {
            vec![None]
        } else {
            let mut query = self.connection.prepare_cached(
                "SELECT DISTINCT key FROM change WHERE seq > ?1 AND seq <= ?2 AND writer <> ?3 ORDER BY seq",
            )?;
            let keys = query.query_map(params![seen, last, self.opening.get()], |row| row.get(0).map(Some))?;
            keys.collect::<Result<_, _>>()?
        };
        // Only what was read counts as told.
        self.seen.set(last);
        self.version.set(Some(version));
        Ok(keys)
    }

    /// As [`SqliteStorage::whole`], for what others must hear of: gives what `work` has, and the number of its change.
    fn write<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<(T, Option<i64>)>) -> rusqlite::Result<T> {
        let (done, seq) = self.whole(work)?;
        // A number that was not committed is the next writer's, whoever that is.
        if let Some(seq) = seq {
            self.written.set(seq);
        }
        Ok(done)
    }

    /// Puts a text under its key, and gives the number of the change.
    fn put(&self, transaction: &Connection, key: &str, value: &str) -> rusqlite::Result<i64> {
        transaction
            .prepare_cached(
                "INSERT INTO entry (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            )?
            .execute([key, value])?;
        self.note(transaction, key)
    }

    fn note(&self, transaction: &Connection, key: &str) -> rusqlite::Result<i64> {
        transaction
            .prepare_cached("INSERT INTO change (key, writer) VALUES (?1, ?2)")?
            .execute(params![key, self.opening.get()])?;
        let seq = transaction.last_insert_rowid();
        if seq % 1000 == 0 {
            transaction.execute("DELETE FROM change WHERE seq <= ?1", [seq - KEPT_CHANGES])?;
        }
        Ok(seq)
    }
}

/// The version of the tables, 0 where there are none yet. It is read at once with whose they are: another process may be
/// making them.
fn known_version(connection: &Connection) -> Result<i32, OpenError> {
    let reading = connection.unchecked_transaction()?;
    let application: i32 = reading.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version: i32 = reading.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let tables: i64 = reading.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if application != APPLICATION && (tables > 0 || application != 0) {
        return Err(OpenError::Foreign);
    }
    if version > VERSION {
        return Err(OpenError::Newer(version));
    }
    Ok(version)
}

/// Turns the write-ahead log on. `SQLite` refuses this at once, without its own patience, while another process that opens
/// the file too is about to do it.
#[expect(clippy::disallowed_methods, reason = "the thread waits for another process, before anything runs on it")]
fn keep_a_log(connection: &Connection) -> rusqlite::Result<()> {
    let mut waited = Duration::ZERO;
    loop {
        match connection.pragma_update(None, "journal_mode", "wal") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && waited < PATIENCE => {
                std::thread::sleep(PAUSE);
                waited += PAUSE;
            }
            done => return done,
        }
    }
}

/// Tells a file from another that has its name.
type FileId = (u64, u64);

#[cfg(unix)]
fn id_of(file: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;

    std::fs::metadata(file).ok().map(|known| (known.dev(), known.ino()))
}

/// Elsewhere an open file can be neither deleted nor moved.
#[cfg(not(unix))]
fn id_of(_file: &Path) -> Option<FileId> {
    None
}

fn last_change(connection: &Connection) -> rusqlite::Result<i64> {
    let last: Option<i64> = connection
        .query_row("SELECT seq FROM sqlite_sequence WHERE name = 'change'", [], |row| row.get(0))
        .optional()?;
    Ok(last.unwrap_or(0))
}

/// What `SQLite` says, as an error of a storage.
#[expect(clippy::needless_pass_by_value, reason = "used as a function of errors")]
pub(super) fn unusable(error: rusqlite::Error) -> StorageError {
    let kind = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull | ErrorCode::TooBig) => StorageErrorKind::Quota,
        _ => StorageErrorKind::Unavailable,
    };
    StorageError::new(kind, error.to_string())
}

impl Storage for SqliteStorage {
    fn kind(&self) -> StorageKind {
        StorageKind::Custom
    }

    fn is_untouched(&self) -> bool {
        self.has_changes().is_ok_and(|has| !has)
    }

    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        let find = || {
            self.check_place()?;
            let mut query = self.connection.prepare_cached("SELECT value FROM entry WHERE key = ?1")?;
            query.query_row([key], |row| row.get(0)).optional()
        };
        find().map_err(unusable)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.write(|transaction| Ok(((), Some(self.put(transaction, key, value)?)))).map_err(unusable)
    }

    fn set_first(&self, prefix: &str, key: &str, value: &str) -> Result<bool, StorageError> {
        let put = |transaction: &Connection| {
            let mut query = transaction.prepare_cached("SELECT min(key) FROM entry WHERE key >= ?1")?;
            let next: Option<String> = query.query_row([prefix], |row| row.get(0))?;
            let is_first = next.is_none_or(|next| !next.starts_with(prefix));
            let seq = is_first.then(|| self.put(transaction, key, value)).transpose()?;
            Ok((is_first, seq))
        };
        self.write(put).map_err(unusable)
    }

    fn remove(&self, key: &str) -> Result<(), StorageError> {
        self.write(|transaction| {
            let removed = transaction.prepare_cached("DELETE FROM entry WHERE key = ?1")?.execute([key])?;
            let seq = (removed > 0).then(|| self.note(transaction, key)).transpose()?;
            Ok(((), seq))
        })
        .map_err(unusable)
    }

    fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        let find = || -> rusqlite::Result<Vec<String>> {
            let mut query = self.connection.prepare_cached("SELECT key FROM entry WHERE key >= ?1 ORDER BY key")?;
            let mut rows = query.query([prefix])?;
            let mut keys = Vec::new();
            while let Some(row) = rows.next()? {
                let key: String = row.get(0)?;
                if !key.starts_with(prefix) {
                    break;
                }
                keys.push(key);
            }
            Ok(keys)
        };
        find().map_err(unusable)
    }

    fn each(&self, prefix: &str, see: &mut SeeEntry<'_>) -> Result<(), StorageError> {
        let mut show = || -> rusqlite::Result<()> {
            let mut query =
                self.connection.prepare_cached("SELECT key, value FROM entry WHERE key >= ?1 ORDER BY key")?;
            let mut rows = query.query([prefix])?;
            while let Some(row) = rows.next()? {
                let key = row.get_ref(0)?.as_str()?;
                if !key.starts_with(prefix) {
                    break;
                }
                match row.get_ref(1)?.as_str() {
                    Ok(text) => see(key, Ok(text)),
                    Err(error) => see(key, Err(&StorageError::new(StorageErrorKind::Unavailable, error.to_string()))),
                }
            }
            Ok(())
        };
        show().map_err(unusable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn it_keeps_text_by_key_as_memory_does() {
        let folder = folder();
        let file = folder.path().join("deep/er/a.db");
        let storage = SqliteStorage::open(&file).unwrap();
        let memory = dunlin_base::MemoryStorage::new();
        let both: [&dyn Storage; 2] = [&storage, &memory];
        for storage in both {
            for (key, value) in
                [("b:2", "two"), ("b:1", "one"), ("é", "ü"), ("b:10", "\u{0}ten\u{1F600}"), ("a", ""), ("b:2", "2")]
            {
                storage.set(key, value).unwrap();
            }
            storage.remove("a").unwrap();
            storage.remove("not there").unwrap();
        }
        for prefix in ["", "b:", "b:1", "é", "z"] {
            assert_eq!(storage.keys(prefix).unwrap(), memory.keys(prefix).unwrap(), "{prefix}");
            let all = |storage: &dyn Storage| {
                let mut all = Vec::new();
                let mut see = |key: &str, text: Result<&str, &StorageError>| {
                    all.push((key.to_owned(), text.unwrap().to_owned()));
                };
                storage.each(prefix, &mut see).unwrap();
                all
            };
            assert_eq!(all(&storage), all(&memory), "{prefix}");
        }
        drop(storage);
        assert_eq!(SqliteStorage::open(&file).unwrap().get("b:10").unwrap().as_deref(), Some("\u{0}ten\u{1F600}"));
    }

    #[test]
    fn many_may_open_a_file_that_is_not_there_yet_at_once() {
        let folder = folder();
        for round in 0..40 {
            let file = folder.path().join(format!("{round}.db"));
            let start = std::sync::Barrier::new(6);
            let open = || {
                start.wait();
                SqliteStorage::open(&file).map(|storage| storage.set("a", "1").unwrap())
            };
            std::thread::scope(|scope| {
                let all: Vec<_> = (0..6).map(|_| scope.spawn(open)).collect();
                for one in all {
                    one.join().unwrap().unwrap();
                }
            });
        }
    }

    #[test]
    fn one_of_many_is_the_first_to_write_below_a_prefix() {
        let folder = folder();
        let file = folder.path().join("a.db");
        let storage = SqliteStorage::open(&file).unwrap();
        storage.set("b", "below no prefix").unwrap();
        let start = std::sync::Barrier::new(4);
        let write = |number: u32| {
            let storage = SqliteStorage::open(&file).unwrap();
            start.wait();
            (0..20)
                .filter(|round| storage.set_first(&format!("a{round}:"), &format!("a{round}:{number}"), "").unwrap())
                .count()
        };
        let first: usize = std::thread::scope(|scope| {
            let all: Vec<_> = (0..4).map(|number| scope.spawn(move || write(number))).collect();
            all.into_iter().map(|one| one.join().unwrap()).sum()
        });
        assert_eq!((first, storage.keys("a").unwrap().len()), (20, 20));
    }

    #[test]
    fn others_hear_what_was_written_and_not_what_they_wrote() {
        let folder = folder();
        let file = folder.path().join("a.db");
        let (one, other) = (SqliteStorage::open(&file).unwrap(), SqliteStorage::open(&file).unwrap());
        one.opening.set(1);
        other.opening.set(2);
        one.set("a", "1").unwrap();
        other.set("b", "2").unwrap();
        one.set("a", "3").unwrap();
        assert_eq!(one.changes().unwrap(), [Some("b".to_owned())]);
        assert_eq!(other.changes().unwrap(), [Some("a".to_owned())]);
        assert_eq!(other.changes().unwrap(), []);
        other.set("c", "4").unwrap();
        assert_eq!(other.changes().unwrap(), []);
        assert!(other.is_untouched() && !one.is_untouched(), "told by the file, before anybody asks for the changes");
        assert_eq!(one.changes().unwrap(), [Some("c".to_owned())]);
        assert!(one.is_untouched());
        for _ in 0..=KEPT_CHANGES + 1000 {
            one.lightly(|connection| one.note(connection, "d")).unwrap();
        }
        assert_eq!(other.changes().unwrap(), [None], "too many to tell");
    }

    #[test]
    fn what_another_writes_after_a_commit_that_failed_is_heard() {
        let folder = folder();
        let file = folder.path().join("a.db");
        let (one, other) = (SqliteStorage::open(&file).unwrap(), SqliteStorage::open(&file).unwrap());
        one.opening.set(1);
        other.opening.set(2);
        // What is wanted at the commit only makes that fail, as a full disk does.
        let wants = "
            PRAGMA foreign_keys = ON;
            CREATE TABLE there (id INTEGER PRIMARY KEY);
            CREATE TABLE wanting (id INTEGER REFERENCES there DEFERRABLE INITIALLY DEFERRED);
            CREATE TRIGGER wants AFTER INSERT ON entry BEGIN INSERT INTO wanting VALUES (1); END;
        ";
        one.connection.execute_batch(wants).unwrap();
        assert!(one.set("a", "1").is_err() && one.set_first("a", "a", "1").is_err());
        assert_eq!(one.get("a").unwrap(), None);
        one.connection.execute_batch("DROP TRIGGER wants").unwrap();
        assert_eq!(one.changes().unwrap(), []);
        other.set("b", "2").unwrap();
        assert_eq!(one.changes().unwrap(), [Some("b".to_owned())]);
    }

    #[test]
    #[cfg(unix)]
    fn nothing_is_taken_into_a_file_that_is_gone() {
        let folder = folder();
        let (file, aside) = (folder.path().join("a.db"), folder.path().join("aside.db"));
        let storage = SqliteStorage::open(&file).unwrap();
        storage.set("a", "1").unwrap();
        std::fs::rename(&file, &aside).unwrap();
        let refused = storage.set("a", "2").unwrap_err();
        assert!(refused.to_string().contains("was deleted, moved or replaced"), "{refused}");
        std::fs::write(&file, "").unwrap();
        assert!(storage.remove("a").is_err() && storage.get("a").is_err(), "another file of that name");
        std::fs::rename(&aside, &file).unwrap();
        storage.set("a", "3").unwrap();
        assert_eq!(storage.get("a").unwrap().as_deref(), Some("3"));
    }

    #[test]
    fn a_file_of_another_program_is_left_alone() {
        let folder = folder();
        let file = folder.path().join("other.db");
        Connection::open(&file).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();
        assert!(matches!(SqliteStorage::open(&file), Err(OpenError::Foreign)));
        let text = folder.path().join("text.db");
        std::fs::write(&text, "these are words, not a database, and more of them than a header has").unwrap();
        assert!(matches!(SqliteStorage::open(&text), Err(OpenError::Refused(_))));
        let newer = folder.path().join("newer.db");
        drop(SqliteStorage::open(&newer).unwrap());
        Connection::open(&newer).unwrap().pragma_update(None, "user_version", 99).unwrap();
        assert!(matches!(SqliteStorage::open(&newer), Err(OpenError::Newer(99))));
    }
}
