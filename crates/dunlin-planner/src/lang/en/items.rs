//! What people say around a todo's own words, and the words that mark a thing to do.

/// How an item begins that tells of what has to be done: "a reminder that I have to move the car".
pub(crate) const I_OR_WE: &str = "i we";
pub(crate) const HAVE_TO: &str = "have need must should want gotta";
pub(crate) const MUST: &str = "must should gotta";

/// "a reminder to clear the gutters"
pub(crate) const A_REMINDER_TO: &[&str] = &["a another", "reminder note task", "to"];

/// "change the rent to be due on the 5th"
pub(crate) const BE_DUE: &[&str] = &["be", "due"];

/// What people say while they think: "can you add um pick up the suit".
pub(crate) const HUMS: &str = "um uh uhm erm er hmm umm";
/// What joins what is not meant: "the dishes but not the ironing".
pub(crate) const BUT: &str = "but";

/// What asks for a todo by what it is about: "anything about taxes", "whichever todo is about rent".
pub(crate) const ANYTHING: &str = "anything something";
pub(crate) const ABOUT_WHAT: &str = "about for with like";
pub(crate) const OF: &str = "of";
pub(crate) const ABOUT_ALONE: &str = "about";
pub(crate) const WHICHEVER: &str =
    "whichever whatever any the that this one todo task item thing is thats it its there was theres a an some already";
pub(crate) const WHICHEVER_ONE: &str = "is thats thing one todo task item whichever whatever";

/// Words for a todo beside its own, and what makes them a part of it: "every thing".
pub(crate) const TODO_NOUNS: &str = "task item todo reminder";
pub(crate) const ONE_OR_THING: &str = "one thing";
/// The same of the last of several: "the fern and the cactus ones".
pub(crate) const ONES: &str = "ones";
pub(crate) const JOBS: &str = "job chore errand";
pub(crate) const ANY_ONE: &str = "every any some no that this";
pub(crate) const THE_OR_MY: &str = "the my";

/// Whom an order is about that is no thing to do: "call me", "tell them".
pub(crate) const PEOPLE_OR_IT: &str = "me us you them him her it that this";
pub(crate) const THIS_OR_THAT: &str = "this that";
/// What states how something is, and that it is due or not.
pub(crate) const BE: &str = "is are was were";
pub(crate) const DUE_OR_NOT: &str = "due not";
/// "the water bill is due on the 15th", and what names nothing that is.
pub(crate) const DUE: &str = "due";
pub(crate) const NO_THING_DUE: &str =
    "what which nothing everything anything something all none who how if there one ones";
/// Verbs of what has to be done again and again, with which an assistant is asked to do something too.
pub(crate) const CHORES: &str = "put take change check turn move switch order book send call make read set open start";
pub(crate) const TODOS_OR_LISTS: &str = "todo todos list lists";
/// An order to whoever listens: "can you book me a ticket".
pub(crate) const CAN: &str = "can could will would";
pub(crate) const YOU: &str = "you";
/// What a time begins with where it stands first.
pub(crate) const STARTS_A_TIME: &str = "every each on at next this in first";
/// What stands before the day of a todo: "add that to my list for monday".
pub(crate) const FOR_A_DAY: &str = "for on";

/// What stands before a todo's words and is none of them: "the milk" and "my milk" mean the todo "milk".
pub(crate) const ARTICLES: &str = "the a an my those these";

/// What opens a statement: "note down that …".
pub(crate) const THAT: &str = "that";
/// "that much flour" is an amount.
pub(crate) const MUCH: &str = "much many";
/// How somebody says what must be done, without asking anybody to do it: "I have to renew the insurance".
pub(crate) const MUST_DO: &[&[&str]] = &[
    &["i we", "have", "to"],
    &["i we", "must should"],
    &["i we", "ought", "to"],
    &["ive weve", "got", "to"],
    &["i we", "gotta wanna"],
    &["need got", "to"],
    &["i we", "really also still just", "have must should gotta"],
];

