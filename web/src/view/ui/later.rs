//! What comes when it is first wanted: a part of the program of its own.

use std::future::Future;

use leptos::{prelude::*, task::spawn_local_scoped_with_cancellation};

/// A view that a `#[lazy]` function gives, once it has come. It lives as long as its place does, and is not made when its
/// place has gone meanwhile. (A `Suspense` would end what is made in it as soon as it shows it.)
pub(crate) fn later(view: impl Future<Output = AnyView> + 'static) -> impl IntoView {
    let made = StoredValue::new_local(None::<AnyView>);
    let come = RwSignal::new(false);
    untrack(|| {
        spawn_local_scoped_with_cancellation(async move {
            made.set_value(Some(view.await));
            come.set(true);
        });
    });
    let coming = || view! { <span class="unseen" role="status">"Coming…"</span> }.into_any();
    move || if come.get() { made.try_update_value(Option::take).flatten() } else { Some(coming()) }
}
