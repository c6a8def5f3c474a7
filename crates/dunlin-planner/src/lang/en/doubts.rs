//! Words by which a careful listener doubts that a todo is meant, though a row captured them as one.

use crate::model::intent::TodoIntent;

/// Where in an item the words stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Start,
    End,
    Anywhere,
    /// They are all of it.
    Whole,
}

/// What is believed all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spared {
    Nothing,
    /// A row that says a reason and a request at once.
    Joined,
    /// What is said of one todo: "a todo …" may say anything.
    Singular,
    JoinedAndSingular,
}

/// A run of words that is no todo where it stands.
pub(crate) struct Doubt {
    /// Of which requests.
    pub(crate) of: fn(TodoIntent) -> bool,
    pub(crate) spared: Spared,
    pub(crate) place: Place,
    /// What each of the words beside each other may be; `#` is a number.
    pub(crate) run: &'static [&'static str],
    /// What the words are rather, and an item that is doubted for it.
    #[cfg(test)]
    pub(crate) told: (&'static str, &'static str),
}

/// A row: of which requests, who is spared, where which words stand, what they are rather, and an item that has them.
pub(super) const fn row(
    of: fn(TodoIntent) -> bool,
    spared: Spared,
    (place, run): (Place, &'static [&'static str]),
    told: (&'static str, &'static str),
) -> Doubt {
    let _ = told;
    Doubt {
        of,
        spared,
        place,
        run,
        #[cfg(test)]
        told,
    }
}

const fn any(_: TodoIntent) -> bool {
    true
}

pub(super) const fn adds(intent: TodoIntent) -> bool {
    intent.adds()
}

const fn ends(intent: TodoIntent) -> bool {
    matches!(intent, TodoIntent::Complete | TodoIntent::Delete)
}

/// How "add to my list" goes on.
pub(crate) const TO_A_LIST: &str = "to on onto";

/// What is a thing to do where somebody says that it is to be added: "add order new lenses".
pub(crate) const ORDERED: &str = "order reorder";

/// What is told of a todo right behind its name: "iron shirts, they're going to the cleaners", "my essay, so that's done".
pub(crate) const TOLD_OF_IT: &[&[&str]] = &[
    &[",", "they it theyre its he she hes shes were"],
    &["so", "that thats it its they theyre", "is are be done gone over off"],
    &["now", "as since because cause cos that"],
    &["left", "in on under at over for"],
    &["again"],
];

