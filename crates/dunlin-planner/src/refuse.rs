//! Refusals: why a goal gives no plan, what of it was understood, and which whole goals come near it.

use dunlin_plan::ToolSpec;

use crate::{
    lang::en::{
        faults,
        offers::{ANYTHING, EXAMPLES, TURNS},
    },
    model::{
        asked::Command,
        limit::MAX_STEPS,
        reading::{ClauseRead, Conditional, Reading, Utterance},
        refusal::{ClauseFault, Offer, PlanError, PlanErrorKind, Understood},
        request::Request,
        token::{Token, span_of},
        tool::{CALCULATOR, TODO_STORE},
    },
    parse::{reader::Reader, words::Words},
    resolve,
    suggest::{self, Offered},
};

/// How many goals are offered where words fit several commands alike.
const MOST_CHOICES: usize = 8;

/// How many of the goals that come near are read once more for what follows in them.
const MOST_MENDED_ANEW: u8 = 2;

/// What a refusal knows of the tools, and of what it could offer.
pub(crate) struct Offers<'a> {
    /// The tools that are planned for.
    pub(crate) specs: &'a [ToolSpec],
    /// Whether there is a plan for a goal, so that nothing is offered that would be refused again.
    pub(crate) can_plan: &'a dyn Fn(&str) -> bool,
    /// The goal with what stands behind a place put right, where it is refused for that.
    pub(crate) mend: &'a dyn Fn(&str, usize) -> Option<Offer>,
}

/// The error for a clause that gives no steps, with all that was understood beside it.
pub(crate) fn clause(
    offers: &Offers<'_>,
    reader: &mut Reader<'_>,
    utterance: &Utterance<'_>,
    reading: &Reading<'_>,
    failed: usize,
    fault: &ClauseFault,
) -> PlanError {
    let tied = reading.clauses.get(failed).and_then(tied_command).is_some();
    let in_own_words = if tied { None } else { own_words(offers, reader, fault) };
    let fault = in_own_words.as_ref().unwrap_or(fault);
    let words = reading.clauses.get(failed).map_or(utterance.asked, |clause| clause.own_words());
    let place = reading.clauses.get(failed).map_or_else(|| span_of(words), ClauseRead::place);
    let mut understood = Vec::new();
    for (at, clause) in reading.clauses.iter().enumerate().take(MAX_STEPS + 1) {
        if at != failed
            && let Some(meaning) = resolve::meaning_alone(reader, clause)
        {
            understood.push(Understood { span: clause.place(), meaning });
        }
    }
    if !fault.understood.is_empty() {
        understood.push(Understood { span: place, meaning: fault.understood.to_owned() });
    }
    if tied {
        let choices = choices(offers, reader, reading);
        let hint = match choices.as_slice() {
            [first, second, ..] => faults::which_is_meant(first, second),
            _ => fault.hint.clone(),
        };
        return PlanError::new(fault.kind, fault.message.as_str())
            .with_hint(hint)
            .at(place)
            .with_suggestions(choices)
            .with_understood(understood);
    }
    let mut found: Vec<Offer> = own_offers(offers, reader, words).into_iter().map(|goal| Offer::whole(&goal)).collect();
    let mut trials = MOST_MENDED_ANEW;
    for offered in suggest::corrections(reader, utterance.asked, words, fault.kind, offers.can_plan) {
        if offered.goal == ANYTHING && !found.is_empty() {
            break;
        }
        found.extend(offer_of(offers, offered, &mut trials));
    }
    found.sort_by_key(Offer::words_left_out);
    // What is made of the request alone says nothing of its limits: "… without deleting anything".
    if !utterance.limits.is_empty() {
        for offer in &mut found {
            offer.sure = None;
        }
    }
    let left_out = found.first().map(|offer| offer.left_out.join(" … ")).filter(|words| !words.is_empty());
    let hint = left_out.map_or_else(|| fault.hint.clone(), |words| faults::leaves_out(&words, &fault.hint));
    PlanError::new(fault.kind, fault.message.as_str())
        .with_hint(hint)
        .at(place)
        .with_offers(found)
        .with_understood(understood)
}

/// What is offered for a clause that was put right. Nothing is offered that would be refused again: what follows is put right as
/// well, or what is doubtful is put in quotes, for those are a todo whatever they say.
fn offer_of(offers: &Offers<'_>, offered: Offered, trials: &mut u8) -> Option<Offer> {
    let Offered { goal, quoted, left_out, end, sure } = offered;
    if (offers.can_plan)(&goal) {
        return Some(Offer { goal, left_out, sure });
    }
    if *trials > 0 && left_out.is_empty() {
        *trials -= 1;
        if let Some(mended) = (offers.mend)(&goal, end) {
            return Some(mended);
        }
    }
    quoted.filter(|goal| (offers.can_plan)(goal)).map(|goal| Offer { goal, left_out, sure: None })
}

