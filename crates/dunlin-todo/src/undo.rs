//! Undo and redo: the inverse of one change, or of a whole run, is a change itself, recorded like any other.
//!
//! Which changes can be undone is read off the ledger, so it is the same after a reload and in every tab.

use dunlin_base::StorageKind;
use serde_json::Value;

use crate::{
    Origin, Outcome, TodoError, TodoStore,
    command::{Draft, inverse},
    keys::TODO_NAME,
    ledger::Ledger,
    record::{Record, RecordKind},
};

/// The ids of changes that stand, oldest first, and of those taken back that can be made again.
#[derive(Default)]
struct Stacks {
    done: Vec<String>,
    undone: Vec<String>,
}

/// The changes of a run that stand.
fn standing(ledger: &Ledger, run_id: &str) -> Vec<String> {
    let Stacks { done, undone } = stacks(ledger);
    let of_run = |record: &&Record| record.run_id.as_deref() == Some(run_id);
    let stands = |record: &&Record| match record.kind {
        RecordKind::Do | RecordKind::Redo => done.contains(&record.id),
        // What the run itself undid; an undoing of the run as a whole has no idempotency key.
        RecordKind::Undo => record.key.is_some() && undone.contains(&record.id),
    };
    ledger.records().filter(of_run).filter(stands).map(|record| record.id.clone()).collect()
}

fn stacks(ledger: &Ledger) -> Stacks {
    let mut stacks = Stacks::default();
    for record in ledger.records() {
        stacks.done.retain(|id| !record.of.contains(id));
        stacks.undone.retain(|id| !record.of.contains(id));
        // One without its values stands in the way of those before it: undo takes back the last change or none.
        if !record.is_undoable() && !record.slim {
            continue;
        }
        match record.kind {
            RecordKind::Undo if record.slim => {}
            RecordKind::Do => {
                stacks.done.push(record.id.clone());
                stacks.undone.clear();
            }
            RecordKind::Undo => stacks.undone.push(record.id.clone()),
            RecordKind::Redo => stacks.done.push(record.id.clone()),
        }
    }
    stacks
}

/// The run that a change belongs to: its own, or that of what it takes back or makes again.
fn run_of(ledger: &Ledger, id: &str) -> Option<String> {
    let mut record = ledger.get(id)?;
    // Each is older than the one before it, so this ends.
    while record.run_id.is_none() {
        record = ledger.get(record.of.first()?).filter(|older| older.seq < record.seq)?;
    }
    record.run_id.clone()
}

impl TodoStore {
    /// As [`TodoStore::begin`], with what others have recorded since.
    fn begin_undo(&self, origin: &Origin) -> Result<Option<Outcome>, TodoError> {
        let first = self.begin(origin)?;
        if first.is_none() && self.storage().kind() != StorageKind::Memory {
            self.alone(|| Ok(self.0.ledger.borrow_mut().refresh(self.storage())?))?;
        }
        Ok(first)
    }

    /// Takes back what others could not; says whether there was anything.
    pub(crate) fn settle_failed(&self) -> Result<bool, TodoError> {
        let settled = self.alone(|| Ok(self.0.ledger.borrow_mut().settle_failed(self.storage())?))?;
        let any = !settled.names.is_empty();
        self.take_settled(settled);
        Ok(any)
    }

    /// Takes the last change back; none when there is nothing to take back.
    pub fn undo(&self) -> Result<Option<Outcome>, TodoError> {
        self.undo_as(&Origin::hand())
    }

    /// As [`TodoStore::undo`], asked for by a step of a run: it means what the run did itself, where it did anything.
    pub fn undo_as(&self, origin: &Origin) -> Result<Option<Outcome>, TodoError> {
        if let Some(first) = self.begin_undo(origin)? {
            return Ok(Some(first));
        }
        let last = self.last_change(origin.run_id.as_deref());
        last.map_or(Ok(None), |id| self.invert(vec![id], origin, RecordKind::Undo).map(Some))
    }

    /// Whether [`TodoStore::undo`] would take something back, as far as this store knows.
    pub fn can_undo(&self) -> bool {
        self.last_change(None).is_some()
    }

    /// Whether [`TodoStore::redo`] would make something again, as far as this store knows.
    pub fn can_redo(&self) -> bool {
        self.0.ledger.try_borrow().is_ok_and(|ledger| !stacks(&ledger).undone.is_empty())
    }

    /// What [`TodoStore::undo`], or of a run [`TodoStore::undo_run`], would take back, as it was told when it was done; none where
    /// that is nothing.
    pub fn undoes(&self, run_id: Option<&str>) -> Option<String> {
        let ledger = self.0.ledger.try_borrow().ok()?;
        let ids = run_id.map_or_else(|| stacks(&ledger).done.pop().into_iter().collect(), |id| standing(&ledger, id));
        match ids.as_slice() {
            [] => None,
            [only] => Some(bare(&ledger.get(only)?.summary).to_owned()),
            several => Some(format!("{} changes of the run", several.len())),
        }
    }

    /// What [`TodoStore::redo`] would make again, as it was told when it was done.
    pub fn redoes(&self) -> Option<String> {
        let ledger = self.0.ledger.try_borrow().ok()?;
        let last = stacks(&ledger).undone.pop()?;
        Some(bare(&ledger.get(&last)?.summary).to_owned())
    }

