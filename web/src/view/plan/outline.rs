//! The plan in words: the list named "Steps".

use dunlin::{Now, PlanStep, RunWhen, StepKind, Touch};
use leptos::{ev, html, prelude::*};
use serde_json::Value;

use crate::{
    model::{
        Deed, Phrase, Reading,
        edits::as_stored,
        format::{counted, sentence, shortened},
        goes_by, said, steps_before, use_app,
        value::{foreseen, joint, pretty},
    },
    platform,
    view::run::{FormOpener, StateWord, StepForm},
    view::ui::{Glyph, Icon, LongList, Note, Place, Tone, focus_field_in, on_escape},
};

/// More steps than this scroll in themselves: nobody reads past a hundred of them to reach what is below.
const SHORT: usize = 12;

/// Every step, as people say it; why, and the words it came from, where it is opened. The steps of a run can be selected.
#[component]
pub(crate) fn Outline(live: bool) -> impl IntoView {
    let app = use_app();
    let shown = app.picture.shown;
    // What comes after what is said where it is not simply one after the other.
    let branched = Memo::new(move |_| shown.with(|pictured| branches(pictured.steps())));
    // What is not sure is said where it is, and only before it runs.
    let doubts = Memo::new(move |_| {
        shown.with(|pictured| pictured.plan().filter(|_| !live).map(|plan| app.doubts(plan)).unwrap_or_default())
    });
    let doubt = move |step: u32| {
        doubts.with(|doubts| doubts.iter().find(|one| one.0 == step).map(|one| one.1.clone())).unwrap_or_default()
    };
    // What it touches has a line of its own, which is there or is not.
    let touches = move |step: u32| {
        let of = |reading: &Reading| reading.explanation.touches.iter().any(|one| one.step_number == step);
        !live && app.goal.reading.with(of)
    };
    // A step that is the same keeps its row.
    let key = move |at: usize| {
        let branched = branched.get();
        let key = |step: &PlanStep| {
            format!("{} {}", touches(step.step_number), key(step, branched, &doubt(step.step_number)))
        };
        shown.with(|pictured| pictured.steps().get(at).map(key).unwrap_or_default())
    };
    let pointed = Signal::derive(move || {
        let number = app.step_pointed(live)?;
        shown.with(|pictured| pictured.steps().iter().position(|one| one.step_number == number))
    });
    let row = move |(place, _): (Place, String)| {
        shown.with_untracked(|pictured| {
            let (Some(plan), Some(step)) = (pictured.plan(), pictured.steps().get(place.at.get_untracked())) else {
                return view! { <li></li> }.into_any();
            };
            let words = step.source.bytes(&plan.goal).of(&plan.goal).to_owned();
            let doubt = untrack(|| doubt(step.step_number));
            let branched = branched.get_untracked();
            view! { <OutlineStep place step=step.clone() words branched doubt live /> }.into_any()
        })
    };
    let count = Signal::derive(move || shown.with(|pictured| pictured.steps().len()));
    view! { <LongList short=SHORT count key held=pointed class="steps" row attr:aria-label="Steps" /> }
}

/// Whether the steps hang together in another way than one after the other: of steps of which none needs another, a picture
/// shows nothing that their list does not.
pub(super) fn branches(steps: &[PlanStep]) -> bool {
    let joined = steps.iter().any(|step| !step.depends_on.is_empty());
    joined
        && steps.iter().enumerate().any(|(at, step)| match step.depends_on.as_slice() {
            [] => at > 0,
            [before] => at == 0 || steps.get(at - 1).is_some_and(|last| last.step_number != *before),
            _ => true,
        })
}

/// Differs when what a row shows does.
fn key(step: &PlanStep, branched: bool, doubt: &str) -> String {
    format!("{branched} {doubt} {}", serde_json::to_string(step).unwrap_or_default())
}

