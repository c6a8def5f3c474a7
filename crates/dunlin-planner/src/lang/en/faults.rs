//! What is said of a clause that gives no steps: what was found, what was expected, and what to say instead.

use crate::model::{
    intent::TodoIntent,
    refusal::{ClauseFault, PlanError, PlanErrorKind},
};

/// What to do when nothing was typed.
pub(crate) const NOTHING_TYPED: &str = "type what you want done, such as \"add todo buy milk\"";

/// The fault of a sum that can be read in two ways.
pub(crate) fn two_fold() -> ClauseFault {
    ClauseFault {
        kind: PlanErrorKind::Ambiguous,
        message: "found a sum that can be read in two ways, expected one that says what is multiplied".into(),
        hint: "say it with parentheses: \"(4 + 5) * 2\" or \"4 + 5 * 2\"".into(),
        understood: "calculate",
    }
}

/// The fault of a clause with a number whose comma may be meant as a point.
pub(crate) fn comma() -> ClauseFault {
    ClauseFault {
        kind: PlanErrorKind::Ambiguous,
        message: "found a comma in a number that parts no groups of three digits, expected a point".into(),
        hint: "write 1.5 with a point, and thousands as 1,000".into(),
        understood: "calculate",
    }
}

/// The fault of a clause that asks what money of one kind is worth in another.
pub(crate) fn exchange() -> ClauseFault {
    ClauseFault {
        kind: PlanErrorKind::Unrecognized,
        message: "found an amount to be changed into another currency, and no exchange rates are known here".into(),
        hint: "say the rate and it is a sum: \"calculate 20 * 0.92\"".into(),
        understood: "",
    }
}

/// The fault of a clause that no row fits.
pub(crate) fn unrecognized(words: &str) -> ClauseFault {
    if is_equation(words) {
        return ClauseFault {
            kind: PlanErrorKind::Unrecognized,
            message: format!("found an equation with an unknown in {:?}, expected a sum of numbers", shortened(words)),
            hint: "turn it round and say what to calculate: \"(7 - 3) / 2\" for 2x + 3 = 7".into(),
            understood: "",
        };
    }
    if let Some(sign) = open_end(words) {
        return ClauseFault {
            hint: hint_for(None).into(),
            understood: "calculate",
            ..incomplete(words, &["which lacks a number after “", sign, "”"].concat())
        };
    }
    ClauseFault {
        kind: PlanErrorKind::Unrecognized,
        message: format!("found {:?}, expected a request about todos or a calculation", shortened(words)),
        hint: TRY_THESE.into(),
        understood: "",
    }
}

/// What can be said, where nothing says what was meant.
const TRY_THESE: &str = "try \"add todo …\", \"list todos\", \"mark … as done\" or \"calculate …\"";

/// The fault of words that no row fits and no command of the host's own says, with sentences that those say.
pub(crate) fn with_commands(fault: &ClauseFault, examples: &[String]) -> Option<ClauseFault> {
    let (first, last) = (TRY_THESE.strip_suffix(" or \"calculate …\"")?, examples.last()?);
    if fault.hint != TRY_THESE {
        return None;
    }
    let mut hint = format!("{first}, \"calculate …\"");
    for example in &examples[..examples.len() - 1] {
        hint = format!("{hint}, {example:?}");
    }
    let message = fault.message.replace(" or a calculation", ", a calculation or a command");
    Some(ClauseFault { message, hint: format!("{hint} or {last:?}"), ..fault.clone() })
}

/// The sign of arithmetic that words with a number in them end in: "what is 5 plus".
pub(crate) fn open_end(words: &str) -> Option<&'static str> {
    let words = words.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '=' | '?' | '.' | '…'));
    let last = words.split_whitespace().next_back()?;
    let signs = ["plus", "minus", "times", "over", "by", "+", "-", "*", "/", "×", "÷", "−", "^"];
    let sign = signs.into_iter().find(|sign| last.eq_ignore_ascii_case(sign))?;
    words.contains(|c: char| c.is_ascii_digit()).then_some(sign)
}