    /// Takes that change back, whatever was changed since; none when it does not stand any more.
    pub(crate) fn undo_change(&self, id: &str, origin: &Origin) -> Result<Option<Outcome>, TodoError> {
        if let Some(first) = self.begin_undo(origin)? {
            return Ok(Some(first));
        }
        if !stacks(&self.0.ledger.borrow()).done.iter().any(|done| done == id) {
            return Ok(None);
        }
        self.invert(vec![id.to_owned()], origin, RecordKind::Undo).map(Some)
    }

    /// The identifier of what [`TodoStore::undo_as`] would take back for that run.
    pub(crate) fn last_change(&self, run_id: Option<&str>) -> Option<String> {
        let ledger = self.0.ledger.try_borrow().ok()?;
        let mut done = stacks(&ledger).done;
        let is_own = |record: &Record| record.run_id.as_deref() == run_id && record.kind != RecordKind::Undo;
        if run_id.is_some() && ledger.records().any(is_own) {
            done.retain(|id| ledger.get(id).is_some_and(is_own));
        }
        done.pop()
    }

    /// Makes the change that was last taken back again; none when there is none, or something else was done since.
    pub fn redo(&self) -> Result<Option<Outcome>, TodoError> {
        self.begin_undo(&Origin::hand())?;
        let last = stacks(&self.0.ledger.borrow()).undone.pop();
        last.map_or(Ok(None), |id| {
            let run_id = run_of(&self.0.ledger.borrow(), &id);
            self.invert(vec![id], &Origin { run_id, idempotency_key: None }, RecordKind::Redo).map(Some)
        })
    }

    /// Takes back everything that a run did and that stands; what was changed by hand since is kept field by field.
    pub fn undo_run(&self, run_id: &str) -> Result<Option<Outcome>, TodoError> {
        self.begin_undo(&Origin::hand())?;
        let ids = standing(&self.0.ledger.borrow(), run_id);
        if ids.is_empty() {
            return Ok(None);
        }
        let origin = Origin { run_id: Some(run_id.to_owned()), idempotency_key: None };
        self.invert(ids, &origin, RecordKind::Undo).map(Some)
    }

    /// Whether anything stands of what a run did: [`TodoStore::undo_run`] would take it back.
    pub fn stands(&self, run_id: &str) -> bool {
        self.0.ledger.try_borrow().is_ok_and(|ledger| !standing(&ledger, run_id).is_empty())
    }

    /// The step (`run:step`, or the run alone) that last changed a todo which was there already, and whether it completed it;
    /// what was taken back does not count.
    pub fn changed_by(&self, id: &str) -> Option<(String, bool)> {
        let mut ledger = self.0.ledger.try_borrow_mut().ok()?;
        let name = format!("todo:{id}");
        let record = ledger.changed_by_run(&name)?;
        let effect = record.effects.iter().find(|effect| effect.name == name)?;
        let done = |value: &Option<Value>| value.as_ref()?.get("completed")?.as_bool();
        let completed = done(&effect.before) != Some(true) && done(&effect.after) == Some(true);
        Some((record.key.as_ref().or(record.run_id.as_ref())?.clone(), completed))
    }

    /// Carries out the inverse of the changes `ids`, the newest first.
    fn invert(&self, ids: Vec<String>, origin: &Origin, kind: RecordKind) -> Result<Outcome, TodoError> {
        let records: Vec<Record> = {
            let ledger = self.0.ledger.borrow();
            ids.iter().rev().filter_map(|id| ledger.get(id).cloned()).collect()
        };
        // What was kept without its values cannot be taken back; of a run, the rest can.
        let (lost, records): (Vec<Record>, Vec<Record>) = records.into_iter().partition(|record| record.slim);
        if let (Some(lost), []) = (lost.first(), records.as_slice()) {
            return Err(TodoError::not_undoable(&lost.summary));
        }
        let mut stamp = self.stamp();
        self.name(&mut stamp)?;
        let effects = || records.iter().flat_map(|record| record.effects.iter().rev());
        self.look_again(effects().map(|effect| effect.name.clone())).map_or(Ok(()), Err)?;
        let inverted = {
            let state = self.0.state.borrow();
            inverse(effects(), &|name| state.value(name))
        };
        let what = match records.as_slice() {
            several if !lost.is_empty() => format!(
                "{} of {} changes of the run, there was no room to keep what the others changed",
                several.len(),
                several.len() + lost.len()
            ),
            [only] => bare(&only.summary).to_owned(),
            several => format!("{} changes of the run", several.len()),
        };
        let verb = if kind == RecordKind::Redo { "redid" } else { "undid" };
        let acted =
            inverted.iter().filter_map(|effect| effect.name.strip_prefix(TODO_NAME)).map(str::to_owned).collect();
        let draft = Draft { effects: inverted, acted, created: Vec::new(), summary: format!("{verb}: {what}") };
        self.commit(draft, stamp, origin, kind, ids)
    }
}

/// What was done, without saying again that it was undone.
fn bare(summary: &str) -> &str {
    summary.strip_prefix("undid: ").or_else(|| summary.strip_prefix("redid: ")).unwrap_or(summary)
}
