//! The words that values are made of, by language, as far as they are known here or a host has said them.

use std::{cell::OnceCell, collections::BTreeMap, rc::Rc};

use super::{
    definition::Template,
    fault::PhraseFault,
    letters::{Accents, Letters},
    numbers::{Ending, NumberWords, Numbers},
};
use crate::{
    lang::{
        grammar::grammar,
        spoken::{LANGUAGES, Words},
    },
    model::token::UNKNOWN,
};

/// What a host says of the words that values are made of; none is said of what stays as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnWords {
    pub(crate) numbers: Option<NumberWords>,
    pub(crate) joiners: Option<Vec<String>>,
    pub(crate) yes: Option<Vec<String>>,
    pub(crate) no: Option<Vec<String>>,
}

impl OwnWords {
    /// Takes over what others say.
    pub(crate) fn take(&mut self, others: Self) {
        let Self { numbers, joiners, yes, no } = others;
        self.numbers = numbers.or(self.numbers.take());
        self.joiners = joiners.or(self.joiners.take());
        self.yes = yes.or(self.yes.take());
        self.no = no.or(self.no.take());
    }
}

/// The words of one language, ready to be looked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spoken {
    pub(crate) numbers: Numbers,
    pub(crate) joiners: Vec<String>,
    pub(crate) yes: Vec<String>,
    pub(crate) no: Vec<String>,
}

/// A language among those that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Language(u16);

/// All languages whose words are known.
#[derive(Clone, Debug)]
pub(crate) struct Languages {
    accents: Accents,
    /// Those of a host's own, by name.
    own: Vec<(String, Rc<Spoken>)>,
    /// Those that are known anyway, each made ready when it is first needed.
    known: Vec<OnceCell<Rc<Spoken>>>,
}

impl Languages {
    /// What hosts have said beside what is known anyway.
    pub(crate) fn new(own: &BTreeMap<&str, &OwnWords>, accents: Accents) -> Result<Self, PhraseFault> {
        let mut languages = Self { accents, own: Vec::new(), known: vec![OnceCell::new(); LANGUAGES.len()] };
        for (name, said) in own {
            let known = known_language(name).map(|at| languages.known(at)).unwrap_or_default();
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
            };
            languages.own.push(((*name).to_owned(), Rc::new(spoken)));
        }
        Ok(languages)
    }

    pub(crate) const fn accents(&self) -> Accents {
        self.accents
    }

    /// A language by its name, or that of the part of the name before its region.
    pub(crate) fn named(&self, name: &str) -> Option<Language> {
        let own = |name: &str| self.own.iter().position(|(own, _)| own.eq_ignore_ascii_case(name));
        let region = |name: &str| name.split(['-', '_']).next().unwrap_or_default().to_owned();
        let at = own(name).or_else(|| own(&region(name)));
        let at = at.or_else(|| Some(self.own.len() + known_language(name)?))?;
        u16::try_from(at).ok().map(Language)
    }

    /// The words of a language; those of the first one where none is said.
    pub(crate) fn of(&self, language: Option<Language>) -> Rc<Spoken> {
        let at = language.map_or(self.own.len(), |Language(at)| usize::from(at));
        match self.own.get(at) {
            Some((_, spoken)) => spoken.clone(),
            None => self.known(at - self.own.len()),
        }
    }

    fn known(&self, at: usize) -> Rc<Spoken> {
        let ready = || Rc::new(LANGUAGES.get(at).map(|words| spoken(words, self.accents)).unwrap_or_default());
        self.known.get(at).map_or_else(Rc::default, |known| known.get_or_init(ready).clone())
    }

    /// The numbers in words at a place of a sentence. Where no language is said, it may be any: the first that has the words
    /// says what they are, and a word that the planner knows otherwise is a number of the planner's own language only.
    pub(crate) fn numbers_at(&self, language: Option<Language>, sentence: &Letters, from: usize) -> Vec<Ending> {
        if language.is_some() {
            return self.of(language).numbers.at(sentence, from);
        }
        let mut found = self.of(None).numbers.at(sentence, from);
        if found.is_empty() && is_known_otherwise(sentence, from) {
            return found;
        }
        for at in (0..self.own.len()).chain(self.own.len() + 1..self.own.len() + LANGUAGES.len()) {
            for (end, number) in self.of(Some(Language(at as u16))).numbers.at(sentence, from) {
                if !found.iter().any(|(known, _)| *known == end) {
                    found.push((end, number));
                }
            }
        }
        found
    }
}

/// The place of a language among those that are known anyway.
fn known_language(name: &str) -> Option<usize> {
    let plain = name.split(['-', '_']).next().unwrap_or_default();
    let is = |words: &Words| words.languages.iter().any(|language| language.eq_ignore_ascii_case(plain));
    LANGUAGES.iter().position(is)
}

/// Whether the word at a place is one that the planner's own grammar has.
fn is_known_otherwise(sentence: &Letters, from: usize) -> bool {
    let signs = (from..).map_while(|at| sentence.sign(at)).take_while(|sign| sign.is_alphanumeric());
    let word: String = signs.take(40).collect();
    grammar().vocabulary().id(&word) != UNKNOWN
}

/// What is known of a language, ready to be looked for.
fn spoken(words: &Words, accents: Accents) -> Spoken {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    // A test reads all of them, so none is left out here.
    let template = |text: &&str| Template::read((*text).to_owned()).ok();
    let numbers = NumberWords {
        words: words.numbers.iter().filter_map(|(number, said)| Some((f64::from(*number), template(said)?))).collect(),
        plus: words.plus.iter().filter_map(template).collect(),
        times: words.times.iter().filter_map(template).collect(),
        point: template(&words.point),
        minus: template(&words.minus),
    };
    Spoken {
        numbers: numbers.ready(accents).unwrap_or_default(),
        joiners: texts(words.joiners),
        yes: texts(words.yes),
        no: texts(words.no),
    }
}
