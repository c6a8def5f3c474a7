//! Words that begin a clause after a connector, that a later clause shares, and that hang on an answer.

use crate::model::reading::{Answer, Link};

/// How clauses hang on what stands before them.
pub(crate) const PLAIN: Link = Link {
    strong: false,
    hard: false,
    therefore: false,
    answer: None,
    aside: false,
    also: false,
    corrects: false,
    each: false,
};
pub(crate) const ASIDE: Link = Link { aside: true, ..PLAIN };
pub(crate) const STRONG: Link = Link { strong: true, ..PLAIN };
pub(crate) const HARD: Link = Link { hard: true, ..STRONG };
const ALSO: Link = Link { also: true, ..PLAIN };
const CORRECTS: Link = Link { corrects: true, ..STRONG };
const FOR_EACH: Link = Link { each: true, ..PLAIN };
const THEREFORE: Link = Link { therefore: true, ..PLAIN };

/// Where a connective must stand to be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stands {
    Anywhere,
    /// Behind another, or behind a sign: "…, finally clear my list".
    AfterSign,
    /// The same, and before a verb: "…, second delete milk".
    BeforeRequestAfterSign,
    /// Before any word that a request may begin with, or another such word: "… n then add tea".
    BeforeBeginner,
    NotAfterSign,
    /// Before a verb: "I've swept the floor now add mop it".
    BeforeRequest,
    /// Behind a sign, and before one: "…, wait, undo that".
    BetweenSigns,
}

/// Words that join two clauses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Connective {
    /// What each of the words beside each other may be.
    pub(crate) run: &'static [&'static str],
    pub(crate) link: Link,
    pub(crate) stands: Stands,
}

const fn row(run: &'static [&'static str], link: Link, stands: Stands) -> Connective {
    Connective { run, link, stands }
}

/// What joins an order to those that were shown just before it.
pub(crate) const FOR_EACH_OF_THEM: &[&str] = &["for", "each every", "of", "them these those"];

