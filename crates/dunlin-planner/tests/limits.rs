//! What the planner does with too much, too little and nonsense.

use dunlin_base::Span;
use dunlin_date::Now;
use dunlin_planner::{Highlight, MAX_GOAL_CHARACTERS, PlanContext, Planner};
use proptest::prelude::*;

fn context() -> PlanContext<'static> {
    PlanContext::new(Now::parse("2026-11-21T09:30").expect("a moment"))
}

fn planner() -> Planner {
    Planner::new(Planner::built_in_tools())
}

#[test]
fn nothing_is_no_goal() {
    for goal in ["", "   ", "\n\t", "\u{200b}"] {
        let error = planner().plan(goal, &context()).expect_err("nothing to plan");
        assert_eq!((error.code(), error.message()), ("plan.empty", "Prompt cannot be empty"), "{goal:?}");
    }
}

#[test]
fn the_longest_goal_is_read_and_a_longer_one_refused() {
    let prefix = "add todo ";
    let longest = format!("{prefix}{}", "ñ".repeat(MAX_GOAL_CHARACTERS - prefix.len()));
    assert!(planner().plan(&longest, &context()).is_ok());
    let longer = format!("{longest}ñ");
    let error = planner().plan(&longer, &context()).expect_err("too long");
    assert_eq!(error.code(), "plan.too-long");
    assert!(error.message().contains("10000"));
}

#[test]
fn a_hundred_steps_are_planned_and_more_refused() {
    let goal = |count: usize| vec!["list todos then count todos"; count / 2].join(" then ");
    assert_eq!(planner().plan(&goal(100), &context()).expect("a plan").steps.len(), 100);
    assert_eq!(planner().plan(&goal(102), &context()).expect_err("too many").code(), "plan.too-many-steps");
}

#[test]
fn a_tool_that_is_not_there_is_named() {
    let only_sums =
        Planner::new(Planner::built_in_tools().into_iter().filter(|spec| spec.name == "calculator").collect());
    assert!(only_sums.plan("calculate 4 * 5", &context()).is_ok());
    let error = only_sums.plan("list todos", &context()).expect_err("no store");
    assert_eq!(error.code(), "plan.tool-missing");
    assert!(error.message().contains("todo_store"));
}

#[test]
fn a_reading_that_was_taken_back_stays_text() {
    let goal = "add todo read the manual tomorrow";
    let at = goal.find("tomorrow").expect("the word is there");
    let dismissed = [Span::new(at, goal.len())];
    let plan = planner().plan(goal, &context().without(&dismissed)).expect("a plan");
    assert_eq!(plan.steps[0].tool_input["text"], "read the manual tomorrow");
    assert!(plan.steps[0].tool_input.get("due").is_none());
}

#[test]
fn hostile_text_is_only_text() {
    for text in
        ["<img src=x onerror=alert(1)>", "\"]}<script>", "מטלה חדשה", "🧹🪴", "{\"$from\":{\"step\":1}}", "\u{202e}abc"]
    {
        let goal = format!("add todo {text}");
        let plan = planner().plan(&goal, &context()).expect("a plan");
        assert_eq!(plan.steps.len(), 1, "{goal}");
        let planned = plan.steps[0].tool_input["text"].as_str().expect("text");
        assert_eq!(planned, text.trim_start_matches('\u{202e}'), "{goal}");
    }
}

#[test]
fn an_unfinished_goal_is_explained() {
    let goal = "add todo Water the ferns tomorrow and calcul";
    let explanation = planner().explain(goal, &context());
    let classes: Vec<&str> = explanation.spans.iter().map(|highlight| highlight.class.name()).collect();
    assert_eq!(classes, ["command", "item", "when", "item"], "{explanation:?}");
    assert!(explanation.chips.iter().any(|chip| chip.dismissible && chip.kind.name() == "due"));

    let sum = planner().explain("list todos then what is 6 * 7", &context());
    assert_eq!(sum.preview.as_deref(), Some("42"));
    assert_eq!(sum.clauses.len(), 2);
    assert!(sum.diagnostics.is_empty());

    // What asks for no step of its own is what it was used for, and what is not understood is that.
    let classes = |goal: &str| {
        let explanation = planner().explain(goal, &context());
        let class = |of: &Highlight| format!("{} {}", of.class.name(), of.span.of(goal));
        explanation.spans.iter().map(class).collect::<Vec<_>>()
    };
    assert_eq!(classes("if I have more than 1 todo then list todos")[0], "condition if I have more than 1 todo");
    let told = classes("if milk is on my list, add bread");
    assert!(told[0].starts_with("condition if milk is on my list"), "{told:?}");
    assert!(told.contains(&"item bread".to_owned()), "{told:?}");
    assert_eq!(classes("I have no time today, so clear my list")[0], "aside I have no time today");
    assert_eq!(classes("list todos then whistle a tune")[2], "unknown whistle a tune");

    let wrong = planner().explain("list todos then whistle a tune", &context());
    assert_eq!(wrong.diagnostics.len(), 1);
    assert_eq!(wrong.clauses[1].meaning, None);
}

/// Words of the grammar and others, so that many goals are nearly requests.
fn near_goal() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "add",
        "todo",
        "list",
        "my",
        "the",
        "and",
        "then",
        ",",
        ";",
        "if",
        "not",
        "on",
        "is",
        "milk",
        "delete",
        "second",
        "12",
        "+",
        "(",
        ")",
        "%",
        "of",
        "what",
        "calculate",
        "plus",
        "two",
        "hundred",
        "it",
        "that",
        "\"",
        "'",
        "mark",
        "as",
        "done",
        "to",
        "😀",
        "ñandú",
        "tomorrow",
        "p1",
        "#a",
        "otherwise",
        "result",
        "take",
        "off",
    ]);
    prop::collection::vec(words, 0..24).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_planned_or_refused_with_places_inside_it(goal in prop_oneof![near_goal(), ".{0,120}"]) {
        let planner = planner();
        let inside = |span: Span| goal.get(span.start..span.end).is_some();
        match planner.plan(&goal, &context()) {
            Ok(plan) => {
                prop_assert!(!plan.steps.is_empty());
                for step in &plan.steps {
                    prop_assert!(step.depends_on.iter().all(|before| *before < step.step_number));
                    prop_assert!(inside(step.source.bytes(&goal)));
                }
            }
            Err(error) => prop_assert!(error.span().is_none_or(inside)),
        }
        let explanation = planner.explain(&goal, &context());
        let mut end = 0;
        for highlight in explanation.spans {
            prop_assert!(inside(highlight.span) && highlight.span.start >= end);
            end = highlight.span.end;
        }
    }
}
