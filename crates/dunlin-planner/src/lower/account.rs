//! Every word of a request is accounted for: it is courtesy, a word of the row that was chosen, or stands in a slot, and what stands
//! in a slot is said by the step's input. What is not, is left out, and is said to be: the plan names it and is less sure.

use serde_json::Value;

use crate::{
    dates,
    lang::en::{
        conditions::RESULT,
        cues::{AROUND, DUES, HOURS, RANKS},
        days::{ORDINALS, WEEKDAYS},
        filters::THE_OR_A,
    },
    lower::todo::Draft,
    model::{
        intent::TodoIntent,
        request::Request,
        todo::{NewTodo, Text, TodoCall},
        token::{Token, TokenKind, UNKNOWN, span_of},
    },
    parse::{text::text_of, words::Words},
};

/// The most words that are named.
const MOST: usize = 6;

/// The words of a request that none of its steps says, as they were typed; none when all are kept.
pub(crate) fn left_out(reader: &Words<'_>, request: &Request<'_>, words: &[Token], drafts: &[Draft]) -> Option<String> {
    // Most often a todo is added as it was said.
    if let ([draft], Some(slot), None) = (drafts, request.slots.item, request.slots.name)
        && let TodoCall::Add(NewTodo { text: Text::Said(text), .. }) = &draft.call
        && text == span_of(slot).of(reader.goal)
    {
        return None;
    }
    let mut said = String::new();
    for draft in drafts {
        collect(&draft.call.input(), &mut said);
    }
    let any = |says: fn(&TodoCall) -> bool| drafts.iter().any(|draft| says(&draft.call));
    // A selection is read as a whole, or it is none.
    let narrowed = any(|call| call.filter().is_some_and(|filter| !filter.is_empty()));
    if any(TodoCall::is_about_all) || narrowed && request.todo() != Some(TodoIntent::ListLoose) {
        return None;
    }
    let said = said.to_lowercase();
    // "pay the result": the result of a step stands in place of the word.
    let is_made = |call: &TodoCall| matches!(call, TodoCall::Add(NewTodo { text: Text::Made(_), .. }));
    let made = drafts.iter().any(|draft| is_made(&draft.call));
    let (ranked, dated) = (any(TodoCall::sets_priority), any(TodoCall::sets_due));
    let keeps = |token: &Token| {
        let text = token.span.of(reader.goal);
        let bare = text.trim_matches(['"', '“', '”', '\'']).to_lowercase();
        matches!(token.kind, TokenKind::Sign(_) | TokenKind::LineEnd)
            || reader.is(token, AROUND)
            || said.contains(&bare)
            || ranked && reader.is(token, RANKS)
            || made && reader.is(token, RESULT)
            || dated && (token.numeric || reader.is(token, HOURS) || reader.is(token, DUES))
            // "mums" is found as "mum's".
            || bare.len() > 3 && said.contains(bare.trim_end_matches(['s', '\'', '’']))
    };
    let slots = match request.todo() {
        // The row for a question about a list in any words holds all there is around the list.
        Some(TodoIntent::ListLoose) => vec![words],
        // What only narrows a change, or says when, was read as a whole or the row would not have held.
        _ => [request.slots.item, request.slots.name].into_iter().flatten().collect(),
    };
    let mut left: Vec<&Token> = Vec::new();
    for slot in slots {
        let lost = slot.iter().filter(|token| !keeps(token));
        let lost = lost
            .filter(|token| request.todo() != Some(TodoIntent::ListLoose) || token.word == UNKNOWN && !token.numeric);
        let lost: Vec<&Token> = lost.collect();
        if !lost.is_empty() {
            let read = read_in(reader, slot);
            left.extend(lost.into_iter().filter(|token| !read.iter().any(|span| span.overlaps(token.span))));
        }
    }
    let named: Vec<&str> = left.iter().take(MOST).map(|token| token.span.of(reader.goal)).collect();
    (!named.is_empty()).then(|| named.join(" "))
}

