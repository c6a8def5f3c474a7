//! Words that ask about what was asked or told just before: "and which are they", "how many days until then", "add a new one".

use super::days::WEEKDAYS;

/// The words with which all such questions begin.
pub(crate) const BEGINS: &str = "what which how on";
/// Words in which it is asked once more what comes out: "…, when is that".
pub(crate) const BEGINS_AN_ECHO: &str = "so tell when what which how whats whens hows";
pub(crate) const ENDS_AN_ECHO: &str = "that it this they be make fall on total altogether then exactly is";

/// What asks which todos were counted, and what is asked for instead.
pub(crate) const WHICH_ARE_THEY: &[&[&str]] = &[
    &["which what", "are", "they those these"],
    &["which what", "ones", "are", "they those these"],
    &["which what", "ones"],
    &["what", "they", "are"],
    &["which", "they ones", "are"],
    &["which", "ones", "they", "are"],
    &["what which", "tasks things todos", "are", "they those these"],
];
pub(crate) const SHOW_THEM: &[&str] = &["show", "them"];
/// What asks how many there are: behind it all that was counted is meant.
pub(crate) const HOW_MANY: &[&str] = &["how", "many much"];
/// What asks how many were shown, and what is asked for instead.
pub(crate) const HOW_MANY_ARE_THERE: &[&[&str]] = &[
    &["how", "many", "are", "there"],
    &["how", "many", "is", "that"],
    &["how", "many", "there", "are"],
    &["how", "many", "of", "them those", "are", "there"],
    &["how", "many", "that", "is"],
];
pub(crate) const COUNT_THEM: &[&str] = &["count", "them"];

/// What asks which day of the week a day is that was told, and how it asks for one by its name.
pub(crate) const WHICH_DAY_IS_IT: &[&[&str]] = &[
    &["what which", "day weekday date", "is", "it that this"],
    &["what which", "day weekday date", "is", "it that this", "on"],
    &["what which", "day weekday date", "it that this", "is"],
    &["what which", "day", "of", "the", "week", "is", "it that this"],
    &["what which", "day", "of", "the", "week", "it that this", "is"],
    &["what which", "day weekday date", "does will", "it that this", "fall be land"],
    &["what which", "day weekday date", "does will", "it that this", "fall be land", "on"],
    &["what which", "day weekday date", "it that this", "falls lands", "on"],
    &["what which", "day", "of", "the", "week", "does will", "it that this", "fall be land"],
    &["what which", "day", "of", "the", "week", "does will", "it that this", "fall be land", "on"],
    &["on", "what which", "day weekday", "does will", "it that this", "fall be land"],
];
pub(crate) const WHEN_IS_THAT: &[&str] = &["when", "is", "that"];
pub(crate) const WHEN_IS_IT_DUE: &[&str] = &["tell", "me", "when", "it", "is", "due"];
pub(crate) const WHAT_DAY_IS: &[&str] = &["what", "day", "is"];

/// What stands before a day that is called by its name: "how many days until easter".
pub(crate) const BEFORE_A_NAMED_DAY: &str = "until till is to";

/// Verbs by which a todo is due later than it is: "put off the dentist until thursday".
pub(crate) const PUTS_OFF: &str = "postpone postponed delay delayed defer off back";

/// One of several by its place in time.
pub(crate) const OLDEST: &str = "oldest newest earliest latest";

/// "last friday of the month send the invoice"
pub(crate) const EACH_MONTH: &[&str] = &["first second third fourth last", WEEKDAYS, "of", "the each every", "month"];

/// What asks how long it is until a day that was told. The third word is the unit.
pub(crate) const HOW_LONG_UNTIL_THEN: &[&[&str]] = &[
    &["how", "many", "days weeks months sleeps nights", "until till to", "then that it"],
    &["how", "many", "days weeks months sleeps nights", "until till to", "that", "day date"],
    &["how", "many", "days weeks months sleeps nights", "from", "now", "is", "that it"],
    &["how", "many", "days weeks months sleeps nights", "is", "that it"],
    &["how", "many", "days weeks months sleeps nights", "is", "that it", "from", "now today"],
    &["how", "many", "days weeks months sleeps nights", "that it", "is", "from", "now today"],
    &["how", "many", "days weeks months sleeps nights", "away off", "is", "that it"],
    &["how", "many", "days weeks months sleeps nights", "away off", "that it", "is"],
    &["how", "many", "days weeks months sleeps nights", "is", "that it", "away"],
    &["how", "many", "days weeks months sleeps nights", "that it", "is"],
    &["how", "many", "days weeks months sleeps nights", "are", "left", "until till", "then that it"],
    &["how", "many", "days weeks months sleeps nights", "are", "there", "until till", "then that it"],
    &["how", "many", "days weeks months sleeps nights", "i", "have", "until till", "then that it"],
    &["how", "many", "days weeks months sleeps nights", "do", "i we", "have", "until till", "then that it"],
    &["how", "many", "days weeks months sleeps nights", "there are", "are left", "until till", "then that it"],
    &["how", "many", "days weeks months sleeps nights", "off away left"],
    &["how", "many", "days weeks months sleeps nights", "i we", "have", "left still"],
    &["how", "many", "days weeks months sleeps nights", "i we", "still", "have"],
    &["how", "many", "days weeks months sleeps nights", "do", "i we", "have"],
    &["how", "many", "days weeks months sleeps nights", "do", "i we", "have", "left"],
    &["how", "many", "days weeks months sleeps nights", "do", "i we", "still", "have"],
    &["how", "many", "days weeks months sleeps nights", "have", "i we", "got left"],
    &["how", "many", "days weeks months sleeps nights", "have", "i we", "got", "left"],
    &["how", "many", "days weeks months sleeps nights", "have", "i we", "still", "got"],
];
/// The same where the unit is left open.
pub(crate) const HOW_FAR_UNTIL_THEN: &[&[&str]] = &[
    &["how", "long", "until till", "then that it"],
    &["how", "long", "is", "it that", "until till", "then"],
    &["how", "long", "it that", "is", "until till", "then"],
    &["how", "far", "away off", "is", "that it"],
    &["how", "far", "away off", "that it", "is"],
    &["how", "far", "away off"],
    &["how", "long", "is", "that it", "from", "now today"],
    &["how", "long", "do", "i we", "have"],
    &["how", "long", "do", "i we", "have", "left"],
    &["how", "long", "have", "i we", "left got"],
    &["how", "long", "have", "i we", "got", "left"],
    &["how", "long", "left"],
];
pub(crate) const HOW_MANY_UNTIL: [&str; 2] = ["how", "many"];
pub(crate) const UNTIL: &str = "until";

