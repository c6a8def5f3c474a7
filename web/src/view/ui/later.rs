//! What comes when it is first wanted: a part of the program of its own.

use std::future::Future;

use leptos::prelude::*;

/// A view that a `#[lazy]` function gives, once it has come.
pub(crate) fn later(view: impl Future<Output = AnyView> + Send + 'static) -> impl IntoView {
    view! { <Suspense fallback=|| view! { <span class="unseen" role="status">"Coming…"</span> }>{Suspend::new(view)}</Suspense> }
}
