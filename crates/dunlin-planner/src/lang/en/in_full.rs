//! Words of goals that say one thing in two sentences.

/// How somebody begins who wants something checked, and what goes on behind it.
pub(crate) const CHECKS: &[&[&str]] = &[&["check see verify confirm"], &["find", "out"], &["tell", "me"]];
pub(crate) const AFTER_CHECKS: &str = "if whether";
/// The answer on which something hangs.
pub(crate) const IF_SO: &[&[&str]] =
    &[&["if", "so yes"], &["if", "it they", "is are"], &["if", "thats"], &["if", "that", "is"]];
pub(crate) const IT_IS: &str = "is are";
/// What stands before the day that a todo is asked about.
pub(crate) const DUE_THEN: &str = "due for on before after by today tomorrow";
pub(crate) const FOR_OR_ON: &str = "for on to";
/// What joins two sentences.
pub(crate) const YES: &str = "and then please so";

/// How is asked whether something is not on a list: "no milk on the list? then put some on".
pub(crate) const NONE_OF: &str = "no";
pub(crate) const NOTHING: &str = "nothing";
pub(crate) const DUE_OR_ON: &str = "due on for planned scheduled overdue late";
pub(crate) const NONE_THERE: &[&str] = &["if", "so not none"];
pub(crate) const THERE: &str = "there";
pub(crate) const MISSING: &str = "missing absent";

pub(crate) const SHOULD: &str = "should";
pub(crate) const BE: &str = "be";
pub(crate) const STILL: &str = "still";

pub(crate) const CANCELS: &str = "cancel scrap drop";
pub(crate) const BOOKS: &str = "book rebook schedule reschedule make put set";
pub(crate) const INSTEAD: &str = "instead";

/// Words that are put where others stood.
/// What opens a reason in more words than one, and the one word for it.
pub(crate) const OPENS_A_REASON: &[&[&str]] = &[&["now", "that"], &["seeing", "as that how"], &["given", "that how"]];
pub(crate) const SINCE: &str = "since";

/// "make sure soap is on my list" as it is done: "add soap to my list if it is not there".
pub(crate) const MAKE_SURE: &[&[&str]] =
    &[&["make be", "sure", "that"], &["make be", "sure"], &["ensure see", "that"], &["ensure"]];
pub(crate) const IS_OR_ARE: &str = "is are gets get goes go";
pub(crate) const ADD_IF_NOT_THERE: (&str, [&str; 5]) = ("add", ["if", "it", "is", "not", "there"]);
pub(crate) const MOVE: &str = "move";
pub(crate) const TO: &str = "to";

/// What is said by the way: "and while you're at it, the books".
pub(crate) const BY_THE_WAY: &[&[&str]] =
    &[&["while", "youre", "at", "it"], &["while", "you", "are", "at", "it"], &["while", "youre", "there"]];

/// "repeat this every monday: show my list"
pub(crate) const DOES_THIS: &[&[&str]] = &[
    &["repeat do run", "this that it the"],
    &["repeat do run", "the this", "following"],
    &["repeat do run", "the", "same"],
];
pub(crate) const EVERY: &str = "every each";

/// How begins what is asked for behind a reason.
pub(crate) const CAN_YOU: &[&str] = &["can could would will", "you"];
pub(crate) const PLEASE: &str = "please pls";
