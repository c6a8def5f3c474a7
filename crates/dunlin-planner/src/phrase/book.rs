//! The phrases of all tools and the words they share.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use dunlin_plan::ToolSpec;
use serde_json::Value;

use super::{
    compile::{Compiled, accents, compile, shared_rules},
    definition::{self, with_nearest},
    entry::{Entry, PhraseTool},
    fault::{PhraseFault, PhraseFaultKind},
    given::{List, Template, Vocabulary},
    letters::Accents,
    values::{rule_of, write_out},
};

/// The phrases of all tools and the words they share. What a host gives is checked when it is given; nothing of what cannot
/// be used is kept.
#[derive(Clone, Debug, Default)]
pub struct PhraseBook {
    /// By language; those of no language are shared by all.
    words: BTreeMap<String, Vocabulary>,
    pub(crate) entries: Vec<Entry>,
    /// How many tools have been registered.
    tools: usize,
    /// By tool, the slot whose value "it" means in what is said next.
    pub(crate) gives: BTreeMap<String, String>,
    /// By tool, what it says of its calls.
    pub(crate) prices: BTreeMap<String, ToolSpec>,
    compiled: OnceLock<Arc<Compiled>>,
    /// The same without accents, made when words fit nothing with them.
    folded: OnceLock<Arc<Compiled>>,
}

impl PhraseBook {
    /// Whether there is no phrase.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds rules, lists, words that count for nothing, and the words that values are made of; what has a name that is there
    /// takes its place. The definition is `{ language?, rules?, lists?, skipWords?, numbers?, joiners?, yes?, no? }`.
    pub fn define(&mut self, definition: Value) -> Result<(), PhraseFault> {
        let (language, words) = definition::vocabulary(definition)?;
        let before = self.words.clone();
        let known = self.words.entry(language.unwrap_or_default()).or_default();
        for (name, rule) in &words.rules {
            known.rules.insert(name.clone(), rule.clone());
        }
        for (name, list) in &words.lists {
            known.lists.insert(name.clone(), list.clone());
        }
        known.skip_words.extend(words.skip_words);
        known.spoken.take(words.spoken);
        self.forget();
        // Phrases that are there must still be sound with the new words.
        self.compiled().map(drop).inspect_err(|_| {
            self.words = before;
            self.forget();
        })
    }

    /// Adds the phrases of a tool: templates, or `{ say, input?, requires?, excludes?, rules?, lists?, language? }`.
    pub fn register(&mut self, tool: &str, schema: &Value, phrases: Value) -> Result<(), PhraseFault> {
        let phrases = definition::phrases(phrases)?;
        let properties = schema.get("properties").and_then(Value::as_object);
        let asks = |property: &Value| property.as_object().is_some_and(|property| !property.is_empty());
        let checks = properties.is_some_and(|properties| properties.values().any(asks));
        let tool = PhraseTool { name: tool.to_owned(), schema: schema.clone(), number: self.tools, checks };
        let tool = Arc::new(tool);
        let added: Vec<Entry> =
            phrases.into_iter().map(|phrase| Entry { tool: tool.clone(), phrase: Arc::new(phrase) }).collect();
        let mut compiled = self.compiled()?;
        // Held by this function alone, it is added to and not copied.
        self.forget();
        let first = self.entries.len();
        self.entries.extend(added);
        let new = self.entries.get(first..).unwrap_or_default();
        let result = if compiled.takes(new) {
            Arc::make_mut(&mut compiled).add(new, first, &self.words)
        } else {
            self.compiled_with(self.accents()).map(|anew| compiled = anew)
        };
        if result.is_ok() {
            self.tools += 1;
            self.compiled = OnceLock::from(compiled);
        } else {
            // What was found of names for the faulty phrases is not kept either.
            self.entries.truncate(first);
        }
        result
    }

