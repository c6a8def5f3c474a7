//! Words by which a clause that no row understands still tells what it is about; only offers are made of them.

/// What a word or phrase speaks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    /// A todo is to go.
    Delete,
    /// It is to count as done.
    Complete,
    /// It is to be open again.
    Reopen,
    /// It is to be due another day.
    Move,
    /// It is to come first.
    Urgent,
    /// It may come last.
    Low,
    /// Something is to be kept in mind.
    Add,
    /// A statement that says it is done.
    Done,
    /// Something has to be done, and what follows says what.
    Must,
    /// Something is missing.
    Lack,
    /// How many there are.
    Count,
    /// What there is.
    Show,
}

/// Phrases that stand for a cue, with bars between them. Of several in one clause the first of this table counts; of those that
/// begin at the same word, the longest.
pub(crate) const CUES: &[(Cue, &str)] = &[
    (
        Cue::Reopen,
        "by accident | by mistake | accidentally | hadnt done | havent done | didnt do | hadnt finished | havent finished | hadnt actually | never did | not done yet | reopen | uncheck | untick | unmark | not done after all | not finished after all | isnt done yet | not actually done | still open | not sorted after all | back on the list | hasnt been done | not finished with",
    ),
    (
        Cue::Complete,
        "mark | marked | mark off | marked off | marked as done | marked as finished | marked as complete | marked done | marked finished | \
         marked complete | tick | ticked | tick off | ticked off | check off | checked off | check that off | cross off | crossed off | \
         cross out | crossed out | complete | finish | mark as done | mark down as done | as done | as complete | as completed | as finished | \
         a tick | ticking | big tick | knock off | knocked off | set to done | close | close off | knock out | count as done | can be ticked | can be ticked off | can be crossed off | can be crossed out | can be checked off | can be marked done | can be struck off | can get ticked | can come off as done",
    ),
    (
        Cue::Delete,
        "delete | deleted | remove | removed | erase | erased | scrap | kill | ditch | axe | bin | trash | dump | drop | dropped | \
         get rid of | get rid | rid of | forget | forget about | forget that | forget it about | nevermind | never mind | nevermind about | cancel | \
         cancelled | canceled | scratch | strike | nuke | zap | lose | toss | toss out | throw out | throw away | take off | take away | \
         taken off | take out | wipe | wipe out | eliminate | not needed | isnt needed | no longer needed | no longer need | dont need | \
         dont want | doesnt need to be | no need for | no need to | not going to happen | isnt happening | arent happening | is off | called off | off the list | \
         off my list | off it | come off | pull off | off the face | can do one | turf out | get shot of | removal of | struck from | struck off | \
         no more reminders about | no more reminders for | dont think ill do | dont think i will do | dont think ill | no more | had enough of | enough of | fed up with | wont be doing | wont do | no reminders about | prefer not | rather not | not bothering with | not bother with | never mind about | shouldnt be on | taken back off | can go | scrub | wipe off | clear off | lets not | fell through | fallen through | are off | rained off | no point | gave up on | stopped having | stopped doing | stopped going to | given up on | giving up on | changed my mind about | gone off | pass on | got cancelled | not on any more | not on anymore | be gone | go away | off my plate | bye bye | bye | goodbye | good riddance | farewell | away with | no longer my problem | not my problem | no longer relevant | surplus to requirements | past it | in the bin",
    ),
    (
        Cue::Move,
        "rather do | would rather | id rather | squeeze | squeeze in | fit in | shift it | move it | push it | bump it | move | moved | got moved | shove | shove over | swap | slide | nudge | can wait | has to wait | must wait | been moved | postpone | postponed | push | pushed | push back | pushed back | put off | reschedule | \
         rescheduled | delay | delayed | shift | shifted | bump | bumped | due on | is due | are due | be due | due date | is now on | is now at | is now | \
         changed to | change to | change | set for | snooze | deadline | is happening | happening | going to be | want me in | wants me in | switch | switched | brought forward | bring forward | takes place | leave until | leave till | leave it until | leave it till | not until | not till | isnt until | isnt till | isnt due until | isnt due till",
    ),
    (
        Cue::Urgent,
        "a star on | star | matters more | matters most | comes first | more important than | comes before everything | cant wait | urgent | top priority | high priority | highest priority | most important | super important | really important | priority one | pressing | critical | vital | crucial | cannot wait | straight away | the big one | number one | asap | as soon as possible | to the top | top of the list | top of my list | top of the pile | top of the heap | most pressing",
    ),
    (
        Cue::Low,
        "least of my worries | least of my problems | not a big deal | isnt a big deal | isnt that big a deal | big a deal | doesnt matter much | doesnt matter | can wait forever | low prio | low priority | lowest priority | bottom of the heap | bottom of the pile | not that important | not so important | not important | \
         isnt that important | isnt so important | isnt important | isnt urgent | not urgent | not that urgent | no rush | no hurry | least important | back burner | at some point | when i get round to it | isnt pressing | not pressing",
    ),
    (
        Cue::Add,
        "hate to forget | hate to miss | cant forget | mustnt forget | cant afford to forget | add | added | include | put | stick | chuck | pop | jot | jot down | write down | note down | note to self | remind | \
         reminder | remind me | remember | dont forget | dont let me forget | let me not forget | pencil in | \
         make a note | keep in mind | bear in mind | new todo | new task | schedule | a task to | a task for | a todo to | a todo for | a reminder to | \
         a reminder for | a reminder about | an entry for | an item for | a note to | a note about | a job to | a line saying | a line for | nudge me | nudge me about | do with a nudge about | a nudge about | prod me | prod me about | ping me | ping me about | poke me | stop me forgetting | stop me from forgetting | dont want to forget | mustnt forget | cant forget | make sure i | make sure i dont forget | make sure i remember | block out | block off | slot in | set something up | set me up | set up | put something in | something in for | mental note | reminder for | reminder to | reminder about | new job | get down | take down | take a note",
    ),
    (Cue::Count, "how many | how much is left | count | number of todos | number of tasks | total number"),
    (
        Cue::Done,
        "done | finished | sorted | sorted out | completed | handled | taken care of | dealt with | paid | ticked | went back | over with | \
         out of the way | wrapped up | ordered | bought | booked | fixed | sent | called | posted | returned | cleaned | washed | accomplished | \
         all set | in the bag | good to go | put to bed | been and gone | seen to | squared away | had it done | behind me | went through | gone through | gone out | went out | is history | done and dusted | out the way | nailed | smashed | managed | filed | are back | is back | all done | got round to | finally did | finito | got it | got them | got em | got the lot | all got | ta da | tada | boom | conquered | crossed off my list",
    ),
    (
        Cue::Must,
        "need to | needs to | have to | has to | must | got to | gotta | should | ought to | supposed to | forgot to | better | meant to | \
         mustnt forget to | got a",
    ),
    (
        Cue::Lack,
        "need | needs | ran out of | run out of | ran out | could do with | could use | in need of | havent got any | havent any | down to the last | down to my last | last of the | need some more | need more | after some | after a | running low | running low on | running out | running out of | almost out | \
         nearly out | out of | all out | low on | short on | be needing | running on empty with | wouldnt mind getting | wouldnt mind | want | gone | missing | used up",
    ),
    (
        Cue::Show,
        "show | shown | see | list | tell | know | look | read | display | what | whats | which | when | whens | where | who | is | are | \
         do | does | did | any | anything | find | search | check | have i | was i | am i | supposed to",
    ),
];

