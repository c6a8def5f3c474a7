//! What the planner says of a goal that it refuses, and of every beginning of one.

use dunlin_date::Now;
use dunlin_planner::{PlanContext, PlanErrorKind, Planner};

fn context() -> PlanContext<'static> {
    PlanContext::new(Now::parse("2026-11-21T09:30").expect("a moment"))
}

/// The goals of the sentences and cases in the repository.
fn goals() -> Vec<String> {
    let sentences = include_str!("../../../testdata/sentences.txt").lines();
    let sentences = sentences.filter_map(|line| line.split_once(" => ")).filter(|(goal, _)| !goal.starts_with('#'));
    let cases: toml::Value = toml::from_str(include_str!("../../../testdata/planner.toml")).expect("well formed");
    let cases = cases["case"].as_array().expect("cases").iter().filter_map(|case| case["goal"].as_str());
    sentences.map(|(goal, _)| goal.replace("\\n", "\n")).chain(cases.map(str::to_owned)).collect()
}

#[test]
fn every_refusal_offers_something_and_all_that_is_offered_can_be_planned() {
    let planner = Planner::new(Planner::built_in_tools());
    let (mut refused, mut offered, mut faults) = (0, 0, Vec::new());
    for goal in goals() {
        let Err(error) = planner.plan(&goal, &context()) else { continue };
        refused += 1;
        if error.suggestions().is_empty() && error.kind() != PlanErrorKind::Empty {
            faults.push(format!("{goal:?} offers nothing: {error}"));
        }
        for suggestion in error.suggestions() {
            offered += 1;
            if let Err(error) = planner.plan(suggestion, &context()) {
                faults.push(format!("{goal:?} offers {suggestion:?}: {error}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} of {offered}\n{}", faults.len(), faults.join("\n"));
    assert!(refused > 400 && offered >= refused - 1, "{offered} corrections for {refused} goals");
}

#[test]
fn a_refusal_marks_its_place_and_says_what_was_found_and_what_would_do() {
    let planner = Planner::new(Planner::built_in_tools());
    for goal in goals() {
        let Err(error) = planner.plan(&goal, &context()) else { continue };
        if error.kind() == PlanErrorKind::Empty {
            continue;
        }
        let span = error.span().unwrap_or_else(|| panic!("{goal:?} has no span"));
        assert!(!span.of(&goal).trim().is_empty() || goal.trim().is_empty(), "{goal:?}: {span:?}");
        assert!(!error.message().is_empty() && error.hint().is_some_and(|hint| !hint.is_empty()), "{goal:?}");
        assert!(error.understood().iter().all(|part| !part.meaning.is_empty()), "{goal:?}");
        // What lacks a piece was understood but for that piece.
        let lacks = error.kind() == PlanErrorKind::Incomplete;
        assert!(
            !lacks || error.understood().iter().any(|part| part.span == span),
            "{goal:?}: {:?}",
            error.understood()
        );
    }
}

#[test]
fn every_beginning_of_a_goal_is_explained_with_places_inside_it() {
    let planner = Planner::new(Planner::built_in_tools());
    let goals = goals();
    let step = goals.len() / 120;
    for goal in goals.iter().step_by(step.max(1)) {
        for end in (0..=goal.len()).filter(|end| goal.is_char_boundary(*end)) {
            let begun = &goal[..end];
            let (explanation, planned) = planner.read_and_explain(begun, &context());
            let inside = |start: usize, end: usize| begun.get(start..end).is_some();
            let mut last = 0;
            for highlight in &explanation.spans {
                assert!(inside(highlight.span.start, highlight.span.end) && highlight.span.start >= last, "{begun:?}");
                last = highlight.span.end;
            }
            let spans = explanation.chips.iter().map(|chip| chip.span);
            let spans = spans.chain(explanation.clauses.iter().map(|clause| clause.span));
            for span in spans.chain(explanation.diagnostics.iter().filter_map(|diagnostic| diagnostic.span)) {
                assert!(inside(span.start, span.end), "{begun:?}: {span:?}");
            }
            assert_eq!(planned.is_err() && !begun.trim().is_empty(), !explanation.diagnostics.is_empty(), "{begun:?}");
        }
    }
}
