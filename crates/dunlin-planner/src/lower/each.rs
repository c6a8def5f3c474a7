//! What is done once for each todo that was shown just before: "for each todo due today, add todo check it".

use std::mem;

use dunlin_base::Span;
use dunlin_plan::{PlanStep, StepKind, input};
use serde_json::Value;

use crate::{
    confidence::Evidence,
    lang::{
        en::{
            meanings::{self, FOR_EACH_OF_THEM},
            pauses::NAMES_EACH,
        },
        holds,
    },
    lower::{Assembly, call::Call, todo::Draft},
    model::{
        asked::Notice,
        todo::{NewTodo, Text, TodoCall},
    },
};

/// Where the todo at hand has its words, for the steps that are done for it.
const WORDS_OF_IT: &str = "/item/text";

impl Assembly {
    /// Begins a clause that may be carried out for each todo of the step before; false where that shows none.
    pub(super) fn begin_each(&mut self, each: bool) -> bool {
        let before = self.steps.len() as u32;
        let shown = [self.last_shown, self.last_search].into_iter().flatten().find(|step| *step == before);
        self.each_of = shown.filter(|_| each);
        !each || shown.is_some()
    }

    /// Puts the words of the todo at hand in the place of "it"; false where nothing names it, for the same todo would be added again and
    /// again.
    pub(super) fn name_each(draft: &mut Draft) -> bool {
        let TodoCall::Add(NewTodo { text: words, .. }) = &mut draft.call else { return false };
        let Text::Said(text) = &*words else { return false };
        let Some(named) = named(text) else { return false };
        *words = named;
        draft.meaning.push_str(FOR_EACH_OF_THEM);
        true
    }

    /// Tells the words of each todo, in the place of "it" where the notice says more; false where it does not name it.
    pub(super) fn tell_of_each(&mut self, notice: &Notice, over: u32, source: Span) -> bool {
        let Some(words) = &notice.words else { return false };
        let Some(told) = named(words) else { return false };
        self.push(Call::Notify(told), meanings::notify(words) + FOR_EACH_OF_THEM, source);
        self.evidence.push(Evidence::Named);
        self.do_for_each(over);
        true
    }

    /// What "it" means in a slot of a command that is carried out for each todo.
    pub(super) fn words_of_each(&self) -> Option<Value> {
        self.each_of.map(|_| input::from_step(0, WORDS_OF_IT))
    }

    /// Has the last step done for each todo that the step `over` shows.
    pub(super) fn do_for_each(&mut self, over: u32) {
        let Some(step) = self.steps.last_mut() else { return };
        let each = PlanStep {
            step_number: step.step_number,
            kind: StepKind::Map,
            tool_input: input::over(&input::from_step(over, "/output")),
            reasoning: step.reasoning.clone(),
            run_when: step.run_when,
            depends_on: mem::take(&mut step.depends_on),
            source: step.source,
            estimated_cost_tier: step.estimated_cost_tier,
            ..PlanStep::default()
        };
        let mut body = mem::replace(step, each);
        body.step_number = 1;
        step.body = vec![body];
    }
}

/// Words with those of the todo at hand in the place of the first "it"; none where nothing names it.
fn named(text: &str) -> Option<Text> {
    let mut words_from = text.split_inclusive(' ').scan(0, |end, word| {
        *end += word.len();
        Some((*end - word.len(), word.trim_end()))
    });
    let (at, it) = words_from.find(|(_, word)| holds(NAMES_EACH, &word.to_lowercase()))?;
    let said = |part: Option<&str>| part.filter(|part| !part.is_empty()).map(Value::from);
    let parts = [said(text.get(..at)), Some(input::from_step(0, WORDS_OF_IT)), said(text.get(at + it.len()..))];
    Some(Text::Made(input::concat(parts.into_iter().flatten().collect())))
}
