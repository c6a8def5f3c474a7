//! The words that values are made of, by language, as far as they are known here or a host has said them.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};

use super::{
    fault::PhraseFault,
    given::{NumberWords, OwnWords},
    letters::{Accents, Letters, each_sign},
    lexicon::Lexicon,
    numbers::{Ending, Numbers},
};
use crate::{
    lang::{
        grammar::grammar,
        spoken::{COMMAS_PART, LANGUAGES, Words},
    },
    model::token::UNKNOWN,
};

/// The words of one language, ready to be looked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spoken {
    pub(crate) numbers: Numbers,
    pub(crate) joiners: Vec<String>,
    pub(crate) yes: Vec<String>,
    pub(crate) no: Vec<String>,
    /// Whether groups of three digits are parted by points, and fractions by commas.
    points_part: bool,
}

impl Spoken {
    /// What parts groups of three digits.
    pub(crate) const fn mark_of_groups(&self) -> char {
        if self.points_part { '.' } else { ',' }
    }
}

/// A language among those that are known, or one that is not, whose numbers are said in digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Language(u16);

impl Language {
    const UNKNOWN: Self = Self(u16::MAX);
}

/// All languages whose words are known.
#[derive(Clone, Debug)]
pub(crate) struct Languages {
    accents: Accents,
    /// Those of a host's own, by name.
    own: Vec<(String, Arc<Spoken>)>,
    /// Those that are known anyway, each made ready when it is first needed.
    known: Vec<OnceLock<Arc<Spoken>>>,
    /// The words of those by their first sign, each with the place of its language; sorted when first needed.
    openings: OnceLock<Arc<[Opening]>>,
}

