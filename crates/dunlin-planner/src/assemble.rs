//! Requests put together into a plan: numbers, references to earlier results, criteria, reasons and estimates.

use dunlin_base::Span;
use dunlin_date::Now;
use dunlin_plan::{Plan, PlanStep, SCHEMA_VERSION, StepKind, ToolSpec, graph, input};
use serde_json::{Map, Value, json};

use crate::{
    Criterion, MAX_STEPS, PlanError, PlanErrorKind, Planned, PolicyPatch,
    clause::{Answer, Link},
    condition::{Condition, Side, opposite},
    constraint::Constraint,
    intent::Intent,
    reader::{Reader, Request},
    sum::EARLIER,
    template::Template,
    todo::{self, Draft},
    token::{Token, span_of},
};

pub(crate) const CALCULATOR: &str = "calculator";
pub(crate) const TODO_STORE: &str = "todo_store";

/// What a pronoun can mean.
#[derive(Clone, Debug)]
enum Pointed {
    /// The number a step gives.
    Number(u32),
    /// A todo, by its words.
    Todo(String),
}

/// A decision step and what it compared.
#[derive(Clone, Debug)]
struct Gate {
    step: u32,
    left: Value,
    operator: &'static str,
    right: Value,
}

/// A plan in the making.
#[derive(Debug)]
pub(crate) struct Assembly {
    goal: String,
    steps: Vec<PlanStep>,
    meanings: Vec<String>,
    /// How sure each clause's reading is.
    sureness: Vec<f64>,
    /// What "it" and "that" mean now.
    pointed: Vec<Pointed>,
    /// The decision that the steps of this clause hang on.
    gate: Option<Gate>,
    /// The last decision, for "otherwise".
    last_gate: Option<Gate>,
    /// The last step that looked for a todo, for "if not".
    last_search: Option<u32>,
    /// The list named last.
    last_list: Option<String>,
    pub(crate) policy: PolicyPatch,
    /// Where the goal says that nothing is to be deleted.
    keeps: Option<Span>,
}

