//! The planner: a goal in, a plan or a well-founded refusal out.

use dunlin_base::Span;
use dunlin_plan::{Annotations, Plan, ToolSpec};
use serde_json::json;

use crate::{
    MAX_GOAL_CHARACTERS, MAX_STEPS, PlanContext, PlanError, PlanErrorKind, PolicyPatch, Understood,
    assemble::{self, Assembly},
    clause::{self, Clause, Link},
    condition, constraint,
    grammar::grammar,
    intent::Intent,
    reader::{Found, Reader, Request},
    suggest,
    template::Template,
    token::{Token, TokenKind, span_of, tokenize},
};

/// Plans goals for a set of tools.
#[derive(Clone, Debug)]
pub struct Planner {
    specs: Vec<ToolSpec>,
    templates: Vec<Template>,
}

/// A plan and what the goal says about carrying it out.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The plan.
    pub plan: Plan,
    /// What the goal itself limits.
    pub policy: PolicyPatch,
}

impl Planner {
    /// A planner that may use the tools described by `specs`.
    pub fn new(specs: Vec<ToolSpec>) -> Self {
        Self { specs, templates: Template::built_in() }
    }

    /// The same with these templates for composite goals; those that are not sound are left out.
    #[must_use]
    pub fn with_templates(mut self, templates: Vec<Template>) -> Self {
        self.set_templates(templates);
        self
    }

    /// Takes these templates for composite goals from now on; those that are not sound are left out.
    pub fn set_templates(&mut self, templates: Vec<Template>) {
        self.templates = templates.into_iter().filter(Template::is_sound).collect();
    }

    /// The templates for composite goals.
    pub fn templates(&self) -> &[Template] {
        &self.templates
    }

    /// The least descriptions of the two tools the grammar speaks of, for hosts and tests that have no registry.
    pub fn built_in_tools() -> Vec<ToolSpec> {
        let tool = |name: &str, description: &str, resources: &[&str]| ToolSpec {
            name: name.into(),
            description: description.into(),
            input_schema: json!({"type": "object"}),
            annotations: Annotations { read_only_hint: resources.is_empty(), ..Annotations::default() },
            reads: resources.iter().map(|name| (*name).to_owned()).collect(),
            writes: resources.iter().map(|name| (*name).to_owned()).collect(),
            destructive_when: None,
            read_only_when: None,
            keyed: true,
        };
        vec![
            tool(assemble::CALCULATOR, "Calculates an expression.", &[]),
            tool(assemble::TODO_STORE, "Keeps todos.", &["todos"]),
        ]
    }

    /// The tools it plans for.
    pub fn specs(&self) -> &[ToolSpec] {
        &self.specs
    }

    /// The plan for a goal.
    pub fn plan(&self, goal: &str, context: &PlanContext<'_>) -> Result<Plan, PlanError> {
        self.read(goal, context).map(|planned| planned.plan)
    }

    /// The plan for a goal and what the goal says about carrying it out.
    pub fn read(&self, goal: &str, context: &PlanContext<'_>) -> Result<Planned, PlanError> {
        check_length(goal)?;
        let mut tokens = tokenize(goal, grammar().vocabulary());
        self.read_respelt(goal, context, &mut tokens)
    }

    /// Reads the tokens of a goal as they stand, and when that fails, with slips of spelling in the grammar's own words put
    /// right. What the goal's words are is never changed, only what they are taken for.
    pub(crate) fn read_respelt(
        &self,
        goal: &str,
        context: &PlanContext<'_>,
        tokens: &mut Vec<Token>,
    ) -> Result<Planned, PlanError> {
        let error = match self.read_tokens(goal, context, tokens, Reading::Plain) {
            Err(error) if error.kind() == PlanErrorKind::Unrecognized => error,
            other => return other,
        };
        let Some(respelt) = suggest::respelt_tokens(goal, tokens) else { return Err(error) };
        let planned = self.read_tokens(goal, context, &respelt, Reading::Respelt).map_err(|_| error)?;
        *tokens = respelt;
        Ok(planned)
    }

    /// Whether there is a plan for a goal that is offered in place of another.
    fn can_plan(&self, goal: &str, context: &PlanContext<'_>) -> bool {
        let tokens = tokenize(goal, grammar().vocabulary());
        check_length(goal).is_ok()
            && (self.read_tokens(goal, context, &tokens, Reading::Tried).is_ok()
                || suggest::respelt_tokens(goal, &tokens)
                    .is_some_and(|respelt| self.read_tokens(goal, context, &respelt, Reading::Tried).is_ok()))
    }

