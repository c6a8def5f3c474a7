//! One step of the log: a line, its output, a question that waits, and the details when opened.

use dunlin::{ExecutionStep, Now};
use leptos::prelude::*;

use super::{ask::Ask, change::ChangeFailed, details::Details, inside::Inside, question::Question, words::state_of};
use crate::{
    model::{
        BarKind, Mark, Phrase, Source,
        format::shortened,
        step::{aside_of, fault_of, said_of, time_of},
        told_in_line, use_app,
        value::{answer, gives_nothing_new, joint, told},
        wait_of,
    },
    view::plan::Said,
    view::ui::{Glyph, Icon, Place},
};

/// The longest output that a row shows; the details have it all.
const MOST_CHARACTERS: usize = 300;

/// A step, as far as the run that it is of has it.
pub(super) type Step = Memo<Option<ExecutionStep>>;

/// What is made of a step, where there is one.
fn made<T>(step: Step, make: impl FnOnce(&ExecutionStep) -> T) -> Option<T> {
    step.with(|step| step.as_ref().map(make))
}

/// The row of a step of the run that is looked at.
#[component]
pub(super) fn LogRow(
    place: Place,
    /// Its place in the execution log.
    index: usize,
) -> impl IntoView {
    let app = use_app();
    // Told only when this very step has changed: a run of a thousand steps tells of one at a time.
    let step = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref()?.execution_log.get(index).cloned()));
    let number = step.with_untracked(|step| step.as_ref().map_or(0, |step| step.step_number));
    let open = Memo::new(move |_| app.place.with(|place| place.step == Some(number)));
    let toggle = move |_| app.select_step((!open.get_untracked()).then_some(number));
    let title = move |step: &ExecutionStep| {
        title(step, said_of(app, Source::SHOWN, step), number.to_string(), app.todos.calendar())
    };
    view! {
        <li
            class="log-row"
            id=format!("step-{number}")
            aria-posinset=move || place.posinset()
            aria-setsize=move || place.setsize()
        >
            <div class="log-line">
                <Opener open on:click=toggle>{move || made(step, title)}</Opener>
                {move || made(step, |step| state_of(app, Source::SHOWN, step))}
                <Track number step />
                <span class="log-time">{move || made(step, |step| time_of(app, step))}</span>
            </div>
            <Became source=Source::SHOWN step />
            <ChangeFailed number />
            <Asking source=Source::SHOWN step />
            <Inside source=Source::SHOWN step />
            <Opened number step open />
        </li>
    }
}

/// The button that opens what is within a line, and the line.
#[component]
pub(super) fn Opener(
    #[prop(into)] open: Signal<bool>,
    /// Its class besides.
    #[prop(optional)]
    class: &'static str,
    children: Children,
) -> impl IntoView {
    view! {
        <button type="button" class=format!("log-open {class}") aria-expanded=move || open.get().to_string()>
            <Glyph icon=Icon::Chevron />
            " "
            {children()}
        </button>
    }
}

/// A step with its number: before it is done, what it does; after, what it did or gave.
pub(super) fn title(step: &ExecutionStep, said: Phrase, number: String, now: Now) -> impl IntoView + use<> {
    let did = told_in_line(step, now).filter(|_| step.success).map(|did| shortened(&did, MOST_CHARACTERS));
    let words = if let Some(did) = did {
        did.into_any()
    } else {
        let gave = gave(step, &said.words);
        view! { <Said phrase=said /> {gave} }.into_any()
    };
    view! {
        <span class="log-title">
            <span class="log-number">{number}</span>
            " "
            <span class="log-words" dir="auto">{words}</span>
        </span>
    }
}

/// What a step gave, behind what it does.
fn gave(step: &ExecutionStep, words: &str) -> Option<AnyView> {
    if !step.success || gives_nothing_new(step) {
        return None;
    }
    if let Some(answer) = answer(step, words) {
        return Some(view! { {joint(&step.tool_input)} <b class="log-answer">{answer}</b> }.into_any());
    }
    let gave = format!(": {}", shortened(&told(step)?, MOST_CHARACTERS));
    Some(view! { <span class="log-gave">{gave}</span> }.into_any())
}

