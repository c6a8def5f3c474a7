//! The tools.

use dunlin::ToolSpec;
use leptos::{html, prelude::*};
use serde_json::Value;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::Switch;
use crate::{
    model::{Offered, Problem, named, reaches, use_app},
    platform,
    view::run::AnswerForm,
    view::ui::{Note, Tone},
};

/// Every tool, and those that this page cannot have.
#[component]
pub(super) fn ToolsGroup() -> impl IntoView {
    let app = use_app();
    let words = "What plans may use. What is off is not used; what you switch on is fetched once and stays on.";
    view! {
        <section class="group" aria-labelledby="reach-tools">
            <h3 id="reach-tools">"Tools"</h3>
            <p class="panel-note">{words}</p>
            <ul class="reach-list" role="list" aria-label="Tools">
                <For
                    each=move || app.reach.tools.get()
                    key=|one| one.spec.name.clone()
                    children=|one| view! { <Row one /> }
                />
            </ul>
            <p class="panel-note">{not_here()}</p>
        </section>
    }
}

/// Why what reaches over the network is missing.
fn not_here() -> String {
    format!(
        "Fetch and web search are not in this page: its security policy lets it reach nothing but {}. The program for the command line has them.",
        platform::origin()
    )
}

/// A tool: whether it is on, what it does, what it may reach, and a form to try it.
#[component]
fn Row(one: Offered) -> impl IntoView {
    let app = use_app();
    let spec = StoredValue::new(one.spec);
    let (name, does, reaches) = spec.with_value(|spec| (spec.name.clone(), spec.description.clone(), reaches(spec)));
    let words = named(&name);
    let label = StoredValue::new(format!("Try it: {words}"));
    let open = RwSignal::new(false);
    let is_on = Memo::new(move |_| spec.with_value(|spec| app.reach.is_on(&spec.name)));
    view! {
        <li class="reach-row">
            <Switch name words />
            <p class="reach-does">{does}</p>
            <div class="reach-foot">
                <p class="reach-may">{reaches}</p>
                <Show when=move || is_on.get()>
                    <button
                        type="button"
                        class="button"
                        aria-label=label.get_value()
                        aria-expanded=move || open.get().to_string()
                        on:click=move |_| open.update(|open| *open = !*open)
                    >
                        "Try it"
                    </button>
                </Show>
            </div>
            <Show when=move || is_on.get() && open.get()>
                <TryForm spec=spec.get_value() />
            </Show>
        </li>
    }
}

/// The form that calls a tool once.
#[component]
fn TryForm(spec: ToolSpec) -> impl IntoView {
    let app = use_app();
    let written = RwSignal::new(None::<Value>);
    let problem = RwSignal::new(None::<Problem>);
    let (name, schema) = (format!("Input of {}", named(&spec.name)), spec.input_schema.clone());
    let form = NodeRef::<html::Div>::new();
    Effect::new(move || {
        let first = form.get().and_then(|form| form.query_selector("input, select, textarea").ok().flatten());
        if let Some(first) = first.and_then(|first| first.dyn_into::<HtmlElement>().ok()) {
            drop(first.focus());
        }
    });
    let run = move |_| {
        let input = written.get_untracked().unwrap_or_default();
        problem.set(app.try_tool(&spec.name, &input).err());
    };
    let told =
        move || problem.get().map(|problem| view! { <Note tone=Tone::Bad words=problem.message hint=problem.hint /> });
    view! {
        <div class="reach-form" node_ref=form>
            <AnswerForm name schema written />
            {told}
            <div class="actions">
                <button type="button" class="button button-main" on:click=run>"Run it"</button>
            </div>
        </div>
    }
}
