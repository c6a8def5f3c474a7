//! The stages from a goal to its plan, in order.
//!
//! ```text
//! text → tokens → Utterance → Reading → Resolved → Plan
//!                 (clauses)   (requests) (steps, references, gates)
//! ```
//!
//! Each stage is one function. A range of words is read once: what was found for it is kept by the [`Reader`]. The plan, what is
//! shown while a goal is typed and what is said of a refusal are all told from the same stages.

use dunlin_base::Span;
use dunlin_plan::ToolSpec;

use crate::{
    context::{Lines, PlanContext, Unseen},
    lang::{
        en::{faults, offers::ANYTHING},
        grammar::grammar,
    },
    lex::tokenize,
    model::{
        chip::Explanation,
        limit::{MAX_GOAL_CHARACTERS, MAX_STEPS},
        planned::Planned,
        reading::{Reading, Utterance},
        refusal::{Offer, PlanError, PlanErrorKind, empty, too_long, too_many_steps},
        template::Template,
        token::{Token, span_of},
    },
    parse::{
        self, again, anew, correct, corrected, days_meant, exchanged, in_full, labelled, lines, of_each, onto_it,
        own_lists, reader::Reader, reports, surely, told_day, turns, unsure, whose_day, wishes,
    },
    refuse::{self, Offers},
    resolve::{self, Resolved},
    spelling::{respelt_tokens, with_near_slips, with_plain_slips},
};

/// What goals are planned with: the tools there are, and the templates for composite goals.
#[derive(Clone, Copy)]
pub(crate) struct Setup<'p> {
    pub(crate) specs: &'p [ToolSpec],
    pub(crate) templates: &'p [Template],
}

/// In which way the tokens of a goal are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// As they stand; a refusal says all there is to say.
    Plain,
    /// With slips of spelling put right; when that is refused, nobody asks why.
    Respelt,
    /// To see whether there is a plan at all.
    Tried,
    /// With what stands before this place put right already: a refusal of what follows says what would mend that, as often as there
    /// is left.
    Mended { end: usize, left: u8 },
}

/// The most clauses that are put right after the first in a goal that is offered.
const MOST_MENDED: u8 = 3;

/// Puts words so that they can be read as others are; nothing where there is nothing to put anew.
type SayAnew = fn(&mut Reader<'_>, &[Token]) -> Option<Vec<Token>>;

/// The ways in which words are put anew, one after the other.
const SAID_ANEW: [SayAnew; 82] = [
    lines::as_todos,
    anew::with_puts_said,
    lines::with_semicolons_listed,
    lines::with_the_last_listed,
    told_day::with_dashes_before_questions,
    reports::with_brackets_opened,
    reports::with_those_added,
    reports::with_dated_added,
    reports::with_reports_parted,
    wishes::with_wishes_ordered,
    wishes::with_passive_wishes_ordered,
    wishes::with_gerunds_ordered,
    wishes::with_musts_added,
    in_full::without_by_the_way,
    in_full::with_letters_joined,
    in_full::with_repeats_in_full,
    in_full::with_also_added,
    in_full::with_reasons_opened,
    in_full::with_told_deeds_alone,
    in_full::with_sureness_in_full,
    in_full::with_fronted_reasons_parted,
    own_lists::with_own_lists_said,
    onto_it::with_there_named,
    unsure::with_doubts_asked,
    unsure::with_reasons_asked,
    unsure::with_looks_left_out,
    unsure::with_do_so_in_full,
    wishes::with_needs_added,
    wishes::with_needed_put,
    again::with_statements_asked,
    again::with_short_questions_asked,
    again::with_answers_fronted,
    again::with_then_again_said,
    again::with_echoes_left_out,
    onto_it::with_it_put,
    onto_it::with_those_put,
    onto_it::with_that_added,
    onto_it::with_more_before_lists,
    turns::with_turns_taken,
    exchanged::with_exchanges_in_full,
    in_full::with_conditions_last,
    in_full::with_conditions_in_full,
    in_full::with_moves_in_full,
    anew::with_todos_headed,
    anew::with_heads_dropped,
    whose_day::with_todos_of_days,
    anew::with_verbs_parted,
    anew::with_both_added,
    anew::with_tags_before_lists,
    anew::with_tags_told_apart,
    again::with_questions_in_full,
    again::with_another_named,
    again::with_one_more_named,
    anew::with_days_of_reasons,
    anew::with_both_missing,
    anew::with_days_told,
    told_day::with_told_days_asked,
    anew::with_that_day_said,
    days_meant::with_times_of_that_day,
    days_meant::with_told_times_said,
    days_meant::with_only_days_moved,
    anew::with_that_list_named,
    of_each::with_lists_gone_through,
    of_each::with_each_named,
    of_each::with_several_named,
    anew::with_answers_named,
    anew::with_same_said,
    labelled::with_priorities_ordered,
    labelled::with_names_ordered,
    labelled::with_same_for_another,
    labelled::with_orders_headed,
    corrected::with_things_not_meant,
    corrected::with_orders_not_meant,
    corrected::with_amounts_put_right,
    correct::with_words_put_right,
    correct::with_numbers_put_right,
    corrected::with_days_said_of_it,
    corrected::with_days_not_meant,
    corrected::with_corrections_made,
    corrected::with_days_put_right_apart,
    correct::with_one_priority,
    surely::with_todos_said,
];

/// What all stages after the tokens gave.
struct Stages<'t> {
    utterance: &'t Utterance<'t>,
    reading: &'t Reading<'t>,
    resolved: Resolved,
}

