//! How answers are written: words for a person, JSON lines for a program.

use std::{
    io::{ErrorKind, IsTerminal, Write},
    sync::OnceLock,
};

use dunlin::{
    DunlinError, ExecutionStep, Plan, Run, RunSummary, Sensitive, StepKind, StepStatus, Todo, Touch,
    describe_recurrence,
};
use serde::Serialize;
use serde_json::Value;

use crate::cli::Shape;

/// Whether answers are JSON: asked for, or nobody reads them at a terminal.
pub(crate) fn as_json(shape: Shape) -> bool {
    shape.json || !std::io::stdout().is_terminal()
}

/// Why an answer did not reach the standard output, if one did not.
static LOST: OnceLock<String> = OnceLock::new();

/// Writes a line. A reader that has gone away wants no more of it; that a disk is full ends the program as a failure.
pub(crate) fn line(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = writeln!(out, "{text}").and_then(|()| out.flush())
        && error.kind() != ErrorKind::BrokenPipe
    {
        LOST.get_or_init(|| error.to_string());
    }
}

/// Why an answer is not whole, where a part of it could not be written.
pub(crate) fn lost() -> Option<DunlinError> {
    let message = format!("the answer could not be written: {}", LOST.get()?);
    Some(DunlinError::new("output.not-written", message).with_hint("make room, or write it elsewhere; it is not whole"))
}

/// Writes a record as one line of JSON.
pub(crate) fn record(record: &impl Serialize) {
    line(&dunlin_base::json::write(record));
}

/// Says why something could not be done: on the standard error, so that a pipe gets answers only.
pub(crate) fn trouble(error: &DunlinError, shape: Shape) {
    if as_json(shape) {
        eprintln!("{}", dunlin_base::json::write(&serde_json::json!({ "error": error })));
        return;
    }
    eprintln!("dunlin: {}", clean(&error.message));
    if let Some(hint) = &error.hint {
        eprintln!("  {}", clean(hint));
    }
    let offers = error.details.as_deref().and_then(|details| details.get("suggestions")?.as_array());
    for offer in offers.into_iter().flatten() {
        let goal = offer.as_str().or_else(|| offer.get("goal").and_then(Value::as_str));
        if let Some(goal) = goal {
            eprintln!("  try: {}", clean(goal));
        }
    }
}

/// Says something that a person should know, beside the answer.
pub(crate) fn notice(notice: &str, shape: Shape) {
    if as_json(shape) {
        eprintln!("{}", dunlin_base::json::write(&serde_json::json!({ "notice": notice })));
    } else {
        eprintln!("dunlin: {}", clean(notice));
    }
}

/// A text without what would move the cursor or colour the terminal: it may come from anywhere.
pub(crate) fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{FFFD}' } else { c }).collect()
}

/// A plan as an outline, with the todos that its steps would touch.
pub(crate) fn plan(plan: &Plan, touches: &[Touch]) -> String {
    let mut lines = vec![plan.rationale.clone()];
    for step in &plan.steps {
        let after: Vec<String> = step.depends_on.iter().map(u32::to_string).collect();
        let after = if after.is_empty() { String::new() } else { format!(" (after {})", after.join(", ")) };
        let name = if step.tool_name.is_empty() { step.kind.name() } else { &step.tool_name };
        lines.push(format!("  {}. {name} {}{after}", step.step_number, step.tool_input));
        let touches = touches.iter().filter(|touch| touch.step_number == step.step_number);
        lines.extend(touches.map(|touch| format!("     {}", touched(touch))));
    }
    clean(&lines.join("\n"))
}

/// What a step would touch, or why it would find nothing or too much.
fn touched(touch: &Touch) -> String {
    let names: Vec<String> = touch.todos.iter().map(|todo| format!("{:?}", todo.text)).collect();
    let more = if touch.count > names.len() { ", …" } else { "" };
    let names = names.join(", ") + more;
    match (&touch.problem, touch.count) {
        (Some(problem), _) if problem.code == "todo.ambiguous" => format!("{} todos match: {names}", touch.todos.len()),
        // Beside one that is not there stand those that may be meant.
        (Some(problem), _) => {
            let message = problem.message.lines().next().unwrap_or_default();
            problem.hint.as_ref().map_or_else(|| message.to_owned(), |hint| format!("{message} ({hint})"))
        }
        (None, 0) => "touches no todo as things stand".to_owned(),
        (None, 1) => format!("touches {names}"),
        (None, count) => format!("touches {count} todos: {names}"),
    }
}

