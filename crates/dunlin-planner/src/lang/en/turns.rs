//! Words that say which of two requests comes first: "before you delete the bread, add rolls", "show my list after adding milk".

/// Words behind which stands what happens first, and words behind which stands what happens later.
pub(crate) const FIRST_BEHIND: &[&[&str]] =
    &[&["right straight immediately", "after"], &["after once when"], &["as", "soon", "as"]];
pub(crate) const LATER_BEHIND: &[&[&str]] = &[&["just right", "before"], &["before"]];

/// Some word of each of them, by which a goal is known to hold none.
pub(crate) const ALL: &str = "first after once when soon before";

/// Who is to do it: "before you delete the bread", "once you've added milk".
pub(crate) const WHO: &str = "you youve youre we weve were";
/// What stands between that and the verb: "once you have added milk", "after you are done adding milk".
pub(crate) const HELPS: &str = "have are re ve had did do also first just already finished finish done with";

/// "add rolls, but before that delete the bread": what is said behind it comes first.
pub(crate) const BEFORE_THAT: &[&[&str]] = &[
    &["but", "first"],
    &["before", "that this"],
    &["before", "you", "do", "that this it"],
    &["before", "doing", "that this it"],
];
/// What joins it to what is said before.
pub(crate) const JOINS: &str = "but and just first";

/// What may stand between the two where they are said: "after adding milk, please show my list".
pub(crate) const SAID_BETWEEN: &str = "then please and";

/// "complete call mum first, then move the rent": the word, and what goes on behind it.
pub(crate) const FIRST: &str = "first";
pub(crate) const FIRST_ENDS: &str = "then and but before";

/// Whom a wish is said to: "I'd love it if you added rice".
/// The same in the passive: "it would be great if rice was added".
pub(crate) const WAS_OR_GOT: &str = "was were got is are gets";
pub(crate) const WISHED_OF: &str = "you";

/// What a verb in "ing" follows when it is asked for: "would you mind moving it", "how about moving it".
pub(crate) const BEFORE_A_GERUND: &str = "mind about with appreciate your you";

/// "the lawn needs mowing, put that on my list"
pub(crate) const NEEDS: &str = "needs need wants";
pub(crate) const ONTO_MY_LIST: [&str; 3] = ["to", "my", "list"];

/// "we're out of eggs, I need them on my list"
pub(crate) const SAID_BEFORE: &str = "it them that those these";
pub(crate) const ADDED_TO: &[&str] = &["added put", "to on onto"];
