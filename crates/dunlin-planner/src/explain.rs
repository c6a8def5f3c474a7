//! How a goal is read while it is being typed: highlighted words, chips, clauses and what is wrong so far.

use dunlin_base::{Diagnostic, Span};

use crate::{
    PlanError, dates,
    lex::{Token, TokenKind, span_of},
    model::intent::TodoIntent,
    parse::{ClauseRead, reader::Reader},
    phrase::Command,
    pipeline::Stages,
    resolve::Outcome,
    sum::number,
};

/// What a highlighted word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordClass {
    /// A word that says what to do.
    Command,
    /// A todo's words.
    Item,
    /// The name of a list.
    List,
    /// A day or a time.
    When,
    /// A priority, a tag, a place in the list.
    Value,
    /// A number.
    Number,
    /// A sign or word of arithmetic.
    Operator,
    /// Quoted text.
    Quoted,
    /// A word between two clauses.
    Connector,
    /// What is not understood.
    Unknown,
}

impl WordClass {
    /// Its name, for style sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Item => "item",
            Self::List => "list",
            Self::When => "when",
            Self::Value => "value",
            Self::Number => "number",
            Self::Operator => "operator",
            Self::Quoted => "quoted",
            Self::Connector => "connector",
            Self::Unknown => "unknown",
        }
    }
}

/// A highlighted piece of the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// Where it stands, in bytes.
    pub span: Span,
    /// What it is.
    pub class: WordClass,
    /// The same in a word, for people who do not see colours.
    pub label: &'static str,
}

/// What a chip stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChipKind {
    /// What a clause does.
    Action,
    /// A date that was read.
    Due,
    /// A priority that was read.
    Priority,
    /// A tag that was read.
    Tag,
    /// A repetition that was read.
    Recurrence,
    /// The value of a sum.
    Value,
}

impl ChipKind {
    /// Its name, for style sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Due => "due",
            Self::Priority => "priority",
            Self::Tag => "tag",
            Self::Recurrence => "recurrence",
            Self::Value => "value",
        }
    }
}

/// A reading shown under the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// The words it came from, in bytes.
    pub span: Span,
    /// What it stands for.
    pub kind: ChipKind,
    /// What it says.
    pub label: String,
    /// Whether the reading can be taken back.
    pub dismissible: bool,
}

/// How a clause was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseReading {
    /// Where it stands, in bytes.
    pub span: Span,
    /// What it asks for; none when it is not understood.
    pub meaning: Option<String>,
}

/// How a goal is read so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// Highlighted words, in order, without overlaps.
    pub spans: Vec<Highlight>,
    /// Readings to show under the goal.
    pub chips: Vec<Chip>,
    /// The clauses, in order.
    pub clauses: Vec<ClauseReading>,
    /// What is wrong so far.
    pub diagnostics: Vec<Diagnostic>,
    /// The value of the last sum, when the goal ends in one.
    pub preview: Option<String>,
    /// Whole corrected goals.
    pub suggestions: Vec<String>,
}

impl Explanation {
    /// Tells what the stages made of a goal's tokens.
    pub(crate) fn tell(&mut self, reader: &Reader<'_>, tokens: &[Token], stages: &Stages<'_>) {
        let asked = stages.utterance.asked;
        if let Some(template) = stages.utterance.template {
            let (span, label) = (span_of(asked), format!("{} todos for “{}”", template.todos.len(), template.name));
            self.clauses.push(ClauseReading { span, meaning: Some(label.clone()) });
            self.chips.push(Chip { span, kind: ChipKind::Action, label, dismissible: false });
            mark(&mut self.spans, reader, asked, WordClass::Command);
            return;
        }
        // Clauses are placed in what stands between the goal's limits.
        let before = asked.first().map_or(0, |first| first.index as usize);
        let mut seen = 0;
        let clauses = stages.reading.clauses.iter().zip(&stages.resolved.outcomes);
        for (place, (clause, outcome)) in stages.utterance.clauses.iter().zip(clauses) {
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
    }

    /// With what is wrong with the goal as a whole.
    pub(crate) fn doubting(mut self, error: &PlanError) -> Self {
        self.diagnostics.push(error.to_diagnostic());
        self.suggestions = error.suggestions().to_vec();
        self
    }
}

/// Adds what a clause says.
fn tell_clause(explanation: &mut Explanation, reader: &Reader<'_>, clause: &ClauseRead<'_>, outcome: &Outcome) {
    let read = outcome.fault.is_none();
    let meaning = &outcome.meaning;
    let own = clause.own_words();
    let span = span_of(own);
    explanation.clauses.push(ClauseReading { span, meaning: read.then(|| meaning.clone()) });
    if read {
        let label = meaning.clone();
        explanation.chips.push(Chip { span, kind: ChipKind::Action, label, dismissible: false });
    }
    let Some(request) = clause.found.request() else {
        mark(&mut explanation.spans, reader, own, WordClass::Unknown);
        return;
    };
    explanation.preview = None;
    if let Some(sum) = request.sum()
        && let Some(value) = dates::preview(&sum.expression)
    {
        explanation.chips.push(Chip { span, kind: ChipKind::Value, label: format!("= {value}"), dismissible: false });
        explanation.preview = Some(value);
    }
    let mut dated = Vec::new();
    if let Some(item) = request.slots.item.filter(|_| request.todo() == Some(TodoIntent::Add)) {
        let read = dates::quick_add(&todo_text(reader, item), span_of(item).start, reader.context);
        for (span, kind, label) in read.found {
            dated.push(span);
            explanation.chips.push(Chip { span, kind, label, dismissible: true });
        }
    }
    for token in own {
        let inside = |slot: Option<&[Token]>| slot.is_some_and(|slot| span_of(slot).overlaps(token.span));
        let fills = |command: &Command| command.spans.iter().any(|(_, span)| span.overlaps(token.span));
        let class = if request.command().is_some_and(fills) {
            WordClass::Item
        } else if token.kind == TokenKind::Quoted {
            WordClass::Quoted
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

fn todo_text(reader: &Reader<'_>, item: &[Token]) -> String {
    span_of(item).of(reader.goal).to_owned()
}

fn class_in_sum(reader: &Reader<'_>, token: &Token) -> WordClass {
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

fn mark(spans: &mut Vec<Highlight>, reader: &Reader<'_>, words: &[Token], class: WordClass) {
    for token in words {
        push(spans, token.span, class, reader.goal);
    }
}

/// Adds a word, joined with the one before when only spaces lie between and both are the same.
fn push(spans: &mut Vec<Highlight>, span: Span, class: WordClass, goal: &str) {
    if let Some(last) = spans.last_mut() {
        let between = Span::new(last.span.end, span.start).of(goal);
        if last.class == class && between.chars().all(char::is_whitespace) {
            last.span.end = span.end;
            return;
        }
    }
    spans.push(Highlight { span, class, label: class.name() });
}