/// Items that make a request none at all.
pub(crate) const DOUBTS: &[Doubt] = &[
    row(
        adds,
        Spared::Nothing,
        (Place::Anywhere, &["if", "it that this", "fails failed breaks"]),
        ("what is to be done where another step fails", "ring the bank and if that fails try"),
    ),
    row(
        ends,
        Spared::Nothing,
        (Place::Start, &["notify alert ping warn tell remind", "me us", "when once if as after that"]),
        ("what somebody wants to hear of", "notify me when the washing"),
    ),
    row(
        |intent| !matches!(intent, TodoIntent::Search),
        Spared::Nothing,
        (Place::Whole, &["me us him her you"]),
        ("a person: \"give me another minute\"", "me"),
    ),
    row(
        |intent| !matches!(intent, TodoIntent::Add),
        Spared::Nothing,
        (Place::Start, &["if unless whether"]),
        ("a condition: \"if wash the car is done, delete it\"", "if wash the car is done"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Start, &["if unless", "needed necessary required absent missing"]),
        ("a condition: \"add if needed\"", "if needed"),
    ),
    row(
        |intent| intent == TodoIntent::Complete,
        Spared::Nothing,
        (Place::Start, &["half most part some", "of", "the my our"]),
        ("a part of what is to be done: \"I finished half of the taxes\"", "half of the taxes"),
    ),
    row(
        ends,
        Spared::Nothing,
        (Place::Start, &["it them that those", "and", "put add write note include"]),
        ("two requests: \"delete it and put rolls\"", "it and put rolls"),
    ),
    row(
        adds,
        Spared::Singular,
        (Place::Anywhere, &[",", "lose ditch scrap axe nix", "the my our"]),
        ("something else that goes", "tape, lose the glue"),
    ),
    row(
        ends,
        Spared::Nothing,
        (Place::Anywhere, &["to on", "my the our", "list", "and"]),
        ("another request before it", "add glue to my list and the tape"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Start, &["it them that those", ",", "and"]),
        ("another request: \"add it, and show my list\"", "it, and show my list"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Whole, &["they these he she we"]),
        ("something that was named before: \"they go on my list\"", "they"),
    ),
    row(
        ends,
        Spared::Nothing,
        (Place::End, &["with to of for from the a an my and or"]),
        ("the beginning of a name", "dentist appointment with"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Anywhere, &["if", "theyre its", "still already"]),
        ("a condition: \"drop the bags if they're still on the list\"", "the bags if they're still"),
    ),
    row(ends, Spared::Nothing, (Place::Anywhere, &["no", "wait"]), ("a second thought", "pay gas no wait pay water")),
    row(
        ends,
        Spared::Nothing,
        (Place::Anywhere, &["um er sorry oops oh", "no"]),
        ("another second thought", "the gym um no"),
    ),
    row(adds, Spared::Nothing, (Place::Start, &["and or"]), ("the end of another thought", "and pita taken off")),
    row(adds, Spared::Nothing, (Place::Whole, &["in on up down off there here out"]), ("where it goes", "in")),
    row(
        adds,
        Spared::Singular,
        (Place::Anywhere, &["to in", "the its", "note notes description details comment", "of for"]),
        ("a note on another todo", "bring cash to the note of rent"),
    ),
    row(
        adds,
        Spared::Singular,
        (Place::Start, &["any none most", "of"]),
        ("todos that are there: \"I can't do any of today's stuff\"", "any of todays stuff"),
    ),
    row(
        adds,
        Spared::Singular,
        (Place::Start, &["if unless"]),
        ("a condition: \"add if it isn't there\"", "if it isnt there"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Start, &["you", "to"]),
        ("an order to whoever listens: \"I need you to add it\"", "you to"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Start, &["it them that", "again back later too now"]),
        ("an order about \"it\": \"add it again later\"", "it again later"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Anywhere, &[".", "also"]),
        ("another request: \"bleed the radiators. also bin the old ones\"", "bleed the radiators. also bin"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Anywhere, &["but and", "dont never", "bother worry touch"]),
        ("a second thought: \"add a ladder but don't bother\"", "a ladder but dont bother"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Anywhere, &["isnt arent", "needed wanted required", "but"]),
        ("what is not wanted", "milk isnt needed but"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Anywhere, &["except excluding", "bank public school"]),
        ("days on which it is not to be done", "except bank holidays"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Anywhere, &["no", ",", "make scrap change wait"]),
        ("a second thought", "oat milk, no, make that soya milk"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Anywhere, &["no scratch", "make that wait"]),
        ("a second thought", "oat milk, scratch that, soya milk"),
    ),
    row(
        adds,
        Spared::Singular,
        (Place::Anywhere, &["to onto", "shopping groceries holiday", "and"]),
        ("a thing for a list, and more", "sugar to shopping and camera to holiday"),
    ),
    row(
        adds,
        Spared::Singular,
        (Place::Anywhere, &["and", "i we", "need want"]),
        ("another wish", "jam and we need honey"),
    ),
    row(
        adds,
        Spared::Singular,
        (Place::Anywhere, &["and", "i we", "also", "need want"]),
        ("another wish", "stamps and we also need envelopes"),
    ),
    row(adds, Spared::Singular, (Place::Start, &["i we", "need"]), ("a wish of its own", "we need honey")),
    row(adds, Spared::Nothing, (Place::End, &[",", "never", "mind"]), ("a second thought", "sew buttons, never mind")),
    row(adds, Spared::Nothing, (Place::End, &[",", "nevermind"]), ("a second thought", "sew buttons, nevermind")),
    row(
        adds,
        Spared::Nothing,
        (Place::End, &[",", "forget", "it that"]),
        ("a second thought", "sew buttons, forget it"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Anywhere, &[",", "i we", "need must should have"]),
        ("what is to be done about it", "paper, i need to buy some"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Anywhere, &[",", "make", "sure"]),
        ("an order to whoever listens", "washing powder, make sure i get some"),
    ),
    row(
        adds,
        Spared::Nothing,
        (Place::Anywhere, &[",", "if", "it that this", "fails failed doesnt goes"]),
        ("what is to be done after a failure", "oil the gate, if it doesnt work wait 5 seconds and try"),
    ),
    row(adds, Spared::Singular, (Place::Whole, &["#"]), ("a number to be added to something", "20")),
    row(
        adds,
        Spared::Singular,
        (Place::Whole, &["#", "minute minutes hour hours day days week weeks month months year years"]),
        ("a length of time to be added to a day", "2 weeks"),
    ),
    row(
        |intent| matches!(intent, TodoIntent::Search),
        Spared::Nothing,
        (
            Place::Start,
            &["after before between", "today tomorrow monday tuesday wednesday thursday friday saturday sunday"],
        ),
        ("a span of days", "after tomorrow"),
    ),
    row(
        |intent| matches!(intent, TodoIntent::Search),
        Spared::Nothing,
        (Place::Whole, &["next last first", "one todo task thing"]),
        ("a place in an order of days", "next one"),
    ),
    row(
        |intent| matches!(intent, TodoIntent::Search),
        Spared::Nothing,
        (Place::Whole, &["the my", "next last first", "one todo task thing"]),
        ("a place in an order of days", "the next one"),
    ),
    row(
        |intent| matches!(intent, TodoIntent::Search),
        Spared::Nothing,
        (Place::Whole, &["next"]),
        ("a place in an order of days", "next"),
    ),
    row(
        TodoIntent::acts_on_a_todo,
        Spared::Nothing,
        (Place::Anywhere, &["you", "can could may"]),
        ("an order to whoever listens", "plenty of eggs, you can take them off"),
    ),
    row(
        |intent| matches!(intent, TodoIntent::CreateList),
        Spared::Nothing,
        (Place::Anywhere, &[",", "the first second put add with and"]),
        (
            "what is to be on the list: \"a list called camping, the first thing on it is pegs\"",
            "camping, first thing is pegs",
        ),
    ),
    row(
        |intent| matches!(intent, TodoIntent::Delete),
        Spared::Nothing,
        (Place::End, &[A_LIST]),
        ("a list", "the holiday list"),
    ),
    row(
        |intent| matches!(intent, TodoIntent::Delete | TodoIntent::Complete | TodoIntent::Reopen),
        Spared::Joined,
        (Place::Start, &["i we if whether how why when where which what"]),
        ("a clause that names none: \"delete what I just added\"", "what i just added"),
    ),
    row(
        any,
        Spared::JoinedAndSingular,
        (Place::Anywhere, &["put add delete remove take cross mark erase", "it that them this"]),
        ("an order about \"it\"", "dishes, put it on my list"),
    ),
    row(
        |intent| matches!(intent, TodoIntent::Add),
        Spared::JoinedAndSingular,
        (Place::Anywhere, &["and", "delete remove erase deleting removing erasing taking"]),
        ("another order", "milk and delete eggs"),
    ),
    row(
        any,
        Spared::Singular,
        (Place::Whole, &["it them those these", "off"]),
        ("a part of the verb: \"tick them off\"", "them off"),
    ),
    row(
        |intent| !matches!(intent, TodoIntent::Search) && !intent.sets_something(),
        Spared::Singular,
        (Place::Whole, &["them"]),
        ("what was said before", "them"),
    ),
    row(
        |intent| adds(intent) || matches!(intent, TodoIntent::Delete | TodoIntent::Complete),
        Spared::Singular,
        (Place::Start, &["to", HANDLED]),
        ("a verb of the list: \"i need to add stuff\"", "to add stuff"),
    ),
    row(
        TodoIntent::acts_on_a_todo,
        Spared::Joined,
        (Place::Anywhere, &[",", "it i that was"]),
        ("what is told of it", "the book, it was good"),
    ),
    row(
        |intent| matches!(intent, TodoIntent::Delete | TodoIntent::Complete | TodoIntent::Reopen),
        Spared::Nothing,
        (Place::End, &["high low medium normal top highest lowest", "priority"]),
        ("what several todos have: \"delete the high priority one\"", "high priority"),
    ),
    row(
        TodoIntent::acts_on_a_todo,
        Spared::Nothing,
        (Place::Anywhere, &[",", "actually"]),
        ("a second thought", "the curtains, actually dont"),
    ),
    row(
        TodoIntent::acts_on_a_todo,
        Spared::Nothing,
        (Place::Anywhere, &["and", "undo"]),
        ("another order", "the dishes and undo the last one"),
    ),
    row(
        TodoIntent::acts_on_a_todo,
        Spared::Nothing,
        (Place::Anywhere, &["and", "in", "case"]),
        ("a condition of another order", "milk and in case the bread"),
    ),
    row(
        TodoIntent::acts_on_a_todo,
        Spared::Nothing,
        (Place::Start, &["neither"]),
        ("the contrary", "neither the boiler nor the tap"),
    ),
    row(
        TodoIntent::acts_on_a_todo,
        Spared::Joined,
        (Place::Anywhere, &[",", "next then only now so"]),
        ("what comes after it", "the report, next is the essay"),
    ),
    row(
        |intent| matches!(intent, TodoIntent::Complete),
        Spared::Joined,
        (Place::Anywhere, &["not", DONE]),
        ("the contrary", "eggs as done and bread as not done"),
    ),
    row(
        TodoIntent::acts_on_a_todo,
        Spared::Nothing,
        (Place::End, &["or"]),
        ("one of two orders: \"complete call mum or, if it's done, delete it\"", "call mum or"),
    ),
    row(
        TodoIntent::acts_on_a_todo,
        Spared::Nothing,
        (Place::Anywhere, &["oldest newest earliest latest first last next", "overdue open pending unfinished"]),
        ("a place in an order of days", "oldest overdue"),
    ),
    row(
        |intent| matches!(intent, TodoIntent::Complete),
        Spared::Nothing,
        (Place::End, &["by", "mistake accident"]),
        ("the contrary", "the taxes by mistake"),
    ),
    row(
        |intent| matches!(intent, TodoIntent::Complete),
        Spared::Joined,
        (Place::End, &["not"]),
        ("the contrary", "the bread not"),
    ),
];

