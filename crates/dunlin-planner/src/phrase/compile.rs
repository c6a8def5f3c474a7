//! From phrases to the graph: rules are looked up where they are used, slots get their sources.

use std::{cell::OnceCell, rc::Rc};

use serde_json::{Map, Value};
use std::collections::BTreeMap;

use super::{
    definition::{List, Phrase, Template, Vocabulary, with_nearest},
    entry::Entry,
    fault::{PhraseFault, PhraseFaultKind},
    graph::{Graph, NodeId},
    letters::{Accents, each_sign, signs, without_accent},
    lexicon::Lexicon,
    source::Source,
    spoken::{Language, Languages},
    template::Piece,
    typed,
    values::{Values, rule_of},
};

/// How deep rules and brackets may be nested together.
const MAX_DEPTH: usize = 64;
/// The most slots and sources that phrases may have together.
const MAX_SLOTS: usize = 10_000;

/// Phrases, ready to be matched.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(crate) graph: Graph,
    /// For each template, the entry it belongs to.
    pub(crate) templates: Vec<CompiledTemplate>,
    pub(crate) sources: Vec<Source>,
    /// Sources by what they are made from.
    named: BTreeMap<String, u32>,
    pub(crate) slots: Vec<String>,
    pub(crate) accents: Accents,
    pub(crate) languages: Languages,
    pub(crate) skip_words: Vec<Vec<char>>,
    lexicon: OnceCell<Rc<Lexicon>>,
}

/// A template in the graph.
#[derive(Clone, Debug)]
pub(crate) struct CompiledTemplate {
    pub(crate) entry: usize,
    pub(crate) pieces: Vec<NodeId>,
}

/// Puts all phrases into one graph.
pub(crate) fn compile(entries: &[Entry], words: &BTreeMap<String, Vocabulary>) -> Result<Compiled, PhraseFault> {
    let plain = words.values().all(|words| words.rules.values().all(|rule| is_plain(&rule.piece)))
        && entries.iter().all(|entry| entry.phrase.say.iter().all(|template| is_plain(&template.piece)));
    let accents = if plain { Accents::Folded } else { Accents::Kept };
    let compiled = Compiled {
        graph: Graph::new(),
        templates: Vec::new(),
        sources: Vec::new(),
        named: BTreeMap::new(),
        slots: Vec::new(),
        accents,
        languages: Languages::new(
            &words.iter().map(|(name, words)| (name.as_str(), &words.spoken)).collect(),
            accents,
        )?,
        skip_words: skip_words(words, accents),
        lexicon: OnceCell::new(),
    };
    let mut compiler = Compiler { compiled, numbers: BTreeMap::new(), rules: BTreeMap::new(), open: Vec::new() };
    for (at, entry) in entries.iter().enumerate() {
        compiler.entry(at, entry, words)?;
    }
    Ok(compiler.compiled)
}

/// The words that count for nothing, the longest first.
fn skip_words(words: &BTreeMap<String, Vocabulary>, accents: Accents) -> Vec<Vec<char>> {
    let all = words.values().flat_map(|words| &words.skip_words);
    let mut all: Vec<Vec<char>> = all.map(|text| signs(text, accents)).filter(|signs| !signs.is_empty()).collect();
    all.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    all.dedup();
    all
}

/// Whether no letter of a piece has an accent. A language that is written without them does not tell them apart.
fn is_plain(piece: &Piece) -> bool {
    match piece {
        Piece::Text(text) => text.chars().all(|c| c.to_lowercase().all(|c| without_accent(c) == c)),
        Piece::Sequence(parts) | Piece::Choice(parts) | Piece::AnyOrder(parts) => parts.iter().all(is_plain),
        Piece::Optional(inner) => is_plain(inner),
        Piece::Slot { .. } | Piece::Rule { .. } => true,
    }
}

impl Compiled {
    /// The words that phrases say themselves; looked for when first asked for.
    pub(crate) fn lexicon(&self) -> &Lexicon {
        self.lexicon.get_or_init(|| Rc::new(Lexicon::of(self)))
    }

    /// Puts other values in the place of a shared list, which no template has to be compiled again for.
    pub(crate) fn replace(
        &mut self,
        language: &str,
        name: &str,
        list: &Rc<List>,
        words: &BTreeMap<String, Vocabulary>,
    ) -> Result<(), PhraseFault> {
        let key = list_key(language, name);
        let place = self.named.get(&key).and_then(|source| self.sources.get_mut(*source as usize));
        if let (Some(source), List::Values(values)) = (place, &**list) {
            let rules: Vec<_> =
                [language, ""].iter().filter_map(|name| words.get(*name)).map(|words| &words.rules).collect();
            let say = |name: &str| rule_of(&rules, name).map(|rule| rule.piece.clone());
            let sorted = Rc::new(Values::of(values, &say, self.accents)?);
            *source = Source::Values { sorted, list: list.clone() };
        }
        Ok(())
    }
}

struct Compiler {
    compiled: Compiled,
    /// Slots by name.
    numbers: BTreeMap<String, u16>,
    /// Rules that were put into the graph, by the phrases they were looked up for.
    rules: BTreeMap<(usize, String), NodeId>,
    /// The rules around the piece at hand.
    open: Vec<String>,
}

