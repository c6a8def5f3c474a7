//! The words the grammar knows, as data: spelling, classes, value.
//!
//! A word may belong to several classes ("second" is an ordinal and a unit); the patterns choose.
//! Lookup hashes the folded word once; the index is built at compile time, so the table stays grouped by subject.

use dunlin_base::one_slip;

/// A set of word or sign classes.
pub(crate) type Class = u128;

macro_rules! classes {
    ($($name:ident)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the variants only number the constants of the same names")]
        enum Bit { $($name),* }
        $(pub(crate) const $name: Class = 1 << (Bit::$name as u32);)*
    };
}

classes! {
    WEEKDAY WEEKDAYS SHAKY MONTH NUM DIGITS YEAR ORD UNIT SHORT ARTICLE THE
    NEXT LAST THIS PAST_WORD COMING
    OF IN ON AT BY FROM AFTER BEFORE UNTIL STARTING DUE AROUND ABOUT FOR TO AND BETWEEN WITHIN SINCE EXCEPT
    AGO LATER NOW TODAY TOMORROW YESTERDAY TONIGHT
    PART NOON MIDNIGHT AMPM SHORT_HALF OCLOCK HALF QUARTER PAST ISH LATE LATEST
    END CLOSE START MID PERIOD_END WEEKEND WORKDAY WORKING
    EVERY SINGLE TWO_FOLD OTHER ADVERB ONCE TIMES_WORD MORE COUPLE RIGHT DAYTIME
    HOLIDAY IS THAN COUNTED FUNCTION DETERMINER PRONOUN
    COMMA DOT COLON SLASH DASH PLUS AMPERSAND BANG APOSTROPHE AT_SIGN TEE ZED OPENER CLOSER SIGN
    QTH WORD
}

/// A unit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Not a unit.
    None,
    /// Seconds.
    Second,
    /// Minutes.
    Minute,
    /// Hours.
    Hour,
    /// Days.
    Day,
    /// Weeks.
    Week,
    /// Two weeks.
    Fortnight,
    /// Months.
    Month,
    /// Three months.
    Quarter,
    /// Years.
    Year,
}

/// A word of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(crate) text: &'static str,
    pub(crate) classes: Class,
    pub(crate) value: i32,
    pub(crate) unit: Unit,
}

const fn w(text: &'static str, classes: Class, value: i32) -> Word {
    Word { text, classes: classes | WORD, value, unit: Unit::None }
}

const fn u(text: &'static str, unit: Unit) -> Word {
    Word { text, classes: UNIT | WORD, value: 1, unit }
}

const fn short(text: &'static str, unit: Unit) -> Word {
    Word { text, classes: UNIT | SHORT | WORD, value: 1, unit }
}

/// The parts of a day, as values of [`PART`] words.
pub(crate) mod part {
    pub(crate) const MORNING: i32 = 1;
    pub(crate) const AFTERNOON: i32 = 2;
    pub(crate) const EVENING: i32 = 3;
    pub(crate) const NIGHT: i32 = 4;
}

/// What a [`PERIOD_END`] word or an adverb stands for.
pub(crate) mod period {
    pub(crate) const DAY: i32 = 1;
    pub(crate) const WEEK: i32 = 2;
    pub(crate) const MONTH: i32 = 3;
    pub(crate) const QUARTER: i32 = 4;
    pub(crate) const YEAR: i32 = 5;
}