impl Assembly {
    pub(crate) fn new(goal: &str) -> Self {
        Self {
            goal: goal.to_owned(),
            steps: Vec::new(),
            meanings: Vec::new(),
            sureness: Vec::new(),
            pointed: Vec::new(),
            gate: None,
            last_gate: None,
            last_search: None,
            last_list: None,
            policy: PolicyPatch::default(),
            keeps: None,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn meanings(&self) -> &[String] {
        &self.meanings
    }

    /// Takes a request in; false when its slots make no sense after all.
    pub(crate) fn take(&mut self, reader: &Reader<'_>, request: &Request<'_>, words: &[Token]) -> bool {
        let source = source_of(reader, words);
        if let Some(sum) = &request.sum {
            self.add_sum(&json!(sum.expression), &sum.expression, source);
            self.sureness.push(if sum.verbatim { 0.99 } else { 0.97 });
            return true;
        }
        let Some(mut drafts) = todo::drafts(reader, request, source) else { return false };
        if drafts.is_empty() || self.steps.len() + drafts.len() > MAX_STEPS + 1 {
            return !drafts.is_empty();
        }
        for draft in &mut drafts {
            self.refer_to_result(request.intent, &mut draft.input);
            self.inherit_list(request, &mut draft.input);
        }
        self.sureness.push(sureness(request));
        // "refresh my list and tell me what's on it" shows the list once.
        drafts.retain(|draft| !self.repeats_reading(draft));
        for draft in drafts {
            self.add_todo_step(draft);
        }
        true
    }

    /// Takes a request about "it" in, when something before it can be meant.
    pub(crate) fn take_pointing(&mut self, reader: &Reader<'_>, request: &Request<'_>, words: &[Token]) -> bool {
        let source = source_of(reader, words);
        if let Some(sum) = &request.sum {
            let Some(step) = self.last_number() else { return false };
            let expression = with_result(&sum.expression, step);
            let shown = sum.expression.replace(EARLIER, "the result");
            self.add_sum(&expression, &shown, source);
            self.sureness.push(0.95);
            return true;
        }
        let mut fields = Map::new();
        let meaning = match (request.intent, self.pointed.last().cloned()) {
            (Intent::Add | Intent::AddWhat | Intent::AddSeveral, Some(Pointed::Number(step))) => {
                fields.insert("action".into(), "add".into());
                fields.insert("text".into(), input::concat(vec![input::from_step(step, "/output")]));
                "add the result as a todo".to_owned()
            }
            (Intent::Add | Intent::AddWhat | Intent::AddSeveral, Some(Pointed::Todo(text))) => {
                // "is milk on my list, please add it": only when it is not there.
                if let Some(step) = self.last_search.filter(|_| self.gate.is_none()) {
                    self.decide(input::from_step(step, "/metadata/count"), "==", json!(0), source);
                }
                if self.gate.is_none() {
                    return false;
                }
                fields.insert("action".into(), "add".into());
                fields.insert("text".into(), text.clone().into());
                format!("add the todo “{text}”")
            }
            (Intent::Complete | Intent::CompleteWhat, _) => {
                let Some(text) = self.last_todo() else { return false };
                fields.insert("action".into(), "complete".into());
                fields.insert("match".into(), text.clone().into());
                format!("mark “{text}” as done")
            }
            (Intent::Delete | Intent::DeleteWhat, _) => {
                let Some(text) = self.last_todo() else { return false };
                fields.insert("action".into(), "delete".into());
                fields.insert("match".into(), text.clone().into());
                format!("delete “{text}”")
            }
            _ => return false,
        };
        if let Some(name) = request.name {
            fields.insert("list".into(), todo::text_of(reader.goal, name).into());
        } else if let Some(list) = &self.last_list {
            fields.insert("list".into(), list.as_str().into());
        }
        self.sureness.push(0.9);
        self.add_todo_step(Draft { input: Value::Object(fields), meaning, source });
        true
    }

    /// A new clause begins: whether it still hangs on the condition before depends on how it is joined.
    pub(crate) fn begin_clause(&mut self, link: Link, words: &[Token]) {
        let span = span_of(words);
        match link.answer {
            Some(Answer::Otherwise) => {
                if let Some(gate) = self.last_gate.clone() {
                    self.decide(gate.left, opposite(gate.operator), gate.right, span);
                }
            }
            Some(answer) => {
                let operator = if answer == Answer::No { "==" } else { ">" };
                if let Some(step) = self.last_search {
                    self.decide(input::from_step(step, "/metadata/count"), operator, json!(0), span);
                }
            }
            None if link.strong && !self.gate_is_fresh() => self.gate = None,
            None => {}
        }
    }

    /// Whether nothing has been done yet on the condition.
    fn gate_is_fresh(&self) -> bool {
        self.gate.as_ref().is_some_and(|gate| gate.step == self.steps.len() as u32)
    }

    /// Takes a condition in; what follows hangs on it.
    pub(crate) fn take_condition(
        &mut self,
        reader: &Reader<'_>,
        condition: &Condition<'_>,
        request: Option<&Request<'_>>,
        words: &[Token],
    ) -> bool {
        let source = span_of(words);
        match condition {
            Condition::Listed { item, list, there } => {
                let operator = if *there { ">" } else { "==" };
                let asked = self.last_search.filter(|step| *step == self.steps.len() as u32);
                if let (Some(step), None, None) = (asked, item, request.and_then(|request| request.item)) {
                    self.decide(input::from_step(step, "/metadata/count"), operator, json!(0), source);
                    return true;
                }
                let item = item
                    .or_else(|| request.and_then(|request| request.item))
                    .map(|item| todo::text_of(reader.goal, item));
                let Some(item) = item.or_else(|| self.last_todo()).map(|item| todo::without_article(&item)) else {
                    return false;
                };
                let list = list
                    .or_else(|| request.and_then(|request| request.name))
                    .map(|list| todo::text_of(reader.goal, list));
                let mut fields = Map::new();
                fields.insert("action".into(), "search".into());
                fields.insert("match".into(), item.clone().into());
                if let Some(list) = list {
                    fields.insert("list".into(), list.into());
                }
                self.add_todo_step(Draft {
                    input: Value::Object(fields),
                    meaning: format!("look for “{item}”"),
                    source,
                });
                let step = self.steps.len() as u32;
                self.decide(
                    input::from_step(step, "/metadata/count"),
                    if *there { ">" } else { "==" },
                    json!(0),
                    source,
                );
            }
            Condition::Compared { left, operator, right } => {
                let left = self.side(left, source);
                let right = self.side(right, source);
                self.decide(left, operator, right, source);
            }
        }
        self.sureness.push(0.95);
        true
    }

    fn side(&mut self, side: &Side, source: Span) -> Value {
        match side {
            Side::Number(text) => text.parse::<i64>().map_or_else(|_| Value::from(text.as_str()), Value::from),
            Side::Sum(sum) => {
                let expression = match self.last_number() {
                    Some(step) if sum.expression.contains(EARLIER) => with_result(&sum.expression, step),
                    _ => json!(sum.expression),
                };
                self.add_sum(&expression, &sum.expression.replace(EARLIER, "the result"), source);
                input::from_step(self.steps.len() as u32, "/output")
            }
        }
    }

    /// Adds a decision step; the steps after it hang on it.
    fn decide(&mut self, left: Value, operator: &'static str, right: Value, source: Span) {
        self.gate = None;
        let number = self.next_number();
        let tool_input = json!({"left": left, "operator": operator, "right": right});
        let meaning = match (operator, &right, &left) {
            ("==", Value::Number(_), Value::Object(_)) if counts(&left) => "go on only if there is none".to_owned(),
            (">", Value::Number(_), Value::Object(_)) if counts(&left) => "go on only if there is one".to_owned(),
            _ => format!("go on only if {} {operator} {}", plain(&left), plain(&right)),
        };
        self.push(number, StepKind::Decision, "", tool_input, meaning, source);
        let gate = Gate { step: number, left, operator, right };
        self.last_gate = Some(gate.clone());
        self.gate = Some(gate);
    }

    fn last_number(&self) -> Option<u32> {
        self.pointed.iter().rev().find_map(|pointed| match pointed {
            Pointed::Number(step) => Some(*step),
            Pointed::Todo(_) => None,
        })
    }

    fn last_todo(&self) -> Option<String> {
        self.pointed.iter().rev().find_map(|pointed| match pointed {
            Pointed::Number(_) => None,
            Pointed::Todo(text) => Some(text.clone()),
        })
    }

    fn add_sum(&mut self, expression: &Value, shown: &str, source: Span) {
        let number = self.next_number();
        let tool_input = json!({ "expression": expression });
        self.push(number, StepKind::Tool, CALCULATOR, tool_input, format!("calculate {shown}"), source);
        self.pointed.push(Pointed::Number(number));
    }

    fn add_todo_step(&mut self, draft: Draft) {
        let text = draft.input.get("text").or_else(|| draft.input.get("match")).and_then(Value::as_str);
        if let Some(text) = text {
            self.pointed.push(Pointed::Todo(text.to_owned()));
        }
        if let Some(list) = draft.input.get("list").and_then(Value::as_str) {
            self.last_list = Some(list.to_owned());
        }
        let number = self.next_number();
        if draft.input.get("action").and_then(Value::as_str) == Some("search") {
            self.last_search = Some(number);
        }
        self.push(number, StepKind::Tool, TODO_STORE, draft.input, draft.meaning, draft.source);
    }

    /// "pay the result" after a sum takes the sum's result into the todo's words.
    fn refer_to_result(&self, intent: Intent, fields: &mut Value) {
        let Some(step) = self.last_number().filter(|_| matches!(intent, Intent::Add | Intent::AddSeveral)) else {
            return;
        };
        let Some(text) = fields.get("text").and_then(Value::as_str) else { return };
        let lower = text.to_ascii_lowercase();
        for phrase in [
            "the result",
            "that result",
            "the answer",
            "that answer",
            "the sum",
            "the total",
            "that amount",
            "the amount",
        ] {
            let Some(at) = lower.find(phrase) else { continue };
            let end = at + phrase.len();
            let inside_word = lower.get(end..).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric()))
                || lower.get(..at).is_some_and(|rest| rest.ends_with(|c: char| c.is_alphanumeric()));
            if inside_word {
                continue;
            }
            let mut parts = Vec::new();
            parts.extend(text.get(..at).filter(|part| !part.is_empty()).map(Value::from));
            parts.push(input::from_step(step, "/output"));
            parts.extend(text.get(end..).filter(|part| !part.is_empty()).map(Value::from));
            let text = input::concat(parts);
            if let Some(fields) = fields.as_object_mut() {
                fields.insert("text".into(), text);
            }
            return;
        }
    }

