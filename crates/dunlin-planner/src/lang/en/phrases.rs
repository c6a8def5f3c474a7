//! Words and phrases that are no part of a row: reasons, conditions, comparisons, and what names no todo.

/// Words that stand for what was said before, where they are all that fills a slot of a host's command.
pub(crate) const POINTING: &[&str] = &["it", "that", "this", "them", "those", "the result", "the answer", "the total"];

/// Words that are no part of a list's name.
pub(crate) const NOT_IN_NAMES: &str = "on in to from off of and or the my our a an this that is are was add put remove delete create make \
     show tell list lists what whats do does did i you we me it clean empty blank fresh for todo todos task tasks have has please with at into onto if then all \
     whole entire complete current everything anything items things item thing erase clear read get take cross check mark if not so off \
     any every which how many much when where who why can could would will only rather instead";

/// Texts that name no todo: a person who says "add something" has not said what.
pub(crate) const VAGUE: &[&str] = &[
    "all of it",
    "all of that",
    "all of this",
    "all of those",
    "all of these",
    "the lot",
    "that lot",
    "something",
    "anything",
    "something else",
    "an item",
    "a item",
    "item",
    "items",
    "one item",
    "the item",
    "new item",
    "a new item",
    "another item",
    "todo",
    "a todo",
    "to do",
    "a to do",
    "task",
    "a task",
    "the task",
    "new task",
    "a new task",
    "another task",
    "some items",
    "a few items",
    "some things",
    "some stuff",
    "stuff",
    "things",
    "a thing",
    "another thing",
    "one more thing",
    "more",
    "this",
    "that",
    "it",
    "them",
    "it all",
    "them all",
    "these",
    "those",
    "this item",
    "that item",
    "this one",
    "that one",
    "the following",
    "following",
    "that amount",
    "that much",
    "that many",
    "this task",
    "that task",
    "a reminder",
    "reminder",
    "a new todo",
    "new todo",
    "a todo item",
    "todo item",
    "a to do item",
    "to do item",
    "to do task",
    "todo task",
    "a note",
    "note",
    "an entry",
    "entry",
    "new entry",
    "an event",
    "event",
    "some more",
    "more items",
    "one",
    "things to do",
    "both",
    "both of them",
    "as i speak",
    "as i talk",
    "some tasks",
    "tasks",
    "todos",
    "to dos",
    "new todos",
    "items as i speak",
    "another one",
    "one more",
    "buy more",
    "buy some",
    "get more",
    "get some",
    "buy",
    "something new",
    "new",
    "a new one",
    "items to it",
    "an extra item",
    "another",
    "a few things",
    "what i say",
    "whatever i say",
    "the next thing i say",
    "this thing",
    "that thing",
    "the thing",
    "an item or two",
    "a couple of things",
    "two of those",
    "two of them",
    "two of these",
    "three of those",
    "three of them",
    "three of these",
    "a couple of those",
    "a couple of them",
    "all of those",
    "all of these",
    "my name",
    "the items",
    "the tasks",
    "these items",
    "those items",
    "to list",
    "to it",
    "on it",
    "in it",
    "off",
    "out",
    "up",
    "down",
    "the",
    "a",
    "an",
    "my",
    "some",
];

/// Words of things that the planner has no tool for; a request about one is refused unless it names a todo or a list.
pub(crate) const FOREIGN: &str = "timer timers alarm alarms calendar calendars playlist playlists song songs music track tracks album albums \
     podcast podcasts radio volume brightness light lights lamp lamps thermostat temperature email emails mail message messages text texts \
     contact contacts phonebook meeting meetings appointment appointments event events reservation reservations booking \
     bookings flight flights hotel hotels ticket tickets taxi uber account accounts balance transaction transactions \
     payment payments credit password pin weather news stock stocks price prices recipe recipes photo photos picture \
     pictures file files folder folders app apps device devices setting settings wifi bluetooth network screen minutes minute hours hour \
     seconds second degrees degree funds payee payees caption captions user users tweet tweets facebook twitter instagram status process \
     subscription subscriptions recording recordings dvr speaker speakers socket sockets vacuum robot \
     notification notifications history profile language voice conversation chat query session schedule insurance comment comments";

