//! The moments at which what was true may be true no longer: the tab is looked at again, or the device was asleep.

use leptos::prelude::*;

use crate::view::ui::{listen, on_window};

/// Calls `left` when the page may be gone soon: it is left, loaded again, or put out of sight.
pub(crate) fn on_leaving(left: impl Fn() + Copy + 'static) {
    on_window("pagehide", move |_| left());
    listen(
        document().into(),
        "visibilitychange",
        Box::new(move |_| {
            if document().hidden() {
                left();
            }
        }),
    );
}

/// Calls `woken` when somebody comes back to the page, for as long as the page lives.
pub(crate) fn on_return(woken: impl Fn() + Copy + 'static) {
    on_window("focus", move |_| woken());
    on_window("pageshow", move |_| woken());
    listen(document().into(), "visibilitychange", Box::new(move |_| woken()));
}
