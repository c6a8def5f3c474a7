//! Statements beside a request that ask for nothing, and what only looks like one.

/// The subject of a statement behind a sign: "delete the gym, I cancelled my membership".
pub(crate) const TELLS_MORE: &str = "i im ive ill we were weve well he hes she shes they theyre its it that";
/// What is no aside: it takes back what was said, or asks for more.
pub(crate) const TAKES_BACK: &str = "mean meant keep kept joking kidding mind never wait except unless should though instead rather need want urgent important also too";
pub(crate) const NEEDED: &str = "need want";
/// Verbs that take a todo away, and what says that it only has another day.
pub(crate) const REMOVES: &str =
    "delete remove erase take drop scratch strike cancel cross tick check mark complete finish";
pub(crate) const MOVED: &str = "moved changed postponed rescheduled pushed";
/// What says of something done that it is not.
pub(crate) const NOT_DONE: &str = "not havent hasnt isnt didnt yet";
/// What such words may begin with that have a verb behind it: "my membership expired".
pub(crate) const TELLS_OF: &str = "my our the his her";
pub(crate) const TELLING: &str = "is was were are has have had got bought did died went came gave said broke expired moved changed cancelled canceled \
     finished stopped found brought took closed ended left wants needs comes lands starts arrives leaves says thinks keeps likes loves works goes gets expires runs ends";
/// Words that follow the object of a statement: "I left my umbrella at the office".
pub(crate) const AFTER_A_THING: &str =
    "at in on to from for with by and so but when where because yesterday today tonight this last again there here";
/// How what tells nothing begins, beside a question: "why is …", "let whoever comes …".
pub(crate) const ASKS_OR_ORDERS: &str =
    "why whose whom can could would will shall should may might must let please dont if unless when";
/// Verbs of a statement whose subject is what "it" means: "my passport expires in march".
pub(crate) const HAPPENS: &str = "is was are were isnt arent expires expired ends ended broke breaks died stopped leaks smells looks runs ran closes closed comes arrives lands burned burnt cracked froze fell \
     ripped squeaks drips rattles";
/// What says that something needs what "them" means: "my car needs new tires".
pub(crate) const NEEDS: &str = "needs need";
/// How a statement says when a todo is due: "add milk, it's due friday".
pub(crate) const TOLD_DUE: &[&[&str]] = &[
    &["its thats theyre", "due needed wanted for"],
    &["it that they", "is are", "due needed wanted for"],
    &["its thats", "on by at"],
    &["it that", "is", "on by at"],
];
/// How a statement says that something is missing: "add toothpaste, I'm out".
pub(crate) const LACKING: &[&[&str]] =
    &[&["i we", "am are", "out low"], &["im were", "out low"], &["i we", "ran", "out"], &["im were", "all", "out"]];
