//! Numbers in words.

pub(crate) const SMALL: &[(&str, u128)] = &[
    ("zero", 0),
    ("nought", 0),
    ("naught", 0),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("forteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
];

pub(crate) const TENS: &[(&str, u128)] = &[
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fourty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
    ("ninty", 90),
];

pub(crate) const SCALES: &[(&str, u128)] = &[
    ("hundred", 100),
    ("hundreds", 100),
    ("thousand", 1_000),
    ("thousands", 1_000),
    ("million", 1_000_000),
    ("millions", 1_000_000),
    ("mil", 1_000_000),
    ("mio", 1_000_000),
    ("billion", 1_000_000_000),
    ("billions", 1_000_000_000),
    ("bn", 1_000_000_000),
    ("trillion", 1_000_000_000_000),
    ("trillions", 1_000_000_000_000),
    ("lakh", 100_000),
    ("crore", 10_000_000),
    ("dozen", 12),
    ("dozens", 12),
];

pub(crate) const SUFFIXES: &[(&str, u128)] = &[
    ("k", 1_000),
    ("m", 1_000_000),
    ("mil", 1_000_000),
    ("mio", 1_000_000),
    ("mm", 1_000_000),
    ("b", 1_000_000_000),
    ("bn", 1_000_000_000),
    ("t", 1_000_000_000_000),
];

pub(crate) const PARTS: &[(&str, u128)] = &[
    ("half", 2),
    ("halves", 2),
    ("third", 3),
    ("thirds", 3),
    ("quarter", 4),
    ("quarters", 4),
    ("fourth", 4),
    ("fourths", 4),
    ("fifth", 5),
    ("fifths", 5),
    ("sixth", 6),
    ("sixths", 6),
    ("seventh", 7),
    ("sevenths", 7),
    ("eighth", 8),
    ("eighths", 8),
    ("ninth", 9),
    ("ninths", 9),
    ("tenth", 10),
    ("tenths", 10),
    ("eleventh", 11),
    ("elevenths", 11),
    ("twelfth", 12),
    ("twelfths", 12),
    ("fifteenth", 15),
    ("fifteenths", 15),
    ("sixteenth", 16),
    ("sixteenths", 16),
    ("twentieth", 20),
    ("twentieths", 20),
    ("thirtieth", 30),
    ("hundredth", 100),
    ("hundredths", 100),
    ("thousandth", 1_000),
    ("thousandths", 1_000),
    ("millionth", 1_000_000),
    ("millionths", 1_000_000),
];

/// The small words that stand inside numbers but are no numbers themselves.
pub(crate) const JOINING: &str = "point a an and couple";

/// What a number in words is put together with, and what it begins with.
pub(crate) const POINT: &str = "point";
pub(crate) const AND: &str = "and";
pub(crate) const A: &str = "a an";
pub(crate) const A_OR_ONE: &str = "a one";
/// Zero, as it is said behind the point.
pub(crate) const OH: &str = "oh o";
/// Parts of something that stand alone: "half a dozen".
pub(crate) const HALVES: [(&str, &str); 2] = [("half", "1/2"), ("quarter", "1/4")];
/// Places that are a unit of time rather than parts.
pub(crate) const SECONDS: &str = "second seconds";

/// The numbers from one on, and their places.
pub(crate) const CARDINALS: &str = "one two three four five six seven eight nine ten";
pub(crate) const ORDINALS: &str = "first second third fourth fifth sixth seventh eighth ninth tenth";

/// Shows the words numbers are made of: a plain loop, for a chain of iterators is much code for something done once.
pub(crate) fn each_word(visit: &mut dyn FnMut(&'static str)) {
    for table in [SMALL, TENS, SCALES, PARTS] {
        for (word, _) in table {
            visit(word);
        }
    }
}
