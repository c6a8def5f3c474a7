//! Words as they are written, and what the grammar takes them for.

/// Words as people write them in a hurry, with what they mean.
pub(crate) const SHORT_FORMS: &[(&str, &str)] = &[
    ("wat", "what"),
    ("wot", "what"),
    ("abt", "about"),
    ("del", "delete"),
    ("prio", "priority"),
    ("yr", "year"),
    ("tues", "tuesday"),
    ("weds", "wednesday"),
    ("thur", "thursday"),
    ("thurs", "thursday"),
    ("yrs", "years"),
    ("rn", "now"),
    ("rmnd", "remind"),
    ("tonite", "tonight"),
    ("evrything", "everything"),
    ("avg", "average"),
    ("thx", "thanks"),
    ("wut", "what"),
    ("wats", "whats"),
    ("wots", "whats"),
    ("wuts", "whats"),
    ("u", "you"),
    ("em", "them"),
    ("ya", "you"),
    ("ur", "your"),
    ("pleas", "please"),
    ("plese", "please"),
    ("rember", "remember"),
    ("rembmer", "remember"),
    ("b4", "before"),
    ("2moro", "tomorrow"),
    ("2morrow", "tomorrow"),
    ("2mro", "tomorrow"),
    ("2mrw", "tomorrow"),
    ("2nite", "tonight"),
    ("2night", "tonight"),
    ("2day", "today"),
    ("nite", "night"),
    ("tmr", "tomorrow"),
    ("tmrw", "tomorrow"),
    ("tmw", "tomorrow"),
    ("rmb", "remember"),
    ("evry", "every"),
    ("meny", "many"),
    ("hw", "how"),
    ("hav", "have"),
    ("owt", "anything"),
    ("fwd", "forward"),
];

/// Letters that stand for a word between two others: "eggs n bacon", but not "n choose k".
pub(crate) const LETTERS: &[(&str, &str)] = &[("n", "and"), ("&", "and"), ("nd", "and"), ("r", "are"), ("w", "with")];

/// Faces made of signs, which say nothing: "out of onions :( add them".
pub(crate) const FACES: &[&str] =
    &[":)", ":(", ":-)", ":-(", ";)", ";-)", ":/", ":D", ":-D", ":P", ":'(", "<3", "^^", "xD", "XD"];

/// What the sign "#" is called in the rows.
pub(crate) const HASH: &str = "hash";

/// What stands between a share and its whole.
pub(crate) const SHARE_OF: &str = "of";