    /// "remove milk from my shopping list and add bread" means the same list twice.
    fn inherit_list(&self, request: &Request<'_>, fields: &mut Value) {
        let Some(list) = &self.last_list else { return };
        if !request.same_list
            || request.name.is_some()
            || !matches!(request.intent, Intent::Add | Intent::Delete | Intent::Complete)
        {
            return;
        }
        if let Some(fields) = fields.as_object_mut() {
            fields.entry("list").or_insert_with(|| list.as_str().into());
        }
    }

    /// Whether a draft reads what the step before it has just read.
    fn repeats_reading(&self, draft: &Draft) -> bool {
        let action = draft.input.get("action").and_then(Value::as_str);
        matches!(action, Some("list" | "count"))
            && self.steps.last().is_some_and(|step| step.tool_name == TODO_STORE && step.tool_input == draft.input)
    }

    fn next_number(&self) -> u32 {
        self.steps.len() as u32 + 1
    }

    fn push(&mut self, number: u32, kind: StepKind, tool: &str, tool_input: Value, meaning: String, source: Span) {
        let words = source.of(&self.goal);
        let reasoning = format!("“{}” asks to {meaning}", shortened(words));
        let estimate = if tool == CALCULATOR { 2 } else { 5 };
        self.steps.push(PlanStep {
            step_number: number,
            kind,
            tool_name: tool.to_owned(),
            acceptance_criteria: criteria(kind, tool, &tool_input).iter().map(ToString::to_string).collect(),
            tool_input,
            reasoning,
            depends_on: self.gate.iter().map(|gate| gate.step).collect(),
            estimated_cost_tier: 1,
            estimated_duration_ms: estimate,
            source: source.utf16(&self.goal),
            unknown: Map::new(),
        });
        self.meanings.push(meaning);
    }

