//! The words of timers and alarms, and what is offered in their place.

/// What rings.
pub(crate) const RINGS: &str = "timer timers alarm alarms countdown";
/// Of these, what rings when a length of time is over.
pub(crate) const TIMERS: &str = "timer timers countdown";
/// How people ask to be called.
pub(crate) const RINGS_ME: &[&[&str]] = &[&["notify alert ping buzz call ring warn", "me us"]];
/// What is to be done when a time is over: "eggs, 7 minutes, shout".
pub(crate) const SHOUTS: &str = "shout yell beep ping buzz holler";
pub(crate) const COUNTS_DOWN: &[&str] = &["count", "down"];
pub(crate) const WAKES_ME: &[&str] = &["wake", "me us"];
/// How somebody begins who wants one more.
pub(crate) const SETS_ONE: &str = "set start begin run make create put add schedule give get i id im we a an another new my need want \
     timer alarm countdown";
/// What a timer is about comes behind these.
pub(crate) const ABOUT: &str = "for to about that called named";
/// The longest time in words: "1 hour, 15 minutes and 30 seconds".
pub(crate) const LONGEST_WHEN: usize = 9;
/// What a reminder is of.
pub(crate) const OF: &str = "about ";
pub(crate) const WAKE_UP: &str = "to wake up";

/// What is to be done when nothing else was said: who asks to be called wants to look here.
pub(crate) const THE_TIMER: &str = "about the timer";
pub(crate) const THE_ALARM: &str = "about the alarm";
pub(crate) const LOOK_HERE: &str = "to look at my list";
/// What a moment is said behind already.
pub(crate) const LEADS_A_TIME: &str = "in at on after by this next tomorrow today tonight";
/// A moment for a reminder is not said behind this.
pub(crate) const FOR: &str = "for";

pub(crate) fn remind(when: &str, what: &str) -> String {
    ["remind me ", when, " ", what].concat()
}
