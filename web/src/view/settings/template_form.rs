//! The form of one template: its name, the words that call it, and its todos with when they are due and what they come
//! after. A fault stands beside its field.

use dunlin::Template;
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use crate::{
    model::{DraftField, DraftTodo, TemplateDraft},
    platform,
    view::ui::{Icon, IconButton, is_composing},
};

/// The id of the button that adds a todo.
const ADD: &str = "template-add";

/// The form.
#[component]
pub(super) fn TemplateForm(
    /// What it is called.
    label: &'static str,
    /// What is written in it.
    draft: TemplateDraft,
    /// Names that are taken.
    others: Vec<String>,
    /// Gets what was written.
    #[prop(into)]
    keep: Callback<Template>,
    /// Ends it.
    #[prop(into)]
    give_up: Callback<()>,
) -> impl IntoView {
    let others = StoredValue::new(others);
    let keep = move || match others.with_value(|others| draft.check(others)) {
        Ok(template) => keep.run(template),
        Err(field) => focus(field.id()),
    };
    let on_key = move |event: ev::KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) && !is_composing(&event) {
            event.prevent_default();
            keep();
        }
    };
    Effect::new(|| focus(DraftField::Name.id()));
    let no_rows = move || draft.fault(DraftField::Rows).map(|words| view! { <Fault words /> });
    view! {
        <div class="group template-form" role="group" aria-label=label on:keydown=on_key>
            <label class="field">
                <span>"Name" <small></small></span>
                <Input draft field=DraftField::Name text=draft.name />
            </label>
            <label class="field">
                <span>"Called by" <small>"words after “plan a …”, with commas between"</small></span>
                <Input draft field=DraftField::Triggers text=draft.triggers />
            </label>
            <ol class="template-rows" id=DraftField::Rows.id() role="list" aria-label="Todos of the template">
                <For each=move || draft.rows.get() key=|row| row.id children=move |row| view! { <Row draft row /> } />
            </ol>
            {no_rows}
            <div class="actions">
                <button type="button" class="button button-main" on:click=move |_| keep()>"Keep template"</button>
                <button type="button" class="button" id=ADD on:click=move |_| focus(draft.add(usize::MAX).id())>
                    "Add todo"
                </button>
                <button type="button" class="button" on:click=move |_| give_up.run(())>"Give up"</button>
            </div>
        </div>
    }
}

/// A todo of the form: its words on one line, when and after what under it.
#[component]
fn Row(draft: TemplateDraft, row: DraftTodo) -> impl IntoView {
    let id = row.id;
    let number = Memo::new(move |_| draft.number_of(id));
    let named = move |what: &'static str| Signal::derive(move || format!("{what} {}", number.get()));
    let shift = move |by| focus(draft.shift(id, by).id());
    let remove = move |_| focus(draft.remove(id).map_or_else(|| ADD.to_owned(), DraftField::id));
    let on_key = move |event: ev::KeyboardEvent| {
        match event.key().as_str() {
            "Enter" if !is_composing(&event) && !event.ctrl_key() && !event.meta_key() && is_field(&event) => {
                focus(draft.add(number.get_untracked()).id());
            }
            "ArrowUp" if event.alt_key() => shift(-1),
            "ArrowDown" if event.alt_key() => shift(1),
            _ => return,
        }
        event.prevent_default();
    };
    view! {
        <li class="template-row" on:keydown=on_key>
            <span class="step-number" aria-hidden="true">{number}</span>
            <Input draft field=DraftField::Text(id) text=row.text name=named("Todo") />
            <span class="template-acts">
                <IconButton icon=Icon::Up label=named("Move up todo") on:click=move |_| shift(-1) />
                <IconButton icon=Icon::Down label=named("Move down todo") on:click=move |_| shift(1) />
                <IconButton icon=Icon::Bin label=named("Remove todo") on:click=remove />
            </span>
            <span class="template-more">
                "due in"
                <Input draft field=DraftField::Due(id) text=row.due name=named("Due in days, todo") />
                "days, after"
                <Input draft field=DraftField::After(id) text=row.after name=named("After, todo") />
            </span>
        </li>
    }
}

/// A field and what is wrong with it.
#[component]
fn Input(
    draft: TemplateDraft,
    field: DraftField,
    text: RwSignal<String>,
    /// What it is called, where no words stand beside it.
    #[prop(optional, into)]
    name: Option<Signal<String>>,
) -> impl IntoView {
    let why = StoredValue::new(format!("{}-fault", field.id()));
    let fault = Memo::new(move |_| draft.fault(field));
    let wrong = move || fault.get().is_some();
    view! {
        <span class="template-field">
            <input
                class="field-input"
                type="text"
                id=field.id()
                dir="auto"
                autocomplete="off"
                aria-label=move || name.map(|name| name.get())
                aria-invalid=move || wrong().then_some("true")
                aria-describedby=move || wrong().then(|| why.get_value())
                bind:value=text
                on:input=move |_| draft.forgive(field)
            />
            {move || fault.get().map(|words| view! { <Fault words attr:id=why.get_value() /> })}
        </span>
    }
}

/// What is wrong with a field.
#[component]
fn Fault(words: &'static str) -> impl IntoView {
    view! { <span class="field-fault" role="alert">{words}</span> }
}

/// Whether an event came from a field, and not from a button.
fn is_field(event: &ev::KeyboardEvent) -> bool {
    event.target().is_some_and(|target| target.has_type::<HtmlInputElement>())
}

/// Goes to the element of that id once it stands in the document.
fn focus(id: String) {
    request_animation_frame(move || platform::focus(&format!("#{id}")));
}
