//! Who does what: a goal is cut where one of the agents understands each piece, and each piece goes to the agent that does it
//! at the least cost.
//!
//! A clause is understood when it is a phrase of a skill from its first word to its last. Of all ways to cut a goal into such
//! clauses the one with the most is taken, so that free text in one does not swallow the next. Free text may hold an "and" or a
//! comma, but nothing that follows a "then" or begins as a request does. What no agent understands makes the whole goal a
//! refusal that names it; nothing is guessed.

use std::{fmt, rc::Rc, sync::LazyLock};

use dunlin_base::Span;
use dunlin_plan::{Plan, PlanStep, RunWhen, SCHEMA_VERSION, StepKind, input, schema};
use dunlin_planner::phrase::{Heard, Recognized};
use dunlin_runtime::Policy;
use regex::Regex;
use serde_json::{Map, Value, json};

use super::{Agent, Skill, TOOL, Team, record::NOUN};

/// Where a goal may be cut.
static CUTS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i-u)\s*[,;.]?\s*\b(?:and then|then|and)\b\s*|\s*[,;]\s*|\.\s+").ok());
/// Where it is cut whatever follows.
static FIRM_CUTS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i-u)\bthen\b|[;.]").ok());
/// Words that say which agent is to do what follows: "ask the analyst to …".
static ADDRESS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i-u)^(?:please\s+)?(?:(?:ask|tell|get)\s+(?:the\s+|my\s+)?([a-z0-9_]+)\s+to|(?:have|let|make)\s+(?:the\s+|my\s+)?([a-z0-9_]+))\s+").ok()
});
/// How many sentences of a skill are looked at for the words that requests begin with.
const LOOKED_AT: usize = 40;
/// Words that mean what was given before, where they are all that fills a field.
const POINTING: [&str; 9] = ["it", "that", "this", "them", "these", "those", "the result", "the results", "everything"];
/// How deep a clause stands within another.
const MOST_WITHIN: usize = 3;
/// The most pieces of a goal, and the longest goal.
const MOST_PIECES: usize = 40;
const MOST_BYTES: usize = 10_000;

/// Why a goal has no plan: what no agent understands, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoAgent {
    /// The words.
    pub clause: String,
    /// Where they stand, in bytes.
    pub span: Span,
    /// What is missing.
    pub why: String,
    /// What can be said instead.
    pub hint: String,
}

impl NoAgent {
    /// The stable code.
    pub const CODE: &'static str = "agent.no-agent";
}

impl fmt::Display for NoAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}; {}", self.why, self.clause, self.hint)
    }
}

impl std::error::Error for NoAgent {}

/// A clause with everyone who can do it, the cheapest first.
struct Clause {
    span: Span,
    able: Vec<Able>,
}

/// An agent that can do a clause.
struct Able {
    agent: String,
    skill: Skill,
    input: Map<String, Value>,
    /// What is done first, where the words for what it takes are a clause themselves: "total what my notes say about tea".
    first: Option<Box<Clause>>,
}

impl Able {
    fn name(&self) -> String {
        format!("{}.{}", self.agent, self.skill.name)
    }
}

/// What a step gives, and of what kind it is.
#[derive(Clone)]
struct Given {
    value: Value,
    kind: Option<String>,
}

/// A plan while its clauses are put into it.
struct Draft<'t> {
    team: &'t Team,
    goal: &'t str,
    policy: &'t Policy,
    steps: Vec<PlanStep>,
    /// What each skill gives, by its name.
    parts: Map<String, Value>,
    told: Vec<String>,
    /// What the clause before gives.
    before: Option<Given>,
}