impl Setup<'_> {
    /// The plan for a goal, or why there is none; `explanation`, when it is wanted, tells how the goal was read.
    ///
    /// When its words are not understood as they stand, slips of spelling in the words of the grammar and of phrases are put right. What the
    /// goal's words are is never changed, only what they are taken for.
    pub(crate) fn plan(
        self,
        goal: &str,
        context: &PlanContext<'_>,
        mut explanation: Option<&mut Explanation>,
    ) -> Result<Planned, PlanError> {
        check_length(goal)?;
        let lines = Lines::default();
        let context = &PlanContext { lines: Some(&lines), ..*context };
        let tokens = tokens_of(goal);
        let plain = self.run(goal, context, &tokens, Mode::Plain, explanation.as_deref_mut());
        let error = match plain {
            Err(error) if error.kind() == PlanErrorKind::Unrecognized => error,
            Ok(planned) => {
                let Some((anew, told)) = self.without_slips(goal, context, &tokens, &planned) else {
                    return Ok(planned);
                };
                if let Some(explanation) = explanation {
                    *explanation = told;
                }
                return Ok(anew);
            }
            other => return other,
        };
        let mut anew = Explanation::default();
        let respelt = respelt(goal, context, &tokens)
            .and_then(|respelt| self.run(goal, context, &respelt, Mode::Respelt, Some(&mut anew)).ok());
        let (planned, told) = match respelt {
            Some(planned) => (planned, anew),
            None => self.in_other_words(goal, context, &error).ok_or(error)?,
        };
        if let Some(explanation) = explanation {
            *explanation = told;
        }
        Ok(planned)
    }

    /// The plan for the goal that is offered in place of a refused one, where that can only mean the same. It says which words were
    /// taken for others, and is less sure for it.
    fn in_other_words(
        self,
        goal: &str,
        context: &PlanContext<'_>,
        error: &PlanError,
    ) -> Option<(Planned, Explanation)> {
        let (offer, replaced) = error.sure_offer()?;
        // What was taken back behind the words has another place there.
        let dismissed: Vec<Span> =
            context.dismissed.iter().filter(|span| span.end <= replaced.said.start).copied().collect();
        let context = &PlanContext { dismissed: &dismissed, ..*context };
        let mut told = Explanation::default();
        let planned = self.run(offer, context, &tokens_of(offer), Mode::Tried, Some(&mut told)).ok()?;
        Some((planned.in_place_of(goal, offer, replaced), told.in_place_of(replaced)))
    }

    /// The plan that [`Setup::plan`] gives for a goal, where it hangs on nothing that stands on a list. A refusal asks them for what
    /// it offers, so no time is spent on one.
    pub(crate) fn plan_unasked(self, goal: &str, context: &PlanContext<'_>) -> Option<Planned> {
        check_length(goal).ok()?;
        let (lists, lines) = (Unseen::default(), Lines::default());
        let context = PlanContext { on_list: Some(&lists), lines: Some(&lines), ..*context };
        let tokens = tokens_of(goal);
        let planned = self.run(goal, &context, &tokens, Mode::Tried, None).ok()?;
        let anew = self.without_slips(goal, &context, &tokens, &planned).map(|(anew, _)| anew);
        (!lists.was_asked()).then(|| anew.unwrap_or(planned))
    }

    /// The plan with slips of the grammar's words put right where the words of a todo hold them only because of those: "delete the
    /// frist one". A slip that stays in a todo's words is no word of the grammar.
    fn without_slips(
        self,
        goal: &str,
        context: &PlanContext<'_>,
        tokens: &[Token],
        planned: &Planned,
    ) -> Option<(Planned, Explanation)> {
        let (respelt, written) = with_near_slips(goal, tokens)?;
        let says = |planned: &Planned| planned.plan.steps.iter().any(|step| says_any(&step.tool_input, &written));
        if !says(planned) {
            return None;
        }
        let mut told = Explanation::default();
        let anew = self.run(goal, context, &respelt, Mode::Respelt, Some(&mut told)).ok()?;
        (!says(&anew)).then_some((anew, told))
    }

    /// Whether there is a plan for a goal that is offered in place of another.
    fn can_plan(self, goal: &str, context: &PlanContext<'_>) -> bool {
        let tokens = tokens_of(goal);
        let plans = |tokens: &[Token], mode| self.run(goal, context, tokens, mode, None).is_ok();
        let respelt = || respelt(goal, context, &tokens);
        check_length(goal).is_ok()
            && (plans(&tokens, Mode::Tried) || respelt().is_some_and(|respelt| plans(&respelt, Mode::Respelt)))
    }

    /// The goal that is offered where one was put right up to `end` and is still refused: with what follows put right as well, at
    /// most `left` clauses of it.
    fn mend(self, goal: &str, context: &PlanContext<'_>, end: usize, left: u8) -> Option<Offer> {
        let left = left.checked_sub(1)?;
        check_length(goal).ok()?;
        let tokens = tokens_of(goal);
        let error = self.run(goal, context, &tokens, Mode::Mended { end, left }, None).err()?;
        error.into_offer().filter(|offer| offer.goal != ANYTHING)
    }

    /// Takes tokens through all stages.
    fn run(
        self,
        goal: &str,
        context: &PlanContext<'_>,
        tokens: &[Token],
        mode: Mode,
        explanation: Option<&mut Explanation>,
    ) -> Result<Planned, PlanError> {
        if tokens.is_empty() {
            return Err(empty());
        }
        let mut reader = match mode {
            Mode::Respelt => Reader::respelt(goal, context),
            Mode::Plain | Mode::Tried | Mode::Mended { .. } => Reader::new(goal, context),
        };
        let mut said_anew: Option<Vec<Token>> = None;
        for say in SAID_ANEW {
            let said = say(&mut reader, said_anew.as_deref().unwrap_or(tokens));
            said_anew = said.or(said_anew);
        }
        let tokens = said_anew.as_deref().unwrap_or(tokens);
        let utterance = parse::utterance(&mut reader, self.templates, tokens);
        let reading = parse::reading(&mut reader, &utterance);
        let resolved = resolve::resolve(&reader, &utterance, &reading, mode == Mode::Respelt);
        if let Some(explanation) = explanation {
            explanation.tell(&reader, tokens, &utterance, &reading, &resolved.outcomes);
        }
        self.planned(&mut reader, Stages { utterance: &utterance, reading: &reading, resolved }, mode)
    }

    /// The plan that the stages come to, or why there is none.
    fn planned(self, reader: &mut Reader<'_>, stages: Stages<'_>, mode: Mode) -> Result<Planned, PlanError> {
        let Stages { utterance, reading, resolved } = stages;
        if utterance.template.is_some() {
            return resolved.assembly.finish(self.specs);
        }
        let context = reader.context;
        let can_plan = |goal: &str| self.can_plan(goal, context);
        let (done, left) = match mode {
            Mode::Mended { end, left } => (end, left),
            Mode::Plain | Mode::Respelt | Mode::Tried => (0, MOST_MENDED),
        };
        let mend = |goal: &str, end: usize| self.mend(goal, context, end, left);
        let offers = Offers { specs: self.specs, can_plan: &can_plan, mend: &mend };
        let says_why = |words: &[Token]| match mode {
            Mode::Plain => true,
            Mode::Mended { .. } => span_of(words).start >= done,
            Mode::Respelt | Mode::Tried => false,
        };
        let asked = utterance.asked;
        if utterance.has_too_many_clauses() {
            return Err(too_many_steps(span_of(asked)));
        }
        for (at, outcome) in resolved.outcomes.iter().enumerate() {
            if let Some(fault) = &outcome.fault {
                let words = reading.clauses.get(at).map_or(asked, |clause| clause.own_words());
                return Err(if says_why(words) {
                    refuse::clause(&offers, reader, utterance, reading, at, fault)
                } else {
                    PlanError::new(fault.kind, fault.message.as_str())
                });
            }
            if outcome.steps > MAX_STEPS {
                return Err(too_many_steps(span_of(reading.clauses.get(at).map_or(asked, |clause| clause.words))));
            }
        }
        if let Some(at) = resolved.doubtful() {
            let words = reading.clauses.get(at).map_or(asked, |clause| clause.words);
            let fault = faults::doubtful(span_of(words).of(reader.goal));
            return Err(if says_why(words) {
                refuse::clause(&offers, reader, utterance, reading, at, &fault)
            } else {
                PlanError::new(fault.kind, fault.message)
            });
        }
        if resolved.assembly.len() == 0 && !matches!(mode, Mode::Mended { .. }) {
            return Err(refuse::nothing_asked(&offers, reader, asked));
        }
        resolved.assembly.finish(self.specs).map_err(|error| match error.kind() {
            PlanErrorKind::Constraint if mode == Mode::Plain => refuse::without_limit(&offers, error, reader, asked),
            _ => error,
        })
    }
}

