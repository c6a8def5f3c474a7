//! What lists show of runs whose journals are not open.

use std::{collections::BTreeMap, rc::Rc};

use crate::RunSummary;

/// What is known of journals that are not open.
#[derive(Default)]
pub(crate) struct Summaries(pub(crate) BTreeMap<String, Entry>);

/// What is known of one of them.
pub(crate) struct Entry {
    pub(crate) summary: Rc<RunSummary>,
    pub(crate) size: usize,
    pub(crate) depth: u32,
}

impl Summaries {
    /// Forgets what it knew of a run, or of all.
    pub(crate) fn changed(&mut self, run_id: Option<&str>) {
        match run_id {
            Some(run_id) => drop(self.0.remove(run_id)),
            None => self.0.clear(),
        }
    }
}
