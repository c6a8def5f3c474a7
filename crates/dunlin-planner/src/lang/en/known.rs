//! Rows for requests that name a todo and might be said of anything else in the world. They hold only where what they name stands on
//! the person's list: "scrap book flights", "the rent is paid". `testdata/known.toml` has a case for each.

use crate::model::intent::{Intent, TodoIntent};

/// The rows, by intent.
pub(crate) const ROWS: &[(Intent, &[&str])] = &[
    (
        Intent::Todo(TodoIntent::Delete),
        &[
            "<delete> {item}",
            "( dont | do not | stop | quit ) ( remind | reminding ) me ( about | of | to ) {item?} [ anymore | any more | any longer | again ]",
            "take {item?} ( off | away | out ) [ again ]",
            "[ there is | theres | there was ] ( no need | no reason | no longer any need | not necessary ) ( to | for ) {item?} [ anymore | any more | any longer | now ]",
            "( get rid of | get rid off | forget | forget about | nevermind | never mind | skip | bin ) {item}",
            "{item} ( cancelled | canceled | called off )",
            "{item} ( is | was | are | has been | got | s ) [ now | been ] ( off | cancelled | canceled | called off | not happening | no longer happening | no longer needed | not needed | obsolete ) [ anymore | any more | now ]",
        ],
    ),
    (
        Intent::Todo(TodoIntent::Complete),
        &[
            "<complete> {item}",
            "all ( good | set | sorted ) ( with | for ) {item} [ now ]",
            "[ just | finally | already ] ( got | sorted | did | done | handled ) {item}",
            "[ i am | im | were | we are ] [ all ] ( done | finished ) with {item}",
            "{item} [ , | : | - | is | now ] ( done | finished | completed | sorted | paid | returned | booked | fixed | bought | ordered | cleaned | washed )",
            "{item} ( is | are | was | were | got | has been | have been | s ) [ now | all | finally | already ] ( sorted | sorted out | handled | dealt with | paid | fixed | bought | sent | returned | called | booked | over with | out of the way | wrapped up | all set | taken care of | done | finished | washed | cleaned | ordered )",
            "{item} ( is | are | was | were | got | has been | have been | s ) [ now | all | finally | already | been ] <past>",
            "( i | we | ive | weve | i have | we have ) [ just | already | finally ] ( took | taken | brought | gave | given | sent ) {item?} back",
            "( i | we | ive | weve | i have | we have ) [ just | already | finally ] ( sorted | sorted out | handled | did | done | got through | got | crossed off | ticked off ) {item}",
            "( i | we | ive | weve | i have | we have ) [ just | already | finally ] ( got | had ) {item?} ( <past> | done | sorted | finished | paid )",
            "mark {item?} [ as ] ( <past> | sorted | paid )",
            "[ i | we | ive | weve ] [ just | already | finally ] ( took | taken | put | brought | dropped | handed | hung | threw | filled ) {item?} ( out | away | in | off | up )",
            "( ticked off | crossed off | checked off | wrapped up | taken care of | took care of | dealt with ) {item}",
        ],
    ),
    (
        Intent::Todo(TodoIntent::Reschedule),
        &[
            "{item} ( moved | postponed | rescheduled ) ( to | until | till ) {text}",
            "{item} ( is | was | got | has been | s ) [ now ] ( moved | pushed | pushed back | put back | postponed | delayed | rescheduled | changed | shifted | bumped ) ( to | until | till ) {text}",
            "{item} ( moved | postponed | rescheduled | is moved | was moved | got moved | has been moved ) ( to | until | till ) {text?} [ , | on ] [ the ] same day",
            "{item} ( is | s ) [ now | actually ] ( due | on | for ) [ on | at | by ] {text}",
            "{item} ( is | s | - | : | , ) [ now | actually ] {text?} [ now ] [ , ] [ and ] not {after}",
            "[ hang on | no | wait | sorry ] [ , ] not {after?} ( but | , ) {text?} for {item}",
            "{item} should be ( at | on | for ) {text} [ instead ]",
            "{item?} ( isnt | is not | arent | are not ) due ( until | till | til | before ) {text}",
            "{item} ( is | s ) [ now | actually ] {text}",
            "{item?} ( at | on | for ) {text?} instead",
            "( do | have | make ) {item?} ( at | on | for ) {text?} instead",
            "( set | schedule ) {item?} for {text}",
            "{item?} ( to | until ) {text}",
            "( have | let ) {item} [ be ] due [ on | by ] {text}",
            "( make | switch | change | put | swap | shove | shift | bump | slide | nudge | shunt | punt | kick | roll | carry ) {item?} [ both | all ] [ over | back | forward | along | out | off ] ( to | for | on | until | till | into ) {text}",
        ],
    ),
    (
        Intent::Todo(TodoIntent::Postpone),
        &[
            "( give me | give us | i need | we need ) ( another | one more | an extra ) {text?} ( for | on | with | to do | to finish ) {item}",
            "( can | could | let | make ) {item?} wait [ for ] {text:<span>}",
            "{item?} ( can wait | has to wait | , | - ) {text:<span>} [ later ]",
            "{item?} {text:<span>} later",
        ],
    ),
    (Intent::Todo(TodoIntent::Repeat), &["( make | set | have ) {item?} ( every | each ) {text}"]),
    (Intent::Todo(TodoIntent::Relist), &["( put | file ) {item?} under [ the | my ] {name}"]),
    (
        Intent::Todo(TodoIntent::Rename),
        &[
            "{text?} instead of {item}",
            "[ it | that ] ( should | ought to | must | has to | was meant to | is supposed to ) ( say | read | be ) {text?} ( instead of | and not | not ) {item}",
            "( i | we ) ( meant | mean ) {text?} ( instead of | and not | not ) {item}",
            "instead of {item?} ( it | that ) ( should | ought to | must | has to ) ( say | read | be ) {text}",
            "( put | add ) {text?} <on> <list> instead of {item}",
            "{item?} ( needs to | has to | was meant to | was supposed to | is supposed to ) ( be | say | read ) {text}",
            "{item} ( should | ought to | needs to | is supposed to | is meant to | was meant to ) ( be called | be named | be renamed to | be renamed | say | read ) {text}",
        ],
    ),
    (
        Intent::Todo(TodoIntent::Prioritise),
        &[
            "{item} ( should be | needs to be | has to be | must be | ought to be ) ( {value:urgent} | {value:important} )",
            "{item} ( is | are | s ) [ now | really | very | super | actually ] ( {value:urgent} | {value:important} | [ a ] {value} priority )",
            "( bump | lower | raise | drop | move | put | bring | set | change ) {item?} [ up | down ] to ( {value:low} | {value:high} | {value:top} | {value:normal} | {value:medium} )",
            "( {value} priority | {value:urgent} ) ( for | on ) {item}",
            "( make | mark | set | give ) {item?} ( {value:low} | {value:high} | {value:medium} | {value:normal} )",
            "{item} ( is | are ) {value:not} [ so | that | really | very ] ( urgent | important ) [ anymore | any more | any longer | after all ]",
            "{item} ( is | are ) no {value:longer} [ so | that ] ( urgent | important )",
            "{item} ( {value:isnt} | {value:arent} ) [ so | that | really | very ] ( urgent | important ) [ anymore | any more | any longer | after all ]",
        ],
    ),
    (
        Intent::Todo(TodoIntent::Reopen),
        &[
            "( i | we ) ( didnt | did not | havent | have not | never ) [ actually | really ] {item?} ( after all | yet )",
            "{item} ( isnt | arent | is not | are not | wasnt | werent ) [ actually | really ] ( done | finished | completed | complete | sorted | paid ) after all",
            "( i | we ) ( didnt | did not | never ) ( actually | really ) {item}",
        ],
    ),
    (
        Intent::Todo(TodoIntent::Search),
        &[
            "( when | whens | when is | when was | what time is | what day is | which day is | what date is | on which day is | what about | hows | how is | wheres ) [ the | my | our ] [ next ] {item}",
            "( how long | how many days | how much time ) [ is it | is there | do i have | left ] ( till | til | until | before | to ) [ the | my | our ] {item}",
            "( whats | what is ) ( my | our | the ) next {item}",
            "( when | what day | what time ) ( do | am | should | will ) ( i | we ) [ go to | going to | seeing | see | meet | meeting | visit | visiting | have | do | doing | need to | have to ] [ the | my | our ] {item}",
            "( is | are | has | have | was | were | did | do ) [ i | we ] {item?} ( done | finished | paid | sorted | still open | still there | still to do | been done | been paid | complete | completed | due ) [ yet | already | today | tomorrow ]",
            "( is | are | was | were ) {item?} [ due ] {when}",
            "( have i got | do i have | have we got | do we have | is there ) [ a | an | any | my | the ] {item}",
            "( have | do ) ( i | we ) still ( got to | have to | need to ) {item}",
            "when ( does | do | did ) {item?} ( have to be | need to be | get | need ) ( <past> | done | finished | sorted )",
            "( do | have ) ( i | we ) [ still | already ] ( have | got | put ) {item?} ( down | written down | noted down )",
            "do ( i | we ) [ still ] need [ to ( buy | get ) | any | more | some ] {item}",
            "[ find | show | show me | list | look for | search for ] ( anything | something | everything | all | any <things> ) ( about | on | for | with | to do with | mentioning ) {item}",
            "( did | have ) ( i | we ) [ already | ever ] ( pay | paid | do | done | call | called | finish | finished | buy | bought | return | returned | book | booked | fix | fixed ) {item} [ yet | already ]",
        ],
    ),
];
