//! Words of refused questions about clocks: two places and an hour, or when to set off. Only offers are made of them.

/// What may stand beside two places and the hour that is told of one of them.
pub(crate) const AROUND_CLOCKS: &str = "what whats time clock clocks is it its in at if when says say shows reads there then and so of the be for does did oclock \
     local hour my a here that now how would";
/// Who leaves.
pub(crate) const LEAVES: &str = "leave leaving go set depart start";
/// What may stand beside the hour at which somebody must be there and the time that the way takes.
pub(crate) const AROUND_A_WAY: &str = "must gotta be there at by for need needs to have has got get drive drives driving takes take taking walk walks walking trip ride \
     journey train bus cycle cycling way flight is its s it i we when so the my a long what time whats should do shall off out leave leaving go set depart start then \
     door home work and it'll itll will away arrive meeting appointment school";

pub(crate) fn time_there(there: &str, hour: &str, here: &str) -> String {
    ["what time is it in ", there, " when it is ", hour, " in ", here].concat()
}

pub(crate) fn time_before(length: &str, hour: &str) -> String {
    ["what time is ", length, " before ", hour].concat()
}

/// Who asks for an age, and what somebody was.
pub(crate) const BORN: &str = "born";
pub(crate) const AGE: &str = "age old";

/// What counts on from a day: "1 november, plus 147 days".
pub(crate) const PLUS: &str = "plus";

pub(crate) fn day_after(by: &str, day: &str) -> String {
    ["what day is ", by, " after ", day].concat()
}

/// A year with a day more.
pub(crate) const LEAP: &str = "leap";
pub(crate) const A_YEAR: &str = "a year is it the";

pub(crate) fn is_leap_year(year: &str) -> String {
    ["is ", year, " a leap year"].concat()
}