/// Things with which people are done that are no todos: "complete my order", "cancel the subscription".
pub(crate) const TRADE: &str = "order orders purchase purchases checkout transaction transactions payment payments package packages \
     delivery deliveries refund return shipment cart basket registration application survey download update upgrade installation install setup \
     booking reservation subscription membership call transfer deposit sale deal bid auction level mission quest game form profile lid tab drive cover cap filter cache best story drink food \
     ad ads cookies cookie tweet tweets followers duplicates malware viruses spam trash popups watermark watermarks typos bugs background backgrounds row filter filters app apps software tock enrollment enrolment request claim paragraph sentence virus stain hiccups photo character letter word line page slide column row \
     row tab window friend follower enemy boss workout session exercise trip ride route";

/// Words of what people look for in the world, on the net or in their pockets, and of looking for nothing in particular:
/// "find restaurants", "find my keys", "search online".
pub(crate) const ELSEWHERE: &str = "me us him her them you someone somebody anyone people person friends love out about up near nearby close online internet web google \
     youtube wikipedia amazon netflix my the a an this that our your his their some any another more for to in on at of and or \
     restaurant restaurants cafe cafes coffee bar bars pub pubs pizza tacos sushi station stations shop shops store stores supermarket supermarkets \
     pharmacy pharmacies hospital hospitals doctor doctors dentist dentists mechanic plumber bank banks atm atms park parks parking beach beaches museum museums \
     gym gyms airport airports airline airlines trains train bus buses cab cabs route routes direction directions way map maps place places location locations address addresses \
     apartment apartments house houses home homes room rooms rental rentals deals discounts coupon coupons \
     movie movies film films show shows video videos game games book books image images meme memes joke jokes \
     article articles website websites information info answer answers meaning definition definitions synonym synonyms translation capital population \
     job jobs work help support number numbers phone keys wallet remote iphone laptop printer printers words word page pages \
     cheap cheapest nearest closest best good better nice local latest new used free \
     list lists name names everything all nothing";

/// Words with which a text begins that says how somebody fared and names no todo: "I did well".
pub(crate) const FARED: &str = "well good great badly poorly ok okay fine not so that it nothing something better what too very quite really pretty \
     enough wonderful awesome terrible horrible bad eating eaten a an";

/// Lists that are kept by others.
pub(crate) const LISTS_OF_OTHERS: &str =
    "mailing waiting wait black white price wine email distribution endangered savings checking";

/// Whom a list may be meant for that is not the person: "show my list to mom".
pub(crate) const OTHERS: &str = "him her them mom mum dad mother father wife husband partner brother sister son daughter boss friend friends \
     neighbor neighbour colleague team family kids everyone everybody someone somebody";

/// What is said of todos and lists that is no list's name: "complete all my overdue todos".
pub(crate) const NOT_LISTS: &str = "other others another different recent latest upcoming previous next last first second third top best favorite high low overdue \
     old older oldest newest open pending active unfinished incomplete remaining outstanding uncompleted undone finished done complete completed urgent \
     important unimportant due late duplicate duplicates boring easy hard difficult big small long short simple quick minor major real actual current \
     regular repeating recurring own single same important unnecessary useless stupid dumb silly annoying stale";

/// Verbs after which "to my …" is a part of a todo: "add talk to my boss".
pub(crate) const GOING: &str = "go going talk talking speak speaking listen return returning send sending give giving write writing bring bringing take taking apply \
     walk walking reply respond head fly move drive driving call calling mail mailing ship email text hand deliver sell sing read reading \
     run running travel say show propose donate donating attend commit contribute subscribe learn try trying attach report visit \
     explain post remember mention drop add ask pay paying lend get come ride cycle react respond switch upgrade invite introduce \
     relocate transfer deliver present admit agree";

