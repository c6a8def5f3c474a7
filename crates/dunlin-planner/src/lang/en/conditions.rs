//! Words by which conditions and questions about numbers are read; the rows about a todo on a list stand in `phrases`.

/// What opens a condition, and what opens one that is turned round.
pub(crate) const IF: &str = "if when";
pub(crate) const UNLESS: &str = "unless";
pub(crate) const IF_ONLY: &str = "if unless";
pub(crate) const WHEN: &str = "when";
/// What opens one in more words than one; what may follow them is a part of it.
pub(crate) const OPENINGS: &[&[&str]] = &[
    &["assuming provided providing supposing", "that"],
    &["assuming provided providing supposing"],
    &["in", "case"],
    &["in", "the", "event", "that"],
    &["in", "the", "event"],
    &["as so", "long", "as"],
    &["on", "condition", "that"],
];
/// What a contraction may be followed by that makes a verb of its end: "the rent's already paid", "milk's on my list".
pub(crate) const AFTER_IS: &str = "free gone all nearly almost already been still not left off out done finished on there overdue due paid completed complete sorted missing fixed booked bought ordered called cleaned washed returned sent packed";
/// Words whose end is a verb that the rows know, or that are no todo.
pub(crate) const CONTRACTED_ALREADY: &str =
    "its thats whats whos theres hows wheres lets heres todays tomorrows he hes she shes";
/// "unless it already is"
pub(crate) const ALREADY_IS: &str = "already is are its theyre";
/// What may stand before one at the end: "…, but only if it is not there".
pub(crate) const DONT: &str = "dont not";
pub(crate) const BUT_ONLY: &str = "but only just";
/// How a question about two numbers begins.
pub(crate) const ASKS: &str = "is are does do";
/// "I don't have anything due".
pub(crate) const HAVE_NOT: &str = "dont havent isnt arent not";
/// What stands for the todo that the request names.
pub(crate) const PRONOUNS: &str = "it that they this them not";
/// What is asked of a todo that may be done: "is the rent paid".
pub(crate) const DONE_OR_PAID: &str =
    "done finished completed complete paid pay sorted called call returned booked fixed bought sent ordered ticked did";
/// Verbs of what was put on a list, which may not be done: "did I already put down the rent".
pub(crate) const NOTED_DOWN: &str = "add added put write wrote jot jotted note noted include included";
/// What stands before when a todo is due: "its due today".
pub(crate) const DUE: &str = "due";
/// What stands beside a day that a todo is due on, so that it is not the day that it is.
pub(crate) const SAID_OF_A_DUE: &str = "due on for by before after still";
/// How it is said of a todo in a condition: "is not done yet", "has been paid", "isnt done".
pub(crate) const IS_DONE: &str = "is are was were has have isnt arent wasnt werent hasnt havent";
pub(crate) const ISNT_DONE: &str = "isnt arent wasnt werent hasnt havent";
pub(crate) const HOW_DONE: &str = "not been still already now all";
pub(crate) const BY_NOW: &str = "yet already now by then";
/// Several todos that the request names.
pub(crate) const THEM_OR_THEY: &str = "they theyre them theyve";
/// What tells which todo is meant, behind a list: "if there is anything on my list called ironing".
pub(crate) const CALLED: &str = "about called named like saying mentioning";
/// What says of a list that it is this one: "if there's nothing about the sink on here".
pub(crate) const ON_HERE: &[&[&str]] = &[&["on in", "here there"]];
/// What names no todo: "if nothing is on my list".
pub(crate) const NO_TODO: &str = "nothing anything something everything none all any some";

/// Every todo: "everything is done", "all of my todos are done".
pub(crate) const EVERYTHING: &str = "everything all";
pub(crate) const ALL_OF_MINE: &str = "of my our the todo todos task tasks item items thing things chores errands";
pub(crate) const TO_DO: &str = "to do";

