//! Words of goals that have one thing in place of another: "instead of rice put pasta on my list", "not apples but pears on the list".

/// Words of which one stands in every such goal, so that no other is looked through.
pub(crate) const SOME: &str = "instead rather place not no off out rid drop scratch ditch bin lose scrap cut strike toss chuck dump want need like";

/// What stands before the thing that is not meant, and how a plain speaker says it.
pub(crate) const IN_PLACE_OF: &[&[&str]] = &[&["instead", "of"], &["rather", "than"], &["in", "place", "of"]];
pub(crate) const INSTEAD_OF: [&str; 2] = ["instead", "of"];

/// "not apples but pears", "no milk, oat milk".
pub(crate) const NOT: &str = "not";
pub(crate) const NO: &str = "no";
pub(crate) const BUT: &str = "but";
/// Words with which what is meant would be a clause of its own: "not the gym, swimming should be on my list".
pub(crate) const A_CLAUSE: &str = "should must is are was goes go belongs be needs can could will i we you please";

/// Verbs that are as often the first word of a kind of thing: "clear varnish", "double cream".
pub(crate) const KINDS: &str = "clear double round square open new light";

/// Verbs that put something on a list.
pub(crate) const PUTS: &str = "add put write note jot stick include pop throw chuck toss place";
/// How begins who takes something off a list that is not named.
pub(crate) const TAKES_OFF: &[&[&str]] = &[
    &["take", "off out"],
    &["get", "rid", "of"],
    &["forget", "about"],
    &["never", "mind"],
    &["forget nevermind drop scratch ditch bin lose scrap cut strike toss chuck dump"],
];
/// Of these, verbs that "add" behind them tells to be said of a list: "ditch the cloths, add socks".
pub(crate) const SURELY_OFF: &str = "ditch scrap scratch";
/// The same with "off" at the end: "take the rolls off".
pub(crate) const TAKE: &str = "take";
pub(crate) const OFF: &str = "off out";
/// From where it is taken then.
pub(crate) const FROM_MY_LIST: [&str; 3] = ["from", "my", "list"];

/// "write down popcorn"
pub(crate) const DOWN: &str = "down";
/// What is put down somewhere else than on a list: "put the cat down", "put me down".
pub(crate) const POINTED_AT: &str =
    "the a an my your his her our their this that these those it them me him us you for";

/// Who "wants ham off the list and turkey on it".
pub(crate) const WANTS: &str = "want need like id wed";
pub(crate) const PUT: &str = "put";
pub(crate) const ON: &str = "on";
pub(crate) const ON_IT: &str = "it there instead";

/// "I'd like soap put on my list and shampoo taken off"
pub(crate) const TAKEN_OFF: &[&[&str]] = &[
    &["taken crossed struck scratched", "off out"],
    &["taken crossed struck scratched", "off", "it there"],
    &["removed deleted gone off"],
    &["off", "it"],
];
pub(crate) const DELETE: &str = "delete";
