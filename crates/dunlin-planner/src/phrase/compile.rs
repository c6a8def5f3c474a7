//! From phrases to the graph: rules are looked up where they are used, slots get their sources.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};

use serde_json::{Map, Value};

use super::{
    definition::with_nearest,
    entry::Entry,
    fault::{PhraseFault, PhraseFaultKind},
    given::{List, Phrase, Rules, Template, Vocabulary},
    graph::{Graph, Node, NodeId},
    letters::{Accents, each_sign, signs, without_accent},
    lexicon::Lexicon,
    source::Source,
    spoken::{Home, Language, Languages},
    template::Piece,
    typed::Typing,
    values::{Values, rule_of},
};

/// How deep rules and brackets may be nested together.
const MAX_DEPTH: usize = 64;
/// The most slots and sources that phrases may have together.
const MAX_SLOTS: usize = 10_000;

/// Where a list lies in memory, which tells one list from another for as long as both are there.
type ListPlace = usize;

fn place_of(list: &Arc<List>) -> ListPlace {
    Arc::as_ptr(list).addr()
}

/// Phrases, ready to be matched.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(crate) graph: Graph,
    /// For each template, the entry it belongs to.
    pub(crate) templates: Vec<CompiledTemplate>,
    pub(crate) sources: Vec<Source>,
    /// The sources of lists, by the list and the language of the phrases; and of properties, by what the schema says of them.
    listed: BTreeMap<(ListPlace, Option<Language>), u32>,
    typed: BTreeMap<String, u32>,
    pub(crate) slots: Vec<String>,
    /// Slots by name.
    numbers: BTreeMap<String, u32>,
    /// Rules that were put into the graph, by the phrases they were looked up for.
    rules: BTreeMap<usize, BTreeMap<String, NodeId>>,
    /// Shared rules that mean the same for every tool, by the language of the phrases.
    shared: BTreeMap<Option<Language>, BTreeMap<String, Arc<Shared>>>,
    pub(crate) accents: Accents,
    pub(crate) languages: Languages,
    pub(crate) skip_words: Vec<Vec<char>>,
    lexicon: OnceLock<Arc<Lexicon>>,
    /// Which language the templates are in; found out when first asked for.
    home: OnceLock<Home>,
}

/// A shared rule whose slots are all filled from shared lists: the same node for each tool that has the slots.
#[derive(Clone, Debug)]
struct Shared {
    node: NodeId,
    slots: BTreeSet<u16>,
}

/// A template in the graph.
#[derive(Clone, Debug)]
pub(crate) struct CompiledTemplate {
    pub(crate) entry: usize,
    pub(crate) pieces: Vec<NodeId>,
}

/// Whether phrases tell accents apart: those that are written without any do not.
pub(crate) fn accents(entries: &[Entry], words: &BTreeMap<String, Vocabulary>) -> Accents {
    let plain = words.values().all(|words| words.rules.values().all(|rule| is_plain(&rule.piece)));
    if plain && entries.iter().all(is_plain_phrase) { Accents::Folded } else { Accents::Kept }
}

/// Puts all phrases into one graph.
pub(crate) fn compile(
    entries: &[Entry],
    words: &BTreeMap<String, Vocabulary>,
    accents: Accents,
) -> Result<Compiled, PhraseFault> {
    let mut compiled = Compiled {
        graph: Graph::new(),
        templates: Vec::new(),
        sources: Vec::new(),
        listed: BTreeMap::new(),
        typed: BTreeMap::new(),
        slots: Vec::new(),
        numbers: BTreeMap::new(),
        rules: BTreeMap::new(),
        shared: BTreeMap::new(),
        accents,
        languages: Languages::new(
            &words.iter().map(|(name, words)| (name.as_str(), &words.spoken)).collect(),
            accents,
        )?,
        skip_words: skip_words(words, accents),
        lexicon: OnceLock::new(),
        home: OnceLock::new(),
    };
    compiled.add(entries, 0, words)?;
    Ok(compiled)
}

/// The words that count for nothing, the longest first.
fn skip_words(words: &BTreeMap<String, Vocabulary>, accents: Accents) -> Vec<Vec<char>> {
    let all = words.values().flat_map(|words| &words.skip_words);
    let mut all: Vec<Vec<char>> = all.map(|text| signs(text, accents)).filter(|signs| !signs.is_empty()).collect();
    all.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    all.dedup();
    all
}

