//! The stages from a goal to its plan, in order.
//!
//! ```text
//! text → tokens → Utterance → Reading → Resolved → Plan
//!                 (clauses)   (requests) (steps, references, gates)
//! ```
//!
//! Each stage is one function. A range of words is read once: what was found for it is kept by the [`Reader`]. The plan, what is
//! shown while a goal is typed and what is said of a refusal are all told from the same stages.

use crate::{
    MAX_STEPS, PlanContext, PlanError, Planned, Planner,
    explain::Explanation,
    lex::{Token, span_of},
    model::refusal::{empty, too_many_steps},
    parse::{self, Reading, Utterance, pause, reader::Reader},
    refuse,
    resolve::{self, Resolved},
};

/// In which way the tokens of a goal are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// As they stand; a refusal says all there is to say.
    Plain,
    /// With slips of spelling put right; when that is refused, nobody asks why.
    Respelt,
    /// To see whether there is a plan at all.
    Tried,
}

/// What all stages after the tokens gave.
pub(crate) struct Stages<'t> {
    pub(crate) utterance: &'t Utterance<'t>,
    pub(crate) reading: &'t Reading<'t>,
    pub(crate) resolved: Resolved,
}

/// Takes tokens through all stages; `explanation`, when it is wanted, tells what they gave.
pub(crate) fn run(
    planner: &Planner,
    goal: &str,
    context: &PlanContext<'_>,
    tokens: &[Token],
    mode: Mode,
    explanation: Option<&mut Explanation>,
) -> Result<Planned, PlanError> {
    if tokens.is_empty() {
        return Err(empty());
    }
    let mut reader = Reader::new(goal, context);
    let said_whole = pause::with_each_named(&mut reader, tokens);
    let tokens = said_whole.as_deref().unwrap_or(tokens);
    let answers_named = pause::with_answers_named(&mut reader, tokens);
    let tokens = answers_named.as_deref().unwrap_or(tokens);
    let utterance = parse::utterance(&mut reader, planner.templates(), tokens);
    let reading = parse::reading(&mut reader, &utterance);
    let resolved = resolve::resolve(&reader, &utterance, &reading, mode == Mode::Respelt);
    let stages = Stages { utterance: &utterance, reading: &reading, resolved };
    if let Some(explanation) = explanation {
        explanation.tell(&reader, tokens, &stages);
    }
    planned(planner, &mut reader, stages, mode)
}

/// The plan that the stages come to, or why there is none.
fn planned(planner: &Planner, reader: &mut Reader<'_>, stages: Stages<'_>, mode: Mode) -> Result<Planned, PlanError> {
    let Stages { utterance, reading, resolved } = stages;
    if utterance.template.is_some() {
        return resolved.assembly.finish(planner.specs());
    }
    let asked = utterance.asked;
    if utterance.has_too_many_clauses() {
        return Err(too_many_steps(span_of(asked)));
    }
    for (at, outcome) in resolved.outcomes.iter().enumerate() {
        if let Some(fault) = &outcome.fault {
            return Err(refuse::clause(planner, reader, utterance, reading, at, fault, mode));
        }
        if outcome.steps > MAX_STEPS {
            return Err(too_many_steps(span_of(reading.clauses.get(at).map_or(asked, |clause| clause.words))));
        }
    }
    if let Some(at) = resolved.doubtful() {
        let words = reading.clauses.get(at).map_or(asked, |clause| clause.words);
        let fault = crate::suggest::doubtful(span_of(words).of(reader.goal));
        return Err(refuse::clause(planner, reader, utterance, reading, at, &fault, mode));
    }
    if resolved.assembly.len() == 0 {
        return Err(refuse::nothing_asked(planner, reader, asked));
    }
    resolved.assembly.finish(planner.specs()).map_err(|error| match error.kind() {
        crate::PlanErrorKind::Constraint if mode == Mode::Plain => refuse::without_limit(planner, error, reader, asked),
        _ => error,
    })
}