/// What asks to hear what a condition found: "if anything is due tomorrow, tell me".
pub(crate) const SAYS_SO: &[&str] = &[
    "tell me",
    "tell me so",
    "say so",
    "let me know",
    "warn me",
    "show me",
    "show it to me",
    "tell me what it says",
    "tell me what it is",
    "see what it says",
    "tell me what is there",
    "tell me what there is",
    "show them to me",
    "show it",
    "show me it",
    "show me them",
    "show me those",
    "tell me about it",
    "tell me about them",
    "tell me what",
    "tell me what it is",
    "tell me what they are",
    "tell me what it was",
    "tell me what they were",
    "tell me which ones it was",
    "tell me which ones they were",
    "tell me which",
    "tell me which ones",
    "show me what it is",
    "show me which",
    "show me which ones",
];

/// Who has done what the request names: "unless I've already paid it".
pub(crate) const WHO_DID: &str = "i we ive weve";
/// Verbs of which "off" is a part.
pub(crate) const TICKED: &str = "ticked checked crossed tick check cross";
/// What was ticked off is done: "that can be crossed off".
pub(crate) const TICKED_OFF: &str = "ticked checked crossed";
pub(crate) const OFF: &str = "off";
pub(crate) const NOT_YET: &str = "havent not didnt";
pub(crate) const HAVE_OR_NOT: &str = "have havent already just not didnt did";

/// Who is free has nothing to do: "I'm free on friday".
pub(crate) const AM_I_FREE: &[&str] = &["am are", "i we", "free available"];
pub(crate) const FREE: &str = "free clear";
pub(crate) const IS_FREE: &[&[&str]] = &[&["im", "free"], &["i we", "am are", "free"]];

/// "fewer than five things" counts them.
pub(crate) const THAN: &str = "than";

/// The verbs of how many todos there are, and those of whether a list is empty.
pub(crate) const THERE_ARE: &str = "is isnt has have there";
pub(crate) const IS_OR_NOT: &str = "is isnt";
pub(crate) const IS: &str = "is";
pub(crate) const ISNT: &str = "isnt";
pub(crate) const NOT: &str = "not";
pub(crate) const EMPTY: &str = "empty";
pub(crate) const THERE: &str = "there";
pub(crate) const I_OR_WE: &str = "i we";
pub(crate) const I_HAVE_GOT: &str = "ive weve";
pub(crate) const THERE_IS: &str = "theres";
pub(crate) const STILL: &str = "still";
pub(crate) const ARE_STILL: &str = "are is got still";
pub(crate) const NO: &str = "no";
pub(crate) const TODOS: &str = "todo todos task tasks item items thing things stuff chores errands";
pub(crate) const ON_A_LIST: &str = "on in";
pub(crate) const ALL_OR_NOTHING: &str = "nothing anything something";
pub(crate) const LEFT_OR_ELSE: &str = "left else more at all yet still";
/// One's own list: "my list".
pub(crate) const MY_LIST: &[&str] = &["my the our", "list"];

/// The verb that a comparison begins with, where a question has it before: "is 7 more than 5".
pub(crate) const VERB: &str = "is ";
/// "its more than 50" has the verb in its first word.
pub(crate) const CONTRACTED: &str = "its thats";
/// What an earlier step gave.
pub(crate) const EARLIER_RESULT: &str = "that it this";
pub(crate) const THE_RESULT: &[&str] = &["the that", RESULT];
/// What the result of a step is called.
pub(crate) const RESULT: &str = "result answer total sum";

/// Whether one number goes into another: "84 divisible by 6", "7 a factor of 84", "84 even", "97 prime".
pub(crate) const DIVIDED: &str = "divisible multiple factor divisor even odd prime";
pub(crate) const MULTIPLE: &str = "divisible multiple";
pub(crate) const FACTOR: &str = "factor divisor";
pub(crate) const EVEN: &str = "even";
pub(crate) const ODD: &str = "odd";
pub(crate) const PRIME: &str = "prime";
pub(crate) const A: &str = "a an";
pub(crate) const BY_OR_OF: &str = "by of";

