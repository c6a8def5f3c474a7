//! The templates of goals that are several todos at once: looked at, written in a form, or shared as JSON.

use dunlin::{DunlinError, Template};
use leptos::prelude::*;

use super::template_form::TemplateForm;
use crate::{
    model::format::{counted, sentence},
    model::{App, TemplateDraft, use_app},
    platform,
    view::ui::{Note, Tone},
};

/// What is being written.
#[derive(Clone, Copy, PartialEq)]
enum Writing {
    Nothing,
    /// A template of its own.
    New,
    /// The template at that place.
    One(usize),
    /// All of them, as JSON.
    Json,
}

/// What the group knows. Copies share one.
#[derive(Clone, Copy)]
struct Templates {
    app: App,
    writing: RwSignal<Writing>,
    problem: RwSignal<Option<String>>,
    /// What was last removed or replaced, in words, and all there were before.
    removed: RwSignal<Option<(String, Vec<Template>)>>,
}

impl Templates {
    fn new(app: App) -> Self {
        let writing = RwSignal::new(Writing::Nothing);
        Self { app, writing, problem: RwSignal::new(None), removed: RwSignal::new(None) }
    }

    /// Something was kept, or refused.
    fn done(self, result: Result<(), DunlinError>) {
        if result.is_ok() {
            self.removed.set(None);
            self.writing.set(Writing::Nothing);
        }
        self.problem.set(result.err().map(|error| error.message));
    }

    fn remove(self, at: usize) {
        let mut left = untrack(|| self.app.settings.templates());
        let Some(name) = (at < left.len()).then(|| left.remove(at).name) else { return };
        self.replace(format!("“{name}” was removed"), || self.app.settings.keep_templates(&left));
    }

    /// Replaces all of them, with a way back.
    fn replace(self, words: String, replace: impl FnOnce() -> Result<(), DunlinError>) {
        let before = untrack(|| self.app.settings.templates());
        let replaced = replace();
        let is_done = replaced.is_ok();
        self.done(replaced);
        if is_done {
            self.removed.set(Some((words, before)));
        }
    }

    /// Whether one is being written, or all of them: what else can be done waits until that is over.
    fn is_writing(self) -> bool {
        self.writing.get() != Writing::Nothing
    }

    /// The form that is open is for the template of that place, or for a new one.
    fn written(self) -> Vec<Option<usize>> {
        match self.writing.get() {
            Writing::New => vec![None],
            Writing::One(at) => vec![Some(at)],
            Writing::Nothing | Writing::Json => Vec::new(),
        }
    }
}

/// The group named "Templates".
#[component]
pub(super) fn TemplatesGroup() -> impl IntoView {
    let app = use_app();
    let here = Templates::new(app);
    let problem = move || here.problem.get().map(|words| view! { <Note tone=Tone::Bad words /> });
    view! {
        <section class="group" aria-labelledby="templates-title" data-setting="Templates">
            <h3 id="templates-title">"Templates"</h3>
            <p class="panel-note">"Say “plan a …” with one of these names, and its todos are added together."</p>
            <div>
                <For
                    each=move || app.settings.templates().into_iter().enumerate()
                    // One that is changed is made anew.
                    key=|(at, template)| format!("{at} {template:?}")
                    children=move |(at, template)| view! { <OneTemplate here at template /> }
                />
            </div>
            <Removed here />
            {problem}
            <div>
                <For each=move || here.written() key=|at| *at children=move |at| view! { <Form here at /> } />
            </div>
            <Show when=move || here.writing.get() == Writing::Json>
                <Json here />
            </Show>
            <Show when=move || !here.is_writing()>
                <Acts here />
            </Show>
        </section>
    }
}