/// What a step is called: the tool that it calls, or else its kind.
pub(crate) fn name_of(step: &ExecutionStep, kind: Option<StepKind>) -> &str {
    if step.tool_name.is_empty() { kind.map_or("step", StepKind::name) } else { &step.tool_name }
}

/// A step that has ended, in a line or two.
pub(crate) fn step(step: &ExecutionStep, kind: Option<StepKind>, verbose: bool) -> String {
    let mark = match step.status {
        StepStatus::Succeeded => "✓",
        StepStatus::Failed => "✗",
        StepStatus::Skipped | StepStatus::Denied | StepStatus::Cancelled => "–",
        StepStatus::WaitingApproval => "?",
        StepStatus::Pending | StepStatus::Running | StepStatus::Retrying => "·",
    };
    let name = name_of(step, kind);
    let told = match (&step.output, &step.error) {
        (_, Some(error)) => error.clone(),
        _ if step.approval.as_ref().is_some_and(|asked| !asked.holds.is_empty()) => {
            let holds = step.approval.as_ref().map(|asked| Sensitive::in_words(&asked.holds)).unwrap_or_default();
            format!("waits for leave to send {holds}")
        }
        (Some(output), None) => summary_of(step).or_else(|| of_kind(kind, output)).unwrap_or_else(|| value(output)),
        (None, None) => step.status.name().replace('_', " "),
    };
    let mut text = format!("{mark} {}. {name}: {told}", step.step_number);
    if verbose {
        text = format!("{text}\n     why: {}\n     input: {}", step.thought, step.tool_input);
        if let Some(output) = &step.output {
            text = format!("{text}\n     output: {output}");
        }
        if let Some(took) = step.duration_ms {
            text = format!("{text}\n     {} attempt(s), {took} ms", step.attempts);
        }
    }
    clean(&text)
}

/// What the todo store says of a change; a list speaks for itself.
fn summary_of(step: &ExecutionStep) -> Option<String> {
    let metadata = step.metadata.as_ref()?;
    metadata.get("summary").or_else(|| metadata.get("display"))?.as_str().map(str::to_owned)
}

/// What came of a step that calls no tool, where its output is a record of that.
fn of_kind(kind: Option<StepKind>, output: &Value) -> Option<String> {
    let text = |name: &str| output.get(name)?.as_str().filter(|text| !text.is_empty());
    match kind? {
        StepKind::Wait => Some(format!("waited {}", duration(output.get("waitedMs")?.as_u64()?))),
        StepKind::Notify => {
            let told: Vec<&str> = ["title", "body"].into_iter().filter_map(text).collect();
            (!told.is_empty()).then(|| told.join(": "))
        }
        // A signal may come without data.
        StepKind::Signal if output.is_null() => Some("it came".to_owned()),
        _ => None,
    }
}

/// A length of time in its two largest units.
fn duration(ms: u64) -> String {
    let of = |large: u64, name: &str, small: u64, rest: &str| {
        let (whole, left) = (ms / large, ms % large / small);
        if left == 0 { format!("{whole} {name}") } else { format!("{whole} {name} {left} {rest}") }
    };
    match ms {
        0..1000 => format!("{ms} ms"),
        1000..60_000 => format!("{}.{} s", ms / 1000, ms % 1000 / 100),
        60_000..3_600_000 => of(60_000, "min", 1000, "s"),
        3_600_000..86_400_000 => of(3_600_000, "h", 60_000, "min"),
        _ => of(86_400_000, "d", 3_600_000, "h"),
    }
}

