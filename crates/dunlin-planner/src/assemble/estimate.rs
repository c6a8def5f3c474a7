//! What a step costs, how long it takes and what must hold after it.

use serde_json::Value;

use super::call::Call;
use crate::{
    Criterion,
    pause::Pause,
    todo::call::{Change, Cleared, Filter, NewTodo, Shown, Status, Text, TodoCall},
};

/// What a step may cost the person if it was not meant: 1 nothing is changed, 2 one thing is and can be taken back at once,
/// 3 many go together. Steps that would cost money or leave the device would stand above, and there are none.
pub(super) fn cost_tier(call: &Call) -> u8 {
    let todo = match call {
        Call::Schedule(_) => return 2,
        Call::Todo(todo) => todo,
        _ => return 1,
    };
    match todo {
        TodoCall::List(_)
        | TodoCall::Search(_)
        | TodoCall::Get(_)
        | TodoCall::Count(_)
        | TodoCall::ListNames
        | TodoCall::CountLists => 1,
        TodoCall::Clear(_) | TodoCall::DeleteList { .. } => 3,
        _ if todo.is_about_all() => 3,
        _ => 2,
    }
}

pub(super) fn criteria(call: &Call) -> Vec<Criterion> {
    let reported = || {
        let action = call.input().get("action").and_then(Value::as_str).map(str::to_owned);
        vec![Criterion::ActionIs(action.unwrap_or_default())]
    };
    match call {
        Call::Decision { .. } => vec![Criterion::ResultIsYesOrNo],
        Call::Pause(Pause::Answer { .. }) => vec![Criterion::Answered],
        Call::Pause(_) => vec![Criterion::Waited],
        Call::Sum(_) => vec![Criterion::ResultIsNumber],
        // What a tool of the host's own must come to, only the host knows.
        Call::Own(..) => Vec::new(),
        Call::Day(_) | Call::Schedule(_) | Call::Greeting | Call::Help(_) => reported(),
        Call::Todo(todo) => {
            let mut criteria = reported();
            effects(todo, &mut criteria);
            criteria
        }
    }
}

/// What a call of the todo tool must come to.
fn effects(call: &TodoCall, criteria: &mut Vec<Criterion>) {
    // How many of several are meant, the store alone can count.
    let one = !call.is_about_all();
    match call {
        TodoCall::Add(NewTodo { text: Text::Said(text), .. }) => criteria.push(Criterion::TextIs(text.clone())),
        TodoCall::Update(update) if one => {
            if let Change::Text(text) = &update.change {
                criteria.push(Criterion::TextIs(text.clone()));
            }
            criteria.push(Criterion::One);
            if let Change::Due(Some(due)) = &update.change {
                criteria.push(Criterion::Due(due.clone()));
            }
        }
        TodoCall::Complete(_) => {
            criteria.extend(one.then_some(Criterion::One));
            criteria.push(Criterion::Completed);
        }
        TodoCall::Reopen(_) => {
            criteria.extend(one.then_some(Criterion::One));
            criteria.push(Criterion::Open);
        }
        TodoCall::Delete(target) => {
            criteria.push(Criterion::Gone);
            let narrowed = target.which.words().is_some() || target.list.is_some() || !target.filter.is_empty();
            if one {
                criteria.push(Criterion::One);
                criteria.extend(target.which.words().map(|words| Criterion::NamedBy(words.to_owned())));
            } else if !narrowed {
                criteria.push(Criterion::NoneRemains);
            }
        }
        TodoCall::Clear(Cleared { shown: Shown { list, filter }, .. }) => {
            criteria.push(Criterion::Gone);
            let done = Filter { status: Some(Status::Completed), ..Filter::default() };
            match list {
                None if filter.is_empty() => criteria.push(Criterion::NoneRemains),
                None if *filter == done => criteria.push(Criterion::NoneCompletedRemains),
                _ => {}
            }
        }
        _ => {}
    }
}

/// How long a step takes by estimate, in milliseconds. The levels are measured: the slower of the median with 10 and with
/// 1,000 todos, through the npm package in Node, rounded up to 1, 2, 5, 10, 20, 50 … A plan takes as long as its critical path,
/// and waiting for a person's answer counts nowhere.
pub(super) fn duration_ms(call: &Call) -> u64 {
    match call {
        // What is decided lies in the journal already.
        Call::Decision { .. } => 0,
        Call::Pause(Pause::For { ms, .. }) => *ms,
        Call::Pause(_) | Call::Sum(_) | Call::Day(_) | Call::Greeting | Call::Help(_) => 1,
        Call::Todo(TodoCall::List(_) | TodoCall::Search(_) | TodoCall::Get(_)) => 5,
        call if cost_tier(call) > 2 => 50,
        _ => 1,
    }
}
