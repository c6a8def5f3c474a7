//! A second planner: who is asked about goals that the rules do not understand.

use std::rc::Rc;

use dunlin_base::{Span, Utf16Span, json};
use dunlin_plan::Plan;
use dunlin_planner::words::joins_requests;
use dunlin_runtime::Policy;
use serde::Deserialize;

use crate::{Dunlin, DunlinError, GoalOptions};

/// Plans a goal for a run under a policy, whose allowed tools are those that are there; none for one that it does not
/// understand either.
pub type SecondPlanner = Rc<dyn Fn(&str, &Policy) -> Option<Plan>>;

impl Dunlin {
    /// Has this planner asked wherever the rules do not understand a goal, or only without some of its words, or nobody any
    /// more. Its plans are checked as any, and one that takes a request which the rules understand as words of another request is
    /// refused: what was asked for there would not be done, and nobody would say so.
    pub fn set_second_planner(&self, planner: Option<SecondPlanner>) {
        self.inner().second.replace(planner);
        self.rules_changed();
    }

    /// The second planner's plan for a goal that the rules have refused so, or their refusal. What they refuse for another
    /// reason than that they do not understand it is nobody else's to decide.
    pub(crate) fn by_second(&self, goal: &str, policy: &Policy, refusal: DunlinError) -> Result<Plan, DunlinError> {
        if refusal.code != UNRECOGNIZED {
            return Err(refusal);
        }
        let composed = |refused: DunlinError| self.composed(goal, policy).ok_or(refused);
        let Some(plan) = self.ask_second(goal, policy) else { return composed(refusal) };
        let understood = refusal.details.as_deref().and_then(|details| details.get("understood")).cloned();
        let understood: Vec<Understood> =
            understood.and_then(|understood| json::from_value(understood).ok()).unwrap_or_default();
        let known = understood.into_iter().map(|part| part.span).collect();
        if let Some(lost) = self.loses(goal, policy, &plan, known) {
            return composed(lost);
        }
        self.accept(&plan, self.policy())?;
        Ok(plan)
    }

    /// Whether there is somebody to ask.
    pub(crate) fn has_second(&self) -> bool {
        self.inner().second.borrow().is_some()
    }

    /// The plan for a goal of which the rules' plan leaves words out, or takes a request for words of another, where somebody else
    /// reads all of it, alone or beside the rules.
    pub(crate) fn read_more(&self, goal: &str, policy: &Policy, half: &Plan, leaves_out: bool) -> Option<Plan> {
        if !self.has_second() {
            return None;
        }
        let whole = self.read_whole(goal, policy, half, leaves_out);
        whole.or_else(|| {
            (leaves_out || self.swallows(goal, policy, half)).then(|| self.composed(goal, policy)).flatten()
        })
    }

    /// The second planner's plan for a goal of which the rules' plan leaves words out, or takes as words of a step what may be a
    /// request ("search my notes for tea and draw a chart of it"); none where it does not read all of it, or no more than the rules.
    pub(crate) fn read_whole(&self, goal: &str, policy: &Policy, half: &Plan, leaves_out: bool) -> Option<Plan> {
        if !(leaves_out || holds_more(goal, half)) {
            return None;
        }
        let plan = self.ask_second(goal, policy)?;
        let begins = |plan: &Plan| -> Vec<Utf16Span> { plan.steps.iter().map(|step| step.source).collect() };
        if !leaves_out && lost(goal, half, &begins(&plan)).is_none() {
            return None;
        }
        self.is_whole(goal, policy, &plan, begins(half)).then_some(plan)
    }

    /// The second planner's plan for words of which it loses nothing that the rules understand.
    pub(crate) fn second_alone(&self, words: &str, policy: &Policy) -> Option<Plan> {
        let plan = self.ask_second(words, policy)?;
        self.is_whole(words, policy, &plan, Vec::new()).then_some(plan)
    }

    /// Whether a plan of the second planner can be carried out and loses nothing of what the rules understand.
    fn is_whole(&self, goal: &str, policy: &Policy, plan: &Plan, known: Vec<Utf16Span>) -> bool {
        self.loses(goal, policy, plan, known).is_none() && self.accept(plan, self.policy()).is_ok()
    }

    /// What a plan of the second planner loses of what the rules are known to understand, or understand within its steps.
    fn loses(&self, goal: &str, policy: &Policy, plan: &Plan, mut known: Vec<Utf16Span>) -> Option<DunlinError> {
        known.extend(self.requests_within(goal, plan, policy));
        lost(goal, plan, &known)
    }

