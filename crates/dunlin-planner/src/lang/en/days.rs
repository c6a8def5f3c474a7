//! Parts of the day, feasts, and words after which a day belongs to what is said.

/// The times that parts of the day stand for where no other is said.
pub(crate) const PARTS: [(&str, &str); 10] = [
    ("morning", "09:00"),
    ("noon", "12:00"),
    ("afternoon", "14:00"),
    ("evening", "18:00"),
    ("tonight", "20:00"),
    ("night", "20:00"),
    ("mornings", "09:00"),
    ("afternoons", "14:00"),
    ("evenings", "18:00"),
    ("nights", "20:00"),
];

/// Parts of today: "this evening".
pub(crate) const THIS: &str = "this";
pub(crate) const PARTS_OF_A_DAY: &str = "morning afternoon evening lunchtime";

/// What is done in the evening, where an hour is said beside it, and what says that it is before noon.
pub(crate) const EVENINGS: &str = "evening tonight dinner supper";
pub(crate) const MORNINGS: &str = "morning breakfast am noon midday";
pub(crate) const BEFORE_NOON: &str = "am";

/// What says that something is due once more: "and again on saturday at the same time".
pub(crate) const ONCE_MORE: &str = "again";
pub(crate) const LATER: &str = "later after";
pub(crate) const HOURS: &str = "one two three four five six seven eight nine ten eleven twelve noon half quarter";
pub(crate) const JOINED_BY: &str = " and ";
pub(crate) const TIME_AT: &[&str] = &["at ", "on "];
pub(crate) const AT_THE_SAME_TIME: &[&str] = &["at", "the", "same", "time"];
pub(crate) const SAME_TIME: &[&str] = &["same", "time"];
pub(crate) const THE_SAME_TIME: &[&str] = &["the", "same", "time"];

/// What is done before all else on a day, and when that is.
pub(crate) const FIRST_THING: [&str; 2] = ["first thing", "1st thing"];
pub(crate) const AT_FIRST: &str = "09:00";

/// Before a part of the day of which no day was said.
pub(crate) const IN_THE: &str = "in the ";

pub(crate) const OPEN_ENDS: &[&str] = &[
    "is", "are", "was", "were", "be", "of", "the", "a", "an", "my", "and", "or", "for", "about", "with", "to", "that",
    "its", "it's",
];

/// What stands before one of several things, each at its time: "the 8pm show".
pub(crate) const ONE_OF_SEVERAL: &str = "the our my their";
/// What is done to a day itself: "plan the weekend".
pub(crate) const DONE_TO_DAYS: &str = "plan organise organize discuss arrange";
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
/// Days behind which a bare number is an hour, and what goes on behind that: "bins tmrw 7", "swimming weds 4 every week".
pub(crate) const DAYS_BEFORE_AN_HOUR: &str = "tomorrow tmrw tmr tomoz tonight today daily";
pub(crate) const PART_OF_EACH: &str = "day morning evening night";
pub(crate) const REPEATS: &str = "every each weekly";
pub(crate) const AT: &str = "at ";
/// What makes a day of the month of a number, and the rule of what comes each week.
pub(crate) const BY_ITS_DAY: &str = "th";
pub(crate) const EACH_WEEK: &str = "FREQ=WEEKLY";
pub(crate) const ON_ITS_DAY: &str = ";BYDAY=";
pub(crate) const WEEKDAYS: &str =
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur thurs fri sat sun";
pub(crate) const AND: &str = "and &";

/// What joins the two ends of a range of time, and what stands before it: "from 6 to 7.30".
pub(crate) const RANGE_WORDS: &str = "to until till through";
pub(crate) const FROM: &str = "from between";
/// Days and times that are left open: "either 3pm or 4pm", "friday or saturday", "any day but monday".
pub(crate) const OR: &str = "or";
pub(crate) const EITHER: &str = "either";
pub(crate) const NEAR_DAYS: &str = "today tonight tomorrow";
pub(crate) const ANY: &str = "any";
pub(crate) const A_DAY: &str = "day weekday evening morning time";
pub(crate) const BUT: &str = "but except besides";
/// What joins them behind "between".
pub(crate) const BETWEEN_ENDS: &str = "and";

