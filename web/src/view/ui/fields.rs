//! Form fields with their names, choices of one from a few, and words put into a field for somebody.

use leptos::prelude::*;

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

/// A field with its name before it.
#[component]
pub(crate) fn Field(#[prop(into)] name: String, children: Children) -> impl IntoView {
    view! { <label class="field">{name} {children()}</label> }
}

/// One of a few.
#[component]
pub(crate) fn Choice(
    /// The value of each, and its words.
    options: Vec<(String, String)>,
    /// The value of the one that is chosen.
    #[prop(into)]
    value: Signal<String>,
    /// Told of another one.
    #[prop(into)]
    change: Callback<String>,
) -> impl IntoView {
    // What is chosen first is said by its option: there was none yet when the value was put into the field.
    let chosen = value.get_untracked();
    let option = |(value, words): (String, String)| {
        let selected = value == chosen;
        view! { <option value=value selected=selected>{words}</option> }
    };
    let options: Vec<_> = options.into_iter().map(option).collect();
    view! {
        <select class="field-input" prop:value=move || value.get() on:change=move |event| change.run(event_target_value(&event))>
            {options}
        </select>
    }
}
