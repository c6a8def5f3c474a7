//! A step that waits for a person: what it will do, the todos it is about with a box each, and the answers.

use dunlin::{ApprovalAnswer, ApprovalReason, ExecutionStep, PendingApproval, PlanStep, Sensitive, StepKind};
use leptos::{ev, html, prelude::*};
use serde_json::Value;

use super::{
    form::{FormOpener, StepForm},
    question::on_enter,
};
use crate::{
    model::{
        App, Meant, Source,
        edits::as_stored,
        format::{sentence, shortened},
        said,
        step::{place_of, said_of},
        use_app,
        value::pretty,
        when,
    },
    view::plan::Said,
    view::ui::{Note, Tone, focus_field_in, on_escape},
};

/// More boxes than these nobody goes through.
const MOST_BOXES: usize = 100;
/// Up to so many are ticked one by one.
const FEW_BOXES: usize = 5;

/// So many steps are named before the others are only counted.
const MOST_NAMED: usize = 5;

/// A yes or a no, or why what was written is neither.
type Answer = Result<ApprovalAnswer, String>;

/// The question whether a step may be done, in place.
#[component]
pub(super) fn Ask(source: Source, approval: PendingApproval, step: ExecutionStep) -> impl IntoView {
    let app = use_app();
    let PendingApproval { approval_id, reason, holds } = approval;
    let form = Form::closed();
    let edited = form.edited;
    // The todos whose box is empty: they stay.
    let spared = RwSignal::new(Vec::<String>::new());
    let problem = RwSignal::new(None::<String>);
    let send = answering(app, source, approval_id, problem);
    let name = format!("Approval of {}", place_of(app, source, &step));
    let was_tried = step.attempts > 0;
    let (asked, told) = (step.clone(), step.clone());
    // Its dates follow the clock.
    let said = Memo::new(move |_| said_of(app, source, &told));
    let schema = app.schema_of(StepKind::Tool, &step.tool_name, &step.tool_input);
    let meant = meant(app, source, &step, reason, edited);
    let planned = step.clone();
    let (tool, input) = (StoredValue::new(step.tool_name), StoredValue::new(step.tool_input));
    // As it is written at this moment.
    let does = move || {
        let written = edited.with(|edited| dunlin_base::json::read::<Value>(edited.as_deref()?).ok());
        let step =
            ExecutionStep { tool_input: written.unwrap_or_else(|| planned.tool_input.clone()), ..planned.clone() };
        shortened(&said_of(app, source, &step).line(), 48)
    };
    let is_open = Memo::new(move |_| edited.with(Option::is_some));
    let behind = behind(app, source, asked, reason, holds.is_empty());
    // While the input is written otherwise, that alone says which of them are meant.
    let stay = Memo::new(move |_| if is_open.get() { Vec::new() } else { spared.get() });
    let leaves_nothing =
        Memo::new(move |_| meant.with(|all| all.as_ref().is_some_and(|all| all.leaves_nothing(&stay.get()))));
    let words = move || match meant.get().filter(Meant::is_deleted) {
        Some(deleted) => stay.with(|stay| deleted.question(stay)).into_any(),
        None => view! { {why(reason, was_tried)} " " <Said phrase=said.get() /> }.into_any(),
    };
    // What it does stands on the button that lets it.
    let verb = Memo::new(move |_| match meant.get() {
        Some(meant) if meant.is_deleted() || stay.with(|stay| meant.is_any_spared(stay)) => {
            stay.with(|stay| meant.words(stay))
        }
        _ if reason == ApprovalReason::UnknownOutcome && was_tried => "Do it again".to_owned(),
        _ => does(),
    });
    let left = move || {
        let left = |meant: Meant| input.with_value(|input| spared.with_untracked(|spared| meant.left(input, spared)));
        meant.get_untracked().and_then(left)
    };
    let yes = move || {
        let written =
            |input| tool.with_value(|tool| as_stored(StepKind::Tool, tool, input, untrack(|| app.todos.calendar())));
        send.run(answer(edited.get_untracked(), left(), written))
    };
    let all = Callback::new(move |steps| {
        if yes() {
            app.runs.agree_ahead(source, reason, steps);
        }
    });
    let is_destructive = reason == ApprovalReason::Destructive;
    // A box that is empty stays to be ticked, also where only that one is left.
    let has_boxes = move |all: &Meant| all.is_chosen_from() || spared.with(|spared| all.is_any_spared(spared));
    let chosen_from = Memo::new(move |_| !is_open.get() && meant.with(|all| all.as_ref().is_some_and(has_boxes)));
    // Of a deletion, unticking is the change where there are boxes.
    let can_change =
        Memo::new(move |_| !(chosen_from.get() && meant.with(|all| all.as_ref().is_some_and(Meant::is_deleted))));
    let toggle = Callback::new(move |()| {
        let draft = form.draft.try_update(Option::take).flatten();
        if is_open.get_untracked() {
            return edited.set(None);
        }
        // What was unticked stays unticked: the writing begins with those that are left.
        let begun = || left().map_or_else(|| input.with_value(pretty), |left| pretty(&left));
        edited.set(Some(draft.unwrap_or_else(begun)));
        app.once_painted(move || focus_field_in(form.fields));
    });
    // To the question itself: a second Enter approves nothing.
    app.focus_asked(source, ".ask[data-asks]");
    view! {
        <div class="ask" role="group" aria-label=name tabindex="-1" data-asks="approval">
            <p class="ask-words" dir="auto"><span>{words}</span></p>
            {held(&holds)}
            <Show when=move || chosen_from.get()>
                <Boxes meant spared />
            </Show>
            <Show when=move || is_open.get()>
                <Editor schema=schema.clone() form />
            </Show>
            {move || problem.get().map(|words| view! { <Note tone=Tone::Bad words /> })}
            <button
                type="button"
                class="button"
                class:button-danger=is_destructive
                class:button-main=!is_destructive
                aria-label=move || format!("Approve: {}", verb.get())
                disabled=move || leaves_nothing.get()
                on:click=move |_| {
                    yes();
                }
            >
                {move || verb.get()}
            </button>
            <Show when=move || !is_open.get() && !leaves_nothing.get()>
                <ForAll behind all />
            </Show>
            <Rejection send />
            <Show when=move || can_change.get()>
                <FormOpener is_open words="Change it…" node_ref=form.opener on_toggle=toggle />
            </Show>
        </div>
    }
}

