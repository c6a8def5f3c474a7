//! Parts of the program that are wanted and have not arrived (`web/assets/patient.js`).

use leptos::prelude::*;

/// Whether a part is being waited for, now and whenever that changes.
pub(crate) fn part_is_late() -> ReadSignal<bool> {
    let (late, set_late) = signal(false);
    window_event_listener_untyped("partlate", move |_| set_late.set(true));
    window_event_listener_untyped("partshere", move |_| set_late.set(false));
    late
}
