//! What a step has within it: how far it has come, and the steps that it does for each item or in a plan of its own, folded
//! until somebody looks; what of them waits for a person stands there at once.

use dunlin::{ExecutionStep, Progress, Run, StepKind, StepStatus, Within, child_id};
use leptos::prelude::*;

use super::{
    details::Details,
    row::{Asking, Became, Opener, Step, title},
    words::state_of,
};
use crate::{
    model::{
        Listed, Source, is_run_of_its_own,
        step::{kind_of, said_of},
        use_app,
    },
    view::ui::{LongList, Place},
};

/// Longer lists scroll in themselves.
const SHORT: usize = 30;

/// What a step has within it. What it carries out is looked for again when it begins.
#[component]
pub(super) fn Inside(source: Source, step: Step) -> impl IntoView {
    let app = use_app();
    let number = step.with_untracked(|step| step.as_ref().map_or(0, |step| step.step_number));
    let kind = kind_of(app, source, number);
    let is_run = app.runs.of(source, |run| run.planned(number).is_some_and(is_run_of_its_own)) == Some(true);
    let is_going = Memo::new(move |_| {
        let of = |step: &ExecutionStep| step.progress.is_some() && step.status == StepStatus::Running;
        step.with(|step| step.as_ref().is_some_and(of))
    });
    let within = match kind {
        Some(StepKind::Map) => Some(view! { <Folded source listed=Listed::Items(number) /> }.into_any()),
        _ if is_run => Some(view! { <Child source step number /> }.into_any()),
        _ => None,
    };
    view! {
        <Show when=move || is_going.get()>
            <Going step in_words={kind != Some(StepKind::Map)} />
        </Show>
        <Undoing source number />
        {within}
    }
}

/// A bar with what the step says of itself.
#[component]
fn Going(
    step: Step,
    /// Whether the words are shown: how far a map is stands in the line of its items.
    in_words: bool,
) -> impl IntoView {
    let of = move |told: fn(&Progress) -> String| {
        step.with(|step| step.as_ref().and_then(|step| step.progress.as_ref()).map(told)).unwrap_or_default()
    };
    let words = move || of(|progress| progress.words.clone());
    view! {
        <p class="inside-progress">
            <progress
                class="inside-bar"
                max="1"
                aria-label="Progress"
                value=move || of(|progress| progress.fraction.to_string())
            ></progress>
            {in_words.then(|| view! { <span dir="auto">{words}</span> })}
        </p>
    }
}

/// The question whether a step may be taken back, where there is one.
#[component]
fn Undoing(source: Source, number: u32) -> impl IntoView {
    let app = use_app();
    let inner = Memo::new(move |_| {
        let asks =
            |step: &&ExecutionStep| step.within == Some(Within::Undo { undoes: number }) && step.approval.is_some();
        let found = |run: &Run| run.inner_log.iter().find(asks).map(|step| step.step_number);
        app.runs.of(source, found).flatten()
    });
    let ask = move |number: u32| {
        let step = Memo::new(move |_| app.runs.of(source, |run| run.step(number).cloned()).flatten());
        view! { <div><Asking source step /></div> }
    };
    view! { <For each=move || inner.get() key=|number| *number children=ask /> }
}

/// The run that carries a step out. It is shown once it is there, which is a moment after its step has begun.
#[component]
fn Child(source: Source, step: Step, number: u32) -> impl IntoView {
    let app = use_app();
    let known = Memo::new(move |_| {
        let begun = step.with(|step| step.as_ref().is_some_and(|step| step.attempts > 0));
        let id = Some(child_id(&app.runs.id_of(source)?, number)).filter(|_| begun)?;
        app.runs.children.with(|children| children.contains_key(&id)).then_some(id)
    });
    let child = move |id: String| {
        view! { <div><Folded source=Source::child(&id) listed=Listed::All(number) /></div> }
    };
    view! { <For each=move || known.get() key=String::clone children=child /> }
}

/// The line that opens the steps within, and those that are shown.
#[component]
fn Folded(source: Source, listed: Listed) -> impl IntoView {
    let app = use_app();
    let open = RwSignal::new(false);
    let told = Memo::new(move |_| app.runs.of(source, |run| listed.told(run)).unwrap_or_default());
    let some = Memo::new(move |_| app.runs.of(source, |run| !listed.of(run).is_empty()).unwrap_or_default());
    let numbers = Memo::new(move |_| {
        let open = open.get();
        let shown = |run: &Run| app.runs.children.with(|children| listed.shown(run, children, open));
        app.runs.of(source, shown).unwrap_or_default()
    });
    let any = Memo::new(move |_| numbers.with(|numbers| !numbers.is_empty()));
    let count = Signal::derive(move || numbers.with(Vec::len));
    let key = move |at: usize| numbers.with(|numbers| numbers.get(at).copied().unwrap_or_default()).to_string();
    let row = move |(place, key): (Place, String)| inner_row(source, listed, place, key.parse().unwrap_or_default());
    view! {
        <Show when=move || some.get()>
            <Opener open class="inside-open" on:click=move |_| open.update(|open| *open = !*open)>
                <span>{move || told.get()}</span>
            </Opener>
        </Show>
        <Show when=move || any.get()>
            <LongList short=SHORT count key class="inside" row attr:aria-label=listed.name() />
        </Show>
    }
}

/// One step within another. Of a type that says nothing of what is in it: that may be such a list again.
fn inner_row(source: Source, listed: Listed, place: Place, number: u32) -> AnyView {
    view! { <InnerRow source listed place number /> }.into_any()
}

/// A step within another: what it does or did, how it stands, what it asks, and what it has within itself; opened, also what
/// was thought, done and seen.
#[component]
fn InnerRow(source: Source, listed: Listed, place: Place, number: u32) -> impl IntoView {
    let app = use_app();
    let open = RwSignal::new(false);
    let step = Memo::new(move |_| app.runs.of(source, |run| run.step(number).cloned()).flatten());
    let made = move || {
        let step = step.get()?;
        let number = untrack(|| app.runs.of(source, |run| listed.number(run, &step))).unwrap_or_default();
        Some(title(&step, said_of(app, source, &step), number, app.todos.calendar()))
    };
    let stands = move || step.with(|step| step.as_ref().map(|step| state_of(app, source, step)));
    view! {
        <li
            class="inside-row"
            aria-posinset=move || place.posinset()
            aria-setsize=move || place.setsize()
        >
            <div class="inside-line">
                <Opener open on:click=move |_| open.update(|open| *open = !*open)>{made}</Opener>
                {stands}
            </div>
            <Became source step />
            <Asking source step />
            <Inside source step />
            <Opened source step open />
        </li>
    }
}

/// All that is known of a step within another, where it is opened. It is made anew when the step is another.
#[component]
fn Opened(source: Source, step: Step, open: RwSignal<bool>) -> impl IntoView {
    let app = use_app();
    move || {
        let step = open.get().then(|| step.get()).flatten()?;
        let events = app.runs.events_of(source, step.step_number);
        Some(view! { <Details source step events /> })
    }
}
