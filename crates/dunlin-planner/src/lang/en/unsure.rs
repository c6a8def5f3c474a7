//! What says that somebody does not know whether something stands on a list: "I don't think I put cheese on my list".

/// What says so; behind it stands what was or was not done.
pub(crate) const UNSURE: &[&[&str]] = &[
    &["im were", "not", "sure certain positive"],
    &["i we", "am are", "not", "sure certain positive"],
    &["not", "sure certain"],
    &["i we", "dont", "think believe"],
    &["i we", "dont cant", "remember recall know tell"],
    &["i we", "do", "not", "remember recall know think"],
    &["i we", "forget"],
    &["i we", "have", "no", "idea"],
    &["no", "idea"],
];
pub(crate) const WHETHER: &str = "if whether that";
/// What may stand before the verb by which somebody put it there, or did not.
pub(crate) const BEFORE_DID: &str = "already ever actually even have had did";
/// The verbs by which it is put there, as they are told and as they are asked.
pub(crate) const PUT_THERE: &[(&str, &str)] = &[
    ("put", "put"),
    ("add", "add"),
    ("added", "add"),
    ("wrote", "write"),
    ("write", "write"),
    ("included", "include"),
];
/// "did I put …"
pub(crate) const DID_I: [&str; 2] = ["did", "i"];
/// "check and add it": what is looked at is said before.
pub(crate) const LOOK_AND: &[&[&str]] =
    &[&["check look", "and"], &["take have", "a", "look", "and"], &["double", "check", "and"]];
/// What is done then, and to what.
pub(crate) const ADD_OR_REMOVE: &str = "add put remove delete";
pub(crate) const WHAT_WAS_SAID: &str = "it them some that";
/// "if I haven't put jam on my list, please do": what asks for what the condition says.
pub(crate) const DO_SO: &[&[&str]] =
    &[&["please", "do"], &["please", "do", "so it that"], &["do", "so"], &["then", "do"]];
pub(crate) const ADD_IT: [&str; 2] = ["add", "it"];

/// "I need lemons, are they on my list": what is asked of what was just named.
pub(crate) const IS_IT_ON: &[&[&str]] = &[
    &["is are", "it they those these that", "on already"],
    &["do did", "i we", "have put add", "it them those that", "on"],
];
