//! Words of orders that are put down as notes are: "'buy jam' should be 'buy honey'", "same tag on the rent".

use crate::model::intent::TodoIntent;

/// What stands between an old name and the new one.
pub(crate) const SHOULD_BE: &[&[&str]] = &[
    &["should must ought needs has", "be say read"],
    &["should must", "now", "be say read"],
    &["should must", "have", "been said read"],
    &["needs has ought", "to", "be say read"],
];
pub(crate) const RENAME: &str = "rename";
pub(crate) const MAKE: &str = "make";

/// What gives another todo what one was given.
pub(crate) const SAME: &[&[&str]] = &[&["the", "same", "tag label priority"], &["same", "tag label priority"]];
pub(crate) const ON_ANOTHER: &str = "on for to with";
pub(crate) const TOLD_ALIKE: &[(&str, TodoIntent)] =
    &[("tag label", TodoIntent::Tag), ("priority", TodoIntent::Prioritise)];
pub(crate) const FOR: &str = "for";

/// Orders behind a todo's name that need not name it again, and what goes on with them: "the dentist: move to friday".
pub(crate) const ORDERS_WITHOUT_IT: &str =
    "move push postpone delay defer snooze shift bump bring put pull reschedule mark tick cross delete remove drop";
pub(crate) const LED_WITHOUT_IT: &str =
    "to on onto until till til by back forward forwards off out up down as from a an another please today tomorrow";