/// The same with nobody named, where it stands first: "need to ring the plumber".
pub(crate) const MUST_AT_FIRST: &[&[&str]] = &[
    &["need got have", "to", "remember", "to"],
    &["gotta must", "remember", "to"],
    &["need got have", "to", "remember"],
    &["gotta must", "remember"],
    &["mustnt cant dont", "miss forget"],
    &["must", "not", "miss forget"],
    &["need got", "to"],
    &["gotta must"],
];
/// What tells where a thing belongs: "book flights goes under #travel".
pub(crate) const GOES_SOMEWHERE: &str = "goes belongs";
/// What says that something need not be done: "buy milk isn't needed".
pub(crate) const IS_NOT_NEEDED: &[&str] = &["isnt arent aint", "needed wanted required"];
/// What tells that a thing is at another time, by the word behind it: "dentist moved, monday 9.30".
pub(crate) const MOVED: &str = "moved changed shifted postponed rescheduled rearranged cancelled canceled";
/// What asks for an answer behind a thing and its day: "season starts 20 february, days left".
pub(crate) const ASKS_AT_LAST: &[&[&str]] =
    &[&["days weeks months hours", "left to"], &["how", "long"], &["days weeks", "until till"]];
/// What states something of a thing that is due, so that it is no name of one: "the rent isn't due until monday".
pub(crate) const STATES: &str = "is are was were be isnt arent wasnt now not no if when what which that";
/// Verbs of what is asked of others as often, and is to be done oneself where a last day, a tag or a rank is said: "order hairnets by
/// friday".
pub(crate) const ORDERED_BY_DAY: &str = "order book send print invoice";
/// How the number of a day ends: "the 20th".
pub(crate) const ORDINAL_ENDS: [&str; 4] = ["st", "nd", "rd", "th"];
/// What is done by a last day, and is nothing on the list that goes: "cancel the trial by the 20th".
pub(crate) const CANCELS: &str = "cancel";
/// What is said of a thing that is ordered because it is used up, and of what is ordered at once.
pub(crate) const MORE_OF: &str = "more new extra another spare replacement";
pub(crate) const AT_ONCE: &str = "today tonight now";
/// How begins what others are asked to book, and what makes an order of something to buy: "rent a car", "buy bitcoin for me".
pub(crate) const BOOKED: &[&str] = &["rent hire reserve", "a an us me two three four some"];
pub(crate) const FOR_ME: &[&str] = &["for", "me us"];
/// What ends a thing that comes again: "school run at 8:30 on weekdays".
pub(crate) const COMES_AGAIN: &str =
    "weekdays weekends mondays tuesdays wednesdays thursdays fridays saturdays sundays mornings evenings nights";

/// "be at the town hall by 9": who has to be somewhere has something to do.
pub(crate) const BE_SOMEWHERE: &str = "be";
pub(crate) const SOMEWHERE: &str = "at in back home there";

/// What no deed of its own is done to, and what is done on the way to another: "wash the car and dry it", "go in and ask".
pub(crate) const NO_OBJECT: &str = "it them that this those these him her and for in to at on up back off out";
/// What points at the deed before: "drop it at mum's", "freeze half".
pub(crate) const OF_ANOTHER: &str = "it them him her half rest inside one ones there some more";
pub(crate) const GOES: &str = "go come run drive walk stop try start head ride fly visit";
/// What is done in the same breath as reaching somebody, or going into something: "call Ann and ask", "open the app and check".
pub(crate) const ASKS: &str = "see check find get cancel book order";
/// The same, whatever was done before: "drop off the car and ask about the noise".
pub(crate) const ASKS_THEN: &str = "ask tell say wish thank confirm";
/// What such a thing is done with.
pub(crate) const REACHES: &str =
    "call ring phone email mail text message contact write ask find look search see speak talk meet open use";
/// What belongs to a deed, and has an object behind it: "pick up the parcel", "hand in the form".
pub(crate) const PARTICLES: &str = "up off out away down back in over";

/// What is said before the only thing that is added: "just one thing, sleep".
pub(crate) const ONE_THING: &[&[&str]] = &[
    &["just only", "one", "thing item", ", :"],
    &["one", "thing item", ", :"],
    &["just only", "one", "more", "thing item", ", :"],
];

