//! Words of places in the list, of enumerations, and of what selects several todos.

/// What joins two things.
pub(crate) const AND: &str = "and";
pub(crate) const AND_OR_COMMA: &str = "and ,";
pub(crate) const JOINS: &str = "and & ,";
pub(crate) const OR: &str = "or";

/// Words around the places in "the first and the second one", those that say themselves that a place is meant, and what is there.
pub(crate) const AROUND: &str = "the my from both no # hash do to dos";
pub(crate) const ONE: &str = "one";
pub(crate) const NAMES_A_PLACE: &str = "one # hash";
pub(crate) const NOUNS: &str = "todo todos task tasks item items ones number numbers things reminders chores entries";
/// Before how many are meant: "the last two".
pub(crate) const EDGES: &str = "first last top final";
/// From one place up to another.
pub(crate) const THROUGH: &str = "to through thru until till";
pub(crate) const BETWEEN_PLACES: &str = "from between to through thru until till and or up number numbers";
pub(crate) const TODOS: &str = "todos tasks items";
/// The last but one, the last and the first.
pub(crate) const SECOND: &str = "second";
pub(crate) const LAST: &str = "last";
pub(crate) const LAST_OF_ALL: &str = "last latest final las bottom newest recent";
pub(crate) const FIRST_OF_ALL: &str = "top oldest";
/// A place that stands beside things: "the second and milk".
pub(crate) const THE_OR_MY: &str = "the my";
pub(crate) const A_TODO: &str = "todo task item one";
pub(crate) const A_PLACE: &str = "first second third fourth fifth last";

/// "milk done, eggs as done and bread".
pub(crate) const DONE: &str = "done complete completed finished";
pub(crate) const AS: &str = "as";
/// "her birthday is on friday" tells something of what stands before it.
pub(crate) const TELLS: &str = "is are was were has its it";
/// What says that two things are two: "both flour and yeast", "flour and also yeast"; "and" alone only behind "both".
pub(crate) const BOTH: &str = "both";
pub(crate) const APART: &[&[&str]] = &[&["and", "also"], &["as", "well", "as"], &["and"]];
/// How a word ends that names several things, and words that end so and name one.
pub(crate) const PLURAL_ENDING: char = 's';
pub(crate) const NO_PLURALS: [&str; 2] = ["ss", "us"];
/// What is taken off together is as often one.
pub(crate) const TAKE: &str = "take";
pub(crate) const ARTICLES: &str = "the a an my some our";
pub(crate) const ALL_OR_NONE: &str = "everything all nothing both others rest";
/// Before what is on a list from the start: "picnic with bread and cheese".
pub(crate) const WITH: &str = "with";

/// How a selection begins: "everything", "all of these", "overdue", "whatever's due".
pub(crate) const WHATEVER: &str = "whatever whatevers what whats";
pub(crate) const EVERYTHING: &str = "everything anything";
pub(crate) const ALL: &str = "all every each both";
pub(crate) const OF: &str = "of";
pub(crate) const THESE: &str = "the my our these those";
pub(crate) const LATE: &str = "overdue late";
/// What stands for several without a plural: "late stuff".
pub(crate) const SEVERAL_ALIKE: &str = "stuff";
pub(crate) const NOUNS_SELECTED: &str =
    "todos todo dos tasks task items item things thing reminders chores errands ones stuff";
/// The same, and what stands for it: "what is due today".
pub(crate) const NOUNS_TOLD_APART: &str = "todo todos dos tasks task items item things thing reminders chores errands ones one stuff what whats anything everything";
pub(crate) const TO: &str = "to";
/// "every single thing"
pub(crate) const SINGLE: &str = "single last";
/// What the selected ones are: "that are due today", "tagged work", "on my work list", "about taxes".
pub(crate) const THAT_ARE: &str = "that thats is are was were which";
/// What follows "all" where that is everything: "all that was due today".
pub(crate) const ALL_THAT: &str = "that thats due";
pub(crate) const DUE: &str = "due";
pub(crate) const TAGGED: &str = "tagged labelled labeled";
pub(crate) const TAGGED_AS: &str = "as with hash";
pub(crate) const BEFORE_DAYS: &str = "for from on by in";
/// What stands before a tag by which todos are told apart: "everything at home".
pub(crate) const BEFORE_A_TAG: &str = "at in on from for";
/// What todos are called that a list or a tag has: "the home todos".
pub(crate) const NOUNS_OF_ALL: &str = "todos tasks ones things items chores jobs stuff";
pub(crate) const BEFORE_A_LIST: &str = "on in from";
pub(crate) const WITH_WORDS: &str = "about containing with called mentioning";
/// What such words are said to stand in: "everything with phone in it".
pub(crate) const IN_IT: &[&[&str]] =
    &[&["in", "it them"], &["in", "the their", "name text title names"], &["somewhere", "in", "it them"]];

/// Words of more than the things that are named: "milk, bread still missing, remind me".
pub(crate) const TELLS_MORE: &str = "still missing remind me i we but not need";

/// What goes on with another thing: "water the plants, also fetch the kids".
pub(crate) const ALSO: &str = "also";

/// How somebody goes on who has said "I also": "… need to call the bank".
pub(crate) const MUST_FIRST: &str = "need have must should want ought";
/// What is begun and not done.
pub(crate) const BEGUN: &str = "started began begun begin start tried";
