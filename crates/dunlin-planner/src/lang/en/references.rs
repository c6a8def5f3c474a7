//! Words that stand for what was said before: a number, a todo, several of them.

/// Several things that were said before.
pub(crate) const PLURAL: &str = "them these those both all two results sums numbers";
pub(crate) const THEM_ALL: &str = "them these those both all";
pub(crate) const TWO: &str = "both two";
/// What is done with all numbers that were said: "add them up", "multiply both results".
pub(crate) const SUMS_UP: &str = "add sum total";
pub(crate) const MULTIPLIES: &str = "multiply";
pub(crate) const TOGETHER: &str = "the of up together and with each other";

/// What a number that was worked out is called in a todo's words: "pay the result".
pub(crate) const AMOUNTS: [&str; 22] = [
    "whatever that comes to",
    "whatever it comes to",
    "whatever that is",
    "whatever it is",
    "the result",
    "that result",
    "the answer",
    "that answer",
    "the sum",
    "the total",
    "that amount",
    "that price",
    "that total",
    "that sum",
    "that much",
    "that many",
    "the amount",
    "that number",
    "this number",
    "that far",
    "that distance",
    "that figure",
];

/// What a number stands behind where it is all there is to say: "with the result".
pub(crate) const WITH_AMOUNT: &str = "with";
/// How words end that tell how much something is: "my height is that".
pub(crate) const THAT: &str = "that";
pub(crate) const IS_THAT: [&str; 3] = [" is that", " to that", " of that"];

/// An amount that was worked out: "that much flour".
pub(crate) const THAT_MUCH: &[&str] = &["that", "much many"];
/// What is paid, before what else is said of it: "pay sam that tomorrow".
pub(crate) const THAT_PAID: &str = " that ";
pub(crate) const AN_AMOUNT_PAID: &str = " that amount ";

/// What speaks of a number that was worked out, or would have to be.
pub(crate) const AN_AMOUNT: &str = "amount total sum result price difference rest much";

/// Verbs after which "it" is an amount: "pay it".
pub(crate) const PAYS: &str = "pay transfer send save deposit withdraw charge invoice collect claim";
/// "set it aside": what is kept of an amount.
pub(crate) const SETS_ASIDE: &str = "set put lay";
pub(crate) const ASIDE: &str = " aside";
pub(crate) const IT_OR_THEM: &str = "it them";
pub(crate) const HIM_OR_HER: &str = "him her";
/// What may stand behind "some" where it is more of what is missing: "the printer has no ink, remind me to get some on monday".
pub(crate) const AFTER_SOME: &str = "on at from by before after for in when today tomorrow tonight this next please";
/// Verbs that have something done to it: "have it checked", "get it repaired".
pub(crate) const HAS_DONE: &str = "have get getting having";
pub(crate) const IT_OR_THAT: [&str; 2] = ["it", "that"];
/// What somebody is asked to pay for, at the end: "invoice Lena for it".
pub(crate) const FOR_IT: [&str; 2] = [" for it", " for that"];
pub(crate) const FOR: &str = " for ";
pub(crate) const BILLS: &str = "invoice bill charge ask";

/// Deeds that say nothing without what is done: "remind me to do them on friday".
pub(crate) const DOES_OR_GETS: &str = "do get buy finish complete handle sort";
pub(crate) const POINTS_AT_SEVERAL: &str = "it them those these that both";

/// What points back where it is all that is to be added.
pub(crate) const POINTS_BACK: &str = "it that this them";

/// Verbs that leave nothing: "clear it", but not "delete it".
pub(crate) const EMPTIES: &str = "clear empty wipe reset";
/// A thing with an article is put somewhere else: "put the kettle on".
pub(crate) const THE_OR_MY: &str = "the my";
/// Every todo: "delete everything but milk".
pub(crate) const EVERYTHING: &str = "everything";
/// How what is to be done begins where more was said before it: "a reminder for 4pm to oil the gate".
pub(crate) const TO_DO_IT: &str = "to ";

/// What says that a name before it is of words in todos and of no list: "all my milk todos".
pub(crate) const TODO_NOUNS_AFTER: [&str; 8] =
    ["todo", "to do", "to-do", "task", "chore", "item", "reminder", "errand"];
pub(crate) const LIST: &str = "list";

/// What asks for a reminder of what was said before it, and what then says when that is: "her birthday is 9 april, remind me".
pub(crate) const REMIND_ME: &str = " remind me";
pub(crate) const JOINED_TO: [&str; 3] = [" and", " so", " and please"];
pub(crate) const IS_AT_THE_END: [&str; 3] = [" is on", " is", " are"];

/// What is looked up where it is only pointed at: "when is it due".
pub(crate) const IT_OR_THEY: &str = "it its that they them those theyre thats";

/// What stands before the tag of a todo that is added, the longest first.
pub(crate) const TAGGED_WITH: [&str; 10] = [
    " and tag it ",
    " tag it ",
    " tagged with ",
    " tagged as ",
    " with the tag ",
    " with a tag ",
    " with the label ",
    " with tag ",
    " labelled ",
    " tagged ",
];

/// What stands before the note of a todo that is added.
pub(crate) const NOTED_WITH: [&str; 6] = [
    " with a note saying ",
    " with a note that says ",
    " with the note ",
    " with a note: ",
    " with note ",
    " with a note to ",
];

/// What is said to be done with a todo that has one of these verbs in it: "the library books went back" of "return library books".
pub(crate) const DONE_TO_SUCH: &[(&[&str], &str)] = &[
    (&["went gone", "back"], "return take bring give send hand"),
    (&["has have", "gone", "back"], "return take bring give send hand"),
    (&["rung"], "call ring phone"),
];
