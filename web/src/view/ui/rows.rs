//! Rows that stay where they are while others come and go.

use leptos::{
    html,
    prelude::*,
    reactive::owner::{Owner, WeakOwner},
    tachys::view::{Mountable, Render, any_view::AnyViewState},
};
use web_sys::Element;

/// Keeps what is in a list in step with `keys`: a row for each of them, in their order, and nothing else. What was made for a
/// key stays for as long as the key does. It is taken out of its place for a moment only where its order among the others is
/// another one, so that it keeps the focus, and what is scrolled in it its place; `For` takes out more.
pub(super) fn keep_rows<K: Clone + PartialEq + 'static>(
    list: NodeRef<html::Ol>,
    keys: impl Fn() -> Vec<K> + 'static,
    make: impl Fn(K) -> AnyView + 'static,
) {
    // Not held, only known: it holds the rows.
    let owner = Owner::current().map(|owner| owner.downgrade());
    let rows = StoredValue::new_local(Vec::new());
    Effect::new(move || {
        let (Some(list), keys) = (list.get(), keys()) else { return };
        let make = |key: K| Row::new(owner.as_ref()?, key, &make);
        rows.update_value(|rows| *rows = in_step(std::mem::take(rows), keys, &list, make));
    });
}

/// A row, and all that keeps it in step.
struct Row<K> {
    key: K,
    owner: Owner,
    state: AnyViewState,
}

impl<K: Clone> Row<K> {
    fn new(owner: &WeakOwner, key: K, make: impl Fn(K) -> AnyView) -> Option<Self> {
        let owner = owner.upgrade()?.child();
        let state = owner.with(|| untrack(|| make(key.clone()).build()));
        Some(Self { key, owner, state })
    }

    fn put(mut self, list: &Element, next: Option<&Self>) -> Self {
        if !next.is_some_and(|next| next.state.insert_before_this(&mut self.state)) {
            self.state.mount(list, None);
        }
        self
    }
}

/// Makes, moves and takes away until there is a row for each key, in order.
fn in_step<K: Clone + PartialEq>(
    rows: Vec<Row<K>>,
    keys: Vec<K>,
    list: &Element,
    make: impl Fn(K) -> Option<Row<K>>,
) -> Vec<Row<K>> {
    let (stay, gone): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| keys.contains(&row.key));
    for mut row in gone {
        row.owner.cleanup();
        row.state.unmount();
    }
    // From the end on, because what comes next is what a row stands before.
    let mut stay: Vec<Option<Row<K>>> = stay.into_iter().map(Some).collect();
    let mut made: Vec<Row<K>> = Vec::with_capacity(keys.len());
    for key in keys.into_iter().rev() {
        while stay.pop_if(|row| row.is_none()).is_some() {}
        let is_it = |row: &Option<Row<K>>| row.as_ref().is_some_and(|row| row.key == key);
        let found = stay.iter().rposition(is_it);
        let row = match found {
            Some(at) if at + 1 == stay.len() => stay.pop().flatten(),
            Some(at) => stay.get_mut(at).and_then(Option::take).map(|row| row.put(list, made.last())),
            None => make(key).map(|row| row.put(list, made.last())),
        };
        made.extend(row);
    }
    made.reverse();
    made
}
