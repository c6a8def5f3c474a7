//! What other processes write to the same file, told to this one's Dunlin.

use std::rc::Rc;

use dunlin::Dunlin;

use super::SqliteStorage;
use crate::reach::{Reach, lines::Lines};

/// Follows the file.
#[derive(Clone)]
pub(crate) struct Changes {
    dunlin: Dunlin,
    storage: Rc<SqliteStorage>,
    /// Kept for as long as somebody follows.
    reach: Rc<Reach>,
}

impl Changes {
    pub(super) fn new(dunlin: Dunlin, storage: Rc<SqliteStorage>, reach: Reach) -> Self {
        Self { dunlin, storage, reach: Rc::new(reach) }
    }

    /// The lines to the services that tools ask.
    pub(crate) fn lines(&self) -> &Lines {
        &self.reach.lines
    }

    /// Takes in what others have written since the last time. Costs one look at the file's header when that is nothing.
    pub(crate) fn follow(&self) {
        // What cannot be read now is read the next time.
        for key in self.storage.changes().unwrap_or_default() {
            self.dunlin.storage_changed(key.as_deref());
        }
    }
}
