//! Asks between tabs: what a person says in a tab that does not drive the run, put where the driver will find it.
//!
//! The key is `dunlin:v1:ask:<runId>:<number>`. An answer is kept there until a driver takes it, so it survives a reload.

use std::rc::Rc;

use dunlin_base::json;

use crate::{
    Content, RuntimeError, RuntimeErrorKind,
    live::{Ask, Live},
    runtime::Shared,
    store::ASKS,
};

impl Shared {
    /// Hands an ask to the run's driver, wherever that is.
    ///
    /// # Errors
    /// Another plan or a signal that could not be stored is not handed on: a caller who hears nothing of it believes in it, and
    /// after a reload it is gone. (A run that goes on in memory already takes signals there.) A cancellation takes effect here and is an error all the same, since it may not outlive a
    /// reload. Only answers are handed on with a mere notice: what comes of them is journaled before anything is done.
    pub(crate) fn ask(&self, live: &Rc<Live>, ask: Ask) -> Result<(), RuntimeError> {
        if let Some(elsewhere) = &self.options.elsewhere {
            elsewhere(live.run_id(), &ask.into());
            return Ok(());
        }
        self.check_here(live.run_id())?;
        let keeps = live.state.borrow().policy().is_some_and(|policy| policy.content == Content::Keep);
        // Stored before this returns, also when this tab drives the run: it may be gone before the driver's next turn.
        if keeps {
            let run_id = live.run_id();
            // Unique enough: two asks of one run in one millisecond would have to draw the same 64 bits.
            let key = format!("{ASKS}{run_id}:{:013}-{:016x}", self.env.clock.now_ms(), self.env.random.next_u64());
            if let Err(error) = self.env.storage.set(&key, &json::write(&ask)) {
                // A storage may have applied what it reports as failed: what is refused here must not be found there later.
                let unsaid = || self.env.storage.remove(&key);
                match &ask {
                    Ask::Revise { .. } => {
                        let _ = unsaid();
                        let message = format!("the new plan for run {run_id} could not be stored: {error}");
                        return Err(RuntimeError::new(RuntimeErrorKind::Storage, message)
                            .hint_is("the old plan stands; give the new one again when the storage takes writes"));
                    }
                    // A run that goes on in memory hears its signals there.
                    Ask::Signal { name, .. } if !self.journals.is_failing() => {
                        let _ = unsaid();
                        let message = format!("the signal {name} for run {run_id} could not be stored: {error}");
                        return Err(RuntimeError::new(RuntimeErrorKind::Storage, message)
                            .hint_is("the run has not heard it; send it again when the storage takes writes"));
                    }
                    // To stop is what is wanted most where things go wrong: it takes effect, and the caller hears of the rest.
                    Ask::Cancel { .. } => {
                        let message = format!("run {run_id} stops here, but that could not be stored: {error}");
                        live.taken.borrow_mut().push(key);
                        live.ask(ask);
                        return Err(RuntimeError::new(RuntimeErrorKind::Storage, message)
                            .hint_is("if it is taken up again after a reload, cancel it once more"));
                    }
                    _ => self.journals.notice(format!("an answer for run {run_id} is only in this tab: {error}")),
                }
            }
            live.taken.borrow_mut().push(key);
        }
        live.ask(ask);
        Ok(())
    }

    /// Takes what other tabs, or this one before a reload, have asked. What does not parse is set aside.
    pub(crate) fn read_asks(&self, live: &Rc<Live>) {
        let run_id = live.run_id();
        let storage = &self.env.storage;
        for key in storage.keys(&format!("{ASKS}{run_id}:")).unwrap_or_default() {
            if live.taken.borrow().contains(&key) {
                continue;
            }
            let Some(text) = storage.get(&key).ok().flatten() else { continue };
            match json::read::<Ask>(&text) {
                Ok(ask) => {
                    live.taken.borrow_mut().push(key);
                    live.ask(ask);
                }
                Err(_) => self.journals.set_aside(&key, &text),
            }
        }
    }

    /// Whether something is stored or at hand that was asked of a run and that its driver has not taken yet.
    pub(crate) fn is_asked(&self, live: &Live) -> bool {
        let stored = || self.env.storage.keys(&format!("{ASKS}{}:", live.run_id())).unwrap_or_default();
        // What was taken stays there until what came of it is stored.
        let is_new = |key: &String| !live.taken.borrow().contains(key);
        !live.asks.borrow().is_empty() || stored().iter().any(is_new)
    }

    /// Removes the asks that were taken, once what came of them is stored.
    pub(crate) fn clear_taken(&self, live: &Live) {
        if live.taken.borrow().is_empty() || !live.asks.borrow().is_empty() {
            return;
        }
        for key in live.taken.take() {
            // What cannot be removed is read again by the next driver; its question is answered and no other has its name, so it
            // changes nothing.
            let _ = self.env.storage.remove(&key);
        }
    }

    /// Removes all asks of a run that has ended.
    pub(crate) fn clear_asks(&self, run_id: &str) {
        for key in self.env.storage.keys(&format!("{ASKS}{run_id}:")).unwrap_or_default() {
            let _ = self.env.storage.remove(&key);
        }
    }
}
