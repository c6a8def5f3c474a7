//! What runs may do.

use dunlin::{ApprovalMode, Content, Policy, PolicyChange};
use leptos::prelude::*;

use crate::{
    model::App,
    view::ui::{El, choice, el, field, is_ticked, value_of},
};

const APPROVALS: [(ApprovalMode, &str, &str); 3] = [
    (ApprovalMode::Destructive, "destructive", "Destructive steps"),
    (ApprovalMode::Always, "always", "Every step"),
    (ApprovalMode::Never, "never", "No step"),
];

/// The policy of later runs.
pub(crate) fn policy_group(app: App) -> El {
    let settings = app.settings;
    let usual = Policy::default();
    let options = APPROVALS.into_iter().map(|(_, value, words)| (value.to_owned(), words.to_owned()));
    let value = move || {
        let known = APPROVALS.into_iter().find(|(mode, ..)| *mode == settings.approval());
        known.map(|(_, name, _)| name.to_owned()).unwrap_or_default()
    };
    let ask = choice(options, value, move |name| {
        let mode = APPROVALS.into_iter().find(|(_, known, _)| *known == name).map(|(mode, ..)| mode);
        settings.change_policy(|policy| policy.approval = mode);
    });
    let with = move |of: fn(&PolicyChange) -> Option<u32>, usual: u32| {
        Box::new(move || settings.policy.with(of).unwrap_or(usual)) as Box<dyn Fn() -> u32>
    };
    let seconds = |ms: u64| u32::try_from(ms / 1000).unwrap_or(u32::MAX);
    let change = move |set: fn(&mut PolicyChange, u32)| {
        Box::new(move |value| settings.change_policy(|policy| set(policy, value))) as Box<dyn Fn(u32)>
    };
    let redact = el("input", "check")
        .attr("type", "checkbox")
        .prop_by("checked", move || settings.redacts().into())
        .on("change", move |event| {
            let content = if is_ticked(&event) { Content::Redact } else { Content::Keep };
            settings.change_policy(|policy| policy.content = Some(content));
        });
    let about = el("span", "").text("Keep no texts in the log ");
    let about = about.child(el("small", "").text("Only lengths and counts are stored"));
    el("fieldset", "group")
        .child(el("legend", "").text("Before and during a run"))
        .child(field("Ask before", ask))
        .child(limit(
            "Steps at once",
            64,
            with(|policy| policy.max_parallel, usual.max_parallel),
            change(|policy, value| policy.max_parallel = Some(value)),
        ))
        .child(limit(
            "Most steps",
            1000,
            with(|policy| policy.max_steps, usual.max_steps),
            change(|policy, value| policy.max_steps = Some(value)),
        ))
        .child(limit(
            "Most tool calls",
            10_000,
            with(|policy| policy.max_tool_calls, usual.max_tool_calls),
            change(|policy, value| policy.max_tool_calls = Some(value)),
        ))
        .child(limit(
            "Longest time, in seconds",
            86_400,
            with(
                |policy| policy.time_budget_ms.map(|ms| u32::try_from(ms / 1000).unwrap_or(u32::MAX)),
                seconds(usual.time_budget_ms),
            ),
            change(|policy, value| policy.time_budget_ms = Some(u64::from(value) * 1000)),
        ))
        .child(el("label", "field").child(about).child(redact))
}

/// A whole number from 1.
fn limit(name: &str, most: u32, value: Box<dyn Fn() -> u32>, change: Box<dyn Fn(u32)>) -> El {
    let input = el("input", "field-input")
        .attr("type", "number")
        .attr("min", "1")
        .attr("max", &most.to_string())
        .attr("step", "1")
        .prop_by("value", move || value().to_string().into())
        .on("change", move |event| {
            // What is no such number leaves the limit as it was.
            if let Ok(number) = value_of(&event).parse::<u32>() {
                change(number.clamp(1, most));
            }
        });
    field(name, input)
}
