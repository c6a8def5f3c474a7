//! What is said aloud without moving the focus.

use leptos::prelude::*;

/// A region that politely speaks its words whenever they change, and shows nothing.
#[component]
pub(crate) fn Spoken(
    /// What to say; empty says nothing.
    #[prop(into)]
    words: Signal<String>,
) -> impl IntoView {
    view! {
        <p class="unseen" aria-live="polite">
            {move || words.get()}
        </p>
    }
}
