//! From what the clauses ask for to steps: what "it" and "the list" mean, and which condition a step depends on.

use crate::{
    lang::en::{asides::WHAT_IS_LEFT, conditions::NOT, connectors::TOLD_DONE, faults, references::THAT_MUCH},
    lower::Assembly,
    model::{
        intent::TodoIntent,
        reading::{ClauseRead, Condition, Conditional, Link, Reading, Side, Utterance},
        refusal::ClauseFault,
        request::{Asked, Found, Request},
        token::{Token, TokenKind, span_of},
    },
    parse::{
        condition, exception,
        parts::parts,
        text::{text_of, without_article},
        words::Words,
    },
};

/// The most words of what is said not to be meant.
const LONGEST_NOT_MEANT: usize = 6;

/// The words in which another thing that was done begins: "and rung".
const LONGEST_AND_DONE: usize = 2;

/// A goal whose clauses have become steps.
pub(crate) struct Resolved {
    pub(crate) assembly: Assembly,
    /// What came of each clause.
    pub(crate) outcomes: Vec<Outcome>,
}

/// What came of a clause.
pub(crate) struct Outcome {
    /// What it does, in words.
    pub(crate) meaning: String,
    /// Why it gives no steps.
    pub(crate) fault: Option<ClauseFault>,
    /// How many steps there are with its own.
    pub(crate) steps: usize,
    /// Whether it is about a todo only if another clause is.
    doubtful: bool,
}

impl Resolved {
    /// The first clause that may be about anything, where no other speaks of todos.
    pub(crate) fn doubtful(&self) -> Option<usize> {
        self.outcomes
            .iter()
            .position(|outcome| outcome.doubtful)
            .filter(|_| !self.assembly.about_todos && !self.assembly.adds)
    }
}

/// Takes the clauses one after the other into steps. A clause that gives none leaves the others as they are.
pub(crate) fn resolve(reader: &Words<'_>, utterance: &Utterance<'_>, reading: &Reading<'_>, respelt: bool) -> Resolved {
    let mut assembly = Assembly::new(reader.goal);
    if respelt {
        assembly.take_respelt();
    }
    for (constraint, span) in &utterance.limits {
        assembly.take_constraint(*constraint, *span);
    }
    if let Some(template) = utterance.template {
        assembly.take_template(template, reader.context.now, span_of(utterance.asked));
    }
    let mut outcomes: Vec<Outcome> = Vec::with_capacity(reading.clauses.len());
    for (at, clause) in reading.clauses.iter().enumerate() {
        // "put it on my list, we have no sugar"
        let reason = reading.clauses.get(at + 1).and_then(|next| next.reason);
        if let Some(item) =
            reason.filter(|_| reader.is_pointing(&clause.found, clause.words) && !assembly.has_mention())
        {
            assembly.mention(item);
        }
        // "hi, add milk": what is asked is the answer to a greeting.
        let greets = matches!(&clause.found, Found::Request(request) if matches!(request.asked, Asked::Greeting | Asked::Thanks));
        if greets && reading.clauses.len() > 1 {
            outcomes.push(Outcome { meaning: String::new(), fault: None, steps: assembly.len(), doubtful: false });
            continue;
        }
        let before =
            at.checked_sub(1).and_then(|at| reading.clauses.get(at)).and_then(|clause| clause.condition.as_ref());
        if let Some(Conditional::On { condition, request: None }) = before
            && goes_beside(reader, condition, &clause.found, clause.words)
        {
            let fault = Some(faults::unrecognized(&text_of(reader.goal, clause.words)));
            outcomes.push(Outcome { meaning: String::new(), fault, steps: assembly.len(), doubtful: false });
            continue;
        }
        outcomes.push(take_clause(reader, &mut assembly, clause));
        // "if the rent is due before friday, then remind me tomorrow": of the rent.
        let next = reading.clauses.get(at + 1).map(|next| &next.found);
        if let (Some(Conditional::On { condition, request: None }), Some(found)) = (&clause.condition, next) {
            mention_for(&mut assembly, condition, found);
        }
    }
    assembly.tell_asides();
    Resolved { assembly, outcomes }
}

/// What a clause does when nothing stands before it; none when it does nothing.
pub(crate) fn meaning_alone(reader: &Words<'_>, clause: &ClauseRead<'_>) -> Option<String> {
    let mut assembly = Assembly::new(reader.goal);
    let alone = ClauseRead { link: Link::default(), next: None, ..clause.clone() };
    let outcome = take_clause(reader, &mut assembly, &alone);
    (outcome.fault.is_none() && assembly.len() > 0).then_some(outcome.meaning)
}