/// Verbs with which a todo begins, beside those in [`GOING`] and [`CHANGES`]: "wash the car and the bike" is one.
pub(crate) const VERBS: &str = "wash pick book print iron dust mow rake sweep vacuum mop scrub polish paint water feed wax oil varnish sand fix repair mend cook bake prepare make \
     sort file sign scan copy post plan pack unpack fold hang dry install replace charge cancel renew check test measure find look search see meet visit watch \
     hear study practice practise review revise research tidy organize organise arrange assemble build dig plant prune trim cut chop peel freeze defrost \
     buy sell rent lend borrow grab collect fetch hire confirm finish start stop try use wrap label decorate groom brush dust shovel hoover wipe rinse change \
     fill empty refill stock load unload lock close open turn do draw design draft type download upload sew knit stitch service inspect clean compare decide discuss submit renew hand register enrol enroll sign finalise finalize proofread \
     back prep marinate thaw vacate evict winterise winterize mount tune bleed reseed sow weed rotate swap declutter donate recycle \
     chase photograph rehearse transcribe laminate sterilise sterilize disinfect sanitise sanitize degrease unblock rewire restring mulch fertilise fertilize \
     vaccinate deworm restock recheck refund reimburse";

/// How a payment goes on after its amount: "pay it to Sam".
pub(crate) const PAID_TO: &[&str] = &[" to ", " into ", " back", " for ", " from "];

/// Verbs with which a todo begins that nobody asks an assistant to do at once: "buy butter".
pub(crate) const DEEDS: &str = "buy rebuy water mow rake iron descale defrost hoover mop dust sweep repaint regrout prune wash feed walk bake mend repair sew unpack weed polish scrub sand repot";

/// What somebody says who has something to go to: "I have a meeting at 3", "there's a concert on friday".
pub(crate) const HAVING: &str = "i we have ive weve got theres there is im were having got";
pub(crate) const ARTICLES: &str = "a an the my our another";
/// What stands before what something is done to: "laminate the posters".
pub(crate) const DONE_TO: &str = "the my our some his her their";

/// Months, and the words before one that is named alone.
pub(crate) const MONTH_NAMES: &str = "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec";
pub(crate) const BEFORE_MONTH: &str = "in for of due during this";

/// Months as they are written in short.
pub(crate) const MONTHS_IN_SHORT: &str = "jan feb mar apr jun jul aug sep sept oct nov dec";

/// Things that happen at a time: "dentist on friday at 3pm".
pub(crate) const EVENTS: &str = "meeting meetings lunch dinner breakfast brunch coffee drinks dentist doctor doctors appointment standup call interview exam class \
     lesson training gym yoga party wedding concert haircut checkup rehearsal practice practise workshop webinar conference date flight train deadline birthday anniversary nameday";

/// First words of a question to somebody who was called by a name before it.
pub(crate) const ASKED: &str = "what whats how can could would will please tell calculate show";

/// First words of what assistants are asked to do or to say, and that is no todo however it goes on.
pub(crate) const HANDLED_ELSEWHERE: &str = "play turn set schedule book order send transfer wake remind show tell give open start stop pause resume skip shuffle \
     what whats when where who whom which why how is are was were do does did can could will would should may might am have has had the a an my our your i we you he she they it \
     search find look check translate convert calculate compute call make cancel change switch dim increase decrease lower raise mute unmute navigate directions read list \
     add put delete remove clear complete mark undo rename move snooze postpone let lets please if unless when";

/// Lists that people name without saying whose: "shopping list".
pub(crate) const KNOWN_LISTS: &str = "shopping grocery groceries todo task tasks work packing chore chores errand errands wish christmas home house \
     homework reminder reminders today todays tomorrow daily weekly travel holiday vacation market food supply supplies garden kitchen \
     cleaning party hardware birthday school office bucket reading honey move moving camping trip";