/// Whether words ask for an unknown: "solve for x", "what is x if 2x + 3 = 7".
fn is_equation(words: &str) -> bool {
    let lower = words.to_lowercase();
    let unknown = lower.split(|c: char| !c.is_alphanumeric()).any(|word| {
        let name = word.trim_start_matches(|c: char| c.is_ascii_digit());
        matches!(name, "x" | "y" | "z" | "n")
    });
    unknown && ["=", "solve", "equals", "equal to", " if "].iter().any(|sign| lower.contains(sign))
}

/// The fault of a clause about "it" with nothing before it that could be meant. What is asked about no todos is a sum.
pub(crate) fn points_at_nothing(intent: Option<TodoIntent>, words: &str) -> ClauseFault {
    ClauseFault {
        hint: hint_for(intent).into(),
        understood: asked_for(intent),
        ..incomplete(words, "which points at nothing said before")
    }
}

/// The fault of a clause that lacks a piece.
pub(crate) fn missing(intent: Option<TodoIntent>, words: &str) -> ClauseFault {
    let lacks = match intent {
        Some(TodoIntent::Delete | TodoIntent::DeleteWhat | TodoIntent::Complete | TodoIntent::CompleteWhat) => {
            "which does not say which todo is meant"
        }
        Some(TodoIntent::CreateList | TodoIntent::DeleteList) => "which does not say which list is meant",
        _ => "which does not say what the todo is",
    };
    ClauseFault { hint: hint_for(intent).into(), understood: asked_for(intent), ..incomplete(words, lacks) }
}

/// The fault of a clause that may be about a todo or about anything else.
pub(crate) fn doubtful(words: &str) -> ClauseFault {
    let hint = "say that a todo is meant: \"delete todo buy milk\" or \"take milk off my list\"";
    let fault = incomplete(words, "which does not say that a todo is meant");
    ClauseFault { kind: PlanErrorKind::Ambiguous, hint: hint.into(), ..fault }
}

/// The fault of a clause that makes something and does not say what.
pub(crate) fn either_kind(words: &str) -> ClauseFault {
    let hint = "say which: \"create a list called holidays\" or \"add todo buy milk\"";
    let fault = incomplete(words, "which does not say whether a list or a todo is meant");
    ClauseFault { kind: PlanErrorKind::Ambiguous, hint: hint.into(), ..fault }
}

fn incomplete(words: &str, lacks: &str) -> ClauseFault {
    ClauseFault {
        kind: PlanErrorKind::Incomplete,
        message: format!("found {:?}, {lacks}", shortened(words)),
        hint: String::new(),
        understood: "",
    }
}

/// What a clause asks for of which a piece is missing.
const fn asked_for(intent: Option<TodoIntent>) -> &'static str {
    let Some(intent) = intent else { return "calculate" };
    match intent {
        TodoIntent::Add | TodoIntent::AddSeveral | TodoIntent::AddWhat => "add a todo",
        TodoIntent::Delete | TodoIntent::DeleteWhat => "delete a todo",
        TodoIntent::Complete | TodoIntent::CompleteWhat => "mark a todo as done",
        TodoIntent::Clear | TodoIntent::ClearDone => "clear a list",
        TodoIntent::CompleteAll => "mark all of a list as done",
        TodoIntent::CreateList => "make a list",
        TodoIntent::RenameList => "rename a list",
        TodoIntent::DeleteList => "delete a list",
        TodoIntent::Search | TodoIntent::Get => "show a todo",
        _ => "change a todo",
    }
}

const fn hint_for(intent: Option<TodoIntent>) -> &'static str {
    let Some(intent) = intent else { return "say the numbers: \"calculate 12 * 7\"" };
    match intent {
        TodoIntent::Delete | TodoIntent::DeleteWhat => {
            "say which one: \"delete buy milk\" or \"delete the second todo\""
        }
        TodoIntent::Complete | TodoIntent::CompleteWhat => {
            "say which one: \"mark buy milk as done\" or \"complete the first todo\""
        }
        TodoIntent::CreateList => "say its name: \"create a list called holidays\"",
        TodoIntent::DeleteList | TodoIntent::Clear | TodoIntent::ClearDone | TodoIntent::CompleteAll => {
            "say which list: \"clear my list\" or \"delete the holidays list\""
        }
        _ => "say what to add: \"add todo buy milk\"",
    }
}