    fn read_tokens(
        &self,
        goal: &str,
        context: &PlanContext<'_>,
        tokens: &[Token],
        reading: Reading,
    ) -> Result<Planned, PlanError> {
        let mut reader = Reader::new(goal, context);
        if tokens.is_empty() {
            return Err(PlanError::new(PlanErrorKind::Empty, "Prompt cannot be empty"));
        }
        let mut assembly = Assembly::new(goal);
        if reading == Reading::Respelt {
            assembly.take_respelt();
        }
        let tokens = take_constraints(&reader, &mut assembly, tokens);
        if let Some(template) = self.named_template(&reader, tokens) {
            assembly.take_template(template, context.now, span_of(tokens));
            return assembly.finish(&self.specs);
        }
        let clauses = clause::split(&mut reader, tokens);
        let mut doubtful = None;
        if clauses.len() > clause::TOO_MANY {
            return Err(too_many_steps(span_of(tokens)));
        }
        for (at, clause) in clauses.iter().enumerate() {
            let words = clause.words(tokens);
            let next = clauses.get(at + 1).map(|next| next.link);
            reader.forget();
            assembly.own = clause.own();
            let read = read_clause(&mut reader, &mut assembly, &words, clause.link, next);
            if let Err(fault) = read {
                reader.forget();
                return Err(self.refuse(&mut reader, tokens, &clauses, *clause, fault, reading));
            }
            if std::mem::take(&mut assembly.doubtful) {
                doubtful.get_or_insert(*clause);
            }
            if assembly.len() > MAX_STEPS {
                return Err(too_many_steps(span_of(&words)));
            }
        }
        if let Some(clause) = doubtful.filter(|_| !assembly.about_todos) {
            let words = clause.words(tokens);
            reader.forget();
            let fault = suggest::doubtful(span_of(&words).of(goal));
            return Err(self.refuse(&mut reader, tokens, &clauses, clause, fault, reading));
        }
        if assembly.len() == 0 {
            let text = span_of(tokens).of(goal);
            let helps = suggest::asks_for_help(&reader, tokens);
            let fault = if helps { suggest::help(text) } else { suggest::unrecognized(text) };
            let error = PlanError::new(fault.kind, fault.message).with_hint(fault.hint).at(span_of(tokens));
            let offered = if helps { &suggest::EXAMPLES[..] } else { &[suggest::ANYTHING] };
            return Err(error.with_suggestions(offered.iter().map(|goal| (*goal).to_owned()).collect()));
        }
        assembly.finish(&self.specs).map_err(|error| match error.kind() {
            PlanErrorKind::Constraint if reading == Reading::Plain => self.without_limit(error, &reader, tokens),
            _ => error,
        })
    }

    /// The error with the goal offered that does not limit itself.
    #[inline(never)]
    fn without_limit(&self, error: PlanError, reader: &Reader<'_>, tokens: &[Token]) -> PlanError {
        let rest = span_of(reader.grammar.without_courtesy(tokens)).of(reader.goal);
        let plans = self.can_plan(rest, reader.context);
        error.with_suggestions(plans.then(|| rest.to_owned()).into_iter().collect())
    }
}

impl Planner {
    /// The error for a clause that gives no steps, with all that was understood beside it.
    fn refuse(
        &self,
        reader: &mut Reader<'_>,
        tokens: &[Token],
        clauses: &[Clause],
        failed: Clause,
        fault: ClauseFault,
        reading: Reading,
    ) -> PlanError {
        if reading != Reading::Plain {
            return PlanError::new(fault.kind, fault.message);
        }
        let failed_words = tokens.get(failed.start..failed.end).unwrap_or_default();
        let mut understood = Vec::new();
        for clause in clauses.iter().filter(|clause| **clause != failed).take(MAX_STEPS) {
            let words = clause.words(tokens);
            let mut alone = Assembly::new(reader.goal);
            alone.own = clause.own();
            reader.forget();
            if read_clause(reader, &mut alone, &words, Link::default(), None).is_ok() && alone.len() > 0 {
                let meaning = alone.meanings().join(", ");
                let span = span_of(tokens.get(clause.start..clause.end).unwrap_or_default());
                understood.push(Understood { span, meaning });
            }
        }
        if !fault.understood.is_empty() {
            understood.push(Understood { span: span_of(failed_words), meaning: fault.understood.to_owned() });
        }
        reader.forget();
        let mut suggestions = Vec::new();
        for offered in suggest::corrections(reader, tokens, failed_words, fault.kind) {
            if offered.goal == suggest::ANYTHING && !suggestions.is_empty() {
                break;
            }
            // Nothing is offered that would be refused again; what is in quotes is a todo whatever it says.
            let mut forms = std::iter::once(offered.goal).chain(offered.quoted);
            suggestions.extend(forms.find(|goal| self.can_plan(goal, reader.context)));
        }
        PlanError::new(fault.kind, fault.message)
            .with_hint(fault.hint)
            .at(span_of(failed_words))
            .with_suggestions(suggestions)
            .with_understood(understood)
    }