/// How a question begins about a day that was only told, and what says that something is on another day than it was.
pub(crate) const OPENS_A_DAY_QUESTION: &str = "what whats when whens which how so tell";
pub(crate) const DATE: &str = "date day";
pub(crate) const NOW_ANOTHER: &str = "now moved changed shifted postponed rescheduled instead";

/// What asks for such a question to be answered: "and tell me how many days that is".
pub(crate) const TELL_ME: &[&[&str]] = &[&["tell let show", "me"], &["let", "me", "know"], &["say"]];

/// What makes a question of a statement: "stamps are on my list, right?".
pub(crate) const ISNT_IT: &str = "right correct yeah yes no innit";
pub(crate) const IS_OR_ARE: &str = "is are";
/// What opens a clause in an order, and what is said of a todo.
pub(crate) const OPENS_A_CLAUSE: &str = "that what whatever if which who when whether everything all sure";
pub(crate) const SAID_OF_A_TODO: &str = "list lists there done paid finished overdue";

/// One more of what was done away with: "delete the dentist and add a new one for friday".
pub(crate) const ANOTHER: &[&[&str]] =
    &[&["a the", "new fresh", "one"], &["another", "one"], &["a", "different", "one"]];
/// One more of what is on the list: "add another pay rent".
pub(crate) const ONE_MORE: &[&[&str]] = &[&["another"], &["one", "more"], &["a the", "second new"], &["a", "further"]];
/// What gives it a name of its own.
pub(crate) const NAMED: &str = "called named saying that which";

pub(crate) const MOVES: &str = "move push postpone reschedule shift bump change delay put set";
/// What moves something to the day that was told: "I get paid on the 30th, so move the rent to then".
pub(crate) const TO_THEN: &[&[&str]] = &[&["to until till", "then"], &["to", "that", "day date"]];

/// An answer behind what depends on it: "delete it if so".
pub(crate) const ANSWERED_LAST: &[&[&str]] = &[
    &["if", "so not yes no"],
    &["if", "it they", "is are isnt arent"],
    &["if", "there", "is are isnt arent"],
    &["if", "it they", "is are", "not there"],
    &["if", "i", "do dont"],
    &["otherwise"],
];

/// What says where goes what was named before it: "don't forget the candles, they go on the party list".
pub(crate) const GOES_THERE: &[&[&str]] = &[
    &["it they that those these", "goes go belongs belong"],
    &["it they that those these", "should", "go be"],
    &["they those these", "all both", "go belong"],
    &["they those these", "all both", "need have", "to", "go be"],
    &["it they that those these", "need needs have has", "to", "go be"],
    &["that", "should", "be"],
];
pub(crate) const ONTO: &str = "on onto to in under";
pub(crate) const IT: &str = "it that";
pub(crate) const PUT_IT: &[&str] = &["put", "it"];
pub(crate) const COLON: &str = ":";
pub(crate) const THOSE: &str = "those";
/// The same of one thing: "the blue badge, get that down on my list".
pub(crate) const PUT_THAT: &[&[&str]] = &[
    &["put add stick pop chuck throw get jot bung", "that it this", "down", "on onto to in"],
    &["put add stick pop chuck throw get jot bung", "that it this", "on onto to in"],
];
pub(crate) const PUT_THOSE: &[&str] = &["put add stick pop chuck throw", "those them these", "on onto to in"];
/// What adds the thing that was named before it: "gym every monday, can you add that".
pub(crate) const ADD_THAT: &[&[&str]] = &[
    &["add put stick pop note jot log", "that it this"],
    &["add put stick pop note jot log get", "that it this", "down in on"],
    &["add put", "that it this", "for", "me us"],
];
pub(crate) const PUT_THEM: &[&str] = &["put", "them"];
/// What puts something on a list, behind which more may stand: "put jam on the list and honey".
pub(crate) const ADDS: &str = "add put stick include note write jot pop chuck throw";
/// What says a time of a day that was told of, and what says that several things are missing: "no onions or garlic".
pub(crate) const AT_OR_BY: &str = "at by from";
pub(crate) const OR: &str = "or nor";
pub(crate) const MISSES_ANY: &str = "no any without dont havent arent isnt";