/// Whether a step's input has one of these words.
fn says_any(input: &serde_json::Value, words: &[&str]) -> bool {
    match input {
        serde_json::Value::String(text) => text.split_whitespace().any(|said| words.contains(&said)),
        serde_json::Value::Object(fields) => fields.values().any(|value| says_any(value, words)),
        serde_json::Value::Array(values) => values.iter().any(|value| says_any(value, words)),
        _ => false,
    }
}

/// The tokens of a goal; a slip that can be nothing else is taken for what is meant.
fn tokens_of(goal: &str) -> Vec<Token> {
    with_plain_slips(goal, tokenize(goal, grammar().vocabulary()))
}

/// The tokens with slips of spelling put right, in the grammar's own words or in those of the host's phrases; nothing when there
/// are none.
fn respelt(goal: &str, context: &PlanContext<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let own = || context.phrases.is_some_and(|phrases| phrases.has_slips(goal)).then(|| tokens.to_vec());
    respelt_tokens(goal, tokens).or_else(own)
}

/// Whether a goal says anything, and is not too long.
fn check_length(goal: &str) -> Result<(), PlanError> {
    if goal.trim().is_empty() {
        return Err(empty().with_hint(faults::NOTHING_TYPED));
    }
    // Counting stops at the limit, so a huge text costs no more than a long one.
    if goal.len() > MAX_GOAL_CHARACTERS && goal.chars().nth(MAX_GOAL_CHARACTERS).is_some() {
        let at = goal.char_indices().nth(MAX_GOAL_CHARACTERS).map_or(goal.len(), |(at, _)| at);
        return Err(too_long(Span::new(at, goal.len())));
    }
    Ok(())
}
