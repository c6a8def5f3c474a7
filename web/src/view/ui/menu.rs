//! A button that opens what is rare: a small group of buttons under it, closed by Escape, by choosing, and by leaving it.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusEvent, HtmlElement, Node};

use super::{El, button, el, key_of, soon};

/// A menu of that name. `fill` makes what is in it each time it is opened.
pub(crate) fn menu(opener: El, name: &str, fill: impl Fn() -> Vec<El> + 'static) -> El {
    let open = RwSignal::new(false);
    let opener = opener
        .on("click", move |_| open.update(|open| *open = !*open))
        .attr_by("aria-expanded", move || Some(open.get().to_string()));
    let name = name.to_owned();
    let all = el("span", "menu");
    let (inside, back, home) = (all.element().clone(), opener.clone(), opener.clone());
    let by = opener.clone();
    let list = move || {
        let made = el("div", "menu-list").attr("role", "group").attr("aria-label", &name).children(fill());
        let (first, by) = (made.clone(), by.clone());
        soon(move || {
            place(&first, &by);
            if let Some(first) = first.element().query_selector("button, a, input").ok().flatten() {
                El::of(first).focus();
            }
        });
        made
    };
    all.child(opener)
        .when(move || open.get(), list)
        .on("keydown", move |event| {
            if key_of(&event).key() == "Escape" && open.get_untracked() {
                event.prevent_default();
                event.stop_propagation();
                back.focus();
                open.set(false);
            }
        })
        .on("click", move |event| {
            // What was chosen is done; what opens a dialog gets the focus back from it.
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let chosen = target
                .and_then(|target| target.closest(".menu-item:not([aria-haspopup], .menu-stays), a").ok().flatten());
            if chosen.is_some() {
                home.focus();
                open.set(false);
            }
        })
        .on("focusout", move |event| {
            let event: &FocusEvent = event.unchecked_ref();
            let to = event.related_target().and_then(|to| to.dyn_into::<Node>().ok());
            // A dialog gives the focus back; to nowhere is a click on something that takes none.
            let in_dialog = |to: &Node| {
                to.dyn_ref::<Element>().is_some_and(|to| to.closest("dialog").is_ok_and(|dialog| dialog.is_some()))
            };
            if to.is_some_and(|to| !inside.contains(Some(&to)) && !in_dialog(&to)) {
                open.set(false);
            }
        })
}

/// Puts a list under what opened it, or above where there is no room; nothing that scrolls cuts it.
fn place(list: &El, opener: &El) {
    let (at, size) = (opener.element().get_bounding_client_rect(), list.element().get_bounding_client_rect());
    let length =
        |length: Result<wasm_bindgen::JsValue, _>| length.ok().and_then(|length| length.as_f64()).unwrap_or_default();
    let high = length(window().inner_height());
    let below = at.bottom() + GAP;
    let top = if below + size.height() > high { (at.top() - GAP - size.height()).max(GAP) } else { below };
    let left = (at.right() - size.width()).max(GAP);
    let style = list.unchecked::<HtmlElement>().style();
    for (name, length) in [("top", top), ("left", left)] {
        // A length, which no browser refuses.
        drop(style.set_property(name, &format!("{length}px")));
    }
}

/// Between a list and what it stands beside.
const GAP: f64 = 4.0;

/// A line of a menu.
pub(crate) fn menu_item(words: &str, act: impl FnMut(web_sys::Event) + 'static) -> El {
    button("menu-item", words, act)
}