impl Draft<'_> {
    fn add(&mut self, clause: &Clause) -> Result<(), NoAgent> {
        let Some(chosen) = clause.able.first() else { return Ok(()) };
        if let Some(first) = &chosen.first {
            self.add(first)?;
        }
        self.make_fit(clause.span, chosen);
        let filled = |able: &Able| filled(able, self.before.as_ref().map(|given| &given.value), &self.parts);
        let with = filled(chosen).ok_or_else(|| {
            self.team.refusal(self.goal, clause.span, "nothing stands before it that it could be about")
        })?;
        let others = || clause.able.iter().skip(1).filter(|able| able.first.is_some() == chosen.first.is_some());
        let second = others().find_map(|able| Some((able, filled(able)?)));
        let words = clause.span.of(self.goal);
        let mut reasoning = format!("{} does {words:?}", chosen.name());
        let names: Vec<String> = others().map(told_of).collect();
        if !names.is_empty() {
            let names = names.join(" or ");
            reasoning = format!("{reasoning}, as the cheapest: {}, not {names}", told_of(chosen));
        }
        let number = self.put(clause.span, chosen, &with, reasoning.clone());
        let mut given = input::from_step(number, "/output");
        if let Some((second, with)) = second {
            reasoning = format!("{reasoning}; if that fails, {} does it", second.name());
            let why = format!("{} does {words:?} if {} fails", second.name(), chosen.name());
            let fallback = self.put(clause.span, second, &with, why);
            if let Some(step) = self.steps.last_mut() {
                step.depends_on = vec![number];
                step.run_when = RunWhen::AnyFailed;
                step.instead_of = Some(number);
            }
            // Neither is needed for itself: if both fail the run does.
            given = input::or(&given, &input::or(&input::from_step(fallback, "/output"), &Value::Null));
        }
        self.told.push(reasoning);
        self.keep(&chosen.skill, given);
        Ok(())
    }

    /// Puts what makes the one of the other between, where what was given is of another kind than what is taken: texts are totalled
    /// before they are drawn.
    fn make_fit(&mut self, span: Span, next: &Able) {
        let Some(Given { value, kind: Some(kind) }) = self.before.clone() else { return };
        let Some(wanted) = next.skill.takes_kind.as_ref().filter(|wanted| **wanted != kind) else { return };
        let Some(able) = self.team.able_between(&kind, wanted, self.policy) else { return };
        let Some(with) = filled(&able, Some(&value), &self.parts) else { return };
        let reasoning = format!("{} makes {wanted} of {kind}, for {}", able.name(), next.name());
        let number = self.put(span, &able, &with, reasoning.clone());
        self.told.push(reasoning);
        self.keep(&able.skill, input::from_step(number, "/output"));
    }

    /// Puts a step at the end, and gives its number.
    fn put(&mut self, span: Span, able: &Able, with: &Map<String, Value>, reasoning: String) -> u32 {
        let (tier, duration) = able.skill.cost();
        let given = Value::Object(with.clone());
        let needs = input::needs(&given);
        let number = self.steps.len() as u32 + 1;
        self.steps.push(PlanStep {
            step_number: number,
            kind: StepKind::Tool,
            tool_name: format!("{TOOL}{}", able.agent),
            tool_input: json!({"skill": able.skill.name, "with": with}),
            reasoning,
            depends_on: input::references(&given).into_iter().filter(|step| needs.contains(step)).collect(),
            estimated_cost_tier: tier,
            estimated_duration_ms: duration,
            source: span.utf16(self.goal),
            ..PlanStep::default()
        });
        number
    }

    /// Keeps what a skill gives, for what follows and for the result.
    fn keep(&mut self, skill: &Skill, value: Value) {
        let mut name = skill.name.clone();
        while self.parts.contains_key(&name) {
            name.push('_');
        }
        self.parts.insert(name, value.clone());
        self.before = Some(Given { value, kind: skill.gives.clone() });
    }

    fn done(self) -> Plan {
        let usual = self.steps.iter().filter(|step| step.instead_of.is_none());
        let duration = usual.map(|step| step.estimated_duration_ms).sum();
        Plan {
            schema_version: SCHEMA_VERSION,
            goal: self.goal.to_owned(),
            steps: self.steps,
            rationale: format!("{}.", self.told.join("; ")),
            confidence: 1.0,
            total_estimated_duration_ms: duration,
            result: Some(Value::Object(self.parts)),
            ..Plan::default()
        }
    }
}

