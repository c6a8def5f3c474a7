//! Words by which a refused clause only says which todos are meant: "late ones", "rest of the week", "tally of open ones". Only offers
//! are made of them.

/// What is open still, and what there are many of.
pub(crate) const OPEN: &str =
    "open unfinished pending undone outstanding remaining left unticked incomplete active todo uncompleted";
pub(crate) const DONE: &str = "done finished completed complete ticked";
pub(crate) const TALLY: &str = "tally count number total many figure headcount";
/// What todos are called, and what stands beside what narrows them.
pub(crate) const THINGS: &str =
    "stuff things thing ones one bits jobs job items item todos tasks task todo chores errands bit list lists";
/// What says how full a day is, or how it looks.
pub(crate) const FULL: &str = "busy free full plate packed booked look looks looking happening agenda diary schedule scheduled plans planned plan \
     coming hectic quiet rammed rota shaping outlook overview preview store lined";
/// What a length of time is called of which the rest is meant, and what stands for it.
pub(crate) const REST_OF: &[&[&str]] = &[&["rest remainder remaining", "of", "the this my"], &["rest remainder", "of"]];
pub(crate) const WHOLE_PERIODS: &[(&str, &str)] = &[
    ("week", "this week"),
    ("month", "this month"),
    ("day today", "today"),
    ("year", "this year"),
    ("weekend", "this weekend"),
];
pub(crate) const A_PERIOD: &[&str] = &["this next", "week month weekend year"];
/// What asks to see, and says nothing of what.
pub(crate) const ASKS_TO_SEE: &str = "show see list give gimme lemme tell read what whats which how hows is are am do does the a my our me us i we of for in on at and so just quick please pls \
     any anything all every everything about there left today's up going like day week ahead much line \
     have got hold holds bring brings to top most";
/// What is there to be asked for: "what u good for".
pub(crate) const GOOD_FOR: &[&[&str]] = &[
    &["good", "for"],
    &["able", "to", "do"],
    &["your you ur", "tricks skills powers talents abilities features functions"],
    &["u you ya", "can", "do"],
    &["can could", "u you ya", "do"],
    &["you u", "up", "to"],
    &["are is", "you this", "for"],
];

/// What asks when a todo is due.
pub(crate) const WHEN_DUE: &str = "due when time whens deadline";
/// What leaves out a list: "show stuff, no shopping".
pub(crate) const ALL_BUT: &str = "no not but without except minus besides ignoring excluding";

pub(crate) fn show_all_but(list: &str) -> String {
    ["show all todos except ", list].concat()
}

/// Goals in canonical words.
pub(crate) const SHOW_OPEN: &str = "show my open todos";
pub(crate) const COUNT_OPEN: &str = "how many open todos do I have";
pub(crate) const COUNT_OVERDUE: &str = "how many overdue todos do I have";
pub(crate) const COUNT_DONE: &str = "how many completed todos do I have";

pub(crate) fn move_overdue(day: &str) -> String {
    ["move all overdue todos to ", day].concat()
}