/// The time of a step on the axis of its run. The words beside it say the same.
#[component]
fn Track(number: u32, step: Step) -> impl IntoView {
    let app = use_app();
    let total = Memo::new(move |_| made(step, |step| wait_of(app, step)).flatten());
    // A wait that goes on has the track for itself: how much of it is over.
    let marks = Memo::new(move |_| {
        app.runs.timeline.with(|timeline| {
            let waited = total.get().and_then(|total| timeline.waited(number, total));
            waited.unwrap_or_else(|| timeline.marks(number))
        })
    });
    // A mark stays while time passes: it only grows.
    let mark = move |at: usize| {
        let mark = move |of: fn(&Mark) -> Option<String>| marks.with(|marks| marks.get(at).and_then(of));
        view! {
            <span
                class=move || marks.with(|marks| marks.get(at).map(class_of))
                style:left=move || mark(|mark| Some(mark.left.clone()))
                style:width=move || mark(|mark| mark.width.clone())
            ></span>
        }
    };
    view! {
        <div class="track" aria-hidden="true">
            <For each=move || 0..marks.with(Vec::len) key=|at| *at children=mark />
        </div>
    }
}

fn class_of(mark: &Mark) -> &'static str {
    match mark.kind {
        None => "fold",
        Some(BarKind::Work) => "bar",
        Some(BarKind::Failed) => "bar bar-failed",
        Some(BarKind::Wait) => "bar bar-wait",
        Some(BarKind::Approval) => "bar bar-approval",
    }
}

/// Why a step gave nothing, and what became of it besides.
#[component]
pub(super) fn Became(source: Source, step: Step) -> impl IntoView {
    let app = use_app();
    let fault = move || {
        let (words, meant) = step.with(|step| step.as_ref().and_then(fault_of))?;
        let class = if meant { "log-output log-aside" } else { "log-output log-error" };
        Some(view! { <p class=class dir="auto">{app.by_goal(&words)}</p> })
    };
    let aside = move || {
        let words = step.with(|step| step.as_ref().and_then(|step| aside_of(app, source, step)))?;
        Some(view! { <p class="log-output log-aside" dir="auto">{words}</p> })
    };
    view! { {fault} {aside} }
}

/// What a step asks of a person, in place. It is asked once: what is typed into it stays while the run goes on beside it.
#[component]
pub(super) fn Asking(source: Source, step: Step) -> impl IntoView {
    let app = use_app();
    let asked = Memo::new(move |_| {
        let asked = step.with(|step| {
            let step = step.as_ref()?;
            match (&step.approval, &step.awaits) {
                (Some(approval), _) => Some(approval.approval_id.clone()),
                (None, Some(_)) => Some(format!("attempt {}", step.attempts)),
                (None, None) => None,
            }
        });
        // A run from a file is looked at, and asks nobody.
        asked.filter(|_| app.runs.can_answer(source))
    });
    let ask = move |_| {
        on_cleanup(move || app.focus_goal_again());
        let step = step.get_untracked()?;
        Some(match (step.approval.clone(), step.awaits.clone()) {
            (Some(approval), _) => view! { <Ask source approval step /> }.into_any(),
            (None, Some(awaits)) => view! { <Question source awaits step /> }.into_any(),
            (None, None) => return None,
        })
    };
    view! { <For each=move || asked.get() key=String::clone children=ask /> }
}

/// All that is known of a step, where it is opened. What is open stays as it is, and with it the focus and what was scrolled
/// to, until something happens to this step.
#[component]
fn Opened(number: u32, step: Step, open: Memo<bool>) -> impl IntoView {
    let app = use_app();
    let happened = Memo::new(move |_| {
        let count = open.get().then(|| app.runs.timeline.with(|timeline| timeline.count_of(number)));
        count.map(|count| (count, app.can_fork()))
    });
    move || {
        happened.get()?;
        let events = app.runs.timeline.with_untracked(|timeline| timeline.events_of(number));
        step.get_untracked().map(|step| view! { <Details source=Source::SHOWN step events /> })
    }
}