#[rustfmt::skip]
static WORDS: &[Word] = &[
    // Weekdays. Short forms that are also plain words are shaky: they need company.
    w("monday", WEEKDAY, 1), w("mon", WEEKDAY | SHAKY, 1), w("mondays", WEEKDAYS, 1),
    w("tuesday", WEEKDAY, 2), w("tue", WEEKDAY, 2), w("tues", WEEKDAY, 2), w("tuesdays", WEEKDAYS, 2), w("teusday", WEEKDAY, 2),
    w("wednesday", WEEKDAY, 3), w("wed", WEEKDAY | SHAKY, 3), w("weds", WEEKDAY, 3), w("wednesdays", WEEKDAYS, 3),
    w("wednsday", WEEKDAY, 3), w("wensday", WEEKDAY, 3), w("wendesday", WEEKDAY, 3),
    w("thursday", WEEKDAY, 4), w("thu", WEEKDAY, 4), w("thur", WEEKDAY, 4), w("thurs", WEEKDAY, 4), w("thursdays", WEEKDAYS, 4),
    w("thrusday", WEEKDAY, 4), w("thursay", WEEKDAY, 4),
    w("friday", WEEKDAY, 5), w("fri", WEEKDAY, 5), w("fridays", WEEKDAYS, 5), w("firday", WEEKDAY, 5),
    w("saturday", WEEKDAY, 6), w("sat", WEEKDAY | SHAKY, 6), w("saturdays", WEEKDAYS, 6), w("saterday", WEEKDAY, 6),
    w("sunday", WEEKDAY, 7), w("sun", WEEKDAY | SHAKY, 7), w("sundays", WEEKDAYS, 7),
    w("wendsday", WEEKDAY, 3),
    // Months.
    w("january", MONTH, 1), w("jan", MONTH, 1), w("february", MONTH, 2), w("feb", MONTH, 2), w("febuary", MONTH, 2),
    w("march", MONTH, 3), w("mar", MONTH, 3), w("april", MONTH | HOLIDAY, 4), w("apr", MONTH, 4), w("may", MONTH, 5),
    w("june", MONTH, 6), w("jun", MONTH, 6), w("july", MONTH, 7), w("jul", MONTH, 7), w("august", MONTH, 8), w("aug", MONTH, 8),
    w("september", MONTH, 9), w("sep", MONTH, 9), w("sept", MONTH, 9), w("october", MONTH, 10), w("oct", MONTH, 10),
    w("november", MONTH, 11), w("nov", MONTH, 11), w("december", MONTH, 12), w("dec", MONTH, 12), w("decemeber", MONTH, 12),
    // Numbers.
    w("a", ARTICLE | DETERMINER | SHORT_HALF, 1), w("an", ARTICLE | DETERMINER, 1),
    w("zero", NUM, 0), w("one", NUM, 1), w("two", NUM, 2), w("three", NUM, 3), w("four", NUM, 4), w("five", NUM, 5), w("six", NUM, 6),
    w("seven", NUM, 7), w("eight", NUM, 8), w("nine", NUM, 9), w("ten", NUM, 10), w("eleven", NUM, 11), w("twelve", NUM, 12),
    w("thirteen", NUM, 13), w("fourteen", NUM, 14), w("fifteen", NUM, 15), w("sixteen", NUM, 16), w("seventeen", NUM, 17),
    w("eighteen", NUM, 18), w("nineteen", NUM, 19), w("twenty", NUM, 20), w("thirty", NUM, 30), w("forty", NUM, 40),
    w("fifty", NUM, 50), w("sixty", NUM, 60), w("seventy", NUM, 70), w("eighty", NUM, 80), w("ninety", NUM, 90),
    w("couple", COUPLE, 2), w("few", COUPLE, 3), w("dozen", COUPLE, 12), w("half", HALF, 30), w("more", MORE, 0),
    w("first", ORD, 1), Word { text: "second", classes: ORD | UNIT | WORD, value: 2, unit: Unit::Second }, w("third", ORD, 3), w("fourth", ORD, 4),
    w("fifth", ORD, 5), w("sixth", ORD, 6), w("seventh", ORD, 7), w("eighth", ORD, 8), w("ninth", ORD, 9), w("tenth", ORD, 10),
    w("eleventh", ORD, 11), w("twelfth", ORD, 12), w("thirteenth", ORD, 13), w("fourteenth", ORD, 14), w("fifteenth", ORD, 15),
    w("sixteenth", ORD, 16), w("seventeenth", ORD, 17), w("eighteenth", ORD, 18), w("nineteenth", ORD, 19), w("twentieth", ORD, 20),
    w("thirtieth", ORD, 30),
    // Units. One-letter forms count only right after digits.
    u("seconds", Unit::Second), u("sec", Unit::Second), u("secs", Unit::Second), short("s", Unit::Second),
    u("minute", Unit::Minute), u("minutes", Unit::Minute), u("min", Unit::Minute), u("mins", Unit::Minute), short("m", Unit::Minute),
    u("hour", Unit::Hour), u("hours", Unit::Hour), u("hr", Unit::Hour), u("hrs", Unit::Hour), short("h", Unit::Hour),
    u("day", Unit::Day), u("days", Unit::Day), short("d", Unit::Day),
    u("wek", Unit::Week), u("weeek", Unit::Week), u("monht", Unit::Month), u("mounth", Unit::Month), u("mintues", Unit::Minute), u("minuts", Unit::Minute),
    u("huors", Unit::Hour), u("dyas", Unit::Day),
    u("week", Unit::Week), u("weeks", Unit::Week), u("wk", Unit::Week), u("wks", Unit::Week), short("w", Unit::Week), u("week's", Unit::Week),
    u("fortnight", Unit::Fortnight), u("fortnights", Unit::Fortnight), u("fortnight's", Unit::Fortnight),
    u("month", Unit::Month), u("months", Unit::Month), u("mth", Unit::Month), u("mths", Unit::Month), short("mo", Unit::Month),
    u("month's", Unit::Month), u("quarters", Unit::Quarter),
    Word { text: "quarter", classes: UNIT | QUARTER | WORD, value: 15, unit: Unit::Quarter },
    u("year", Unit::Year), u("years", Unit::Year), u("yr", Unit::Year), u("yrs", Unit::Year), short("y", Unit::Year),
    w("year's", UNIT, 1),
    // Directions.
    w("next", NEXT, 0), w("nxt", NEXT, 0), w("following", NEXT, 0), w("last", LAST | ORD, -1), w("previous", LAST, 0), w("prev", LAST, 0),
    w("past", PAST | PAST_WORD, 0), w("this", THIS | DETERMINER, 0), w("current", THIS, 0), w("coming", COMING, 0), w("upcoming", COMING, 0),
    w("the", THE | DETERMINER, 0),
    // Little words that join.
    w("of", OF, 0), w("in", IN | FUNCTION, 0), w("on", ON | FUNCTION, 0), w("at", AT | FUNCTION, 0), w("by", BY | FUNCTION, 0),
    w("from", FROM | FUNCTION, 0), w("after", AFTER | FUNCTION, 0), w("before", BEFORE | FUNCTION, 0), w("b4", BEFORE | FUNCTION, 0), w("until", UNTIL | FUNCTION, 0),
    w("till", UNTIL | FUNCTION, 0), w("til", UNTIL | FUNCTION, 0), w("through", UNTIL | FUNCTION, 0), w("ending", UNTIL, 0), w("ends", UNTIL, 0),
    w("starting", STARTING, 0), w("beginning", STARTING | START, 0), w("starts", STARTING, 0), w("due", DUE | FUNCTION, 0), w("deadline", DUE, 0),
    w("around", AROUND | FUNCTION, 0), w("about", AROUND | ABOUT | FUNCTION, 0), w("approximately", AROUND, 0), w("approx", AROUND, 0), w("sometime", AROUND, 0),
    w("for", FOR | FUNCTION, 0), w("to", TO | FUNCTION, 0), w("and", AND | FUNCTION, 0), w("n", AMPERSAND, 0), w("nd", AMPERSAND, 0), w("between", BETWEEN, 0), w("within", WITHIN | FUNCTION, 0),
    w("since", SINCE | FUNCTION, 0), w("except", SINCE | EXCEPT | FUNCTION, 0), w("excluding", SINCE | EXCEPT | FUNCTION, 0), w("unless", SINCE | FUNCTION, 0), w("ago", AGO, 0), w("back", AGO, 0), w("earlier", AGO, 0), w("later", LATER, 0), w("hence", LATER, 0), w("than", THAN | FUNCTION, 0),
    w("with", FUNCTION, 0), w("because", FUNCTION, 0), w("so", FUNCTION, 0), w("then", FUNCTION, 0), w("but", EXCEPT | FUNCTION, 0), w("or", FUNCTION, 0),
    w("if", FUNCTION, 0), w("when", FUNCTION, 0), w("while", FUNCTION, 0), w("re", FUNCTION, 0), w("regarding", FUNCTION, 0), w("via", FUNCTION, 0),
    w("as", FUNCTION, 0), w("is", IS | FUNCTION, 0), w("are", FUNCTION, 0), w("was", IS | FUNCTION, 0), w("will", FUNCTION, 0), w("would", FUNCTION, 0),
    w("be", FUNCTION, 0), w("please", FUNCTION, 0), w("that", FUNCTION, 0), w("using", FUNCTION, 0), w("also", FUNCTION, 0), w("not", FUNCTION, 0),
    w("i", FUNCTION | PRONOUN, 0), w("we", FUNCTION | PRONOUN, 0), w("he", FUNCTION | PRONOUN, 0), w("she", FUNCTION | PRONOUN, 0),
    w("they", FUNCTION | PRONOUN, 0), w("it", FUNCTION | PRONOUN, 0), w("you", FUNCTION | PRONOUN, 0), w("who", FUNCTION | PRONOUN, 0),
    w("my", DETERMINER, 0), w("your", DETERMINER, 0), w("our", DETERMINER, 0), w("his", DETERMINER, 0), w("her", DETERMINER, 0),
    w("their", DETERMINER, 0), w("its", DETERMINER, 0), w("some", DETERMINER, 0), w("any", DETERMINER, 0), w("these", DETERMINER, 0),
    // Days and parts of days.
    w("now", NOW, 0), w("right", RIGHT, 0), w("just", RIGHT | FUNCTION, 0), w("today", TODAY, 0), w("todya", TODAY, 0), w("tdoay", TODAY, 0), w("toaday", TODAY, 0), w("tod", TODAY, 0), w("tomorrow", TOMORROW, 1), w("tomorrows", TOMORROW, 1),
    w("tmrw", TOMORROW, 1), w("tmr", TOMORROW, 1), w("tmw", TOMORROW, 1), w("2moro", TOMORROW, 1), w("2morrow", TOMORROW, 1), w("2mro", TOMORROW, 1), w("2mrw", TOMORROW, 1), w("tom", 0, 1), w("tomorow", TOMORROW, 1), w("tommorow", TOMORROW, 1),
    w("tommorrow", TOMORROW, 1), w("tomorro", TOMORROW, 1), w("tomo", TOMORROW, 1), w("overmorrow", TOMORROW, 2), w("yesterday", YESTERDAY, -1), w("yday", YESTERDAY, -1),
    w("tonight", TONIGHT, part::NIGHT), w("tonite", TONIGHT, part::NIGHT), w("2nite", TONIGHT, part::NIGHT), w("2night", TONIGHT, part::NIGHT), w("2day", TODAY, 0),
    w("morning", PART, part::MORNING), w("mornings", PART, part::MORNING), w("breakfast", DAYTIME, part::MORNING), w("afternoon", PART, part::AFTERNOON),
    w("lunch", DAYTIME, part::AFTERNOON), w("lunchtime", NOON, 12), w("evening", PART, part::EVENING), w("evenings", PART, part::EVENING), w("afternoons", PART, part::AFTERNOON), w("eve", 0, part::EVENING),
    w("night", PART, part::NIGHT), w("nite", PART, part::NIGHT), w("nights", PART, part::NIGHT), w("dinner", DAYTIME, part::EVENING), w("dinnertime", DAYTIME, part::EVENING),
    w("noon", NOON, 12), w("midday", NOON, 12), w("noontime", NOON, 12), w("midnight", MIDNIGHT, 0), w("late", LATE, 1), w("latest", LATEST, 0), w("early", LATE, 0),
    w("am", AMPM | SHAKY, 0), w("pm", AMPM, 12), w("o'clock", OCLOCK, 0), w("oclock", OCLOCK, 0), w("ish", ISH, 0),
    w("sharp", ISH, 0),
    // Periods.
    w("end", END, 0), w("close", CLOSE, 0), w("start", START, 0), w("middle", MID, 0), w("mid", MID, 0),
    w("eod", PERIOD_END, period::DAY), w("cob", PERIOD_END, period::DAY), w("eow", PERIOD_END, period::WEEK), w("eom", PERIOD_END, period::MONTH),
    w("eoq", PERIOD_END, period::QUARTER), w("eoy", PERIOD_END, period::YEAR),
    w("weekend", WEEKEND, 0), w("weekends", WEEKEND, 2), w("weekday", WORKDAY, 0), w("weekdays", WORKDAY, 2), w("workday", WORKDAY, 0),
    w("workdays", WORKDAY, 2), w("business", WORKING, 0), w("working", WORKING, 0), w("school", WORKING, 0), w("work", WORKING, 0),
    // Things that carry numbers which are no dates.
    w("part", COUNTED, 0), w("step", COUNTED, 0), w("page", COUNTED, 0), w("pages", COUNTED, 0), w("chapter", COUNTED, 0), w("section", COUNTED, 0),
    w("episode", COUNTED, 0), w("lesson", COUNTED, 0), w("phase", COUNTED, 0), w("round", COUNTED, 0), w("flat", COUNTED, 0), w("apartment", COUNTED, 0),
    w("room", COUNTED, 0), w("version", COUNTED, 0), w("size", COUNTED, 0), w("level", COUNTED, 0), w("grade", COUNTED, 0), w("volume", COUNTED, 0),
    w("bus", COUNTED, 0), w("platform", COUNTED, 0), w("gate", COUNTED, 0), w("number", COUNTED, 0), w("exercise", COUNTED, 0), w("questions", COUNTED, 0), w("x", COUNTED, 0), w("plus", COUNTED, 0), w("minus", COUNTED, 0),
    w("episodes", COUNTED, 0), w("chapters", COUNTED, 0), w("lessons", COUNTED, 0), w("levels", COUNTED, 0), w("question", COUNTED, 0), w("unit", COUNTED, 0), w("units", COUNTED, 0), w("season", COUNTED, 0),
    w("seasons", COUNTED, 0), w("slide", COUNTED, 0), w("slides", COUNTED, 0), w("exercises", COUNTED, 0), w("sections", COUNTED, 0), w("parts", COUNTED, 0), w("steps", COUNTED, 0), w("seat", COUNTED, 0),
    w("seats", COUNTED, 0), w("row", COUNTED, 0), w("floor", COUNTED, 0), w("track", COUNTED, 0), w("flight", COUNTED, 0), w("train", COUNTED, 0), w("tram", COUNTED, 0), w("problem", COUNTED, 0), w("problems", COUNTED, 0),
    // Recurrence.
    w("every", EVERY, 0), w("ev", EVERY, 0), w("evry", EVERY, 0), w("evrey", EVERY, 0), w("evey", EVERY, 0), w("eveyr", EVERY, 0), w("eveery", EVERY, 0), w("each", EVERY, 0), w("other", OTHER, 2), w("alternate", OTHER, 2),
    w("single", SINGLE, 0), w("bi", TWO_FOLD, 2), w("semi", TWO_FOLD, 1),
    w("daily", ADVERB, 1), w("everyday", ADVERB, 1), w("nightly", ADVERB, 1), w("weekly", ADVERB, 2), w("biweekly", ADVERB, 3),
    w("fortnightly", ADVERB, 3), w("monthly", ADVERB, 4), w("bimonthly", ADVERB, 5), w("quarterly", ADVERB, 6), w("semiannually", ADVERB, 7),
    w("biannually", ADVERB, 7), w("bianually", ADVERB, 7), w("yearly", ADVERB, 8), w("annually", ADVERB, 8), w("anually", ADVERB, 8), w("biennially", ADVERB, 9),
    w("hourly", ADVERB, 10), w("once", ONCE, 1), w("times", TIMES_WORD, 0), w("occurrences", TIMES_WORD, 0), w("time", TIMES_WORD, 0),
    // First words of holidays; the names themselves are in the grammar's own table.
    w("christmas", HOLIDAY, 0), w("xmas", HOLIDAY, 0), w("new", HOLIDAY, 0), w("easter", HOLIDAY, 0), w("valentine's", HOLIDAY, 0),
    w("valentines", HOLIDAY, 0), w("valentine", HOLIDAY, 0), w("halloween", HOLIDAY, 0), w("hallowe'en", HOLIDAY, 0), w("thanksgiving", HOLIDAY, 0),
    w("st", HOLIDAY, 0), w("saint", HOLIDAY, 0), w("mother's", HOLIDAY, 0), w("mothers", HOLIDAY, 0), w("father's", HOLIDAY, 0), w("fathers", HOLIDAY, 0),
    w("independence", HOLIDAY, 0), w("memorial", HOLIDAY, 0), w("labor", HOLIDAY, 0), w("labour", HOLIDAY, 0), w("veterans", HOLIDAY, 0),
    w("martin", HOLIDAY, 0), w("mlk", HOLIDAY, 0), w("presidents", HOLIDAY, 0), w("president's", HOLIDAY, 0), w("black", HOLIDAY, 0), w("cyber", HOLIDAY, 0), w("good", HOLIDAY, 0),
    w("boxing", HOLIDAY, 0), w("cinco", HOLIDAY, 0), w("earth", HOLIDAY, 0), w("groundhog", HOLIDAY, 0), w("juneteenth", HOLIDAY, 0),
    w("columbus", HOLIDAY, 0), w("ash", HOLIDAY, 0), w("palm", HOLIDAY, 0), w("women's", HOLIDAY, 0), w("epiphany", HOLIDAY, 0), w("ny", HOLIDAY, 0),
    w("nye", HOLIDAY, 0), w("t", TEE, 0), w("p", SHORT_HALF, 12), w("z", ZED, 0), w("utc", ZED, 0), w("gmt", ZED, 0),
];

