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
pub(crate) const OPENS_A_SPAN: &str = "until till til before after since";
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
/// What is meant alone: "list but only the shopping bits".
pub(crate) const ONLY: &str = "only just but";
/// What goes on: "still open, please".
pub(crate) const STILL: &str = "still";
/// So many days from now: "next 3 days pls".
pub(crate) const DAYS_AHEAD: &[&str] = &["next coming following", "#", "days weeks"];
/// Who left something undone: "what've I let slide".
pub(crate) const LET_SLIDE: &[&[&str]] = &[
    &["let leaving left", "slide slip"],
    &["been", "neglecting ignoring avoiding postponing"],
    &["fallen fell", "behind"],
    &["neglected ignored avoided"],
    &["put putting", "off"],
];
pub(crate) const OF_WHAT: &str = "what whats whatve stuff things thing anything everything";
/// Who asks when something is, behind its name: "dentist, what time was it again".
pub(crate) const ASKS_WHEN_AGAIN: &[&[&str]] =
    &[&["what", "time day", "was is"], &["when", "was is"], &["when", "again"]];
/// What is wanted from where things are got: "what am I after at the shops".
pub(crate) const AFTER: &str = "after buying getting still need want left wanted needed get buy";
/// Who asks whether something is noted, behind its name: "flights, did i note that".
pub(crate) const ASKS_WHETHER_NOTED: &[&[&str]] =
    &[&["did have", "i we", "note noted add added put write written got get list"], &["is are", "that it those they"]];
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
pub(crate) const WHEN_DUE: &str = "due when time whens deadline date day";
/// What leaves out a list: "show stuff, no shopping".
pub(crate) const ALL_BUT: &str = "no not but without except minus besides ignoring excluding bar isnt arent";
/// What may stand around that: "everything that's not shopping".
pub(crate) const THAT_IS: &str = "thats that which is are on in the from";

pub(crate) fn due_in(days: &str) -> String {
    ["what's due in the ", days].concat()
}

pub(crate) fn show_all_but(list: &str) -> String {
    ["show all todos except ", list].concat()
}

/// Goals in canonical words.
pub(crate) const SHOW_OPEN: &str = "show my open todos";
pub(crate) const COUNT_OPEN: &str = "how many open todos do I have";
pub(crate) const COUNT_OVERDUE: &str = "how many overdue todos do I have";
pub(crate) const COUNT_DONE: &str = "how many completed todos do I have";

/// What puts off all that is late: "shove everything late onto the weekend".
pub(crate) const MOVES_ALL: &str = "shove push put move shift bump";
pub(crate) const PUTS_OFF: &str = "shove push put off move shift bump will do thats that is onto to now sometime then";

pub(crate) fn move_tagged(tag: &str, day: &str) -> String {
    ["move all todos tagged ", tag, " to ", day].concat()
}

pub(crate) fn move_overdue(day: &str) -> String {
    ["move all overdue todos to ", day].concat()
}
