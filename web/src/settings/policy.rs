//! What runs may do.

use dunlin::{ApprovalMode, Content, Policy};
use leptos::prelude::*;

use crate::state::app;

const APPROVALS: [(ApprovalMode, &str, &str); 3] = [
    (ApprovalMode::Destructive, "destructive", "Destructive steps"),
    (ApprovalMode::Always, "always", "Every step"),
    (ApprovalMode::Never, "never", "No step"),
];

/// The policy of later runs.
#[component]
pub(crate) fn PolicyGroup() -> impl IntoView {
    let app = app();
    let settings = app.settings;
    let usual = Policy::default();
    let options: Vec<_> = APPROVALS
        .into_iter()
        .map(|(mode, value, words)| {
            view! {
                <option value=value prop:selected=move || settings.approval() == mode>
                    {words}
                </option>
            }
        })
        .collect();
    let choose = move |event| {
        let value = event_target_value(&event);
        let mode = APPROVALS.into_iter().find(|(_, name, _)| *name == value).map(|(mode, _, _)| mode);
        settings.change_policy(|policy| policy.approval = mode);
    };
    view! {
        <fieldset class="group">
            <legend>"Before and during a run"</legend>
            <label class="field">
                "Ask before"
                <select class="field-input" on:change=choose>
                    {options}
                </select>
            </label>
            <Limit
                name="Steps at once"
                most=64
                value=Signal::derive(move || settings.policy.with(|policy| policy.max_parallel.unwrap_or(usual.max_parallel)))
                change=Callback::new(move |value| settings.change_policy(|policy| policy.max_parallel = Some(value)))
            />
            <Limit
                name="Most steps"
                most=1000
                value=Signal::derive(move || settings.policy.with(|policy| policy.max_steps.unwrap_or(usual.max_steps)))
                change=Callback::new(move |value| settings.change_policy(|policy| policy.max_steps = Some(value)))
            />
            <Limit
                name="Longest time, in seconds"
                most=86_400
                value=Signal::derive(move || {
                    let ms = settings.policy.with(|policy| policy.time_budget_ms.unwrap_or(usual.time_budget_ms));
                    u32::try_from(ms / 1000).unwrap_or(u32::MAX)
                })
                change=Callback::new(move |value: u32| {
                    settings.change_policy(|policy| policy.time_budget_ms = Some(u64::from(value) * 1000));
                })
            />
            <label class="field">
                <span>"Keep no texts in the log" <small>"Only lengths and counts are stored"</small></span>
                <input
                    type="checkbox"
                    class="check"
                    prop:checked=move || settings.redacts()
                    on:change=move |event| {
                        let content = if event_target_checked(&event) { Content::Redact } else { Content::Keep };
                        settings.change_policy(|policy| policy.content = Some(content));
                    }
                />
            </label>
        </fieldset>
    }
}

/// A whole number from 1.
#[component]
fn Limit(
    /// What it limits.
    name: &'static str,
    /// The most it can be.
    most: u32,
    /// What it is.
    value: Signal<u32>,
    /// What to do with another one.
    change: Callback<u32>,
) -> impl IntoView {
    view! {
        <label class="field">
            {name}
            <input
                class="field-input"
                type="number"
                min="1"
                max=most
                step="1"
                prop:value=move || value.get().to_string()
                on:change=move |event| {
                    // What is no such number leaves the limit as it was.
                    if let Ok(number) = event_target_value(&event).parse::<u32>() {
                        change.run(number.clamp(1, most));
                    }
                }
            />
        </label>
    }
}