/// A value as a person would have it: todos in lines, texts and numbers as they are.
fn value(output: &Value) -> String {
    let todo_of = |value: &Value| {
        value.get("id")?;
        serde_json::from_value::<Todo>(value.clone()).ok()
    };
    match output {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "nothing".to_owned(),
        Value::Array(items) => match items.iter().map(todo_of).collect::<Option<Vec<Todo>>>() {
            Some(todos) => todos.iter().map(|item| ["\n  ", &todo(item)].concat()).collect::<Vec<_>>().concat(),
            None => output.to_string(),
        },
        Value::Object(_) => todo_of(output).map_or_else(|| output.to_string(), |item| todo(&item)),
        plain => plain.to_string(),
    }
}

/// A todo in a line.
pub(crate) fn todo(todo: &Todo) -> String {
    let mut text = format!("[{}] {}", if todo.completed { 'x' } else { ' ' }, todo.text);
    let parts = [
        todo.due.as_ref().map(|due| format!("due {}", due.as_str().replace('T', " "))),
        todo.recurrence.as_deref().map(|rule| describe_recurrence(rule).unwrap_or_else(|_| rule.to_owned())),
        todo.priority.map(|priority| format!("p{priority}")),
        todo.list.as_ref().map(|list| format!("on {list}")),
    ];
    for part in parts.into_iter().flatten().chain(todo.tags.iter().map(|tag| format!("#{tag}"))) {
        text = format!("{text} · {part}");
    }
    clean(&text)
}

/// A run in a line.
pub(crate) fn summary(run: &RunSummary) -> String {
    let goal: String = run.goal.chars().take(80).collect();
    clean(&format!(
        "{}  {:<9}  {}/{}  {}",
        run.run_id,
        run.status.name(),
        run.steps_done,
        run.steps,
        goal.replace('\n', " ")
    ))
}

/// A run in some lines.
pub(crate) fn run(run: &Run, verbose: bool) -> String {
    let why = run.cancel_reason.as_deref().map(|reason| format!(" ({reason})")).unwrap_or_default();
    let mut lines = vec![clean(&format!("{}{why}: {}", run.status.name(), run.goal))];
    let kind = |entry: &ExecutionStep| run.planned(entry.step_number).map(|planned| planned.kind);
    lines.extend(run.execution_log.iter().map(|entry| step(entry, kind(entry), verbose)));
    if let Some(error) = &run.error {
        lines.push(clean(&format!("{} ({})", error.message, error.code)));
        lines.extend(error.hint.as_deref().map(|hint| format!("  {}", clean(hint))));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn done(tool: &str, output: Value) -> ExecutionStep {
        ExecutionStep {
            step_number: 3,
            tool_name: tool.to_owned(),
            status: StepStatus::Succeeded,
            success: true,
            output: Some(output),
            ..ExecutionStep::default()
        }
    }

    #[test]
    fn a_step_that_calls_no_tool_is_told_in_words_by_its_kind() {
        for (kind, output, told) in [
            (StepKind::Wait, json!({"waitedMs": 1002}), "✓ 3. wait: waited 1.0 s"),
            (StepKind::Wait, json!({"waitedMs": 7}), "✓ 3. wait: waited 7 ms"),
            (StepKind::Wait, json!({"waitedMs": 600_000}), "✓ 3. wait: waited 10 min"),
            (StepKind::Wait, json!({"waitedMs": 3_900_000}), "✓ 3. wait: waited 1 h 5 min"),
            (StepKind::Wait, json!({"waitedMs": 176_400_000}), "✓ 3. wait: waited 2 d 1 h"),
            (
                StepKind::Notify,
                json!({"title": "Tea", "body": "is ready", "shown": true}),
                "✓ 3. notify: Tea: is ready",
            ),
            (StepKind::Notify, json!({"title": "Tea", "body": "", "shown": false}), "✓ 3. notify: Tea"),
            (StepKind::Ask, json!("large"), "✓ 3. ask: large"),
            (StepKind::Map, json!([]), "✓ 3. map: nothing"),
            (StepKind::Signal, Value::Null, "✓ 3. signal: it came"),
            (StepKind::Decision, json!(true), "✓ 3. decision: true"),
        ] {
            assert_eq!(step(&done("", output), Some(kind), false), told);
        }
        // The same fields in what a tool gives are its own.
        let tool = done("timer", json!({"waitedMs": 5}));
        assert_eq!(step(&tool, Some(StepKind::Tool), false), "✓ 3. timer: {\"waitedMs\":5}");
    }
}
