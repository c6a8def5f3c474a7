//! The grammar's rows for questions about days: how far one is away, which day one is, how old somebody is.
//!
//! What stands in {item} and {text} must be days or lengths of time; [`crate::parse::day`] sees to it.

use crate::model::{
    asked::Unit,
    intent::{DayIntent, Intent},
};

/// The rows, by intent.
pub(crate) const ROWS: &[(Intent, &[&str])] = &[
    (
        Intent::Day(DayIntent::DaysUntil),
        &[
            "[ <ask> ] [ how many | number of | the number of | count [ the ] ] <dateunit> [ is it | is there | are there | are left | left | there are | do i have | do we have | do i have left | to go | more | remain | remaining | away is | are we | have i got ] ( until | till | til | to | before | from now until | from now to | from today until | from today to ) {text}",
            "[ <ask> ] [ how many | number of | the number of ] <dateunit> [ left | to go ] ( until | till | til | to | before ) [ the | my | our ] {name} day on {text}",
            "how many ( until | till | to | before ) {text}",
            "how many <dateunit> ( i | we ) [ still ] have [ left | still ] ( until | till | til | to | before ) {text}",
            "[ <ask> ] how long [ is it | is there | do i have | do we have | have i got | have we got | do i have left | is left ] ( until | till | til | to | before ) {text}",
            "[ <ask> ] how ( many <dateunit> | long | far ) ( away | off ) is {text}",
            "( how far | how far away | how far off ) is {text}",
            "{text?} is how ( many <dateunit> | far ) ( away | off | from now )",
            "{text?} <sep> how far [ away | off ] [ is ( it | that ) ]",
            "[ my | our | the | his | her | their ] {name} ( is | starts | begins | falls ) [ on ] {text?} [ <sep> ] [ so ] [ <ask> ] how many <dateunit> [ is that | do i have | have i got | do we have | have we got ] [ away | left | from now | from | from today | till then | until then | to go ]",
            "[ my | our | the | his | her | their ] {name} ( is | starts | begins | falls ) [ on ] {text?} [ <sep> ] [ so ] [ <ask> ] how ( many <dateunit> | long | far ) ( ( is that | is it | do i have | have i got | do we have | have we got ) ( away | off | left | from now | from | from today | till then | until then | to go ) | ( away | off ) is ( that | it ) )",
            "[ <ask> ] [ in ] how many <dateunit> is {text?} [ away ]",
            "[ <ask> ] ( how many | number of | the number of | count [ the ] ) <weekdays> [ are there | are left | left | there are | do i have | do we have | remain ] ( until | till | til | to | before ) {text}",
        ],
    ),
    (
        Intent::Day(DayIntent::DaysSince),
        &[
            "[ <ask> ] how ( many <dateunit> | long ) ( has it been | is it | have passed | passed | have gone by | are there | it has been ) since {text}",
            "[ <ask> ] [ how many ] <dateunit> [ gone by | gone | passed | elapsed ] since {text}",
            "[ <ask> ] how long since {text}",
            "[ <ask> ] how ( many <dateunit> | long ) ago ( was | is ) {text?} [ in <dateunit> ]",
            "[ <ask> ] how many <dateunit> old ( is | am | are | was ) ( i | he | she | they | someone | somebody | a person ) [ if | who | that ] [ i | he | she | they ] [ was | is | were | am | are ] born [ on | in ] {text}",
            "[ <ask> ] how ( many <dateunit> old | old ) ( is | was | would be ) {item?} [ who | that ] [ was | is ] born [ on | in ] {text}",
            "( my | our | his | her | their ) [ {name} ] birthday ( is | was ) [ on ] {text?} [ <sep> ] [ so ] [ <ask> ] ( what age | how old ) ( does that make | does it make | would that make | does this make ) ( him | her | them | me | you )",
            "<born> {text?} [ <sep> ] [ so ] [ <ask> ] ( what age | how old ) ( does that make | does it make | would that make | does this make ) ( him | her | them | me | you | it )",
            "<born> {text?} [ <sep> ] [ so ] [ <ask> ] ( how old | how many <dateunit> old | what age ) [ am i | is he | is she | are they | is it | would i be | are we | i am | he is | she is | they are ] [ now | today | in <dateunit> ]",
            "[ <ask> ] ( how old | what age ) ( am i | is someone | is somebody | is anyone | is a person | is he | is she | are they | would i be | would someone be | will i be ) [ now ] [ if | when | who | that ] [ i | he | she | they | you | someone ] [ was | is | were | am | are ] born [ on | in ] {text}",
            "[ <ask> ] [ what is | whats ] ( the age of | age of | my age if ) [ someone | somebody | a person | i ] [ who ] [ was | am | is ] born [ on | in ] {text}",
        ],
    ),
    (
        Intent::Day(DayIntent::DaysBetween),
        &[
            "[ <sep> ] [ [ my | the | a ] ( shift | meeting | film | movie | show | flight | class | lesson | course | party ) ( is | runs | goes | lasts ) | [ my | the | his | her ] shifts | [ i | we ] ( work | worked | slept | sleep | was out | was away | drove | ran ) ] [ from ] {item?} ( to | until | till | til ) {text?} [ <sep> ] [ so ] [ <ask> ] ( thats how long | thats how many hours | ( how long | how many hours ) ( is it | is that | was it | was that | did i work | did i sleep | do i work | is this ) )",
            "[ <ask> ] [ how many | number of | the number of | count [ the ] ] <dateunit> [ are there | are | lie | is it | is there | there are | fall | pass ] ( between | from ) {item?} ( and | to | until | till | til | through ) {text}",
            "[ <ask> ] ( how many | number of | the number of | count [ the ] ) <weekdays> [ are there | are | lie | there are | fall ] ( between | from ) {item?} ( and | to | until | till | til | through ) {text}",
            "[ <ask> ] how long [ is it | is there ] ( between | from ) {item?} ( and | to | until | till | til ) {text}",
            "[ <ask> ] how many ( <dateunit> | <weekdays> ) is [ it ] [ from ] {item?} ( to | until | till | til | through ) {text}",
            "[ from ] {item?} ( to | until | till | til | through ) {text?} [ <sep> ] [ so ] [ <ask> ] [ is ] how many ( <dateunit> | <weekdays> ) [ is that | is it | does that make ]",
            "[ <ask> ] ( what is | whats | how big is ) the ( time | difference | time difference | time diff | difference in time ) between {item?} and {text}",
            "[ the ] ( time | duration | how much time ) [ is it | is there ] ( from | between ) {item?} ( to | and | until | till | til ) {text}",
        ],
    ),
    (
        Intent::Day(DayIntent::DayAfter),
        &[
            "[ <ask> ] <whichday> [ is it | will it be | would it be | it will be | it is | is | will be | would be | falls | comes ] [ exactly ] {item?} ( from | after | past ) {text}",
            "[ <ask> ] ( what is | whats | whens | when is | what will be | when will be ) [ exactly ] {item?} ( from | after ) {text}",
            "{item?} ( from | after ) {text?} is ( ( what | which ) ( day | date | time ) | when )",
            "{item?} ( from | after ) {text?} ( , | - | : | . ) <echoday>",
            "{item?} ( from | after ) {text}",
            "[ <ask> ] <whichday> [ is it | will it be | is ] {item?} ( {text:today} | {text:tomorrow} )",
            "[ <ask> ] <whattime> [ exactly ] {item?} ( from | after | past ) {text}",
            "[ <ask> | what is | whats | how much is ] {text?} ( plus | + ) {item}",
            "add {item?} to {text}",
        ],
    ),
    (
        Intent::Day(DayIntent::DayBefore),
        &[
            "{item?} before {text?} is ( ( what | which ) ( day | date | time ) | when )",
            "[ <ask> ] <whichday> [ is it | was it | will it be | it was | it is | is | was | would be ] [ exactly ] {item?} before {text}",
            "{item?} before {text}",
            "[ <ask> ] <whattime> [ exactly ] {item?} ( before | prior to ) {text}",
            "[ <ask> | what is | whats | how much is ] {text?} ( minus | - | less ) {item}",
            "( subtract | deduct | take [ away ] | count back ) {item?} from {text}",
        ],
    ),
    (
        Intent::Day(DayIntent::DayIn),
        &[
            "[ <ask> ] <whichday> [ is it | will it be | would it be | it will be | it is | is | will be | do we have ] in {item}",
            // "… 100 days from now"; "now" at the end is read over elsewhere.
            "[ <ask> ] <whichday> [ is it | will it be | would it be | it will be | it is | is | will be ] {item} from [ now ]",
            "( what is | whats | when is | whens ) {item} from [ now ]",
            "[ <ask> ] ( <whattime> | what is | whats | when is ) in {item}",
            "[ <ask> ] <whattime> {item} from [ now ]",
            "[ <ask> ] <whattime> {item?} ( ago | back )",
            "[ <ask> ] <whichday> [ was it | was | it was | is | is it ] {item?} ( ago | back )",
            "[ <datewise> [ , ] ] ( what was it | what was | what is it ) {item?} ago [ [ , ] <datewise> ]",
            "[ <datewise> [ , ] ] ( what will it be | what is it | what would it be ) in {item?} [ , ] <datewise>",
        ],
    ),
    (
        Intent::Day(DayIntent::Leave),
        &[
            "{item?} [ <sep> ] [ <ask> ] <whenleave> [ to be on time | then | by ]",
            "[ <ask> ] <whenleave> [ then ] ( if | when | for | to ) {item}",
        ],
    ),
    (
        Intent::Day(DayIntent::Arrive),
        &["{item?} [ <sep> ] [ <ask> ] <whendone> [ then ]", "[ <ask> ] <whendone> [ then ] ( if | when ) {item}"],
    ),
    (
        Intent::Day(DayIntent::RunsOut),
        &[
            "{item?} [ <sep> ] [ so ] [ <ask> ] <whenover>",
            "[ <ask> ] ( when | what day | what date | which day ) ( does | will | is | do | did | would ) {item?} <over> [ if | when | given that ] {text}",
        ],
    ),
    (
        Intent::Day(DayIntent::Reaches),
        &[
            "( im | i am | we are | were | shes | she is | my {name} is ) {item?} ( pregnant | along | gone | in | into it ) [ today | now | as of today ] [ <sep> ] [ so ] [ <ask> ] ( when | what day | what date | which day ) ( is | will it be | will i be | am i | will she be | is it | do i reach | do i hit ) {text}",
        ],
    ),
    (
        Intent::Day(DayIntent::AgeThen),
        &[
            "<born> {item?} [ <sep> ] [ and ] [ so ] [ <ask> ] ( how old | what age ) ( ( will | would ) ( he | she | they | i | it | we | that make him | that make her ) | ( is | are | am ) ( he | she | they | i | it | we ) going to ) [ be | turn ] {text}",
            "[ <ask> ] ( how old | what age ) ( will | would ) ( i | he | she | they | it | [ my | our | the | his | her ] {name} ) be {text?} [ <sep> ] ( if | when | given that ) ( he | she | i | they | it ) ( was | were ) born [ on | in ] {item}",
            "[ <ask> ] ( how old | what age ) ( will | would ) ( someone | somebody | a person | i | he | she | they ) [ who | that ] [ was | were ] born [ on | in ] {item?} be {text}",
        ],
    ),
    (
        Intent::Day(DayIntent::Lasts),
        &[
            "[ the | my | our | a | his | her | we | i | he | she | they | it ] [ {name} ] <sets> [ off | out | home ] [ at | from ] {item?} [ , ] [ and ] [ it | we | i | he | she | they ] [ then ] <getsin> [ at | by | around ] {text?} [ <sep> ] [ so ] [ <ask> ] <lastshow>",
        ],
    ),
    (
        Intent::Day(DayIntent::DayOf),
        &[
            "[ <ask> ] ( what day | which day | what weekday | which weekday | what date | which date ) [ of the week | of the month ] ( is | was | will | does | did | are ) {text?} [ be | fall | fall on | land on | on | going to be ] [ this year ]",
            "( what is | whats | what was | what will be | what will ) the date [ be ] [ on | of | for ] {text?} [ be ]",
            "[ <ask> ] ( what day | which day | what date | which date | what weekday | which weekday ) [ of the week ] ( is it | was it | will it be | would it be | it is | it was | it will be ) [ on ] {text}",
            "( [ the ] date of | the date for ) {text}",
            "( tell me | let me know | give me | let me have | show me | work out | figure out | i need | i want | i want to know | id like to know ) the date [ of | for | on | it is ] {text}",
            "[ <ask> ] [ what is | whats | what was ] [ the ] ( day of the week | weekday ) [ for | of | on ] {text}",
            "is ( it | that ) [ a | the ] ( weekend | weekday | workday | work day | holiday | <weekday> ) [ on ] {text}",
            "( is | was | will ) {text?} [ be | fall | fall on ] [ on | in ] ( a | the ) ( weekend | weekday | workday | work day )",
            "[ what is | whats | what was | what will be ] {text} date",
            "{text?} ( falls on | fall on | lands on | is on | was on | will be on | is ) [ a | an ] ( what | which ) [ day | date | weekday | day of the week ] [ this time | this time round | this time around | then ]",
            "{text?} ( falls on | fall on | lands on | is on | was on | will be on | is ) [ a | an ] ( what | which ) [ day | weekday | day of the week ] {when:<nextyear>}",
            "[ <ask> ] ( what day | which day | what weekday | which weekday ) ( is | does | will ) {text?} [ be | fall | fall on | land on | on ] ( this time | this time round | this time around )",
            "[ <ask> ] ( what day | which day | what weekday | which weekday ) [ of the week ] ( is | was | will | does | did ) {text?} [ be | fall | fall on | land on | on ] {when:<nextyear>}",
            "( is | was | will | does | did ) {text?} [ be | fall | fall on | land on ] [ on ] [ a | the ] <weekday>",
            "[ <ask> ] ( what day | which day | what weekday | which weekday | what date ) [ of the week ] ( is | was | will | does | did ) {item?} ( fall | fall on | land | land on | be | on ) [ on ] in {text}",
            "[ <ask> ] ( what day | which day | what weekday | which weekday ) [ of the week ] ( is | was | will | does | did ) {text?} ( start | begin | end | finish | starts | begins | ends ) [ on ]",
            "[ <ask> ] ( when is | whens | when was | when does | what is | whats | what date is | what is the date of | whats the date of | what day is ) {text?} [ fall ]",
        ],
    ),
    (
        Intent::Day(DayIntent::DaysLeft),
        &[
            "[ <ask> ] ( how many | number of | the number of | count [ the ] ) <dateunit> ( are left | left | remain | remaining | do i have left | do we have left | are there left | are remaining ) ( in | of | until the end of ) {text}",
            "[ <ask> ] [ how many | number of | the number of | count [ the ] ] <dateunit> ( are left | left | remain | remaining | do i have left | do we have left | are there left | are remaining ) {text}",
            "[ <ask> ] ( how many | number of | the number of | count [ the ] ) <weekdays> ( are left | left | remain | remaining | do i have left | do we have left | are there left | are remaining ) [ in | of ] {text}",
            "[ <ask> ] [ the ] <dateunit> ( left | remaining ) ( in | of ) {text}",
        ],
    ),
    (
        Intent::Day(DayIntent::DaysIn),
        &[
            "[ <ask> ] ( how many | number of | the number of | count [ the ] ) <dateunit> ( are there in | are in | in | there are in | fall in ) {text}",
            "[ <ask> ] ( how many | number of | the number of | count [ the ] ) <weekdays> ( are there in | are in | in | there are in | fall in | are there | are | does | did | will | has ) {text?} [ have ]",
            "[ <ask> ] ( how many | number of | the number of ) <dateunit> ( does | did | will | has ) {text?} [ have ]",
            "<dateunit> in {text}",
            "( does | did | will ) {text?} have # or # <dateunit>",
        ],
    ),
    (
        Intent::Day(DayIntent::Today),
        &[
            "[ <ask> ] ( what day | which day | what date | which date | what weekday | which weekday | what day of the week | which day of the week ) ( is it | it is | is today | today is | is this | do we have ) [ today | now | right now | currently ]",
            "[ <ask> ] ( what is | whats | tell me | give me ) ( the date | the day | todays date | today s date | the current date | the day today | the date today | the day of the week | the date of today ) [ today | now | right now | currently | is ]",
            "( todays date | today s date | current date | the date today | date today | day today | what is today | whats today )",
        ],
    ),
    (
        Intent::Day(DayIntent::TimeNow),
        &[
            "[ <ask> ] ( what time is it | what time it is | what is the time | whats the time | what the time is | the time | current time | the current time | the local time | what is the current time | whats the current time | what hour is it | time | time now | have you got the time | do you have the time ) [ here | now | right now | currently | at the moment | today ]",
        ],
    ),
    (
        Intent::Day(DayIntent::WeekOf),
        &[
            "[ <ask> ] ( what | which ) ( week | week number | calendar week | number of week | week of the year ) ( is it | is this | are we in | do we have | it is | we are in ) [ today | now | currently ]",
            "[ <ask> ] ( what is | whats ) ( the | this ) ( week number | weeks number | number of the week | number of this week | calendar week | current week number | current week ) [ today | now ]",
            "[ <ask> ] ( what | which ) ( week | week number | calendar week ) [ of the year ] ( is | does | was | will ) {text?} [ in | fall in | lie in | be in ]",
            "[ <ask> ] [ what is | whats ] [ the ] ( week number | calendar week | number of the week ) ( of | for | on ) {text}",
        ],
    ),
    (
        Intent::Day(DayIntent::QuarterOf),
        &[
            "[ <ask> ] ( what | which ) ( quarter | quarter of the year | fiscal quarter ) ( is it | is this | are we in | it is | we are in ) [ in ] [ today | now | right now | currently ]",
            "[ <ask> ] ( what | which ) ( quarter | quarter of the year ) ( is | does | was | will ) {text?} [ in | fall in | lie in | be in | fall ]",
        ],
    ),
    (
        Intent::Day(DayIntent::TimeThere),
        &[
            "[ <ask> ] ( <whattime> | what is | whats | what would | what | convert | change | translate ) {text?} [ be ]",
            "( if | when ) ( it is | its ) {item?} [ <sep> ] [ <ask> ] ( <whattime> | what is it | what time ) ( in | over in | for ) {text}",
            "( if | when ) ( it is | its ) {item?} [ <sep> ] [ <ask> ] ( <whattime> | what is it | what time ) {text:here}",
            "( it is | its ) {item?} <sep> [ <ask> ] ( <whattime> | what is it | what time | what is that | whats that | what time is that | which is what ) ( in | over in | for ) {text}",
            "[ <ask> ] ( <whattime> | what is it | what time ) ( in | over in | for ) {text?} ( if | when ) ( it is | its ) {item}",
        ],
    ),
    (
        Intent::Day(DayIntent::ClocksApart),
        &[
            "[ <ask> ] [ what is | whats | how big is | how much is ] [ the ] ( time difference | difference in time | time zone difference | time diff | hour difference | difference in hours | difference of hours | gap in hours | time gap ) between {item?} and {text}",
            "{text?} minus {item?} in hours",
            "[ <ask> ] how many hours ( ahead | behind | ahead of us | behind us | ahead of me | behind me ) is {text}",
            "[ <ask> ] how many hours [ is ] {text?} ( ahead of | behind ) {item}",
        ],
    ),
    (Intent::Day(DayIntent::LeapYear), &["( is | was | will ) {text?} [ be ] a leap year"]),
    (
        Intent::Day(DayIntent::TimeIn),
        &[
            "[ <ask> ] ( what time is it | what time it is | what oclock is it | what is the time | whats the time | what does the clock say | whats the clock saying | what the time is | the time | time | current time | local time | the current time | the local time | what is the current time | whats the current time | what is the local time | whats the local time | what hour is it ) [ right now | now | currently | at the moment ] ( in | over in | at | there in | for ) {text}",
            "[ <ask> ] what time ( do they have | have they got | would it be | is it over ) [ now | right now ] in {text}",
        ],
    ),
];