/// What says how urgent a todo is: "set call mum as urgent", "put the rent at the top of my list".
pub(crate) const RANKS_BY: &str = "set put flag mark make move keep";
pub(crate) const RANKED: &[&[&str]] = &[
    &["as", "urgent important high low top normal medium"],
    &["as", "a", "urgent important high low top normal medium"],
    &["at to on", "the", "top bottom end"],
    &["at to on", "the", "very", "top bottom end"],
];
/// What is done with all of a list: "I've finished everything", and not "I've packed everything".
pub(crate) const DONE_WITH: &str = "done did finished completed ticked checked crossed marked";

/// A list, by its name or without one.
pub(crate) const A_LIST: &str = "list lists";
/// The same and what else people call one.
pub(crate) const LIST_NOUNS: &str = "list lists checklist";
/// The same, and the lists that are named without the word.
pub(crate) const LISTS_OF_ONES_OWN: &str = "list lists checklist inbox groceries";
/// What says that something is or will be no more than a todo.
pub(crate) const DONE: &str = "done complete completed finished";
/// Verbs of what the lists handle themselves: no todo begins with them.
pub(crate) const HANDLED: &str = "add put delete remove clear see know hear make create cross check take mark erase";
/// Words of todos and lists; beside an item they say that a todo is meant.
pub(crate) const OF_TODOS_AND_LISTS: &str =
    "todo todos do task tasks list lists item items chore chores reminder remind groceries checklist one thing";
