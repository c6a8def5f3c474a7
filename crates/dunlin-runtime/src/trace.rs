//! What was thought, done and seen: a run and all runs below it, as one tree.

use serde::Serialize;
use serde_json::{Value, json};

use crate::{RunStatus, Runtime, Usage, tool::AGENT};

/// How deep the tree is read.
const MOST_DEPTH: u32 = 16;

/// A run with the runs below it.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Trace {
    /// The run.
    pub run_id: String,
    /// The agent whose run it is; none at the top.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What was wanted.
    pub goal: String,
    /// How it stands.
    pub status: RunStatus,
    /// What it and all below it have used.
    pub usage: Usage,
    /// Its steps.
    pub steps: Vec<TraceStep>,
}

/// One step.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TraceStep {
    /// Its number.
    pub step_number: u32,
    /// Why it was done.
    pub thought: String,
    /// What was done: the tool and its input.
    #[cfg_attr(feature = "types", ts(type = "{ tool: string; input: Json }"))]
    pub action: Value,
    /// What came of it: the output, or why there is none.
    #[cfg_attr(
        feature = "types",
        ts(type = "{ output?: Json; error?: string; code?: string | null; status?: StepStatus }")
    )]
    pub observation: Value,
    /// The question that waits for a person, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval_id: Option<String>,
    /// The run that it was carried out by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<Box<Trace>>,
}

impl Trace {
    /// The tree below a run; none when there is no such run.
    pub fn of(runtime: &Runtime, run_id: &str) -> Option<Self> {
        Self::read(runtime, run_id, None, 0)
    }

    fn read(runtime: &Runtime, run_id: &str, agent: Option<String>, depth: u32) -> Option<Self> {
        let run = runtime.get(run_id)?;
        let children = if depth < MOST_DEPTH { runtime.children(run_id) } else { Vec::new() };
        let children: Vec<(u32, String)> = children
            .into_iter()
            .filter_map(|child| Some((runtime.get(&child.run_id)?.parent?.step_number, child.run_id)))
            .collect();
        let live = runtime.shared.find(run_id).ok()??;
        let mut usage = run.usage;
        let mut steps = Vec::new();
        for step in run.execution_log {
            let below = children.iter().find(|(number, _)| *number == step.step_number).and_then(|(_, child)| {
                let agent = step.tool_name.strip_prefix(AGENT).map(str::to_owned);
                Self::read(runtime, child, agent, depth + 1)
            });
            if let Some(below) = &below {
                let succeeded = below.status == RunStatus::Completed;
                usage = usage.and(&live.state.borrow().on_top(step.step_number, below.usage, succeeded));
            }
            let observation = match (step.output, step.error) {
                (Some(output), _) => json!({"output": output}),
                (None, Some(error)) => json!({"error": error, "code": step.error_code}),
                (None, None) => json!({"status": step.status}),
            };
            steps.push(TraceStep {
                step_number: step.step_number,
                thought: step.thought,
                action: json!({"tool": step.tool_name, "input": step.tool_input}),
                observation,
                approval_id: step.approval.map(|approval| approval.approval_id),
                below: below.map(Box::new),
            });
        }
        Some(Self { run_id: run.run_id, agent, goal: run.goal, status: run.status, usage, steps })
    }

    /// The questions that wait for a person in this run and below it: run, step and what the answer must name.
    pub fn questions(&self) -> Vec<(String, u32, String)> {
        let mut all = Vec::new();
        for step in &self.steps {
            all.extend(step.approval_id.iter().map(|id| (self.run_id.clone(), step.step_number, id.clone())));
            all.extend(step.below.iter().flat_map(|below| below.questions()));
        }
        all
    }
}
