//! The cases of `testdata/known.toml`: what a list that is known lifts of a doubt, and what is offered for what stands on it.

use std::collections::BTreeMap;

use dunlin_date::Now;
use dunlin_plan::Plan;
use dunlin_planner::{Known, OnList, PlanContext, Planner};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    on: Vec<String>,
    /// The names of the lists there are.
    lists: Vec<String>,
    case: Vec<Case>,
    offer: Vec<Offer>,
    /// Goals that speak of a list by its name alone, or of what is bought.
    of_list: Vec<Case>,
    /// Goals that count from when a todo is due, and when each is.
    of_due: Vec<Case>,
    due: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    goal: String,
    /// The first step.
    step: Value,
    /// How many steps there are; one, unless said otherwise.
    steps: Option<usize>,
    /// What is done where nothing stands on the list; it is refused then, unless said otherwise.
    none: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Offer {
    goal: String,
    first: String,
}

/// The tag that one of the todos has, where there are any.
const TAG: &str = "chores";

/// Todos of these texts, found by words that are all in them, lists of these names, and when todos are due.
#[derive(Debug, Default)]
struct List(Vec<String>, Vec<String>, BTreeMap<String, String>);

impl OnList for List {
    fn find(&self, words: &str) -> Known {
        let small = ["the", "a", "my", "and", "to"];
        let words: Vec<String> =
            words.to_lowercase().split_whitespace().filter(|word| !small.contains(word)).map(str::to_owned).collect();
        let has = |text: &&String| words.iter().all(|word| text.split(' ').any(|own| own == word));
        let found: Vec<String> = self.0.iter().filter(has).filter(|_| !words.is_empty()).cloned().collect();
        match found.as_slice() {
            [] => Known::None(Vec::new()),
            [only] => Known::One(only.clone()),
            _ => Known::Several(found),
        }
    }

    fn due(&self, words: &str) -> Option<String> {
        match self.find(words) {
            Known::One(text) => self.2.get(&text).cloned(),
            Known::Several(_) | Known::None(_) => None,
        }
    }

    fn has_list(&self, name: &str) -> bool {
        self.1.iter().any(|list| list == name)
    }

    fn is_only_a_tag(&self, name: &str) -> bool {
        !self.0.is_empty() && name == TAG
    }
}

fn file() -> File {
    toml::from_str(include_str!("../../../testdata/known.toml")).expect("well formed")
}

/// A step's input with "none" for what is taken away, for which TOML has no word.
fn told(input: &Value) -> Value {
    let mut input = input.clone();
    for value in input.as_object_mut().into_iter().flat_map(|fields| fields.values_mut()) {
        if value.is_null() {
            *value = "none".into();
        }
    }
    input
}

#[test]
fn what_stands_on_the_list_is_meant_and_what_does_not_is_doubted() {
    let planner = Planner::new(Planner::built_in_tools());
    let File { on, case, .. } = file();
    let (list, none) = (List(on, Vec::new(), BTreeMap::new()), List::default());
    let bare = PlanContext::new(Now::parse("2026-11-21T09:30").expect("a moment"));
    let mut faults = Vec::new();
    for Case { goal, step, steps, none: bare_step } in case {
        match planner.plan(&goal, &bare.with_list(&list)) {
            Ok(plan) if plan.steps.len() == steps.unwrap_or(1) && told(&plan.steps[0].tool_input) == step => {}
            Ok(plan) => faults.push(format!("{goal:?}: {}", plan.steps[0].tool_input)),
            Err(error) => faults.push(format!("{goal:?}: {error}")),
        }
        let done = planner.plan(&goal, &bare.with_list(&none)).ok().map(|plan| told(&plan.steps[0].tool_input));
        if done != bare_step {
            faults.push(format!("{goal:?} with nothing on the list: {done:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_first_offer_is_what_was_meant() {
    let planner = Planner::new(Planner::built_in_tools());
    let File { on, lists, offer, .. } = file();
    let list = List(on, lists, BTreeMap::new());
    let context = PlanContext::new(Now::parse("2026-11-21T09:30").expect("a moment")).with_list(&list);
    let mut faults = Vec::new();
    for Offer { goal, first } in offer {
        match planner.plan(&goal, &context) {
            // What can only mean the same is planned in its place, and says what was put in other words.
            Ok(plan)
                if told_anew(&plan) && planner.plan(&first, &context).is_ok_and(|said| does_the_same(&plan, &said)) => {
            }
            Ok(plan) => faults.push(format!("{goal:?} is planned: {}", plan.rationale)),
            Err(error) if error.suggestions().first() == Some(&first) => {}
            Err(error) => faults.push(format!("{goal:?} offers {:?}, expected {first:?}", error.suggestions().first())),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn told_anew(plan: &Plan) -> bool {
    ["(in place of “", "(leaving out “"].iter().any(|told| plan.rationale.contains(told))
}

fn does_the_same(plan: &Plan, other: &Plan) -> bool {
    let inputs = |plan: &Plan| plan.steps.iter().map(|step| step.tool_input.clone()).collect::<Vec<_>>();
    inputs(plan) == inputs(other)
}

#[test]
fn a_list_that_is_there_is_meant_by_its_name() {
    let File { on, lists, of_list, .. } = file();
    assert_eq!(planned_otherwise(&of_list, &List(on, lists, BTreeMap::new())), [""; 0]);
}

#[test]
fn what_is_said_beside_a_todo_is_counted_from_its_day() {
    let File { on, of_due, due, .. } = file();
    assert_eq!(planned_otherwise(&of_due, &List(on, Vec::new(), due)), [""; 0]);
}

/// The cases whose first step is another one, with that.
fn planned_otherwise(cases: &[Case], list: &List) -> Vec<String> {
    let planner = Planner::new(Planner::built_in_tools());
    let context = PlanContext::new(Now::parse("2026-11-21T09:30").expect("a moment")).with_list(list);
    let planned = |goal: &str| match planner.plan(goal, &context) {
        Ok(plan) => plan.steps[0].tool_input.clone(),
        Err(error) => Value::String(error.to_string()),
    };
    cases
        .iter()
        .filter(|case| planned(&case.goal) != case.step)
        .map(|case| format!("{:?}: {}", case.goal, planned(&case.goal)))
        .collect()
}