/// The connectives; the first that fits counts.
pub(crate) const CONNECTIVES: &[Connective] = &[
    row(&["no nope", "hang hold", "on"], CORRECTS, Stands::AfterSign),
    row(&["hang hold", "on"], CORRECTS, Stands::AfterSign),
    row(&["no wait sorry actually nope", "i", "meant mean"], CORRECTS, Stands::AfterSign),
    row(&["no", "wait sorry actually"], CORRECTS, Stands::AfterSign),
    row(&["wait actually sorry oops", "no"], CORRECTS, Stands::AfterSign),
    row(&["i", "meant mean"], CORRECTS, Stands::AfterSign),
    row(&["not", "that this"], CORRECTS, Stands::BetweenSigns),
    row(&["actually wait no sorry oops", "make", "that it"], CORRECTS, Stands::AfterSign),
    row(&["or", "rather better"], CORRECTS, Stands::Anywhere),
    row(&["on", "second", "thought thoughts"], CORRECTS, Stands::AfterSign),
    row(&["no", "wait sorry actually", "i", "meant mean"], CORRECTS, Stands::Anywhere),
    row(&["sorry oops", "i", "meant mean"], CORRECTS, Stands::Anywhere),
    row(&["no", "wait sorry"], CORRECTS, Stands::Anywhere),
    row(&["wait actually sorry oops", "no"], CORRECTS, Stands::Anywhere),
    row(&["uh um er hmm oh", "actually wait no sorry"], CORRECTS, Stands::Anywhere),
    row(&["or", "no"], CORRECTS, Stands::AfterSign),
    row(&["scratch scrap strike forget", "that"], CORRECTS, Stands::AfterSign),
    row(
        &["uh um er hmm oh wait no actually sorry", "scratch scrap strike forget", "that"],
        CORRECTS,
        Stands::AfterSign,
    ),
    row(&["sorry no oops nope"], CORRECTS, Stands::AfterSign),
    row(&["wait actually"], CORRECTS, Stands::BetweenSigns),
    row(&["actually wait no sorry oops", "dont"], CORRECTS, Stands::BetweenSigns),
    row(&["dont"], CORRECTS, Stands::BetweenSigns),
    row(&["oh ah hmm um uh er"], PLAIN, Stands::AfterSign),
    row(&["lol haha lmao"], HARD, Stands::BeforeRequest),
    row(&["oh", "and also"], PLAIN, Stands::Anywhere),
    row(FOR_EACH_OF_THEM, FOR_EACH, Stands::Anywhere),
    row(&["for", "each every", "one"], FOR_EACH, Stands::Anywhere),
    row(&["and but", "either", "way"], STRONG, Stands::Anywhere),
    row(&["either", "way"], STRONG, Stands::BeforeRequestAfterSign),
    row(&["and", "then"], HARD, Stands::Anywhere),
    row(&["only just", "then"], HARD, Stands::Anywhere),
    row(&["after", "that"], HARD, Stands::Anywhere),
    row(&["then"], HARD, Stands::Anywhere),
    row(&["second third fourth"], STRONG, Stands::BeforeRequestAfterSign),
    row(&["finally lastly"], HARD, Stands::AfterSign),
    row(&["next", "up"], STRONG, Stands::AfterSign),
    row(&["up next", "next up", ":"], STRONG, Stands::AfterSign),
    row(&["up", "next"], STRONG, Stands::AfterSign),
    row(&["afterwards next finally lastly"], STRONG, Stands::Anywhere),
    row(&["i we ive weve", "also"], ALSO, Stands::AfterSign),
    row(&["and but", "i we", "also"], ALSO, Stands::Anywhere),
    row(&["also"], ALSO, Stands::Anywhere),
    row(&["as", "well", "as"], ALSO, Stands::Anywhere),
    row(&["along", "with"], ALSO, Stands::Anywhere),
    row(&["and plus but please"], PLAIN, Stands::Anywhere),
    row(&["so"], THEREFORE, Stands::Anywhere),
    row(&["n"], PLAIN, Stands::BeforeBeginner),
    row(&["now"], PLAIN, Stands::BeforeRequest),
    row(&["because cause cuz coz since"], ASIDE, Stands::NotAfterSign),
];

/// The words that join two requests wherever they stand: a second planner's goals are cut at them.
pub(crate) const JOINS_REQUESTS: &str = "and then";

/// What stands behind a condition that ends a request, before another one.
pub(crate) const BEHIND_AN_ANSWER: &str = "then and but otherwise else";

/// Orders that such a condition ends.
pub(crate) const PUTS_ON: &str = "add put stick pop throw include write";

/// What opens a reason before what is asked for because of it: "since I'm away, …".
pub(crate) const WHY: &str = "because since as cause cuz coz seeing given";

/// How begins what something is asked for: "for the trip add the passport to my list".
pub(crate) const FOR_THE: &[&str] = &["for", "the our my this"];

/// What follows "as" and "since" where they give no reason: "as soon as possible", "since monday".
pub(crate) const NO_REASON: &str = "soon well far long much many usual always before ever needed a an the monday tuesday wednesday thursday friday saturday sunday yesterday last this";

/// What makes an answer a question of its own: "if it is more than 100", "if it is on my list".
pub(crate) const COMPARED: &str =
    "more less greater larger bigger higher smaller lower fewer above below over under at equal exactly";
pub(crate) const ON_A_LIST: &str = "on in";

/// How questions and orders to whoever listens begin: they are no part of the todo before them.
pub(crate) const ASKS_ANEW: &[&[&str]] = &[
    &["whats hows whos wheres whens"],
    &["what", "else"],
    &["anything", "else left"],
    &["is are", "there", "any anything"],
    &["is", "anything"],
    &["which", "is are day date one ones weekday"],
    &["which", "of", "them those", "are is"],
    &["what", "is are was do does did time date day weekday should will"],
    &["how", "is are do does did much many old far long longs fars olds"],
    &["who where when why", "is are was do does did will should must would can"],
    &["can could would will", "you"],
    &["tell", "me"],
    &["let", "me us", "know"],
];
/// What "what are they" asks about.
pub(crate) const ASKED_OF: &str = "they it these those";

