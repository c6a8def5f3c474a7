//! What the page hears, as JSON.

use dunlin_base::json as text;
use dunlin_runtime::{ToolFailure, ToolOutput};
use serde_json::json;

/// What a call gave.
pub(crate) fn given(result: Result<ToolOutput, ToolFailure>) -> String {
    match result {
        Ok(given) => text::write(&given),
        Err(failure) => failed(&failure),
    }
}

/// Why it gave nothing.
pub(crate) fn failed(failure: &ToolFailure) -> String {
    json!({"failure": failure}).to_string()
}

/// Why an agent is not taken, or plans nothing.
pub(crate) fn refused(error: impl Into<ToolFailure>) -> String {
    failed(&error.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_agents::agents::Team;
    use dunlin_base::testing::World;
    use dunlin_runtime::Policy;

    #[test]
    fn what_a_call_gave_and_why_it_gave_nothing_cross_as_json() {
        let output = ToolOutput { output: json!([1]), metadata: Some(json!({"count": 1})) };
        assert_eq!(text::parse(&given(Ok(output))).unwrap(), json!({"metadata": {"count": 1}, "output": [1]}));
        let failure = ToolFailure { hint: Some("do".into()), ..ToolFailure::transient("a.b", "no") };
        let told = json!({"failure": {"code": "a.b", "message": "no", "hint": "do", "retryable": true}});
        assert_eq!(text::parse(&given(Err(failure))).unwrap(), told);
    }

    #[test]
    fn the_example_is_a_goal_for_all_agents() {
        let example = text::parse(include_str!("../data/example.json")).unwrap();
        let team = Team::shipped(World::new(1).env()).unwrap();
        let plan = team.plan(example["goal"].as_str().unwrap(), &Policy::default()).unwrap();
        let tools: Vec<&str> = plan.steps.iter().map(|step| step.tool_name.as_str()).collect();
        assert_eq!(tools, ["agent:researcher", "agent:analyst", "agent:coder", "agent:reviewer"]);
    }
}