/// The fault of a clause that several commands of the host's own claim alike.
#[cold]
pub(crate) fn several_commands(text: &str) -> ClauseFault {
    ClauseFault {
        kind: PlanErrorKind::Ambiguous,
        message: format!("found {text:?}, which several commands fit alike, expected one of them"),
        hint: "say it in words that only one of them has".to_owned(),
        understood: "",
    }
}

/// The hint where several commands fit the same words, of which these answers mean one each.
pub(crate) fn which_is_meant(first: &str, second: &str) -> String {
    format!("say which is meant: {first:?} or {second:?}")
}

/// The fault of a command whose "it" means nothing that was said.
#[cold]
pub(crate) fn nothing_meant(text: &str) -> ClauseFault {
    ClauseFault {
        kind: PlanErrorKind::Unrecognized,
        message: format!("found {text:?}, which points at something said before, and nothing was"),
        hint: "say what is meant in place of \"it\"".to_owned(),
        understood: "",
    }
}

fn shortened(words: &str) -> String {
    const MOST: usize = 60;
    if words.chars().count() <= MOST {
        return words.to_owned();
    }
    words.chars().take(MOST - 1).chain(['…']).collect()
}

/// The fault of a clause that asks what can be said.
pub(crate) fn help(words: &str) -> ClauseFault {
    ClauseFault {
        kind: PlanErrorKind::Unrecognized,
        message: format!("found {:?}, expected a request about todos or a calculation", shortened(words)),
        hint: "you can add, list, find, complete, delete and move todos, and calculate: try \"add todo …\", \"list todos\", \"mark … as done\" or \"calculate …\"".into(),
        understood: "",
    }
}

/// The hint where even the first goal that is offered leaves something out.
pub(crate) fn leaves_out(words: &str, hint: &str) -> String {
    format!("what is offered leaves out {:?}; {hint}", shortened(words))
}

/// The fault of words that no command of the host's own says, where nothing else is offered; with sentences that some say.
pub(crate) fn no_command(examples: &[String]) -> ClauseFault {
    let named: Vec<String> = examples.iter().map(|example| format!("{example:?}")).collect();
    let hint = match named.as_slice() {
        [] => "say what one of the commands says".to_owned(),
        named => format!("say what one of the commands says, such as {}", named.join(" or ")),
    };
    let message = "found words that no command says, expected one of the commands".to_owned();
    ClauseFault { kind: PlanErrorKind::Unrecognized, message, hint, understood: "" }
}

fn broken(message: String, hint: &str) -> PlanError {
    PlanError::new(PlanErrorKind::Constraint, message).with_hint(hint)
}

/// The fault of a plan with a step that the goal itself forbids, or with too many.
#[cold]
pub(crate) fn deletes(step: u32) -> PlanError {
    let message = format!("step {step} deletes, and the goal says that nothing is to be deleted");
    broken(message, "leave the deletion or the limit out")
}

#[cold]
pub(crate) fn changes(step: u32) -> PlanError {
    let message = format!("step {step} changes todos, and the goal says that nothing is to be changed");
    broken(message, "leave the change or the limit out")
}

#[cold]
pub(crate) fn more_steps(steps: usize, most: usize) -> PlanError {
    broken(format!("found {steps} steps, and the goal says at most {most}"), "ask for less or raise the limit")
}

#[cold]
pub(crate) fn other_tool(step: u32, tool: &str, allowed: &str) -> PlanError {
    let message = format!("step {step} needs the tool {tool:?}, and the goal says to use only {allowed}");
    broken(message, "leave this part or the limit out")
}

/// The fault of a plan that needs a tool which is not there.
#[cold]
pub(crate) fn tool_missing(tool: &str) -> PlanError {
    PlanError::new(PlanErrorKind::ToolMissing, format!("the goal needs the tool {tool:?}, which is not there"))
        .with_hint("register the tool, or leave this part out")
}