    /// Takes the todos of a template in, and a step at the end that sees whether all of them are there.
    pub(crate) fn take_template(&mut self, template: &Template, now: Now, source: Span) {
        let first = self.steps.len() as u32;
        for todo in &template.todos {
            let mut fields = Map::new();
            fields.insert("action".into(), "add".into());
            fields.insert("text".into(), todo.text.as_str().into());
            fields.insert("list".into(), template.name.as_str().into());
            if let Some(days) = todo.due_in_days {
                fields.insert("due".into(), now.plus_days(days).date_text().into());
            }
            let input = Value::Object(fields);
            let meaning = format!("add the todo “{}”{}", todo.text, todo::details(&input));
            self.add_todo_step(Draft { input, meaning, source });
            if let Some(step) = self.steps.last_mut() {
                step.depends_on = todo.after.iter().map(|before| first + before).collect();
            }
        }
        let input = json!({"action": "list", "list": template.name});
        let meaning = format!("see that all {} todos are there", template.todos.len());
        self.add_todo_step(Draft { input, meaning, source });
        if let Some(step) = self.steps.last_mut() {
            step.acceptance_criteria.push(Criterion::AtLeast(template.todos.len() as u64).to_string());
        }
        self.sureness.push(0.98);
    }

    /// Takes a limit in that the goal sets on itself.
    pub(crate) fn take_constraint(&mut self, constraint: Constraint, source: Span) {
        match constraint {
            Constraint::MaxSteps(most) => {
                self.policy.max_steps = Some(self.policy.max_steps.map_or(most, |known| known.min(most)));
            }
            Constraint::Only(tool) => self.policy.allowed_tools = Some(vec![tool.to_owned()]),
            Constraint::AskFirst => self.policy.approve_always = true,
            Constraint::NoDeletion => self.keeps = Some(source),
        }
    }

    /// The fault of a plan that breaks a limit the goal itself sets.
    fn broken_limit(&self) -> Option<PlanError> {
        let error = |message: String, hint: &str, span: Span| {
            Some(PlanError::new(PlanErrorKind::Constraint, message).with_hint(hint).at(span))
        };
        let deletes = |step: &&PlanStep| {
            matches!(step.tool_input.get("action").and_then(Value::as_str), Some("delete" | "clear" | "delete_list"))
        };
        if let (Some(_), Some(step)) = (self.keeps, self.steps.iter().find(deletes)) {
            let message = format!("step {} deletes, and the goal says that nothing is to be deleted", step.step_number);
            return error(message, "leave the deletion or the limit out", step.source.bytes(&self.goal));
        }
        let most = self.policy.max_steps.map_or(MAX_STEPS, |most| most as usize);
        if self.steps.len() > most {
            let message = format!("found {} steps, and the goal says at most {most}", self.steps.len());
            return error(message, "ask for less or raise the limit", Span::new(0, self.goal.len()));
        }
        let allowed = self.policy.allowed_tools.as_ref()?;
        let step = self.steps.iter().find(|step| step.kind == StepKind::Tool && !allowed.contains(&step.tool_name))?;
        let message = format!(
            "step {} needs the tool {:?}, and the goal says to use only {}",
            step.step_number,
            step.tool_name,
            allowed.join(", ")
        );
        error(message, "leave this part or the limit out", step.source.bytes(&self.goal))
    }