/// A step: what it does, what it comes after, and what it touches. What it came from is behind its button.
#[component]
fn OutlineStep(
    place: Place,
    step: PlanStep,
    /// The words of the goal that it came from.
    words: String,
    /// Whether what it comes after is said.
    branched: bool,
    /// What is not sure of it; empty where nothing is.
    doubt: String,
    live: bool,
) -> impl IntoView {
    let app = use_app();
    let (number, source) = (step.step_number, step.source);
    let open = RwSignal::new(false);
    let toggle = move |event: ev::MouseEvent| {
        // Opening is not selecting.
        event.stop_propagation();
        open.update(|open| *open = !*open);
    };
    let before =
        steps_before(&step.depends_on, step.run_when).filter(|_| branched || step.run_when != RunWhen::AllSucceeded);
    let doing = step.clone();
    // What it is given: as it was planned, or as it was written by hand before it runs.
    let given = Memo::new(move |_| {
        let by_hand = if live { None } else { app.goal.edits.of(&doing) };
        by_hand.unwrap_or_else(|| doing.tool_input.clone())
    });
    let doing = step.clone();
    // Its dates follow the clock.
    let by = app.picture.shown.with_untracked(|pictured| goes_by(pictured.steps(), &step));
    let phrase = Memo::new(move |_| by.clone().unwrap_or_else(|| given.with(|input| said(app, &doing, input))));
    let summed = step.clone();
    let said_in = words.clone();
    let answered = Memo::new(move |_| given.with(|input| foreseen(&summed, input, &said_in)).filter(|_| !live));
    let touched = (!live).then(|| view! { <Touched step=step.clone() /> });
    // Told only when it is another: a run of a thousand steps tells of one at a time.
    let state = Memo::new(move |_| app.runs.state_of(number).filter(|_| live));
    let pointed = Memo::new(move |_| app.step_pointed(live) == Some(number));
    let point = move |span| {
        if !live {
            app.goal.pointed.set(span);
        }
    };
    // The words of a row open it as its button does; words that are being marked are left so.
    let press = move |_| {
        if live {
            app.select_step(Some(number));
        }
        if !platform::marks_words() {
            open.update(|open| *open = !*open);
        }
    };
    let reason = StoredValue::new((step.reasoning.clone(), words));
    let can_change = !live && step.kind != StepKind::Plan && step.tool_input.is_object();
    let (stored, draft) = (StoredValue::new(step.clone()), RwSignal::new(None));
    let asks = Memo::new(move |_| !live && given.with(|input| stored.with_value(|step| app.asks_first(step, input))));
    view! {
        <li
            class="step"
            aria-posinset=move || place.posinset()
            aria-setsize=move || place.setsize()
            aria-current=move || pointed.get().then_some("step")
            on:click=press
            on:mouseenter=move |_| point(Some(source))
            on:mouseleave=move |_| point(None)
        >
            <button
                type="button"
                class="button button-bare button-icon step-open"
                aria-label=format!("Why step {number}")
                aria-expanded=move || open.get().to_string()
                on:click=toggle
            >
                <Glyph icon=Icon::Chevron />
            </button>
            <span class="log-number">{number}</span>
            <div>
                <div class="step-what" dir="auto">
                    {move || view! { <Said phrase=phrase.get() /> }}
                    {move || answered.get().map(|answer| view! { {given.with(joint)} <b class="step-answer">{answer}</b> })}
                </div>
                {touched}
                <Within step=step.clone() />
                <Show when=move || open.get()>
                    // What is within the row is read and filled in: it does not close it.
                    <div class="step-more" on:click=|event| event.stop_propagation()>
                        <Why reason=reason.with_value(|why| why.0.clone()) words=reason.with_value(|why| why.1.clone()) />
                        {can_change.then(|| view! { <ChangeStep step=stored.get_value() draft /> })}
                    </div>
                </Show>
            </div>
            <div class="step-aside">
                {before.map(|before| view! { <span class="step-after">{before}</span> })}
                {move || asks.get().then(|| view! { <span class="step-after">"asks you first"</span> })}
                {move || state.get().map(|status| view! { <StateWord status /> })}
            </div>
            {(!doubt.is_empty()).then(|| view! { <Doubted how=doubt /> })}
        </li>
    }
}