/// Words that say nothing of what a todo is about, where they stand beside it.
pub(crate) const AROUND: &str = "a an the my our your this that these those it its one ones thing things stuff some any more to of on in at by for from with \
     about into onto off out up down there here please pls plz kindly just now then so well um uh hm hmm oh ok okay hey hi yeah yes no not and but or also maybe \
     probably perhaps possibly really actually also too again still yet already instead today's lets let i im ill id ive we were you he she they me us them be is are \
     was were been being am do does did have has had can could would should will shall may might gonna wanna gotta want like think guess \
     suppose need go going get gets got make made sure if whichever whatever which what who when where how todo todos task tasks item items entry entries list lists \
     as asap all every everything only sort kind thanks thx cheers mate buddy quick real time possible appreciate appreciated going better";

/// Words after which a name without "list" is a list's: "for shopping".
pub(crate) const INTO: &str = "to on in onto into for off from";

/// Words that a priority is said by, and words of a time beside its number.
pub(crate) const RANKS: &str =
    "high higher highest low lowest medium normal top urgent important priority very super really p1 p2 p3 p4";
/// Words that lead to the day when something is due.
pub(crate) const DUES: &str = "due before until till";
pub(crate) const HOURS: &str = "am pm oclock morning noon afternoon evening night tonight sharp half past quarter midday midnight every each day days daily weekly";