const SLOTS: usize = 1024;

const fn hash(bytes: &[u8]) -> u32 {
    let mut hash: u32 = 0x811c_9dc5;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash ^ (hash >> 15)
}

/// Open addressing, filled at compile time; 0 is an empty place, otherwise the word's number plus one.
static INDEX: [u16; SLOTS] = {
    let mut index = [0; SLOTS];
    let mut at = 0;
    while at < WORDS.len() {
        let mut slot = hash(WORDS[at].text.as_bytes()) as usize % SLOTS;
        while index[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        index[slot] = at as u16 + 1;
        at += 1;
    }
    index
};

/// No word of the table is longer than this.
pub(crate) const LONGEST: usize = 14;

/// The table's word of this spelling, which must be in lower case already.
pub(crate) fn find(folded: &[u8]) -> Option<&'static Word> {
    let mut slot = hash(folded) as usize % SLOTS;
    loop {
        let number = usize::from(*INDEX.get(slot)?);
        let word = WORDS.get(number.checked_sub(1)?)?;
        if word.text.as_bytes() == folded {
            return Some(word);
        }
        slot = (slot + 1) % SLOTS;
    }
}

/// Words that nothing else is meant by when one slip of the keyboard makes them.
const SLIPPED: [&str; 20] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "tomorrow",
    "tonight",
    "morning",
    "afternoon",
    "evening",
    "weekend",
    "january",
    "february",
    "september",
    "october",
    "november",
    "december",
    "yesterday",
];

