//! How priorities are said.

/// What speaks of the priority that something has: "drop the priority from the sink".
pub(crate) const THE_PRIORITY: &[&str] = &["the its", "priority"];
/// The word itself, and words that say the highest one without it.
pub(crate) const PRIORITY: &str = "priority";
pub(crate) const PRIORITY_BEHIND: &str = " priority";
pub(crate) const URGENT: &str = "urgent important";
pub(crate) const VERY: &str = "very";

/// What the priorities from 1 on are called.
pub(crate) const PRIORITIES: [&str; 4] = [
    "high urgent important top highest prioritise prioritize p1 1 one first",
    "medium p2 2 two",
    "normal p3 3 three",
    "low lowest bottom end deprioritise deprioritize p4 4 four",
];

/// What a priority becomes that is only raised or lowered, or taken away.
pub(crate) const RAISES: &str = "raise increase bump up more";
pub(crate) const LOWERS: &str = "lower reduce decrease drop down less";
pub(crate) const TAKES_AWAY: &str = "take remove clear delete unset reset cancel";

/// How high a priority is, by a word that is not one of itself: "… and the gym low".
pub(crate) const RANKS: &str = "high highest top urgent medium normal low lowest p1 p2 p3 p4";

/// What may stand before a priority at the end of a todo's words, and what says that it is the todo's own.
pub(crate) const BEFORE_PRIORITY: &str = "a an the its it's";
pub(crate) const WITH: &str = "with at as of";
/// Words after which a priority belongs to what is said: "explain high priority".
pub(crate) const SPOKEN_OF: &str = "a the of about on for is are to and or set explain discuss";

/// What stands for a quotation while what follows it is read.
pub(crate) const STAND_IN: &str = "the todo";
