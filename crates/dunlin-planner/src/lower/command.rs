//! Commands of the host's own as steps, and steps that wait.

use dunlin_base::Span;
use dunlin_plan::{RunWhen, input};
use serde_json::{Map, Value};

use crate::{
    confidence::Evidence,
    lang::en::{meanings, phrases::POINTING},
    lower::{Assembly, Pointed, call::Call},
    model::{
        asked::{Command, Held, Notice, Pause},
        todo::Text,
        token::{Token, span_of},
    },
};

impl Assembly {
    /// Takes a step in that waits. All that is said before it comes before it, and what is said after it after it. Where one of
    /// those before fails, nobody waits: what comes after would not be done.
    pub(crate) fn take_pause(&mut self, pause: &Pause, source: Span) {
        let number = self.push_after_all(Call::Pause(pause.clone()), meanings::pause(pause), source);
        self.waits_for = Some(number);
        self.evidence.push(Evidence::Named);
        if let Pause::Answer { is_number, .. } = pause {
            self.asked.push(number);
            let answer = input::from_step(number, "/output");
            self.pointed.push(if *is_number { Pointed::Number(number) } else { Pointed::Given(answer) });
        }
    }

    /// Takes a step in that tells the person something once all that is said before it is done; false when nothing is, and it is
    /// no goal by itself.
    pub(crate) fn take_notice(&mut self, notice: &Notice, source: Span) -> bool {
        if let Some(over) = self.each_of {
            return self.tell_of_each(notice, over, source);
        }
        if self.steps.is_empty() && !notice.alone {
            return false;
        }
        let waited = self.waits_for.is_some_and(|step| step as usize == self.steps.len());
        let usual = if waited { meanings::IT_IS_TIME } else { meanings::IT_IS_DONE };
        let words = notice.words.clone().unwrap_or_else(|| usual.to_owned());
        let meaning = meanings::notify(&words);
        self.push_after_all(Call::Notify(Text::Said(words)), meaning, source);
        self.evidence.push(Evidence::Named);
        true
    }

    /// A step after all that was said since the last wait, and so after everything.
    fn push_after_all(&mut self, call: Call, meaning: String, source: Span) -> u32 {
        let from = self.waits_for.map_or(0, |step| step as usize);
        let before: Vec<u32> = (from + 1..=self.steps.len()).map(|at| at as u32).collect();
        let number = self.push(call, meaning, source);
        let free = self.gate.is_none() && self.handled.is_empty();
        if let Some(step) = self.steps.last_mut().filter(|_| free && !before.is_empty()) {
            step.depends_on.extend(before);
        }
        number
    }

    /// Takes a command in; false when "it" in one of its slots can mean nothing. Where others could do it, the next in price
    /// stands in for it if it fails.
    pub(crate) fn take_command(&mut self, command: &Command, words: &[Token]) -> bool {
        let Some((fields, pointing)) = self.filled(command, &command.input) else { return false };
        let given = command.gives.as_ref().and_then(|slot| fields.get(slot)).cloned();
        let source = span_of(words.get(self.own.clone()).unwrap_or(words));
        let mut meaning = meanings::command(&command.tool, &command.input);
        if let Some(choice) = &command.choice {
            meaning.push_str(&meanings::as_the_cheapest(&command.tool, choice));
        }
        if self.each_of.is_some() && !pointing {
            // Nothing names the todo at hand, so the same would be done again and again.
            return false;
        }
        let number = self.push(Call::Own(command.tool.clone(), fields), meaning, source);
        if let Some(over) = self.each_of {
            self.do_for_each(over);
            self.evidence.push(Evidence::Pointing);
            return true;
        }
        let second = command.choice.as_ref().and_then(|choice| choice.others.first());
        if let Some(other) = second
            && let Some((fields, _)) = self.filled(command, &other.input)
        {
            let meaning = meanings::if_it_fails(&command.tool, &meanings::command(&other.tool, &other.input));
            self.push(Call::Own(other.tool.clone(), fields), meaning, source);
            if let Some(step) = self.steps.last_mut() {
                step.depends_on = vec![number];
                step.run_when = RunWhen::AnyFailed;
                step.instead_of = Some(number);
            }
        }
        self.evidence.push(if pointing { Evidence::Pointing } else { Evidence::Named });
        self.pointed.extend(given.map(Pointed::Given));
        true
    }

    /// A command's input with what "it" means in its slots, and whether it stands there; none where it means nothing.
    fn filled(&self, command: &Command, input: &Map<String, Value>) -> Option<(Map<String, Value>, bool)> {
        let (mut fields, mut pointing) = (input.clone(), false);
        for slot in &command.open {
            let Some(value) = fields.get_mut(slot) else { continue };
            let points = value.as_str().is_some_and(|text| POINTING.contains(&text.to_lowercase().as_str()));
            if points {
                (*value, pointing) = (self.words_of_each().or_else(|| self.meant())?, true);
            }
        }
        for (slot, held) in &command.pointing {
            fields.insert(slot.clone(), self.meant_as(held)?);
            pointing = true;
        }
        Some((fields, pointing))
    }

    /// What "it" means in a slot that holds only known values: the nearest that is one of them.
    fn meant_as(&self, held: &Held) -> Option<Value> {
        self.pointed.iter().rev().find_map(|pointed| match (held, pointed) {
            (Held::Number, Pointed::Number(step)) => Some(input::from_step(*step, "/output")),
            (Held::Number, Pointed::Given(value)) => value.is_number().then(|| value.clone()),
            (Held::OneOf(values), Pointed::Given(value)) => values.contains(value).then(|| value.clone()),
            _ => None,
        })
    }

    /// What "it" means as the value of a slot: what the nearest step gives.
    fn meant(&self) -> Option<Value> {
        self.pointed.last().map(|pointed| match pointed {
            Pointed::Number(step) => input::from_step(*step, "/output"),
            Pointed::Todo(text) => Value::from(text.as_str()),
            Pointed::Given(value) => value.clone(),
            Pointed::Mentioned(item) => Value::from(crate::parse::text::text_of(&self.goal, item)),
        })
    }
}
