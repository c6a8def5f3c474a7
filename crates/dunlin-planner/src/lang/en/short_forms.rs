//! Words as they are written, and what the grammar takes them for.

/// Words as people write them in a hurry, with what they mean.
pub(crate) const SHORT_FORMS: &[(&str, &str)] = &[
    ("wat", "what"),
    ("wut", "what"),
    ("wats", "whats"),
    ("wuts", "whats"),
    ("u", "you"),
    ("ya", "you"),
    ("ur", "your"),
    ("pleas", "please"),
    ("plese", "please"),
    ("rember", "remember"),
    ("rembmer", "remember"),
];

/// What the sign "#" is called in the rows.
pub(crate) const HASH: &str = "hash";
