//! The sessions that pages of this browser have begun at their server.
//!
//! A page that is left ends its session itself, as far as the browser still sends that. Where it did not, or where the page
//! died, the next page of this browser ends it, so that what the session held is free at once and not only when the server lets
//! it time out. That a page is gone is known by a Web Lock, which the browser frees with it.

use std::{future::Future, mem};

use dunlin_base::json;
use wasm_bindgen_futures::spawn_local;

use crate::{locks, storage::local};

/// Where their names are kept.
const KNOWN: &str = "dunlin-server-sessions";

fn lock_of(session: &str) -> String {
    format!("dunlin-server-session-{session}")
}

/// Remembers a session that this page has begun.
pub(crate) fn remember(session: String) {
    spawn_local(async move {
        // Known only once it is held: whoever finds it free ends it.
        let Some(lock) = locks::wait_for(&lock_of(&session)).await else { return };
        let mut all = known();
        all.push(session);
        keep(&all);
        // Held for as long as the page lives.
        mem::forget(lock);
    });
}

/// Calls `end` with each session whose page is gone, and forgets it where that says that it is over.
pub(crate) async fn end_left<F: Future<Output = bool>>(end: impl Fn(String) -> F) {
    for session in known() {
        let Some(lock) = locks::try_hold(&lock_of(&session)).await else { continue };
        if end(session.clone()).await {
            let mut all = known();
            all.retain(|other| *other != session);
            keep(&all);
        }
        drop(lock);
    }
}

fn known() -> Vec<String> {
    let text = local().and_then(|local| local.get_item(KNOWN).ok().flatten());
    text.and_then(|text| json::read(&text).ok()).unwrap_or_default()
}

/// Stores the names. Sessions whose names cannot be stored end when the server lets them time out.
fn keep(all: &[String]) {
    let Some(local) = local() else { return };
    let _ = if all.is_empty() { local.remove_item(KNOWN) } else { local.set_item(KNOWN, &json::write(all)) };
}