impl Team {
    /// The plan for a goal of one clause or several: for each the agent that can do it within the policy at the least cost, and
    /// the next in price to stand in for it where it fails.
    pub fn plan(&self, goal: &str, policy: &Policy) -> Result<Plan, NoAgent> {
        let clauses = self.clauses(goal, policy)?;
        let mut draft =
            Draft { team: self, goal, policy, steps: Vec::new(), parts: Map::new(), told: Vec::new(), before: None };
        clauses.iter().try_for_each(|clause| draft.add(clause))?;
        Ok(draft.done())
    }

    /// The skill that makes the one kind of the other and needs nothing else, the cheapest within the policy.
    fn able_between(&self, from: &str, to: &str, policy: &Policy) -> Option<Able> {
        let agents = self.agents();
        let fits = |skill: &Skill| skill.takes_kind.as_deref() == Some(from) && skill.gives.as_deref() == Some(to);
        let able = skills(&agents).filter(|(agent, skill)| fits(skill) && self.may(&agent.name, skill, policy));
        let (agent, skill) = able.min_by_key(|(_, skill)| skill.cost())?;
        Some(Able { agent: agent.name.clone(), skill: skill.clone(), input: Map::new(), first: None })
    }

    /// Whether an agent may be called within a policy, and may do all of a skill.
    fn may(&self, agent: &str, skill: &Skill, policy: &Policy) -> bool {
        let Ok(limits) = self.limits(agent) else { return false };
        let is_called = policy.allowed_tools.as_ref().is_none_or(|tools| tools.contains(&format!("{TOOL}{agent}")));
        is_called && Self::beyond(&skill.plan, &policy.clone().within(&limits)).is_none()
    }

    /// The goal in the most clauses that all are understood.
    fn clauses(&self, goal: &str, policy: &Policy) -> Result<Vec<Clause>, NoAgent> {
        if goal.len() > MOST_BYTES {
            return Err(self.refusal(goal, Span::new(0, 0), "the goal is longer than 10,000 bytes"));
        }
        let end = goal.trim_end().trim_end_matches(['.', '!', '?']).len();
        let mut pieces = vec![Span::new(goal.len() - goal.trim_start().len(), end)];
        let cuts = CUTS.iter().flat_map(|cuts| cuts.find_iter(goal)).filter(|cut| cut.end() < end);
        let (begins, mut is_firm) = (self.beginnings(), vec![true]);
        for cut in cuts {
            if let Some(last) = pieces.last_mut().filter(|last| last.start < cut.start()) {
                last.end = cut.start();
                let rest = Span::new(cut.end(), end);
                is_firm.push(
                    FIRM_CUTS.as_ref().is_some_and(|firm| firm.is_match(cut.as_str()))
                        || first_word(rest.of(goal)).is_some_and(|word| begins.contains(&word)),
                );
                pieces.push(rest);
            }
        }
        if pieces.len() > MOST_PIECES {
            return Err(self.refusal(goal, Span::new(0, end), "the goal has more than 40 pieces"));
        }
        // For each beginning the most clauses from there on, and where the first of them ends.
        let mut best: Vec<Option<(usize, usize, Clause)>> = Vec::new();
        best.resize_with(pieces.len(), || None);
        let count = |best: &[Option<(usize, usize, Clause)>], at: usize| match best.get(at) {
            None => Some(0),
            Some(found) => found.as_ref().map(|(clauses, ..)| *clauses),
        };
        for from in (0..pieces.len()).rev() {
            for to in from..pieces.len() {
                if to > from && is_firm.get(to) == Some(&true) {
                    break;
                }
                let (Some(first), Some(last)) = (pieces.get(from), pieces.get(to)) else { continue };
                let Some(rest) = count(&best, to + 1) else { continue };
                let is_better =
                    best.get(from).is_some_and(|found| found.as_ref().is_none_or(|found| rest + 1 > found.0));
                let span = Span::new(first.start, last.end.max(first.start));
                if is_better
                    && let Some(clause) = self.understood(goal, span, policy)
                    && let Some(slot) = best.get_mut(from)
                {
                    *slot = Some((rest + 1, to + 1, clause));
                }
            }
        }
        let (mut at, mut clauses) = (0, Vec::new());
        while let Some(found) = best.get_mut(at) {
            let Some((_, next, clause)) = found.take() else {
                return Err(self.not_understood(goal, &pieces, &is_firm, policy));
            };
            clauses.push(clause);
            at = next;
        }
        Ok(clauses)
    }

