//! How lists are spoken of: one's own, one that was said before, those of others, and those that are none.

/// What may stand before "list of …", and what may not: "the list of candidates", "my list of candidates".
pub(crate) const A_LIST_OF: &str = "the a an all";
pub(crate) const MINE: &str = "my our";
pub(crate) const OURS: &str = "my the our";

/// Questions about some list, and not about one's own: "what is a to do list", "why a list".
pub(crate) const ASKS_OF_ANY: &str = "whats define explain why";
pub(crate) const WHAT: &str = "what";
pub(crate) const IS: &str = "is";
pub(crate) const MEANS: &str = "mean means";
/// What is asked for of a word and of no list: "what is the meaning of the word list".
pub(crate) const MEANING: &str = "meaning definition synonym translation etymology pronunciation";
pub(crate) const SOME_ONE: &str = "a an some";
pub(crate) const OF: &str = "of";

/// A list said before: "that list", "delete that list".
pub(crate) const THAT: &str = "that this the";
pub(crate) const THAT_OR_THOSE: &str = "that those";
pub(crate) const ALL_OF_A_LIST: &str = "list lists todo todos to task tasks items things chores";
/// What says that such a list is meant: "put it there", "add it".
pub(crate) const THERE: &str = "it there";
pub(crate) const POINTS_THERE: &str = "it there that";
/// How what goes on a list ends that is made: "new list: add seeds to it".
pub(crate) const PUT_THERE: &[&str] = &["to on onto in", "it"];
/// What makes another verb of one that puts something there: "put up shelves".
pub(crate) const PARTICLES: &str = "up down in on out off away back together through";

/// What joins a list to what goes on it or comes off it.
pub(crate) const ONTO_OR_FROM: &str = "to on onto from off";

/// How a list is asked for that somebody or something else is to have: "show anna my list", "read my list to me in french".
pub(crate) const IN_A_WAY: &str = "in as into via using by through";
pub(crate) const TO_OR_ON: &str = "to via on in";
pub(crate) const TO_OR_VIA: &str = "to via in";
pub(crate) const ORDER: &str = "order";
pub(crate) const TELLS: &str = "show tell give let inform remind read bring send";
/// Who has to do with a list, and what: "who made my list".
pub(crate) const WHO: &str = "who why";
pub(crate) const MADE: &str = "made make makes wrote created owns sees shared edited changed";

/// What says that the open ones are counted: "how many are left".
pub(crate) const STILL_OPEN: &str = "left open pending remaining remain unfinished outstanding still rest";

/// How begins who asks whether there is such a todo at all.
pub(crate) const EXISTS: &[&[&str]] =
    &[&["do", "i we", "have"], &["have", "i we", "got"], &["is are", "there"], &["any"]];

/// What stands before the name of one of several lists: "one named camping and another for the office".
pub(crate) const LEADS_A_NAME: &str = "one another the a other called named for is";

/// What makes more than a list's name of the words before "list": "rename milk on my shopping list".
pub(crate) const NO_LIST_NAME: &str = "on in from of off to todo todos task tasks do";

/// Words that change a list, or say what is wanted on it, in what else might ask for it: "stick that on my list".
pub(crate) const PUTS: &str = "ad stick dump put drop toss throw pop slap tack wipe bin onto stop shove chuck gotta";
/// "i need sponges on my list", but not "i need to see my list".
pub(crate) const NEEDS: &str = "need want wants";
pub(crate) const NEEDS_TO: &str = "to a an the my our you your it all everything list this that what";

/// Verbs that put a todo on another list besides its own.
pub(crate) const COPIES: &str = "copy duplicate";

/// What a list is said to have: "I need my list to have bread".
pub(crate) const HAS: &str = "have include contain say";

/// What stands above lines that are todos, besides the name of a list and what asks to add: "todo:".
pub(crate) const HEADERS: &[&str] = &[
    "todo",
    "todos",
    "to do",
    "to dos",
    "to do list",
    "todo list",
    "list",
    "my list",
    "the list",
    "my todos",
    "my todo list",
    "my to do list",
    "tasks",
    "my tasks",
    "things to do",
    "add",
    "add these",
    "new todos",
    "new tasks",
    "remember",
    "reminders",
];
/// The head of one todo, and of several.
pub(crate) const HEADS_OF_ONE: &str = "todo task reminder";
pub(crate) const SEVERAL: &str = "todos";
/// Words of a head behind which several things stand: "new tasks: clean the gutters; paint the shed".
pub(crate) const HEADS_OF_SEVERAL: &str =
    "tasks todos things items reminders chores errands jobs these those following stuff dos everything";