/// Whether no template of a phrase has an accent.
fn is_plain_phrase(entry: &Entry) -> bool {
    entry.phrase.say.iter().all(|template| is_plain(&template.piece))
}

/// Whether no letter of a piece has an accent. A language that is written without them does not tell them apart.
fn is_plain(piece: &Piece) -> bool {
    match piece {
        Piece::Text(text) if text.is_ascii() => true,
        Piece::Text(text) => text.chars().all(|c| c.to_lowercase().all(|c| without_accent(c) == c)),
        Piece::Sequence(parts) | Piece::Choice(parts) | Piece::AnyOrder(parts) => parts.iter().all(is_plain),
        Piece::Optional(inner) => is_plain(inner),
        Piece::Slot { .. } | Piece::Rule { .. } => true,
    }
}

impl Compiled {
    /// Whether more phrases can be put beside those that are there: not where they tell accents apart that were not before.
    pub(crate) fn takes(&self, entries: &[Entry]) -> bool {
        self.accents == Accents::Kept || entries.iter().all(is_plain_phrase)
    }

    /// Puts more phrases into the graph, of which the first is the one with this number; none of them when one is at fault.
    pub(crate) fn add(
        &mut self,
        entries: &[Entry],
        first: usize,
        words: &BTreeMap<String, Vocabulary>,
    ) -> Result<(), PhraseFault> {
        let mut compiler = Compiler { compiled: self, open: Vec::new(), word: Vec::new() };
        let mut templates = Vec::new();
        for (at, entry) in (first..).zip(entries) {
            compiler.entry(at, entry, words, &mut templates)?;
        }
        for template in templates {
            self.graph.add_template(&template.pieces, self.templates.len() as u32);
            self.templates.push(template);
        }
        self.lexicon.take();
        self.home.take();
        Ok(())
    }

    /// The words that phrases say themselves; looked for when first asked for.
    pub(crate) fn lexicon(&self) -> &Lexicon {
        let templates = || self.templates.iter().map(|template| &*template.pieces);
        self.lexicon.get_or_init(|| Arc::new(Lexicon::of(&self.graph, templates(), &self.skip_words)))
    }

    /// The language that the templates seem to be in.
    pub(crate) fn home(&self) -> Home {
        *self.home.get_or_init(|| Home::of(self.lexicon(), self.accents))
    }

    /// Whether a value of a list has the word in one of its names.
    pub(crate) fn is_in_a_list(&self, word: &[char]) -> bool {
        let has = |source: &Source| match source {
            Source::Values { sorted, .. } => sorted.has_word(word),
            Source::Number { .. } | Source::Free | Source::When(_) | Source::Items { .. } | Source::Either(_) => false,
        };
        self.sources.iter().any(has)
    }

    /// Puts other values in the place of a shared list, which no template has to be compiled again for.
    pub(crate) fn replace(
        &mut self,
        language: &str,
        before: &Arc<List>,
        list: &Arc<List>,
        words: &BTreeMap<String, Vocabulary>,
    ) -> Result<(), PhraseFault> {
        let key = |list: &Arc<List>| (place_of(list), None);
        let Some(number) = self.listed.remove(&key(before)) else { return Ok(()) };
        self.listed.insert(key(list), number);
        if let (Some(source), List::Values(values)) = (self.sources.get_mut(number as usize), &**list) {
            let rules = shared_rules(language, words);
            let say = |name: &str| rule_of(&rules, name).map(|rule| rule.piece.clone());
            let sorted = Arc::new(Values::of(values, &say, self.accents)?);
            *source = Source::Values { sorted, list: list.clone() };
        }
        Ok(())
    }
}

/// The rules that the values of a shared list may name, the nearest first.
pub(crate) fn shared_rules<'w>(language: &str, words: &'w BTreeMap<String, Vocabulary>) -> Vec<&'w Rules> {
    [language, ""].iter().filter_map(|name| words.get(*name)).map(|words| &words.rules).collect()
}

/// Puts phrases into the graph.
struct Compiler<'c> {
    compiled: &'c mut Compiled,
    /// The rules around the piece at hand.
    open: Vec<OpenRule>,
    /// The word at hand.
    word: Vec<char>,
}

