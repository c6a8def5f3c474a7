//! Whose frame the page stands in.

use leptos::prelude::window;

/// Whether any page around this one is of another origin. Such a page could lay something else over this one and have a
/// person click what they cannot see. A host forbids it with `frame-ancestors`; this holds where a host says nothing.
pub(crate) fn framed_by_another() -> bool {
    let mut inner = window();
    loop {
        // Only a page of the same origin may be asked for its address.
        let Ok(Some(outer)) = inner.parent() else { return true };
        if outer.location().href().is_err() {
            return true;
        }
        if outer == inner {
            return false;
        }
        inner = outer;
    }
}
