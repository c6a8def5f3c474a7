//! Statements beside a request that ask for nothing, and what only looks like one.

/// Who asks what comes of something, or wishes for it: "what happens if I clear my list", "it would be good to have rice on my list".
pub(crate) const WHAT_HAPPENS: &[&[&str]] =
    &[&["happens happen", "if when once"], &["becomes become", "of"], &["good nice great useful handy", "to", "have"]];
/// The subject of a statement behind a sign: "delete the gym, I cancelled my membership".
pub(crate) const TELLS_MORE: &str =
    "i im ive ill id we were weve well he hes she shes they theyre theyve theyll its it that thats both";
/// What is no aside: it takes back what was said, or asks for more.
pub(crate) const TAKES_BACK: &str = "mean meant keep kept joking kidding mind wait except unless should though instead rather need want urgent important also too";
pub(crate) const NEEDED: &str = "need want";
/// Verbs that take a todo away, and what says that it only has another day.
pub(crate) const REMOVES: &str =
    "delete remove erase take drop scratch strike cancel cross tick check mark complete finish";
pub(crate) const MOVED: &str = "moved changed postponed rescheduled pushed";
/// What says of something done that it is not.
pub(crate) const NOT_DONE: &str = "not havent hasnt isnt didnt yet";
/// What such words may begin with that have a verb behind it: "my membership expired".
pub(crate) const TELLS_OF: &str = "my our the his her";
/// The same of a name or a thing without an article: "dave has a mate", "term is over". A verb that may be the name of a thing is
/// none of these: "odds and ends".
pub(crate) const IS_OR_DOES: &str = "is isnt was wasnt are arent were werent has hasnt have havent had hadnt cant cannot wont will would \
     doesnt dont didnt could couldnt should shouldnt never says said told asked wants keeps went came got goes gets comes needs turns prefers hates knows seems becomes happens insists";
/// How something is told to be done: "library books went back".
pub(crate) const DONE_SOMEHOW: &str = "done finished completed sorted went gone back rung";
/// What the weather is, how much of it there is, and what says when: "heavy rain forecast for friday".
pub(crate) const WEATHER: &str =
    "frost rain snow storm storms ice hail sleet fog wind winds gales heatwave thunder showers sunshine drizzle";
pub(crate) const HOW_MUCH_WEATHER: &str = "hard heavy light more big strong first bad thick";
pub(crate) const IS_FORECAST: &str = "is forecast expected due coming likely again all later for on from";
/// Who is somewhere then: "landlord coming round friday".
pub(crate) const COMING_OR_STAYING: &str = "coming visiting staying arriving popping stopping";
/// Who does what a clause tells.
pub(crate) const SOMEBODY: &str = "i we he she they it there nobody noone everyone everybody someone somebody im ive ill id hes shes theyre \
     theyve weve its theres";
/// Subjects with their verb in one word.
pub(crate) const CONTRACTED: &str = "mines ours nobodys everyones someones somebodys everybodys thats hes shes theyre theyve theyll youre youve theres weve were";
/// Somebody of whom something is told: "move call mum to sunday, she's away till then".
pub(crate) const SOMEBODY_IS: &str = "im were youre hes shes theyre";
/// Who moves, and is not moved: "he moved to spain".
pub(crate) const MOVES_ITSELF: &str = "he she they we i";
/// Words that are no part of who does something: "eggs as done".
pub(crate) const NO_SUBJECT: &str = "so and or as to for with of";
/// What follows the "'s" of a verb, and of no possessor: "almond milk's a waste", "the recital's been called off".
pub(crate) const BEHIND_IS: &str = "been just already nearly almost not a an the too so very still getting gone out";
/// What follows a past that is told, and not a thing that is called by it: "moved to spain", and not "sun dried tomatoes".
pub(crate) const BEHIND_A_PAST: &str = "it them me us him her again already out up off down away back over round in to at on for with the a my our yesterday today";
/// The same where it is nothing that has a name: "something came up at work", "none of it matters".
pub(crate) const SOMETHING: &str =
    "something somethings everything nothing none nobody everyone everybody somebody someone work mine ours";