fn take_clause(reader: &Words<'_>, assembly: &mut Assembly, clause: &ClauseRead<'_>) -> Outcome {
    let known = assembly.meanings().len();
    assembly.own = clause.own.clone();
    let Some(except) = exception::named(reader, clause.except) else {
        return Outcome {
            meaning: String::new(),
            fault: Some(faults::unrecognized(clause.place().of(reader.goal))),
            steps: assembly.len(),
            doubtful: false,
        };
    };
    assembly.except = except;
    let hangs = assembly.begin_clause(clause.link, clause.words);
    let adrift = || Err(faults::unrecognized(span_of(clause.words).of(reader.goal)));
    let fault = if hangs { take_in(reader, assembly, clause) } else { adrift() }.err();
    if let Some(said) = clause.instead_of {
        assembly.tell_instead(said.of(reader.goal));
    }
    Outcome {
        meaning: assembly.meanings().get(known..).unwrap_or_default().join(", "),
        fault,
        steps: assembly.len(),
        doubtful: std::mem::take(&mut assembly.doubtful),
    }
}

fn take_in(reader: &Words<'_>, assembly: &mut Assembly, clause: &ClauseRead<'_>) -> Result<(), ClauseFault> {
    let words = clause.words;
    let unrecognized = || faults::unrecognized(span_of(words).of(reader.goal));
    if assembly.has_several_numbers() && assembly.take_together(reader, words) {
        return Ok(());
    }
    if let Some(item) = clause.reason {
        if wants_a_sum(reader, words) {
            return Err(unrecognized());
        }
        assembly.mention(item);
        // A word that the grammar does not know says something that nobody uses.
        let strange = |token: &Token| token.is_unknown_word() && !span_of(item).overlaps(token.span);
        if clause.is_told || words.iter().any(strange) {
            assembly.asides.push(span_of(words).of(reader.goal).to_owned());
        }
        return Ok(());
    }
    if clause.said_for_next {
        return Ok(());
    }
    if let Some(pause) = &clause.waits_for {
        assembly.take_pause(pause, span_of(words));
        if matches!(clause.found, Found::Nothing) {
            return Ok(());
        }
    }
    match &clause.condition {
        None => take_found(reader, assembly, &clause.found, words, clause.next),
        Some(Conditional::Asked(condition)) => {
            assembly.take_question(reader, condition, words).then_some(()).ok_or_else(unrecognized)
        }
        Some(Conditional::On { condition, request: None }) => {
            let alone = condition::several_named(reader, condition).len() < 2;
            let taken = alone && clause.next.is_some() && assembly.take_condition(reader, condition, None, words);
            taken.then_some(()).ok_or_else(unrecognized)
        }
        Some(Conditional::On { condition, request: Some(request) }) => {
            let (asked, found) = request.as_ref();
            let several = condition::several_named(reader, condition);
            if several.len() > 1 {
                let points = reader.is_pointing(found, asked);
                let taken = points && take_each(reader, assembly, condition, &several, words, request);
                return taken.then_some(()).ok_or_else(unrecognized);
            }
            let named = match found {
                Found::Request(request) => Some(request),
                _ => None,
            };
            if goes_beside(reader, condition, found, asked) || !assembly.take_condition(reader, condition, named, words)
            {
                return Err(unrecognized());
            }
            mention_for(assembly, condition, found);
            let each = each_of_them(reader, condition, found);
            take_found(reader, assembly, each.as_ref().unwrap_or(found), asked, None)
        }
    }
}

/// Takes a condition about several todos as one for each of them, with the request that points at it; false when it cannot be.
fn take_each(
    reader: &Words<'_>,
    assembly: &mut Assembly,
    condition: &Condition<'_>,
    several: &[&[Token]],
    words: &[Token],
    (asked, found): &(&[Token], Found<'_>),
) -> bool {
    several.iter().enumerate().all(|(at, item)| {
        let mut condition = condition.clone();
        if let Condition::Listed { item: named, .. } = &mut condition {
            *named = Some(item);
        }
        (at == 0 || assembly.begin_clause(Link::default(), words))
            && assembly.take_condition(reader, &condition, None, words)
            && take_found(reader, assembly, found, asked, None).is_ok()
    })
}

/// Lets a request that asks to be reminded, and does not say of what, be about the todo that its condition names.
fn mention_for(assembly: &mut Assembly, condition: &Condition<'_>, found: &Found<'_>) {
    if let (Condition::Listed { item: Some(item), .. }, Found::Missing(missing)) = (condition, found)
        && missing.todo() == Some(TodoIntent::AddWhat)
    {
        assembly.mention(item);
    }
}

/// "if jam isn't there, add jam and honey": what the condition names is a todo of its own, so what stands beside it is one too.
fn each_of_them<'t>(reader: &Words<'_>, condition: &Condition<'_>, found: &Found<'t>) -> Option<Found<'t>> {
    let Condition::Listed { item: Some(item), .. } = condition else { return None };
    let Found::Request(request) = found else { return None };
    let added = request.slots.item.filter(|_| request.todo() == Some(TodoIntent::Add) && !request.singular)?;
    let named = without_article(&text_of(reader.goal, item));
    let each = parts(reader, added);
    let names = |part: &&[Token]| without_article(&text_of(reader.goal, part)).eq_ignore_ascii_case(&named);
    let several = each.len() > 1 && each.iter().any(names);
    several.then(|| Found::Request(Request { asked: Asked::Todo(TodoIntent::AddSeveral), ..request.clone() }))
}

