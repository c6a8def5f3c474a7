//! What of the phrases cannot be meant: those that another one always takes, and sentences that two tools claim alike.

use dunlin_base::SeededRandom;

use super::book::PhraseBook;

/// How many sentences of a template are tried.
const SENTENCES: usize = 12;

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// Sentences that tools claim alike.
    pub conflicts: Vec<Conflict>,
    /// Templates that no tried sentence reaches.
    pub unreachable: Vec<Unreachable>,
}

/// A sentence that several tools claim alike: where it is said in a goal, it is a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The tools, in the order of their names.
    pub tools: Vec<String>,
    /// A sentence of both.
    pub sentence: String,
}

/// A template that other phrases always take the words of, or that no context allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreachable {
    /// The tool.
    pub tool: String,
    /// The template.
    pub template: String,
    /// A sentence of it.
    pub sentence: String,
    /// The tool that is recognised instead; none when nothing is.
    pub instead: Option<String>,
}

impl PhraseBook {
    /// Tries sentences of every template, the same every time.
    pub fn check(&self) -> Checked {
        let mut checked = Checked::default();
        let Ok(compiled) = self.compiled() else { return checked };
        let random = SeededRandom::new(0);
        let tool_of = |entry: usize| self.entries.get(entry).map_or("", |entry| entry.tool.name.as_str());
        let mut first_of_entry = 0;
        for (number, template) in compiled.templates.iter().enumerate() {
            if number == 0 || compiled.templates.get(number - 1).is_none_or(|before| before.entry != template.entry) {
                first_of_entry = number;
            }
            let heard = self.heard_for(template.entry);
            let mut missed: Option<(String, Option<String>)> = None;
            let mut reached = false;
            for _ in 0..SENTENCES {
                let sentence = self.draw(&compiled, template, &random);
                let readings = self.readings(&sentence, &heard);
                let best = readings.first();
                // Another template of the phrase, or of the tool with the same input, is as good.
                let own = readings.iter().find(|reading| tool_of(reading.entry) == tool_of(template.entry));
                if let (Some(best), Some(own)) = (best, own)
                    && best.rank == own.rank
                {
                    reached = true;
                    let mut tools: Vec<String> = readings
                        .iter()
                        .take_while(|other| other.rank == best.rank)
                        .map(|other| tool_of(other.entry).to_owned())
                        .collect();
                    tools.sort();
                    tools.dedup();
                    if tools.len() > 1 && !checked.conflicts.iter().any(|known| known.tools == tools) {
                        checked.conflicts.push(Conflict { tools, sentence });
                    }
                } else if missed.is_none() {
                    missed = Some((sentence, best.map(|best| tool_of(best.entry).to_owned())));
                }
            }
            if let Some((sentence, instead)) = missed.filter(|_| !reached) {
                let said =
                    self.entries.get(template.entry).and_then(|entry| entry.phrase.say.get(number - first_of_entry));
                checked.unreachable.push(Unreachable {
                    tool: tool_of(template.entry).to_owned(),
                    template: said.map(|template| template.text.clone()).unwrap_or_default(),
                    sentence,
                    instead,
                });
            }
        }
        checked
    }
}
