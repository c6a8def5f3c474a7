//! The page of Dunlin: one screen for goal, plan, execution log, result and todos.
//!
//! `state` is the only caller of the facade, `platform` of the browser beyond its document; `ui` has no product words.

mod app;
mod history;
mod plan;
mod platform;
mod prompt;
mod run;
mod settings;
mod state;
mod todo;
mod ui;

use leptos::{mount::mount_to_renderer, prelude::*};

fn main() {
    // A release stops at a fault without words, and `rescue.js` says so; while developing, the words help.
    #[cfg(debug_assertions)]
    console_error_panic_hook::set_once();
    let Some(root) = document().get_element_by_id("app") else { return };
    // The program takes the place of the skeleton.
    root.set_text_content(None);
    let page = ui::El::of(root.clone());
    mount_to_renderer(&root, move || drop(page.child(app::page(state::State::open())))).forget();
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