    fn ask_second(&self, goal: &str, policy: &Policy) -> Option<Plan> {
        let planner = self.inner().second.borrow().clone()?;
        let within = self.within(policy);
        let allowed = |name: &String| within.tools.as_ref().is_none_or(|tools| tools.contains(name));
        let here = self.tools().into_iter().map(|spec| spec.name).filter(allowed).collect();
        let time_budget_ms = within.time_ms.unwrap_or(policy.time_budget_ms);
        let policy = Policy { allowed_tools: Some(here), time_budget_ms, ..policy.clone() };
        planner(goal, &policy)
    }

    /// What within the words of a plan's steps the rules understand by itself, behind a sign or a word that joins requests.
    fn requests_within(&self, goal: &str, plan: &Plan, policy: &Policy) -> Vec<Utf16Span> {
        let is_request = |piece: &Span| self.by_rules(piece.of(goal), &GoalOptions::default(), policy).is_ok();
        let inside = plan.steps.iter().flat_map(|step| joined(goal, step.source.bytes(goal)));
        inside.take(MOST_PIECES).filter(is_request).map(|piece| piece.utf16(goal)).collect()
    }
}

/// Whether something that may be a request stands within the words of a step, behind their first.
pub(crate) fn holds_more(goal: &str, plan: &Plan) -> bool {
    plan.steps.iter().any(|step| !joined(goal, step.source.bytes(goal)).is_empty())
}

/// The code of what is not understood.
const UNRECOGNIZED: &str = "plan.unrecognized";
/// The most pieces of a goal that are looked at.
const MOST_PIECES: usize = 40;

/// A clause that the rules understand in a goal that they refuse.
#[derive(Deserialize)]
struct Understood {
    span: Utf16Span,
}

/// The pieces of words behind what may join two requests, each up to the next. A single word asks for nothing.
pub(crate) fn joined(goal: &str, around: Span) -> Vec<Span> {
    let mut pieces = Vec::new();
    let mut open: Option<Span> = None;
    let mut close = |open: &mut Option<Span>| {
        pieces.extend(open.take().filter(|piece| piece.of(goal).split_whitespace().count() > 1));
    };
    let (mut behind, mut at) = (false, around.start);
    for word in around.of(goal).split_inclusive(char::is_whitespace) {
        let start = at;
        at += word.len();
        let bare = word.trim_end().trim_end_matches([',', ';', '.', '!', '?']);
        if joins_requests(&bare.to_lowercase()) {
            close(&mut open);
            behind = true;
            continue;
        }
        let end = start + bare.len();
        match &mut open {
            Some(piece) => piece.end = end,
            None if behind && !bare.is_empty() => open = Some(Span::new(start, end)),
            None => {}
        }
        if bare.len() < word.trim_end().len() || word.ends_with('\n') {
            close(&mut open);
            behind = true;
        }
    }
    close(&mut open);
    pieces
}

/// What a plan would lose of what the rules understand: what stands within the words of a step, behind their first, is text of
/// that step ("my notes about rent and add todo pay it" is looked for), and no request any more.
fn lost(goal: &str, plan: &Plan, known: &[Utf16Span]) -> Option<DunlinError> {
    let begins = |span: &Utf16Span| plan.steps.iter().any(|step| step.source.start == span.start);
    let is_inside = |span: Utf16Span, around: Utf16Span| around.start < span.start && span.start < around.end;
    let mut known: Vec<Utf16Span> = known.iter().copied().filter(|span| !begins(span)).collect();
    known.sort_unstable();
    let around = |span: Utf16Span| plan.steps.iter().find(|step| is_inside(span, step.source));
    let (lost, step) = known.into_iter().find_map(|span| Some((span, around(span)?)))?;
    let before = Utf16Span { start: step.source.start, end: lost.start };
    let (lost_words, before) = (words(goal, lost), words(goal, before));
    let message = format!("found {lost_words:?} behind {before:?}, expected requests that one planner understands");
    let hint = "say them one after the other, as two goals";
    Some(DunlinError { span: Some(lost), ..DunlinError::new(UNRECOGNIZED, message).with_hint(hint) })
}