/// How somebody says that they have none any more, and leaves out who: "add soap, used up the last of it".
pub(crate) const USED_UP: &str = "used ran finished drank ate broke spilled spilt smashed";
/// What happened to something, of which nobody asks to make a todo: "broke my last reed".
pub(crate) const BROKE: &str = "broke spilled spilt smashed snapped lost";
pub(crate) const TELLING: &str = "matters come is was were are has have had said told asked got bought did died went came turns gave said broke expired moved changed cancelled canceled \
     finished stopped found brought took closed closes opens shuts ended left wants needs comes lands starts arrives leaves says thinks keeps likes loves works goes gets expires runs ends hurts aches itches stinks smells leaks breaks sucks fell died ate blew burst snapped tore cracked";
/// What stands before the verb of a statement: "tom can't come".
pub(crate) const MAY_OR_NOT: &str = "cant cannot wont will would isnt arent wasnt doesnt dont didnt hasnt havent could";
/// Words that follow the object of a statement: "I left my umbrella at the office".
pub(crate) const AFTER_A_THING: &str = "at in on to from for with by and so but when where because yesterday today tonight this last again there here \
     already";
/// What stands before a verb that tells what somebody does, or did: "my sister is picking up the cake", "I already mailed it".
pub(crate) const BEFORE_A_VERB_TOLD: &str =
    "is are was were am be been im were hes shes theyre weve ive has have had s";
/// The same of what somebody is going to do: "Anna will bring the salad".
pub(crate) const WILL: &str = "will ll gonna";
/// What belongs to such a verb and stands behind it, and what may stand before what it is about.
pub(crate) const BEHIND_A_VERB: &str = "up off out over in away back down with to at on for";
/// How a statement begins that tells what day it is: "it's bin day tomorrow".
pub(crate) const IT_IS: &[&[&str]] = &[&["its theres"], &["it there", "is"]];
/// How a reason begins of which somebody is not sure or has just thought: "I think we're out of milk", "oh I just realised that …".
pub(crate) const OH: &str = "oh ah hey so";
pub(crate) const WHO_THINKS: &str = "i we ive weve";
pub(crate) const JUST: &str = "just only really also suddenly have";
pub(crate) const NOTICES: &str =
    "see think guess believe suppose reckon remembered remember realized realised realize noticed forgot forgotten";
pub(crate) const THAT: &str = "that";
/// Who tells somebody what is missing: "jim says we need screws".
pub(crate) const TOLD_BY: &str = "says said thinks thought reckons reckoned noticed mentioned";
/// How the clause begins that somebody thinks or noticed.
pub(crate) const SAYS_MORE: &str = "i we im ive weve were theres there";
/// What says of something when it is: "the exam starts on monday".
pub(crate) const TAKES_PLACE: &str =
    "is are starts start begins begin falls opens closes ends expires arrives comes leaves";
/// Who has something on a day: "I'm meeting Paul at 6", "we have guests on friday".
pub(crate) const WE_HAVE: &[&[&str]] = &[
    &["im were", "meeting seeing having going visiting"],
    &["i we", "am are", "meeting seeing having going visiting"],
    &["i we", "have"],
    &["ive weve", "got"],
];
/// What asks to note what was told: "so put that in".
pub(crate) const PUT_THAT_IN: &[&[&str]] = &[
    &["put pop stick add pencil", "it that this", "in down"],
    &["jot note write get mark", "it that this", "down"],
    &["note add", "it that this"],
];
/// A verb that tells what was done, though it may say what was done of old: "we used it up".
pub(crate) const USED: &str = "used";
/// How what tells nothing begins, beside a question: "why is …", "let whoever comes …".
pub(crate) const ASKS_OR_ORDERS: &str =
    "why whose whom can could would will shall should may might must let please dont if unless when";
/// Verbs of a statement whose subject is what "it" means: "my passport expires in march".
pub(crate) const HAPPENS: &str = "is was are were isnt arent has expires expired ends ended broke breaks died stopped leaks smells looks runs ran closes closed comes arrives lands burned burnt cracked froze fell \
     ripped squeaks drips rattles stops leaked jammed tripped failed fails expire end leak smell look run close stop wasnt werent";