/// One todo, by a word for it.
pub(crate) const A_TODO: &str = "todo task";
/// The same, where "to do" is two words.
pub(crate) const A_TODO_OR_TO: &str = "todo task to";
/// One of them, spoken of: "a todo", "remind me", "another".
pub(crate) const SPEAKS_OF_ONE: &str = "todo task item reminder remind chore another";

/// Articles, and what stands in their place.
pub(crate) const A: &str = "a an";
pub(crate) const ARTICLES: &str = "my the this that our your a an his her their these";
pub(crate) const ARTICLES_AND_ALL: &str = "my the this that our your a an his her their these all any every";
pub(crate) const BEFORE_A_THING: &str = "the my our your a an this that";
pub(crate) const A_THING_OF: &str = "a an some more another extra";
pub(crate) const YOUR: &str = "your";

/// Small words that code asks for by their place.
pub(crate) const TO: &str = "to";
pub(crate) const DO: &str = "do";
pub(crate) const AS: &str = "as";
pub(crate) const OFF: &str = "off";
pub(crate) const NOT: &str = "not";
/// What stands before "not" in a sentence: "why not", "do not".
pub(crate) const NOT_AFTER: &str =
    "why do does did is are am was were be can could should would will must if or but has have had to try make";
pub(crate) const ADD: &str = "add";
pub(crate) const LIST: &str = "list";
pub(crate) const TODO: &str = "todo";
pub(crate) const TASK: &str = "task";
pub(crate) const REMINDER: &str = "reminder";
pub(crate) const REMINDER_OR_ME: &str = "reminder me";
pub(crate) const REMIND: &str = "remind";
/// Who tells at a time what has to be done then: "tell me at six that the bread must come out".
pub(crate) const TELLS_THEN: &str = "tell alert notify prompt ping warn";
pub(crate) const SOME_MORE: &str = "some more";
pub(crate) const INSTEAD: &str = "instead";
pub(crate) const IN_ITS_PLACE: &[&str] = &["in", "its their", "place"];
/// What parts two things: a word or a comma.
pub(crate) const PARTS: &str = "and ,";
pub(crate) const PARTS_OR_THEN: &str = "and then ,";

