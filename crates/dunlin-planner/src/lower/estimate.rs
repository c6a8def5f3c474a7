//! What must hold after a step, and how long one takes that calls no tool.

use dunlin_plan::Check;
use serde_json::Value;

use crate::{
    lower::call::Call,
    model::{
        asked::Pause,
        todo::{Change, Cleared, Filter, NewTodo, Shown, Status, Text, TodoCall},
        tool::ACTION,
    },
};

/// What must hold after a step with this call, which has become this input.
pub(super) fn checks(call: &Call, input: &Value) -> Vec<Check> {
    let reported = || {
        let action = input.get(ACTION).and_then(Value::as_str).map(str::to_owned);
        vec![Check::ActionIs(action.unwrap_or_default())]
    };
    match call {
        Call::Decision { .. } => vec![Check::ResultIsYesOrNo],
        Call::Pause(Pause::Answer { .. }) => vec![Check::Answered],
        Call::Pause(_) => vec![Check::Waited],
        Call::Sum(_) => vec![Check::ResultIsNumber],
        Call::Notify(Text::Said(words)) => vec![Check::Told(words.clone())],
        // What a tool of the host's own must come to, only the host knows; what is told of each todo, only its step.
        Call::Own(..) | Call::Notify(Text::Made(_)) => Vec::new(),
        Call::Day(_) | Call::Schedule(_) | Call::Greeting | Call::Thanks | Call::Help(_) => reported(),
        Call::Todo(todo) => {
            let mut checks = reported();
            effects(todo, &mut checks);
            checks
        }
    }
}

/// What a call of the todo tool must come to.
fn effects(call: &TodoCall, checks: &mut Vec<Check>) {
    // How many of several are meant, the store alone can count.
    let one = !call.is_about_all();
    match call {
        TodoCall::Add(NewTodo { text: Text::Said(text), .. }) => checks.push(Check::TextIs(text.clone())),
        TodoCall::Update(update) if one => {
            if let Change::Text(text) = &update.change {
                checks.push(Check::TextIs(text.clone()));
            }
            checks.push(Check::One);
            if let Change::Due(Some(due)) = &update.change {
                checks.push(Check::Due(due.clone()));
            }
        }
        TodoCall::Complete(_) => {
            checks.extend(one.then_some(Check::One));
            checks.push(Check::Completed);
        }
        TodoCall::Reopen(_) => {
            checks.extend(one.then_some(Check::One));
            checks.push(Check::Open);
        }
        TodoCall::Delete(target) => {
            checks.push(Check::Gone);
            let narrowed = target.which.words().is_some() || target.list.is_some() || !target.filter.is_empty();
            if one {
                checks.push(Check::One);
                checks.extend(target.which.words().map(|words| Check::NamedBy(words.to_owned())));
            } else if !narrowed {
                checks.push(Check::NoneRemains);
            }
        }
        TodoCall::Clear(Cleared { shown: Shown { list, filter }, .. }) => {
            checks.push(Check::Gone);
            let done = Filter { status: Some(Status::Completed), ..Filter::default() };
            match list {
                None if filter.is_empty() => checks.push(Check::NoneRemains),
                None if *filter == done => checks.push(Check::NoneCompletedRemains),
                _ => {}
            }
        }
        _ => {}
    }
}

/// How long a step that calls no tool takes by estimate, in milliseconds: waiting for a person's answer counts nowhere, and what
/// is decided lies in the journal already.
pub(super) fn duration_ms(call: &Call) -> u64 {
    match call {
        Call::Pause(Pause::For { ms, .. }) => *ms,
        Call::Pause(_) | Call::Notify(_) => 1,
        _ => 0,
    }
}
