//! For the time of the change: an element of the old kind within a view.

use leptos::{html, prelude::*};

use super::{El, dom};

/// An element of the old kind, in a `div` or `li` that lays nothing out.
pub(crate) fn old(el: El) -> impl IntoView {
    let place = NodeRef::<html::Span>::new();
    let el = StoredValue::new_local(el);
    Effect::new(move || {
        if let Some(place) = place.get() {
            el.with_value(|el| drop(dom::El::of(place.into()).child(el.clone())));
        }
    });
    view! { <span style:display="contents" node_ref=place></span> }
}
