//! The moments at which what was true may be true no longer: the tab is looked at again, or the device was asleep.

use leptos::prelude::*;

/// Calls `left` when the page may be gone soon: it is left, loaded again, or put out of sight.
pub(crate) fn on_leaving(left: impl Fn() + Copy + 'static) {
    window_event_listener_untyped("pagehide", move |_| left());
    window_event_listener_untyped("visibilitychange", move |_| {
        if document().hidden() {
            left();
        }
    });
}

/// Calls `woken` when somebody comes back to the page, for as long as the page lives.
pub(crate) fn on_return(woken: impl Fn() + Copy + 'static) {
    for event in ["focus", "pageshow", "visibilitychange"] {
        window_event_listener_untyped(event, move |_| woken());
    }
}
