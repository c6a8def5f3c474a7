//! The planner: a goal in, a plan or a well-founded refusal out.

use dunlin_base::Span;
use dunlin_plan::{Annotations, Plan, ToolSpec};
use serde_json::json;

use crate::{
    MAX_GOAL_CHARACTERS, PlanContext, PlanError, PlanErrorKind, PolicyPatch,
    explain::Explanation,
    lang::grammar::grammar,
    lex::{Token, tokenize},
    lower,
    model::{refusal::empty, template::Template},
    pipeline::{self, Mode},
    suggest,
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

    /// The least descriptions of the four tools the grammar speaks of, for hosts and tests that have no registry.
    pub fn built_in_tools() -> Vec<ToolSpec> {
        let tool = |name: &str, description: &str, resources: &[&str]| ToolSpec {
            name: name.into(),
            description: description.into(),
            input_schema: json!({"type": "object"}),
            annotations: Annotations { read_only_hint: resources.is_empty(), ..Annotations::default() },
            reads: resources.iter().map(|name| (*name).to_owned()).collect(),
            writes: resources.iter().map(|name| (*name).to_owned()).collect(),
            keyed: true,
            ..ToolSpec::default()
        };
        let reading = ["list", "search", "get", "count", "list_names", "count_lists"];
        let reads = json!({"properties": {"action": {"enum": reading}}, "required": ["action"]});
        vec![
            tool(lower::CALCULATOR, "Calculates an expression.", &[]),
            ToolSpec { read_only_when: Some(reads), ..tool(lower::TODO_STORE, "Keeps todos.", &["todos"]) },
            tool(crate::parse::day::DATES, "Counts days.", &[]),
            tool(lower::GUIDE, "Says what can be asked.", &[]),
            tool(lower::SCHEDULES, "Begins goals at their moments.", &["schedules"]),
        ]
    }

    /// Plans for these tools from now on.
    pub fn set_specs(&mut self, specs: Vec<ToolSpec>) {
        self.specs = specs;
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
        let tokens = tokenize(goal, grammar().vocabulary());
        let plain = pipeline::run(self, goal, context, &tokens, Mode::Plain, None);
        self.or_respelt(plain, goal, context, &tokens, None)
    }

    /// How a goal is read so far; never fails, whatever was typed.
    pub fn explain(&self, goal: &str, context: &PlanContext<'_>) -> Explanation {
        self.read_and_explain(goal, context).0
    }

    /// How a goal is read so far, and the plan for it: as [`Planner::explain`] and [`Planner::read`], reading it once.
    pub fn read_and_explain(&self, goal: &str, context: &PlanContext<'_>) -> (Explanation, Result<Planned, PlanError>) {
        let mut explanation = Explanation::default();
        if let Err(error) = check_length(goal) {
            let too_long = error.kind() == PlanErrorKind::TooLong;
            return (if too_long { explanation.doubting(&error) } else { explanation }, Err(error));
        }
        let tokens = tokenize(goal, grammar().vocabulary());
        let plain = pipeline::run(self, goal, context, &tokens, Mode::Plain, Some(&mut explanation));
        let planned = self.or_respelt(plain, goal, context, &tokens, Some(&mut explanation));
        match planned {
            Ok(planned) => (explanation, Ok(planned)),
            Err(error) => (explanation.doubting(&error), Err(error)),
        }
    }

    /// What came of the tokens as they stand; when they were not understood, what comes of them with slips of spelling in the
    /// grammar's own words put right. What the goal's words are is never changed, only what they are taken for.
    fn or_respelt(
        &self,
        plain: Result<Planned, PlanError>,
        goal: &str,
        context: &PlanContext<'_>,
        tokens: &[Token],
        explanation: Option<&mut Explanation>,
    ) -> Result<Planned, PlanError> {
        let error = match plain {
            Err(error) if error.kind() == PlanErrorKind::Unrecognized => error,
            other => return other,
        };
        let Some(respelt) = suggest::respelt_tokens(goal, tokens) else { return Err(error) };
        let mut anew = Explanation::default();
        let planned =
            pipeline::run(self, goal, context, &respelt, Mode::Respelt, Some(&mut anew)).map_err(|_| error)?;
        if let Some(explanation) = explanation {
            *explanation = anew;
        }
        Ok(planned)
    }

    /// Whether there is a plan for a goal that is offered in place of another.
    pub(crate) fn can_plan(&self, goal: &str, context: &PlanContext<'_>) -> bool {
        let tokens = tokenize(goal, grammar().vocabulary());
        let plans = |tokens: &[Token]| pipeline::run(self, goal, context, tokens, Mode::Tried, None).is_ok();
        check_length(goal).is_ok()
            && (plans(&tokens) || suggest::respelt_tokens(goal, &tokens).is_some_and(|respelt| plans(&respelt)))
    }
}

fn check_length(goal: &str) -> Result<(), PlanError> {
    if goal.trim().is_empty() {
        return Err(empty().with_hint("type what you want done, such as \"add todo buy milk\""));
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
