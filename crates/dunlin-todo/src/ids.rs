//! Identifiers of todos and changes, none of which is given twice.

use crate::TodoStore;

/// How often an identifier is drawn anew that is taken; that all of them are is beyond chance.
const MOST_TRIED: usize = 64;

impl TodoStore {
    /// An identifier under which nothing of that kind is stored: two processes that began alike, at one moment, draw the same.
    pub(crate) fn unused_id(&self, kind: &str) -> String {
        let env = &self.0.env;
        let mut id = self.0.ids.next(env);
        for _ in 0..MOST_TRIED {
            if !matches!(env.storage.get(&format!("{kind}{id}")), Ok(Some(_))) {
                break;
            }
            id = self.0.ids.next(env);
        }
        id
    }
}