/// A template with its todos.
#[component]
fn OneTemplate(here: Templates, at: usize, template: Template) -> impl IntoView {
    let Template { name, todos, .. } = template;
    let named = |verb: &str| format!("{verb} the template {name}");
    let (change, remove) = (named("Change"), named("Remove"));
    let count = counted(todos.len(), "todo");
    let todos: Vec<_> = todos.into_iter().map(|todo| view! { <li dir="auto">{todo.text}</li> }).collect();
    view! {
        <details class="template">
            <summary><bdi>{sentence(&name)}</bdi> ", " {count}</summary>
            <ol class="template-todos">{todos}</ol>
            <div class="actions">
                <button
                    type="button"
                    class="link"
                    aria-label=change
                    disabled=move || here.is_writing()
                    on:click=move |_| here.writing.set(Writing::One(at))
                >
                    "Change"
                </button>
                <button
                    type="button"
                    class="link"
                    aria-label=remove
                    disabled=move || here.is_writing()
                    on:click=move |_| here.remove(at)
                >
                    "Remove"
                </button>
            </div>
        </details>
    }
}

/// What was removed or replaced, and the way back.
#[component]
fn Removed(here: Templates) -> impl IntoView {
    let told = move || {
        here.removed.get().filter(|_| !here.is_writing()).map(|(words, before)| {
            let back = move |_| here.done(here.app.settings.keep_templates(&before));
            view! {
                <Note tone=Tone::Plain words>
                    <button type="button" class="link" on:click=back>"Undo"</button>
                </Note>
            }
        })
    };
    view! { <div role="status">{told}</div> }
}

/// The form for the template of that place, or for a new one.
#[component]
fn Form(here: Templates, at: Option<usize>) -> impl IntoView {
    let all = here.app.settings.templates();
    let nothing = || Template { name: String::new(), triggers: Vec::new(), todos: Vec::new() };
    let label = if at.is_none() { "New template" } else { "Template" };
    let draft = TemplateDraft::of(&at.and_then(|at| all.get(at).cloned()).unwrap_or_else(nothing));
    let others = all.iter().enumerate().filter(|(place, _)| Some(*place) != at);
    let others: Vec<String> = others.map(|(_, template)| template.name.clone()).collect();
    let keep = move |template: Template| {
        let mut all = all.clone();
        match at.and_then(|at| all.get_mut(at)) {
            Some(slot) => *slot = template,
            None => all.push(template),
        }
        here.done(here.app.settings.keep_templates(&all));
    };
    view! { <TemplateForm label draft others keep give_up=move |()| here.writing.set(Writing::Nothing) /> }
}

/// All templates as JSON, to be changed or copied.
#[component]
fn Json(here: Templates) -> impl IntoView {
    let settings = here.app.settings;
    let text = RwSignal::new(settings.templates_text());
    view! {
        <div class="group">
            <textarea
                class="ask-edit"
                aria-label="Templates as JSON"
                dir="ltr"
                rows="12"
                spellcheck="false"
                bind:value=text
            ></textarea>
            <div class="actions">
                <button
                    type="button"
                    class="button button-main"
                    on:click=move |_| here.done(settings.set_templates(&text.get_untracked()))
                >
                    "Keep these"
                </button>
                <button type="button" class="button" on:click=move |_| here.done(Ok(()))>"Give up"</button>
                <button
                    type="button"
                    class="button"
                    on:click=move |_| {
                        here.replace("Your templates were replaced by the built-in ones".to_owned(), || settings.reset_templates());
                    }
                >
                    "Use the built-in ones"
                </button>
            </div>
        </div>
    }
}

/// What can be done while nothing is being written.
#[component]
fn Acts(here: Templates) -> impl IntoView {
    let save = move |_| {
        platform::save_text("dunlin-templates.json", "application/json", &here.app.settings.templates_text());
    };
    view! {
        <div class="actions">
            <button type="button" class="button" on:click=move |_| here.writing.set(Writing::New)>"New template"</button>
            <button type="button" class="button" on:click=move |_| here.writing.set(Writing::Json)>
                "Change as JSON"
            </button>
            <button type="button" class="button" on:click=save>"Save as a file"</button>
        </div>
    }
}
