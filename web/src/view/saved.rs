//! The dialog named "Saved goals": a goal is given a name, by which it runs.

use leptos::{ev, html, prelude::*};

use crate::{
    model::{SavedGoal, use_app},
    view::schedules::{EveryButton, EveryForm, RemovedSchedule, SchedulesGroup},
    view::ui::{Field, Icon, IconButton, Note, Sheet, Tone, is_composing, later},
};

/// The dialog named "Saved goals".
#[component]
pub(crate) fn SavedSheet() -> impl IntoView {
    let app = use_app();
    let saved = app.saved;
    let name = RwSignal::new(String::new());
    let said = RwSignal::new(None::<String>);
    let opened = move |()| {
        name.set(String::new());
        said.set(None);
    };
    view! {
        <Sheet id="saved-title" name="Saved goals" open=saved.open opened>
            {later(groups(name, said))}
        </Sheet>
    }
}

#[cfg_attr(not(test), lazy)]
async fn groups(name: RwSignal<String>, said: RwSignal<Option<String>>) -> AnyView {
    let saved = use_app().saved;
    let told = move || said.get().map(|words| view! { <Note tone=Tone::Plain words /> });
    view! {
        <div class="sheet-groups">
            <NewName name said />
            <div role="status">{told} <Removed /> <RemovedSchedule /></div>
            <ul class="saved-goals" role="list" aria-label="Saved goals">
                <For
                    each=move || saved.all.get()
                    key=|one| (one.name.clone(), one.goal.clone())
                    children=|one| view! { <Row one /> }
                />
            </ul>
            <Show when=move || saved.all.with(Vec::is_empty)>
                <p class="panel-note">
                    "A goal that you often carry out can have a name. Type the name as a goal, and it runs."
                </p>
            </Show>
            <SchedulesGroup />
        </div>
    }
    .into_any()
}

/// The form in which a goal is given a name.
#[component]
fn NewName(
    name: RwSignal<String>,
    /// Gets what to say of a goal that was kept.
    said: RwSignal<Option<String>>,
) -> impl IntoView {
    let saved = use_app().saved;
    let keep = Callback::new(move |()| {
        let (called, goal) = (name.get_untracked(), saved.draft.get_untracked());
        let done = saved.keep(&called, &goal);
        said.set(
            done.then(|| format!("Saved: “{}” runs it, typed as a goal or chosen among the commands", called.trim())),
        );
        if done {
            name.set(String::new());
            saved.draft.set(String::new());
        }
    });
    let problem = move || {
        saved.problem.get().map(|problem| view! { <Note tone=Tone::Bad words=problem.message hint=problem.hint /> })
    };
    view! {
        <div class="group saved-form">
            <Field name="Name">
                <Input text=name hint="monday morning" keep first=true />
            </Field>
            <Field name="Goal">
                <Input text=saved.draft hint="list todos due today then list overdue todos" keep />
            </Field>
            {problem}
            <div class="actions">
                <button type="button" class="button button-main" on:click=move |_| keep.run(())>"Save goal"</button>
            </div>
        </div>
    }
}

/// A field of the form; Enter keeps the goal.
#[component]
fn Input(
    text: RwSignal<String>,
    hint: &'static str,
    keep: Callback<()>,
    /// Whether it has the focus when the dialog opens.
    #[prop(optional)]
    first: bool,
) -> impl IntoView {
    // The dialog gives the focus when it opens; the first time, the field may come after that.
    let field = NodeRef::<html::Input>::new();
    Effect::new(move || {
        if let Some(field) = field.get().filter(|_| first) {
            // It is made before it stands in the document.
            request_animation_frame(move || drop(field.focus()));
        }
    });
    let on_key = move |event: ev::KeyboardEvent| {
        if event.key() == "Enter" && !is_composing(&event) {
            event.prevent_default();
            keep.run(());
        }
    };
    view! {
        <input
            class="field-input"
            type="text"
            dir="auto"
            autocomplete="off"
            placeholder=hint
            autofocus=first
            node_ref=field
            bind:value=text
            on:keydown=on_key
        />
    }
}

/// What was last removed, and the way back.
#[component]
fn Removed() -> impl IntoView {
    let saved = use_app().saved;
    move || {
        saved.removed_words().map(|words| {
            view! {
                <Note tone=Tone::Plain words>
                    <button type="button" class="button" on:click=move |_| saved.put_back()>"Undo"</button>
                </Note>
            }
        })
    }
}

/// A saved goal: what runs it, gives it a schedule, and removes it.
#[component]
fn Row(one: SavedGoal) -> impl IntoView {
    let app = use_app();
    let SavedGoal { name, goal, .. } = one;
    let (run_it, remove_it) = (format!("Run {name}"), format!("Remove {name}"));
    let (name, goal) = (StoredValue::new(name), StoredValue::new(goal));
    let open = RwSignal::new(false);
    let run = move |_| {
        app.saved.open.set(false);
        app.run_saved(&goal.get_value());
    };
    view! {
        <li>
            <div class="saved-goal">
                <div>
                    <bdi class="saved-name">{name.get_value()}</bdi>
                    <p class="panel-note" dir="auto">{goal.get_value()}</p>
                </div>
                <button type="button" class="button" aria-label=run_it on:click=run>"Run"</button>
                <EveryButton name open />
                <IconButton icon=Icon::Bin label=remove_it on:click=move |_| app.saved.remove(&name.get_value()) />
            </div>
            <Show when=move || open.get()>
                <EveryForm name goal open />
            </Show>
        </li>
    }
}