/// Words of their own that one letter parts from those, and names of people.
const NO_SLIPS: [&str; 14] = [
    "sundae",
    "sundry",
    "mourning",
    "moaning",
    "sundays",
    "evenings",
    "afternoons",
    "tonights",
    "yesterdays",
    "eventing",
    "fridas",
    "mondal",
    "munday",
    "sundar",
];

/// The word of the table that one slip makes this of, which is in lower case and of no word of the table: "fridya", "tonihgt".
pub(crate) fn slipped(folded: &[u8]) -> Option<&'static str> {
    let alike = |meant: &&str| folded.first() == meant.as_bytes().first() && one_slip(folded, meant.as_bytes());
    SLIPPED.into_iter().find(alike).filter(|_| !NO_SLIPS.iter().any(|word| word.as_bytes() == folded))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_of_a_day_is_that_day() {
        for (written, meant) in [
            ("fridya", "friday"),
            ("tonihgt", "tonight"),
            ("tomorroww", "tomorrow"),
            ("thersday", "thursday"),
            ("mornign", "morning"),
        ] {
            assert_eq!(slipped(written.as_bytes()), Some(meant));
        }
        for written in
            ["sundae", "sundry", "mourning", "moaning", "money", "knight", "someday", "sundar", "munday", "eventing"]
        {
            assert_eq!(slipped(written.as_bytes()), None, "{written}");
        }
    }

    #[test]
    fn every_word_is_found_under_its_own_spelling() {
        for word in WORDS {
            assert!(word.text.len() <= LONGEST, "{} is longer than the lexer folds", word.text);
            assert_eq!(find(word.text.as_bytes()).map(|found| found.text), Some(word.text));
        }
        assert!(find(b"telephone").is_none());
    }
}