/// Years by how far they are from this one.
pub(crate) const YEARS: &[(&str, i16)] = &[("this year", 0), ("the year", 0), ("next year", 1), ("last year", -1)];

/// What days are counted in.
pub(crate) const DAY_UNITS: &str = "days day weeks months years sleeps nights weekdays workdays";

/// What time is counted in.
pub(crate) const HOURS: &str = "hours";
pub(crate) const MINUTES: &str = "minutes";

/// What this month is called.
pub(crate) const MONTHS: &[&str] = &["this month", "the month"];

/// What now is called.
pub(crate) const NOW: &str = "now";
/// What asks for an age, and what counts back from now.
pub(crate) const AGE: &str = "born age old";
pub(crate) const AGO: &str = "ago back";
/// What days are counted in.
pub(crate) const DAYS_UNIT: &str = "days";
pub(crate) const WEEKDAYS: &str = "weekdays workdays";
/// What makes weekdays of days: "how many working days", but not "work out how many days".
pub(crate) const AT_WORK: &[&[&str]] = &[&["business working work week", "days day"]];
/// Weekdays that are counted.
pub(crate) const EACH_WEEKDAY: &[(&str, Unit)] = &[
    ("mondays", Unit::Mondays),
    ("tuesdays", Unit::Tuesdays),
    ("wednesdays", Unit::Wednesdays),
    ("thursdays", Unit::Thursdays),
    ("fridays", Unit::Fridays),
    ("saturdays", Unit::Saturdays),
    ("sundays", Unit::Sundays),
];
/// The clock here.
pub(crate) const HERE: &[&str] = &["here", "my time", "our time", "local time", "me", "us"];
/// What stands between a time somewhere and where else its clock is looked at.
pub(crate) const THERE: &str = "in to into for";
pub(crate) const WEEKS: &str = "weeks";
pub(crate) const MONTHS_UNIT: &str = "months";
pub(crate) const YEARS_UNIT: &str = "years";
/// What stands around the name of a place or a zone.
pub(crate) const AROUND_A_ZONE: &str = "the time zone timezone standard daylight city city, right now";
pub(crate) const TODAY: &str = "today now";
/// "my birthday on 4 july".
pub(crate) const MINE: &str = "my the our";
pub(crate) const ON: &str = "on";
/// Lengths of time, as they are counted on.
pub(crate) const DAYS_APART: &str = " days";
pub(crate) const A_DAY: &str = "1 day";
/// A day counted from the one on which it is due.
pub(crate) const THE_DAY_AFTER: &[&str] = &["the a", "day week month year", "after later"];
pub(crate) const ONE: &str = "1 ";
pub(crate) const THE_DAY_BEFORE: &str = "-1 day";
pub(crate) const A_WEEK: &str = "1 week";
pub(crate) const A_WEEK_BEFORE: &str = "-7 days";
pub(crate) const A_MONTH: &str = "1 month";
pub(crate) const SUNDAY: &str = "sunday";
/// How somebody's or something's is said: "tomorrow's date".
pub(crate) const POSSESSIVES: [&str; 2] = ["'s", "’s"];