/// What needs leave to be sent out.
fn held(holds: &[Sensitive]) -> Option<impl IntoView + use<>> {
    let words = format!("It holds {}.", Sensitive::in_words(holds));
    (!holds.is_empty()).then(|| view! { <p class="ask-words" dir="auto">{words}</p> })
}

/// Sends an answer; whether it was taken, for what was refused is told.
fn answering(
    app: App,
    source: Source,
    approval_id: String,
    problem: RwSignal<Option<String>>,
) -> Callback<Answer, bool> {
    Callback::new(move |answer: Answer| {
        let approve = |answer| app.runs.approve(source, &approval_id, answer).map_err(|error| error.message);
        let refused = answer.and_then(approve).err();
        let is_taken = refused.is_none();
        // The question may be gone with its answer.
        problem.try_set(refused);
        is_taken
    })
}

/// The steps behind that one which would ask the same. What holds something that needs leave is agreed to one by one.
fn behind(
    app: App,
    source: Source,
    step: ExecutionStep,
    reason: ApprovalReason,
    holds_nothing: bool,
) -> Memo<Vec<PlanStep>> {
    Memo::new(move |_| if holds_nothing { app.runs.alike(source, &step, reason) } else { Vec::new() })
}

/// One yes to this step and to all behind it that would ask the same; which they are stands in their rows.
#[component]
fn ForAll(behind: Memo<Vec<PlanStep>>, all: Callback<Vec<PlanStep>>) -> impl IntoView {
    let app = use_app();
    let count = Memo::new(move |_| behind.with(Vec::len));
    let also = move || {
        let line = |step: &PlanStep| shortened(&said(app, step, &step.tool_input).line(), 60);
        let named = behind.with(|behind| behind.iter().take(MOST_NAMED).map(line).collect::<Vec<_>>().join(", "));
        let more = if count.get() > MOST_NAMED { ", …" } else { "" };
        format!("This one, and then: {named}{more}")
    };
    view! {
        <Show when=move || { count.get() > 0 }>
            <button type="button" class="button" title=also on:click=move |_| all.run(behind.get_untracked())>
                {move || format!("Approve all {}", count.get() + 1)}
            </button>
        </Show>
    }
}