/// What stands before a comparison that does not say with what: "if there are more than 3".
pub(crate) const THERE_ARE_OR_HAVE: &[&[&str]] =
    &[&["there", "are is were"], &["theres"], &["i we", "have got"], &["ive weve"], &["they", "are"]];
pub(crate) const COMPARES: &str = "more less fewer over under above below greater at";

/// Comparisons in words, with the sign a decision step uses.
pub(crate) const COMPARISONS: &[(&str, &str)] = &[
    ("is more than", ">"),
    ("is greater than", ">"),
    ("is larger than", ">"),
    ("is bigger than", ">"),
    ("is higher than", ">"),
    ("is above", ">"),
    ("is over", ">"),
    ("exceeds", ">"),
    ("is less than", "<"),
    ("is smaller than", "<"),
    ("is lower than", "<"),
    ("is below", "<"),
    ("is under", "<"),
    ("is fewer than", "<"),
    ("is at least", ">="),
    ("is no less than", ">="),
    ("is not less than", ">="),
    ("is at most", "<="),
    ("is no more than", "<="),
    ("is not more than", "<="),
    ("is greater than or equal to", ">="),
    ("is less than or equal to", "<="),
    ("is equal to", "=="),
    ("equals", "=="),
    ("equal", "=="),
    ("is the same as", "=="),
    ("is as much as", "=="),
    ("is not equal to", "!="),
    ("is not", "!="),
    ("isnt", "!="),
    ("is", "=="),
    (">", ">"),
    ("<", "<"),
    ("=", "=="),
    (">=", ">="),
    ("<=", "<="),
    ("> =", ">="),
    ("< =", "<="),
    ("= =", "=="),
    ("! =", "!="),
    ("is exactly", "=="),
    ("is more or equal to", ">="),
];
/// What asks that something be so: "make sure honey is on my list".
pub(crate) const MAKE_SURE: &[&str] = &["make be", "sure"];