/// The words of a goal at a place.
fn words(goal: &str, span: Utf16Span) -> String {
    let units = goal.encode_utf16().skip(span.start).take(span.end.saturating_sub(span.start));
    let text: String = char::decode_utf16(units).filter_map(Result::ok).collect();
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, RunOptions, RunStatus, Schedule, read_plan};
    use dunlin_base::testing::World;
    use dunlin_plan::PlanStep;

    fn plan(tool: &str) -> Plan {
        let step = format!(r#"{{"stepNumber": 1, "toolName": "{tool}", "toolInput": {{"expression": "6 * 7"}}}}"#);
        read_plan(&format!(r#"{{"schemaVersion": 2, "goal": "ponder", "steps": [{step}]}}"#)).unwrap()
    }

    #[test]
    fn a_second_planner_is_asked_about_what_the_rules_do_not_understand() {
        let world = World::new(1);
        let dunlin = Dunlin::open(world.env(), Options::default());
        let code = |goal: &str| dunlin.plan(goal).unwrap_err().code;
        assert_eq!(code("ponder the question"), "plan.unrecognized");
        dunlin.set_second_planner(Some(Rc::new(|goal, policy| {
            let tools = policy.allowed_tools.as_ref().unwrap();
            (goal.starts_with("ponder") && tools.iter().any(|tool| tool == "calculator")).then(|| plan("calculator"))
        })));
        assert_eq!(dunlin.plan("ponder the question").unwrap(), plan("calculator"));
        let (explained, planned) = dunlin.read_and_explain("ponder the question", &[]);
        assert!(explained.diagnostics.is_empty() && planned.is_ok());
        let run = dunlin.run("ponder the question", RunOptions::default()).unwrap();
        let record = world.block_on(run.drive());
        assert_eq!((record.status, record.result), (RunStatus::Completed, Some(42.into())));
        let schedule = Schedule { goal: Some("ponder".into()), at: "2030-01-01T09:00".into(), ..Schedule::default() };
        assert!(dunlin.add_schedule(schedule).is_ok());
        // What it does not understand either keeps the rules' refusal, and what they understand is theirs.
        assert_eq!(code("muse about it"), "plan.unrecognized");
        assert_eq!(dunlin.plan("calculate 1 + 1").unwrap().steps.len(), 1);
        dunlin.set_second_planner(None);
        assert_eq!(code("ponder the question"), "plan.unrecognized");
    }

    /// One step for each part of a goal between "; ".
    fn parts(goal: &str) -> Plan {
        let mut plan = plan("calculator");
        let first = plan.steps.remove(0);
        let mut start = 0;
        for part in goal.split("; ") {
            let source = Utf16Span { start, end: start + part.len() };
            plan.steps.push(PlanStep { step_number: plan.steps.len() as u32 + 1, source, ..first.clone() });
            start = source.end + 2;
        }
        plan
    }

    #[test]
    fn what_the_rules_understand_is_done_beside_what_somebody_else_does() {
        let dunlin = Dunlin::open(World::new(1).env(), Options::default());
        dunlin.set_second_planner(Some(Rc::new(|goal, _| goal.starts_with("ponder").then(|| parts(goal)))));
        for (goal, pieces) in [
            (
                "ponder the question and add todo Call the plumber",
                &["ponder the question", "add todo Call the plumber"][..],
            ),
            ("ponder the question, then calculate 6 * 7", &["ponder the question", "calculate 6 * 7"]),
            ("ponder the question; ponder life and buy bread", &["ponder the question", "ponder life", "buy bread"]),
            ("add todo buy paint and then ponder the wall", &["add todo buy paint", "ponder the wall"]),
            ("calculate 1 + 1, ponder the wall, and list todos", &["calculate 1 + 1", "ponder the wall", "list todos"]),
            ("ponder the question", &["ponder the question"]),
            ("ponder cats and dogs", &["ponder cats and dogs"]),
            ("ponder rent, heating and 2025", &["ponder rent, heating and 2025"]),
            ("ponder the question; calculate 6 * 7", &["ponder the question", "calculate 6 * 7"]),
        ] {
            let plan = dunlin.plan(goal).unwrap_or_else(|error| panic!("{goal}: {error}"));
            let said: Vec<&str> = plan.steps.iter().map(|step| step.source.bytes(goal).of(goal)).collect();
            assert_eq!(said, pieces, "{goal}");
            let numbers: Vec<u32> = plan.steps.iter().map(|step| step.step_number).collect();
            assert_eq!(numbers, (1..=pieces.len() as u32).collect::<Vec<_>>(), "{goal}");
            assert_eq!(dunlin.read_and_explain(goal, &[]).1.unwrap(), plan, "{goal}");
        }
    }

    #[test]
    fn a_request_that_the_rules_understand_is_not_lost_in_the_words_of_another() {
        let dunlin = Dunlin::open(World::new(1).env(), Options::default());
        dunlin.set_second_planner(Some(Rc::new(|goal, _| goal.starts_with("ponder").then(|| parts(goal)))));
        // Nobody sings, so nothing of it is done.
        let (goal, lost) = ("ponder the question and delete all todos and sing", "delete all todos");
        let refused = dunlin.plan(goal).unwrap_err();
        let span = Utf16Span { start: goal.find(lost).unwrap(), end: goal.find(lost).unwrap() + lost.len() };
        assert_eq!((refused.code.as_str(), refused.span), ("plan.unrecognized", Some(span)), "{goal}: {refused}");
        assert!(refused.message.contains(lost) && refused.hint.is_some(), "{refused}");
        let told = dunlin.explain(goal, &[]).diagnostics;
        assert_eq!((told.len(), told[0].span), (1, Some(span)), "{told:?}");
    }

    #[test]
    fn what_the_rules_read_without_some_words_is_read_whole_where_somebody_can() {
        let dunlin = Dunlin::open(World::new(1).env(), Options::default());
        let half = "find what my todos say about heating costs";
        let both = "find what my todos say about heating costs and add todo Call the plumber";
        for goal in [half, both] {
            assert!(dunlin.plan(goal).unwrap().rationale.contains("leaving out “heating costs”"), "{goal}");
        }
        dunlin.set_second_planner(Some(Rc::new(|goal, _| goal.starts_with("find").then(|| parts(goal)))));
        assert_eq!(dunlin.plan(half).unwrap(), parts(half));
        assert_eq!(dunlin.read_and_explain(half, &[]).1.unwrap(), parts(half));
        let rules = dunlin.rules().unwrap();
        assert_eq!(rules.plan(half, &GoalOptions::default(), &*World::new(1).env().clock), None);
        // The other request stays the rules'.
        let tools: Vec<String> = dunlin.plan(both).unwrap().steps.into_iter().map(|step| step.tool_name).collect();
        assert_eq!(tools, ["calculator", "todo_store"]);
    }

    #[test]
    fn what_stands_within_the_words_of_a_step_is_a_request_where_somebody_knows_it() {
        let dunlin = Dunlin::open(World::new(1).env(), Options::default());
        let before = dunlin.rules().unwrap();
        let by =
            |rules: &crate::Rules, goal: &str| rules.plan(goal, &GoalOptions::default(), &*World::new(1).env().clock);
        let two = "add todo ponder and muse over a wall";
        let one = dunlin.plan(two).unwrap();
        assert_eq!((one.steps.len(), by(&before, two)), (1, Some(one.clone())));
        // Understood as two requests by the other, who does both.
        dunlin.set_second_planner(Some(Rc::new(|goal, _| {
            goal.contains(" and muse").then(|| {
                let at = goal.find("muse").unwrap();
                let mut plan = parts(goal);
                let second = PlanStep {
                    step_number: 2,
                    source: Utf16Span { start: at, end: goal.len() },
                    ..plan.steps[0].clone()
                };
                plan.steps.push(second);
                plan
            })
        })));
        assert_eq!(dunlin.plan(two).unwrap().steps.len(), 2);
        assert_eq!(dunlin.read_and_explain(two, &[]).1.unwrap().steps.len(), 2);
        assert!(!before.hold());
        assert_eq!(by(&dunlin.rules().unwrap(), two), None);
        // One who reads no more than the rules is not preferred to them, and not asked where there is nothing more to read.
        dunlin.set_second_planner(Some(Rc::new(|goal, _| goal.starts_with("add").then(|| parts(goal)))));
        assert_eq!(dunlin.plan(two).unwrap(), one);
        dunlin.set_second_planner(Some(Rc::new(|_, _| panic!("asked"))));
        assert_eq!(dunlin.plan("add todo ponder a wall").unwrap().steps.len(), 1);
    }

    #[test]
    fn its_plans_are_held_against_policies_and_tools_as_any() {
        let dunlin = Dunlin::open(World::new(1).env(), Options::default());
        dunlin.set_second_planner(Some(Rc::new(|_, _| Some(plan("nothing_here")))));
        assert_eq!(dunlin.plan_with("ponder", &GoalOptions::default()).unwrap_err().code, "plan.unknown-tool");
    }
}
