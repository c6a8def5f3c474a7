//! How a goal is read while it is being typed: highlighted words, chips, clauses and what is wrong so far.

use dunlin_base::Span;

use crate::{
    dates,
    lang::en::meanings,
    model::{
        asked::Command,
        chip::{Chip, ChipKind, ClauseReading, Explanation, Highlight, WordClass},
        intent::TodoIntent,
        reading::{ClauseRead, Conditional, Reading, Utterance},
        refusal::{PlanError, Replaced},
        token::{Token, TokenKind, span_of},
    },
    parse::words::Words,
    resolve::Outcome,
    sum::number,
};

impl Explanation {
    /// Tells what the stages made of a goal's tokens.
    pub(crate) fn tell(
        &mut self,
        reader: &Words<'_>,
        tokens: &[Token],
        utterance: &Utterance<'_>,
        reading: &Reading<'_>,
        outcomes: &[Outcome],
    ) {
        let asked = utterance.asked;
        if let Some(template) = utterance.template {
            let (span, label) = (span_of(asked), meanings::template(template.todos.len(), &template.name));
            self.clauses.push(ClauseReading { span, meaning: Some(label.clone()) });
            self.chips.push(Chip { span, kind: ChipKind::Action, label, dismissible: false });
            mark(&mut self.spans, reader, asked, WordClass::Command);
            return;
        }
        // Clauses are placed in what stands between the goal's limits.
        let before = asked.first().map_or(0, |first| first.index as usize);
        let mut seen = 0;
        let clauses = reading.clauses.iter().zip(outcomes);
        for (place, (clause, outcome)) in utterance.clauses.iter().zip(clauses) {
            mark(
                &mut self.spans,
                reader,
                tokens.get(seen..before + place.start).unwrap_or_default(),
                WordClass::Connector,
            );
            seen = before + place.end;
            tell_clause(self, reader, clause, outcome);
        }
        mark(&mut self.spans, reader, tokens.get(seen..).unwrap_or_default(), WordClass::Connector);
        // A goal that is said anew has its words in another order, and some of them more than once.
        self.spans.sort_by_key(|highlight| (highlight.span.start, highlight.span.end));
        let mut end = 0;
        self.spans.retain(|highlight| {
            let follows = highlight.span.start >= end;
            if follows {
                end = highlight.span.end;
            }
            follows
        });
    }

    /// Told of the goal in whose place an offer was read: what is new there stands for all that it replaces.
    pub(crate) fn in_place_of(mut self, replaced: Replaced) -> Self {
        let mut end = 0;
        self.spans.retain_mut(|highlight| {
            highlight.span = replaced.place(highlight.span);
            let follows = highlight.span.start >= end;
            end = end.max(highlight.span.end);
            follows && !highlight.span.is_empty()
        });
        for chip in &mut self.chips {
            // What is taken back is told by its place in what was typed.
            chip.dismissible &= chip.span.start < replaced.by.start && replaced.said.start == replaced.by.start;
            chip.span = replaced.place(chip.span);
        }
        for clause in &mut self.clauses {
            clause.span = replaced.place(clause.span);
        }
        self
    }

    /// With what is wrong with the goal as a whole.
    pub(crate) fn doubting(mut self, error: &PlanError) -> Self {
        self.diagnostics.push(error.to_diagnostic());
        self.suggestions = error.suggestions().to_vec();
        self
    }
}

