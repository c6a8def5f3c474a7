//! The words that phrases say themselves, whole words even where a template spells them in pieces: `turn(ed|s)`.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use super::graph::{Graph, Node, NodeId};

/// How many pieces of words are kept at one place; what is more is left out.
const MAX_PIECES: usize = 48;
/// How many words are kept.
const MAX_WORDS: usize = 10_000;
/// The longest word.
const MAX_LETTERS: usize = 30;

type Word = Box<[char]>;

/// The words of all templates, sorted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lexicon {
    words: BTreeSet<Word>,
    /// Those of one or two letters, which are not looked for among misspelt ones.
    short: BTreeSet<Word>,
}

impl Lexicon {
    /// The words of templates in a graph, and of the words that count for nothing.
    pub(crate) fn of<'t>(
        graph: &Graph,
        templates: impl Iterator<Item = &'t [NodeId]>,
        skip_words: &[Vec<char>],
    ) -> Self {
        let mut reader = Reader { graph, words: BTreeSet::new(), known: HashMap::new() };
        for template in templates {
            let pieces = reader.sequence(template);
            reader.close(&pieces);
        }
        let mut words = reader.words;
        words.extend(skip_words.iter().flat_map(|said| said.split(|sign| *sign == ' ')).map(Word::from));
        words.retain(|word| !word.is_empty() && word.iter().all(|sign| sign.is_alphabetic()));
        let (words, short) = words.into_iter().partition(|word| word.len() > 2);
        Self { words, short }
    }

    pub(crate) fn has(&self, word: &[char]) -> bool {
        self.words.contains(word)
    }

    /// All words, short ones too.
    pub(crate) fn all(&self) -> impl Iterator<Item = &[char]> {
        self.words().chain(self.short.iter().map(|word| &**word))
    }

    /// All words of more than two letters.
    pub(crate) fn words(&self) -> impl Iterator<Item = &[char]> {
        self.words.iter().map(|word| &**word)
    }
}

/// What a piece of a template says of words that may go on before and behind it.
#[derive(Clone, Debug, Default)]
struct Pieces {
    /// What it says without any space.
    wholes: BTreeSet<Word>,
    /// What it says before its first space, and behind its last one.
    starts: BTreeSet<Word>,
    ends: BTreeSet<Word>,
}

impl Pieces {
    fn nothing() -> Self {
        Self { wholes: [Word::default()].into(), ..Self::default() }
    }

    fn space() -> Self {
        Self { starts: [Word::default()].into(), ends: [Word::default()].into(), ..Self::default() }
    }

    fn join(&mut self, other: &Self) {
        for (own, more) in
            [(&mut self.wholes, &other.wholes), (&mut self.starts, &other.starts), (&mut self.ends, &other.ends)]
        {
            let room = MAX_PIECES.saturating_sub(own.len());
            own.extend(more.iter().take(room).cloned());
        }
    }
}

/// Each of some with each of others behind it.
fn joined(before: &BTreeSet<Word>, behind: &BTreeSet<Word>) -> BTreeSet<Word> {
    let pairs = before.iter().flat_map(|first| behind.iter().map(move |second| [&**first, &**second].concat()));
    pairs.filter(|word| word.len() <= MAX_LETTERS).take(MAX_PIECES).map(Word::from).collect()
}

struct Reader<'r> {
    graph: &'r Graph,
    words: BTreeSet<Word>,
    known: HashMap<NodeId, Arc<Pieces>>,
}

impl Reader<'_> {
    fn add(&mut self, words: impl IntoIterator<Item = Word>) {
        let room = MAX_WORDS.saturating_sub(self.words.len());
        self.words.extend(words.into_iter().take(room));
    }

    /// Takes in what stands between spaces.
    fn close(&mut self, pieces: &Pieces) {
        let Pieces { wholes, starts, ends } = pieces;
        self.add(wholes.iter().chain(starts).chain(ends).cloned());
    }

    fn sequence(&mut self, parts: &[NodeId]) -> Pieces {
        let mut all = Pieces::nothing();
        for part in parts {
            let next = self.node(*part);
            self.add(joined(&all.ends, &next.starts));
            let starts = joined(&all.wholes, &next.starts);
            let mut ends = next.ends.clone();
            ends.extend(joined(&all.ends, &next.wholes));
            all.wholes = joined(&all.wholes, &next.wholes);
            all.starts.extend(starts);
            all.ends = ends.into_iter().take(MAX_PIECES).collect();
        }
        all
    }

    fn node(&mut self, id: NodeId) -> Arc<Pieces> {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let graph = self.graph;
        let mut pieces = Pieces::default();
        match graph.info(id).map(|info| &info.node) {
            // A value may be anything, so what touches it is no word of the template's own.
            None | Some(Node::Slot { .. }) => {}
            Some(Node::Text(symbols)) => {
                let signs: Vec<char> = symbols.iter().map(|symbol| graph.sign(*symbol)).collect();
                match signs.split_first() {
                    Some((' ', word)) => pieces = Pieces { ends: [word.into()].into(), ..Pieces::space() },
                    _ => pieces.wholes.extend([signs.into()]),
                }
            }
            Some(Node::Sequence(parts)) => pieces = self.sequence(parts),
            Some(Node::Choice(parts)) => {
                for part in parts {
                    let part = self.node(*part);
                    pieces.join(&part);
                }
            }
            Some(Node::Optional(inner)) => {
                pieces = Pieces::nothing();
                let inner = self.node(*inner);
                pieces.join(&inner);
            }
            Some(Node::AnyOrder(parts)) => {
                for part in parts {
                    let part = self.node(*part);
                    self.close(&part);
                    pieces.starts.extend(part.wholes.iter().chain(&part.starts).take(MAX_PIECES).cloned());
                    pieces.ends.extend(part.wholes.iter().chain(&part.ends).take(MAX_PIECES).cloned());
                }
            }
        }
        let pieces = Arc::new(pieces);
        self.known.insert(id, pieces.clone());
        pieces
    }
}
