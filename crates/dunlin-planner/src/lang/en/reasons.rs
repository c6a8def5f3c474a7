//! Statements that give a reason, and what they say of what they name: "we have no sugar".

/// What a statement says of what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It is missing, or has to be done: "we have no sugar".
    Lack,
    /// It is there, or done: "I bought sugar".
    Have,
    /// It is not wanted any more.
    NoNeed,
    /// Something else than was said is to be done about it: "don't delete the rent, mark it as done".
    Spared,
}

/// Statements that give a reason and name what a request beside them points back to: "we have no sugar, so put it on my list".
/// What they name stands in {item}.
pub(crate) const REASONS: &[(&str, Reason)] = &[
    (
        "[ theres | there is ] no ( point | sense | use ) [ in ] ( keeping | having | leaving | doing ) {item?} [ <on> <list> | on there | there ] [ now {text} | , {text} | any more | anymore | any longer ]",
        Reason::NoNeed,
    ),
    (
        "[ i | we ] ( didnt | did not | never | havent | have not | couldnt | could not | cant | cannot | wont | will not ) [ quite ] ( get round to | got round to | get around to | got around to | manage | managed | do | done | finish | finished | make it to | make | get to | got to | get to do ) [ doing ] [ the | my | our ] {item?} [ today | yesterday | yet | this week | tonight | in time | this time ]",
        Reason::Lack,
    ),
    (
        "[ there is | theres ] no ( need | reason ) ( for | to do | to ) {item?} [ <on> <list> ] [ anymore | any more | any longer | now ]",
        Reason::NoNeed,
    ),
    (
        "[ i | we ] [ just | only just ] ( got | came | am | are | m | re ) back from [ the | my | our | doing ] {item}",
        Reason::Have,
    ),
    (
        "[ i | we | ive | weve ] [ just | finally | already ] ( got | had ) [ the | my | our ] {item?} ( <past> | done | sorted | finished | paid | out of the way | over with )",
        Reason::Have,
    ),
    (
        "( i | we | ive | weve ) [ still | already ] ( have | got | have got ) ( plenty | enough | loads | lots | a lot | tons ) [ of ] [ the | our | my ] {item?} [ after all | already | now | at home | left | in the cupboard ]",
        Reason::Have,
    ),
    (
        "( im | i am | were | we are | ive | weve | i have | we have | i | we ) [ just | all | completely | totally | nearly | almost | already | really | fresh | clean ] [ run | ran | running | used | getting ] ( out of | outta | low on | short of | short on ) [ the | our | my | any ] {item?} [ again ] [ and [ i | we ] need [ to buy | to get | to pick up ] ( more | some | some more | it ) ]",
        Reason::Lack,
    ),
    (
        "( i | we | ive | weve ) [ just | already | have | have just ] ( used up the last of | finished the last of | used up | used all | went through | got through | finished up | finished off | finished | drank | ate | emptied | used the last of | ate the last of | drank the last of ) [ all [ of ] ] [ the | our | my | all the ] {item?} [ at breakfast | at lunch | at dinner | last night | yesterday | today | this morning ]",
        Reason::Lack,
    ),
    (
        "[ for ( the | my | our | this ) {name} [ , ] ] ( i | we ) [ really | definitely | probably ] ( have no | have got no | dont have | do not have | havent got | have not got | lack | need | want | could use | should get | must get | have to get | need to get | need to buy | have to buy | must buy | should buy | forgot to buy | got no ) [ any | some | more | any more | some more | enough | a | an | the ] {item?} [ left | anymore | any more | at home | in the house | either ]",
        Reason::Lack,
    ),
    (
        "( theres | there is | there are | there isnt | there arent ) ( no | hardly any | barely any | not much | not enough | almost no | any | much | enough ) [ more ] {item?} [ left | anymore | at home | in the house ]",
        Reason::Lack,
    ),
    (
        "[ the | our | my ] {item?} ( is | are | has | have ) [ all | nearly | almost | just | completely ] ( gone | empty | run out | ran out | running low | running out | low | out | finished | used up | done | sold out | in stock )",
        Reason::Lack,
    ),
    ("[ the | our | my ] {item?} ( ran out | ran dry )", Reason::Lack),
    (
        "[ i | we | ive | weve ] ( got | have ) no {item} ( left | remaining ) [ ( in | at ) [ the | my | our ] {name} ]",
        Reason::Lack,
    ),
    (
        "[ the | our | my ] {item} ( goes | went | has gone | gone | will go ) ( off | stale | mouldy | moldy | out of date ) [ before {text} ]",
        Reason::NoNeed,
    ),
    // "there was a thing about the car, that's done"
    (
        "[ i | we | you | i think | i know ] ( there was | there is | theres | there should be | had | have ) [ already ] ( a | some | that | the | this ) ( thing | todo | one | task | item | reminder | entry ) ( about | called | saying | that says | for ) {item?} [ <on> <list> ]",
        Reason::Spared,
    ),
    ("( you | i | we ) ( had | have | ve got | have got | put ) ( me | us | it ) down for {item}", Reason::Spared),
    // "there's a leak in the bathroom too, add that to my list"
    ("( theres | there is ) ( a | an | another ) {item} ( too | as well )", Reason::Lack),
    (
        "( the | our | my ) {before?} ( has no | has run out of | ran out of | is out of | is all out of | is low on | is short of | needs more ) [ more ] {item?} [ left | again ]",
        Reason::Lack,
    ),
    (
        "[ theres | there is | there are | i have | we have | ive got | weve got | were down to | i am down to ] ( only | just ) [ <cardinal> | a little | a few | a bit of ] {item?} ( left | remaining )",
        Reason::Lack,
    ),
    (
        "[ i | we ] ( dont | do not | no longer | neednt | wont | will not | wont be | will not be ) [ really | actually ] ( need | needing | want | have to | need to | want to ) [ to buy | buy | get | the | my | any | that ] {item?} [ <on> <list> ] [ anymore | any more | any longer | now | after all ]",
        Reason::NoNeed,
    ),
    (
        "no [ more ] {item?} [ left | at home | in the house | in the fridge | in the cupboard | in the pantry ]",
        Reason::Lack,
    ),
    (
        "[ i think | i guess | i believe ] ( i | we | ive | weve ) [ have | just | completely | totally ] ( forgot | forgotten | missed | left out | left off ) [ about | to put | to add | to write down | to include ] [ the | some | my ] {item?} [ <on> <list> | <onto> <list> ]",
        Reason::Lack,
    ),
    (
        "( i | we ) ( thought | was sure | were sure | could have sworn | believed ) [ that ] ( i | we ) [ still ] ( had | have ) [ some | more ] {item?} [ left ] [ , ] [ but | turns out ] ( i | we ) ( dont | do not | didnt | havent )",
        Reason::Lack,
    ),
    (
        "( i | we ) ( dont | do not ) ( think | believe ) [ that ] ( ( there is | there are | theres ) [ any ] {item?} <on> <list> | {item?} ( is | are ) <on> <list> )",
        Reason::Lack,
    ),
    ("( i | we ) ( said | told {name} | promised {name} ) ( i would | id | we would | wed ) {item}", Reason::Lack),
    (
        "( i | we ) ( am not | are not | m not | wont | will not | was not | decided not ) [ going | planning | bothering ] [ to ] [ bother [ with ] | do | worry about ] {item?} [ anymore | any more | any longer | after all | now ]",
        Reason::NoNeed,
    ),
    (
        "( im | were ) not [ going to | gonna | planning to ] [ bother with | bother | do | worry about ] {item?} [ anymore | any more | any longer | after all | now ]",
        Reason::NoNeed,
    ),
    (
        "( i | we | ive | weve ) [ just | already | finally | have | have already | have just ] ( bought | got | gotten | picked up | ordered | found | have | own | did | done | paid | made | called | sent | booked | fixed | washed | cleaned ) [ out | up | off | in | away ] [ the | my | some | a | an | enough ] {item?} [ already | yesterday | today | this morning | now ]",
        Reason::Have,
    ),
    (
        "( [ the | my | our | some | his | her ] {name} | he | she | they | someone | somebody ) [ just | has | have | already | all ] ( ate | drank | used | used up | finished | finished off | scoffed | munched | wolfed down | gobbled | guzzled | polished off | got through | eaten | drunk | broke | chewed up | chewed | lost | spilled | spilt ) [ all | up | the last of | all of | the rest of ] [ the | our | my ] {item?} [ again | already | yesterday | today | last night | this morning ]",
        Reason::Lack,
    ),
    (
        "[ im | i am | were | we are | ive | weve | i | we ] [ already | now ] [ all | fully | well ] ( stocked up on | stocked up with | stocked with | set for | sorted for | good for | covered for ) {item?} [ already | now | for now | for a while ]",
        Reason::Have,
    ),
    (
        "[ just | already | finally ] <past> ( the | my | our ) {item?} [ back | up | off | in | out ] [ already | yesterday | today | earlier | this morning | this week | this month | now ]",
        Reason::Have,
    ),
    (
        "[ i | we | ive | weve ] [ just | have | have just ] ( used the last | used up | used all ) [ of ] [ the | my | our ] {item?} [ at breakfast | at lunch | at dinner | last night | yesterday | today | this morning ]",
        Reason::Lack,
    ),
    (
        "[ i | we ] ( cant | can not | cannot | couldnt | could not ) find any [ more ] {item?} [ anywhere | at home | in the house | in the cupboard | in the fridge | in the kitchen ]",
        Reason::Lack,
    ),
    ("( i | we ) could do with [ some | more | some more ] {item}", Reason::Lack),
    ("[ i am | im | were | we are ] down to ( my | our | the ) last [ of [ the | my | our ] ] {item}", Reason::Lack),
    ("( nobody | no one | noone ) ( bought | got | remembered | picked up ) [ any | the ] {item}", Reason::Lack),
    (
        "[ the ] last of [ the | my | our ] {item} ( is | has | has been | was ) [ all ] ( gone | used | used up | finished | eaten | drunk )",
        Reason::Lack,
    ),
    ("<must> {item}", Reason::Lack),
    (
        "( dont | do not ) ( bother | worry ) [ with | about | doing ] [ the | my | our ] {item?} [ anymore | any more | any longer | after all | now ]",
        Reason::NoNeed,
    ),
    ("( dont | do not ) ( buy | get | bring | order ) [ the | any | any more | more ] {item}", Reason::NoNeed),
    (
        "( its | it is | im | i am | were | we are | its getting ) [ far | just | way | really ] too {name} ( to | for ) {item?} [ today | tonight | this week | right now ]",
        Reason::NoNeed,
    ),
    (
        "( im | i am | were | we are | i ll | ill | we ll | i will | we will ) [ going to | gonna ] [ be ] ( need | needing ) [ some | more ] {item}",
        Reason::Lack,
    ),
    (
        "[ turns out | it turns out | apparently | looks like ] ( i | we ) ( cant | can not | cannot | couldnt | could not | wont ) ( make | go to | attend | come to | get to ) [ it to ] [ the | my | our ] {item?} [ anymore | any more | after all | now | this time ]",
        Reason::NoNeed,
    ),
    (
        "( i | we ) ( dont | do not | cant stand | hate | never ) ( like | eat | drink | use ) [ the | any ] {item}",
        Reason::NoNeed,
    ),
    (
        "( i | we | im | were | i am | we are ) [ really | just | so ] ( hate | cant stand | sick of | tired of | fed up with ) [ the | my | our ] {item?} [ so much | anymore | any more | now ]",
        Reason::NoNeed,
    ),
    ("need [ some | more | to buy | to get ] {item}", Reason::Lack),
    (
        "( ( my | our | his | her | the ) {name} | he | she | they | someone | somebody ) ( wants | asked | told | needs | wanted | reminded | expects ) ( me | us ) to {item}",
        Reason::Lack,
    ),
    (
        "[ the | my | our ] {item?} ( got | was | is | has been | were | are ) ( cancelled | canceled | called off | scrapped )",
        Reason::NoNeed,
    ),
    (
        "( i | we ) ( dont | do not ) ( think | guess | believe ) ( i | we | ill | well | i ll | we ll ) [ will | am going to | are going to ] ( need | want | have to do | need to do | be needing | have to | need to ) [ the | any | my | our ] {item?} [ anymore | any more | any longer | after all ]",
        Reason::NoNeed,
    ),
    (
        "( i | we ) ( dont | do not | wont | will not | didnt | did not ) ( have [ the | any ] ( time | energy ) | get | manage | get round | get around ) ( to do | to | for ) [ the | my | our ] {item?} [ today | this week | this weekend | tonight | anymore | any more | after all ]",
        Reason::NoNeed,
    ),
    ("( have to | need to | gotta | got to ) {item}", Reason::Lack),
    (
        "( the | my | our | his | her ) {name} ( needs | need | wants | is out of | are out of | is almost out of | is nearly out of | is running out of | is low on | is running low on | ran out of ) [ some | more | new ] {item}",
        Reason::Lack,
    ),
    (
        "( the | my | our | his | her ) {name} [ has | just | already ] ( bought | got | picked up | ordered | found | grabbed | did | done | paid | fixed | called | sorted | finished ) [ the | some | a ] {item?} [ already | yesterday | today | this morning ]",
        Reason::Have,
    ),
    ("( i | we ) ( almost | nearly ) forgot ( to | about ) {item}", Reason::Lack),
    (
        "( ( the | my | our | his | her ) {name} | he | she | they | someone ) ( is | are | will be ) [ already ] ( bringing | buying | getting ( the | some | us | our ) | making | baking | cooking | ordering | picking up | providing | taking care of | dealing with | handling | seeing to ) [ the | some | a | an | our | all the ] {item?} [ instead | now | already | for us | for me ]",
        Reason::NoNeed,
    ),
    (
        "( ( the | my | our | his | her ) {name} | he | she | they | someone ) ( is going to | are going to | will | has agreed to | agreed to | offered to | promised to | volunteered to | said [ that ] ( hed | shed | theyd | theyll | hell | he would | she would | they would | he will | she will | they will ) ) {item?} [ instead | now | for us | for me ]",
        Reason::NoNeed,
    ),
    (
        "[ almost | nearly | all | completely | totally | just about | just | running | getting | ran | run ] ( out of | outta | low on | short of | short on ) [ the | our | my | any ] {item}",
        Reason::Lack,
    ),
    (
        "( dont | do not ) ( delete | remove | complete | add | move | touch | tick off | cross off | mark | change ) [ the | my | our ] {item}",
        Reason::Spared,
    ),
    (
        "[ i | we | ive | weve ] [ have ] [ just | only just | already ] been ( to | at ) [ the | my | our ] {item}",
        Reason::Have,
    ),
    (
        "[ i | we | ive | weve ] [ just | only just ] ( got off | come off | came off | hung up ) the phone ( with | to ) {item}",
        Reason::Have,
    ),
    (
        "[ and ] ( next up is | next is | next up : | next : | then theres | next thing is | the next thing is ) {item}",
        Reason::Lack,
    ),
    (
        "[ the | our | my ] {item?} ( needs | need | has | have | ought ) to be ( done | finished | ready | sorted | completed ) [ first | soon | sooner | earlier | before [ the | my | our ] {name} ]",
        Reason::Lack,
    ),
    (
        "[ i | we ] ( went and | went out and ) ( bought | got | picked up | ordered | paid | fetched | booked | did ) [ the | my | some | a ] {item?} [ already | yesterday | today | this morning ]",
        Reason::Have,
    ),
    (
        "[ just | already | finally ] ( bought | got | picked up | ordered | found | booked | collected ) ( the | my | our ) {item?} [ already | yesterday | today | this morning | now ]",
        Reason::Have,
    ),
    ("( i | we ) ( keep | always ) ( forgetting | forget ) [ to | about | the | my ] {item}", Reason::Lack),
];

/// What a reason begins with in the middle of a statement: "need eggs because the kids ate them".
pub(crate) const BECAUSE: &str = "because cause cuz coz";