/// The todos that a step is about, as things stand at this moment, of the input as it stands at this moment.
fn meant(
    app: App,
    source: Source,
    step: &ExecutionStep,
    reason: ApprovalReason,
    edited: RwSignal<Option<String>>,
) -> Memo<Option<Meant>> {
    // What may have been done already is not told of as still to come.
    let is_told = step.tool_name == "todo_store" && reason != ApprovalReason::UnknownOutcome;
    let planned = step.tool_input.clone();
    Memo::new(move |_| {
        let written = edited.with(|edited| dunlin_base::json::read::<Value>(edited.as_deref()?).ok());
        let input = written.as_ref().unwrap_or(&planned);
        let run = app.runs.id_of(source);
        is_told.then(|| app.todos.ask(|store| Meant::planned(store, input, run.as_deref()))).flatten()
    })
}

/// The input that is written otherwise.
#[derive(Clone, Copy)]
struct Form {
    /// What is written; none while the form is closed.
    edited: RwSignal<Option<String>>,
    /// What was written when it was closed by Escape: it goes on from there.
    draft: RwSignal<Option<String>>,
    /// What opens it.
    opener: NodeRef<html::Button>,
    /// What holds its fields.
    fields: NodeRef<html::Div>,
}

impl Form {
    fn closed() -> Self {
        Self { edited: RwSignal::new(None), draft: RwSignal::new(None), opener: NodeRef::new(), fields: NodeRef::new() }
    }
}

/// The input, to be written otherwise: as a form, or as JSON. Escape closes it.
#[component]
fn Editor(schema: Value, form: Form) -> impl IntoView {
    let Form { edited, draft, opener, fields } = form;
    let close = move || {
        draft.set(edited.get_untracked());
        edited.set(None);
        drop(opener.get_untracked().map(|opener| opener.focus()));
    };
    let as_json = RwSignal::new(false);
    let as_form = move || view! { <StepForm schema=schema.clone() written=edited /> };
    view! {
        <div class="ask-input" node_ref=fields on:keydown=move |event| on_escape(&event, close)>
            <Show when=move || as_json.get() fallback=as_form>
                <textarea
                    class="ask-edit"
                    aria-label="Input of the step"
                    dir="ltr"
                    rows="6"
                    spellcheck="false"
                    prop:value=move || edited.get().unwrap_or_default()
                    on:input=move |event| edited.set(Some(event_target_value(&event)))
                ></textarea>
            </Show>
            <button type="button" class="link" on:click=move |_| as_json.update(|json| *json = !*json)>
                {move || if as_json.get() { "As a form" } else { "As JSON" }}
            </button>
        </div>
    }
}

/// The button that says no, and the reason for it where somebody wants to give one.
#[component]
fn Rejection(send: Callback<Answer, bool>) -> impl IntoView {
    let reason = RwSignal::new(String::new());
    let asked = RwSignal::new(false);
    let no = Callback::new(move |()| {
        let said = Some(reason.get_untracked().trim().to_owned());
        let said = said.filter(|said| asked.get_untracked() && !said.is_empty());
        send.run(Ok(ApprovalAnswer::Reject { feedback: said }));
    });
    let opener = NodeRef::<html::Button>::new();
    let ask = move || {
        view! {
            <button type="button" class="link" node_ref=opener on:click=move |_| asked.set(true)>
                "Add a reason…"
            </button>
        }
    };
    // What was typed stays, and counts once the field is open again.
    let close = Callback::new(move |()| {
        asked.set(false);
        request_animation_frame(move || drop(opener.get_untracked().map(|opener| opener.focus())));
    });
    view! {
        <button type="button" class="button" on:click=move |_| no.run(())>"Reject"</button>
        <Show when=move || asked.get() fallback=ask>
            <Reason reason no close />
        </Show>
    }
}

/// The field for the reason of a no, which Enter says and Escape closes.
#[component]
fn Reason(reason: RwSignal<String>, no: Callback<()>, close: Callback<()>) -> impl IntoView {
    let field = NodeRef::<html::Input>::new();
    Effect::new(move || drop(field.get().map(|field| field.focus())));
    view! {
        <input
            class="ask-reason"
            type="text"
            aria-label="Reason for a no"
            placeholder="Reason"
            dir="auto"
            autocomplete="off"
            node_ref=field
            prop:value=reason.get_untracked()
            on:input=move |event| reason.set(event_target_value(&event))
            on:keydown=move |event| {
                on_enter(&event, || no.run(()));
                on_escape(&event, || close.run(()));
            }
        />
    }
}

