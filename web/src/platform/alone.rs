//! Something that one tab at a time may do.

use std::time::Duration;

use dunlin_browser::locks;
use leptos::prelude::set_timeout;

/// How long the others still wait when it is done: what was stored reaches another tab's process after the lock may.
const UNTIL_STORED: Duration = Duration::from_secs(2);

/// Does it while no other tab does something under that name; at once where the browser cannot tell.
pub(crate) fn alone(name: &str, act: impl FnOnce() + 'static) {
    if !locks::are_available() {
        return act();
    }
    let lock = locks::wait_for(name);
    wasm_bindgen_futures::spawn_local(async move {
        // Where the browser gives no lock after all, it is better done twice than not.
        let held = lock.await;
        act();
        set_timeout(move || drop(held), UNTIL_STORED);
    });
}