/// What has not been done to something: "the boiler hasn't been looked at".
pub(crate) const HAS_NOT: &str = "hasnt havent";
pub(crate) const BEEN: &str = "been";
/// What somebody does again and again, though it should not be: "I keep forgetting my pills".
pub(crate) const KEEPS: &str = "keep kept";
/// What says that something needs what "them" means: "my car needs new tires".
pub(crate) const NEEDS: &str = "needs need";
/// How a statement says when a todo is due: "add milk, it's due friday".
pub(crate) const TOLD_DUE: &[&[&str]] = &[
    &["its thats theyre", "due needed wanted for"],
    &["it that they", "is are", "due needed wanted for"],
    &["its thats", "on by at"],
    &["it that", "is", "on by at"],
    &["it that they", "should must", "be", "due on by at for"],
    &["it that they", "should must", "be"],
    &["it that they", "has have needs need", "to", "be", "due done on by at for"],
    &["it that they", "has have needs need", "to", "be"],
    &["its thats theyre"],
    &["it that they", "is are"],
    &["i we", "need want", "it them that", "done fixed ready sorted"],
    &["i we", "need want", "it them that"],
    &[
        "it they he she that",
        "starts start begins begin opens open closes close shuts shut ends end expires expire arrives arrive comes come leaves leave finishes finish runs",
    ],
];
/// How a statement says that something is missing: "add toothpaste, I'm out".
pub(crate) const LACKING: &[&[&str]] = &[
    &["i we", "am are", "out low"],
    &["im were", "out low"],
    &["i we", "ran have", "out run"],
    &["ive weve", "run", "out"],
    &["none", "left"],
];
/// How nearly: "we're almost out".
pub(crate) const NEARLY: &str = "all almost nearly running completely totally practically just getting";
/// What is there no more is not wanted: "no more rice, add oats instead".
pub(crate) const NO_MORE: &[&str] = &["no", "more"];

/// What may begin a change as well as a question: "get cheddar off the list", "let's have rice on the list".
pub(crate) const GETS: &str = "get have let lets put";
/// "have I got rice on my list" asks.
pub(crate) const WHO_ASKS: &str = "i we you";
pub(crate) const BEFORE_A_LIST: &str = "on onto off out from to in of";
/// What is asked for all the same: "get me everything on my list".
pub(crate) const ASKED_FOR: &str =
    "what whats everything all things stuff anything whatever me us contents items rundown";
/// What narrows the todos that are asked for.
pub(crate) const NARROWS: &str = "that which with without having whose";
/// What is told before what is needed: "sam is coming so wrap the present".
pub(crate) const SO_NEEDS: &[&str] = &["coming here ready empty broken full gone late due away on", "so"];

/// How a statement begins of which nobody is the subject: "looks like rain", "won't make it to the fair", "already paid the rent".
pub(crate) const LOOKS_LIKE: &str = "looks sounds seems feels";
pub(crate) const TOO: &str = "too";
pub(crate) const TO_OR_FOR: &str = "to for";
pub(crate) const BACK: &str = "back home fresh";
pub(crate) const FROM: &str = "from";
pub(crate) const WILL_NOT: &str = "wont cant cannot couldnt didnt havent wasnt";
pub(crate) const ALREADY: &str = "already just finally only";
/// Who does something on a day that is said first: "on friday we're having people over".
pub(crate) const WE_ARE: &str = "i im ive ill we were weve its theres theyre hes shes";
/// How somebody is: "mum's away this week".
pub(crate) const IS_SOMEHOW: &str =
    "away ill sick off out busy here back home late early cancelled canceled free in on";
/// Gerunds that are as short as other words in "ing": "gran's doing it".
pub(crate) const SHORT_GERUNDS: &str = "doing going using";
/// How somebody begins to tell how things are with them, and leaves out who: "running late for school", "long day".
pub(crate) const LEADS_IN: &[&[&str]] = &[
    &["running", "late behind"],
    &["stuck", "in at on behind"],
    &["sat sitting stood standing waiting", "in at on for here outside"],
    &["long busy hectic rough mad crazy manic", "day week morning night evening"],
    &["turns", "out"],
    &["on", "the my", "way train bus tube road"],
];
/// How somebody is: "kids finally asleep".
pub(crate) const IS_ASLEEP: &str = "asleep awake poorly unwell ill hungry teething screaming grumpy upset";
pub(crate) const FINALLY: &str = "finally still already fast all both";

/// What has something worked out behind what is told: "I have 6 beds, work out the area".
pub(crate) const WORKS_OUT: &[&[&str]] = &[
    &["work figure find", "out"],
    &["calculate compute"],
    &["add", "up"],
    &["tell give show", "me"],
    &["let", "me", "know"],
];

/// What asks for the rest of what was told.
pub(crate) const WHAT_IS_LEFT: &[&str] = &[
    "how many left",
    "how many are left",
    "how much left",
    "how much is left",
    "whats left",
    "what is left",
    "what remains",
    "how many remain",
];
