//! A button that opens what is rare: a small group of buttons under it, closed by Escape, by choosing,
//! by leaving it and by a press elsewhere.

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// Between a list and what it stands beside.
const GAP: f64 = 4.0;

/// A button that opens a menu, and the menu.
#[component]
pub(crate) fn Menu(
    /// What the menu is called.
    name: &'static str,
    /// What the button is called, where it shows no words.
    #[prop(optional, into)]
    label: Option<Signal<String>>,
    /// The class of the button.
    class: &'static str,
    /// Whether there is nothing to choose it for.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// What the button shows.
    #[prop(into)]
    opener: ViewFnOnce,
    /// What is in the menu: made each time it is opened.
    children: ChildrenFn,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let (all, button, list) =
        (NodeRef::<html::Span>::new(), NodeRef::<html::Button>::new(), NodeRef::<html::Div>::new());
    let go_home = move || drop(button.get_untracked().map(|button| button.focus()));
    Effect::new(move || {
        let Some((list, button)) = list.get().zip(button.get_untracked()) else { return };
        place_under(&list, &button);
        let first = list.query_selector("button, a, input").ok().flatten();
        if let Some(first) = first.and_then(|first| first.dyn_into::<HtmlElement>().ok()) {
            drop(first.focus());
        }
    });
    let is_inside = move |to: &Element| all.get_untracked().is_some_and(|all| all.contains(Some(to)));
    let escaped = move |event: &ev::KeyboardEvent| {
        if event.key() == "Escape" && !event.default_prevented() {
            event.prevent_default();
            event.stop_propagation();
            go_home();
            open.set(false);
        }
    };
    // A press elsewhere closes it; Escape does wherever the focus is by then.
    Effect::new(move || {
        if open.get() {
            let keys = window_event_listener(ev::keydown, move |event| escaped(&event));
            let presses = window_event_listener(ev::pointerdown, move |event| {
                let at = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                if at.is_some_and(|at| !is_inside(&at)) {
                    // What is typed in it counts before it goes.
                    let here = document().active_element().filter(|here| is_inside(here));
                    if let Some(here) = here.and_then(|here| here.dyn_into::<HtmlElement>().ok()) {
                        drop(here.blur());
                    }
                    open.set(false);
                }
            });
            on_cleanup(move || {
                keys.remove();
                presses.remove();
            });
        }
    });
    let chooses = move |event: &ev::MouseEvent| {
        const CHOICE: &str = ".menu-item:not(.menu-stays), a";
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        target.and_then(|target| target.closest(CHOICE).ok().flatten()).is_some()
    };
    // Before what is chosen is done: a dialog that it opens gives the focus back to the button, and what it goes to has it.
    let choosing = move |event: ev::MouseEvent| {
        if chooses(&event) {
            go_home();
        }
    };
    let chosen = move |event: ev::MouseEvent| {
        if chooses(&event) {
            open.set(false);
        }
    };
    let left = move |event: ev::FocusEvent| {
        let to = event.related_target().and_then(|to| to.dyn_into::<Element>().ok());
        // To nowhere is a press, which is looked after by itself.
        if to.is_some_and(|to| !is_inside(&to)) {
            open.set(false);
        }
    };
    view! {
        <span
            class="menu"
            node_ref=all
            on:keydown=move |event| {
                if open.get_untracked() {
                    escaped(&event);
                }
            }
            on:click:capture=choosing
            on:click=chosen
            on:focusout=left
        >
            <button
                type="button"
                class=class
                aria-label=move || label.map(|label| label.get())
                aria-expanded=move || open.get().to_string()
                disabled=move || disabled.get()
                node_ref=button
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {opener.run()}
            </button>
            <Show when=move || open.get()>
                <div class="menu-list" role="group" aria-label=name node_ref=list>
                    {children()}
                </div>
            </Show>
        </span>
    }
}

/// Puts a list under what opened it, or above where there is no room; nothing that scrolls cuts it.
fn place_under(list: &HtmlElement, opener: &Element) {
    let (at, size) = (opener.get_bounding_client_rect(), list.get_bounding_client_rect());
    let high = window().inner_height().ok().and_then(|high| high.as_f64()).unwrap_or_default();
    let below = at.bottom() + GAP;
    let top = if below + size.height() > high { (at.top() - GAP - size.height()).max(GAP) } else { below };
    let left = (at.right() - size.width()).max(GAP);
    for (name, length) in [("top", top), ("left", left)] {
        // A length, which no browser refuses.
        drop(list.style().set_property(name, &format!("{length}px")));
    }
}

/// A line of a menu.
#[component]
pub(crate) fn MenuItem(#[prop(into)] words: String) -> impl IntoView {
    view! { <button type="button" class="menu-item">{words}</button> }
}
