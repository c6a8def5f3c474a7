//! Parts of the day, feasts, and words after which a day belongs to what is said.

/// The times that parts of the day stand for where no other is said.
pub(crate) const PARTS: [(&str, &str); 6] = [
    ("morning", "09:00"),
    ("noon", "12:00"),
    ("afternoon", "14:00"),
    ("evening", "18:00"),
    ("tonight", "20:00"),
    ("night", "20:00"),
];

/// What is done before all else on a day, and when that is.
pub(crate) const FIRST_THING: &str = "first thing";
pub(crate) const AT_FIRST: &str = "09:00";

/// Before a part of the day of which no day was said.
pub(crate) const IN_THE: &str = "in the ";

pub(crate) const OPEN_ENDS: &[&str] = &[
    "is", "are", "was", "were", "be", "of", "the", "a", "an", "my", "and", "or", "for", "about", "with", "to", "that",
    "its", "it's",
];

pub(crate) const FEASTS: &[&str] = &[
    "halloween",
    "christmas",
    "xmas",
    "easter",
    "thanksgiving",
    "valentine",
    "valentines",
    "valentine's",
    "hanukkah",
    "diwali",
];

/// The days of the week, and what stands between two of them on which something may be due once or again and again.
pub(crate) const WEEKDAYS: &str =
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun";
pub(crate) const AND: &str = "and &";

/// What joins the two ends of a range of time, and what stands before it: "from 6 to 7.30".
pub(crate) const RANGE_WORDS: &str = "to until till";
pub(crate) const FROM: &str = "from";

/// The halves of a day.
pub(crate) const AM: &str = "am";
pub(crate) const PM: &str = "pm";

/// What makes "week" a length of time, "3 days" a moment and "friday" a series.
pub(crate) const A_LENGTH: &str = "a ";
pub(crate) const FROM_NOW: &str = "in ";
pub(crate) const EVERY: &str = "every ";
/// A todo's words, where only what is said of it counts.
pub(crate) const A_TODO: &str = "x";