fn take_found(
    reader: &Words<'_>,
    assembly: &mut Assembly,
    found: &Found<'_>,
    words: &[Token],
    next: Option<Link>,
) -> Result<(), ClauseFault> {
    let text = span_of(words).of(reader.goal);
    match found {
        Found::Request(request) if request.command().is_some_and(|command| command.tied) => {
            Err(faults::several_commands(text))
        }
        Found::Request(Request { asked: Asked::Command(command), .. }) => {
            assembly.take_command(command, words).then_some(()).ok_or_else(|| faults::nothing_meant(text))
        }
        // "we need more paper so add paper to my list": what stands before "so" is the reason.
        Found::Request(request)
            if next.is_some_and(|next| next.therefore)
                && request.todo() == Some(TodoIntent::Add)
                && (reader.grammar.is_statement(words)
                    || request.row.is_none() && reader.tells(words) && !reader.says_must(words)) =>
        {
            // "we need more paper so add paper" says it again.
            let later = reader.goal.get(span_of(words).end..).unwrap_or_default().to_lowercase();
            let said = |token: &Token| later.contains(&token.span.of(reader.goal).to_lowercase());
            if words.iter().any(|token| token.is_unknown_word() && !said(token)) {
                assembly.asides.push(text.to_owned());
            }
            Ok(())
        }
        Found::Request(request)
            if (request.acts_on_a_todo() || request.todo() == Some(TodoIntent::Add) && !request.anchored)
                && request.slots.item.is_some_and(|item| reader.holds_a_condition(item)) =>
        {
            Err(faults::unrecognized(text))
        }
        // "add that much sand to my list" says no amount where none was worked out.
        Found::Request(request)
            if request.todo() == Some(TodoIntent::Add)
                && request.slots.item.is_some_and(|item| reader.begins(item, THAT_MUCH))
                && !assembly.has_number() =>
        {
            Err(faults::points_at_nothing(request.todo(), text))
        }
        Found::Request(request) if request.open => match assembly.kind_made() {
            Some(intent) => {
                let asked = Asked::Todo(intent);
                let taken = assembly.take(reader, &Request { asked, ..request.clone() }, words);
                taken.then_some(()).ok_or_else(|| faults::unrecognized(text))
            }
            None => Err(faults::either_kind(text)),
        },
        Found::Request(request) => {
            let taken = assembly.take(reader, request, words);
            taken.then_some(()).ok_or_else(|| faults::unrecognized(text))
        }
        Found::Pointing(request) => {
            let taken = !assembly.may_be_counted(request) && assembly.take_pointing(reader, request, words);
            taken.then_some(()).ok_or_else(|| faults::points_at_nothing(request.todo(), text))
        }
        Found::Missing(request)
            if (assembly.has_mention() || assembly.has_just_completed() && request.slots.when.is_some())
                && reader.is_pointing(found, words) =>
        {
            let taken = assembly.take_pointing(reader, request, words);
            taken.then_some(()).ok_or_else(|| faults::points_at_nothing(request.todo(), text))
        }
        Found::Missing(request) => Err(faults::missing(request.todo(), text)),
        Found::Nothing => match left_aside(reader, words, next, assembly.len() == 0) {
            Some(is_told) => {
                assembly.leaves |= reader.leaves_a_todo(words);
                assembly.asides.extend(is_told.then(|| text.to_owned()));
                Ok(())
            }
            None => Err(unread(reader, words, text)),
        },
    }
}

