//! Elements over Leptos's signals: each is made once, and effects keep it in step.
//!
//! Leptos's own views are a type for every shape of a screen, with code of its own for each. Here every element is one type
//! and every closure is boxed at the door, so that more screens cost only the calls that make them.
//! Text is set as text: nothing in here can write markup. It knows no product words.

use leptos::{
    prelude::*,
    tachys::view::{Mountable, Render},
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlElement, Node};

use super::effect::{Rows, follow, listen, take_away};

/// An element of the page. Copies are the same element.
#[derive(Clone)]
pub(crate) struct El(Element);

/// A new element.
pub(crate) fn el(tag: &str, class: &str) -> El {
    // Tags are constants of this program, and a document refuses none of them.
    made(document().create_element(tag), class)
}

/// A new element of a picture.
pub(crate) fn svg(tag: &str, class: &str) -> El {
    made(document().create_element_ns(Some("http://www.w3.org/2000/svg"), tag), class)
}

fn made(element: Result<Element, JsValue>, class: &str) -> El {
    let element = El(element.unwrap_or_else(|error| wasm_bindgen::throw_val(error)));
    if class.is_empty() { element } else { element.attr("class", class) }
}

impl El {
    /// Takes over an element that stands in the document.
    pub(crate) fn of(element: Element) -> Self {
        Self(element)
    }

    /// The element itself.
    pub(crate) fn element(&self) -> &Element {
        &self.0
    }

    /// The element as the kind it was made as.
    pub(crate) fn unchecked<T: JsCast>(&self) -> &T {
        self.0.unchecked_ref()
    }

    /// With that attribute.
    pub(crate) fn attr(self, name: &str, value: &str) -> Self {
        set(&self.0, name, Some(value));
        self
    }

    /// With that attribute for as long as there is a value.
    pub(crate) fn attr_by(self, name: &'static str, value: impl Fn() -> Option<String> + 'static) -> Self {
        let element = self.0.clone();
        follow(Box::new(move || set(&element, name, value().as_deref())));
        self
    }

    /// With that attribute, empty, for as long as it holds.
    pub(crate) fn flag_by(self, name: &'static str, holds: impl Fn() -> bool + 'static) -> Self {
        self.attr_by(name, move || holds().then(String::new))
    }

    /// With that class, beside its others, for as long as it holds.
    pub(crate) fn class_by(self, class: &'static str, holds: impl Fn() -> bool + 'static) -> Self {
        let list = self.0.class_list();
        // A class that is a word is refused by no element.
        follow(Box::new(move || drop(list.toggle_with_force(class, holds()))));
        self
    }

    /// With that property: what a form field holds is one, and no attribute.
    pub(crate) fn prop_by(self, name: &'static str, value: impl Fn() -> JsValue + 'static) -> Self {
        let element = self.0.clone();
        follow(Box::new(move || {
            let value = value();
            // Writing the same text again would move the caret.
            if js_sys::Reflect::get(&element, &name.into()).ok().as_ref() != Some(&value) {
                drop(js_sys::Reflect::set(&element, &name.into(), &value));
            }
        }));
        self
    }

    /// With that answer to an event.
    pub(crate) fn on(self, event: &'static str, act: impl FnMut(Event) + 'static) -> Self {
        listen(self.0.clone().into(), event, Box::new(act));
        self
    }

    /// With that text after what is in it.
    pub(crate) fn text(self, text: &str) -> Self {
        self.append(&document().create_text_node(text));
        self
    }

    /// With a text after what is in it that changes.
    pub(crate) fn text_by(self, text: impl Fn() -> String + 'static) -> Self {
        let node = document().create_text_node("");
        self.append(&node);
        follow(Box::new(move || {
            let text = text();
            // The same text again would be spoken again.
            if node.data() != text {
                node.set_data(&text);
            }
        }));
        self
    }

    /// With a view of Leptos's own after what is in it.
    pub(crate) fn view(self, view: impl IntoView + 'static) -> Self {
        let mut state = view.into_view().build();
        state.mount(&self.0, None);
        StoredValue::new_local(state);
        self
    }

    /// With another element after what is in it.
    #[expect(clippy::needless_pass_by_value, reason = "a child is given away: it stands in one place")]
    pub(crate) fn child(self, child: El) -> Self {
        self.append(&child.0);
        self
    }

    /// With more elements after what is in it: several, or perhaps one.
    pub(crate) fn children(self, children: impl IntoIterator<Item = El>) -> Self {
        for child in children {
            self.append(&child.0);
        }
        self
    }

    /// With elements after what is in it that are made anew whenever what they were made from changes.
    pub(crate) fn slot<I: IntoIterator<Item = El>>(self, make: impl Fn() -> I + 'static) -> Self {
        let place = self.place();
        let mut shown: Vec<El> = Vec::new();
        follow(Box::new(move || {
            let made: Vec<El> = make().into_iter().collect();
            for old in shown.drain(..) {
                take_away(&old);
            }
            for one in &made {
                before(&place, &one.0);
            }
            shown = made;
        }));
        self
    }

    /// With an element after what is in it for as long as a condition holds.
    pub(crate) fn when(self, holds: impl Fn() -> bool + 'static, make: impl Fn() -> El + 'static) -> Self {
        self.each(move || holds().then(String::new).into_iter().collect(), move |_| make())
    }

    /// With an element after what is in it for every key, in their order. What was made for a key stays for as long as the
    /// key does, and moves with it.
    pub(crate) fn each(self, keys: impl Fn() -> Vec<String> + 'static, row: impl Fn(&str) -> El + 'static) -> Self {
        let place = self.place();
        let mut rows = Rows::new(Box::new(row));
        follow(Box::new(move || {
            let keys = keys();
            rows.become_those(&keys, &place);
        }));
        self
    }

    /// Moves the focus here, if it can have it.
    pub(crate) fn focus(&self) {
        drop(self.unchecked::<HtmlElement>().focus());
    }

    /// Takes it out of the document.
    pub(crate) fn remove(&self) {
        self.0.remove();
    }

    /// A mark after what is in it, before which changing parts stand.
    fn place(&self) -> Node {
        let mark = document().create_text_node("");
        self.append(&mark);
        mark.into()
    }

    fn append(&self, node: &Node) {
        // An element that was just made takes any node that is not its own ancestor.
        drop(self.0.append_child(node));
    }
}

/// Puts a node directly before a mark.
pub(super) fn before(mark: &Node, node: &Node) {
    if let Some(parent) = mark.parent_node() {
        drop(parent.insert_before(node, Some(mark)));
    }
}

fn set(element: &Element, name: &str, value: Option<&str>) {
    // Names are constants of this program, and an element refuses none of them.
    drop(match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    });
}

/// What the field that an event came from holds.
pub(crate) fn value_of(event: &Event) -> String {
    let target = event.target().map(JsValue::from).unwrap_or_default();
    js_sys::Reflect::get(&target, &"value".into()).ok().and_then(|value| value.as_string()).unwrap_or_default()
}

/// Whether the box that an event came from is ticked.
pub(crate) fn is_ticked(event: &Event) -> bool {
    let target = event.target().map(JsValue::from).unwrap_or_default();
    js_sys::Reflect::get(&target, &"checked".into()).is_ok_and(|value| value.is_truthy())
}