/// A list named before the request it belongs to: "on my shopping list, add eggs".
pub(crate) const FRONTED: &str =
    "( <on> | to | from | for ) <list> | [ my | the | our ] <todoword> <listnoun> | ( my | the | our ) <list>";

/// What asks once more for what a sum or a question about days before it gives: "…, how much is that", "…, when is that".
pub(crate) const ECHO: &str = "[ so | tell me | and ] ( when | what | what date | what day | which day | which date | what weekday | what time | how much | how many | how long ) \
     ( is | would | will | does | was | are ) ( that | it | this | they ) [ be | make | come to | fall on | fall | in total | altogether | then | exactly ] | \
     [ so | tell me ] ( whats | whens | hows ) ( that | it | this ) [ in total | altogether | then | exactly ] | \
     [ so | and ] how much ( did | do | will | would | have ) ( i | we ) ( spend | spent | pay | paid | owe | need ) [ in total | altogether | for ( that | it | them | all ) ] | \
     ( what | how much ) does ( that | it | this ) ( make | come to | equal | add up to ) | ( what | which ) ( day | date | weekday | time ) ( that | it ) is";

/// Why something is asked for, said after it; the planner leaves it aside.
pub(crate) const REASON_AFTER: &str = "[ ; | , | . | - ] ( because | cuz | coz ) {text} | [ ; | , | . | - ] ( cause | cos ) well {text} | [ ; | , | . | - ] ( because | cause | cuz | coz | cos | since | as | seeing as | seeing that ) ( i | im | ill | we | theyll | hell | shell | itll | were | its | it | they | the | there | theres | my | our | ive | weve | id | nobody | no one | everyone | everybody | someone | he | hes | she | shes | that | thats | you | youre | theyre | theyve | hes ) {text} | \
     [ ; | , | . | - | and ] ( im | i am | we are | were | weve | ive | i | we ) [ just | all | almost | nearly | practically | totally | have | fresh | completely ] ( out | low | running low | running out | run out | ran out | getting low ) [ ( of | on ) {text} ] | \
     ( ; | , | . | - | so | , so ) ( thats | that is | all ) [ all | now | already | been ] ( done | finished | over | sorted | bought | paid | taken care of ) [ now | already | today ] | \
     [ ; | , | . | - | so | , so ] ( its | it is | theyre | they are ) [ all | now | already | been ] ( done | finished | over | sorted | bought | paid | taken care of ) [ now | already | today ] | \
     [ ; | , | . | - ] ( i | we | ive | weve | he | she | they | ( my | our ) {name} ) [ has | have ] [ already | just | have already | have ] ( bought | have | has | got | did | made | own | picked up | ordered | found | have got | finished | completed ) ( some | it | them | one | that | enough | plenty | those | this | it all | everything | all of it | all of them | them all | the lot ) [ already | at home | yesterday | today | now ] | \
     [ ; | , | . | - | and | so ] ( im | i am | i | i ll | ill | we ll | we are | we ) [ can | want to | going to | will | gonna | just want to ] ( start | starting | begin | beginning ) ( over | again | fresh | anew ) | \
     [ ; | , | . | - ] [ there is | theres ] none left | \
     [ ; | , | . | - ] ( i | we ) need ( new ones | some more | more | another one | new | fresh ones ) [ {text} ] | \
     [ ; | , | . | - ] ( i | we ) ( dont | do not | no longer | wont ) ( need | want ) ( it | them | that | any | those | this | one ) [ anymore | any more | any longer | now ] | \
     ( ; | , | . | - ) ( im | i am | were | we are | its | it is | hes | shes | theyre | they are ) ( not | too | no longer | still | away | ill | sick | busy | on holiday ) [ {text} ] | \
     [ ; | , | . | - | and ] ( i | we ) [ just | have | already ] ( used | finished | drank | ate | emptied ) {text?} ( it | them | one | milk ) | \
     [ ; | , | . | - ] i just ( spilled | spilt | broke | dropped | noticed | realized | realised | remembered | saw ) {text?} | \
     ( but | and | ; | , | . | - | , but | , and ) ( leave | keep ) ( the rest | the others | the other ones | all the others | everything else | my other lists | the other lists ) [ as is | as it is | as they are | alone | there | on it | on there | for now ]";

