//! The summaries: where journals go, what lists show of them, and which of the old ones go.

use std::{collections::BTreeMap, rc::Rc};

use dunlin_base::StorageErrorKind;

use crate::{
    Content, Event, RunSummary,
    live::Live,
    redact,
    runtime::{MOST_DEPTH, Shared},
    store::Kept,
    summaries::Entry,
};

impl Shared {
    /// Stores a batch of a run's events. When there is no room, the oldest ended runs go first.
    pub(crate) fn store_batch(&self, live: &Live, batch: &[Rc<Event>]) -> bool {
        self.store(live, batch, false)
    }

    /// As [`Shared::store_batch`], for a run that begins. Where another process has begun one of its name meanwhile, that one
    /// stays, and this one counts as removed.
    pub(crate) fn store_first(&self, live: &Live, batch: &[Rc<Event>]) -> bool {
        self.store(live, batch, true)
    }

    fn store(&self, live: &Live, batch: &[Rc<Event>], is_new: bool) -> bool {
        // What a newer version wrote, or what came back without its texts, is not written over; what was removed stays away.
        if live.newer.get() || live.forgotten.get() || live.removed.get() {
            return false;
        }
        let redacted;
        let batch = if live.state.borrow().policy().is_some_and(|policy| policy.content == Content::Redact) {
            redacted = batch.iter().map(|event| Rc::new(redact::event(event))).collect::<Vec<_>>();
            &redacted
        } else {
            batch
        };
        for tries in 0..4 {
            // What half a write has left is written over.
            match self.journals.append(live.run_id(), batch, is_new && tries == 0) {
                Ok(Some((key, size))) => {
                    live.kept.borrow_mut().add(key, size);
                    return true;
                }
                Ok(None) => {
                    live.removed.set(true);
                    return false;
                }
                // Only room can be made; another error would be the same with less history.
                Err(error) if error.kind() != StorageErrorKind::Quota => return false,
                Err(_) if !self.evict_oldest(live.run_id()) => return false,
                Err(_) => {}
            }
        }
        false
    }

    /// Puts an ended run away: one key for its journal, and room made for the next.
    pub(crate) fn put_away(&self, live: &Rc<Live>) {
        let run_id = live.run_id().to_owned();
        let is_stored = live.stored.get() == live.events.borrow().len();
        if live.is_final() && is_stored && !live.forgotten.get() && !live.removed.get() {
            let size = live.kept.borrow().size;
            // Without room for both, the batches stay as they are: they say the same.
            let put = self.journals.compact(&run_id, size).ok().flatten();
            if live.removed.get() {
                // Removed by a host that called back while it was put away: nothing of it stays.
                let _ = self.journals.delete(&run_id);
            }
            live.kept.replace(put.unwrap_or_else(|| Kept { keys: self.journals.keys(&run_id), size }));
        }
        self.clear_asks(&run_id);
        self.summaries.borrow_mut().changed(Some(&run_id));
        self.retain();
        self.wake_waiting();
    }

    /// A place is free: wakes the runs of this tab that wait for one.
    pub(crate) fn wake_waiting(&self) {
        let lives: Vec<Rc<Live>> = self.lives.borrow().values().cloned().collect();
        for other in lives {
            let wants_to_go_on = other.rests.get() && !other.asks.borrow().is_empty();
            if other.driven.get() && (!other.driving.get() || wants_to_go_on) {
                other.wake();
            }
        }
    }

    /// All runs, the latest first.
    pub(crate) fn summaries(&self) -> Vec<Rc<RunSummary>> {
        let mut ids = self.journals.run_ids();
        ids.extend(self.lives.borrow().keys().cloned());
        ids.sort();
        ids.dedup();
        let mut summaries: Vec<Rc<RunSummary>> = ids.iter().filter_map(|id| self.summary(id)).collect();
        summaries.sort_by(|a, b| (b.created_at_ms, &b.run_id).cmp(&(a.created_at_ms, &a.run_id)));
        summaries
    }

    fn summary(&self, run_id: &str) -> Option<Rc<RunSummary>> {
        if let Some(live) = self.lives.borrow().get(run_id) {
            return live.summary();
        }
        if let Some(entry) = self.summaries.borrow().0.get(run_id) {
            return Some(entry.summary.clone());
        }
        let loaded = self.journals.load(run_id).ok()??;
        let (live, _) = Live::from_events(run_id, loaded.events);
        let summary = live.summary()?;
        let depth = live.depth.get();
        let entry = Entry { summary: summary.clone(), size: loaded.kept.size, depth };
        self.summaries.borrow_mut().0.insert(run_id.to_owned(), entry);
        Some(summary)
    }

    fn size(&self, run_id: &str) -> usize {
        let known = self.summaries.borrow().0.get(run_id).map(|entry| entry.size);
        known.or_else(|| Some(self.lives.borrow().get(run_id)?.kept.borrow().size)).unwrap_or(0)
    }