/// What is added to something in the world: "add more salt".
pub(crate) const MORE: &str = "more up";
/// What stands between a todo and its new words.
pub(crate) const BECOMES: &str = "to into as with";
/// What is no place: "add lunch on that day".
pub(crate) const A_DAY: &str = "day date";
/// Where something is put, and from where it is taken.
pub(crate) const TO_A_PLACE: &str = "to on onto into";
pub(crate) const FROM_A_PLACE: &str = "from off";
/// How people tell how they fared: "I did not …".
pub(crate) const I_AM: &str = "i ive we im";
pub(crate) const GOES_ON: &str = "it i was now then";
/// Which of several is meant, of things as of todos: "my last meal".
pub(crate) const LATEST: &str = "last latest previous";
pub(crate) const WHICH_OF_MINE: &str = "last first second third latest previous next";

/// A condition in the middle of what is said, and what before it makes it none: "ask if Bob comes".
pub(crate) const CONDITION: &str = "if unless";
pub(crate) const BEFORE_WHETHER: &str =
    "ask asking see check find out know wonder tell decide confirm verify sure even as what remember";

/// Verbs that keep something in mind, beside the item.
pub(crate) const KEEPS: &str = "remember forget remind reminded that mind note";
/// Verbs that set what is in the world as well.
pub(crate) const SETS: &str = "set make mark";
/// Verbs that put one thing for another.
pub(crate) const SWAPS: &str = "change replace swap update";
pub(crate) const TAGS: &str = "tag tags label labels";
/// How another tag is spoken of: "a plumbing one".
pub(crate) const ONE_OR_TAG: &str = "one tag label";
/// What a tag may well be called, though elsewhere it says nothing.
pub(crate) const TAG_NAMES: &str = "errand errands chore chores event events activity activities";
/// How people tell what they have done.
pub(crate) const TELLS_OF_DEEDS: &str =
    "i ive im we weve were done finished paid called rang phoned watered fed returned renewed";

/// Where a second thing is put: "delete milk and put oats on".
pub(crate) const ONTO: &str = "on in down";
pub(crate) const PUT: &str = "put write";
/// What puts an event on a day.
pub(crate) const SCHEDULES: &str = "schedule";
/// What ends a request that puts something on a list or takes it off.
pub(crate) const ON_OR_OFF: &str = "on in down it there off";

/// How questions begin, and what after "do" makes one.
pub(crate) const QUESTION: &str =
    "what whats which is are was were does did have has had how hows when where wheres who am any anything";
pub(crate) const DO_WHO: &str = "i we you my our the any";

/// Which of several is picked by how it is beside the others.
pub(crate) const PICKED: &str = "shortest longest easiest hardest biggest smallest largest \
     quickest fastest earliest soonest cheapest nearest closest worst best least most simplest";

/// What stands before a name that is given: "a new one called food".
pub(crate) const CALLED: &str = "called named titled";
pub(crate) const ONE_MORE: &str = "one another more";
/// What stands before what a reminder is about.
pub(crate) const ABOUT: &str = "for about of";
/// What "list" in "add todo list …" is followed by where a list is meant.
pub(crate) const AFTER_LIST: &str = "for to called named of on titled with over item items";

/// What a day or a place is moved to.
pub(crate) const UNTIL: &str = "to until till";
pub(crate) const OTHER: &str = "other another different";

/// "call Bob and at 10am to call Jane": what stands before the second time.
pub(crate) const BEFORE_A_TIME: &str = "at on in by";
/// Numbers that are spoken of, and several of them together, are a sum's.
pub(crate) const NUMBERS: &str = "numbers integers";
pub(crate) const TOGETHER_FIRST: &str = "them both these those all";
pub(crate) const TOGETHER: &str = "them both these those all of two numbers sums results up together";

/// Every todo: its first word, and what else may be said of it.
pub(crate) const EVERYTHING: &str = "everything all";
pub(crate) const EVERYTHING_WORDS: &str = "everything all of them my the todos tasks items things";
/// What points at something said before.
pub(crate) const POINTS: &str = "it its that this them those these both result answer";

/// Slips for "todo" that stand before what is added: put right, they say that a todo is.
pub(crate) const SLIPS: &str = "tood otdo tood tdoo todoo tudo tsak taks";
/// Verbs that look for something anywhere.
pub(crate) const LOOKS: &str = "find search look";
/// Words of a question to the world: "when is the electric bill due".
pub(crate) const OF_THE_WORLD: &str = "bill bills bus train tram ferry ship plane eclipse i you he she they it this that there everyone everything anything what";
/// What follows "this" where it stands alone: "put this on my list".
pub(crate) const THIS: &str = "this these";
pub(crate) const AFTER_THIS: &str = "to in on as";
