//! The input of a step as a form: a field for each of its parts, and a choice of the parts that it could have besides. The
//! answer to a question is such a form as well, with a field for each part of its schema.

use std::sync::atomic::{AtomicU32, Ordering};

use leptos::{ev, html, prelude::*};
use serde_json::Value;

use crate::{
    model::{
        form::{
            AskedPart, Kind, NO, Part, YES, answer_of, asked_parts, hint, input_of, is_long, label, parts_of, property,
            spare_parts, title,
        },
        value::pretty,
    },
    view::ui::Choice,
};

/// The button that opens the form for an input that is written otherwise, and gives up what is written there.
#[component]
pub(crate) fn FormOpener(
    #[prop(into)] is_open: Signal<bool>,
    #[prop(default = "Change it")] words: &'static str,
    #[prop(optional)] node_ref: NodeRef<html::Button>,
    on_toggle: Callback<()>,
) -> impl IntoView {
    let toggle = move |event: ev::MouseEvent| {
        // In a row of a plan, opening is not selecting.
        event.stop_propagation();
        on_toggle.run(());
    };
    view! {
        <button
            type="button"
            class="link"
            aria-expanded=move || is_open.get().to_string()
            node_ref=node_ref
            on:click=toggle
        >
            {move || if is_open.get() { "Leave it as it was" } else { words }}
        </button>
    }
}

/// The form for the input in `written`, which it keeps in step.
#[component]
pub(crate) fn StepForm(schema: Value, written: RwSignal<Option<String>>) -> impl IntoView {
    let input = written.with_untracked(|text| text.as_deref().and_then(|text| dunlin_base::json::read(text).ok()));
    let input: Value = input.unwrap_or_default();
    let parts = RwSignal::new(parts_of(&schema, &input));
    let spare = StoredValue::new(spare_parts(&schema, &input));
    let schema = StoredValue::new(schema);
    let change =
        Callback::new(move |()| parts.with_untracked(|parts| written.set(Some(pretty(&input_of(&input, parts))))));
    let row = move |part: Part| {
        let schema = schema.with_value(|schema| property(schema, &part.name()).clone());
        view! { <PartField part schema change /> }
    };
    // They are the form's, and not of the choice that they are chosen in: that goes with the next one.
    let has = move |part: &Part| parts.with(|parts| parts.iter().any(|one| one.name() == part.name()));
    let more = Memo::new(move |_| {
        let others = spare.with_value(|spare| spare.iter().filter(|part| !has(part)).map(|part| part.name()).collect());
        Some(others).filter(|others: &Vec<String>| !others.is_empty())
    });
    let add = move |name: String| {
        let part = spare.with_value(|spare| spare.iter().find(|part| part.name() == name).copied());
        parts.update(|parts| parts.extend(part));
    };
    // Made anew whenever one of them is said: then nothing is chosen.
    let choose = move |others: Vec<String>| {
        let options = std::iter::once((String::new(), "Choose…".to_owned()));
        let named = |name: String| (name.clone(), schema.with_value(|schema| title(property(schema, &name), &name)));
        let options: Vec<_> = options.chain(others.into_iter().map(named)).collect();
        view! { <label class="field">"Say also" <Choice options value=String::new() change=add /></label> }
    };
    view! {
        <div class="ask-form" role="group" aria-label="Input of the step">
            <For each=move || parts.get() key=|part| part.name() children=row />
            <For each=move || more.get() key=Vec::clone children=choose />
        </div>
    }
}

/// The form for an answer that fits a schema.
#[component]
pub(crate) fn AnswerForm(
    /// What the form is called.
    #[prop(into)]
    name: String,
    schema: Value,
    /// Where the answer is kept in step: none while nothing is said.
    written: RwSignal<Option<Value>>,
) -> impl IntoView {
    let parts = asked_parts(&schema);
    let all: Vec<Part> = parts.iter().map(|asked| asked.part).collect();
    let change = Callback::new(move |()| written.set(answer_of(&schema, &all)));
    change.run(());
    let row = |AskedPart { part, schema, optional }| {
        view! { <PartField part schema aside=optional.then_some("may be left out") change /> }
    };
    view! { <div class="ask-form" role="group" aria-label=name>{parts.into_iter().map(row).collect::<Vec<_>>()}</div> }
}

