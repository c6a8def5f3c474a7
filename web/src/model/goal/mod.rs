//! What is being typed, and how it is read.

pub(in crate::model) mod asked;
pub(in crate::model) mod dismissed;
pub(in crate::model) mod saved;
pub(crate) mod segments;
pub(in crate::model) mod taken_back;
pub(in crate::model) mod template_draft;

use std::sync::Arc;

use dunlin::{Chip, Explanation, Plan};
use dunlin_base::Utf16Span;
use leptos::{html, prelude::*};

use crate::{
    model::{
        Engine, Problem, Reach, asked_of_the_page,
        goal::{dismissed::follow, saved::Saved},
        plan::edits::Edits,
        todos::Todos,
    },
    platform,
};

/// How long typing must rest before a problem is put into words.
const PAUSE_MS: u64 = 600;
/// Reading more than so many bytes takes longer than a frame: it waits until typing rests for a moment, so that a key, or
/// what is pasted, is seen at once.
const LONG: usize = 1000;
const MOMENT_MS: u64 = 50;
/// What is read while nobody types: between them they call most of what reading calls.
const WARMING: [&str; 3] = ["1 + 1", "add todo water the plants tomorrow", "calculate 2 * 3 then list todos"];
/// How long the page rests before the first of them, and between them.
const WARMING_PAUSE_MS: u64 = 400;

/// The goal bar's state. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Goal {
    engine: Engine,
    saved: Saved,
    reach: Reach,
    /// The words.
    pub(crate) text: RwSignal<String>,
    /// The words that are read: the same, or what they were a moment ago.
    pub(crate) heard: RwSignal<String>,
    /// What was read ahead of it, with the words it is of.
    ahead: StoredValue<Option<(String, Reading)>>,
    /// Readings that were taken back.
    pub(crate) dismissed: RwSignal<Vec<Utf16Span>>,
    /// How the words are read.
    pub(crate) reading: Memo<Reading>,
    /// What is changed of their plan by hand.
    pub(crate) edits: Edits,
    /// Why they were refused when somebody tried to run them.
    pub(crate) problem: RwSignal<Option<Problem>>,
    /// The words something on the page is pointing at.
    pub(crate) pointed: RwSignal<Option<Utf16Span>>,
    /// The reading whose words the caret or the pointer is in.
    pub(crate) under: RwSignal<Option<Utf16Span>>,
    /// A goal that a link brought while something was typed.
    pub(crate) offered: RwSignal<Option<String>>,
    /// Whether a link to them was just copied.
    pub(crate) copied: RwSignal<bool>,
    /// Whether typing has rested.
    settled: RwSignal<u32>,
    turn: StoredValue<u32>,
    /// The field, once it is made.
    pub(crate) field: NodeRef<html::Textarea>,
}

/// How the words are read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reading {
    /// Highlights, chips, the value of a sum.
    pub(crate) explanation: Arc<Explanation>,
    /// What would run, or why nothing would; none when nothing is typed.
    pub(crate) plan: Option<Result<Arc<Plan>, Problem>>,
    /// Whether typing has rested since.
    rested: bool,
}

impl Goal {
    pub(in crate::model) fn new(engine: Engine, saved: Saved, reach: Reach, todos: &Todos) -> Self {
        let todos = *todos;
        let text = RwSignal::new(String::new());
        let dismissed = RwSignal::new(Vec::new());
        let settled = RwSignal::new(0);
        let turn = StoredValue::new(0);
        let heard = RwSignal::new(String::new());
        let ahead = StoredValue::new(None::<(String, Reading)>);
        let read = Memo::new(move |_| {
            heard.with(|text| {
                // "tomorrow" and "at 9" are read again when the clock says otherwise; what takes long to read, when the day does.
                if text.len() > LONG {
                    todos.calendar()
                } else {
                    todos.clock()
                };
                dismissed.with(|dismissed| {
                    let mut known = None;
                    ahead.update_value(|ahead| known = ahead.take());
                    match known {
                        Some((of, reading)) if of == *text => reading,
                        _ => read(engine, saved, reach, text, dismissed),
                    }
                })
            })
        });
        let reading = Memo::new(move |_| Reading { rested: settled.get() == turn.get_value(), ..read.get() });
        Self {
            engine,
            saved,
            reach,
            text,
            heard,
            ahead,
            dismissed,
            reading,
            edits: Edits::new(),
            problem: RwSignal::new(None),
            pointed: RwSignal::new(None),
            under: RwSignal::new(None),
            offered: RwSignal::new(None),
            copied: RwSignal::new(false),
            settled,
            turn,
            field: NodeRef::new(),
        }
    }

