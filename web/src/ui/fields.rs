//! Form fields with their names, and choices of one from a few.

use super::{El, el, value_of};

/// A field with its name before it.
pub(crate) fn field(name: &str, input: El) -> El {
    el("label", "field").text(name).child(input)
}

/// One of a few: the value of each and its words, which one it is, and what to do with another.
pub(crate) fn choice(
    options: impl IntoIterator<Item = (String, String)>,
    value: impl Fn() -> String + 'static,
    change: impl Fn(String) + 'static,
) -> El {
    let option = |(value, words): (String, String)| el("option", "").attr("value", &value).text(&words);
    el("select", "field-input")
        .children(options.into_iter().map(option))
        .prop_by("value", move || value().into())
        .on("change", move |event| change(value_of(&event)))
}