/// What is said of a todo that stays as it is: "leave the gym where it is".
pub(crate) const LEAVES: &str = "leave keep";
/// What says so of the todo before it: "almond milk stays".
pub(crate) const STAYS: &[&str] = &["stays stay remains remain"];
pub(crate) const AS_IT_IS: &[&[&str]] = &[
    &["as where", "it they", "is are"],
    &["as", "is"],
    &["as where", "its theyre"],
    &["alone"],
    &["there"],
    &["on", "there it"],
    &["be"],
];
/// "leave tea on the list but take the biscuits off"
pub(crate) const ON_MY_LIST: &[&str] = &["on", "the my our", "list"];

/// Who crosses several out has done them.
pub(crate) const CROSSES_OUT: &[&str] = &["cross crossed strike", "out off"];

/// "the rent should be high priority", which says something of a todo.
/// What says that somebody has only heard it.
pub(crate) const HEARSAY: &str = "apparently supposedly reportedly allegedly";
pub(crate) const SHOULD: &str = "should must ought";
/// "need to get stamps".
pub(crate) const NEED: &str = "need gotta";
pub(crate) const GET: &str = "get";

/// When something was done, which is no part of its name: "I fixed the sink this morning".
pub(crate) const TOLD_TIMES: &[&[&str]] = &[
    &["earlier", "today"],
    &["this", "morning afternoon evening week"],
    &["last", "night week"],
    &["on", "the my our", "way", "home back over round here in there past"],
    &["after", "all"],
    &["at", "home"],
    &["at from in", "the my", "store shop freezer fridge cupboard pantry house market supermarket"],
    &["yesterday", "morning afternoon evening"],
    &["yesterday today earlier"],
];
/// What begins the reason for which something is not needed, and what says that it is not any more.
pub(crate) const TELLS_WHY: &str = "because cause cuz coz since";
pub(crate) const NOT_ANY_MORE: &[&[&str]] = &[&["anymore"], &["any", "more longer"]];

/// What says of something that is missing that there was little left of it.
pub(crate) const LAST_OF: &[&[&str]] = &[
    &["the my our", "last", "of", "the my our"],
    &["last", "of", "the my our"],
    &["the my our", "last", "bit drop few piece", "of", "the my our"],
    &["the my our", "last", "of"],
    &["the my our", "last", "bit drop few piece", "of"],
];
/// What somebody does where something is, before what stands on the list: "when do I have to go to the dentist".
pub(crate) const GOES_THERE: &[&[&str]] = &[
    &["go be get", "to at"],
    &["go be get", "to at", "the my our"],
    &["see meet visit phone ring call pay do"],
    &["see meet visit phone ring call pay do", "the my our"],
];
/// What stands before a todo's words and is no part of them, however it is spelt: "teh rent".
pub(crate) const THE: &str = "the";
/// What may follow several todos that are named: "buy milk and call mum, both of them".
pub(crate) const BOTH_OR_ALL: &str = "both all each";
pub(crate) const OF_THEM: &[&str] = &["of", "them these those"];

/// What is said not to be meant: "the tuesday meeting, not the thursday one".
pub(crate) const NOT: &str = "not";

/// "we're" without its apostrophe.
pub(crate) const WERE: &str = "were";

/// What may go is deleted where it is on the list: "the gym can go".
pub(crate) const CAN_GO: &[&str] = &["can", "go"];
pub(crate) const COMES_OFF: &[&[&str]] =
    &[CAN_GO, &["can should", "come go", "off"], &["can should", "be", "deleted removed dropped"]];
/// What follows something that is named besides: "get stamps, envelopes too".
pub(crate) const AS_WELL: &[&str] = &["too", "as well", "also"];
/// What is named and not said: "add something to my list".
pub(crate) const SOME_THING: &str = "something anything item entry thing task todo one another more";
/// What is asked of a todo beside whether it is on a list: "have I got the rent down anywhere on my list".
pub(crate) const NOTED: &str = "down written noted listed anywhere somewhere still already";
