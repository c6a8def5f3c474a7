//! "What you can say": a page made from the grammar's own examples, one section for each intent.
//!
//! Every example on it is planned when the page is made, and the page says what came of it, so it cannot promise what
//! the planner does not do.

use std::fmt::Write as _;

use dunlin_date::Now;

use crate::{context::PlanContext, lang::grammar::EXAMPLES, planner::Planner};

const HEAD: &str = "# What you can say\n\n\
    This page is made from the planner's grammar by `cargo run -p dunlin-planner --example what_you_can_say`; do not edit it by hand.\n\
    Each example stands with the planner's own account of it.\n\
    Polite words around a request (\"could you … please\") change nothing, and several requests can be joined by *and*, *then*, commas, semicolons and new lines.\n\
    What is not understood is refused as a whole, and nothing runs.\n";

/// The page, as Markdown.
pub fn what_you_can_say() -> String {
    let planner = Planner::new(Planner::built_in_tools());
    let context = PlanContext::new(Now::from_unix(EXAMPLE_MOMENT_MS, 0));
    let mut page = String::from(HEAD);
    for section in EXAMPLES {
        let _ =
            write!(page, "\n## {}\n\n{}\n\n| you say | it is read as |\n| --- | --- |\n", section.title, section.text);
        for example in section.examples {
            let read = match planner.plan(example, &context) {
                Ok(plan) => plan.rationale.trim_start_matches("The goal asks to ").to_owned(),
                Err(error) => format!("refused: {error}"),
            };
            let _ = writeln!(page, "| {} | {} |", cell(example), cell(&read));
        }
    }
    page
}

/// The examples' "now": Saturday 21 November 2026, half past nine.
const EXAMPLE_MOMENT_MS: i64 = 1_795_253_400_000;

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_read_and_every_intent_has_one() {
        let planner = Planner::new(Planner::built_in_tools());
        let context = PlanContext::new(Now::from_unix(EXAMPLE_MOMENT_MS, 0));
        for section in EXAMPLES {
            assert!(!section.examples.is_empty(), "{}", section.title);
            for example in section.examples {
                let planned = planner.plan(example, &context);
                assert_eq!(planned.is_err(), section.refused, "{example}: {planned:?}");
            }
        }
        let covered: Vec<_> = EXAMPLES.iter().flat_map(|section| section.intents).collect();
        let missing: Vec<_> = crate::lang::grammar::intents().filter(|intent| !covered.contains(&intent)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn the_page_in_the_repository_is_the_one_the_grammar_makes() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/what-you-can-say.md");
        let written = std::fs::read_to_string(path).expect("the page is in the repository");
        assert!(
            written.replace("\r\n", "\n") == what_you_can_say(),
            "docs/what-you-can-say.md is out of date: run `cargo run -p dunlin-planner --example what_you_can_say`"
        );
    }
}