/// What a reason begins with that is said before what it is a reason for, and how that goes on: "because we have guests add
/// hoovering to my list".
pub(crate) const BEFORE_A_REASON: &str = "because cause cuz coz since as seeing";
pub(crate) const AFTER_A_REASON: &str = "go i we empty clear erase wipe add put delete remove mark show list remind note write tick cross check move please can could take";

/// Words that join a reason to what it is a reason for.
pub(crate) const JOINTS: &str =
    "because since cause cuz coz as so well ok okay hey oh also and but seeing that please pls";

/// Lists of what is bought.
pub(crate) const SHOPS: &str =
    "shopping grocery groceries food market party supplies packing holiday camping trip travel christmas";

/// What stands before things that are needed.
pub(crate) const WANTING: &[&str] = &["we need", "i need", "need", "need some", "need more", "out of", "low on"];

/// What takes a rank away: "not urgent any more".
pub(crate) const NO_MORE: &str = "not isnt arent longer";

/// Words of what is paid with, and those between two of them that ask for a rate.
pub(crate) const CURRENCIES: &str = "usd eur gbp jpy chf cad aud nzd sek nok dkk pln czk huf inr cny rub brl mxn try zar krw sgd hkd dollar dollars \
     buck bucks euro euros yen yuan rupee rupees peso pesos franc francs krona kronor krone kroner zloty forint rouble rouble ruble rubles sterling quid \
     pound pounds real reais won lira rand bitcoin bitcoins btc eth ether";
pub(crate) const EXCHANGED: &str = "in to into for as worth";
/// One of these is money only beside another currency.
pub(crate) const POUNDS: &str = "pound pounds real reais won try rand";
pub(crate) const RATES: &str = "exchange conversion";
pub(crate) const RATE: &str = "rate rates";

/// Things that are one.
pub(crate) const PAIRS: &[&str] = &[
    "fish and chips",
    "mac and cheese",
    "macaroni and cheese",
    "salt and pepper",
    "salt and vinegar",
    "bread and butter",
    "gin and tonic",
    "rum and coke",
    "ham and cheese",
    "cheese and onion",
    "peanut butter and jelly",
    "cookies and cream",
    "sweet and sour",
    "half and half",
    "black and white",
    "bits and bobs",
    "odds and ends",
    "pots and pans",
    "arts and crafts",
    "nuts and bolts",
    "pen and paper",
    "sage and onion",
    "bits and pieces",
];

/// Words that no thing to buy is named by.
/// Where things go that are added to the list named before.
pub(crate) const ONTO_IT: [&str; 5] = ["to it", "on it", "onto it", "in it", "on there"];
pub(crate) const NO_GOODS: &str = "to for with at by if that which from in on up out buy get call it them both also everything all not but then is are";

/// Words that end as plurals do and are none, or stand before the thing that they belong to: "brussels sprouts".
pub(crate) const PLURAL_LOOKS: &str =
    "brussels swiss christmas sports gas bus lens oats ladies mens kids boys girls dogs cats this his its always yes";

/// Words by which a thing goes on after a plural in it: "bags of sand".
pub(crate) const GOES_ON: &str = "of for with in or";

/// Several things that were named before.
pub(crate) const THEM: &str = "them";

/// Verbs for a call.
pub(crate) const CALLS: &str = "call ring phone";

/// What makes a call one for this very moment.
pub(crate) const NOW_OR_NUMBER: &str = "now immediately asap number speaker speakerphone mobile";

/// What is asked for when any todo will do.
pub(crate) const ANY_OR_NONE: &str = "nothing anything something none no any";

