//! Words of sums with times on a clock: a shift without its break, the pace of a run.

/// What is said of somebody who worked, and of the hours.
pub(crate) const WORKED: &str =
    "started start began clocked i we worked work working was in at from my the shift on today yesterday is he she";
/// What stands between the two ends of a shift.
pub(crate) const UNTIL: &str = "to til till until - – and finished finish ended stopped left at clocked off out i we";
pub(crate) const DASHES: &str = "- –";
/// What takes a break off it: alone, and where a break is named behind it.
pub(crate) const LESS: &str = "minus less without excluding";
pub(crate) const WITH: &str = "with and had took take taking not counting deducting off";
/// What a break is called.
pub(crate) const BREAKS: &str = "lunch break breaks lunchbreak dinner tea";
/// What may stand around a break.
pub(crate) const AROUND_A_BREAK: &str = "a an my the for of unpaid long and";
/// What asks for the length of a shift.
pub(crate) const ASKS: &str =
    "how long is that was it many hours did i we work worked what whats the total in all so total paid does make this";
/// One of them must be said.
pub(crate) const LENGTHS: &str = "long hours total";
/// Half of an hour, and a whole one.
pub(crate) const HALF: &str = "half";
pub(crate) const ARTICLES: &str = "a an";
pub(crate) const HOURS: &str = "hour hours hr hrs h";
pub(crate) const MINUTES: &str = "minute minutes min mins m";
pub(crate) const SECONDS: &str = "second seconds sec secs s";
/// What leads to the hour by which something is to be done.
pub(crate) const BY: &str = "by before";
/// The halves of a day behind an hour.
pub(crate) const BEFORE_NOON: &str = "am";
pub(crate) const AFTER_NOON: &str = "pm";

/// Distances that are run, as people write them and as the calculator does.
pub(crate) const DISTANCES: &[(&str, &str)] =
    &[("k km kms kilometre kilometres kilometer kilometers", "km"), ("mile miles mi", "mile")];
/// Races that are a distance by their name.
pub(crate) const RACES: &[(&str, &str)] = &[("marathon", "42.195"), ("half", "21.0975")];
pub(crate) const RACE: &str = "marathon";
pub(crate) const PER: &str = "per a each every";
pub(crate) const PACE: &str = "pace";
/// What is said of a run besides.
pub(crate) const RUN: &str = "i we ran run running did jogged walked cycled rode swam finished do a an the my in took me it for of and time was is \
     that whats what how much many long per pace so works out to be this morning today yesterday just at does come minutes mins hours";