    /// The first piece that nobody understands, read from the front.
    fn not_understood(&self, goal: &str, pieces: &[Span], is_firm: &[bool], policy: &Policy) -> NoAgent {
        let mut at = 0;
        while at < pieces.len() {
            let until = (at + 1..pieces.len()).find(|to| is_firm.get(*to) == Some(&true)).unwrap_or(pieces.len());
            let understood = (at..until).find(|to| {
                let (Some(first), Some(last)) = (pieces.get(at), pieces.get(*to)) else { return false };
                self.understood(goal, Span::new(first.start, last.end), policy).is_some()
            });
            match understood {
                Some(to) => at = to + 1,
                None => break,
            }
        }
        let span = pieces.get(at).or(pieces.last()).copied().unwrap_or(Span::new(0, goal.len()));
        self.refusal(goal, span, "no agent that may is able to do this")
    }

    /// The words that requests begin with, found once for the skills as they are.
    fn beginnings(&self) -> Rc<[String]> {
        if let Some(known) = &*self.0.beginnings.borrow() {
            return known.clone();
        }
        let mut words: Vec<String> = self.said(LOOKED_AT).iter().filter_map(|said| first_word(said)).collect();
        words.sort_unstable();
        words.dedup();
        let words: Rc<[String]> = words.into();
        self.0.beginnings.replace(Some(words.clone()));
        words
    }

    /// Sentences that ask for the skills, so many for each.
    fn said(&self, most: usize) -> Vec<String> {
        let book = self.0.book.borrow();
        let agents = self.agents();
        skills(&agents)
            .flat_map(|(agent, skill)| book.sample(&format!("{}.{}", agent.name, skill.name), most, 0))
            .collect()
    }

    fn refusal(&self, goal: &str, span: Span, why: &str) -> NoAgent {
        let agents = self.agents();
        let examples = skills(&agents).map(|(_, skill)| skill.example.clone());
        let examples: Vec<String> = examples.filter(|example| !example.is_empty()).collect();
        let said = if examples.is_empty() { self.said(1) } else { examples };
        let said: Vec<String> = said.into_iter().take(4).collect();
        let hint = if said.is_empty() {
            "there are no agents".to_owned()
        } else {
            format!("say such as: {}", said.join(" · "))
        };
        NoAgent { clause: span.of(goal).to_owned(), span, why: why.to_owned(), hint }
    }

    /// Everyone who can do a clause within the policy, the cheapest first.
    fn understood(&self, goal: &str, span: Span, policy: &Policy) -> Option<Clause> {
        if let Some(clause) = self.understood_within(goal, span, policy, MOST_WITHIN) {
            return Some(clause);
        }
        let found = ADDRESS.as_ref()?.captures(span.of(goal))?;
        let agent = found.get(1).or(found.get(2))?.as_str().to_lowercase();
        let asked = Span::new(span.start + found.get(0)?.end(), span.end);
        let mut clause = self.understood_within(goal, asked, policy, MOST_WITHIN)?;
        clause.able.retain(|able| able.agent == agent);
        (!clause.able.is_empty()).then_some(Clause { span, ..clause })
    }