/// What takes back what was just said, and names no todo.
pub(crate) const SECOND_THOUGHTS: &[&str] = &[
    "no wait",
    "wait",
    "wait no",
    "no",
    "actually no",
    "scratch that",
    "i mean",
    "oops",
    "sorry",
    "no sorry",
    "hang on",
    "hold on",
];

/// Words of a statement, and of what is asked of somebody; none of a thing to do of its own.
pub(crate) const TOLD_OF: &str = "i we he she they you it its is are was were will would be been am im ive has have had do does did can could \
     there that this what who how why when where which if not no me us him them your";

/// What joins two things.
pub(crate) const AND: &str = "and";
/// The same, as it is written in haste.
pub(crate) const N: &str = "n";

/// Units of time from now: "2 hours" is no time of day.
pub(crate) const SPANS: &str = "hour hours minute minutes min mins hr hrs now later";

/// What says that something comes again.
pub(crate) const AGAIN: &str = "every each daily weekly monthly";

/// What is paid again and again.
pub(crate) const PAYMENTS: &str =
    "payment payments bill bills premium mortgage loan credit card insurance rent subscription";

/// A new helping of what was spoken of.
pub(crate) const SOME: &str = "some more";

/// What asks for no todo at all.
pub(crate) const NONE: &str = "nothing none no";

/// What is due and past.
pub(crate) const LATE: &str = "overdue";

/// What may end "is 7 a prime number".
pub(crate) const A_NUMBER: &str = "number";

/// What may stand before it: "i have nothing", "there is anything".
pub(crate) const I_HAVE: &str = "i we have ive weve got still there is theres are";

/// What may stand between it and a day: "nothing is due on friday", "nothing to do tomorrow".
pub(crate) const DUE_OR_PLANNED: &str =
    "is are due planned scheduled left to do on for by else still that thats overdue happening";

/// Words with which a statement begins that gives a reason and asks for nothing.
pub(crate) const STATEMENTS: &str =
    "i im ive id ill we were weve well it its the there theres my our they theyre he she";

/// Words that name a day or a span of days.
pub(crate) const DAYS: &str = "today tonight tomorrow monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun \
     week weeks weekend month months day days january february march april june july august september october november december";

/// Words of which a text names no todo when it has no others.
pub(crate) const VAGUE_WORDS: &str = "something anything item items thing things stuff todo todos task tasks entry entries event events reminder reminders note notes \
     one ones nothing none neither it its this that them these those more new another extra other few some any a an the my to do of out couple else additional following up here there \
     chore chores errand errands activity activities list product products as";

/// Words of requests that change something; a loose question about a list has none of them.
pub(crate) const CHANGES: &str = "add put remove delete erase clear mark complete finish cross check tick insert append include write place create make rename \
     move change update set undo reopen cancel drop wipe empty reset discard scratch strike take eliminate sort order send email share print post rid new added \
     removed deleted erased cleared crossed finished completed adding putting popping sticking removing deleting clearing crossing ticking marking call buy order play schedule translate";

/// Words of the grammar that the calculator's own notation has too.
pub(crate) const SYMBOLIC: &str = "of mod x in bar to as per deg degree degrees plus minus times over sum product min max log ln sin cos tan sqrt root abs round square squared cube cubed \
     divided by percent e pi half second seconds minute minutes hour hours day days week weeks month months year years foot feet ft meter meters metre metres m inch inches \
     yard yards cubic nautical g k t b hundred thousand million billion trillion and off on";

/// The words whose misspellings are offered put right.
pub(crate) const SPELLABLE: &str = "calculate compute evaluate delete remove complete finish clear list lists todo todos tasks task show display create \
     shopping grocery what whats square root divided times minus plus percent multiply multiplied subtract undo rename reopen remind count search find mark done \
     tomorrow today monday tuesday wednesday thursday friday saturday sunday convert reminder erase times task reminders calculator multiplied equals hundred thousand million completed finished everything please the and add divide average percentage remember postpone reschedule priority minutes hours seconds weeks something anything tablespoons teaspoons somebody someone change appointment kilometers kilometres ounces gallons celsius fahrenheit percent already bought forgot finished every morning many how pound pounds weekend afternoon evening what day was when twenty thirty forty fifty sixty seventy eighty ninety eleven twelve thirteen fourteen fifteen would could there until that have high need first second cross cancel overdue tonight week month completed moved delayed snooze which things move forget should squared cubed difference compound interest discount mortgage circle circumference diameter radius rectangle triangle perimeter average median mark marked kilos kilograms inches litres liters metres meters";