/// What stands before the last thing of a list.
pub(crate) const AS_WELL_AS: &[&[&str]] =
    &[&["as", "well", "as"], &["along together", "with"], &["plus"], &["and", "also"]];
/// The header of an offer.
pub(crate) const ADD_THESE: &str = "add these:";
pub(crate) const LINE_END: &str = "\n";
pub(crate) const COLON: &str = ":";

/// Verbs by which something is put on a list: "write down oats".
pub(crate) const PUTS_DOWN: &str = "put write jot note stick pop throw toss chuck pencil include add have get";
/// What belongs to such a verb behind each of several things: "put sugar down and flour down, and honey as well".
pub(crate) const ENDS_OF_PUTTING: &[&[&str]] = &[&["as", "well"], &["too aswell"], &["down"]];
/// Of these, verbs that are as often something to do: "write a letter".
pub(crate) const DEEDS_TOO: &str = "write make drop throw record schedule type store note";

/// Verbs of deeds that stand on lists, and are elsewhere asked of others as often: "order toner".
pub(crate) const DEEDS_OF_A_LIST: &str = "order chase invoice";
/// Verbs with which hardly any thing's name begins, so that they are said of what is named beside: "buy soap, oil too".
pub(crate) const HARDLY_NOUNS: &str =
    "buy rebuy sell get fetch collect email text feed ring phone call clean fix mend repair renew replace";
/// Verbs of taking off that are as often a thing's first word: "bin bags", "drop scones".
pub(crate) const NOUNS_TOO: &str = "place bin trash drop check cross strike scratch tick dump";
/// What they make one thing with: "bin liners".
pub(crate) const MADE_WITH: &str = "bag bags liner liners lid lids scones";

/// What somebody does about what is missing: "we're out of butter, buy butter tomorrow".
pub(crate) const BUYS: &str = "buy get fetch grab order pick";
/// What stands before an article and is nobody who gets something: "buy milk for the cat", "buy bread and a pint of milk".
pub(crate) const BEFORE_AN_ARTICLE: &str = "and or for from at on in to with of the a an my our up by not";

/// How a statement says what goes on a list: "rice goes on the grocery list".
pub(crate) const GOES_ON_A_LIST: &str = "goes belongs go belong lives live";

/// What is said of what goes on a list: "tofu put on".
pub(crate) const PLACED: &str = "added put included";
/// What asks for an opinion of a list, and not for it: "what do you think of my list".
pub(crate) const OPINION: &str = "think reckon opinion";
/// What is put in is put on the list that was named: "throw in some oats".
pub(crate) const THERE_IN: &str = "in";

/// What says where a todo is to stand: "almond milk belongs on the holiday list".
pub(crate) const BELONGS: &str = "belongs belong should lives live";

/// What says that a list of one's own is meant by its name alone: "add sunscreen to holiday", "everything on holiday", "show holiday".
pub(crate) const BEFORE_A_NAME: &str = "to onto into from off";
pub(crate) const GOES_OR_COMES: &str =
    "add put stick include copy move transfer shift take remove delete erase get chuck pop throw note write jot";
/// What puts something on a list by "on" alone, and the list that everybody has.
pub(crate) const PUTS_ON: &str = "put stick chuck pop throw note write jot include whack bung shove slap sling";
/// What people call a list, and the name that it may have instead.
pub(crate) const OTHER_NAMES: &[(&str, &str)] =
    &[("groceries grocery food supermarket", "shopping"), ("shopping food supermarket grocery", "groceries")];
pub(crate) const SHOPPING: &str = "shopping groceries";
/// What asks for that list without its name: "what do I need from the shops", "what have I got to buy".
pub(crate) const BOUGHT_FROM: &str = "shop shops store stores supermarket grocer buy buying";
pub(crate) const ADDS: &str = "add put stick include note write jot";
/// What is done with all of a list goes on behind its name: "mark everything on holiday as done".
pub(crate) const BEHIND_ALL: &str = "as to high low medium normal urgent top by";
pub(crate) const WHAT_IS_THERE: &str =
    "everything anything something all whats whatever whatevers things stuff todos tasks items is left remains";
/// What stands before a list's name behind such words alone: "what's under home".
pub(crate) const UNDER: &str = "under";
pub(crate) const SHOWS_OR_CLEARS: &str = "show clear empty open read";
/// Words that are no name of a list, or need no more said.
pub(crate) const A_LIST_TOO: &str = "list lists todos tasks it them that this there";

/// What is spoken of when lists are, or all there is.
pub(crate) const LISTS_OR_ALL: &str = "list lists everything all";
pub(crate) const LISTS_OR_FROM: &str = "list lists from off";
