//! Form fields with their names, and choices of one from a few.

use leptos::prelude::*;

/// A field with its name before it, by which the commands find it.
#[component]
pub(crate) fn Field(#[prop(into)] name: String, children: Children) -> impl IntoView {
    let setting = name.clone();
    view! { <label class="field" data-setting=setting>{name} {children()}</label> }
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