/// What "2" stands for where a list or what is to be done follows: "add eggs 2 my list", "remind me 2 call Ann".
pub(crate) const TWO: &str = "2";
pub(crate) const TO: &str = "to";
pub(crate) const WHOSE: &str = "my the our";
pub(crate) const LISTS: &str = "list lists todos";
pub(crate) const REMINDS: &str = "remind";
pub(crate) const ME: &str = "me";
pub(crate) const US: &str = "us";

/// Slips of the shortest words, which mean nothing else, and what is meant.
pub(crate) const SLIPS: &[(&str, &str)] = &[
    ("tommorow", "tomorrow"),
    ("somthing", "something"),
    ("smth", "something"),
    ("tomorow", "tomorrow"),
    ("tommorrow", "tomorrow"),
    ("tommorw", "tomorrow"),
    ("rember", "remember"),
    ("finaly", "finally"),
    ("finnally", "finally"),
    ("alredy", "already"),
    ("allready", "already"),
    ("remeber", "remember"),
    ("adn", "and"),
    ("ahd", "and"),
    ("teh", "the"),
    ("hte", "the"),
    ("taht", "that"),
    ("thta", "that"),
    ("waht", "what"),
    ("wat", "what"),
    ("whta", "what"),
    ("hwat", "what"),
    ("ahve", "have"),
    ("hvae", "have"),
    ("evry", "every"),
    ("evrey", "every"),
    ("mny", "many"),
    ("hwo", "how"),
    ("plese", "please"),
    ("pleas", "please"),
    ("wek", "week"),
    ("monht", "month"),
    ("mounth", "month"),
    ("todya", "today"),
    ("mcuh", "much"),
    ("muhc", "much"),
];

/// By what todos may be sorted, beside when they are due.
pub(crate) const BY_PRIORITY: &str = "pressing priority importance urgency important urgent";
pub(crate) const BY_AGE: &str = "newest added created age recent recency";
pub(crate) const BY_WORDS: &str = "alphabet alphabetically alphabetical name names title titles text words";

/// Words that say of todos that they are due on no day.
pub(crate) const NO_DATE: &str = "no without undated unscheduled dont not doesnt lack need havent hasnt missing";

/// Todos of which there is one at least, those that are late, and those that are not done.
pub(crate) const ANY: &str = "any some";
pub(crate) const LATE_WORDS: &str = "overdue late";
pub(crate) const OPEN: &str = "left open pending remaining unfinished";

/// What is bought like anything else, though elsewhere a word of its may be about other things: "buy light bulbs".
pub(crate) const BUY: &str = "buy";
pub(crate) const SOLD: &str = "light lights lamp lamps picture pictures file files folder folders speaker speakers vacuum socket sockets screen tickets ticket";

/// Words that say of what is added that it is to be kept in mind, so that nothing else can be meant.
pub(crate) const KEPT: &str = "to sure ensure forget note memo";

/// What opens a span of days: "before friday", "in the next 3 days", "between monday and friday".
pub(crate) const BEFORE: &str = "before";
pub(crate) const UP_TO: &str = "by until till through to";
pub(crate) const AFTER: &str = "after past";
pub(crate) const SINCE: &str = "since from";
pub(crate) const BETWEEN: &str = "between from";
pub(crate) const WITHIN: &str = "in within over during for the";
pub(crate) const TO_COME: &str = "next coming";
pub(crate) const GONE_BY: &str = "last past previous";

/// What stands before a time of the day: "call mum at 6 instead".
pub(crate) const AT: &str = "at";