/// A rule that is being put into the graph.
struct OpenRule {
    name: String,
    slots: BTreeSet<u16>,
    /// Whether all slots so far are filled from shared lists.
    is_shared: bool,
}

/// Where names are looked up.
struct Scope<'s> {
    /// The same for phrases whose names mean the same.
    key: usize,
    phrase: &'s Phrase,
    words: Vec<&'s Vocabulary>,
    /// The language that the phrase says it is in.
    language: Option<Language>,
    schema: &'s Value,
}

impl<'s> Scope<'s> {
    /// Whether the phrase has no names of its own.
    fn is_shared(&self) -> bool {
        self.phrase.rules.is_empty() && self.phrase.lists.is_empty()
    }

    fn rule(&self, name: &str) -> Option<&'s Template> {
        let shared = || self.words.iter().find_map(|words| words.rules.get(name));
        self.phrase.rules.get(name).or_else(shared).map(|rule| &**rule)
    }

    fn list(&self, name: &str) -> Option<&'s Arc<List>> {
        let shared = || self.words.iter().find_map(|words| words.lists.get(name));
        self.phrase.lists.get(name).or_else(shared)
    }
}

impl Compiler<'_> {
    fn entry(
        &mut self,
        at: usize,
        entry: &Entry,
        words: &BTreeMap<String, Vocabulary>,
        templates: &mut Vec<CompiledTemplate>,
    ) -> Result<(), PhraseFault> {
        let phrase = &*entry.phrase;
        let own = !phrase.rules.is_empty() || !phrase.lists.is_empty();
        let languages = phrase.language.iter().map(String::as_str).chain([""]);
        let scope = Scope {
            // Phrases of one tool see the same names unless they bring their own or name a language.
            key: if own || phrase.language.is_some() { at * 2 + 1 } else { entry.tool.number * 2 },
            phrase,
            words: languages.filter_map(|name| words.get(name)).collect(),
            language: phrase.language.as_deref().map(|name| self.compiled.languages.named(name)),
            schema: &entry.tool.schema,
        };
        for key in phrase.input.keys() {
            scope.check_slot(key)?;
        }
        for template in &phrase.say {
            let mut pieces = Vec::new();
            self.pieces(&template.piece, &scope, &mut pieces).map_err(|fault| fault.of(&template.text))?;
            templates.push(CompiledTemplate { entry: at, pieces });
        }
        Ok(())
    }

    /// The nodes of a piece, one after the other.
    fn pieces(&mut self, piece: &Piece, scope: &Scope<'_>, nodes: &mut Vec<NodeId>) -> Result<(), PhraseFault> {
        match piece {
            Piece::Sequence(parts) => {
                for part in parts {
                    let before = nodes.len();
                    self.pieces(part, scope, nodes)?;
                    self.part_values(before, nodes)?;
                }
                Ok(())
            }
            Piece::Text(text) => self.words(text, nodes),
            _ => self.node(piece, scope).map(|node| nodes.push(node)),
        }
    }

    /// Lets a sentence have a space between a value and the words that a template says right behind it, where a word may end.
    fn part_values(&mut self, border: usize, nodes: &mut Vec<NodeId>) -> Result<(), PhraseFault> {
        let graph = &mut self.compiled.graph;
        let (Some(last), Some(next)) = (border.checked_sub(1).and_then(|at| nodes.get(at)), nodes.get(border)) else {
            return Ok(());
        };
        if graph.ends_in_value(*last) && graph.begins_in_word(*next, false) {
            let space = graph.text(&[' '])?;
            let space = graph.node(Node::Optional(space))?;
            nodes.insert(border, space);
        }
        Ok(())
    }

    fn node(&mut self, piece: &Piece, scope: &Scope<'_>) -> Result<NodeId, PhraseFault> {
        if self.open.len() > MAX_DEPTH {
            return Err(PhraseFault::new(
                PhraseFaultKind::TooLarge,
                format!("rules are nested deeper than {MAX_DEPTH}"),
            ));
        }
        let node = match piece {
            Piece::Text(_) | Piece::Sequence(_) => {
                let parts = if let Piece::Sequence(parts) = piece { parts.len() } else { 1 };
                let mut nodes = Vec::with_capacity(parts + 4);
                self.pieces(piece, scope, &mut nodes)?;
                if let [only] = *nodes {
                    return Ok(only);
                }
                Node::Sequence(nodes.into())
            }
            Piece::Choice(parts) => Node::Choice(self.nodes(parts, scope)?),
            Piece::AnyOrder(parts) => Node::AnyOrder(self.nodes(parts, scope)?),
            Piece::Optional(inner) => Node::Optional(self.node(inner, scope)?),
            Piece::Slot { list, slot, span } => {
                let source = self.source(list, slot, scope).map_err(|fault| fault.at(*span))?;
                Node::Slot { source, slot: self.slot(slot)? }
            }
            Piece::Rule { name, span } => {
                return self.rule(name, scope).map_err(|fault| match fault.template() {
                    "" => fault.at(*span),
                    _ => fault,
                });
            }
        };
        self.compiled.graph.node(node)
    }

    fn nodes(&mut self, pieces: &[Piece], scope: &Scope<'_>) -> Result<Box<[NodeId]>, PhraseFault> {
        pieces.iter().map(|piece| self.node(piece, scope)).collect()
    }

    /// The words of a text, each with the space before it; a space at the end stands alone.
    fn words(&mut self, text: &str, nodes: &mut Vec<NodeId>) -> Result<(), PhraseFault> {
        let Self { compiled: Compiled { graph, accents, .. }, word, .. } = self;
        let mut fault = Ok(());
        word.clear();
        let mut take = |sign: char| {
            if sign == ' ' && !word.is_empty() {
                if **word == [' '] {
                    return;
                }
                match graph.text(word) {
                    Ok(node) => nodes.push(node),
                    Err(too_large) => fault = Err(too_large),
                }
                word.clear();
            }
            word.push(sign);
        };
        text.chars().for_each(|c| each_sign(c, *accents, &mut take));
        fault?;
        if !self.word.is_empty() {
            nodes.push(self.compiled.graph.text(&self.word)?);
        }
        Ok(())
    }

    fn rule(&mut self, name: &str, scope: &Scope<'_>) -> Result<NodeId, PhraseFault> {
        let shared = self.compiled.shared.get(&scope.language).and_then(|rules| rules.get(name));
        if let Some(shared) = shared.filter(|_| scope.is_shared()).cloned()
            && shared.slots.iter().all(|slot| self.has_slot(*slot, scope))
        {
            if let Some(around) = self.open.last_mut() {
                around.slots.extend(&shared.slots);
            }
            return Ok(shared.node);
        }
        if let Some(node) = self.compiled.rules.get(&scope.key).and_then(|rules| rules.get(name)) {
            if let Some(around) = self.open.last_mut() {
                around.is_shared = false;
            }
            return Ok(*node);
        }
        self.new_rule(name, scope)
    }

    /// Puts a rule into the graph that is not there. Apart, because it is seldom done beside being asked for: an engine that
    /// optimises what is called often has less to do with a small function.
    #[cold]
    fn new_rule(&mut self, name: &str, scope: &Scope<'_>) -> Result<NodeId, PhraseFault> {
        let Some(rule) = scope.rule(name) else { return Err(scope.no_rule(name)) };
        if self.open.iter().any(|open| open.name == name) {
            return Err(PhraseFault::new(PhraseFaultKind::Circular, format!("the rule <{name}> contains itself")));
        }
        self.open.push(OpenRule { name: name.to_owned(), slots: BTreeSet::new(), is_shared: scope.is_shared() });
        let node = self.node(&rule.piece, scope).map_err(|fault| fault.of(&rule.text));
        let done = self.open.pop();
        let node = node?;
        let Some(OpenRule { slots, is_shared, .. }) = done else { return Ok(node) };
        if let Some(around) = self.open.last_mut() {
            around.is_shared &= is_shared;
            around.slots.extend(&slots);
        }
        if is_shared {
            let shared = Arc::new(Shared { node, slots });
            self.compiled.shared.entry(scope.language).or_default().insert(name.to_owned(), shared);
        } else {
            self.compiled.rules.entry(scope.key).or_default().insert(name.to_owned(), node);
        }
        Ok(node)
    }

    /// Whether the tool's input has a slot.
    fn has_slot(&self, slot: u16, scope: &Scope<'_>) -> bool {
        self.compiled.slots.get(usize::from(slot)).is_some_and(|name| scope.check_slot(name).is_ok())
    }

    fn slot(&mut self, name: &str) -> Result<u16, PhraseFault> {
        if let Some(number) = self.compiled.numbers.get(name) {
            return Ok(*number as u16);
        }
        let number = self.compiled.slots.len();
        if number >= MAX_SLOTS {
            return Err(PhraseFault::new(PhraseFaultKind::TooLarge, format!("there are more than {MAX_SLOTS} slots")));
        }
        self.compiled.slots.push(name.to_owned());
        self.compiled.numbers.insert(name.to_owned(), number as u32);
        Ok(number as u16)
    }

    fn source(&mut self, list: &str, slot: &str, scope: &Scope<'_>) -> Result<u32, PhraseFault> {
        let property = scope.check_slot(slot)?;
        let found = scope.list(list);
        let number = self.slot(slot)?;
        if let Some(rule) = self.open.last_mut() {
            rule.is_shared &= found.is_some();
            rule.slots.insert(number);
        }
        let Some(found) = found else {
            if list != slot {
                return Err(scope.no_list(list));
            }
            // A schema that names no properties says nothing of the slot, so any words do.
            return Ok(self.typed(property.unwrap_or(&Value::Null), scope));
        };
        // Numbers are said in the language of the phrase, whoever's list they are.
        let language = scope.language.filter(|_| matches!(**found, List::Range(_)));
        let key = (place_of(found), language);
        match self.compiled.listed.get(&key) {
            Some(known) => Ok(*known),
            None => self.new_list(found, key.1, scope),
        }
    }

    /// The source of a slot that the schema types.
    fn typed(&mut self, property: &Value, scope: &Scope<'_>) -> u32 {
        let language = scope.language;
        let mut key = format!("{language:?}\n{property}");
        // Where a reference leads hangs on the whole schema.
        if key.contains("\"$ref\"") {
            key = format!("{key}\n{}", scope.schema);
        }
        if let Some(known) = self.compiled.typed.get(&key) {
            return *known;
        }
        let typing = Typing { whole: scope.schema, language, languages: &self.compiled.languages };
        let source = typing.source(property);
        let source = self.add_source(source);
        self.compiled.typed.insert(key, source);
        source
    }

    #[cold]
    fn new_list(
        &mut self,
        found: &Arc<List>,
        language: Option<Language>,
        scope: &Scope<'_>,
    ) -> Result<u32, PhraseFault> {
        let source = match &**found {
            List::Free => Source::Free,
            List::Range(range) => Source::Number { range: Some(*range), whole: false, language },
            List::Values(values) => {
                let say = |name: &str| scope.rule(name).map(|rule| rule.piece.clone());
                let sorted = Values::of(values, &say, self.compiled.accents)?;
                Source::Values { sorted: Arc::new(sorted), list: found.clone() }
            }
        };
        let source = self.add_source(source);
        self.compiled.listed.insert((place_of(found), language), source);
        Ok(source)
    }

    fn add_source(&mut self, source: Source) -> u32 {
        self.compiled.sources.push(source);
        self.compiled.sources.len() as u32 - 1
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
    fn no_rule(&self, name: &str) -> PhraseFault {
        let message = format!("there is no rule <{name}>, expected one of the phrase's own or of language.define");
        let fault = PhraseFault::new(PhraseFaultKind::UnknownRule, message);
        let shared = self.words.iter().flat_map(|words| words.rules.keys());
        with_nearest(fault, name, &mut self.phrase.rules.keys().chain(shared).map(String::as_str))
    }

    #[cold]
    fn no_list(&self, list: &str) -> PhraseFault {
        let shared = self.words.iter().flat_map(|words| words.lists.keys());
        let mut lists = self.phrase.lists.keys().chain(shared).map(String::as_str);
        let message = format!("there is no list {{{list}}}");
        with_nearest(PhraseFault::new(PhraseFaultKind::UnknownSlot, message), list, &mut lists)
    }
}

#[cold]
fn nearest_property(fault: PhraseFault, slot: &str, properties: &Map<String, Value>) -> PhraseFault {
    with_nearest(fault, slot, &mut properties.keys().map(String::as_str))
}
