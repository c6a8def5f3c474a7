//! The browser other than its document: address, clipboard, files, local time, notifications, theme, parts of the program. Nothing else on the page calls it.

mod address;
mod alone;
mod clipboard;
mod door;
mod draft;
mod file;
mod focus;
mod frame;
mod late;
mod moment;
mod notify;
mod reach;
mod server;
mod theme;
mod wake;

pub(crate) use address::{
    address, address_with, amend_address, on_address, origin, set_address, to_history, to_result, to_todos,
};
pub(crate) use alone::alone;
pub(crate) use clipboard::copy;
pub(crate) use door::Door;
pub(crate) use draft::{draft, keep_draft, typed_in};
pub(crate) use file::{address_of_picture, choose_file, forget_address, read_file, save_text};
pub(crate) use focus::{at_end, caret, focus, is_focus_in_no_field, keep_focus_in_regions, marks_words, write_over};
pub(crate) use frame::framed_by_another;
pub(crate) use late::part_is_late;
pub(crate) use moment::today;
pub(crate) use notify::{Permission, ask_to_notify, notify, permission};
pub(crate) use reach::Reach;
pub(crate) use server::{came_from_server, reload};
pub(crate) use theme::{Theme, has_pointer, set_theme, wants_stillness};
pub(crate) use wake::{on_leaving, on_return};

#[cfg(test)]
#[cfg(target_arch = "wasm32")]
mod tests {
    use super::*;
    use leptos::prelude::document;
    use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

    wasm_bindgen_test_configure!(run_in_browser);

    fn shown() -> Option<String> {
        document().document_element().and_then(|root| root.get_attribute("data-theme"))
    }

    #[wasm_bindgen_test]
    fn a_theme_is_an_attribute_of_the_document() {
        for theme in [Theme::Dark, Theme::Light] {
            set_theme(theme);
            assert_eq!(shown().as_deref(), Some(theme.name()));
        }
        set_theme(Theme::System);
        assert_eq!(shown(), None);
        assert_eq!(Theme::named("<b>"), Theme::System);
    }

    #[wasm_bindgen_test]
    fn the_address_is_what_was_set() {
        set_address("#/active?run=a%20b");
        assert_eq!(address(), "#/active?run=a%20b");
    }
}