/// Words that days and spans of them are made of, and those of which one must be there.
pub(crate) const OF_DAYS: &str = "today tonight tomorrow this next the week weekend month in";
pub(crate) const DAYS: &str = "today tonight tomorrow week weekend month";

/// The days that todos are asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Days {
    /// As the todo tool's filter names them.
    Named(&'static str),
    /// A weekend, by how many weeks it is away.
    Weekend(i32),
    /// All of the month, or of the year, that comes next.
    NextMonth,
    NextYear,
}

/// Words that name days todos are asked for.
pub(crate) struct Asked {
    /// One of each of these is said.
    pub(crate) all: &'static [&'static str],
    /// And none of these.
    pub(crate) without: &'static str,
    /// In so many words at most.
    pub(crate) most: usize,
    pub(crate) days: Days,
}

const fn asked(all: &'static [&'static str], without: &'static str, most: usize, days: Days) -> Asked {
    Asked { all, without, most, days }
}

/// The first that fits counts; the others are read as days.
pub(crate) const ASKED: &[Asked] = &[
    asked(&["last", "week"], "", usize::MAX, Days::Named("last week")),
    asked(&["last", "month"], "", usize::MAX, Days::Named("last month")),
    asked(&["overdue late"], "", usize::MAX, Days::Named("overdue")),
    asked(&["today todays tonight morning afternoon evening"], "", usize::MAX, Days::Named("today")),
    asked(&["tomorrow tomorrows"], "", 2, Days::Named("tomorrow")),
    asked(&["this", "weeks"], "", 2, Days::Named("this week")),
    asked(&["next", "weeks"], "", 2, Days::Named("next week")),
    asked(&["this", "months"], "", 2, Days::Named("this month")),
    asked(&["next", "week"], "", usize::MAX, Days::Named("next week")),
    asked(&["next", "months month"], "", 3, Days::NextMonth),
    asked(&["next", "years year"], "", 3, Days::NextYear),
    asked(&["weekend", "next"], "last", usize::MAX, Days::Weekend(1)),
    asked(&["weekend", "last"], "next", usize::MAX, Days::Weekend(-1)),
    asked(&["weekend"], "", usize::MAX, Days::Weekend(0)),
    asked(&["week"], "", usize::MAX, Days::Named("this week")),
    asked(&["month"], "next", usize::MAX, Days::Named("this month")),
];

