//! The words that values are made of, language by language: numbers, what stands between the items of a list, yes and no.
//!
//! Everything is written as a host writes it for `language.define`, but that words have no brackets, so that they can be looked
//! for as they stand. A space in one may be a space, a hyphen or nothing in a sentence. A rule makes a number of others: `{20-90/10} {1-9}` is a number from 20 to 90 that ten
//! divides with one from 1 to 9 behind it, added up or multiplied. `{=10}` is ten without a word: "tizen{=10}{1-9}".

mod asian;
mod baltic;
mod germanic;
mod levantine;
mod romance;
mod slavic;
mod south_asian;
mod south_slavic;
mod uralic;

/// The words of one language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    /// Its name by RFC 5646, and others that mean it.
    pub(crate) languages: &'static [&'static str],
    /// Numbers that are said by a word of their own.
    pub(crate) numbers: &'static [(u32, &'static str)],
    /// How numbers are added up.
    pub(crate) plus: &'static [&'static str],
    /// How numbers are multiplied.
    pub(crate) times: &'static [&'static str],
    /// What stands before the digits of a fraction.
    pub(crate) point: &'static str,
    pub(crate) minus: &'static str,
    /// What stands between the last two items of a list.
    pub(crate) joiners: &'static [&'static str],
    pub(crate) yes: &'static [&'static str],
    pub(crate) no: &'static [&'static str],
}

/// All languages: the one that is taken where none is said first, then those with more speakers before those with fewer,
/// since the first that has a word says what it is where no language is said.
pub(crate) const LANGUAGES: &[Words] = &[
    germanic::ENGLISH,
    asian::CHINESE,
    romance::SPANISH,
    romance::FRENCH,
    romance::PORTUGUESE,
    slavic::RUSSIAN,
    asian::JAPANESE,
    germanic::GERMAN,
    uralic::TURKISH,
    asian::KOREAN,
    romance::ITALIAN,
    slavic::POLISH,
    slavic::UKRAINIAN,
    germanic::DUTCH,
    romance::ROMANIAN,
    uralic::HUNGARIAN,
    slavic::CZECH,
    germanic::SWEDISH,
    romance::CATALAN,
    uralic::FINNISH,
    germanic::NORWEGIAN,
    germanic::DANISH,
    south_asian::HINDI,
    levantine::ARABIC,
    south_asian::INDONESIAN,
    south_asian::MALAY,
    south_asian::VIETNAMESE,
    levantine::PERSIAN,
    south_asian::THAI,
    south_slavic::CROATIAN,
    south_slavic::SERBIAN,
    levantine::GREEK,
    levantine::HEBREW,
    south_slavic::BULGARIAN,
    south_slavic::SLOVAK,
    south_slavic::SLOVENIAN,
    baltic::LITHUANIAN,
    baltic::LATVIAN,
    baltic::ESTONIAN,
];

/// The languages that write "1,500" for one and a half thousand; the others write "1.500".
pub(crate) const COMMAS_PART: &[&str] = &["en", "zh", "ja", "ko", "hi", "ar", "ms", "fa", "th", "he"];