    fn understood_within(&self, goal: &str, span: Span, policy: &Policy, depth: usize) -> Option<Clause> {
        let mut heard = self.0.book.borrow().recognize(span.of(goal), &Heard::default())?;
        let others = std::mem::take(&mut heard.alternatives);
        let mut able: Vec<Able> = Vec::new();
        for Recognized { tool, input, spans, .. } in std::iter::once(heard).chain(others) {
            let Some((agent, skill)) = tool.split_once('.') else { continue };
            let (skill, is_noun) = skill.strip_suffix(NOUN).map_or((skill, false), |skill| (skill, true));
            if is_noun && depth == MOST_WITHIN {
                continue;
            }
            let Ok(known) = self.get(agent) else { continue };
            let Ok(skill) = Self::skill(&known, skill) else { continue };
            // Of one skill the reading that fits best is meant.
            let is_new = able.iter().all(|other| other.agent != agent || other.skill.name != skill.name);
            if !is_new || !self.may(agent, &skill, policy) {
                continue;
            }
            // Words for what it takes that point to nothing before them say it themselves, as a clause or as a text.
            let said = skill.takes.as_ref().filter(|field| input.get(*field).is_some_and(|value| !points(value)));
            let place = said.and_then(|field| spans.iter().find(|(slot, _)| slot == field)).filter(|_| depth > 0);
            let first = place.and_then(|(_, place)| {
                let place = Span::new(span.start + place.start, span.start + place.end);
                self.understood_within(goal, place, policy, depth - 1).map(Box::new)
            });
            if first.is_some() || said.is_none_or(|field| takes_words(&skill, field)) {
                able.push(Able { agent: agent.to_owned(), skill, input, first });
            }
        }
        able.sort_by_key(|able| able.skill.cost());
        (!able.is_empty()).then_some(Clause { span, able })
    }
}

/// Every skill with whose it is.
fn skills(agents: &[Rc<Agent>]) -> impl Iterator<Item = (&Agent, &Skill)> {
    agents.iter().flat_map(|agent| agent.skills.iter().map(move |skill| (&**agent, skill)))
}

/// Whether a field takes words as they stand. One of which the schema does not say that it is a text takes what a step gives.
fn takes_words(skill: &Skill, field: &str) -> bool {
    let wanted = skill.input_schema.get("properties").and_then(|properties| properties.get(field)?.get("type"));
    wanted.is_some_and(|kind| kind == "string" || kind.as_array().is_some_and(|kinds| kinds.contains(&json!("string"))))
}

/// Whether a value of a field means what was given before.
fn points(value: &Value) -> bool {
    value.as_str().is_some_and(|text| POINTING.contains(&text.to_lowercase().as_str()))
}

fn first_word(text: &str) -> Option<String> {
    Some(text.split(|sign: char| !sign.is_alphanumeric() && sign != '-').find(|word| !word.is_empty())?.to_lowercase())
}

/// What it costs, in words.
fn told_of(able: &Able) -> String {
    let (tier, duration) = able.skill.cost();
    format!("{} (cost {tier} of 5, about {duration} ms)", able.name())
}

/// The input of a clause, with what the steps before it gave where it points to them. None when there is none to point to.
fn filled(able: &Able, before: Option<&Value>, parts: &Map<String, Value>) -> Option<Map<String, Value>> {
    let Able { skill, input, .. } = able;
    let mut with = input.clone();
    for (field, given) in
        [(&skill.takes, before.cloned()), (&skill.takes_all, before.map(|_| Value::Object(parts.clone())))]
    {
        let Some(field) = field else { continue };
        if able.first.is_some() || with.get(field).is_none_or(points) {
            with.insert(field.clone(), given?);
        }
    }
    let value = Value::Object(with);
    // What a reference will give cannot be checked yet; the rest is.
    let is_sound = schema::check_template(&skill.input_schema, &value).is_empty();
    match value {
        Value::Object(with) if is_sound => Some(with),
        _ => None,
    }
}
