//! Whether all parts of the program are here (`web/assets/parts.js`).

use leptos::prelude::*;

use crate::view::ui::on_window;

/// Becomes true when all parts of the program are here, and is true at once where it came in one.
pub(crate) fn whole() -> RwSignal<bool> {
    let root = document().document_element();
    let whole = RwSignal::new(!root.is_some_and(|root| root.has_attribute("data-coming")));
    // Told once: where everything was here at the start, the last part says it again.
    on_window("whole", move |_| {
        if !whole.get_untracked() {
            whole.set(true);
        }
    });
    whole
}