/// The todos that a step would change as things stand, in a line of its own that keeps its place while somebody types; none
/// where it changes none that are there. A fault in it is shown when typing rests.
#[component]
fn Touched(step: PlanStep) -> impl IntoView {
    let app = use_app();
    let number = step.step_number;
    let step = StoredValue::new(step);
    let is_deletion = move || {
        let deed = |step: &PlanStep| Deed::of(app.goal.edits.of(step).as_ref().unwrap_or(&step.tool_input));
        step.with_value(deed) == Some(Deed::Delete)
    };
    let of = move |reading: &Reading| {
        let all = &reading.explanation.touches;
        let touch = all.iter().find(|touch| touch.step_number == number)?;
        Some(match &touch.problem {
            Some(_) if reading.has_rested() && touch.todos.len() > 1 => Touches {
                astray: true,
                words: format!("{} match: ", counted(touch.todos.len(), "todo")),
                choices: touch.todos.iter().take(MOST_CHOICES).map(|one| (one.id.clone(), one.text.clone())).collect(),
            },
            // Several lines begin with what matters.
            Some(problem) if reading.has_rested() => {
                Touches::line(true, sentence(problem.message.lines().next().unwrap_or_default()))
            }
            Some(_) => Touches::default(),
            None => Touches::line(false, touches(touch, if is_deletion() { "Deletes" } else { "Touches" })),
        })
    };
    let is_there = app.goal.reading.with_untracked(of).is_some();
    let told = Memo::new(move |_| app.goal.reading.with(of).unwrap_or_default());
    let words = Memo::new(move |_| told.with(|told| told.words.clone()));
    let choices = Memo::new(move |_| told.with(|told| told.choices.clone()));
    let chosen = Memo::new(move |_| {
        let input = step.with_value(|step| app.goal.edits.of(step))?;
        input.get("todoId").and_then(Value::as_str).map(str::to_owned)
    });
    let choice = move |(id, text): (String, String)| {
        let (this, name) = (id.clone(), shortened(&text, 40));
        let choose = move |event: ev::MouseEvent| {
            event.stop_propagation();
            step.with_value(|step| app.choose_todo(step, &id, &text));
        };
        view! {
            <button
                type="button"
                class="link"
                dir="auto"
                aria-pressed=move || chosen.with(|chosen| chosen.as_ref() == Some(&this)).to_string()
                on:click=choose
            >
                {name}
            </button>
        }
    };
    is_there.then(|| {
        view! {
            <p
                class="step-touches"
                class:step-choices=move || choices.with(|choices| !choices.is_empty())
                class:step-astray=move || told.with(|told| told.astray) && chosen.with(Option::is_none)
                dir="auto"
                title=move || Some(words.get()).filter(|words| !words.is_empty())
            >
                {move || words.get()}
                <For each=move || choices.get() key=|choice| choice.clone() children=choice />
            </p>
        }
    })
}

/// What is said of the todos that a step would change.
#[derive(Clone, Debug, Default, PartialEq)]
struct Touches {
    /// Whether it would fail as things stand.
    astray: bool,
    words: String,
    /// Todos of which one is to be chosen: the id and the text of each.
    choices: Vec<(String, String)>,
}

impl Touches {
    fn line(astray: bool, words: String) -> Self {
        Self { astray, words, choices: Vec::new() }
    }
}

/// Among more than these nobody chooses by buttons.
const MOST_CHOICES: usize = 6;

/// `Touches “buy milk”`, `Deletes 12 todos: buy milk, call Ann, …`.
fn touches(touch: &Touch, verb: &str) -> String {
    match touch.count {
        0 => format!("{verb} no todo as things stand"),
        1 => format!("{verb} “{}”", names(touch)),
        count => format!("{verb} {}: {}", counted(count, "todo"), names(touch)),
    }
}

fn names(touch: &Touch) -> String {
    let names: Vec<String> = touch.todos.iter().take(MOST_TOUCHED).map(|todo| shortened(&todo.text, 40)).collect();
    let more = if touch.count.max(touch.todos.len()) > names.len() { ", …" } else { "" };
    names.join(", ") + more
}

/// So many are named.
const MOST_TOUCHED: usize = 4;

/// The steps that a step does within itself, where there are several.
#[component]
fn Within(step: PlanStep) -> impl IntoView {
    let app = use_app();
    let child = step.plan.iter().flat_map(|plan| &plan.steps);
    let all: Vec<&PlanStep> = step.body.iter().filter(|_| step.body.len() > 1).chain(child).collect();
    let row = |one: &&PlanStep| view! { <li dir="auto"><Said phrase=said(app, one, &one.tool_input) /></li> };
    let rows: Vec<_> = all.iter().take(SHORT).map(row).collect();
    let name = format!("Steps within step {}", step.step_number);
    (!rows.is_empty()).then(|| view! { <ol class="step-within" aria-label=name>{rows}</ol> })
}

/// That a step may be meant otherwise, and how its words were read.
#[component]
fn Doubted(how: String) -> impl IntoView {
    let app = use_app();
    let read = shortened(how.trim_start_matches("The goal asks to ").trim_end_matches('.'), MOST_READ);
    let said = move || {
        let now = app.todos.calendar();
        let read = sentence(&days_said(&read, &now));
        format!("Read as: {read}. Check this before it runs, it may be meant otherwise.")
    };
    view! { <p class="step-doubt" dir="auto">{said}</p> }
}

/// A text with its days as people say them.
pub(crate) fn days_said(text: &str, now: &Now) -> String {
    text.split(' ').map(|word| day_said(word, now)).collect::<Vec<_>>().join(" ")
}