/// What takes back what was done.
pub(crate) const UNDOES: &str = "undo redo revert";

/// Small words before what is to be done.
pub(crate) const ADVERBS: &str = "really probably also just maybe still definitely";
/// Verbs of changes that may stand behind what is changed.
pub(crate) const MOVERS: &str = "move postpone reschedule push snooze delete remove complete rename tag";
/// What asks to see something, before a change of it.
pub(crate) const SHOWN: &str = "show list";
/// Every todo there is, or all of a list.
pub(crate) const ALL: &str = "everything all whole entire lot";
/// A verb of a change where it stands first, and else as often a part of a todo: "an oil change".
pub(crate) const CHANGE: &str = "change";
/// What was said or is wanted, and not done.
pub(crate) const SAID_OR_NEEDED: &str = "say said need needed want wanted havent not";
/// What a loan or savings bring.
pub(crate) const INTEREST: &str = "interest";
/// The two kinds of interest, of which one must be said.
pub(crate) const KINDS_OF_INTEREST: &[&str] = &["simple", "compound"];

/// Words that turn a clause round, or hang it on something: of such a clause no part is offered alone.
pub(crate) const TURNED: &str = "not no dont didnt doesnt cant couldnt wont wouldnt shouldnt never without unless if except besides but isnt arent wasnt stop rather";
/// What says that a day beside a todo is its new one: "dentist rang, it's the 2nd now", "gave me till the 5th for the rent".
pub(crate) const IS_THEN_NOW: &str = "now instead till until";
/// What stands before a change of mind.
pub(crate) const HOWEVER: &str = "but";
/// Words by which a question is about todos.
pub(crate) const OF_TODOS: &str = "todo todos task tasks list lists item items things chores overdue due left supposed";
/// Verbs that keep something in mind only where it goes on a list, and else are what is to be done: "put the bins out".
pub(crate) const PUTS: &str = "put stick chuck pop throw toss remind";
/// Verbs that take something off a list where "off" stands behind what it is: "take the gym off".
pub(crate) const TAKES_OFF: &str = "take get cut strike scratch pull knock rub kick whip yank drop wipe";
/// Words that count the todos of a list.
pub(crate) const PLACES: &str = "first second third fourth fifth sixth seventh eighth ninth tenth last top bottom";

/// What is still to be done: "the sink needs to be done".
pub(crate) const BE_TOLD: &str = "be";
pub(crate) const DONE_THEN: &str = "done finished ready sorted completed fixed paid";

/// What asks how far two readings lie apart, and for the part of somebody who had some of all.
pub(crate) const USED_ASKED: &[&[&str]] =
    &[&["so", "used"], &["difference"], &["used", "?"], &["how", "much", "more less"], &["gone went", "up down"]];
pub(crate) const MY_SHARE: &[&[&str]] =
    &[&["my", "share part bit"], &["whats", "mine"], &["do", "i", "owe pay"], &["i", "owe pay"]];
/// What stands between a thing and what is to be done with it: "the gutters need cleaning".
pub(crate) const NEEDS_DOING: &str = "needs need wants want";