    /// The template that the whole goal names.
    pub(crate) fn named_template(&self, reader: &Reader<'_>, tokens: &[Token]) -> Option<&Template> {
        let bare = reader.grammar.without_courtesy(tokens);
        if bare.len() > 12 {
            return None;
        }
        let words: Vec<_> = bare.iter().map(|token| reader.word(token)).collect();
        let goal = words.join(" ");
        self.templates.iter().find(|template| template.is_named_by(&goal))
    }
}

/// Takes the limits at the goal's ends in, and gives what stands between them.
pub(crate) fn take_constraints<'t>(reader: &Reader<'_>, assembly: &mut Assembly, tokens: &'t [Token]) -> &'t [Token] {
    let mut rest = tokens;
    if let Some((constraint, length)) = constraint::at_start(reader, rest) {
        assembly.take_constraint(constraint, span_of(rest.get(..length).unwrap_or_default()));
        rest = rest.get(length..).unwrap_or_default();
    }
    while let Some((constraint, length)) = constraint::at_end(reader, rest) {
        let at = rest.len().saturating_sub(length);
        assembly.take_constraint(constraint, span_of(rest.get(at..).unwrap_or_default()));
        rest = rest.get(..at).unwrap_or_default();
    }
    rest
}

/// In which way the tokens of a goal are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// As they stand; a refusal says all there is to say.
    Plain,
    /// With slips of spelling put right; when that is refused, nobody asks why.
    Respelt,
    /// To see whether there is a plan at all.
    Tried,
}

/// Why a clause gives no steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClauseFault {
    pub(crate) kind: PlanErrorKind,
    pub(crate) message: String,
    pub(crate) hint: String,
    /// What of the clause itself was understood; empty when nothing was.
    pub(crate) understood: &'static str,
}

/// Reads one clause into the assembly; `next` is how the clause after it hangs on it.
pub(crate) fn read_clause(
    reader: &mut Reader<'_>,
    assembly: &mut Assembly,
    words: &[Token],
    link: Link,
    next: Option<Link>,
) -> Result<(), ClauseFault> {
    assembly.begin_clause(link, words);
    if assembly.has_several_numbers() && assembly.take_together(reader, words) {
        return Ok(());
    }
    if let Some(condition) = condition::question(reader, words) {
        let taken = assembly.take_question(reader, &condition, words);
        return taken.then_some(()).ok_or_else(|| suggest::unrecognized(span_of(words).of(reader.goal)));
    }
    let found = reader.find(words);
    // "check my list to see if milk is on it" asks; it makes nothing conditional.
    let asks = matches!(&found, Found::Request(request) if request.intent == Intent::Search);
    let conditional = if asks { None } else { condition::cut(reader, words) };
    let Some(conditional) = conditional else { return take_found(reader, assembly, found, words, next) };
    if conditional.request.is_empty() {
        return match next {
            Some(_) if assembly.take_condition(reader, &conditional.condition, None, words) => Ok(()),
            _ => Err(suggest::unrecognized(span_of(words).of(reader.goal))),
        };
    }
    let named = match reader.find(conditional.request) {
        Found::Request(request) => Some(request),
        _ => None,
    };
    if !assembly.take_condition(reader, &conditional.condition, named.as_ref(), words) {
        return Err(suggest::unrecognized(span_of(words).of(reader.goal)));
    }
    read_request(reader, assembly, conditional.request, None)
}

fn read_request(
    reader: &mut Reader<'_>,
    assembly: &mut Assembly,
    words: &[Token],
    next: Option<Link>,
) -> Result<(), ClauseFault> {
    let found = reader.find(words);
    take_found(reader, assembly, found, words, next)
}

