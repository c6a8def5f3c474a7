//! The names of tools as clients know them: many clients take no colon, and each name is that of one tool.

use std::collections::BTreeSet;

use dunlin::ToolSpec;

use super::own::own_tools;

/// What the names of agents begin with among the tools of plans.
pub(super) const AGENT: &str = "agent:";

/// Tools with the names that clients know them by: `agent:crier` is `agent_crier`, and where that is another's it is
/// `agent_crier_2`. So does the package (`outward` in `webmcp.js`).
pub(super) fn outward(mut tools: Vec<ToolSpec>) -> Vec<(String, ToolSpec)> {
    let mut taken: BTreeSet<String> = own_tools().into_iter().map(|tool| tool.name.into_owned()).collect();
    // What keeps its name comes first, so that it does.
    tools.sort_by_key(|tool| plain(&tool.name) != tool.name);
    let named = tools.into_iter().map(|tool| {
        let name = plain(&tool.name);
        let (mut free, mut number) = (name.clone(), 1);
        while !taken.insert(free.clone()) {
            number += 1;
            free = format!("{name}_{number}");
        }
        (free, tool)
    });
    named.collect()
}

fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || "_.-".contains(c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tool_has_a_name_of_its_own() {
        for (names, known) in [
            (&["agent:crier", "sql"][..], &["sql", "agent_crier"][..]),
            (&["agent:crier", "agent_crier", "agent_crier_2"], &["agent_crier", "agent_crier_2", "agent_crier_3"]),
            (&["dunlin_plan", "dunlin_plan_2"], &["dunlin_plan_2", "dunlin_plan_2_2"]),
        ] {
            let tools = names.iter().map(|name| ToolSpec { name: (*name).to_owned(), ..ToolSpec::default() });
            let told: Vec<String> = outward(tools.collect()).into_iter().map(|(name, _)| name).collect();
            assert_eq!(told, known, "{names:?}");
        }
    }
}