    /// Reads something while nothing is typed, a little at a time, so that the first key does not wait for what is made or
    /// compiled when it is first used.
    pub(in crate::model) fn warm(self) {
        for (at, words) in (1..).zip(WARMING) {
            self.engine.after(at * WARMING_PAUSE_MS, move || {
                if self.text.with_untracked(String::is_empty) {
                    drop(untrack(|| read(self.engine, self.saved, self.reach, words, &[])));
                }
            });
        }
    }

    /// The field now holds these words.
    pub(crate) fn type_in(self, text: String) {
        let kept = self
            .text
            .with_untracked(|before| self.dismissed.with_untracked(|dismissed| follow(before, &text, dismissed)));
        // Told only of what is another: every telling draws something.
        if self.problem.with_untracked(Option::is_some) {
            self.problem.set(None);
        }
        if self.pointed.with_untracked(Option::is_some) {
            self.pointed.set(None);
        }
        if text.trim().is_empty() {
            self.edits.clear();
        }
        if self.dismissed.with_untracked(|before| *before != kept) {
            self.dismissed.set(kept);
        }
        let turn = self.turn.get_value() + 1;
        self.turn.set_value(turn);
        let is_long = text.len() > LONG;
        self.text.set(text);
        if is_long {
            self.hear_soon(turn);
        } else {
            self.hear();
        }
        self.engine.after(PAUSE_MS, move || {
            if self.turn.try_get_value() == Some(turn) {
                self.settled.set(turn);
            }
        });
    }

    /// Reads what is typed now.
    fn hear(self) {
        let text = self.text.get_untracked();
        if self.heard.with_untracked(|heard| *heard != text) {
            self.heard.set(text);
        }
    }

    /// Reads a long text when typing rests, and draws what was read a moment later: each is a piece of work for itself,
    /// between which keys and clicks are answered.
    fn hear_soon(self, turn: u32) {
        let is_it = move || self.turn.try_get_value() == Some(turn);
        self.engine.after(MOMENT_MS, move || {
            if !is_it() {
                return;
            }
            let text = self.text.get_untracked();
            let reading = untrack(|| {
                self.dismissed.with(|dismissed| read(self.engine, self.saved, self.reach, &text, dismissed))
            });
            self.ahead.set_value(Some((text, reading)));
            self.engine.after(0, move || {
                if is_it() {
                    self.hear();
                }
            });
        });
    }

    /// Puts whole words into the field and goes there, as if they had been typed: the browser's own undo takes them back.
    pub(crate) fn take(self, goal: &str) {
        self.focus();
        if !self.field.get_untracked().is_some_and(|field| platform::write_over(&field, goal)) {
            self.type_in(goal.to_owned());
        }
    }

    /// One level out: from a reading that is marked, else from all that is typed. Whether there was one.
    pub(crate) fn step_out(self) -> bool {
        if self.pointed.with_untracked(Option::is_some) {
            self.pointed.set(None);
            return true;
        }
        let some = self.text.with_untracked(|text| !text.is_empty());
        if some {
            self.take("");
        }
        some
    }

    /// Marks the reading that ends where all that is typed ends; takes it back if it was marked. Whether there is one.
    pub(crate) fn take_back_last(self) -> bool {
        let end = self.text.with_untracked(|text| text.encode_utf16().count());
        let last = self.reading.with_untracked(|reading| {
            let chips = reading.explanation.chips.iter();
            chips.filter(|chip| chip.dismissible && chip.span.end == end).map(|chip| chip.span).next_back()
        });
        let Some(last) = last else { return false };
        if self.pointed.get_untracked() == Some(last) {
            self.pointed.set(None);
            self.dismiss(last);
        } else {
            self.pointed.set(Some(last));
        }
        true
    }

    /// Whether anything is typed.
    pub(crate) fn is_typed(self) -> bool {
        self.text.with(|text| !text.trim().is_empty())
    }

    /// Whether nothing is typed at this moment.
    pub(in crate::model) fn is_blank(self) -> bool {
        !untrack(|| self.is_typed())
    }

    /// Whether what is typed asks something of the page itself, which plans nothing.
    fn is_for_the_page(self) -> bool {
        self.text.with_untracked(|text| asked_of_the_page(text).is_some())
    }

    /// The items of a list that was put into the field, where it cannot be planned: each a line with the sign of an item.
    pub(crate) fn items(self) -> Vec<String> {
        let is_refused = self.reading.with(|reading| matches!(reading.plan, Some(Err(_))));
        if is_refused { self.heard.with(|text| items_in(text)) } else { Vec::new() }
    }

