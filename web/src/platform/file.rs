//! Files the person saves and opens.

use leptos::{html, prelude::*};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

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

/// The address of an SVG as a picture, until it is taken back.
pub(crate) fn address_of_picture(svg: &str) -> String {
    // A picture does not inherit the colour of its place; it knows whether that is dark.
    address_of("image/svg+xml", &svg.replacen('>', INK, 1)).unwrap_or_default()
}

/// Takes back what [`address_of_picture`] gave: the picture has been drawn.
pub(crate) fn forget_address(url: &str) {
    // One that is not taken back costs memory until the page is closed, no more.
    let _ = Url::revoke_object_url(url);
}

/// Lets the person choose a file for an input.
pub(crate) fn choose_file(input: NodeRef<html::Input>) {
    if let Some(input) = input.get_untracked() {
        input.click();
    }
}

/// Reads the file chosen in an input: its name and its text, if it can be read.
pub(crate) fn read_file(input: NodeRef<html::Input>, read: impl FnOnce(String, String) + 'static) {
    let Some(input) = input.get_untracked() else { return };
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