/// What stands behind "n" where it is no letter: "n then add tea".
pub(crate) const THEN_OR_ALSO: &str = "then also please";
/// What "else" is a part of: "what else is on my list".
pub(crate) const BEFORE_ELSE: &str = "what whats anything something nothing who";
pub(crate) const ELSE: &str = "else";
/// What "next" is a part of: "when is the next one".
pub(crate) const NEXT: &str = "next";
/// How a day of every month begins: "first of every month".
pub(crate) const FIRST_OF: [&str; 2] = ["first", "of"];
pub(crate) const EVERY_OR_EACH: [&str; 2] = ["every", "each"];
pub(crate) const AFTER_NEXT: &str = "week weekend month year quarter term";
pub(crate) const THE_NEXT: &str = "the my our your his her their a this";
/// What points back: "check it off".
pub(crate) const IT: &str = "it that them";
/// How a request begins that is put as a question.
pub(crate) const ASKS_POLITELY: &str = "can could would will please";
/// A way around a request: "go ahead and add milk".
pub(crate) const GO_AHEAD: &[&str] = &["go", "ahead"];
pub(crate) const AND: &str = "and";
pub(crate) const IF: &str = "if";
/// Words that ask what a number is: "what is 5!".
pub(crate) const ASKS_A_NUMBER: &str = "what whats is calculate compute evaluate find solve work out how much";
/// Words that reckon on with the number before them: "5! plus 3".
pub(crate) const RECKONS_ON: &str = "plus minus times over";
/// Words that begin a sum of its own.
pub(crate) const BEGINS_A_SUM: &str = "the half double twice";
pub(crate) const TODO: &str = "todo";
/// Verbs that mark a todo as done, and with a day say what is to be done by then: "finish the essay by friday".
pub(crate) const FINISHES: &str = "finish";
/// Verbs that mark a todo as done, where a word behind it says so: "tick milk off".
pub(crate) const TICKS: &str = "check tick cross mark";

/// Words that begin a request after "and" or a comma. Nouns that are a request of their own ("my list") are not among
/// them, for they are as often a part of the todo before.
pub(crate) const BEGINNERS: &[&str] = &[
    "calculate",
    "compute",
    "evaluate",
    "work",
    "figure",
    "solve",
    "what",
    "whats",
    "how",
    "hows",
    "add",
    "append",
    "put",
    "delete",
    "remove",
    "erase",
    "clear",
    "list",
    "show",
    "display",
    "mark",
    "complete",
    "check",
    "tick",
    "cross",
    "undo",
    "find",
    "search",
    "count",
    "create",
    "make",
    "take",
    "tell",
    "read",
    "give",
    "is",
    "are",
    "do",
    "did",
    "rename",
    "move",
    "remind",
    "set",
    "multiply",
    "divide",
    "split",
    "subtract",
    "reopen",
    "get",
    "place",
    "include",
    "write",
    "eliminate",
    "scratch",
    "strike",
    "let",
    "see",
    "view",
    "finish",
    "insert",
    "empty",
    "new",
    "todo",
    "open",
    "postpone",
    "reschedule",
    "push",
    "delay",
    "defer",
    "snooze",
    "bump",
    "tag",
    "label",
    "transfer",
    "flag",
    "uncheck",
    "drop",
    "throw",
    "toss",
    "replace",
    "dont",
    "which",
    "cancel",
    "math",
    "double",
    "halve",
    "triple",
    "square",
    "round",
    "look",
    "bring",
    "sort",
    "prioritise",
    "prioritize",
    "start",
    "wait",
    "pause",
    "ask",
    "swap",
    "shift",
    "shove",
    "switch",
    "change",
    "nudge",
    "ditch",
    "adding",
    "deleting",
    "removing",
    "erasing",
    "taking",
    "ad",
    "have",
    "stick",
    "pop",
    "jot",
    "note",
    "wipe",
    "lose",
    "scrap",
    "bin",
    "chuck",
    "forget",
    "save",
    "store",
    "times",
    "bung",
    "sling",
    "scribble",
    "slap",
    "plonk",
    "whack",
    "lob",
    "repeat",
    "pencil",
    "raise",
    "lower",
    "notify",
    "alert",
    "ping",
    "buzz",
    "register",
    "enter",
    "record",
    "log",
    "tack",
    "squeeze",
    "nix",
    "axe",
    "trash",
    "dump",
    "discard",
    "kill",
    "pull",
    "cut",
    "kick",
    "rub",
    "knock",
    "close",
    "resolve",
    "slide",
];