/// Conditions about a list: what they say of the todo named in {item}, and whether they say it is there.
pub(crate) const CONDITIONS: &[(&str, bool)] = &[
    ("( needed | necessary | required | missing | not | absent )", false),
    ("( thats | that is ) not [ already | yet ] [ <on> <list> | <on> it | there | <on> there ]", false),
    ("( thats | that is ) missing", false),
    (
        "( it | they | that ) ( happens | happen ) to be [ still ] [ <already> ] ( <on> <list> | <on> it | there | <on> there )",
        true,
    ),
    ("<list> ( lacks | is missing | is without | has no ) [ any | some | a | an ] {item?} [ on it | in it ]", false),
    (
        "( thats | that is | those are | these are ) [ <already> ] ( <on> <list> | <on> it | there | <on> there ) [ already | now ]",
        true,
    ),
    (
        "( you | i | we ) ( cant | cannot | can not | dont | do not | couldnt | didnt ) ( find | see | spot ) [ any | some | a | an | the ] {item?} [ <already> ] <on> <list> [ yet | already ]",
        false,
    ),
    (
        "( you | i | we ) [ can ] ( find | see | found | spot ) [ any | some | a | an | the ] {item?} [ <already> ] <on> <list> [ already ]",
        true,
    ),
    (
        "{item?} ( should | might | may | must | ought to | could ) [ already | still ] be [ <already> ] <on> <list> [ already ]",
        true,
    ),
    (
        "<list> ( should | might | may | must | ought to | could ) [ already | still ] ( have | contain | include | say ) [ any | some | a | an | the ] {item?} [ on it | in it ] [ already ]",
        true,
    ),
    (
        "( i | we ) ( should | might | may | must | ought to ) [ already | still ] have [ any | some | a | an | the ] {item?} [ <already> ] <on> <list> [ already ]",
        true,
    ),
    (
        "there ( isnt | arent | is not | are not | wasnt | werent ) [ any | one | some ] [ yet | already ] [ <on> <list> | <on> it | there | <on> there ] [ yet | already ]",
        false,
    ),
    (
        "{item?} ( is not | isnt | are not | arent | aint | does not appear | doesnt appear ) [ <already> ] [ <on> <list> | <on> it | there | <on> there ] [ yet | already ]",
        false,
    ),
    (
        "( its not | it is not | it isnt | theyre not | they are not | they arent | not ) [ <already> ] [ <on> <list> | <on> it | there | <on> there ] [ yet | already ]",
        false,
    ),
    (
        "( i dont | i do not | we dont ) [ already | still ] have [ any | some | a | an | the | enough ] {item?} [ <already> ] <on> <list>",
        false,
    ),
    (
        "( i dont | i do not | we dont ) [ already ] have ( it | them | any ) [ <already> ] [ <on> <list> | <on> it | there | <on> there ] [ yet | already ]",
        false,
    ),
    (
        "( there is no | there isnt [ a | any ] | theres no | there are no | there arent any ) {item?} <on> <list>",
        false,
    ),
    (
        "( there is | there are | theres | i have | we have | ive got ) ( none | none left | none of it | none of them ) [ left ] [ <on> <list> | <on> it | there ]",
        false,
    ),
    (
        "( i | we ) ( dont | do not | didnt | did not | havent | have not | forgot to ) [ already | yet ] ( have | add | added | put | put down | write down | wrote down | written down | note | noted | got | get ) {item?} ( down | listed | <on> there | <on> <list> ) [ yet | already ]",
        false,
    ),
    (
        "( you | i | we ) ( cant | cannot | can not | dont | do not | couldnt | didnt ) ( find | see ) ( it | them | any | one | that ) [ <on> <list> | there | <on> there ] [ yet | already ]",
        false,
    ),
    ("( i | we ) ( didnt | did not | havent | have not | forgot | dont | do not )", false),
    (
        "( i | we ) ( forgot to | failed to | didnt | did not | havent | have not ) [ already | yet ] ( add | added | put | write down | note ) {item?} <onto> <list>",
        false,
    ),
    (
        "( i | we ) ( forgot to | failed to | didnt | did not | havent | have not ) [ already | yet ] ( add | added | write down | wrote down | written down | put down | note | noted | note down | jot down | list | listed ) {item}",
        false,
    ),
    ("{item?} ( is | are ) missing [ <from> <list> ]", false),
    ("( its | it is | theyre | they are ) ( missing | absent | gone ) [ <from> <list> | there | <on> there ]", false),
    ("no", false),
    (
        "( it | they | that | those | i | we ) ( hasnt | has not | havent | have not | isnt | is not | arent | are not | wasnt | was not | werent | were not | doesnt | does not ) [ been ] [ yet | already | there ]",
        false,
    ),
    (
        "( i | we | ive | weve ) [ already | still ] ( have | got | have got ) ( it | them | that | some | any | one ) [ <already> ] [ <on> <list> | there | <on> there | <on> it ] [ already | now ]",
        true,
    ),
    ("( it | they | that | those ) ( has | have | is | are | was | were | does ) [ been ] [ already | there ]", true),
    (
        "( you | i | we ) ( find | can find | see | found | can see ) ( it | them | any | one | that ) [ <already> ] [ <on> <list> | there | <on> there ] [ already ]",
        true,
    ),
    (
        "( there is | there are | theres ) already ( some | any | one | enough | plenty ) [ <on> <list> | <on> it | there | <on> there ]",
        true,
    ),
    ("( i | we ) still ( have to | need to | must | have got to | ve got to ) {item}", true),
    ("( i | we ) ( did | have )", true),
    ("( ( i | we ) still have | ( ive | weve ) still got ) {item?} ( down | listed | <on> there | <on> <list> )", true),
    (
        "( i | we | ive | weve ) [ already | ever | have | have already | have ever ] ( added | put | put down | wrote down | written down | noted | got | listed ) {item?} [ down | listed | <on> there | <on> <list> ] [ yet | already ]",
        true,
    ),
    ("( i | we ) [ already | still ] have no {item?} [ <already> ] [ left ] <on> <list>", false),
    (
        "( i | we ) ( havent got | have not got | havent | have not ) [ already | yet ] [ any | some | a | an | the | enough ] {item?} [ <already> ] <on> <list>",
        false,
    ),
    ("<list> ( has no | contains no | includes no ) {item}", false),
    (
        "( there is | theres | i have | ive got ) nothing [ <on> ( <list> | there | it ) | there ] ( about | for | called | named | like | that says | saying | to do with ) {item?} [ <on> ( <list> | there | it ) | there ] [ already | yet ]",
        false,
    ),
    (
        "( there is | theres | i have | ive got ) ( something | anything ) [ <on> <list> ] ( about | for | called | named | like | that says | saying | to do with ) {item?} [ <on> <list> ]",
        true,
    ),
    (
        "( ( i dont have | i do not have | we dont have | i havent got | there isnt | there is not | there arent | theres not ) [ already ] ( a | any ) | ( there is | theres | there are | i have | ive got ) no ) ( todo | todos | task | tasks | reminder | reminders ) ( about | for | called | to ) {item?} [ yet | already ] [ <on> <list> ]",
        false,
    ),
    (
        "( i have | we have | ive got | there is | theres ) [ already ] ( a | any ) ( todo | task | reminder ) ( about | for | called | to ) {item?} [ yet | already ] [ <on> <list> ]",
        true,
    ),
    (
        "<list> ( doesnt | does not ) [ already | yet ] ( have | contain | include | say | mention | list ) [ any | some | a | an ] {item?} [ on it | in it | there ] [ yet | already ]",
        false,
    ),
    (
        "( its | it is | theyre | they are ) [ <already> ] [ <on> <list> | <on> it | there | <on> there ] [ already | now | today ]",
        true,
    ),
    (
        "{item?} ( is | are ) [ <already> ] ( <on> <list> | <on> it | there | <on> there | listed | written down | noted down | put down ) [ already | now | today ]",
        true,
    ),
    ("( i | we ) [ already | still ] have [ any | some | a | an | the ] {item?} [ <already> ] <on> <list>", true),
    (
        "( there is | there are | theres ) [ a | an | any | some ] {item?} <on> ( <list> | there | it ) [ already ]",
        true,
    ),
    (
        "<list> ( has | contains | includes ) [ any | some | a | an ] {item?} [ on it | in it | there ] [ already ]",
        true,
    ),
];
/// What is said before what somebody believes of a list: "I think jam is on my list, but if it isn't add it".
pub(crate) const BELIEVES: &[&[&str]] = &[
    &["i we", "think believe guess thought suppose reckon"],
    &["i we", "dont didnt", "think believe"],
    &["im", "pretty fairly quite almost", "sure certain"],
    &["im", "sure certain"],
    &["im", "not", "sure certain"],
    &["not", "sure certain"],
    &["pretty fairly quite", "sure certain"],
    &["i", "dont", "know remember"],
    &["i", "cant", "remember recall"],
    &["no", "idea"],
    &["maybe perhaps"],
];
pub(crate) const BELIEVED: &str = "that if whether";
/// What asks for what was asked about to be done: "did I put jam on the list? if not, please do".
pub(crate) const DO_SO: &[&[&str]] =
    &[&["do"], &["do", "so it that this"], &["go", "ahead"], &["go", "ahead", "and", "do", "it so"]];
/// Who looks at a list before a condition about it: "look at my list and if jam isn't there add it".
pub(crate) const LOOKS_AT: &[&[&str]] =
    &[&["look"], &["check see"], &["go", "to"], &["take have", "a", "look"], &["have", "a", "look"]];

/// What asks whether something is not there: "did I forget to add tea".
pub(crate) const MISSES: &str = "forget forgotten missing neglect";