    /// Removes the oldest ended runs beyond what is kept, each with the runs below it.
    fn retain(&self) {
        let kept = self.options.retention;
        let runs = self.summaries();
        let (mut count, mut bytes) = (0, 0);
        for (place, family) in ended_families(&runs).iter().enumerate() {
            let size = family.iter().map(|run| self.size(&run.run_id)).sum::<usize>();
            count += family.len();
            bytes += size;
            // The latest stays whatever its size: somebody may be looking at it.
            let goes = place > 0 && (count > kept.max_runs || bytes > kept.max_bytes);
            if goes && self.may_go(family, &runs) {
                count -= family.len();
                bytes -= size;
                for run in family {
                    let _ = self.forget(&run.run_id);
                }
            }
        }
    }

    /// Removes the run that ended longest ago, with the runs below it; says whether there was one.
    pub(crate) fn evict_oldest(&self, except: &str) -> bool {
        let runs = self.summaries();
        let families = ended_families(&runs);
        let goes =
            |family: &&Vec<&RunSummary>| family.iter().all(|run| run.run_id != except) && self.may_go(family, &runs);
        let Some(family) = families.iter().rev().find(goes) else { return false };
        // As many of them as can be: an error says only that this one is still there.
        let gone: Vec<bool> = family.iter().map(|run| self.forget(&run.run_id).is_ok()).collect();
        gone.contains(&true)
    }

    fn may_go(&self, family: &[&RunSummary], runs: &[Rc<RunSummary>]) -> bool {
        family.iter().all(|run| !self.is_awaited(run, runs) && !self.may_go_on_elsewhere(&run.run_id))
    }

    /// Whether a run that has not ended, or whose end is not stored, may still ask for one that is nested in it: removed, it
    /// would be begun again.
    fn is_awaited(&self, run: &RunSummary, runs: &[Rc<RunSummary>]) -> bool {
        let depth = self.depth_of(&run.run_id);
        depth > 0
            && runs.iter().any(|other| {
                (!other.status.is_final() || self.is_ahead(&other.run_id))
                    && other.created_at_ms <= run.created_at_ms
                    && self.depth_of(&other.run_id) < depth
            })
    }

    /// Whether there is more of a run in memory than is stored.
    fn is_ahead(&self, run_id: &str) -> bool {
        self.lives.borrow().get(run_id).is_some_and(|live| live.stored.get() < live.events.borrow().len())
    }

    /// Whether another tab may carry out a run that has ended here: its beginning is stored, and its end could not be.
    fn may_go_on_elsewhere(&self, run_id: &str) -> bool {
        self.is_ahead(run_id) && self.lives.borrow().get(run_id).is_some_and(|live| live.stored.get() > 0)
    }

    fn depth_of(&self, run_id: &str) -> u32 {
        let live = self.lives.borrow().get(run_id).map(|live| live.depth.get());
        live.or_else(|| self.summaries.borrow().0.get(run_id).map(|entry| entry.depth)).unwrap_or(0)
    }

    /// Removes a run from memory and storage.
    pub(crate) fn forget(&self, run_id: &str) -> Result<(), dunlin_base::StorageError> {
        let removed = self.journals.delete(run_id);
        let live = self.lives.borrow_mut().remove(run_id);
        self.summaries.borrow_mut().changed(Some(run_id));
        if let Some(live) = live.filter(|_| removed.is_ok()) {
            live.removed.set(true);
        }
        // After an error nobody knows what is left, so it is read again when it is asked for.
        removed?;
        self.clear_asks(run_id);
        self.clear_mark(run_id);
        self.unmark_for_engine(run_id);
        Ok(())
    }
}

/// The runs by the one at their top, its own first, where all of them have ended; the latest family first. A child is of no use
/// without its parent, nor a parent without what its children say, so they stay and go as one.
fn ended_families(runs: &[Rc<RunSummary>]) -> Vec<Vec<&RunSummary>> {
    let runs = || runs.iter().map(Rc::as_ref);
    let by_id: BTreeMap<&str, &RunSummary> = runs().map(|run| (run.run_id.as_str(), run)).collect();
    let above = |run: &&RunSummary| run.parent_run_id.as_deref().and_then(|id| by_id.get(id)).copied();
    let top = |run| std::iter::successors(Some(run), above).take(MOST_DEPTH as usize + 1).last().unwrap_or(run);
    let mut families: BTreeMap<&str, Vec<&RunSummary>> = BTreeMap::new();
    for run in runs() {
        families.entry(top(run).run_id.as_str()).or_default().push(run);
    }
    let tops = runs().filter_map(|run| families.remove(run.run_id.as_str()).map(|family| (run, family)));
    let with_top_first = |(top, mut family): (&RunSummary, Vec<_>)| {
        family.sort_by_key(|run: &&RunSummary| run.run_id != top.run_id);
        family
    };
    let families = tops.map(with_top_first);
    families.filter(|family| family.iter().all(|run| run.status.is_final())).collect()
}
