//! What comes when it is first wanted: a part of the program of its own.

use std::{
    future::{Future, poll_fn},
    task::Poll,
};

use leptos::prelude::*;

/// A view that a `#[lazy]` function gives, once it has come. It is not made when its place has gone meanwhile: what it asks
/// of the page around it would be gone, too.
pub(crate) fn later(view: impl Future<Output = AnyView> + Send + 'static) -> impl IntoView {
    let place = StoredValue::new(());
    let mut view = Box::pin(view);
    let made =
        poll_fn(
            move |context| {
                if place.try_get_value().is_none() { Poll::Ready(().into_any()) } else { view.as_mut().poll(context) }
            },
        );
    view! {
        <Suspense fallback=|| view! { <span class="unseen" role="status">"Coming…"</span> }>{Suspend::new(made)}</Suspense>
    }
}