/// What people say of what they did, after something else that they did.
pub(crate) const TOLD_DONE: &str = "took brought paid called rang rung phoned texted bought washed cleaned fixed sent posted returned watered fed emailed booked ordered \
     mowed renewed cancelled submitted signed packed cooked baked painted repaired mended collected filed emptied did done finished completed";

/// Words with which an unanchored request ("add bread") may begin after "and" or a comma.
pub(crate) const BARE_BEGINNERS: &[&str] = &[
    "add", "ad", "delete", "remove", "complete", "erase", "append", "adding", "deleting", "removing", "erasing",
    "taking",
];

/// Verbs that take a thing with an article away, and are next to never what a todo says: "…, lose the wrapping paper".
pub(crate) const LOSES: &str = "lose ditch scrap axe nix";

/// Words that make a clause hang on the answer before it.
pub(crate) const ANSWERS: &[(&[&str], Answer)] = &[
    (&["if", "it they that there", "isnt arent wasnt werent aint"], Answer::No),
    (&["if", "it they that there", "isnt arent wasnt werent aint", "there already any one yet listed"], Answer::No),
    (&["if", "it they that there", "isnt arent wasnt werent aint", "on", "it there"], Answer::No),
    (&["if", "it they that there", "is are was were", "not none nothing missing empty"], Answer::No),
    (&["if", "it they that there", "is are was were", "not", "there already any one yet listed"], Answer::No),
    (&["if", "it they that there", "is are was were", "not", "on", "it there"], Answer::No),
    (&["if", "you we i", "havent didnt", "already yet"], Answer::No),
    (&["if", "its theyre thats theres", "not none nothing missing empty"], Answer::No),
    (&["if", "its theyre thats theres", "not", "there already any one yet listed"], Answer::No),
    (&["if", "its theyre thats theres", "not", "on", "it there"], Answer::No),
    (&["if", "not"], Answer::No),
    (&["because cause cuz coz", "if", "not"], Answer::No),
    (&["if", "no"], Answer::No),
    (&["if", "nothing"], Answer::No),
    (&["if", "none"], Answer::No),
    (&["if", "theres", "anything"], Answer::Yes),
    (&["if", "there", "is", "anything"], Answer::Yes),
    (&["if", "there", "are", "any"], Answer::Yes),
    (&["if", "i", "dont"], Answer::No),
    (&["if", "it", "was"], Answer::Yes),
    (&["if", "they", "were"], Answer::Yes),
    (&["if", "i", "didnt"], Answer::No),
    (&["if", "i", "did"], Answer::Yes),
    (&["if", "you", "dont"], Answer::No),
    (&["if", "you", "dont", "find", "any"], Answer::No),
    (&["if", "you", "dont", "find", "it"], Answer::No),
    (&["if", "you", "dont", "see", "it"], Answer::No),
    (&["if", "so"], Answer::Yes),
    (&["if", "there", "are"], Answer::Yes),
    (&["if", "there", "is"], Answer::Yes),
    (&["if", "any", "are"], Answer::Yes),
    (&["if", "im", "free"], Answer::No),
    (&["if", "i", "am", "free"], Answer::No),
    (&["if", "i", "have"], Answer::Yes),
    (&["if", "i", "havent"], Answer::No),
    (&["if", "it", "has"], Answer::Yes),
    (&["if", "it", "hasnt"], Answer::No),
    (&["if", "it", "does"], Answer::Yes),
    (&["if", "it", "doesnt"], Answer::No),
    (&["if", "they", "do"], Answer::Yes),
    (&["if", "they", "dont"], Answer::No),
    (&["if", "yes"], Answer::Yes),
    (&["if", "it", "is"], Answer::Yes),
    (&["if", "they", "are"], Answer::Yes),
    (&["if", "i", "do"], Answer::Yes),
    (&["if", "that", "fails"], Answer::Failed),
    (&["if", "it", "fails"], Answer::Failed),
    (&["if", "this", "fails"], Answer::Failed),
    (&["if", "that", "failed"], Answer::Failed),
    (&["if", "it", "failed"], Answer::Failed),
    (&["if", "they", "fail"], Answer::Failed),
    (&["if", "that", "doesnt", "work"], Answer::Failed),
    (&["if", "it", "doesnt", "work"], Answer::Failed),
    (&["if", "that", "does", "not", "work"], Answer::Failed),
    (&["if", "it", "does", "not", "work"], Answer::Failed),
    (&["if", "that", "goes", "wrong"], Answer::Failed),
    (&["if", "it", "goes", "wrong"], Answer::Failed),
    (&["if", "anything", "fails"], Answer::Failed),
    (&["if", "something", "fails"], Answer::Failed),
    (&["if", "something", "goes", "wrong"], Answer::Failed),
    (&["if", "theres", "an", "error"], Answer::Failed),
    (&["if", "there", "is", "an", "error"], Answer::Failed),
    (&["otherwise"], Answer::Otherwise),
    (&["else"], Answer::Otherwise),
    (&["or", "else"], Answer::Otherwise),
];

