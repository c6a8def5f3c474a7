//! What a run waits for from outside: an approval, an answer, a signal. It also waits for whatever its children wait for.

use dunlin::{Awaited, Dunlin, ExecutionStep, Run, RunHandle, RunStatus, Sensitive, StepStatus, schema};
use dunlin_agents::guard::{Action, Guard, GuardPolicy, Kind};
use serde_json::{Value, json};

/// Plans hold no more levels of plans than this.
const DEEPEST: usize = 16;

/// One thing that a run waits for.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    /// The run whose step it is: the one that is looked at, or a child of it.
    pub(crate) run_id: String,
    pub(crate) step: ExecutionStep,
    pub(crate) what: What,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    /// A person's approval, by its identifier.
    Approval(String),
    /// A person's answer.
    Answer { question: String, schema: Option<Value> },
    /// A signal of that name.
    Signal(String),
}

impl Open {
    /// What tells this question from any other, and stays the same while it is open.
    pub(crate) fn key(&self) -> String {
        match &self.what {
            What::Approval(id) => id.clone(),
            What::Answer { .. } | What::Signal(_) => {
                format!("{}:{}:{}", self.run_id, self.step.step_number, self.step.attempts)
            }
        }
    }

    /// Whether a person answers it; a signal comes from elsewhere.
    pub(crate) fn is_for_a_person(&self) -> bool {
        !matches!(self.what, What::Signal(_))
    }

    /// Whether a person lets the step be done, in words. What the guard asks about is told by kind and place and is not in it:
    /// a question may be read by others than who answers it.
    pub(crate) fn question(&self) -> String {
        let step = self.shown();
        match self.holds() {
            [] => format!("{} {}: do it?", step.tool_name, step.tool_input),
            holds => {
                let holds = Sensitive::in_words(holds);
                format!("{} {} would send {holds}: do it?", step.tool_name, step.tool_input)
            }
        }
    }

    /// What its input holds that needs leave.
    fn holds(&self) -> &[Sensitive] {
        self.step.approval.as_ref().map_or(&[], |asked| &asked.holds)
    }

    /// The step without what the guard asks about.
    pub(crate) fn shown(&self) -> ExecutionStep {
        let (holds, step) = (self.holds(), self.step.clone());
        if holds.is_empty() {
            return step;
        }
        let action = |kind: Kind| {
            let asked = holds.iter().any(|one| one.kind == kind.name());
            if asked { Action::Redact } else { Action::Allow }
        };
        let policy = Kind::ALL.into_iter().fold(GuardPolicy::default(), |policy, kind| policy.with(kind, action(kind)));
        ExecutionStep { tool_input: Guard::new(policy).redact_value(&step.tool_input), ..step }
    }

    fn record(&self) -> Value {
        let Self { run_id, step, what } = self;
        match what {
            What::Approval(id) => {
                let mut told = json!({"runId": run_id, "approvalId": id, "stepNumber": step.step_number,
                    "toolName": step.tool_name, "toolInput": self.shown().tool_input});
                if let (false, Some(fields)) = (self.holds().is_empty(), told.as_object_mut()) {
                    fields.insert("holds".to_owned(), json!(self.holds()));
                }
                told
            }
            What::Answer { question, schema } => {
                json!({"runId": run_id, "stepNumber": step.step_number, "question": question, "schema": schema})
            }
            What::Signal(name) => json!({"runId": run_id, "stepNumber": step.step_number, "name": name}),
        }
    }
}

/// All that a run waits for.
#[derive(Debug, Default)]
pub(crate) struct Waits {
    pub(crate) open: Vec<Open>,
    /// Whether no step of it can go on before something comes from outside, or before a moment that is far away.
    pub(crate) rests: bool,
}

impl Waits {
    /// What a run and its children wait for now.
    pub(crate) fn of(dunlin: &Dunlin, handle: &RunHandle) -> Self {
        let mut waits = Self { open: Vec::new(), rests: true };
        waits.look(dunlin, handle.record(), 0);
        waits
    }

    fn look(&mut self, dunlin: &Dunlin, run: Run, depth: usize) {
        let mut children = Vec::new();
        if run.status != RunStatus::Suspended {
            let begun = dunlin.children(&run.run_id).into_iter().filter(|child| !child.status.is_final());
            children.extend(begun.map(|child| dunlin.run_record(&child.run_id)));
            let of_child = |step: &ExecutionStep| {
                let of_step =
                    |child: &Run| child.parent.as_ref().is_some_and(|above| above.step_number == step.step_number);
                children.iter().flatten().any(of_step)
            };
            let under_way = |step: &&ExecutionStep| matches!(step.status, StepStatus::Running | StepStatus::Retrying);
            let mut steps = run.execution_log.iter().chain(&run.inner_log).filter(under_way).peekable();
            // One that is not suspended waits only where each of its steps waits for a child.
            self.rests &= steps.peek().is_some() && steps.all(of_child);
        }
        for child in children {
            match child.filter(|_| depth < DEEPEST) {
                Some(child) => self.look(dunlin, child, depth + 1),
                None => self.rests = false,
            }
        }
        let Run { run_id, execution_log, inner_log, .. } = run;
        self.open.extend(execution_log.into_iter().chain(inner_log).filter_map(|step| {
            let what = match (&step.approval, &step.awaits) {
                (Some(asked), _) => What::Approval(asked.approval_id.clone()),
                (None, Some(Awaited::Answer { question, schema })) => {
                    What::Answer { question: question.clone(), schema: schema.clone() }
                }
                (None, Some(Awaited::Signal { name })) => What::Signal(name.clone()),
                (None, None) => return None,
            };
            Some(Open { run_id: run_id.clone(), step, what })
        }));
    }

    /// For programs: by kind, each with the run whose step it is.
    pub(crate) fn record(&self, run_id: &str) -> Value {
        let of = |wanted: fn(&What) -> bool| -> Vec<Value> {
            self.open.iter().filter(|open| wanted(&open.what)).map(Open::record).collect()
        };
        json!({
            "type": "waits",
            "runId": run_id,
            "approvals": of(|what| matches!(what, What::Approval(_))),
            "questions": of(|what| matches!(what, What::Answer { .. })),
            "signals": of(|what| matches!(what, What::Signal(_))),
        })
    }
}

/// What a person typed as data: JSON where it is JSON that fits, else the text as it stands.
pub(crate) fn typed(text: &str, schema: Option<&Value>) -> Value {
    let fits = |value: &Value| schema.is_none_or(|schema| schema::check(schema, value).is_empty());
    let plain = Value::String(text.to_owned());
    match serde_json::from_str::<Value>(text) {
        // What fits neither way is shown as JSON.
        Ok(value) if fits(&value) || !fits(&plain) => value,
        _ => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_read_as_the_question_wants_it() {
        let text = json!({"type": "string"});
        let number = json!({"type": "integer"});
        for (typed_text, schema, read) in [
            ("12", None, json!(12)),
            ("twelve", None, json!("twelve")),
            ("12", Some(&text), json!("12")),
            ("12", Some(&number), json!(12)),
            ("\"12\"", Some(&text), json!("12")),
            ("twelve", Some(&number), json!("twelve")),
            ("1.5", Some(&number), json!(1.5)),
            ("", None, json!("")),
        ] {
            assert_eq!(typed(typed_text, schema), read, "{typed_text:?} for {schema:?}");
        }
    }
}