/// Where names are looked up.
struct Scope<'s> {
    /// The same for phrases whose names mean the same.
    key: usize,
    phrase: &'s Phrase,
    words: Vec<(&'s str, &'s Vocabulary)>,
    /// The language that the phrase says it is in.
    language: Option<Language>,
    schema: &'s Value,
}

impl<'s> Scope<'s> {
    fn rule(&self, name: &str) -> Option<&'s Template> {
        let mut rules = vec![&self.phrase.rules];
        rules.extend(self.words.iter().map(|(_, words)| &words.rules));
        rule_of(&rules, name).map(|rule| &**rule)
    }

    /// A list and what names it among all lists.
    fn list(&self, name: &str) -> Option<(String, &'s Rc<List>)> {
        if let Some(list) = self.phrase.lists.get(name) {
            return Some((format!("{}\n{name}", self.key), list));
        }
        self.words
            .iter()
            .find_map(|(language, words)| words.lists.get(name).map(|list| (list_key(language, name), list)))
    }
}

/// What names a shared list among all lists.
fn list_key(language: &str, name: &str) -> String {
    format!("list\n{language}\n{name}")
}

impl Compiler {
    fn entry(&mut self, at: usize, entry: &Entry, words: &BTreeMap<String, Vocabulary>) -> Result<(), PhraseFault> {
        let phrase = &*entry.phrase;
        let own = !phrase.rules.is_empty() || !phrase.lists.is_empty();
        let languages = phrase.language.iter().map(String::as_str).chain([""]);
        let scope = Scope {
            // Phrases of one tool see the same names unless they bring their own or name a language.
            key: if own || phrase.language.is_some() { at * 2 + 1 } else { entry.tool.number * 2 },
            phrase,
            words: languages.filter_map(|name| words.get(name).map(|words| (name, words))).collect(),
            language: phrase.language.as_deref().and_then(|name| self.compiled.languages.named(name)),
            schema: &entry.tool.schema,
        };
        for key in phrase.input.keys() {
            scope.check_slot(key)?;
        }
        for template in &phrase.say {
            let mut pieces = Vec::new();
            self.pieces(&template.piece, &scope, &mut pieces).map_err(|fault| fault.of(&template.text))?;
            let number = self.compiled.templates.len() as u32;
            self.compiled.graph.add_template(&pieces, number);
            self.compiled.templates.push(CompiledTemplate { entry: at, pieces });
        }
        Ok(())
    }

    /// The nodes of a piece, one after the other.
    fn pieces(&mut self, piece: &Piece, scope: &Scope<'_>, nodes: &mut Vec<NodeId>) -> Result<(), PhraseFault> {
        match piece {
            Piece::Sequence(parts) => {
                for part in parts {
                    self.pieces(part, scope, nodes)?;
                }
                Ok(())
            }
            Piece::Text(text) => {
                for word in words_of(text, self.compiled.accents) {
                    nodes.push(self.compiled.graph.text(&word)?);
                }
                Ok(())
            }
            _ => self.node(piece, scope).map(|node| nodes.push(node)),
        }
    }

    fn node(&mut self, piece: &Piece, scope: &Scope<'_>) -> Result<NodeId, PhraseFault> {
        if self.open.len() > MAX_DEPTH {
            return Err(PhraseFault::new(
                PhraseFaultKind::TooLarge,
                format!("rules are nested deeper than {MAX_DEPTH}"),
            ));
        }
        match piece {
            Piece::Text(_) | Piece::Sequence(_) => {
                let mut nodes = Vec::new();
                self.pieces(piece, scope, &mut nodes)?;
                self.compiled.graph.sequence(nodes)
            }
            Piece::Choice(parts) => {
                let nodes = self.nodes(parts, scope)?;
                self.compiled.graph.choice(nodes)
            }
            Piece::AnyOrder(parts) => {
                let nodes = self.nodes(parts, scope)?;
                self.compiled.graph.any_order(nodes)
            }
            Piece::Optional(inner) => {
                let node = self.node(inner, scope)?;
                self.compiled.graph.optional(node)
            }
            Piece::Slot { list, slot, span } => {
                let source = self.source(list, slot, scope).map_err(|fault| fault.at(*span))?;
                let slot = self.slot(slot)?;
                self.compiled.graph.slot(source, slot)
            }
            Piece::Rule { name, span } => self.rule(name, scope).map_err(|fault| match fault.template() {
                "" => fault.at(*span),
                _ => fault,
            }),
        }
    }

    fn nodes(&mut self, pieces: &[Piece], scope: &Scope<'_>) -> Result<Vec<NodeId>, PhraseFault> {
        pieces.iter().map(|piece| self.node(piece, scope)).collect()
    }