fn take_found(
    reader: &Reader<'_>,
    assembly: &mut Assembly,
    found: Found<'_>,
    words: &[Token],
    next: Option<Link>,
) -> Result<(), ClauseFault> {
    let text = span_of(words).of(reader.goal);
    match found {
        // "we need more paper so add paper to my list": what stands before "so" is the reason.
        Found::Request(request)
            if next.is_some_and(|next| next.therefore)
                && request.intent == Intent::Add
                && reader.grammar.is_statement(words) =>
        {
            Ok(())
        }
        Found::Request(request)
            if (request.intent.acts_on_a_todo() || request.intent == Intent::Add && !request.anchored)
                && request.item.is_some_and(|item| reader.holds_a_condition(item)) =>
        {
            Err(suggest::unrecognized(text))
        }
        // Todos are due on a day; on which one they were done is not asked of them.
        Found::Request(request)
            if request.when.is_some() && matches!(request.intent, Intent::ListDone | Intent::CountDone) =>
        {
            Err(suggest::day_of_completion(text))
        }
        Found::Request(request) if request.open => match assembly.kind_made() {
            Some(intent) => {
                let taken = assembly.take(reader, &Request { intent, ..request }, words);
                taken.then_some(()).ok_or_else(|| suggest::unrecognized(text))
            }
            None => Err(suggest::either_kind(text)),
        },
        Found::Request(request) => {
            let taken = assembly.take(reader, &request, words);
            taken.then_some(()).ok_or_else(|| suggest::unrecognized(text))
        }
        Found::Pointing(request) => {
            let taken = assembly.take_pointing(reader, &request, words);
            taken.then_some(()).ok_or_else(|| suggest::points_at_nothing(request.intent, text))
        }
        Found::Missing(request) => Err(suggest::missing(request.intent, text)),
        // "I have no time today, so clear my list": the reason asks for nothing and is left aside.
        Found::Nothing
            if next.is_some_and(|next| next.therefore || next.strong) && reader.grammar.is_statement(words) =>
        {
            Ok(())
        }
        Found::Nothing if holds_sum_with_comma(reader, words) => Err(suggest::comma()),
        Found::Nothing if suggest::asks_for_help(reader, words) => Err(suggest::help(text)),
        Found::Nothing if crate::sum::two_readings(words, reader.goal).is_some() => Err(suggest::two_fold()),
        Found::Nothing => Err(suggest::unrecognized(text)),
    }
}

/// Whether a clause speaks of a sum, and has a number whose comma may be meant as a point.
#[inline(never)]
fn holds_sum_with_comma(reader: &Reader<'_>, words: &[Token]) -> bool {
    let comma = |token: &Token| {
        token.kind == TokenKind::Number && crate::number::with_point(token.span.of(reader.goal)).is_some()
    };
    let calculates = |token: &Token| {
        matches!(token.kind, TokenKind::Sign('+' | '-' | '*' | '/' | '^' | '%' | '×' | '÷' | '−'))
            || crate::sum::is_word(&reader.word(token))
    };
    words.iter().any(comma) && words.iter().any(calculates)
}

pub(crate) fn check_length(goal: &str) -> Result<(), PlanError> {
    if goal.trim().is_empty() {
        return Err(PlanError::new(PlanErrorKind::Empty, "Prompt cannot be empty")
            .with_hint("type what you want done, such as \"add todo buy milk\""));
    }
    // Counting stops at the limit, so a huge text costs no more than a long one.
    if goal.len() > MAX_GOAL_CHARACTERS && goal.chars().nth(MAX_GOAL_CHARACTERS).is_some() {
        let at = goal.char_indices().nth(MAX_GOAL_CHARACTERS).map_or(goal.len(), |(at, _)| at);
        return Err(PlanError::new(
            PlanErrorKind::TooLong,
            format!(
                "found a goal of more than {MAX_GOAL_CHARACTERS} characters, expected at most {MAX_GOAL_CHARACTERS}"
            ),
        )
        .with_hint("split the goal into several")
        .at(Span::new(at, goal.len())));
    }
    Ok(())
}

fn too_many_steps(span: Span) -> PlanError {
    let message = format!("found more than {MAX_STEPS} steps, expected at most {MAX_STEPS}");
    PlanError::new(PlanErrorKind::TooManySteps, message).with_hint("split the goal into several").at(span)
}
