//! How people put right what they have just said: "no wait, the report", "I mean the gym", "not tomorrow, friday".

/// What stands before the words that a todo is to have instead: "remind me to call John, actually make it call Jane".
pub(crate) const PUT_RIGHT: &[&[&str]] = &[
    &["actually wait no sorry oops", "make", "that it"],
    &["make", "that it"],
    &["on", "second", "thought thoughts", "make", "that it"],
    &["on", "second", "thought thoughts"],
    &["no wait sorry oops", "i", "mean meant"],
    &["i", "mean meant"],
    &["actually"],
];
pub(crate) const NO: &str = "no";
pub(crate) const NO_OR_NOPE: &str = "no nope nah";
/// What no text of a todo has behind a pause: it puts right what stands before it, or takes it back.
pub(crate) const KEPT_IN_NO_TEXT: &[&[&str]] = &[
    &["no nope nah", "wait sorry hang hold actually scratch scrap"],
    &["no nope nah", ","],
    &["hang hold", "on", ","],
    &["hang hold", "on", "a and"],
    &["wait sorry oops actually", "no nope nah never scratch scrap"],
    &["wait sorry oops actually", ","],
    &["oops whoops"],
    &["never", "mind"],
    &["scratch scrap strike", "that"],
    &["make", "that it"],
    &["i", "meant"],
    &["actually", "thats its no dont"],
];
/// What stands between a number and the one that was meant: "at 3, sorry 4", "340, oops I meant 430".
pub(crate) const NUMBER_PUT_RIGHT: &[&[&str]] = &[
    &["sorry oops whoops wait actually"],
    &["no nope nah"],
    &["no", "wait sorry actually"],
    &["or", "rather"],
    &["i", "mean meant"],
    &["sorry oops whoops no wait actually", "i", "mean meant"],
    &["no", "wait sorry", "i", "mean meant"],
    &["sorry oops whoops no wait actually", "make", "that it"],
    &["make", "that"],
];
/// What "I mean" is said before that names nothing else: "delete milk, I mean really".
pub(crate) const NOT_MEANT: &str = "really seriously honestly literally it that this business fun finished now please";
/// What may stand before the number that was meant, behind either of both as a part of it, and behind the second as the next word.
pub(crate) const MADE: &str = "at to its that make it";
pub(crate) const HALVES: &str = "am pm oclock percent";
pub(crate) const BEHIND_A_NUMBER: &str = "to and then for on at in of so please instead not from by";
/// With what a todo's words go on behind what is put right: "email Karen, I mean Caroline, about the lease".
pub(crate) const GOES_ON_ABOUT: &str = "about regarding for from at with to in on by of";
/// What is done instead of what is not meant: "don't delete it, just move it".
pub(crate) const JUST: &str = "just rather instead";
/// What says a day of what is added: "…, it's every week". The last word is the day's own.
pub(crate) const IT_IS_ON: &[&[&str]] = &[
    &["its thats theyre", "on at by every each due weekly daily monthly yearly fortnightly from"],
    &["it that they", "is are", "on at by every each due weekly daily monthly yearly fortnightly from"],
];
pub(crate) const DONT: &str = "dont not never";
/// What takes all of it back, and puts nothing in its place: "on second thought, don't".
pub(crate) const TAKES_BACK: &str = "dont not no never nothing none forget leave skip cancel it that";
/// What is said of a list that is put right: "no wait, make that to the holiday list".
pub(crate) const PUT_IT: &[&[&str]] =
    &[&["make put move have", "that it this"], &["it that", "goes should", "go"], &["it", "goes"]];
/// The same of an amount: "two pints – make that three".
pub(crate) const MAKE_THAT: &[&[&str]] = &[&["make", "that it"], &["and", "make", "that it"]];
/// What is said to be missing behind a comma, and takes nothing back: "add soap, no rush".
pub(crate) const NOTHING_OF: &str = "rush hurry date due deadline priority problem worries pressure reminder tag tags notes note reason point idea one ones room longer doubt matter wonder chance luck";

/// Words by which a goal is known to put something right.
pub(crate) const ANY: &str =
    "no nope nah wait hang hold sorry oops whoops mean meant rather scratch scrap strike make actually not correction";
/// What puts right wherever it stands, and what does so only behind a pause.
pub(crate) const PUTS_RIGHT: &[&[&str]] = &[
    &["no nope nah", "wait sorry hang hold"],
    &["no nope nah", "hang hold", "on"],
    &["hang hold", "on"],
    &["i", "mean meant"],
    &["or", "rather"],
    &["er erm uh um hmm oh ah", "no nope wait sorry hang hold oops actually"],
    &["er erm uh um hmm oh ah oops whoops sorry", "make", "that"],
    &["sorry wait oops whoops actually", "no nope"],
    &["scratch scrap strike", "that"],
    &["my", "mistake bad"],
];
pub(crate) const PUTS_RIGHT_PAUSED: &str =
    "no nope nah wait sorry oops whoops actually rather correction er erm uh um hmm oh ah";
/// What "hang on" holds by: "hang on to the receipts".
pub(crate) const HELD: &str = "to until till";
/// What says behind the right words that they put others right: "tuesday, sorry", "tuesday rather".
pub(crate) const SAID_AFTER: &str = "rather sorry instead";

/// What no new name begins with behind a correction: "hang on a minute", "actually just dad".
pub(crate) const NO_NEW_NAME: &[&[&str]] = &[&["and just or"], &["a", "minute sec second moment mo bit tick"]];

/// What "sorry" is said for, and puts nothing right: "add milk. sorry about that".
pub(crate) const ABOUT_THAT: &[&str] = &["about for", "that this it"];

/// How somebody begins to put right what was said.
pub(crate) const WAITS: &str = "no nope nah wait hang hold stop sorry oops actually scratch scrap ah oh";