    /// The finished plan.
    pub(crate) fn finish(self, specs: &[ToolSpec]) -> Result<Planned, PlanError> {
        if let Some(error) = self.broken_limit() {
            return Err(error);
        }
        for step in &self.steps {
            if step.kind == StepKind::Tool && !specs.iter().any(|spec| spec.name == step.tool_name) {
                let message = format!("the goal needs the tool {:?}, which is not there", step.tool_name);
                return Err(PlanError::new(PlanErrorKind::ToolMissing, message)
                    .with_hint("register the tool, or leave this part out")
                    .at(step.source.bytes(&self.goal)));
            }
        }
        let mut plan = Plan {
            schema_version: SCHEMA_VERSION,
            rationale: rationale(&self.meanings),
            confidence: (self.sureness.iter().product::<f64>() * 100.0).round() / 100.0,
            goal: self.goal,
            steps: self.steps,
            complexity_score: 0.0,
            total_estimated_duration_ms: 0,
            unknown: Map::new(),
        };
        graph::complete(&mut plan, specs);
        Ok(Planned { plan, policy: self.policy })
    }
}

/// Whether a side of a decision counts todos.
fn counts(side: &Value) -> bool {
    side.pointer("/$from/pointer").and_then(Value::as_str) == Some("/metadata/count")
}

/// A side of a decision in words.
fn plain(side: &Value) -> String {
    if side.is_object() { "the result".to_owned() } else { input::as_text(side) }
}

/// The words a clause came from, without courtesy around them.
fn source_of(reader: &Reader<'_>, words: &[Token]) -> Span {
    let bare = reader.grammar.without_courtesy(words);
    span_of(if bare.is_empty() { words } else { bare })
}

fn with_result(expression: &str, step: u32) -> Value {
    let mut parts = Vec::new();
    for (at, piece) in expression.split(EARLIER).enumerate() {
        if at > 0 {
            // All digits of the earlier result, in parentheses because it may be negative.
            parts.extend(["(".into(), input::from_step(step, "/metadata/text"), ")".into()]);
        }
        if !piece.is_empty() {
            parts.push(Value::from(piece));
        }
    }
    input::concat(parts)
}

fn criteria(kind: StepKind, tool: &str, tool_input: &Value) -> Vec<Criterion> {
    if kind == StepKind::Decision {
        return vec![Criterion::ResultIsYesOrNo];
    }
    if tool == CALCULATOR {
        return vec![Criterion::ResultIsNumber];
    }
    let action = tool_input.get("action").and_then(Value::as_str).unwrap_or_default();
    let mut criteria = vec![Criterion::ActionIs(action.to_owned())];
    if action == "add" {
        criteria.extend(tool_input.get("text").and_then(Value::as_str).map(|text| Criterion::TextIs(text.to_owned())));
    }
    criteria
}

/// How often readings like this one are right, as the development sentences have it.
fn sureness(request: &Request<'_>) -> f64 {
    match (request.intent, request.anchored, request.understood) {
        (Intent::ListLoose, ..) => 0.95,
        (_, false, _) => 0.87,
        (_, true, share) if share < 0.4 => 0.85,
        (_, true, share) if share < 0.6 => 0.95,
        _ => 0.985,
    }
}

/// One plain sentence on how the goal was read.
fn rationale(meanings: &[String]) -> String {
    match meanings {
        [] => "The goal asks for nothing".to_owned(),
        [one] => format!("The goal asks to {one}"),
        [first, rest @ ..] => {
            let shown: Vec<&str> = rest.iter().take(7).map(String::as_str).collect();
            let more = rest.len() - shown.len();
            let tail = if more == 0 { String::new() } else { format!(", and {more} more steps") };
            format!("The goal asks to {first}, then {}{tail}", shown.join(", then "))
        }
    }
}

fn shortened(words: &str) -> String {
    const MOST: usize = 80;
    if words.chars().count() <= MOST {
        return words.to_owned();
    }
    words.chars().take(MOST - 1).chain(['…']).collect()
}
