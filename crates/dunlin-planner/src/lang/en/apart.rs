//! Words beside those of a todo that name another, or none: "delete the essay, keep the maths one".

/// Who tells why something is asked for: "add flour, I'm baking".
pub(crate) const WHO_TELLS: &str = "i im we were ive weve ill";
pub(crate) const OTHERS_TELL: &str = "nobody noone everybody everyone";
/// What tells when something is.
pub(crate) const IS_THEN: &str = "is are s was";
/// What leads to where something goes, and the most words that say where it does not: "not to the shopping list".
pub(crate) const WHERE_TO: &str = "to on onto in into for";
pub(crate) const MOST_WORDS_OF_A_PLACE: usize = 6;
/// What is said of a todo that stays as it is, and what joins that to the one before.
pub(crate) const KEEP: &str = "keep leave";
pub(crate) const BUT_OR_AND: &str = "but and";
/// What follows what is not meant: "not milk but cream".
pub(crate) const BUT: &str = "but";
/// What stands before a time that holds no more: "to 4 o'clock instead of 3".
pub(crate) const INSTEAD_OF: &[&[&str]] = &[&["instead", "of"], &["rather", "than"], &["and", "not"], &["not"]];
/// What stands before the day on which a todo is due now.
pub(crate) const FROM: &str = "from";
/// How words begin that say of which todos a list follows, and the most words they are: "two of them: the flyer and the poster".
pub(crate) const HEADS: &[&[&str]] = &[
    &["everything all each both these those"],
    &["# two three four five six some", "of", "them these those my"],
    &["the my", "following"],
    &["whats what", "i we", "need"],
    &["the", "things stuff ingredients supplies", "for i we"],
];
pub(crate) const MOST_WORDS_OF_A_HEAD: usize = 8;