/// How many commands of the host's own are named where nothing says what was meant.
const MOST_NAMED: usize = 3;

/// The fault with the host's words in it: beside those of the built-in tools, or alone where these are not offered.
fn own_words(offers: &Offers<'_>, reader: &Words<'_>, fault: &ClauseFault) -> Option<ClauseFault> {
    let phrases = reader.context.phrases.filter(|phrases| !phrases.is_empty())?;
    let built_in = offers.specs.iter().any(|spec| spec.name == TODO_STORE || spec.name == CALCULATOR);
    if fault.kind != PlanErrorKind::Unrecognized {
        return None;
    }
    let examples = phrases.examples(MOST_NAMED);
    if built_in {
        return faults::with_commands(fault, &examples);
    }
    Some(faults::no_command(&examples))
}

/// The command of a clause, when others fit its words as well.
fn tied_command<'c>(clause: &'c ClauseRead<'_>) -> Option<&'c Command> {
    let found = match &clause.condition {
        Some(Conditional::On { request: Some(request), .. }) => &request.1,
        _ => &clause.found,
    };
    found.request().and_then(Request::tied).map(|command| &**command)
}

/// Whole goals in which every command that others fit as well is said in words that only it fits.
fn choices(offers: &Offers<'_>, reader: &Words<'_>, reading: &Reading<'_>) -> Vec<String> {
    let Some(phrases) = reader.context.phrases else { return Vec::new() };
    // From the last to the first, so that the places of those before stay as they are.
    let mut goals = vec![reader.goal.to_owned()];
    for command in reading.clauses.iter().rev().filter_map(tied_command) {
        let choices = phrases.choices_in(command.said.of(reader.goal), &reader.context.heard());
        let with = |choice: &String| {
            let put = |goal: &String| {
                let (before, after) = (goal.get(..command.said.start), goal.get(command.said.end..));
                [before.unwrap_or_default(), choice, after.unwrap_or_default()].concat()
            };
            goals.iter().map(put).collect::<Vec<_>>()
        };
        goals = choices.iter().flat_map(with).take(MOST_CHOICES).collect();
    }
    goals.retain(|goal| (offers.can_plan)(goal));
    goals
}

/// Whole goals with a command of the host's own in the place of the words: the words spelt right, or else what comes near them.
fn own_offers(offers: &Offers<'_>, reader: &Words<'_>, words: &[Token]) -> Vec<String> {
    let Some(phrases) = reader.context.phrases else { return Vec::new() };
    let (goal, heard) = (reader.goal, reader.context.heard());
    let near = |words: &[Token], said: &dyn Fn(&str) -> Vec<String>| -> Vec<String> {
        let span = span_of(words);
        let (before, after) = (goal.get(..span.start).unwrap_or_default(), goal.get(span.end..).unwrap_or_default());
        let whole = said(span.of(goal)).into_iter().map(|said| [before, &said, after].concat());
        whole.filter(|goal| (offers.can_plan)(goal)).collect()
    };
    // "don't unlock the door" asks for nothing that is offered.
    if reader.any_is(words, TURNS) {
        return Vec::new();
    }
    let destructive = |spec: &ToolSpec| spec.annotations.destructive_hint || spec.destructive_when.is_some();
    let may_undo = |tool: &str| !offers.specs.iter().any(|spec| spec.name == tool && destructive(spec));
    let bare = reader.grammar.without_courtesy(words);
    let mut spelt = [words, bare].into_iter().map(|words| near(words, &|said| phrases.spelt_right(said, &heard)));
    let spelt = spelt.find(|near| !near.is_empty());
    spelt.unwrap_or_else(|| near(words, &|said| phrases.offers(said, &heard, &may_undo)))
}

/// The error for a goal that asks for nothing.
pub(crate) fn nothing_asked(offers: &Offers<'_>, reader: &Words<'_>, asked: &[Token]) -> PlanError {
    let text = span_of(asked).of(reader.goal);
    let helps = reader.asks_for_help(asked);
    let fault = if helps { faults::help(text) } else { faults::unrecognized(text) };
    let fault = own_words(offers, reader, &fault).unwrap_or(fault);
    let offered = if helps { &EXAMPLES[..] } else { &[ANYTHING] };
    let offered = offered.iter().filter(|goal| (offers.can_plan)(goal));
    PlanError::new(fault.kind, fault.message)
        .with_hint(fault.hint)
        .at(span_of(asked))
        .with_suggestions(offered.map(|goal| (*goal).to_owned()).collect())
}

/// The error with the goal offered that does not limit itself.
pub(crate) fn without_limit(offers: &Offers<'_>, error: PlanError, reader: &Words<'_>, asked: &[Token]) -> PlanError {
    let rest = span_of(reader.grammar.without_courtesy(asked)).of(reader.goal);
    let plans = (offers.can_plan)(rest);
    error.with_suggestions(plans.then(|| rest.to_owned()).into_iter().collect())
}
