//! Words by which a refused clause that names a todo tells what is to become of it, and those by which it only wants something kept;
//! only offers are made of them.

/// The list that a todo belongs on: "flights under travel".
pub(crate) const UNDER: &[&[&str]] = &[
    &["under"],
    &["belongs belong goes go lives live fits fit", "on in under to with into"],
    &["should", "be", "under in"],
];
pub(crate) const WASTE: &str = "bin trash rubbish garbage dustbin";
/// What stands behind the hours of a clock of 24: "16h".
pub(crate) const HOUR: &str = "h";
pub(crate) const OURS: &str = "the my our";
/// Other ranks of a todo.
pub(crate) const RANK_NAMES: &str = "priority prio p rank it matters important urgent importance";
pub(crate) const MATTERS_LESS: &[&[&str]] =
    &[&["matters matter", "less"], &["less", "important urgent pressing"], &["not", "so that", "important urgent"]];
/// Sooner, and later.
pub(crate) const EARLIER: &str = "earlier sooner forward";
pub(crate) const LATER: &str = "later another more extra back longer grace";
/// What goes on for another length of time.
pub(crate) const ANOTHER: &str = "another";
pub(crate) const A: &str = "a";
/// What says that a day suits a todo better than its own.
pub(crate) const SUITS: &str = "suit suits better rather instead make works work would prefer prefers preferably actually now change changed move moved shift \
     switch new moves goes comes says wants works -> →";
/// Who tells a thing that was done with a todo, by the word that is its own: "spoke to mum".
pub(crate) const JUST_DONE: &str =
    "just now already today yesterday earlier this morning afternoon evening finally ago last night";
/// What goes with every todo that has a word: "kill anything milk".
pub(crate) const ANYTHING_WITH: &str = "anything everything whatever all";
pub(crate) const WITH: &str = "with about of on to do containing saying mentioning";
/// What is wanted in place of something: "almond milk no, soy milk yes".
pub(crate) const NO: &str = "no out off";
pub(crate) const YES: &str = "yes in on please instead";

/// What points from a thing to its list, and from a list to its things.
pub(crate) const ARROWS: &[&str] = &["->", "→", "=>", "⇒", "-->", ">>", ">"];
pub(crate) const PUTS_ON: &[&str] = &["+=", "<-", "←", "<="];
/// Where several things go that are named before: "hammer + nails, both onto diy".
pub(crate) const BOTH_ONTO: &[&str] = &["both all each", "onto on to into in for"];
/// What begins with a list that lacks something, and what is written behind what is urgent.
pub(crate) const WANTS: &str = "list wants want needs need add put we i the my get please";
pub(crate) const FIRST_RANK: &str = ", p1";
pub(crate) const AND: &str = "and + & plus n";
/// What stands before a colon and says only that something is to be kept: "also: toothpaste".
pub(crate) const HEADS: &str = "also me note notes todo todos jot reminder remember next top of the pile list ps oh important first thing another and add \
     new task memo self to for my a don't dont forget must do urgent one more again plus btw item buy get need needs";
pub(crate) const BUYS: &str = "buy get need needs";
/// What may stand behind a thing to be kept in mind and says no more of it.
pub(crate) const TAILS: &[&[&str]] = &[
    &["dont cant mustnt", "miss", "it this that"],
    &["dont cant mustnt", "forget", "it this that"],
    &["must", "not", "be", "missed forgotten"],
    &["not", "to", "miss forget"],
    &["not", "to", "be", "missed forgotten"],
    &["dont cant mustnt", "forget miss"],
    &["dont", "let", "me", "forget miss", "it this that"],
    &["dont", "let", "me", "forget miss"],
    &["and", "its it", "me"],
    &["and", "it", "is", "me"],
    &["thats", "me", "then"],
    &["that", "would", "be", "me"],
    &["its", "on", "me"],
    &["im", "on", "it"],
    &["my", "job turn"],
    &["in", "this the my our", "house flat home place kitchen fridge office cupboard"],
    &["at in", "home"],
    &["anywhere"],
    &["whatsoever"],
    &["at", "all"],
];
/// What tells that there is none of something: "there is no toothpaste left".
pub(crate) const THERE_IS_NO: &[&[&str]] =
    &[&["there", "is are", "no"], &["theres", "no"], &["there", "isnt arent", "any"], &["no", "more"]];
/// What nobody can buy more of.
pub(crate) const NO_STORE: &str =
    "reason need hope way point time doubt rush hurry chance problem room space one plan plans idea sign";
pub(crate) const LEFT: &str = "left remaining";

pub(crate) fn move_to_list(todo: &str, list: &str) -> String {
    ["move ", todo, " to my ", list, " list"].concat()
}

pub(crate) fn untag(todo: &str, tag: &str) -> String {
    ["remove the tag ", tag, " from ", todo].concat()
}

pub(crate) fn undated(todo: &str) -> String {
    ["remove the due date from ", todo].concat()
}

pub(crate) fn set_priority(todo: &str, priority: &str) -> String {
    ["set the priority of ", todo, " to ", priority].concat()
}

pub(crate) fn repeat(todo: &str, often: &str) -> String {
    ["repeat ", todo, " ", often].concat()
}

pub(crate) fn earlier(todo: &str, by: &str) -> String {
    ["move ", todo, " ", by, " earlier"].concat()
}

pub(crate) fn postpone(todo: &str, by: &str) -> String {
    ["postpone ", todo, " by ", by].concat()
}

pub(crate) fn delete_all_about(word: &str) -> String {
    ["delete all todos about ", word].concat()
}

/// What gives a todo its name: "call the rent one 'pay Ben'".
pub(crate) const NAMES_IT: &str = "call name rename retitle";