    fn rule(&mut self, name: &str, scope: &Scope<'_>) -> Result<NodeId, PhraseFault> {
        let key = (scope.key, name.to_owned());
        if let Some(node) = self.rules.get(&key) {
            return Ok(*node);
        }
        let Some(rule) = scope.rule(name) else {
            let message = format!("there is no rule <{name}>, expected one of the phrase's own or of language.define");
            let fault = PhraseFault::new(PhraseFaultKind::UnknownRule, message);
            let shared = scope.words.iter().flat_map(|(_, words)| words.rules.keys());
            return Err(with_nearest(fault, name, &mut scope.phrase.rules.keys().chain(shared).map(String::as_str)));
        };
        if self.open.iter().any(|open| open == name) {
            return Err(PhraseFault::new(PhraseFaultKind::Circular, format!("the rule <{name}> contains itself")));
        }
        self.open.push(name.to_owned());
        let node = self.node(&rule.piece, scope).map_err(|fault| fault.of(&rule.text));
        self.open.pop();
        let node = node?;
        self.rules.insert(key, node);
        Ok(node)
    }

    fn slot(&mut self, name: &str) -> Result<u16, PhraseFault> {
        if let Some(number) = self.numbers.get(name) {
            return Ok(*number);
        }
        let number = self.compiled.slots.len();
        if number >= MAX_SLOTS {
            return Err(PhraseFault::new(PhraseFaultKind::TooLarge, format!("there are more than {MAX_SLOTS} slots")));
        }
        self.compiled.slots.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number as u16);
        Ok(number as u16)
    }

    fn source(&mut self, list: &str, slot: &str, scope: &Scope<'_>) -> Result<u32, PhraseFault> {
        let property = scope.check_slot(slot)?;
        let Some((key, found)) = scope.list(list) else {
            if list != slot {
                return Err(scope.no_list(list));
            }
            // A schema that names no properties says nothing of the slot, so any words do.
            let property = property.unwrap_or(&Value::Null);
            let source = typed::source(property, scope.language, &self.compiled.languages);
            return Ok(self.add_source(format!("schema\n{:?}\n{property}", scope.language), || source));
        };
        // Numbers are said in the language of the phrase, whoever's list they are.
        let key = if matches!(**found, List::Range(_)) { format!("{key}\n{:?}", scope.language) } else { key };
        if let Some(known) = self.compiled.named.get(&key) {
            return Ok(*known);
        }
        let source = self.listed(found, scope)?;
        Ok(self.add_source(key, || source))
    }

    fn listed(&self, list: &Rc<List>, scope: &Scope<'_>) -> Result<Source, PhraseFault> {
        Ok(match &**list {
            List::Free => Source::Free,
            List::Range(range) => Source::Number { range: Some(*range), whole: false, language: scope.language },
            List::Values(values) => {
                let say = |name: &str| scope.rule(name).map(|rule| rule.piece.clone());
                let sorted = Values::of(values, &say, self.compiled.accents)?;
                Source::Values { sorted: Rc::new(sorted), list: list.clone() }
            }
        })
    }

    fn add_source(&mut self, key: String, make: impl FnOnce() -> Source) -> u32 {
        if let Some(known) = self.compiled.named.get(&key) {
            return *known;
        }
        let number = self.compiled.sources.len() as u32;
        self.compiled.sources.push(make());
        self.compiled.named.insert(key, number);
        number
    }
}

impl<'s> Scope<'s> {
    /// The property of the tool's input that a slot fills; none when the schema says nothing of single properties.
    fn check_slot(&self, slot: &str) -> Result<Option<&'s Value>, PhraseFault> {
        let Some(properties) = self.schema.get("properties").and_then(Value::as_object) else {
            return Ok(None);
        };
        let open = self.schema.get("additionalProperties").is_some_and(|open| open != &Value::Bool(false));
        match properties.get(slot) {
            Some(property) => Ok(Some(property)),
            None if open => Ok(None),
            None => {
                let message = format!("the tool's input has no {slot:?}, expected a slot that its schema names");
                Err(nearest_property(PhraseFault::new(PhraseFaultKind::UnknownSlot, message), slot, properties))
            }
        }
    }

    #[cold]
    fn no_list(&self, list: &str) -> PhraseFault {
        let shared = self.words.iter().flat_map(|(_, words)| words.lists.keys());
        let mut lists = self.phrase.lists.keys().chain(shared).map(String::as_str);
        let message = format!("there is no list {{{list}}}");
        with_nearest(PhraseFault::new(PhraseFaultKind::UnknownSlot, message), list, &mut lists)
    }
}

#[cold]
fn nearest_property(fault: PhraseFault, slot: &str, properties: &Map<String, Value>) -> PhraseFault {
    with_nearest(fault, slot, &mut properties.keys().map(String::as_str))
}

/// The words of a text, each with the space before it; a space at the end stands alone.
fn words_of(text: &str, accents: Accents) -> Vec<Vec<char>> {
    let mut words: Vec<Vec<char>> = Vec::new();
    let mut take = |sign: char| match words.last_mut() {
        Some(word) if sign == ' ' && *word == [' '] => {}
        Some(word) if sign != ' ' => word.push(sign),
        _ => words.push(vec![sign]),
    };
    for c in text.chars() {
        each_sign(c, accents, &mut take);
    }
    words
}
