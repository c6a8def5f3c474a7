//! Files that a person chooses, and pictures that are made here.

use leptos::{html, prelude::*};

use crate::platform;

/// A hidden input for files of those kinds; [`platform::choose_file`] lets the person choose.
#[component]
pub(crate) fn FileInput(
    /// What may be chosen, as `accept` has it.
    kinds: &'static str,
    /// What it is called.
    name: &'static str,
    node_ref: NodeRef<html::Input>,
    /// Gets the name and the text of the file.
    #[prop(into)]
    read: Callback<(String, String)>,
) -> impl IntoView {
    let pick = move |_| platform::read_file(node_ref, move |name, text| read.run((name, text)));
    view! { <input type="file" accept=kinds aria-label=name hidden node_ref=node_ref on:change=pick /> }
}

/// A button that lets a person choose a file.
#[component]
pub(crate) fn FilePicker(
    /// The class of the button.
    class: &'static str,
    /// What stands on it.
    words: &'static str,
    /// What the file is called.
    name: &'static str,
    /// What may be chosen, as `accept` has it.
    #[prop(default = "application/json,.json")]
    kinds: &'static str,
    /// Gets the name and the text of the file.
    #[prop(into)]
    read: Callback<(String, String)>,
) -> impl IntoView {
    let file = NodeRef::<html::Input>::new();
    view! {
        <button type="button" class=class on:click=move |_| platform::choose_file(file)>
            {words}
        </button>
        <FileInput kinds name node_ref=file read />
    }
}

/// An SVG as a picture that can be seen and does nothing: a browser runs no script in a picture and fetches nothing for it.
#[component]
pub(crate) fn Picture(svg: String, words: String) -> impl IntoView {
    let address = platform::address_of_picture(&svg);
    let shown = address.clone();
    view! { <img class="picture" alt=words src=shown on:load=move |_| platform::forget_address(&address) /> }
}
