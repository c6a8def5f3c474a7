//! Which of several tools that a sentence fits alike does it at the least cost.

use std::collections::BTreeSet;

use dunlin_base::Span;
use dunlin_plan::ToolSpec;
use serde_json::Value;

use super::{
    book::PhraseBook,
    recognize::{Heard, Reading},
};
use crate::model::asked::{Choice, Cost, Other};

/// What of a policy says which tools may be planned.
#[derive(Clone, Debug, Default)]
pub struct Within {
    /// The tools that may be called; none allows all.
    pub tools: Option<Vec<String>>,
    /// The most milliseconds that may pass.
    pub time_ms: Option<u64>,
}

impl Within {
    fn allows(&self, tool: &str, cost: Cost) -> bool {
        self.tools.as_ref().is_none_or(|tools| tools.iter().any(|name| name == tool))
            && self.time_ms.is_none_or(|most| cost.duration_ms <= most)
    }
}

impl PhraseBook {
    /// Takes what a tool says of its calls: of several tools that fit the same words, the cheapest is planned.
    pub fn price(&mut self, spec: &ToolSpec) {
        let bare = ToolSpec { description: String::new(), input_schema: Value::Null, ..spec.clone() };
        self.prices.insert(spec.name.clone(), bare);
    }

    /// The cheapest of readings that fit alike and what it was held against, where cost decides between them.
    ///
    /// It does between different tools that take the same words as the same slots and all say what a call costs. Anything else is
    /// a question, and so are two that cost the same.
    pub(crate) fn cheapest<'r>(&self, alike: &[&'r Reading], heard: &Heard<'_>) -> Option<(&'r Reading, Choice)> {
        let (first, rest) = alike.split_first().filter(|(_, rest)| !rest.is_empty())?;
        let tools: BTreeSet<&str> = alike.iter().map(|reading| self.tool_of(reading)).collect();
        let is_same = tools.len() == alike.len() && rest.iter().all(|other| self.takes_the_same(first, other));
        if !is_same {
            return None;
        }
        let priced = alike.iter().map(|reading| Some((self.cost_of(reading)?, *reading)));
        let mut priced: Vec<(Cost, &Reading)> = priced.collect::<Option<_>>()?;
        priced.retain(|(cost, reading)| heard.within.allows(self.tool_of(reading), *cost));
        priced.sort_by_key(|(cost, _)| *cost);
        let ((cost, best), rest) = priced.split_first()?;
        if rest.first().is_some_and(|(second, _)| second == cost) {
            return None;
        }
        let other = |(cost, reading): &(Cost, &Reading)| Other {
            tool: self.tool_of(reading).to_owned(),
            input: reading.input.clone(),
            cost: *cost,
        };
        Some((best, Choice { cost: *cost, others: rest.iter().map(other).collect() }))
    }

    fn tool_of(&self, reading: &Reading) -> &str {
        self.entries.get(reading.entry).map_or("", |entry| entry.tool.name.as_str())
    }

    /// Whether two readings fill the same slots with the same words and values, and "it" means the same after both.
    fn takes_the_same(&self, one: &Reading, other: &Reading) -> bool {
        let slots = |reading: &Reading| {
            let of = |(slot, span): &(String, Span)| (slot.clone(), (span.start, span.end));
            reading.spans.iter().map(of).collect::<BTreeSet<_>>()
        };
        let free = |reading: &Reading| reading.free.iter().cloned().collect::<BTreeSet<_>>();
        slots(one) == slots(other)
            && free(one) == free(other)
            && one.spans.iter().all(|(slot, _)| one.input.get(slot) == other.input.get(slot))
            && self.gives.get(self.tool_of(one)) == self.gives.get(self.tool_of(other))
    }

    /// What a reading's call costs, where its tool says it.
    fn cost_of(&self, reading: &Reading) -> Option<Cost> {
        let spec = self.prices.get(self.tool_of(reading))?;
        let input = Value::Object(reading.input.clone());
        Some(Cost { tier: spec.cost_tier(&input), duration_ms: spec.stated_ms(&input)? })
    }
}
