//! What is said of the day and the time that it is.

/// What the day and the time are called where they are asked about: "if it is monday", "if it's after 3pm".
pub(crate) const IT: &str = "it";
pub(crate) const ITS: &str = "its";
pub(crate) const THE_TIME: &[&[&str]] = &[&["the", "time"], &["time"], &["the", "day"]];
pub(crate) const TODAY: &str = "today";
pub(crate) const TODAYS: &str = "todays";
pub(crate) const TOMORROW: &str = "tomorrow";
pub(crate) const TOMORROWS: &str = "tomorrows";
/// What only says that it is so now.
pub(crate) const BY_NOW: &str = "already still now only just currently";
pub(crate) const TODAY_OR_NOW: &str = "today now already yet here";
pub(crate) const A: &str = "a an the on";
/// Before and after a time, and the operator that says so of two times.
pub(crate) const TIME_COMPARED: &[(&[&str], &str)] =
    &[(&["later", "than"], ">="), (&["earlier", "than"], "<"), (&["after past gone"], ">="), (&["before"], "<")];
/// A part of the day by the time that it ends or begins at.
pub(crate) const PART_COMPARED: &[(&str, &str, &str)] = &[("morning", "<", "12:00"), ("evening", ">=", "18:00")];
pub(crate) const A_WORKDAY: &str = "weekday workday";
pub(crate) const A_WEEKEND: &str = "weekend";
pub(crate) const WORK_DAY: &[&str] = &["work working week", "day"];
/// What is said of a day beside "is": "if christmas falls on a weekend".
pub(crate) const FALLS: &str = "falls fall lands";
/// What says no more of a day: "is christmas day on a weekend this year".
pub(crate) const THIS_YEAR: &[&str] = &["this", "year"];