/// A word, or the day that it is as people say it: `tomorrow,` for `2026-11-22,`.
fn day_said(word: &str, now: &Now) -> String {
    let day = word.trim_end_matches([',', '.', ')']);
    if dunlin::is_valid_due(day) {
        dunlin::describe_due(day, now) + word.get(day.len()..).unwrap_or_default()
    } else {
        word.to_owned()
    }
}

/// A reading is cut after so much.
const MOST_READ: usize = 200;

/// Changes a step before it runs, in the form that the schema of its input gives.
#[component]
fn ChangeStep(
    step: PlanStep,
    /// What was written when the form was closed by Escape: it goes on from there.
    draft: RwSignal<Option<String>>,
) -> impl IntoView {
    let app = use_app();
    let (kind, schema) = (step.kind, app.schema_of(step.kind, &step.tool_name, &step.tool_input));
    // What is written while the form is open, and what counted before.
    let (written, before) = (RwSignal::new(None::<String>), StoredValue::new(None::<Value>));
    let (opener, form) = (NodeRef::<html::Button>::new(), NodeRef::<html::Div>::new());
    let step = StoredValue::new(step);
    let problem = RwSignal::new(None::<String>);
    let is_open = Memo::new(move |_| written.with(Option::is_some));
    let put = move |input| step.with_value(|step| app.goal.edits.put(step, input));
    Effect::new(move || {
        // What cannot be read yet leaves what was read before.
        let input = written.with(|text| dunlin_base::json::read::<Value>(text.as_deref()?).ok());
        let now = untrack(|| app.todos.calendar());
        let meant = input.map(|input| step.with_value(|step| as_stored(kind, &step.tool_name, input, now)));
        problem.set(meant.as_ref().and_then(|meant| meant.clone().err()));
        if let Some(Ok(input)) = meant {
            put(Some(input).filter(|input| step.with_value(|step| *input != step.tool_input)));
        }
    });
    let close = move || {
        written.set(None);
        drop(opener.get_untracked().map(|opener| opener.focus()));
    };
    let toggle = move |()| {
        if is_open.get_untracked() {
            put(None);
            return close();
        }
        let counted = untrack(|| step.with_value(|step| app.goal.edits.of(step)));
        let begun = draft.try_update(Option::take).flatten();
        let begun = begun.or_else(|| counted.as_ref().map(pretty));
        before.set_value(counted);
        written.set(Some(begun.unwrap_or_else(|| step.with_value(|step| pretty(&step.tool_input)))));
        app.once_painted(move || focus_field_in(form));
    };
    // Closed by Escape, what was written does not count until the form is open again.
    let give_up = move || {
        draft.set(written.get_untracked());
        put(before.get_value());
        close();
    };
    view! {
        <div class="step-change">
            <FormOpener is_open node_ref=opener on_toggle=Callback::new(toggle) />
            <Show when=move || is_open.get()>
                <div class="step-form" node_ref=form on:keydown=move |event| on_escape(&event, give_up)>
                    <StepForm schema=schema.clone() written />
                    <button type="button" class="button" on:click=move |_| close()>"Done"</button>
                </div>
            </Show>
            {move || problem.get().map(|words| view! { <Note tone=Tone::Bad words=sentence(&words) /> })}
        </div>
    }
}

/// A phrase with what it is about set off.
#[component]
pub(crate) fn Said(phrase: Phrase) -> impl IntoView {
    let Phrase { verb, object, rest, .. } = phrase;
    let rest = match (rest.is_empty(), object.is_empty()) {
        (true, _) => String::new(),
        (false, true) => format!(" {rest}"),
        (false, false) => format!(", {rest}"),
    };
    let object = (!object.is_empty()).then(|| view! { " " <b class="step-object">{object}</b> });
    view! { {verb} {object} {rest} }
}

/// The reason with the words it came from marked in it, or after it when it does not quote them.
#[component]
fn Why(reason: String, words: String) -> impl IntoView {
    let app = use_app();
    let (before, after) = match reason.split_once(&words) {
        _ if words.is_empty() => (reason, String::new()),
        Some((before, after)) => (before.to_owned(), after.to_owned()),
        None => (format!("{reason} (from “"), "”)".to_owned()),
    };
    let mark = (!words.is_empty()).then(|| view! { <bdi class="step-source">{words}</bdi> });
    let days = move |text: String| move || days_said(&text, &app.todos.calendar());
    view! { <div class="step-why">{days(before)} {mark} {days(after)}</div> }
}