/// How begins who asks how long it is until something is due.
pub(crate) const HOW_LONG: &[&[&str]] =
    &[&["how", "many", "till until to before"], &["how", "long"], &["how", "many", "days"], &["how", "much", "time"]];

/// What tells that something has begun, or will: "I bought it on 12 october", "it starts on 1 march".
pub(crate) const HAS_BEGUN: &str =
    "bought got began started signed took purchased opened joined begun ordered came moved ran was paid";
pub(crate) const TO_BEGIN: &str = "starts start begins begin runs from starting beginning buy today tomorrow";
/// What ends a question for the day that comes out.
pub(crate) const ECHOES_A_DAY: &str = "date day when that it";
/// What joins a day and its month.
pub(crate) const OF_A_MONTH: &str = " of ";
/// On which day of a month or year it begins or ends: "what weekday did 2026 start on".
pub(crate) const BEGINS_ON: &str = "start begin starts begins";
pub(crate) const DID_OR_WAS: &str = "did was";
pub(crate) const ENDS_ON: &str = "end finish ends";
pub(crate) const A_DAY_OR_MORE: &str = "day days";
/// What begins and ends on a day of its own, so that its days are counted with both.
pub(crate) const STARTS: &str = "starts start begins begin starting beginning";
/// What stands before a day, and what counts one.
pub(crate) const BEFORE_A_DAY: &str = "on in by from at for to since";
/// What a day with its year must be said of, so that it tells an age.
pub(crate) const BIRTHDAY: &str = "birthday";
/// Words with which a day is counted from another.
pub(crate) const COUNTED_FROM: &str = "day days week weeks month months year years fortnight";
pub(crate) const ONE_OR_MORE: &str = "a an one half";
/// How the halves of a day end.
pub(crate) const HALVES_OF_A_DAY: [&str; 4] = ["am", "pm", "noon", "midnight"];
