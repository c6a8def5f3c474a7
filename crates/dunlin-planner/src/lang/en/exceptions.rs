//! Words that leave something out of all that is meant: "delete everything except milk".

/// What stands before what is left out.
pub(crate) const EXCEPT: &[&[&str]] = &[
    &["except excepting", "for"],
    &["except", "that"],
    &["except excepting excluding besides bar barring"],
    &["apart aside", "from"],
    &["other", "than"],
    &["with", "the", "exception", "of"],
    &["but and", "keep leave"],
    &["but and", "save spare"],
    &["but and", "hold", "on", "to"],
    &["just only", "keep leave"],
    &["but and", "leave", "out"],
    &["leaving", "out"],
    &["but and", "ignore skip omit"],
    &["ignoring skipping omitting"],
    &["but and", "not"],
    &["only just", "not"],
    &["but and", "make be", "sure", "that"],
    &["but and", "make be", "sure"],
    &["but", "dont", "touch delete remove clear move complete"],
];
/// The words that these begin with: next to no word of a goal is one, so one look rules all of them out.
pub(crate) const EXCEPT_BEGINS: &str = "except excepting excluding besides bar barring apart aside other with but and just only leaving ignoring skipping omitting";
/// Words of which one stands in nearly all of these: where none does, nothing is looked for.
pub(crate) const SURELY_EXCEPT: &str = "except excepting excluding besides apart aside other exception but bar minus save leaving ignoring skipping omitting sure";
/// The same, only after "all".
pub(crate) const BUT: &[&[&str]] = &[&["but", "for"], &["but bar minus save not"]];
/// What says that nothing is left out: "everything, but only what is due today".
pub(crate) const NARROWING: &str = "only just";
pub(crate) const ALL: &str = "all everything anything every every1 todos todo tasks items ones";
/// What follows what is left out, of the request before it: "mark all but milk as done", "move everything but milk to friday".
pub(crate) const GOES_ON: &str = "as by to off from until till done complete completed";
/// "keep milk and delete everything else"
pub(crate) const KEEP: &str = "keep leave";
pub(crate) const ELSE: &str = "else";
pub(crate) const JOINS_KEPT: &str = "and but then";
/// Words that say nothing of which todo is left out.
pub(crate) const SAYS_NOTHING: &str = "the a an my our one ones thing things todo todos task tasks item items anything to do with about related for those that are is alone there in on it them";
/// What stands after it as often as not: "keep the milk one", "leave milk alone".
pub(crate) const AFTER: &str =
    "one ones thing todo task item alone there please on it stays stay remains remain stayed is";
pub(crate) const ON_THE_LIST: &[&str] = &["on", "the my that", "list"];

/// What leaves days out behind a repetition: "at 6am except bank holidays".
pub(crate) const LEAVES_DAYS_OUT: &str = "except excepting excluding";

#[cfg(test)]
mod tests {
    use super::{EXCEPT, EXCEPT_BEGINS};
    use crate::lang::holds;

    #[test]
    fn what_these_begin_with_is_all_told() {
        let first: Vec<&str> = EXCEPT.iter().filter_map(|run| run.first()).flat_map(|words| words.split(' ')).collect();
        assert!(first.iter().all(|word| holds(EXCEPT_BEGINS, word)), "{first:?}");
        assert!(EXCEPT_BEGINS.split(' ').all(|word| first.contains(&word)));
    }
}
