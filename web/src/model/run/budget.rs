//! What of its budgets a run has used, in words.
//!
//! The page is silent about the usual limits, which hardly any run meets: it shows those that were set, and any that is nearly
//! spent. What happens when one is spent is the runtime's to decide.

use dunlin::{Policy, Usage};

/// From four fifths on, what is used is nearly all.
const NEARLY: (u64, u64) = (4, 5);

/// The words, and whether a budget is nearly spent.
pub(crate) fn budgets_told(policy: &Policy, usage: Usage) -> (String, bool) {
    let usual = Policy::default();
    let budgets = [
        (u64::from(usage.steps), u64::from(policy.max_steps), u64::from(usual.max_steps), "steps begun"),
        (u64::from(usage.tool_calls), u64::from(policy.max_tool_calls), u64::from(usual.max_tool_calls), "tool calls"),
        (usage.active_ms, policy.time_budget_ms, usual.time_budget_ms, SECONDS),
        (usage.tokens, policy.token_budget, usual.token_budget, "tokens"),
    ];
    let (mut words, mut any_near) = (String::new(), false);
    for (used, limit, usual, unit) in budgets {
        let near = u128::from(used) * u128::from(NEARLY.1) >= u128::from(limit) * u128::from(NEARLY.0);
        if limit == usual && !near {
            continue;
        }
        any_near |= near;
        words.push_str(if words.is_empty() { "Budget: " } else { ", " });
        words.push_str(&amount(used.min(limit), unit, true));
        words.push_str(" of ");
        words.push_str(&amount(limit, unit, false));
        words.push(' ');
        words.push_str(unit);
        words.push_str(match near {
            true if used >= limit => " (spent)",
            true => " (nearly spent)",
            false => "",
        });
    }
    (words, any_near)
}

const SECONDS: &str = "s";

/// A number as it is, a time in seconds: with its tenth when it is still running.
fn amount(value: u64, unit: &str, tenths: bool) -> String {
    if unit != SECONDS {
        return value.to_string();
    }
    let (whole, tenth) = (value / 1000, value % 1000 / 100);
    if tenths || tenth > 0 { format!("{whole}.{tenth}") } else { whole.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn what_was_set_is_told_and_what_is_nearly_spent() {
        let usual = Policy::default();
        let calls = |max_tool_calls| Policy { max_tool_calls, ..Policy::default() };
        let time = |time_budget_ms| Policy { time_budget_ms, ..Policy::default() };
        let used = |steps, tool_calls, active_ms| Usage { steps, tool_calls, tokens: 0, active_ms };
        for (policy, usage, words, near) in [
            (&usual, used(3, 3, 9000), "", false),
            (&usual, used(80, 3, 9000), "Budget: 80 of 100 steps begun (nearly spent)", true),
            (&calls(10), used(2, 2, 400), "Budget: 2 of 10 tool calls", false),
            (&calls(10), used(9, 8, 400), "Budget: 8 of 10 tool calls (nearly spent)", true),
            (&calls(2), used(2, 2, 400), "Budget: 2 of 2 tool calls (spent)", true),
            (&time(60_000), used(1, 1, 420), "Budget: 0.4 of 60 s", false),
            (&time(1500), used(1, 1, 9000), "Budget: 1.5 of 1.5 s (spent)", true),
            (
                &Policy { max_tool_calls: 10, ..time(60_000) },
                used(2, 2, 400),
                "Budget: 2 of 10 tool calls, 0.4 of 60 s",
                false,
            ),
        ] {
            assert_eq!(budgets_told(policy, usage), (words.to_owned(), near));
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn no_limit_is_too_large_to_be_told() {
        let policy = Policy { token_budget: u64::MAX, ..Policy::default() };
        let (words, near) = budgets_told(&policy, Usage { tokens: u64::MAX, ..Usage::default() });
        assert_eq!(
            (words.as_str(), near),
            ("Budget: 18446744073709551615 of 18446744073709551615 tokens (spent)", true)
        );
    }
}
