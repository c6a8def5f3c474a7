//! The planner: a goal in, a plan or a well-founded refusal out.

use dunlin_plan::{Annotations, Plan, ToolSpec};
use serde_json::json;

use crate::{
    context::PlanContext,
    model::{
        chip::Explanation,
        planned::Planned,
        refusal::PlanError,
        template::Template,
        tool::{CALCULATOR, GUIDE, SCHEDULES, TODO_STORE},
    },
    pipeline::Setup,
};

/// Plans goals for a set of tools.
#[derive(Clone, Debug)]
pub struct Planner {
    specs: Vec<ToolSpec>,
    templates: Vec<Template>,
}

impl Planner {
    /// A planner that may use the tools described by `specs`.
    pub fn new(specs: Vec<ToolSpec>) -> Self {
        Self { specs, templates: Template::built_in() }
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
            tool(CALCULATOR, "Calculates an expression.", &[]),
            ToolSpec { read_only_when: Some(reads), ..tool(TODO_STORE, "Keeps todos.", &["todos"]) },
            tool(crate::model::tool::DATES, "Counts days.", &[]),
            tool(GUIDE, "Says what can be asked.", &[]),
            tool(SCHEDULES, "Begins goals at their moments.", &["schedules"]),
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
        self.setup().plan(goal, context, None)
    }

    /// The same plan as [`Planner::read`] gives, where it can be told without asking what is on the lists; nothing where they would
    /// have to be asked, and where there is no plan as the words stand. What the context knows of the lists is left aside.
    pub fn read_unasked(&self, goal: &str, context: &PlanContext<'_>) -> Option<Planned> {
        self.setup().plan_unasked(goal, context)
    }

    /// How a goal is read so far; never fails, whatever was typed.
    pub fn explain(&self, goal: &str, context: &PlanContext<'_>) -> Explanation {
        self.read_and_explain(goal, context).0
    }

    /// How a goal is read so far, and the plan for it: as [`Planner::explain`] and [`Planner::read`], reading it once.
    pub fn read_and_explain(&self, goal: &str, context: &PlanContext<'_>) -> (Explanation, Result<Planned, PlanError>) {
        let mut explanation = Explanation::default();
        let planned = self.setup().plan(goal, context, Some(&mut explanation));
        match planned {
            Ok(planned) => (explanation, Ok(planned)),
            // Where nothing was typed yet, nothing is wrong yet.
            Err(error) if goal.trim().is_empty() => (explanation, Err(error)),
            Err(error) => (explanation.doubting(&error), Err(error)),
        }
    }

    fn setup(&self) -> Setup<'_> {
        Setup { specs: &self.specs, templates: &self.templates }
    }
}