/// What a number in words may begin with: its first sign, the word, and the place of its language.
type Opening = (char, &'static str, u16);

impl Languages {
    /// What hosts have said beside what is known anyway.
    pub(crate) fn new(own: &BTreeMap<&str, &OwnWords>, accents: Accents) -> Result<Self, PhraseFault> {
        let mut languages =
            Self { accents, own: Vec::new(), known: vec![OnceLock::new(); LANGUAGES.len()], openings: OnceLock::new() };
        for (name, said) in own.iter().filter(|(_, said)| !said.says_nothing()) {
            // What is said of no language goes before the first one.
            let known = if name.is_empty() { Some(0) } else { known_language(name) };
            let known = known.map(|at| languages.known(at)).unwrap_or_default();
            let OwnWords { numbers, joiners, yes, no } = said;
            let numbers = match numbers {
                Some(numbers) => numbers.ready(accents)?,
                None => known.numbers.clone(),
            };
            let or_known = |said: &Option<Vec<String>>, known: &Vec<String>| said.as_ref().unwrap_or(known).clone();
            let spoken = Spoken {
                numbers,
                joiners: or_known(joiners, &known.joiners),
                yes: or_known(yes, &known.yes),
                no: or_known(no, &known.no),
                points_part: known.points_part,
            };
            languages.own.push(((*name).to_owned(), Arc::new(spoken)));
        }
        Ok(languages)
    }

    pub(crate) const fn accents(&self) -> Accents {
        self.accents
    }

    /// A language by its name, or that of the part of the name before its region.
    pub(crate) fn named(&self, name: &str) -> Language {
        let own = |name: &str| self.own.iter().position(|(own, _)| own.eq_ignore_ascii_case(name));
        let region = |name: &str| name.split(['-', '_']).next().unwrap_or_default().to_owned();
        let at = own(name).or_else(|| own(&region(name)));
        let at = at.or_else(|| Some(self.own.len() + known_language(name)?));
        at.and_then(|at| u16::try_from(at).ok()).map_or(Language::UNKNOWN, Language)
    }

    /// The words of a language; where none is said, what a host says of none, or those of the first one.
    pub(crate) fn of(&self, language: Option<Language>) -> Arc<Spoken> {
        let none = || self.own.iter().position(|(name, _)| name.is_empty()).unwrap_or(self.own.len());
        let at = language.map_or_else(none, |Language(at)| usize::from(at));
        match self.own.get(at) {
            Some((_, spoken)) => spoken.clone(),
            // Nothing is known of a language that is none of them.
            None => self.known(at - self.own.len()),
        }
    }

    fn known(&self, at: usize) -> Arc<Spoken> {
        let ready = || Arc::new(LANGUAGES.get(at).map(|words| spoken(words, self.accents)).unwrap_or_default());
        self.known.get(at).map_or_else(Arc::default, |known| known.get_or_init(ready).clone())
    }

    /// The numbers in words at a place of a sentence. Where no language is said, it may be any: that which the templates seem
    /// to be in, then the first that has the words, says what they are. A word that the planner knows otherwise is a number of
    /// the planner's own language only, unless the templates are in another.
    pub(crate) fn numbers_at(
        &self,
        language: Option<Language>,
        sentence: &Letters,
        from: usize,
        home: &dyn Fn() -> Home,
    ) -> Vec<Ending> {
        if language.is_some() {
            return self.of(language).numbers.at(sentence, from);
        }
        let mut found = self.of(None).numbers.at(sentence, from);
        let mut others: Vec<Arc<Spoken>> = self.own.iter().map(|(_, spoken)| spoken.clone()).collect();
        others.extend(self.beginning_at(sentence, from).into_iter().map(|at| self.known(usize::from(at))));
        let mut elsewhere: Vec<Ending> = Vec::new();
        for spoken in others {
            for (end, number) in spoken.numbers.at(sentence, from) {
                if !found.iter().chain(&elsewhere).any(|(known, _)| *known == end) {
                    elsewhere.push((end, number));
                }
            }
        }
        if elsewhere.is_empty() {
            return found;
        }
        let home = home();
        if found.is_empty()
            && is_known_otherwise(sentence, from)
            && !(home.is_elsewhere && has_words_from_elsewhere(sentence))
        {
            return found;
        }
        found.append(&mut elsewhere);
        if let Some(likely) = home.likely.filter(|_| home.is_elsewhere) {
            for (end, number) in self.known(usize::from(likely)).numbers.at(sentence, from) {
                found.retain(|(other, _)| *other != end);
                found.push((end, number));
            }
        }
        found
    }

    /// The places of languages of which a number may begin at a place of a sentence, but for the first; in their order.
    fn beginning_at(&self, sentence: &Letters, from: usize) -> Vec<u16> {
        let openings = self.openings.get_or_init(|| openings(self.accents).into());
        let Some(first) = sentence.sign(from) else { return Vec::new() };
        let begins = openings.partition_point(|(sign, ..)| *sign < first);
        let alike = openings.iter().skip(begins).take_while(|(sign, ..)| *sign == first);
        let mut places: Vec<u16> =
            alike.filter(|(_, word, _)| stands_at(word, sentence, from, self.accents)).map(|(.., at)| *at).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// The language that templates seem to be in which say none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Home {
    /// Whether it is another than the planner's own.
    is_elsewhere: bool,
    /// The place of the one that most of their small words are of.
    likely: Option<u16>,
}

impl Home {
    /// Told by the words of templates: how many of them the planner knows, and which language's small words are among them.
    pub(crate) fn of(lexicon: &Lexicon, accents: Accents) -> Self {
        let words: BTreeSet<String> = lexicon.all().map(|word| word.iter().collect()).collect();
        let known = words.iter().filter(|word| grammar().vocabulary().id(word) != UNKNOWN).count();
        let is_elsewhere = known * 3 < words.len();
        let folded = |word: &str| {
            let mut folded = String::new();
            word.chars().for_each(|c| each_sign(c, accents, &mut |sign| folded.push(sign)));
            folded
        };
        let small = |language: &Words| {
            let numbers = language.numbers.iter().flat_map(|(_, said)| said.split('|'));
            let said = [language.joiners, language.yes, language.no].into_iter().flatten().copied().chain(numbers);
            said.filter(|word| words.contains(&folded(word))).count()
        };
        let others = LANGUAGES.iter().zip(0..).skip(1).filter(|_| is_elsewhere);
        // Of several alike the first, which more people speak.
        let counted = others.map(|(language, at)| (small(language), Reverse(at))).filter(|(count, _)| *count > 0);
        Self { is_elsewhere, likely: counted.max().map(|(_, Reverse(at))| at) }
    }
}

/// What numbers in words may begin with, in all languages but the first.
fn openings(accents: Accents) -> Vec<Opening> {
    let mut openings: Vec<Opening> = Vec::new();
    for (words, at) in LANGUAGES.iter().zip(0..).skip(1) {
        let numbers = words.numbers.iter().map(|(_, said)| *said);
        let said = numbers.chain([words.minus]).flat_map(|said| said.split('|'));
        // Of a rule that begins with words, any of its words may be the first.
        let rules = words.plus.iter().chain(words.times).filter(|rule| !rule.starts_with('{'));
        let in_rules = rules.flat_map(|rule| rule.split(['(', '|', ')']));
        for word in said.chain(in_rules) {
            // A word with a space may be written otherwise, so its first letters must do.
            let word = word.split(['{', '[', ' ']).next().unwrap_or_default();
            let mut first = None;
            word.chars().take(1).for_each(|c| each_sign(c, accents, &mut |sign| first = first.or(Some(sign))));
            openings.extend(first.map(|first| (first, word, at)));
        }
    }
    openings.sort_unstable_by_key(|(first, ..)| *first);
    openings
}

/// Whether a word stands at a place of a sentence.
fn stands_at(word: &str, sentence: &Letters, from: usize, accents: Accents) -> bool {
    let mut at = from;
    let mut fits = true;
    for c in word.chars() {
        each_sign(c, accents, &mut |sign| {
            fits &= sentence.sign(at) == Some(sign);
            at += 1;
        });
        if !fits {
            return false;
        }
    }
    true
}

/// The place of a language among those that are known anyway, by its whole name ("sr-Latn" is written in another script than
/// "sr") or the part of it before its region.
fn known_language(name: &str) -> Option<usize> {
    let name = name.replace('_', "-");
    let plain = name.split('-').next().unwrap_or_default();
    let is = |words: &Words, name: &str| words.languages.iter().any(|language| language.eq_ignore_ascii_case(name));
    let named = |name: &str| LANGUAGES.iter().position(|words| is(words, name));
    named(&name).or_else(|| named(plain))
}

/// Whether the word at a place is one that the planner's own grammar has.
fn is_known_otherwise(sentence: &Letters, from: usize) -> bool {
    let signs = (from..).map_while(|at| sentence.sign(at)).take_while(|sign| sign.is_alphanumeric());
    let word: String = signs.take(40).collect();
    grammar().vocabulary().id(&word) != UNKNOWN
}

/// Whether a sentence has words that the planner's own grammar does not have.
fn has_words_from_elsewhere(sentence: &Letters) -> bool {
    let starts = |at: &usize| {
        let is_letter = |at: usize| sentence.sign(at).is_some_and(char::is_alphabetic);
        is_letter(*at) && !at.checked_sub(1).is_some_and(is_letter)
    };
    !(0..sentence.letters.len()).filter(starts).all(|at| is_known_otherwise(sentence, at))
}

/// What is known of a language, ready to be looked for.
fn spoken(words: &Words, accents: Accents) -> Spoken {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let numbers = NumberWords {
        words: words.numbers.iter().map(|(number, said)| (f64::from(*number), (*said).to_owned())).collect(),
        plus: texts(words.plus),
        times: texts(words.times),
        point: words.point.to_owned(),
        minus: words.minus.to_owned(),
    };
    Spoken {
        // A test reads all tables, so none is left out here.
        numbers: numbers.ready(accents).unwrap_or_default(),
        joiners: texts(words.joiners),
        yes: texts(words.yes),
        no: texts(words.no),
        points_part: !words.languages.iter().any(|name| COMMAS_PART.contains(name)),
    }
}
