//! The page of Dunlin: one screen for goal, plan, execution log, result and todos.
//!
//! `model` is what the page knows and the only caller of the facade, `view` draws it, `platform` touches the browser.

mod model;
mod platform;
mod view;

use leptos::{mount::mount_to_renderer, prelude::*};

fn main() {
    // A release stops at a fault without words, and `rescue.js` says so; while developing, the words help.
    #[cfg(debug_assertions)]
    console_error_panic_hook::set_once();
    let Some(root) = document().get_element_by_id("app") else { return };
    // The program takes the place of the skeleton.
    root.set_text_content(None);
    let page = view::ui::El::of(root.clone());
    if platform::framed_by_another() {
        page.child(refusal());
        return;
    }
    mount_to_renderer(&root, move || drop(page.child(view::page(model::State::open())))).forget();
}

/// What stands in place of the page inside a page of another site: nothing that is stored, and nothing to click but the way
/// out.
fn refusal() -> view::ui::El {
    let out = view::ui::el("a", "button").attr("href", "./").attr("target", "_blank").attr("rel", "noopener");
    let words = "Dunlin does not open inside a page of another site, which could cover it and steer what you click.";
    view::ui::note(view::ui::Tone::Bad, words, None, Some(out.text("Open it in a tab of its own")))
}

#[cfg(all(test, target_arch = "wasm32"))]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn the_page_takes_the_place_of_the_skeleton() {
        let root = document().create_element("main").expect("the document makes elements");
        root.set_id("app");
        root.set_text_content(Some("loading"));
        document().body().expect("there is a body").append_child(&root).expect("the body takes it");
        main();
        assert!(root.query_selector("textarea").is_ok_and(|goal| goal.is_some()), "no goal bar");
        assert!(!root.text_content().unwrap_or_default().contains("loading"));
    }
}