/// What says that nothing is to be done otherwise.
pub(crate) const LEAVES_IT: &[&[&str]] = &[
    &["leave forget ignore skip keep", "it them that"],
    &["leave keep", "it them that", "as there", "is are it"],
    &["leave keep", "it them that", "on", "there"],
    &["let", "it them that", "be"],
    &["leave", "it them that", "alone be"],
    &["leave keep", "everything all things"],
    &["leave", "everything all things", "alone be"],
    &["leave keep", "everything all things it them that", "as where how", "it they things", "is are was were"],
    &["leave", "the", "rest others", "alone be"],
    &["dont", "add put write include do delete remove touch change", "it them that any anything another"],
    &["dont", "add put write include", "it them that any", "again twice"],
    &["no", "need", "to", "add do", "it them that anything"],
    &["dont", "worry"],
    &["dont", "worry", "about", "it that them"],
    &["do change", "nothing"],
    &["dont", "do change touch", "a", "thing"],
    &["nothing"],
    &["fine ok okay good great"],
    &["then thats", "fine ok okay good great"],
    &["dont", "bother"],
    &["never", "mind"],
    &["nevermind"],
];

/// What says that the same is meant of another todo: "and the same for the gym".
pub(crate) const SAME_FOR: &[&[&str]] = &[
    &["do", "the", "same", "for with to"],
    &["the", "same", "for with"],
    &["the", "same", "goes applies", "for to"],
    &["same", "goes applies", "for to"],
    &["same", "for with"],
    &["likewise ditto", "for with"],
    &["likewise ditto"],
];
/// Verbs that show todos, and how others begin that are shown as well: "… and then those without a date".
pub(crate) const SHOWERS: &str = "show list display read";
pub(crate) const SHOWN_TOO: &str = "those the everything ones";
/// How it is said of another todo behind "so": "and so is the sink".
pub(crate) const IS_TOO: &str = "is are was were has";

/// Verbs that a later clause can share.
pub(crate) const SHARED: &[&str] = &[
    "add",
    "put",
    "include",
    "place",
    "write",
    "append",
    "insert",
    "delete",
    "remove",
    "erase",
    "take",
    "drop",
    "scratch",
    "strike",
    "eliminate",
    "check",
    "tick",
    "cross",
    "mark",
    "complete",
    "show",
    "read",
    "list",
    "whats",
    "display",
    "stick",
    "throw",
    "set",
    "create",
    "make",
    "schedule",
];

