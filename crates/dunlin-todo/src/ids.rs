//! Identifiers of todos and changes, none of which is given twice.

use crate::TodoStore;

/// How often an identifier is drawn anew that is taken; that all of them are is beyond chance.
const MOST_TRIED: usize = 64;

impl TodoStore {
    /// An identifier that is known of no todo and no change: two processes that began alike, at one moment, draw the same.
    pub(crate) fn unused_id(&self) -> String {
        let env = &self.0.env;
        let is_taken = |id: &str| self.0.state.borrow().get(id).is_some() || self.0.ledger.borrow().get(id).is_some();
        let mut id = self.0.ids.next(env);
        for _ in 0..MOST_TRIED {
            if !is_taken(&id) {
                break;
            }
            id = self.0.ids.next(env);
        }
        id
    }
}