/// Adds what a clause says.
fn tell_clause(explanation: &mut Explanation, reader: &Words<'_>, clause: &ClauseRead<'_>, outcome: &Outcome) {
    let read = outcome.fault.is_none();
    let meaning = &outcome.meaning;
    let own = clause.own_words();
    let span = clause.place();
    explanation.clauses.push(ClauseReading { span, meaning: read.then(|| meaning.clone()) });
    if read {
        let label = meaning.clone();
        explanation.chips.push(Chip { span, kind: ChipKind::Action, label, dismissible: false });
    }
    // What stands under a condition is told for itself; the rest of its clause is the condition.
    let (asked, found) = match &clause.condition {
        Some(Conditional::On { request: Some(request), .. }) if read => (Some(span_of(request.0)), &request.1),
        _ => (None, &clause.found),
    };
    let Some(request) = found.request() else {
        let class = match (&clause.condition, &clause.waits_for) {
            _ if !read => WordClass::Unknown,
            (Some(_), _) => WordClass::Condition,
            (None, Some(_)) => WordClass::When,
            (None, None) => WordClass::Aside,
        };
        mark(&mut explanation.spans, reader, own, class);
        return;
    };
    explanation.preview = None;
    if let Some(sum) = request.sum()
        && let Some(value) = crate::sum::calculator::preview(&sum.expression)
    {
        explanation.chips.push(Chip { span, kind: ChipKind::Value, label: format!("= {value}"), dismissible: false });
        explanation.preview = Some(value);
    }
    let mut dated = Vec::new();
    if let Some(item) = request.slots.item.filter(|_| request.todo() == Some(TodoIntent::Add)) {
        let read = dates::quick_add(&todo_text(reader, item), span_of(item).start, &reader.moment());
        for (span, kind, label) in read.found {
            dated.push(span);
            explanation.chips.push(Chip { span, kind, label, dismissible: true });
        }
    }
    let left_out = clause.except;
    let mut told: Vec<&Token> = own.iter().chain(left_out).collect();
    told.sort_by_key(|token| token.span.start);
    for token in told {
        let inside = |slot: Option<&[Token]>| slot.is_some_and(|slot| span_of(slot).overlaps(token.span));
        let fills = |command: &Command| command.spans.iter().any(|(_, span)| span.overlaps(token.span));
        let is_asked = asked.is_none_or(|asked| asked.overlaps(token.span)) || inside(Some(left_out));
        let class = if !is_asked {
            WordClass::Condition
        } else if request.command().is_some_and(fills) {
            WordClass::Item
        } else if token.kind == TokenKind::Quoted {
            WordClass::Quoted
        } else if inside(Some(left_out)) {
            WordClass::Item
        } else if dated.iter().any(|span| span.overlaps(token.span)) || inside(request.slots.when) {
            WordClass::When
        } else if inside(request.slots.name) {
            WordClass::List
        } else if inside(request.slots.position) || inside(request.slots.value) {
            WordClass::Value
        } else if inside(request.slots.item) || inside(request.slots.text) {
            WordClass::Item
        } else if request.sum().is_some() {
            class_in_sum(reader, token)
        } else {
            WordClass::Command
        };
        push(&mut explanation.spans, token.span, class, reader.goal);
    }
}

fn todo_text(reader: &Words<'_>, item: &[Token]) -> String {
    span_of(item).of(reader.goal).to_owned()
}

fn class_in_sum(reader: &Words<'_>, token: &Token) -> WordClass {
    match token.kind {
        TokenKind::Number => WordClass::Number,
        TokenKind::Sign(_) => WordClass::Operator,
        TokenKind::Quoted => WordClass::Quoted,
        TokenKind::LineEnd => WordClass::Connector,
        TokenKind::Word => {
            let word = reader.word(token);
            if number::is_word(&word) || word.starts_with(|c: char| c.is_ascii_digit()) {
                WordClass::Number
            } else if crate::sum::is_word(&word) {
                WordClass::Operator
            } else {
                WordClass::Command
            }
        }
    }
}

fn mark(spans: &mut Vec<Highlight>, reader: &Words<'_>, words: &[Token], class: WordClass) {
    for token in words {
        push(spans, token.span, class, reader.goal);
    }
}

/// Adds a word, joined with the one before when only spaces lie between and both are the same.
fn push(spans: &mut Vec<Highlight>, span: Span, class: WordClass, goal: &str) {
    // Words that a goal is said anew with take no place in it.
    if span.is_empty() {
        return;
    }
    if let Some(last) = spans.last_mut().filter(|last| last.span.end <= span.start) {
        let between = Span::new(last.span.end, span.start).of(goal);
        if last.class == class && between.chars().all(char::is_whitespace) {
            last.span.end = span.end;
            return;
        }
    }
    spans.push(Highlight { span, class, label: class.name() });
}
