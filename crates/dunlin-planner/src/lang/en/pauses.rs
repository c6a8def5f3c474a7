//! The grammar's rows and words for what a run waits for: time, an answer; and for orders about each of several todos.

use crate::model::intent::Intent;

/// The rows, by intent.
pub(crate) const ROWS: &[(Intent, &[&str])] = &[
    (
        Intent::Wait,
        &[
            "( wait | pause | hold on | hold off | sleep ) [ for | another | until | till | til ] {text}",
            "give it {text}",
        ],
    ),
    (
        Intent::Notify,
        &[
            "( notify | alert | ping | buzz | tell | warn ) me [ then ] that {text}",
            "let me know [ then ] that {text}",
            "let me know [ then ]",
            "( notify | alert | ping | buzz ) me [ then ] [ ( about | of ) {text} ]",
        ],
    ),
    (Intent::AskMe, &["ask me [ first ] {text}", "let me ( enter | type | give | type in ) {text}"]),
];

/// Who says so can be told it whatever was said before.
pub(crate) const NOTIFY_ME_THAT: &[&str] = &["notify alert ping buzz", "me", "that"];

/// Verbs of throwing that say no more than "put" where something goes onto a list, and what says that it goes away.
pub(crate) const THROWN: &str = "chuck bung sling whack plonk lob slap";
pub(crate) const AWAY: &str = "off out away from";

/// Who is reminded when a wait is over: "wait 10 minutes, then remind me to stretch".
pub(crate) const REMIND_ME: &[&str] = &["remind notify alert ping buzz nudge", "me"];

/// "give it another hour" puts something off.
pub(crate) const GIVES: &str = "give";
pub(crate) const MORE_TIME: &str = "another more longer";

/// What is said when a wait is over: "give it 15 minutes and then say tea is ready".
pub(crate) const SAYS: &str = "say announce shout";
pub(crate) const SAYS_THAT: &str = "that";

/// Words that say that a moment is waited for, and no length of time.
pub(crate) const UNTIL: &str = "until till til";

/// Words in a question that is answered with a number.
pub(crate) const ANSWERED_WITH_A_NUMBER: &str = "amount number price cost total bill sum age much many percent percentage count quantity rate weight height \
     distance temperature budget fee salary rent score size length width";

/// The shortest unit of time.
pub(crate) const SECONDS: &str = "second seconds sec secs";

/// Half a minute, which no unit of time is a whole number of.
pub(crate) const HALF_A_MINUTE: &[&[&str]] = &[&["half", "a an one", "minute"], &["half", "minute"]];
pub(crate) const MS_OF_HALF_A_MINUTE: u64 = 30_000;

/// One of it.
pub(crate) const ONE: &str = "a one";

/// "ask me for the bill": its words, in order.
pub(crate) const ASKING: [&str; 4] = ["ask", "me", "for about", "the a an my our"];

/// How what is asked for begins: "for the bill", "what to buy".
pub(crate) const ASKED_FOR: &str = "for about";
pub(crate) const QUESTIONS: &str = "how what which who when where";

/// What stands before something that was asked for: "the bill".
pub(crate) const SAME: &str = "the that my our";

/// What it is called from then on.
pub(crate) const IT: &str = "it";

/// Words at which the name of what is asked for ends.
pub(crate) const NAME_ENDS: &str = "and then so before after to of";

/// Words between two requests.
pub(crate) const BETWEEN: &str = "and then please also";

/// "for each overdue todo": its first words.
pub(crate) const FOR: &str = "for";
pub(crate) const EACH: &str = "each every all";

/// Words that begin requests and name what each is as well.
pub(crate) const NOUNS: &str = "todo list new open";

/// The day that was told of, behind a list: "put rake the leaves on my list for then".
pub(crate) const FOR_THAT_DAY: &[&[&str]] = &[&["for by on", "then"], &["for by on", "that the", "day date"]];
/// The same of a day that is said to be free.
pub(crate) const FOR_IT: &[&[&str]] = &[&["for on", "it"]];
pub(crate) const THAT_VERY_DAY: &[&[&str]] =
    &[&["that", "day date"], &["on", "that", "day date"], &["the", "same", "day"]];
