//! How a goal is read while it is being typed: highlighted words, chips, clauses and what is wrong so far.

use dunlin_base::{Diagnostic, Span};

use crate::{
    MAX_STEPS, PlanContext, PlanError, Planned, Planner,
    assemble::Assembly,
    clause::{self, Link},
    number,
    planner::{read_clause, take_constraints},
    reader::{Found, Reader},
    reading,
    token::{Token, TokenKind, span_of, tokenize},
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

impl Planner {
    /// How a goal is read so far; never fails, whatever was typed.
    pub fn explain(&self, goal: &str, context: &PlanContext<'_>) -> Explanation {
        self.read_aloud(goal, context).0
    }

    /// How a goal is read so far, and the plan for it: as [`Planner::explain`] and [`Planner::read`], reading it once.
    pub fn read_aloud(&self, goal: &str, context: &PlanContext<'_>) -> (Explanation, Result<Planned, PlanError>) {
        if let Err(error) = crate::planner::check_length(goal) {
            let too_long = error.kind() == crate::PlanErrorKind::TooLong;
            let explanation = Explanation::default();
            return (if too_long { explanation.doubting(&error) } else { explanation }, Err(error));
        }
        let mut tokens = tokenize(goal, crate::grammar::grammar().vocabulary());
        let (explanation, assembly) = self.explain_tokens(goal, context, &tokens);
        // Nearly always every clause is understood as it stands, and what was read for the eye is the plan as well.
        let whole = assembly.filter(|assembly| (1..=MAX_STEPS).contains(&assembly.len()) && !assembly.is_doubtful());
        if let Some(Ok(planned)) = whole.map(|assembly| assembly.finish(self.specs())) {
            return (explanation, Ok(planned));
        }
        let read = self.read_respelt(goal, context, &mut tokens);
        match read {
            // The tokens may be others now: misspelt words are taken for what is meant.
            Ok(planned) => (self.explain_tokens(goal, context, &tokens).0, Ok(planned)),
            Err(error) => (explanation.doubting(&error), Err(error)),
        }
    }

    /// Explains tokens as they stand; with the assembly of all clauses when every one was understood.
    fn explain_tokens(
        &self,
        goal: &str,
        context: &PlanContext<'_>,
        tokens: &[Token],
    ) -> (Explanation, Option<Assembly>) {
        let mut explanation = Explanation::default();
        let mut reader = Reader::new(goal, context);
        let mut assembly = Assembly::new(goal);
        let asked = take_constraints(&reader, &mut assembly, tokens);
        if let Some(template) = self.named_template(&reader, asked) {
            let (span, label) = (span_of(asked), format!("{} todos for “{}”", template.todos.len(), template.name));
            explanation.clauses.push(ClauseReading { span, meaning: Some(label.clone()) });
            explanation.chips.push(Chip { span, kind: ChipKind::Action, label, dismissible: false });
            mark(&mut explanation.spans, &reader, asked, WordClass::Command);
            assembly.take_template(template, context.now, span);
            return (explanation, Some(assembly));
        }
        let clauses = clause::split(&mut reader, asked);
        let mut seen = 0;
        let mut whole = true;
        for (at, clause) in clauses.iter().enumerate() {
            let next = clauses.get(at + 1).map(|next| next.link);
            mark(
                &mut explanation.spans,
                &reader,
                tokens.get(seen..clause.start).unwrap_or_default(),
                WordClass::Connector,
            );
            seen = clause.end;
            let words = clause.words(tokens);
            reader.forget();
            assembly.own = clause.own();
            whole &= explain_clause(&mut explanation, &mut reader, &mut assembly, &words, clause.link, next);
        }
        mark(&mut explanation.spans, &reader, tokens.get(seen..).unwrap_or_default(), WordClass::Connector);
        (explanation, whole.then_some(assembly))
    }
}

impl Explanation {
    /// With what is wrong with the goal as a whole.
    fn doubting(mut self, error: &PlanError) -> Self {
        self.diagnostics.push(error.to_diagnostic());
        self.suggestions = error.suggestions().to_vec();
        self
    }
}

/// Adds what a clause says; whether it was understood.
fn explain_clause(
    explanation: &mut Explanation,
    reader: &mut Reader<'_>,
    assembly: &mut Assembly,
    words: &[Token],
    link: Link,
    next: Option<Link>,
) -> bool {
    let known = assembly.meanings().len();
    let read = read_clause(reader, assembly, words, link, next).is_ok();
    let meaning = assembly.meanings().get(known..).unwrap_or_default().join(", ");
    let own = words.get(assembly.own.clone()).unwrap_or(words);
    let span = span_of(own);
    explanation.clauses.push(ClauseReading { span, meaning: read.then(|| meaning.clone()) });
    if read {
        explanation.chips.push(Chip { span, kind: ChipKind::Action, label: meaning, dismissible: false });
    }
    let request = match reader.find(words) {
        Found::Request(request) | Found::Pointing(request) | Found::Missing(request) => request,
        Found::Nothing => {
            mark(&mut explanation.spans, reader, own, WordClass::Unknown);
            return read;
        }
    };
    explanation.preview = None;
    if let Some(sum) = request.sum.as_ref()
        && let Some(value) = reading::preview(&sum.expression)
    {
        explanation.chips.push(Chip { span, kind: ChipKind::Value, label: format!("= {value}"), dismissible: false });
        explanation.preview = Some(value);
    }
    let mut dated = Vec::new();
    if let Some(item) = request.item.filter(|_| matches!(request.intent, crate::intent::Intent::Add)) {
        let read = reading::quick_add(&todo_text(reader, item), span_of(item).start, reader.context);
        for (span, kind, label) in read.found {
            dated.push(span);
            explanation.chips.push(Chip { span, kind, label, dismissible: true });
        }
    }
    for token in own {
        let inside = |slot: Option<&[Token]>| slot.is_some_and(|slot| span_of(slot).overlaps(token.span));
        let class = if token.kind == TokenKind::Quoted {
            WordClass::Quoted
        } else if dated.iter().any(|span| span.overlaps(token.span)) || inside(request.when) {
            WordClass::When
        } else if inside(request.name) {
            WordClass::List
        } else if inside(request.position) || inside(request.value) {
            WordClass::Value
        } else if inside(request.item) || inside(request.text) {
            WordClass::Item
        } else if request.sum.is_some() {
            class_in_sum(reader, token)
        } else {
            WordClass::Command
        };
        push(&mut explanation.spans, token.span, class, reader.goal);
    }
    read
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
