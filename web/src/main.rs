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