    /// Says that "it" means the value of this slot in what is said after a command of the tool, whose phrases are registered.
    pub fn gives(&mut self, tool: &str, slot: &str, schema: &Value) -> Result<(), PhraseFault> {
        let compiled = self.compiled()?;
        let properties = schema.get("properties").and_then(Value::as_object);
        let own = self.entries.iter().filter(|entry| entry.tool.name == tool);
        let put = own.flat_map(|entry| entry.phrase.input.keys()).map(String::as_str);
        let mut names: Vec<&str> = match properties {
            Some(properties) => properties.keys().map(String::as_str).collect(),
            // Where the schema names none, a phrase has to.
            None => compiled.slots.iter().map(String::as_str).chain(put).collect(),
        };
        if !names.contains(&slot) {
            let source = if properties.is_some() { "its schema names" } else { "a phrase fills" };
            let message = format!("the tool gives {slot:?}, expected a slot that {source}");
            let fault = PhraseFault::new(PhraseFaultKind::UnknownSlot, message);
            return Err(with_nearest(fault, slot, &mut names.drain(..)));
        }
        self.gives.insert(tool.to_owned(), slot.to_owned());
        Ok(())
    }

    /// Takes the phrases of a tool away.
    pub fn unregister(&mut self, tool: &str) {
        self.entries.retain(|entry| entry.tool.name != tool);
        self.gives.remove(tool);
        self.prices.remove(tool);
        self.forget();
    }

    /// Takes these as the values of a shared list, which must be one of values. They come from data and not from who wrote the
    /// phrases, so one that is no template is said as it stands: "Smile :(".
    pub fn set_values(&mut self, language: &str, name: &str, values: Value) -> Result<(), PhraseFault> {
        let values = definition::values(values, name, &|said| self.template_or_words(language, said))?;
        let lists = self.words.get_mut(language).map(|words| &mut words.lists);
        let fault = PhraseFault::new(PhraseFaultKind::UnknownSlot, format!("there is no list {{{name}}} of values"));
        let Some(lists) = lists else { return Err(fault) };
        let before = lists.get(name).filter(|list| matches!(***list, List::Values(_))).cloned();
        let Some(before) = before else {
            return Err(with_nearest(fault, name, &mut lists.keys().map(String::as_str)));
        };
        let list = Arc::new(List::Values(values));
        lists.insert(name.to_owned(), list.clone());
        let replaced = {
            let mut compiled = [&mut self.compiled, &mut self.folded].into_iter().filter_map(OnceLock::get_mut);
            compiled.try_for_each(|compiled| Arc::make_mut(compiled).replace(language, &before, &list, &self.words))
        };
        replaced.inspect_err(|_| {
            if let Some(words) = self.words.get_mut(language) {
                words.lists.insert(name.to_owned(), before);
            }
            self.forget();
        })
    }

    /// A template that says a value of a shared list, or the words as they stand where they are none.
    fn template_or_words(&self, language: &str, said: String) -> Result<Template, PhraseFault> {
        let sound = Template::read(said.clone()).and_then(|template| {
            let rules = shared_rules(language, &self.words);
            let say = |name: &str| rule_of(&rules, name).map(|rule| rule.piece.clone());
            write_out(&template.piece, &say, &mut vec![String::new()], 0).map(|()| template)
        });
        match sound {
            Err(fault) if fault.kind() != PhraseFaultKind::TooLarge => Ok(Template::of_words(said)),
            sound => sound,
        }
    }

    /// All phrases as one graph.
    pub(crate) fn compiled(&self) -> Result<Arc<Compiled>, PhraseFault> {
        self.made(&self.compiled, || self.accents())
    }

    /// The graph in which no accent counts, or nothing where none counts anyway.
    pub(crate) fn folded(&self) -> Option<Arc<Compiled>> {
        let counts = self.compiled().ok()?.accents == Accents::Kept;
        if counts { self.made(&self.folded, || Accents::Folded).ok() } else { None }
    }

    /// The graph that is kept there, made where it is not there yet.
    fn made(
        &self,
        kept: &OnceLock<Arc<Compiled>>,
        accents: impl FnOnce() -> Accents,
    ) -> Result<Arc<Compiled>, PhraseFault> {
        if let Some(compiled) = kept.get() {
            return Ok(compiled.clone());
        }
        let compiled = self.compiled_with(accents())?;
        // Another thread may have come before with the same.
        Ok(kept.get_or_init(|| compiled).clone())
    }

    fn compiled_with(&self, accents: Accents) -> Result<Arc<Compiled>, PhraseFault> {
        compile(&self.entries, &self.words, accents).map(Arc::new)
    }

    fn accents(&self) -> Accents {
        accents(&self.entries, &self.words)
    }

    fn forget(&mut self) {
        self.compiled = OnceLock::new();
        self.folded = OnceLock::new();
    }
}