/// The day of "friday the 28th" where the next 28th is none, so that it is far off: perhaps another was meant.
pub(crate) fn far_off(reader: &Words<'_>, words: &[Token], drafts: &[Draft]) -> Option<String> {
    let ordinal = |day: &str| ORDINALS.iter().any(|end| day.ends_with(end));
    let said = |at: usize| {
        let next = at + 1 + usize::from(reader.is_at(words, at + 1, THE_OR_A));
        reader.is_at(words, at, WEEKDAYS)
            && words.get(next).is_some_and(|day| day.numeric && ordinal(day.span.of(reader.goal)))
    };
    (0..words.len()).find(|at| said(*at))?;
    let due = drafts.iter().find_map(|draft| draft.call.due())?;
    let months = |day: &str| Some(day.get(..4)?.parse::<i32>().ok()? * 12 + day.get(5..7)?.parse::<i32>().ok()?);
    let away = months(due)? - months(&reader.context.now.date_text())?;
    (away > 1).then(|| dates::day_of(due).map(str::to_owned)).flatten()
}

/// Where days, priorities and tags were read.
fn read_in(reader: &Words<'_>, words: &[Token]) -> Vec<dunlin_base::Span> {
    let start = span_of(words).start;
    let read = dates::quick_add(&text_of(reader.goal, words), start, &reader.moment());
    read.found.into_iter().map(|(span, _, _)| span).collect()
}

/// All texts of an input, one after the other.
fn collect(value: &Value, into: &mut String) {
    match value {
        Value::String(text) => {
            into.push_str(text);
            into.push(' ');
        }
        Value::Number(number) => {
            into.push_str(&number.to_string());
            into.push(' ');
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, into)),
        Value::Object(fields) => fields.values().for_each(|value| collect(value, into)),
        Value::Null | Value::Bool(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use dunlin_date::Now;
    use dunlin_plan::PolicyPatch;

    use crate::{
        context::PlanContext, lang::grammar::grammar, lex::tokenize, model::planned::Planned, planner::Planner,
    };

    /// The goals of the sentences in the repository.
    fn goals() -> impl Iterator<Item = String> {
        let sentences = include_str!("../../../../testdata/sentences.txt").lines();
        let sentences = sentences.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" => "));
        sentences.map(|(goal, _)| goal.replace("\\n", "\n")).filter(|goal| goal.len() < 400)
    }

    /// Known to lose a word: it names two lists, and the nearer one wins.
    const TWO_LISTS: &str = "add a winter item called wax the skis to my sports list";

    #[test]
    fn no_word_that_the_grammar_does_not_know_is_dropped_in_silence() {
        let planner = Planner::new(Planner::built_in_tools());
        let context = PlanContext::new(Now::parse("2026-11-21T09:30").expect("a moment"));
        let (mut dropped, mut all) = (Vec::new(), 0);
        for goal in goals() {
            let (explanation, Ok(planned)) = planner.read_and_explain(&goal, &context) else { continue };
            let Planned { plan, policy, .. } = planned;
            // A word put right, a condition, a limit and a reason are kept otherwise than by letters; sums by their values.
            let others = plan.steps.iter().any(|step| step.tool_name != "todo_store") || plan.confidence <= 0.93;
            // What is to be done without, and what is to stay, is kept by what no step does.
            let limited =
                policy != PolicyPatch::default() || [" without ", " stay"].iter().any(|said| goal.contains(said));
            if others || limited || goal == TWO_LISTS {
                continue;
            }
            let inputs: String =
                plan.steps.iter().map(|step| step.tool_input.to_string()).collect::<Vec<_>>().join(" ").to_lowercase();
            let shown = [inputs.as_str(), &plan.rationale.to_lowercase()].concat();
            for token in tokenize(&goal, grammar().vocabulary()) {
                if !token.is_unknown_word() {
                    continue;
                }
                all += 1;
                let word = token.span.of(&goal).to_lowercase();
                let bare = word.trim_end_matches(['s', '\'', '’']);
                let chip = explanation.chips.iter().any(|chip| chip.dismissible && chip.span.overlaps(token.span));
                if !shown.contains(bare) && !chip {
                    dropped.push(format!("{word:?} of {goal:?}: {inputs}"));
                }
            }
        }
        assert!(all > 300, "{all}");
        assert!(dropped.is_empty(), "{} of {all}:\n{}", dropped.len(), dropped.join("\n"));
    }
}