/// What else a day is said behind: "put drinks down for then", "is anything else on that day".
pub(crate) const DOWN_OR_DUE: &str = "down in due planned on else anything something is";
/// What is asked for of such a day: "what have I got that day".
pub(crate) const GOT: &str = "got have planned due";
/// A day beside one that was told of: "remind me the day before".
pub(crate) const UNITS_BEFORE: &str = "day days week weeks month months hour hours minute minutes min mins";
pub(crate) const UNITS_OF_TIME: &str = "hour hours minute minutes min mins";
/// "a week before that"
pub(crate) const THAT_DAY: &str = "that then it";
pub(crate) const AFTER: &str = "after";
pub(crate) const BEFORE_OR_AFTER: &str = "before after";
/// What a tag is said by behind a list, what a list is, and by what something is put on it: "put the mat on my list with the tag
/// kitchen".
pub(crate) const TAGGED_BY: &[&[&str]] = &[
    &["with", "the a", "tag label"],
    &["with", "tag label"],
    &["tagged labelled labeled", "as with"],
    &["tagged labelled labeled"],
];
/// What makes of "to" a part of the list's name.
pub(crate) const DOING: &str = "do dos buy get";
pub(crate) const LISTS: &str = "list checklist todos tasks";
pub(crate) const PUTS: &str = "add put place include stick write note pop throw";

/// The same of "take each overdue todo and move it", and of "go through my list and tick off each one".
pub(crate) const TAKES: &str = "take grab";
pub(crate) const GOES_THROUGH: &[&str] = &["go look run step work", "through over down"];
pub(crate) const EACH_ONE: &[&[&str]] = &[
    &["each every", "single", "one todo task item thing"],
    &["each every", "one todo task item thing"],
    &["each all every", "of", "them those these it"],
    &["them it those", "all"],
    &["everything each all"],
    &["them"],
];
pub(crate) const EVERYTHING_ON: [&str; 2] = ["everything", "on"];
pub(crate) const OFF: &str = "off";
/// "set priority 2" says nothing of whose.
pub(crate) const RANKS: &str = "set give";
pub(crate) const PRIORITY: &str = "priority";

/// What stands for each of them in the order about them.
pub(crate) const OF_EACH: &str = "it them";

/// What shows them first.
pub(crate) const SHOW_ALL: [&str; 2] = ["show", "all"];

/// What stands for the words of each of them in a todo that is added for it: "for each todo due today, add todo check it".
pub(crate) const NAMES_EACH: &str = "it this that";

/// What is added to each of them without saying "to it": "for every todo tagged home add the tag weekend".
pub(crate) const TAGS: &str = "tag label";
/// What says itself that a tag follows: "tag the taxes as urgent".
pub(crate) const TAGGED_AS: &str = "as with hash tag label";
pub(crate) const AS: &str = "as";
pub(crate) const TO: &str = "to";

pub(crate) const PUT_IN: &[&[&str]] = &[&["put pop pencil stick", "in down"], &["jot note write", "down"]];

/// "the rent is paid and so is the gym"
pub(crate) const SO: &str = "so";
pub(crate) const SO_IS: &str = "is are was were has have";

/// What says something of each that was named: "…, both on friday".
pub(crate) const BOTH: &str = "both all";

/// What adds a todo, also where it names neither todo nor list.
pub(crate) const ADD: &str = "add";

/// Words with which no thing begins that stands under a day.
pub(crate) const COUNTED: &str =
    "a two three four five six few couple of things todos tasks jobs chores errands stuff to do for";
pub(crate) const NO_THING: &str =
    "what whats how when who show list tell is are do does did will the weather i we it and or not no";

/// What a todo is put on.
pub(crate) const A_LIST: &str = "list lists checklist todos tasks";
/// What a list is emptied of: "everything on it".
pub(crate) const ALL_OF_A_LIST: &str = "everything all";
pub(crate) const ON_OR_FROM: &str = "on from off in";
/// What is said of a list before it is to be emptied: "my list is a mess".
pub(crate) const IS_SAID: &str = "is isnt has got gets needs looks was";
/// What is said of a list that may be deleted, and the verbs that ask for it.
pub(crate) const EMPTY: &str = "empty";
pub(crate) const DELETES: &str = "delete remove drop scrap bin";
pub(crate) const JOINS: &str = "so and then";
/// What is said of several orders before them: "please make the following changes to".
pub(crate) const SAID_OF_ORDERS: &str = "please can could would you i want need do make the these this those following some few a couple of changes change updates \
     update edits edit fix adjust modify things two three 2 3 to on in for with from like as follows";
pub(crate) const ON: &str = "on";
pub(crate) const COMMA: &str = ",";
