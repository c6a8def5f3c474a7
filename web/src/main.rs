//! The page of Dunlin: one screen for goal, plan, execution log, result and todos.
//!
//! `state` is the only caller of the facade, `platform` of the browser beyond its document; `ui` has no product words.

#![expect(unreachable_pub, reason = "the component macro writes public items of its own")]

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

use leptos::prelude::*;
use wasm_bindgen::JsCast;

fn main() {
    console_error_panic_hook::set_once();
    let Some(root) = document().get_element_by_id("app").and_then(|node| node.dyn_into::<web_sys::HtmlElement>().ok())
    else {
        return;
    };
    // The program takes the place of the skeleton.
    root.set_text_content(None);
    mount_to(root, || view! { <app::Page /> }).forget();
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
