//! The grammar's rows for what is asked of the helper itself, and what is answered.

use crate::model::intent::Intent;

/// The rows, by intent.
pub(crate) const ROWS: &[(Intent, &[&str])] = &[
    (
        Intent::Help,
        &[
            "[ <ask> ] what [ all | else | things | kind of things | sort of things ] ( can | could ) ( you | i | we | this | it | this thing | this app ) ( do | help with | help me with | help us with | help me do | say | ask | ask you | ask for | type | type here | tell you | understand | do for me | assist me with | assist with | say to you | ask of you ) [ here | in here | with this | for me | for us ]",
            "[ <ask> ] what [ all | else ] you can ( do | help with | help me with | understand | do for me | assist me with )",
            "[ <ask> ] what [ all | else ] i can ( do | say | ask | ask you | type | ask for | tell you ) [ here ]",
            "[ <ask> ] what are you ( able to do | capable of | able to help me with | good at | for )",
            "[ <ask> ] what are ( your | the | my ) ( commands | features | capabilities | skills | abilities | options )",
            "[ <ask> ] what do you ( do | understand )",
            "[ <ask> ] what ( sort | sorts | kind | kinds ) of ( thing | things | stuff ) ( do | are ) you ( do | understand | know | good at | for )",
            "[ <ask> ] how ( does this | does it | does this app | does this thing | do you | does that ) work",
            "[ <ask> ] how ( do | can | should ) ( i | we | you ) use ( this | it | you | this app | this thing | dunlin )",
            "[ <ask> ] ( how can | can | could ) you help [ me | us ]",
            "[ show me | give me | tell me | list | show | i need ] [ some | a few | the | your | all ] ( help | commands | examples | example )",
            "help [ me | us ]",
            "( i need | i want | i could use | give me | can i get | can i have ) [ some | a bit of | a little ] help [ getting started | to get started | starting | to start | with this | using this | here ]",
            "( who | what ) are you",
            "what is ( this | dunlin ) [ app | page | thing ] [ for ]",
            "( i | im ) ( dont know | do not know | am not sure | not sure ) ( what | how ) ( to do | to say | to type | to ask | to start | to begin | i can do | i can say | to use this )",
            "( i am | im ) [ a bit | so | totally | completely | kind of ] ( lost | confused | stuck | new here | new to this )",
            "( how | where ) ( do | can | should ) ( i | we ) ( start | begin | get started )",
            "what ( should | do ) i ( do | say | type | ask | write ) [ here | now | next | first ]",
            "( can | do | could ) you [ also ] ( do | handle | support | understand | set | set up | make | convert | calculate | calculate with | work with | work out | deal with ) [ my | some ] ( math | maths | sums | calculations | arithmetic | percentages | percent | fractions | units | reminders | alarms | lists | todos | tasks | dates | conversions | repeating reminders | recurring tasks )",
        ],
    ),
    (
        Intent::Greet,
        &[
            "( hello | hi | hey | hiya | howdy | hello there | hi there | hey there | good morning | good afternoon | good evening | greetings ) [ dunlin | there | again ] [ <sep> ] [ how are you | hows it going | how is it going | whats up ] [ today | doing | doing today ]",
        ],
    ),
    (
        Intent::Thank,
        &[
            "[ many ] ( thanks | thank you | thankyou | thx | thank u | cheers | ta ) [ a lot | so much | very much | a million | again | dunlin ] [ <sep> ] [ ( that | this | it ) ( was | is ) [ so | very | really ] ( great | helpful | perfect | awesome | amazing | wonderful | lovely | useful | brilliant ) | thats ( great | helpful | perfect | awesome | all ) | ( you are | youre ) ( great | the best | awesome | amazing | very kind | a star | a lifesaver ) | bye | goodbye | for your help | for the help | for that ]",
            "( bye | goodbye | bye bye | see you | see you later | good night | ok cool | cool | ok great | great | perfect | awesome | brilliant | excellent | nice | lovely | sweet | got it | never mind then | all good | thats all | thats it | ok bye | ok thanks bye ) [ for now | then | thanks | thank you | bye ]",
            "( well done | good job | great job | nice work | good work | nice one )",
        ],
    ),
];

/// Questions in which a request stands that could be made as well: "how do I add a todo".
pub(crate) const HOW: &[&str] = &[
    "how do i",
    "how do we",
    "how do you",
    "how can i",
    "how can we",
    "how could i",
    "how would i",
    "how should i",
    "how to",
    "how does one",
    "how am i supposed to",
    "what do i say to",
    "what do i type to",
    "what should i type to",
];

/// What a request of some kind is a part of, for those who ask how it is made.
pub(crate) const TOPICS: [&str; 8] = ["add", "show", "complete", "change", "delete", "lists", "calculate", "days"];

/// Words of a question of what can be said: one that says it, or two that do together, and what may stand around them.
pub(crate) const HELP: &str = "help commands examples example";
pub(crate) const WHAT_OR_HOW: &str = "what how";
pub(crate) const CAN_BE_SAID: &str = "can could use work say type you";
/// What is done with a todo, by those who ask how it is done with any.
pub(crate) const DONE_WITH_ANY: &str = "mark add delete remove change move rename complete finish tick check create make set edit undo sort share tag clear put";
pub(crate) const ANY_TODO: &str =
    "something things thing todo todos task tasks item items one it list lists reminder reminders date day priority";
pub(crate) const AROUND_HELP: &str = "help me show tell need what can could do does should you i we it this say ask type here how use work to app \
     the commands examples example possible else is are there for a with all please";