/// The halves of a day.
pub(crate) const AM: &str = "am";
pub(crate) const PM: &str = "pm";
pub(crate) const HALVES_OF_A_DAY: [&str; 2] = [AM, PM];
/// What means a day that was asked for just before, where a todo's words end in it, and what is counted from it: "two weeks before it".
pub(crate) const THAT_DAY: [&str; 13] = [
    "on the same day",
    "the same day",
    "on that day",
    "on that date",
    "for that day",
    "for that date",
    "by that day",
    "by that date",
    "on the day",
    "by then",
    "for then",
    "that day",
    "same day",
];
/// The days that a filter names by a word.
pub(crate) const TODAY_OR_TOMORROW: [&str; 2] = ["today", "tomorrow"];
/// Days beside one that nothing names, so that a todo's words would keep them: "add transfer money for the day before".
pub(crate) const UNTOLD_DAYS: [&str; 4] =
    ["for the day before", "on the day before", "for the day after", "on the day after"];
/// Where a todo is moved to such a day.
pub(crate) const TOLD_DAYS: [&[&str]; 5] =
    [&["then"], &["that"], &["that", "day"], &["that", "date"], &["the", "same", "day"]];
/// The last word of these, which ends a request out of politeness too, and what it stands behind where it means a day.
pub(crate) const THEN: &str = "then";
/// How somebody is said to have time on one day only: "they can only do friday".
pub(crate) const ONLY_CAN_DO: &[&[&str]] = &[
    &["can could", "only", "do make manage offer"],
    &["only", "has have had", "room space"],
    &["only", "does do has have had"],
];
/// "at 2 that day", "for 7.45 that morning"
pub(crate) const OF_THAT_DAY: &str = "day date";
pub(crate) const PART_OF_THAT_DAY: &str = "morning afternoon evening night";
/// What is no politeness at the end: "call Bob an hour from now".
pub(crate) const AWAY_FROM_NOW: [&str; 2] = ["from", "now"];
pub(crate) const UP_TO: &str = "for by until till before after since to";
pub(crate) const BEFORE_IT: [&str; 6] =
    [" before it", " before that", " before then", " before that day", " before that date", " earlier"];
pub(crate) const AFTER_IT: [&str; 6] =
    [" after it", " after that", " after then", " after that day", " after that date", " later"];
/// What stands before a length of time that is counted from such a day: "for two weeks before it".
pub(crate) const BEFORE_A_LENGTH: [&str; 2] = [" for", " on"];

/// Whose todos are asked for: "today's tasks", "this week's todos".
pub(crate) const OF_A_DAY: &str = "todays tomorrows";
pub(crate) const OF_A_SPAN: &str = "weeks months";
pub(crate) const OF_DAYS_OF_A_WEEK: &str = "mondays tuesdays wednesdays thursdays fridays saturdays sundays";
pub(crate) const WHICH_SPAN: &str = "this next";
/// How a day ends to which they belong, as it is written.
pub(crate) const POSSESSIVES: [&str; 3] = ["'s", "’s", "s"];
pub(crate) const TODOS_OF_A_DAY: &str = "todos tasks stuff things reminders chores errands items jobs";
pub(crate) const ALL_OF: &str = "all of any";
/// The same said of what is due then: "everything due tomorrow".
pub(crate) const DUE_THEN: [&str; 2] = ["everything", "due"];
/// Verbs that only show what belongs to a day.
pub(crate) const SHOWN: &str = "show list read display see view tell find get open check what whats how give count";

/// How several are named for each of which something is done: "for each of rake, spade and hoe".
pub(crate) const EACH_OF: [&str; 2] = ["each all every", "of"];
/// When something was that is over.
pub(crate) const PAST_TIMES: &str = "yesterday last earlier ago";

/// What makes "week" a length of time, "3 days" a moment and "friday" a series.
pub(crate) const A_LENGTH: &str = "a ";
pub(crate) const FROM_NOW: &str = "in ";
/// What makes a time of the day of an hour: "half past four".
pub(crate) const AT_A_TIME: &str = "at ";
pub(crate) const EVERY: &str = "every ";
pub(crate) const EACH: &str = "every each";
/// A todo's words, where only what is said of it counts.
pub(crate) const A_TODO: &str = "x";

/// What leads to something that has a day in its name: "for monday meeting", "about saturday delivery".
pub(crate) const LED_BY: &[&str] = &["for", "about", "of", "the"];
/// What stands behind a day that somebody wants off.
pub(crate) const OFF: &str = "off";
/// What may stand behind a day and names nothing.
pub(crate) const NO_THING: &str =
    "please too also urgent asap morning afternoon evening night noon midday weekly monthly instead again only";

/// How a day of the month ends: "the 28th".
pub(crate) const ORDINALS: &[&str] = &["st", "nd", "rd", "th"];