/// A part with its name, in a field of its kind.
#[component]
fn PartField(
    part: Part,
    /// What it is to be like.
    schema: Value,
    /// What is said of it besides.
    #[prop(optional_no_strip)]
    aside: Option<&'static str>,
    /// Told when something else is written.
    change: Callback<()>,
) -> impl IntoView {
    let name = title(&schema, &part.name());
    let named = view! { <span dir="auto">{name.clone()} <small>{hint(&schema, aside)}</small></span> };
    let put = Callback::new(move |text: String| {
        part.text.set(text);
        change.run(());
    });
    let text = part.text;
    let input = match part.kind() {
        Kind::Either => return view! { <Either name text put>{named}</Either> }.into_any(),
        Kind::Choice(names) => {
            let options = std::iter::once(String::new()).chain(names).map(|name| (name.clone(), label(&name)));
            view! { <Choice options=options.collect() value=text change=put /> }.into_any()
        }
        Kind::YesNo => view! {
            <input
                class="check"
                type="checkbox"
                prop:checked=move || text.get() == YES
                on:change=move |event| put.run(if event_target_checked(&event) { YES } else { NO }.to_owned())
            />
        }
        .into_any(),
        Kind::Number => view! { <Line text kind="number" put attr:step="any" /> }.into_any(),
        Kind::Any => view! { <Lines text put /> }.into_any(),
        Kind::Text if is_long(&schema) => view! { <Lines text put /> }.into_any(),
        Kind::Text | Kind::List(_) => view! { <Line text kind="text" put attr:dir="auto" /> }.into_any(),
        Kind::Json => view! { <Line text kind="text" put attr:dir="ltr" /> }.into_any(),
    };
    view! { <label class="field">{named} {input}</label> }.into_any()
}

/// Distinguishes the choices of one field from those of another.
static COUNT: AtomicU32 = AtomicU32::new(0);

/// A yes and a no, of which neither is said before somebody says it.
#[component]
fn Either(
    /// What the two are called together.
    name: String,
    text: RwSignal<String>,
    /// Told of the one that is said.
    put: Callback<String>,
    /// The name as it is shown.
    children: Children,
) -> impl IntoView {
    let group = format!("either-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let one = |said: &'static str, value: &'static str| {
        let said_so = move |event| {
            if event_target_checked(&event) {
                put.run(value.to_owned());
            }
        };
        view! {
            <label class="ask-either">
                <input type="radio" name=group.clone() prop:checked=move || text.get() == value on:change=said_so />
                {said}
            </label>
        }
    };
    view! {
        <div class="field" role="radiogroup" aria-label=name>
            {children()}
            <span class="ask-choices">{one("Yes", YES)} {one("No", NO)}</span>
        </div>
    }
}

/// A field of one line. Its text is put into it once: half a number says nothing, and would be wiped out if that were written
/// back.
#[component]
fn Line(text: RwSignal<String>, kind: &'static str, put: Callback<String>) -> impl IntoView {
    view! {
        <input
            class="field-input"
            type=kind
            autocomplete="off"
            prop:value=text.get_untracked()
            on:input=move |event| put.run(event_target_value(&event))
        />
    }
}

/// A field of several lines.
#[component]
fn Lines(text: RwSignal<String>, put: Callback<String>) -> impl IntoView {
    view! {
        <textarea
            class="field-input"
            rows="3"
            dir="auto"
            spellcheck="false"
            prop:value=text.get_untracked()
            on:input=move |event| put.run(event_target_value(&event))
        ></textarea>
    }
}
