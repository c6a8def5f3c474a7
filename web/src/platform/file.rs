//! Files the person saves and opens.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, Event, HtmlAnchorElement, HtmlElement, HtmlInputElement, Url};

use crate::view::ui::{El, button, el};

/// Offers the text as a file to keep. Nothing is sent anywhere.
pub(crate) fn save_text(name: &str, kind: &str, text: &str) {
    let Some(url) = address_of(kind, text) else { return };
    if let Some(link) =
        document().create_element("a").ok().and_then(|element| element.dyn_into::<HtmlAnchorElement>().ok())
    {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    // A URL that is not taken back costs memory until the page is closed, no more.
    let _ = Url::revoke_object_url(&url);
}

/// A text as a file of this page's own, under an address that holds until it is taken back.
fn address_of(kind: &str, text: &str) -> Option<String> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let blob = Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(&text.into()), &options).ok()?;
    Url::create_object_url_with_blob(&blob).ok()
}

const INK: &str = "><style>svg{color:#1b2226}@media(prefers-color-scheme:dark){svg{color:#e7ebed}}</style>";

/// An SVG as a picture that can be seen and does nothing: a browser runs no script in a picture and fetches nothing for it.
pub(crate) fn picture(svg: &str, words: &str) -> El {
    // A picture does not inherit the colour of its place; it knows whether that is dark.
    let svg = svg.replacen('>', INK, 1);
    let url = address_of("image/svg+xml", &svg).unwrap_or_default();
    let address = url.clone();
    let made = el("img", "picture").attr("alt", words).attr("src", &url);
    made.on("load", move |_| drop(Url::revoke_object_url(&address)))
}

/// A button that lets the person choose a JSON file, and the hidden input it stands for, which `name` names. `read` gets
/// the name and the text of the file.
pub(crate) fn json_picker(
    class: &str,
    words: &str,
    name: &str,
    read: impl Fn(String, String) + Copy + 'static,
) -> (El, El) {
    let input = file_input("application/json,.json", name, read);
    let picker = input.clone();
    (button(class, words, move |_| choose_file(&picker)), input)
}

/// A hidden input for files of those kinds, which `name` names; [`choose_file`] lets the person choose.
pub(crate) fn file_input(kinds: &str, name: &str, read: impl Fn(String, String) + Copy + 'static) -> El {
    el("input", "")
        .attr("type", "file")
        .attr("accept", kinds)
        .attr("aria-label", name)
        .attr("hidden", "")
        .on("change", move |event| pick_text(&event, read))
}

/// Lets the person choose a file for an input.
pub(crate) fn choose_file(input: &El) {
    input.unchecked::<HtmlElement>().click();
}

/// The name and the text of the file chosen in the input that the event came from, if it can be read.
fn pick_text(event: &Event, read: impl FnOnce(String, String) + 'static) {
    let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else { return };
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
    let name = file.name();
    let text = file.text();
    // The same file can be chosen again.
    input.set_value("");
    wasm_bindgen_futures::spawn_local(async move {
        if let Some(text) = JsFuture::from(text).await.ok().and_then(|text| text.as_string()) {
            read(name, text);
        }
    });
}
