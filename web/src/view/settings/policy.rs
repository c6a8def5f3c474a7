//! What runs may do.

use dunlin::{ApprovalMode, Content, Policy, PolicyChange};
use leptos::{ev, prelude::*};

use crate::{
    model::use_app,
    view::ui::{Choice, Field},
};

const APPROVALS: [(ApprovalMode, &str, &str); 3] = [
    (ApprovalMode::Destructive, "destructive", "Deleting, big changes"),
    (ApprovalMode::Always, "always", "Every step"),
    (ApprovalMode::Never, "never", "No step"),
];

/// A whole number from 1 that a run does not go beyond.
struct Limit {
    name: &'static str,
    /// What it means, in words.
    about: &'static str,
    /// What it can be at most.
    most: u32,
    /// What it is where nobody has said anything.
    usual: fn(&Policy) -> u32,
    /// What somebody has said.
    said: fn(&PolicyChange) -> Option<u32>,
    set: fn(&mut PolicyChange, u32),
}

const LIMITS: [Limit; 4] = [
    Limit {
        name: "Steps at once",
        about: "Of those that need nothing of each other",
        most: 64,
        usual: |policy| policy.max_parallel,
        said: |policy| policy.max_parallel,
        set: |policy, value| policy.max_parallel = Some(value),
    },
    Limit {
        name: "Most steps",
        about: "After them the run fails",
        most: 1000,
        usual: |policy| policy.max_steps,
        said: |policy| policy.max_steps,
        set: |policy, value| policy.max_steps = Some(value),
    },
    Limit {
        name: "Most tool calls",
        about: "Each try of a step is one",
        most: 10_000,
        usual: |policy| policy.max_tool_calls,
        said: |policy| policy.max_tool_calls,
        set: |policy, value| policy.max_tool_calls = Some(value),
    },
    Limit {
        name: "Longest time, in seconds",
        about: "After it the run fails",
        most: 86_400,
        usual: |policy| seconds(policy.time_budget_ms),
        said: |policy| policy.time_budget_ms.map(seconds),
        set: |policy, value| policy.time_budget_ms = Some(u64::from(value) * 1000),
    },
];

fn seconds(ms: u64) -> u32 {
    u32::try_from(ms / 1000).unwrap_or(u32::MAX)
}

/// The policy of later runs.
#[component]
pub(super) fn PolicyGroup() -> impl IntoView {
    let app = use_app();
    let options = APPROVALS.map(|(_, value, words)| (value.to_owned(), words.to_owned()));
    let value = Signal::derive(move || {
        let known = APPROVALS.into_iter().find(|(mode, ..)| *mode == app.settings.approval());
        known.map(|(_, name, _)| name.to_owned()).unwrap_or_default()
    });
    let change = move |name: String| {
        let mode = APPROVALS.into_iter().find(|(_, known, _)| *known == name).map(|(mode, ..)| mode);
        app.settings.change_policy(|policy| policy.approval = mode);
    };
    let limits = LIMITS.map(|limit| view! { <LimitField limit /> });
    view! {
        <fieldset class="group">
            <legend>"Before and during a run"</legend>
            <Field name="Ask before">
                <Choice options=options.into() value change />
            </Field>
            {limits.into_iter().collect::<Vec<_>>()}
            <Redact />
        </fieldset>
    }
}

/// A limit.
#[component]
fn LimitField(limit: Limit) -> impl IntoView {
    let app = use_app();
    let Limit { name, about, most, usual, said, set } = limit;
    let id = format!("about-{}", name.to_lowercase().replace([' ', ','], "-"));
    let usual = usual(&Policy::default());
    let value = move || app.settings.policy.with(said).unwrap_or(usual).to_string();
    let change = move |event: ev::Event| {
        // What is no such number leaves the limit as it was.
        if let Ok(number) = event_target_value(&event).parse::<u32>() {
            app.settings.change_policy(|policy| set(policy, number.clamp(1, most)));
        }
    };
    view! {
        <label class="field" data-setting=name>
            <span>{name} " " <small id=id.clone()>{about}</small></span>
            <input
                class="field-input"
                type="number"
                aria-label=name
                aria-describedby=id
                min="1"
                max=most
                step="1"
                prop:value=value
                on:change=change
            />
        </label>
    }
}

/// Whether texts stay out of the log.
#[component]
fn Redact() -> impl IntoView {
    let app = use_app();
    let change = move |event: ev::Event| {
        let content = if event_target_checked(&event) { Content::Redact } else { Content::Keep };
        app.settings.change_policy(|policy| policy.content = Some(content));
    };
    view! {
        <label class="field" data-setting="Keep no texts in the log">
            <span>"Keep no texts in the log " <small>"Only how long they are and how many"</small></span>
            <input class="check" type="checkbox" prop:checked=move || app.settings.redacts() on:change=change />
        </label>
    }
}
