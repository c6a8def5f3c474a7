//! The grammar's word classes: groups of words and phrases that rows name in angle brackets.
//!
//! Words stand as the tokenizer makes them: lower case, no apostrophes, hyphens as spaces.

/// The classes, each a pattern of its own.
pub(crate) const CLASSES: &[(&str, &str)] = &[
    // Determiners and small words.
    ("det", "my | the | our | a | an | this | that | your | any | these | those | some | his | her | their | me"),
    ("mine", "my | the | our | this | that | your | these | those"),
    ("all", "all [ of ] | every | each [ of ] | every single | every last | each and every"),
    ("on", "on | in | onto | on to | inside | at | under | within | for"),
    ("onto", "to | on | onto | in | into | on to | under | for | too"),
    ("from", "from | off | off of | out of | of | on | in | out from | fom"),
    ("is", "is | are | was | were | be"),
    ("have", "have | ve | have got | got | has"),
    ("allofit", "all of it | all of that | all of them | all of those | it all | them all | the lot | that lot"),
    // Todos and lists.
    ("todoword", "todo | todos | to do | to dos | task | tasks | reminder | reminders | things to do"),
    // "todo errand for mum" is a todo with these words.
    (
        "thing",
        "[ <thingkind> ] ( todo | to do | task | item | reminder | entry | note ) | [ list | new | another | pending ] ( chore | errand )",
    ),
    ("thingkind", "todo | to do | task | action | list | new | another | pending"),
    (
        "things",
        "[ <thingkind> ] ( todos | to dos | tasks | items | things | chores | reminders | entries | errands | jobs | stuff | activities | notes )",
    ),
    ("listnoun", "list | checklist | lisr | lst | lits"),
    (
        "listadj",
        "whole | entire | complete | current | full | own | existing | new | big | same | latest | specific | running | personal | todays | tomorrows | this weeks | this weekends | weekends | this months | weekly | daily | very | new | updated | remaining | master | main",
    ),
    (
        "listof",
        "of [ <det> ] [ pending | open | current | remaining | outstanding | different | daily | various ] ( things | tasks | items | stuff | chores | jobs | shit | reminders | todos | to dos | errands | housework | points | activities | purchases | duties | appointments | goals ) [ [ that ] ( to | i have to | i need to | i want to | i must | left to | still to | i should | we need to | i am going to | im going to ) ( do | complete | finish | get done | accomplish | remember | buy | get | purchase | pick up | work on | take care of | handle | get to | be done ) ] | to do | things to do | to buy | items | entries | contents",
    ),
    (
        "list",
        "[ <det> | all my | any of my ] [ <listadj> ] ( [ <todoword> ] <listnoun> [ <listof> ] | {name} [ <todoword> ] ( <listnoun> | lists ) [ <listof> ] | to list | list of things to buy | <listnoun> ( for | called | named | titled | labeled | of | i made for | i wrote for | i created for | i have for | that i made for | we made for ) {name} | todos | to dos | tasks | todo | to do | {name:groceries} | {name:shopping} )",
    ),
    (
        "namedlist",
        "[ <det> ] [ <listadj> ] ( {name} [ <todoword> ] ( <listnoun> | lists ) | <listnoun> ( for | called | named | titled | labeled | of ) {name} | {name:groceries} | {name:shopping} )",
    ),
    (
        "plainlist",
        "[ <det> | all my ] [ <listadj> ] ( [ <todoword> ] <listnoun> [ <listof> ] | todos | to dos | tasks )",
    ),
    (
        "mylist",
        "( my | the | our | any | todays | this | that ) [ <listadj> ] ( [ <todoword> ] ( <listnoun> | lists ) [ <listof> ] | {name} [ <todoword> ] ( <listnoun> | lists ) | todos | to dos | tasks | to do tasks | to do items | todo items )",
    ),
    (
        "reads",
        "what | whats | which | is | are | was | were | do | does | did | have | has | had | how | hows | where | wheres | when | who | any | anything | there | theres | should | will | would | show | tell | read | hear | see | say | list | go | walk | run | talk | give | let | pull | bring | open | inform | provide | display | recite | remind | check | look | find | review | access | know | access | describe | name | identify | describe | summarize | recap | enlighten | update me on | fill me in | access | get | <show> | explain | confirm | verify | repeat | access | report | hit",
    ),
    // What people have to do.
    (
        "must",
        "( i | we ) [ really | also | still | just | probably ] ( need to | have to | want to | wanna | ought to | must | should | should really | should probably | must really | really must | got to | ve got to | gotta | have got to | must to | promised to | agreed to | was asked to | was told to | mustnt forget to | would like to | d like to | was supposed to | was meant to | was going to | was planning to | am planning to | was meaning to | am meaning to | keep meaning to | have been meaning to | ve been meaning to | have been wanting to | ve been wanting to | meant to | had better | better | plan to | intend to | am supposed to | am going to | will ) | ive got to | ive been meaning to | ive been wanting to | im planning to | id like to | weve got to | im supposed to | im going to | i m going to | id better | ill",
    ),
    (
        "store",
        "( store | supermarket | grocery store | market | shop | mall | shops | stores | grocer | corner store | hardware store | drugstore | pharmacy | bakery | chemist | garden centre | butcher )",
    ),
    (
        "todos",
        "[ <thingkind> ] ( todos | to dos | tasks | chores | errands | reminders | items | things to do | to do items | jobs )",
    ),
    (
        "unfinished",
        "[ still | currently ] ( open | pending | unfinished | incomplete | remaining | outstanding | undone | left | uncompleted | active | unchecked | to do | to be done | to complete | ( not | yet to be ) ( done | finished | complete | completed | checked off ) )",
    ),
    // Days.
    (
        "weekday",
        "monday | tuesday | wednesday | thursday | friday | saturday | sunday | mon | tue | wed | thu | fri | sat | sun",
    ),
    (
        "month",
        "january | february | march | april | may | june | july | august | september | october | november | december | jan | feb | mar | apr | jun | jul | aug | sep | sept | oct | nov | dec",
    ),
    (
        "dayofmonth",
        "# | 1st | 2nd | 3rd | 4th | 5th | 6th | 7th | 8th | 9th | 10th | 11th | 12th | 13th | 14th | 15th | 16th | 17th | 18th | 19th | 20th | 21st | 22nd | 23rd | 24th | 25th | 26th | 27th | 28th | 29th | 30th | 31st",
    ),
    (
        "when",
        "[ for | on | by | in | due ] ( today | tonight | tomorrow | yesterday | ( this | next | the | last ) ( week | weekend | month | morning | afternoon | evening | year ) | [ this | next | last ] <weekday> | the day after tomorrow | the ( 1st | 2nd | 3rd | 4th | 5th | 6th | 7th | 8th | 9th | 10th | 11th | 12th | 13th | 14th | 15th | 16th | 17th | 18th | 19th | 20th | 21st | 22nd | 23rd | 24th | 25th | 26th | 27th | 28th | 29th | 30th | 31st ) | january | february | april | june | july | august | september | october | november | december | ( in | for | during | next ) ( march | may ) | [ the ] <dayofmonth> [ of ] <month> | <month> ( # | 1st | 2nd | 3rd | 4th | 5th | 6th | 7th | 8th | 9th | 10th | 11th | 12th | 13th | 14th | 15th | 16th | 17th | 18th | 19th | 20th | 21st | 22nd | 23rd | 24th | 25th | 26th | 27th | 28th | 29th | 30th | 31st ) )",
    ),
    ("upto", "( until | till | til | by | before ) <when>"),
    (
        "ofdays",
        "today | tomorrow | <weekday> | [ the ] ( this | next | coming ) ( week | weekend | month ) | january | february | april | june | july | august | september | october | november | december",
    ),
    (
        "dateunit",
        "[ calendar | full | whole ] ( days | day | weeks | months | years | sleeps | nights | hours | minutes ) | ( weekdays | workdays | working days | work days | business days | week days )",
    ),
    ("weekdays", "mondays | tuesdays | wednesdays | thursdays | fridays | saturdays | sundays"),
    // What asks for the day that comes out: "six month check from 4 jan - date?".
    (
        "echoday",
        "[ the | what | which ] ( date | day ) [ is ( that | it ) ] | when [ is ( that | it ) ] | whens ( that | it ) | until when",
    ),
    (
        "whichday",
        "what day [ of the week | of the month ] | which day [ of the week ] | what weekday | which weekday | what date | which date | ( what is | whats | what will be | what was | give me | tell me ) [ the ] ( date | day | day of the week | weekday ) | when | the date | the day | date",
    ),
    (
        "whattime",
        "( what time | which time | when | what hour ) [ is it | will it be | would it be | it will be | it is | is | will be | would be | was it | was ]",
    ),
    (
        "whenleave",
        "( when | what time | by when | by what time ) ( should | must | do | shall | would | will ) ( i | we ) [ have to | need to | best ] ( leave | start | begin | set off | set out | go | head out | get going | get up | depart | put it in | leave home | leave the house | start cooking | start driving )",
    ),
    (
        "whendone",
        "( when | what time | by when ) ( will | do | does | would | should | is | are ) ( i | we | it | that | this | they ) [ be ] ( arrive | there | arriving | get there | finish | finished | done | end | over | ready | back | home | get off | get off work | clock out | knock off | get home | be finished | finishing | ending | through )",
    ),
    (
        "over",
        "( run out | runs out | expire | expires | end | ends | finish | finishes | lapse | be up | be over | be done | up | over | due to end | run until | run till | come to an end | stop )",
    ),
    (
        "whenover",
        "( ( when | what day | what date | which day ) ( is | does | will | do | would | did ) ( it | that | this | they | the {name} | my {name} | our {name} ) | whens it | whens that | whens the {name} ) <over>",
    ),
    ("datewise", "date wise | datewise | day wise | as a date | by date"),
    (
        "sets",
        "( leaves | leave | departs | depart | starts | start | begins | begin | sets | set | takes | take | left | departed | started | began | took | ( clock | clocked ) ( on | in ) )",
    ),
    (
        "getsin",
        "( ( gets | get | got | comes | come ) ( in | there | home | back | to {name} ) | arrives | arrive | arrived | lands | land | landed | ends | end | ended | finishes | finish | finished | reaches {name} | pulls in | docks | ( is | was ) over | returns | return | returned | ( clock | clocked ) ( off | out ) )",
    ),
    (
        "lastshow",
        "( how long | how longs | how many hours ) [ is | was | will | does | did | are ] ( it | that | this | the {name} | my {name} | we | i ) [ be | take | last | worked | travelling | away | going to take | going to last | on the road ] [ in total | altogether | in all ]",
    ),
    (
        "born",
        "( # | [ the | my | our | his | her ] {name} | i | he | she | it | they | we ) ( was | were | am | is | are ) born [ on | in ] | im born [ on | in ] | born [ on | in ] | [ my | our | his | her | the | their ] [ {name} ] ( dob | date of birth | birth date | birthdate ) ( is | was | : ) [ on ]",
    ),
    // What is shown of a todo that is asked for: "is there anything about the dentist, and if so when is it".
    (
        "andwhen",
        "[ <sep> ] [ and ] [ if so | if yes | if there is ] [ <sep> ] ( when | what day | what time ) ( is it | its | is that ) [ due | for | on ]",
    ),
    // Why everything goes: "clear the list and start again".
    (
        "afresh",
        "[ <sep> ] [ and | to | so [ that ] i can ] ( ( start | starting ) ( over | again | fresh | afresh | anew | from scratch | from zero ) | ( start | make | create | begin | open ) [ me ] a ( new | fresh | blank | clean ) ( one | list ) )",
    ),
    // Days to come, counted from today: "over the next 10 days".
    (
        "ahead",
        "[ in | over | during | within | for ] [ the ] ( next | coming | following ) <cardinal> ( days | weeks | months )",
    ),
    ("nextyear", "next year | this year | last year | in the coming year | in # | #"),
    (
        "undated",
        "( without | with no | that have no | that has no | have no | has no | having no ) [ a | any ] [ due ] ( date | dates | day | deadline | deadlines | due ) | undated | unscheduled",
    ),
    (
        "nodate",
        "( dont have | do not have | doesnt have | havent got | have no | lack | need | still need | are without | are missing ) [ a | any ] [ due ] ( date | dates | day | deadline ) | ( havent i | have i not | havent we | i havent | i have not | we havent | did i not | didnt i | i didnt ) [ yet ] ( put | set | given | got | give | added ) [ a | any ] [ due ] ( date | day | deadline ) [ on | for | to ] [ yet ]",
    ),
    (
        "sortkey",
        "[ their | the ] ( [ due ] ( date | dates | day | deadline ) | due | deadline | time | priority | importance | urgency | age | creation | newest | name | names | title | alphabet | text | words | when they are due )",
    ),
    (
        "often",
        "daily | weekly | monthly | yearly | annually | fortnightly | biweekly | quarterly | on weekdays | on weekends",
    ),
    (
        "span",
        "( # | a | an | one | two | three | four | five | six | seven | eight | nine | ten | a few | a couple of | half an ) [ more | other | extra | whole ] ( minute | minutes | min | mins | hour | hours | day | days | week | weeks | month | months | year | years | fortnight )",
    ),
    // Places in the list.
    (
        "ordinal",
        "first | second | third | fourth | fifth | sixth | seventh | eighth | ninth | tenth | 1st | 2nd | 3rd | 4th | 5th | 6th | 7th | 8th | 9th | 10th | last | latest | final | las | bottom | top | newest | oldest | most recent | second to last",
    ),
    ("cardinal", "# | one | two | three | four | five | six | seven | eight | nine | ten"),
    (
        "position",
        "<place> [ ( , | and | , and ) <place> [ ( , | and | , and ) <place> [ ( , | and | , and ) <place> ] ] ]",
    ),
    (
        "place",
        "[ the | my ] ( <ordinal> [ <thing> | one | thing ] [ [ that ] ( i | we ) [ just ] ( added | put | wrote | entered | made | created ) [ in | on | down ] ] | ( <thing> | number | no ) [ number | no | nr ] [ . ] ( # | one | two | three | four | five | six | seven | eight | nine | ten ) | <thing> ( number | no | nr ) [ . ] <cardinal> | number <cardinal> | hash # )",
    ),
    (
        "value",
        "# | one | two | three | four | high | medium | normal | low | urgent | top | p1 | p2 | p3 | p4 | highest | lowest | none",
    ),
    // Verbs.
    (
        "add",
        "add | ad | adding | append | re add | also add | insert | add in | add on | put in | throw in | toss in | chuck in | pop in | go ahead and add | also put | tack on | please add",
    ),
    (
        "put",
        "put | put down | put on | register | scribble | scribble down | sling | whack | plonk | lob | add down | place | include | write | write down | jot | jot down | tack | note | note down | mark down | stick | throw | pop | enter | record | log | save | toss | list | set | make a note of | type | schedule | store | slap | drop | incorporate | attach | squeeze in | stick on | tack on | throw on | chuck | bung | shove | putting | popping | sticking | writing down | jotting down | noting down",
    ),
    ("onhere", "[ down | noted ] ( on here | on there | in here | in there | here ) | down"),
    ("sameday", "[ , ] [ on ] ( [ the | that ] same day | that day )"),
    ("backoff", "off | off it | off there | off again"),
    ("backon", "on | in | down | to it | back on | on it | there | on there | in there"),
    ("postpone", "postpone | delay | defer | put off | push back | push off | push out | set back | move back"),
    ("by", "by | for | another | by another | for another"),
    ("placed", "put | placed | added | included | written | noted | listed | entered | recorded"),
    (
        "create",
        "create | make | start | begin | generate | set up | put together | build | prepare | compose | get me | initiate | establish",
    ),
    (
        "delete",
        "deleting | removing | erasing | dropping | taking off | taking out | delete | remove | erase | get rid of | get rid off | eliminate | drop | discard | kill | trash | bin | nix | strike | strike out | cross out | scratch | scratch out | scrap | dump | take away | take out | take off | clear | clear out | clear off | cancel | wipe | wipe out | pull | cut | axe | purge | rub out | lose | delete off | remove off | nuke | blank out | rid | get off | bump | cross out | expunge | omit | exclude | wipe off | erase out | un add | scratch off | strike off | ditch | chuck | chuck out | bin off | let go of | unlist | forget about | throw out | throw away | toss | toss out | x out | x off | get shot of | turf out | turf | do away with",
    ),
    (
        "past",
        "paid | called | rang | phoned | bought | washed | cleaned | fixed | sent | posted | returned | watered | fed | rung | emailed | texted | booked | ordered | mowed | vacuumed | ironed | renewed | submitted | signed | packed | cooked | baked | painted | repaired | mended | collected | picked up | dropped off | handed in | filed | emptied | walked | wrapped | swept | dusted | scrubbed | hoovered | replaced | installed | printed | scanned | planted | pruned | raked | weeded | folded | tidied | assembled | refilled | filled in | filled out | put away | hung up | took out",
    ),
    ("deletebare", "delete | remove | erase | deleting | removing | erasing | taking out | taking off"),
    (
        "removed",
        "removed | deleted | erased | taken off | crossed off | scratched off | struck off | crossed out | checked off | ticked off | wiped off | dropped | cleared | yanked | scratched | struck | wiped | kicked",
    ),
    (
        "take",
        "take | taking | pulling | crossing | scratching | striking | wiping | scratch | scrub | strike | pull | wipe | drop | get | clear | cut | leave | kick | rip | throw | yank | whip | pluck | rub",
    ),
    (
        "empty",
        "clear | clear out | clear off | empty | empty out | erase | wipe | wipe out | reset | clean | clean out | clean off | clean up | purge | cancel | forget | start over | delete | remove | get rid of | get rid off | discard | trash | drop | nuke | blank out | blank | nuke | flush | void | clear away | trash all of | zero out | delete all of | remove all of | clear all of | drop all of | scrap | dump",
    ),
    (
        "emptynamed",
        "clear | clear out | clear off | empty | empty out | erase | reset | wipe | wipe out | clean out | clean up | purge | blank out | blank | nuke | flush | void | dump | scrap | bin",
    ),
    (
        "complete",
        "complete | finish | finish off | finish up | check off | tick off | mark off | cross off | close | tick | close out | wrap up | mark complete | mark done | mark as done | mark as complete | mark as completed | resolve | mark off as done | consider done | fulfil | fulfill",
    ),
    ("completebare", "complete | finish | finish off | finish up | check off | tick off | mark off | cross off | tick"),
    (
        "did",
        "i [ just | have just | already | have already | have | am ] ( finished | completed | did | done | got done | ve finished | ve done | finished up | finished with | done with ) | im [ all | now ] ( done | finished ) with | ive [ just | already ] ( finished with | done with | finished | completed | done ) | ( im | i am ) [ all ] through with | we [ just | have ] ( finished | completed | did ) | done with | finished with | just ( got through | finished | finished up | completed | got done with ) | im done | ( ive | i have | i ve | i ) [ just | already ] ( taken care of | took care of | dealt with | wrapped up | handled | gotten | got through | checked off )",
    ),
    (
        "mark",
        "mark | flag | set | check | tick | cross | tag | label | note | put | change | update | log | record | list | count | register | consider",
    ),
    (
        "done",
        "[ as | off as | off | to | to be ] [ being ] ( done | complete | completed | finished | checked | checked off | crossed off | ticked off | closed | resolved | taken care of | all done | bought | paid | purchased | sorted )",
    ),
    // What a todo is marked with that is to be open again; who puts something "to do" adds it.
    ("remark", "mark | flag | set | check | tick | cross | change | update | register | consider | count"),
    (
        "undone",
        "[ as ] ( not done | undone | incomplete | uncompleted | not complete | not completed | unfinished | not finished | open | active | pending | to do | todo )",
    ),
    (
        "show",
        "show | list off | show me only | show only | list only | show me just | show just | show me | list | list out | display | get | get me | read | read me | read back | read me back | read out | read to me | read off | see | view | open | open up | pull | pull up | bring up | bring me | access | check | check on | tell | tell me | give me | give me a list of | go over | go through | recite | iterate | iterate over | find | find me | hear | review | look at | take a look at | have a look at | look up | fetch | present | name | what is | whats | what are | what about | what was | how is | hows | how are | where is | wheres | let me see | let me hear | lemme see | lemme hear | let me have | have | retrieve | repeat | load | call up | output | run through | run down | remind me of | state | describe | provide | provide me with | hit me up with | how does | what were | know | learn | summarize | put on the screen | inspect | run me through | talk me through | walk me through | take me through | show us | share with me | say | see about | get to | go to | recall | provide | provide me | inform me of | inform me about | browse | take me to | rattle off | spell out | run over | speak | dictate | check out | load up | tell me about | tell us | refresh | i want | i need | id like | i would like | gimme | recap | outline | enumerate | narrate | break down | give us | pull out | want | need | say out | grab | report | report on | return | bring us | reload | refresh | let me have a look at | let me look at | catch me up on | fill me in on",
    ),
    (
        "already",
        "[ already | still | currently | also ] ( already | listed | written | written down | coming up | included | down | anywhere | somewhere | marked | marked down | noted | there | up | still | currently | recorded )",
    ),
    ("unitword", "feet | foot | ft | meter | meters | metre | metres | m | inch | inches | yards | yard"),
    (
        "ask",
        "figure out | work out | find out | give me a list of | show me a list of | show a list of | i want a list of | i need a list of | id like a list of | tell me | let me know | i could do with knowing | i want to know | i need to know | i would like to know | id like to know | i wonder | im wondering | i was wondering | i am just wondering | just wondering | was wondering | i am wondering | ive been wondering | do you happen to know | could you say | i want you to tell me | can you figure out | do you know | do you remember | remind me | show me | read me | give me | find out | tell | know | see | hear | check | list | say | read | read out | explain | provide | inform me of | inform me about | inform me | let me hear | let me see | remind me of | id like to know | i wanna know | please tell me | run through | go over | go through | im curious | i am curious | let us know | tell us | i forgot | i cant remember | i dont remember | i forget | i have forgotten | i need you to tell me | id love to know | any idea | i need to see | i want to see | id like to see | i would like to see",
    ),
    (
        "askif",
        "see | check | check to see | check to make sure | take a look and see | have a look and see | tell me | look | look and see | find out | let me know | confirm | verify | know | look and see | check and see | look to see | i wonder | im wondering | i am wondering | i was wondering | wondering | wonder | just wondering | im not sure",
    ),
    (
        "back",
        "to me | back to me | back | out loud | aloud | out | for me | read | read out loud | on the screen | on screen | up | again | to us | read to me | please | now | only",
    ),
    (
        "ihave",
        "[ do ] ( i | we ) [ still | currently | already | yet ] ( have | got | need | want | have got ) | have ( i | we ) [ yet ] | i have [ got ] | i ve [ got ] | ive [ got ] | weve [ got ] | have i got",
    ),
    (
        "todo_",
        "to do | to get done | to complete | to finish | to accomplish | left | to be done | to take care of | to remember | to buy | to get | to work on | to handle | to attend to",
    ),
    (
        "sep",
        ", | ; | . | : | and | so | then | so please | and please | , please | please | , so | , and | ; please | . please | so go ahead and | so just | so feel free to | so lets | , go ahead and",
    ),
    (
        "it",
        "it | that | this | them | those | these | both | both of them | them both | those two | these two | the two of them | both of those | them all | all of them | [ only | just ] ( that one | this one ) | some | that item | this item | that task | this task | more",
    ),
];