/// Verbs that a later clause can share which names its own day, list or number, and the words before that.
pub(crate) const LENDERS: &str = "tag label move push postpone reschedule shift bump snooze delay defer transfer set make mark give divide multiply subtract split take deduct";
pub(crate) const LENT_OVER: &str = "to until till into onto by from between among with as";

/// How it is said of a day that takes another's place: "sunday works better".
pub(crate) const IS_BETTER: &[&[&str]] =
    &[&["works is suits", "better"], &["works is suits", "me", "better"], &["would", "be", "better"]];
/// Words before a day or a time.
pub(crate) const BEFORE_TIME: &str = "on at by in every each next this";

/// Words at which a clause may end.
pub(crate) const BETWEEN_CLAUSES: &str = "and then also";

/// What stands before a todo that is added by its noun alone: "new todo: clip the hedge".
pub(crate) const NEW: &str = "new";
/// What "another" is said of where one more is added: "another one for oiling the gate".
pub(crate) const ONE_MORE: &str = "one todo task reminder";
/// What a clause is that shares its verb with the one before: another todo, a list, the same again, a thing.
pub(crate) const ANOTHER: &str = "a an another one";
pub(crate) const ENDS_IN_A_LIST: &str = "list lists todos tasks groceries do todo checklist";
pub(crate) const TOO: &str = "too also well";
/// A day that is the sun before a thing: "sun cream".
pub(crate) const SUN: &str = "sun";
pub(crate) const BEFORE_A_THING: &str = "some the more a an";
/// Where "list" is a verb: behind these.
pub(crate) const LIST: &str = "list";
pub(crate) const BEFORE_A_VERB: &str = "and then please , you to just";
/// "remind me to call Ann and to pay Bob".
pub(crate) const REMIND_ME: &[&str] = &["remind", "me"];
/// With what no statement ends, so that a reminder behind it is a part of it: "I asked Bob to remind me".
pub(crate) const NO_END: &str =
    "to will would can could should did does do must might may not dont didnt wont cant never and or who that please";
/// Verbs that are things in a reason: "since I'm at the store add milk", "for the yard list add twine".
pub(crate) const THINGS_TOO: &str = "store work list";
/// Who is to "look and see" is to do one thing.
pub(crate) const LOOKS_AND: &str = "look check go";
/// Who "went and" did something did one thing.
pub(crate) const WENT: &str = "went";
/// What leads on to a list, so that it stands at the end of nothing: "take milk off".
pub(crate) const LED_ON: &str = "from off of on onto to in into";
/// What asks for no more than the change that was told of: "the rent isn't due until the 5th, move it".
pub(crate) const CHANGES_IT: &[&[&str]] = &[
    &["move change update push reschedule shift adjust", "it that this"],
    &[
        "move change update push reschedule shift adjust",
        "the my",
        "appointment date day time booking reminder todo entry",
    ],
];
/// The same of how urgent it is: "the photos aren't important, lower the priority".
pub(crate) const RANKS_IT: &[&str] = &["lower raise change bump drop increase", "the its that", "priority"];
/// Verbs that put something on a list, behind a statement without a sign: "we had a leak last night add call the plumber to my list".
pub(crate) const ADDS: &str = "add put";
/// How somebody is let do something: "the gym is done, you can clear that".
pub(crate) const YOU_CAN: &[&str] = &["you", "can could may"];
pub(crate) const TO: &str = "to";
pub(crate) const ABOUT: &str = "about of";
pub(crate) const NO_VERB: &str = "the my a an our his her their be";
/// What stands behind an item and names the list.
pub(crate) const NAMES_A_LIST: &str = "list groceries shopping";
/// What may stand before why something is added: "add rice, we're out", "add rice cause we're out".
pub(crate) const BETWEEN_REASON: &str = ", . because cause cuz coz since as";
/// Words that a full stop shortens, so that it ends no sentence: "see dr. smith".
pub(crate) const SHORTENED: &str =
    "mr mrs ms dr st prof rev sgt vs etc no nr approx tel ext rd ave jr sr inc ltd eg ie";
