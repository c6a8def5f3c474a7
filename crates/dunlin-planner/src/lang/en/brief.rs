//! Words of a clause so short that its shape tells what is to become of the todo that it names: "mum: not thurs, sat", "rent p1". Only
//! offers are made of them.

/// What may stand in such a clause and says nothing more.
pub(crate) const SMALL: &str = "the a an my our on for at to of that this it its is are has have had got one thing job task item todo note so then really please pls \
     just now after all any more longer anymore actually ok okay well and from list as be though";
/// What says that there is none of something, or no more of it.
pub(crate) const NO_MORE: &str =
    "no not without drop forget scrap remove lose clear hasnt doesnt isnt aint dont wont never minus whenever";
/// What a todo's day is called by, which it is to lose.
pub(crate) const A_DEADLINE: &str = "deadline deadlines due date";
/// What a repeated todo turns into: "mum becomes a weekly thing".
pub(crate) const BECOMES: &str = "ought should must becomes become turns turn into goes go going made make is gets to comes come back repeats repeat recurs happens";
pub(crate) const OFTEN: &str = "daily weekly monthly yearly annually fortnightly";
pub(crate) const EVERY: &str = "every ";
/// Ranks in one word.
pub(crate) const RANKS: &[(&str, &str)] = &[("p1", "1"), ("p2", "2"), ("p3", "3"), ("p4", "4")];
/// What counts a todo off: "one less: library books".
pub(crate) const COUNTS_OFF: &[&[&str]] = &[
    &["one", "less fewer down"],
    &["another", "one", "down done"],
    &["thats its", "one", "less down done"],
    &["another", "down"],
];
/// Who is told of what was done, and what stands around that.
pub(crate) const DONE_NOW: &str = "just now already today yesterday earlier this morning afternoon evening finally i we ive weve been was were done and is are at last";
/// Who turns a todo down: "flights? nah, not going".
pub(crate) const DECLINES: &str = "nah nope no";
pub(crate) const NOT_DOING: &str = "going happening doing bothering bothered needed wanted interested coming";
pub(crate) const WHO: &str = "im am were we i thats that its is it";
/// What takes the place of a day that is not meant.
pub(crate) const RATHER_THAN: &[&[&str]] = &[&["not"], &["rather", "than"], &["instead", "of"]];
pub(crate) const BUT: &str = "but its rather on";
/// What empties a list: "shopping list = empty".
pub(crate) const EMPTY: &str = "empty emptied cleared blank wiped zero";
/// Both of two todos, and what is done with them: "milk & bread in the fridge, strike both".
pub(crate) const BOTH: &str = "both all them those these they";
pub(crate) const TICKS: &str = "strike tick cross check mark ticked done off complete";
pub(crate) const AROUND_TICKS: &str = "so please pls can now you be off out as done both of them those these they";

/// What wants something of a todo: "flights need doing by friday", "the landlord wants the rent by the 28th".
pub(crate) const WANTS: &str =
    "need needs want wants should must expects expect requires asked asks said says make date deadline";
/// The same in two words: "the taxes have to be in by monday".
pub(crate) const HAS_TO: &[&str] = &["has have had got", "to"];
pub(crate) const DOING: &str = "doing done be paying paid booking booked sorting sorted fixing fixed returning returned finishing finished calling called \
     moving moved in ready would like by before until till due i we you me us";
/// What puts another hour in the place of a todo's own.
pub(crate) const INSTEAD: &str = "instead not rather than of";
pub(crate) const INSTEAD_ALONE: &str = "instead rather";
/// Who wants nothing.
pub(crate) const NOBODY: &str = "nobody cant cannot neither";
/// What makes a todo matter more.
pub(crate) const MORE_IMPORTANT: &str = "more most very getting becoming became really super";
pub(crate) const RANKED: &str = "important urgent pressing";
/// What is off, and is to go.
pub(crate) const OFF: &str = "off out";
/// What joins a day to what is on then: "every other friday its recycling".
pub(crate) const IS_ON: &str = "its it is are means";
/// What says only once more that it comes again: "timesheets, fridays, always".
pub(crate) const ALWAYS: &str = "always please repeat repeating";
/// A thing that has to be somewhere by a day: "the essay has to be in by tuesday".
pub(crate) const HAS_TO_BE: &[&[&str]] =
    &[&["has have needs need got", "to", "be"], &["must should", "be"], &["has", "got", "to", "be"]];
pub(crate) const IN_OR_READY: &str = "in ready submitted finished done sent handed posted paid";
/// All of a list that is done with: "the whole shopping is bought".
pub(crate) const WHOLE: &str = "all whole entire everything lot";
pub(crate) const GOES_AWAY: &str = "bin scrap ditch dump lose wipe empty clear trash axe kill delete remove";
pub(crate) const WENT: &str = "went been was go";
pub(crate) const ALL_DONE: &str = "done bought got finished complete completed sorted ticked bag bagged";

/// Several todos that are all due then.
pub(crate) fn add_all_due(items: &str, day: &str) -> String {
    ["add todos ", items, ", both due ", day].concat()
}

pub(crate) fn so_many_until(unit: &str, day: &str) -> String {
    ["how many ", unit, " until ", day].concat()
}

/// Where things are got, and the list for them: "coffee for the shops".
pub(crate) const STORES: &str = "shop shops store stores supermarket grocers";
pub(crate) const AT_OR_FOR: &str = "at for from in";
pub(crate) const SHOPPING: &str = "shopping";
/// What stands before the list of one thing among several: "sugar to shopping and camera".
pub(crate) const TO_A_LIST: &str = " to ";
/// What goes on a list as well: "also sunscreen", "coffee too".
pub(crate) const TOO_BEGINS: &[&str] = &["also ", "add "];
pub(crate) const TOO_ENDS: &[&str] = &[" too", " also", " as well"];

/// What gives several todos the first priority: "flights and rent, high priority both".
pub(crate) const RANKED_BOTH: &str = "high top urgent important priority";

pub(crate) fn unranked(todo: &str) -> String {
    ["remove the priority from ", todo].concat()
}