/// Whether the plan says that it leaves out words that ask for nothing; nothing where they may not be left out.
fn left_aside(reader: &Words<'_>, words: &[Token], next: Option<Link>, is_first: bool) -> Option<bool> {
    // "swapped with Priya: night shift Sat 20:00" has a thing of its own day behind what it tells.
    let dated = || {
        let colon = words
            .windows(2)
            .position(|pair| matches!(pair, [before, sign] if sign.is_sign(':') && before.kind == TokenKind::Word));
        colon.and_then(|at| words.get(at + 2..)).is_some_and(|behind| reader.says_day(behind))
    };
    if wants_a_sum(reader, words) {
        return None;
    }
    let only_tells = || reader.tells_and_asks_nothing(words) && !dated();
    let holds_unknown = || words.iter().any(Token::is_unknown_word);
    // "I have no time today, so clear my list": the reason asks for nothing.
    let therefore = next.is_some_and(|next| next.therefore);
    if therefore && only_tells() {
        return Some(holds_unknown());
    }
    // "rehearsals start on the 4th, so I need to buy folders": whatever stands before "so", and asks for nothing, is why.
    let begins = || words.first().is_some_and(|first| reader.grammar.can_begin(first.word));
    if therefore && words.len() > 2 && !begins() && !reader.may_ask(words) && !reader.ends_as_question(words) {
        return Some(true);
    }
    // "The weather is nice. Add milk": nothing says that it is a reason, so the plan says that it leaves it out; what has to be done
    // is none.
    // "the oven says 190C, what's that in F" tells a number that is wanted.
    // So does "the sink is finally in the bag" of a todo.
    let wanted = || reader.holds_digits(words) || reader.todo_named_in(words).is_some();
    let is_beside = next.is_some_and(|next| next.strong || !wanted()) && only_tells() && !reader.says_must(words);
    // "not pay rent, delete call mum"
    let is_turned_down = next.is_some_and(|next| next.answer.is_none())
        && reader.first_is(words, NOT)
        && (2..=LONGEST_NOT_MEANT).contains(&words.len());
    // "leave the gym but move the report to friday"
    let is_left = (next.is_some() || !is_first) && reader.leaves_a_todo(words);
    // "the sink is sorted, took ten minutes"
    let is_told_behind = !is_first && next.is_none() && words.len() > 1 && reader.first_is_past(words) && only_tells();
    if is_beside || is_turned_down || is_left || is_told_behind {
        return Some(true);
    }
    // "since I'm away, move everything to monday"
    let is_reason = next.is_some() && reader.is_fronted_reason(words) && !reader.gives_an_order(words);
    is_reason.then(|| holds_unknown() || reader.is_fronted_purpose(reader.grammar.without_courtesy(words)))
}

/// What is said of words that ask for nothing.
fn unread(reader: &Words<'_>, words: &[Token], text: &str) -> ClauseFault {
    if holds_sum_with_comma(reader, words) {
        faults::comma()
    } else if reader.asks_exchange(words) {
        faults::exchange()
    } else if reader.asks_for_help(words) {
        faults::help(text)
    } else if crate::sum::two_readings(words, reader.goal).is_some() {
        faults::two_fold()
    } else {
        faults::unrecognized(text)
    }
}

/// Whether a clause speaks of a sum, and has a number whose comma may be meant as a point.
fn holds_sum_with_comma(reader: &Words<'_>, words: &[Token]) -> bool {
    let comma = |token: &Token| {
        token.kind == TokenKind::Number && crate::sum::number::with_point(token.span.of(reader.goal)).is_some()
    };
    let calculates = |token: &Token| {
        matches!(token.kind, TokenKind::Sign('+' | '-' | '*' | '/' | '^' | '%' | '×' | '÷' | '−'))
            || crate::sum::is_word(&reader.word(token))
    };
    words.iter().any(comma) && words.iter().any(calculates)
}

/// Whether what is asked behind a condition is another thing than it says: "if friday's free, add lunch at 1pm" would be due today,
/// and "if I've fixed the sink and rung mum, …" asks of both.
fn goes_beside(reader: &Words<'_>, condition: &Condition<'_>, found: &Found<'_>, asked: &[Token]) -> bool {
    if asked.iter().take(LONGEST_AND_DONE).any(|token| reader.is(token, TOLD_DONE)) {
        return true;
    }
    let Condition::Compared { left: Side::Count { due: Some(_), .. }, .. } = condition else { return false };
    let adds = matches!(found, Found::Request(request) if request.todo() == Some(TodoIntent::Add));
    adds && reader.says_a_time_alone(asked)
}

/// Whether what is told wants a sum that was not understood: its end has something worked out, or two numbers are told before what is
/// left is asked, which is no list.
fn wants_a_sum(reader: &Words<'_>, words: &[Token]) -> bool {
    let told = reader.goal.get(..span_of(words).end).unwrap_or_default();
    let numbers = told.split_whitespace().filter(|word| word.contains(|sign: char| sign.is_ascii_digit())).count();
    let rest = reader.goal.get(span_of(words).end..).unwrap_or_default().to_lowercase().replace(['\'', '’'], "");
    let rest = rest.trim_start_matches(|sign: char| !sign.is_alphanumeric());
    reader.has_it_worked_out(words) || numbers > 1 && WHAT_IS_LEFT.iter().any(|asks| rest.starts_with(asks))
}
