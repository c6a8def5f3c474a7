//! The page of Dunlin: one screen for goal, plan, execution log, result and todos.
//!
//! `model` is what the page knows and the only caller of the facade, `view` draws it, `platform` touches the browser.

#![expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#![expect(unreachable_pub, reason = "Leptos's component macro makes the properties of every component public")]
#![cfg_attr(test, expect(clippy::unused_async, reason = "what is `lazy` in the program is there at once in its tests"))]

mod model;
mod platform;
mod view;

use leptos::{mount::mount_to, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use model::{Keeper, State};
use view::{
    LockedOut, Page,
    ui::{Note, Tone},
};

fn main() {
    // A release stops at a fault without words, and `rescue.js` says so; while developing, the words help.
    #[cfg(debug_assertions)]
    console_error_panic_hook::set_once();
    let Some(root) = document().get_element_by_id("app").and_then(|root| root.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    // The program takes the place of the skeleton, and what was typed there.
    let typed = platform::typed_in(&root);
    root.set_text_content(None);
    if platform::framed_by_another() {
        return mount_to(root, || view! { <Refusal /> }).forget();
    }
    match Keeper::chosen() {
        Ok(keeper) => mount_to(root, || view! { <Page app=State::open(typed, keeper) /> }).forget(),
        Err(error) => mount_to(root, || view! { <LockedOut error /> }).forget(),
    }
}

/// What stands in place of the page inside a page of another site: nothing that is stored, and nothing to click but the way
/// out.
#[component]
fn Refusal() -> impl IntoView {
    const WORDS: &str =
        "Dunlin does not open inside a page of another site, which could cover it and steer what you click.";
    view! {
        <Note tone=Tone::Bad words=WORDS hint=None>
            <a class="button" href="./" target="_blank" rel="noopener">"Open it in a tab of its own"</a>
        </Note>
    }
}

#[cfg(test)]
#[cfg(target_arch = "wasm32")]
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