    /// Empties the field.
    pub(crate) fn clear(self) {
        self.type_in(String::new());
    }

    /// Whether the focus is in the field.
    pub(crate) fn has_focus(self) -> bool {
        let here = document().active_element();
        self.field.get_untracked().is_some_and(|field| here.as_ref() == Some(&**field))
    }

    /// Moves the focus to the field.
    pub(crate) fn focus(self) {
        drop(self.field.get_untracked().map(|field| field.focus()));
    }

    /// Takes a reading back.
    pub(crate) fn dismiss(self, span: Utf16Span) {
        // What was read with it is not what is read without it.
        self.ahead.set_value(None);
        self.pointed.set(None);
        self.dismissed.update(|dismissed| dismissed.push(span));
        self.focus();
    }

    /// Why the words cannot run, if they cannot.
    pub(crate) fn refusal(self) -> Option<Problem> {
        self.hear();
        match self.reading.with_untracked(|reading| reading.plan.clone()) {
            Some(Ok(_)) => None,
            Some(Err(problem)) => Some(problem),
            None if self.is_for_the_page() => None,
            None => self.engine.with(|dunlin| dunlin.plan("")).err().map(Problem::from),
        }
    }
}

impl Reading {
    /// Every highlight with its class.
    pub(crate) fn marks(&self) -> impl Iterator<Item = (Utf16Span, &str)> {
        self.explanation.spans.iter().map(|mark| (mark.span, mark.class))
    }

    /// Whether typing has rested since.
    pub(crate) fn has_rested(&self) -> bool {
        self.rested
    }

    /// What is wrong, once typing has rested.
    pub(crate) fn problem_worth_saying(&self) -> Option<&Problem> {
        self.plan.as_ref()?.as_ref().err().filter(|_| self.rested)
    }

    /// What was read, without what the plan says (what a clause does) and what the bar says (the value of a sum).
    pub(crate) fn chips(&self) -> impl Iterator<Item = &Chip> {
        self.explanation.chips.iter().filter(|chip| !matches!(chip.kind, "action" | "value"))
    }

    /// The reading whose words are around that place; of several the one of the fewest words.
    pub(crate) fn around(&self, at: usize) -> Option<Utf16Span> {
        let those = self.chips().map(|chip| chip.span).filter(|span| (span.start..=span.end).contains(&at));
        those.min_by_key(|span| span.end - span.start)
    }

    /// Whole goals that would be understood.
    pub(crate) fn suggestions(&self) -> Vec<String> {
        self.problem_worth_saying().map(|problem| problem.offers(MOST_SUGGESTIONS)).unwrap_or_default()
    }
}

const MOST_SUGGESTIONS: usize = 3;

/// The lines of a list, where a text is one of several items: beside them there are at most headings.
fn items_in(text: &str) -> Vec<String> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# "));
    let is_item = |line: &str| {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let signs: &[char] = if rest.len() < line.len() { &['.', ')'] } else { &['-', '*', '+', '•'] };
        rest.strip_prefix(signs).is_some_and(|rest| rest.starts_with(char::is_whitespace))
    };
    let is_list = lines().count() > 1 && lines().all(is_item);
    if is_list { lines().map(str::to_owned).collect() } else { Vec::new() }
}

fn read(engine: Engine, saved: Saved, reach: Reach, text: &str, dismissed: &[Utf16Span]) -> Reading {
    // A tool that comes or goes lets the same words be read in another way.
    reach.turn.track();
    if text.trim().is_empty() || asked_of_the_page(text).is_some() {
        return Reading::default();
    }
    if let Some(goal) = saved.goal_of(text) {
        // The words stand for others: what was read in those is not marked in these.
        let plan = engine.with(|dunlin| dunlin.plan(&goal));
        return Reading { plan: Some(plan.map(Arc::new).map_err(Problem::from)), ..Reading::default() };
    }
    let (explanation, plan) = engine.with(|dunlin| dunlin.read_and_explain(text, dismissed));
    let plan = Some(plan.map(Arc::new).map_err(Problem::from));
    Reading { explanation: Arc::new(explanation), plan, ..Reading::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn a_list_is_several_lines_that_each_begin_an_item() {
        for (text, count) in [
            ("- milk\n- bread", 2),
            ("# Shopping\n\n- [ ] milk\n  * oat bread\n", 2),
            ("1. milk\n2) bread\n3. eggs", 3),
            ("- milk", 0),
            ("-5\n-6", 0),
            ("1.5 litres\n2 cups", 0),
            ("milk\n- bread", 0),
            ("", 0),
        ] {
            assert_eq!(items_in(text).len(), count, "{text}");
        }
    }
}