/// A box for each todo: those that are unticked stay.
#[component]
fn Boxes(meant: Memo<Option<Meant>>, spared: RwSignal<Vec<String>>) -> impl IntoView {
    let todos = move || meant.get().map(|meant| meant.todos).unwrap_or_default().into_iter().take(MOST_BOXES);
    let name = move || meant.with(|meant| meant.as_ref().map_or("", |meant| meant.deed.listed()));
    let more = move || {
        let count = meant.with(|meant| meant.as_ref().map_or(0, |meant| meant.todos.len()));
        let more = count.saturating_sub(MOST_BOXES);
        (more > 0).then(|| view! { <li class="panel-note">{format!("and {more} more")}</li> })
    };
    let many =
        Memo::new(move |_| meant.with(|meant| meant.as_ref().is_some_and(|meant| meant.todos.len() > FEW_BOXES)));
    let is_any_spared = move || {
        meant.with(|meant| meant.as_ref().is_some_and(|meant| spared.with(|spared| meant.is_any_spared(spared))))
    };
    let all = move |_| {
        let ids = || meant.get_untracked().map(|meant| meant.todos.into_iter().map(|(id, _)| id).collect());
        spared.set(if untrack(is_any_spared) { Vec::new() } else { ids().unwrap_or_default() });
    };
    view! {
        <Show when=move || many.get()>
            <button type="button" class="link ask-all" on:click=all>
                {move || if is_any_spared() { "Tick all" } else { "Tick none" }}
            </button>
        </Show>
        <ul class="ask-todos" role="list" aria-label=name>
            <For each=todos key=Clone::clone children=move |(id, text)| view! { <TodoBox id text spared /> } />
            {more}
        </ul>
    }
}

/// The box of one todo.
#[component]
fn TodoBox(id: String, text: String, spared: RwSignal<Vec<String>>) -> impl IntoView {
    let app = use_app();
    let todo = app.todos.watch(id.clone());
    let id = StoredValue::new(id);
    let goes = move || spared.with(|spared| id.with_value(|id| !spared.contains(id)));
    let on_change = move |event: ev::Event| {
        let stays = !event_target_checked(&event);
        spared.update(|spared| {
            id.with_value(|id| spared.retain(|one| one != id));
            spared.extend(stays.then(|| id.get_value()));
        });
    };
    view! {
        <li>
            <label class="ask-todo">
                <input class="check" type="checkbox" prop:checked=goes on:change=on_change />
                <span>
                    <bdi>{shortened(&text, 200)}</bdi>
                    " "
                    <span class="value-aside">{move || todo.with(|todo| when(todo, &app.todos.calendar()))}</span>
                </span>
            </label>
        </li>
    }
}

fn why(reason: ApprovalReason, was_tried: bool) -> &'static str {
    match reason {
        ApprovalReason::Destructive => "This may delete or change several things. It goes on only if you approve:",
        ApprovalReason::Policy => "Your settings ask before every step:",
        ApprovalReason::Guarded => "This would send out what your settings ask about:",
        // The step stands in for another one that failed.
        ApprovalReason::UnknownOutcome if !was_tried => {
            "What was tried before may have been done all the same. Do this in its place?"
        }
        ApprovalReason::UnknownOutcome => {
            "The page was closed while this was under way, so it may have happened. Do it again?"
        }
    }
}

/// Yes: to what was planned, to what was `written` in its place, or to a part of it.
fn answer(edited: Option<String>, left: Option<Value>, written: impl FnOnce(Value) -> Result<Value, String>) -> Answer {
    match (edited, left) {
        (Some(text), _) => dunlin_base::json::read(&text)
            .map_err(|error| format!("the input is not JSON: {error}"))
            .and_then(written)
            .map(|input| ApprovalAnswer::Edit { input })
            .map_err(|error| sentence(&error)),
        (None, Some(input)) => Ok(ApprovalAnswer::Edit { input }),
        (None, None) => Ok(ApprovalAnswer::Approve),
    }
}
