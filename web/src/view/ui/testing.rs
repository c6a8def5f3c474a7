//! What the tests of this folder stand on: a place in the document for what is tested, and time for it to be drawn.

use std::{any::Any, time::Duration};

use leptos::{mount::mount_to, prelude::*};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Element, HtmlElement, KeyboardEvent, KeyboardEventInit};

/// How long something may take to be as it should.
const PATIENCE_MS: f64 = 3000.0;

/// A view in the document, for as long as this lives.
pub(crate) struct Stage {
    root: HtmlElement,
    view: Option<Box<dyn Any>>,
}

impl Stage {
    pub(crate) fn new<V: IntoView + 'static>(view: impl FnOnce() -> V + 'static) -> Self {
        let root: HtmlElement = document().create_element("main").unwrap().unchecked_into();
        document().body().unwrap().append_child(&root).unwrap();
        let view = mount_to(root.clone(), view);
        Self { root, view: Some(Box::new(view)) }
    }

    /// The elements that a selector finds, in order.
    pub(crate) fn all(&self, selector: &str) -> Vec<HtmlElement> {
        let all = self.root.query_selector_all(selector).unwrap();
        (0..all.length()).map(|at| all.get(at).unwrap().unchecked_into()).collect()
    }

    /// The one element that a selector finds.
    pub(crate) fn one(&self, selector: &str) -> HtmlElement {
        let mut all = self.all(selector);
        assert_eq!(all.len(), 1, "elements found by {selector}");
        all.remove(0)
    }

    /// The texts of the elements that a selector finds.
    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        self.all(selector).iter().map(|one| one.text_content().unwrap_or_default()).collect()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.view.take();
        self.root.remove();
    }
}

/// Lets that much time pass.
pub(crate) async fn pass(time: Duration) {
    let timeout = js_sys::Promise::new(&mut |go, _| {
        let ms = i32::try_from(time.as_millis()).unwrap();
        window().set_timeout_with_callback_and_timeout_and_arguments_0(&go, ms).unwrap();
    });
    JsFuture::from(timeout).await.unwrap();
}

/// Lets what has changed be drawn, and what was asked of the next frame be done.
pub(crate) async fn frame() {
    for _ in 0..2 {
        let frame = js_sys::Promise::new(&mut |go, _| assert!(window().request_animation_frame(&go).is_ok()));
        JsFuture::from(frame).await.unwrap();
    }
}

/// Waits until it is so.
pub(crate) async fn until(what: &str, is_so: impl Fn() -> bool) {
    let begun = js_sys::Date::now();
    while !is_so() {
        assert!(js_sys::Date::now() - begun < PATIENCE_MS, "not in time: {what}");
        pass(Duration::from_millis(10)).await;
    }
}

/// The element that has the focus.
pub(crate) fn focused() -> Element {
    document().active_element().unwrap()
}

/// Presses a key where the focus is. Whether somebody has taken it.
pub(crate) fn press(key: &str) -> bool {
    let init = KeyboardEventInit::new();
    init.set_key(key);
    init.set_bubbles(true);
    init.set_cancelable(true);
    let event = KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).unwrap();
    !focused().dispatch_event(&event).unwrap()
}
