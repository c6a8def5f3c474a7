//! Whole goals in canonical words, offered in place of what was not understood, and the words that choose what to offer.

/// What is offered to those who would be offered nothing else.
pub(crate) const ANYTHING: &str = "list todos";
/// What is offered to those who ask what can be said, and to those who ask what they did on a day.
pub(crate) const EXAMPLES: [&str; 4] = ["add todo buy milk", "mark buy milk as done", "calculate 12 * 7", ANYTHING];
/// What asks for all that can be said.
pub(crate) const WHAT_CAN_YOU_DO: &str = "what can you do";
pub(crate) const SHOW_DONE: &str = "show my completed todos";
pub(crate) const SHOW_OVERDUE: &str = "show my overdue todos";
pub(crate) const SHOW_URGENT: &str = "show my high priority todos";
pub(crate) const COUNT: &str = "how many todos do I have";

pub(crate) fn add(item: &str) -> String {
    ["add todo ", item].concat()
}

pub(crate) fn add_quoted(words: &str) -> String {
    ["add todo \"", words, "\""].concat()
}

/// A todo, or several where commas part them, on a list where one is named.
pub(crate) fn add_to(item: &str, list: Option<&str>) -> String {
    let verb = if item.contains(", ") { "add todos " } else { "add todo " };
    let onto = list.map_or_else(String::new, |list| [" to my ", list, " list"].concat());
    [verb, item, &onto].concat()
}

/// One todo, whatever parts its words.
pub(crate) fn add_one_to(item: &str, list: Option<&str>) -> String {
    let onto = list.map_or_else(String::new, |list| [" to my ", list, " list"].concat());
    ["add todo ", item, &onto].concat()
}

pub(crate) fn create_list(name: &str) -> String {
    ["create a list called ", name].concat()
}

pub(crate) fn mark_done(todo: &str) -> String {
    ["mark ", todo, " as done"].concat()
}

pub(crate) fn delete(todo: &str) -> String {
    ["delete todo ", todo].concat()
}

pub(crate) fn delete_at(place: &str) -> String {
    ["delete the ", place, " todo"].concat()
}

pub(crate) fn reopen(todo: &str) -> String {
    ["reopen ", todo].concat()
}

pub(crate) fn move_to(todo: &str, day: &str) -> String {
    ["move ", todo, " to ", day].concat()
}

pub(crate) fn rename(todo: &str, text: &str) -> String {
    ["rename ", todo, " to ", text].concat()
}

pub(crate) fn delete_if_there(thing: &str, list: Option<&str>) -> String {
    [&if_there(thing, " is on my ", list), ", ", &delete(thing)].concat()
}

pub(crate) fn mark_done_if_there(thing: &str, list: Option<&str>) -> String {
    [&if_there(thing, " is on my ", list), ", ", &mark_done(thing)].concat()
}

pub(crate) fn add_if_missing(thing: &str, list: Option<&str>) -> String {
    [&if_there(thing, " is not on my ", list), ", ", &add_one_to(thing, list)].concat()
}

fn if_there(thing: &str, is: &str, list: Option<&str>) -> String {
    let named = list.map_or_else(String::new, |list| [list, " "].concat());
    ["if ", thing, is, &named, "list"].concat()
}

pub(crate) fn tag(todo: &str, tag: &str) -> String {
    ["tag ", todo, " with ", tag].concat()
}

pub(crate) fn make_urgent(todo: &str) -> String {
    ["make ", todo, " urgent"].concat()
}

pub(crate) fn make_low(todo: &str) -> String {
    ["make ", todo, " low priority"].concat()
}

pub(crate) fn when_due(todo: &str) -> String {
    ["when is ", todo, " due"].concat()
}

pub(crate) fn clear(list: &str) -> String {
    ["clear my ", list, " list"].concat()
}

pub(crate) fn complete_all(list: &str) -> String {
    ["complete everything on my ", list, " list"].concat()
}

pub(crate) fn find(words: &str) -> String {
    ["find todos about ", words].concat()
}

pub(crate) fn show(list: &str) -> String {
    ["show ", list].concat()
}

pub(crate) fn show_list(name: &str) -> String {
    ["show my ", name, " list"].concat()
}

pub(crate) fn show_on(day: &str) -> String {
    // "tomorrows stuff"
    let day = ["todays", "tomorrows"]
        .iter()
        .find(|own| day.eq_ignore_ascii_case(own))
        .map_or(day, |own| &own[..own.len() - 1]);
    ["show my todos for ", day].concat()
}

pub(crate) fn show_tagged(tag: &str) -> String {
    ["show todos tagged ", tag].concat()
}

pub(crate) fn count_list(name: &str) -> String {
    ["how many todos are on my ", name, " list"].concat()
}

pub(crate) fn calculate(expression: &str) -> String {
    ["calculate ", expression].concat()
}

pub(crate) fn days_until(day: &str) -> String {
    ["how many days until ", day].concat()
}

pub(crate) fn days_since(day: &str) -> String {
    ["how many days since ", day].concat()
}

pub(crate) fn so_many_since(unit: &str, day: &str) -> String {
    ["how many ", unit, " since ", day].concat()
}

pub(crate) fn days_between(one: &str, other: &str) -> String {
    ["how many days from ", one, " to ", other].concat()
}

pub(crate) fn time_between(one: &str, other: &str) -> String {
    ["how long is it from ", one, " to ", other].concat()
}

pub(crate) fn what_day(day: &str) -> String {
    ["what day is ", day].concat()
}

pub(crate) fn how_old(day: &str) -> String {
    ["how old is someone born on ", day].concat()
}

pub(crate) fn percent_of(percent: &str, whole: &str) -> String {
    ["what is ", percent, "% of ", whole].concat()
}

pub(crate) fn less_percent(whole: &str, percent: &str) -> String {
    ["calculate ", whole, " - ", percent, "%"].concat()
}

pub(crate) fn plus_percent(whole: &str, percent: &str) -> String {
    ["calculate ", whole, " + ", percent, "%"].concat()
}

pub(crate) fn less_share(whole: &str, parts: &str) -> String {
    ["calculate ", whole, " - ", whole, " / ", parts].concat()
}

pub(crate) fn divided(whole: &str, parts: &str) -> String {
    ["calculate ", whole, " / ", parts].concat()
}

pub(crate) fn difference(more: &str, less: &str) -> String {
    ["calculate ", more, " - ", less].concat()
}

/// The price of some of the parts that a whole has.
pub(crate) fn share_of(whole: &str, parts: &str, some: &str) -> String {
    ["calculate ", whole, " / ", parts, " * ", some].concat()
}

/// So many, and one more.
pub(crate) fn and_one(others: &str) -> String {
    ["(", others, " + 1)"].concat()
}

pub(crate) fn percent_of_what(part: &str, whole: &str) -> String {
    ["what percent of ", whole, " is ", part].concat()
}

/// What savings come to with interest on interest, once a year.
pub(crate) fn grown(put_away: &str, rate: &str, years: &str) -> String {
    ["calculate ", put_away, " * (1 + ", rate, " / 100) ^ ", years].concat()
}

pub(crate) fn product(one: &str, other: &str) -> String {
    ["calculate ", one, " * ", other].concat()
}

/// What says that something is shared unevenly.
pub(crate) const RATIO: &str = "ratio";

pub(crate) fn in_ratio(whole: &str, parts: &[&str]) -> String {
    let all = parts.join(" + ");
    let each = parts.iter().map(|part| ["calculate ", whole, " * ", part, " / (", &all, ")"].concat());
    each.collect::<Vec<_>>().join(JOINED)
}

pub(crate) fn monthly_payment(lent: &str, rate: &str, years: &str) -> String {
    ["what is the monthly payment on ", lent, " at ", rate, "% over ", years, " years"].concat()
}

pub(crate) fn convert(amount: &str, unit: &str) -> String {
    ["convert ", amount, " to ", unit].concat()
}

/// Several todos, each named.
pub(crate) fn each(todos: &[String]) -> String {
    todos.join(" and ")
}

/// The verb of a clause with "todo" before what it is about.
pub(crate) const TODO: &str = " todo ";

/// The question of what a loan or savings bring, where only a kind is missing: "what is the simple interest …".
pub(crate) const WHAT_IS_THE: &str = "what is the";

/// Words with which a todo's own can be taken for more than one, or for more than words.
pub(crate) const QUOTED_FOR: &str = "and then if to as by until on from list todo";

/// Written in place of "to".
pub(crate) const TOO: &str = " too ";
pub(crate) const TO: &str = " to ";

/// What joins the thoughts of a goal that is offered.
pub(crate) const JOINED: &str = ", then ";

/// What stands at either end of a goal when a clause was taken out of it.
pub(crate) const CONNECTORS_BEFORE: [&str; 4] = ["and then ", "and ", "then ", "also "];
pub(crate) const CONNECTORS_AFTER: [&str; 7] =
    [" and then", " and", " then", " also", " otherwise", " if not", " if so"];

/// What makes words hang on something, so that they are more than a thing to do.
pub(crate) const HANGS: &str = "if unless otherwise";

/// Words that ask, so that their clause is no reason.
pub(crate) const ASKS: &str = "what which how when who where whats";
/// What makes a request ask for something else when it is left out.
pub(crate) const CONDITIONS: &str = "if unless when whenever";
/// Words of a condition that say nothing by themselves: "if it's".
pub(crate) const NO_CONDITION: &str = "if unless when whenever it its that thats is are isnt arent not";
/// What is spoken of when lists are, and verbs of who must see them.
pub(crate) const TODOS_AND_LISTS: &str = "todo todos list lists tasks";
pub(crate) const SEES: &str = "see know hear show list view you";

/// Words that tell nothing of what is asked for, and how a question begins that may be about a todo.
pub(crate) const TELLS_NOTHING: &str = "is are was were be do does did will would can could should the a an my your our their his her to of in on at for from by with about \
     and or not all it this that them me us you i we he she they what whats who how why when where which there please any some much many \
     todo todos list lists task tasks add delete remove complete finish mark show set off up out \
     something anything nothing done finished cancel create make plus minus times stop help thanks hello \
     like have has had got get use work sum product multiply redo remind today tomorrow tonight yesterday now maybe also really very day time";
pub(crate) const MAY_ASK_OF_TODOS: &str =
    "when where is are was were do does did have has had what whats which how hows any anything who";

/// What threatens and asks for nothing: "pay the rent or else I'm out".
pub(crate) const OR_ELSE: &[&[&str]] = &[&["or", "else"], &["otherwise"]];

/// "instead of gym put yoga"
pub(crate) const INSTEAD_OF: &[&str] = &["instead", "of"];
pub(crate) const HAVE_OR_GET: &str = "have get do make write want like";
/// What something is added by.
pub(crate) const ADDED: &str = "add added adding put putting pop stick include included";

/// What stands before the noun in "my to do list", and before the list where something is put or taken from.
pub(crate) const BEFORE_A_LIST: &str = "to do todo task my our the a this that things";
pub(crate) const ONTO_A_LIST: &str = "to on onto in into";
pub(crate) const OFF_A_LIST: &str = "off from of out";
pub(crate) const OFF_OR_OUT: &str = "off out";

/// A question about a time.
pub(crate) const ASKS_WHEN: &str = "when whens";

/// What may stand before what a clause is about.
pub(crate) const ARTICLES: &str = "my the this that our your a an his her their these";

/// The list of one's own in an order to do something else with it: "send my list to anna".
pub(crate) const LIST_NOUNS: &str = "list todos tasks";
pub(crate) const SENDS: &str =
    "share send email mail print text forward fax message export sync upload post give tell open";
pub(crate) const MINE: &str = "my our";

/// How begins what is no todo: a question, a condition, a sum, what is done to somebody.
pub(crate) const NO_TODO_BEGINS: &str = "what whats which who whos how hows why when where wheres is are do does did tell show calculate compute evaluate i im ill id ive we weve he she they its it not no you youre";
pub(crate) const NO_TODO_HANGS: &str = "if unless whether remind";
pub(crate) const NO_TODO_SUMS: &str = "sum product total average";
pub(crate) const NO_TODO_HOLDS: &str = "todo todos list lists how what bother isnt arent";
pub(crate) const PEOPLE: &str = "me us you";

/// A question about what was done, perhaps on some day: "what did I finish yesterday".
pub(crate) const ASKS_OF_DONE: &str = "what which how show list tell count";
pub(crate) const WAS_DONE: &str = "finished completed accomplished done";
pub(crate) const DID: &str = "did";
pub(crate) const DID_OR_HAD: &str = "did have has had";
pub(crate) const FINISH: &str = "finish complete accomplish";
pub(crate) const I_OR_WE: &str = "i we";
pub(crate) const DO_OR_GET: &str = "do get what";

/// A change of all todos, or of all but some: "delete everything but milk".
pub(crate) const BUT: &str = "but unless";
/// What is not meant: "not milk but oat milk", and what stands before a day.
pub(crate) const NOT: &str = "not";
pub(crate) const ON: &str = "on";
/// What takes back what was said: "add jam, no wait, honey".
pub(crate) const NO: &str = "no nope";
pub(crate) const ON_SECOND_THOUGHT: &str = "no nope wait sorry actually oops";
/// What goes on with what was corrected: "…, on my shopping list".
pub(crate) const GOES_ON: &str = "to on onto in into for at by from";
pub(crate) const SECOND_THOUGHT: &str = "no nope wait sorry actually oops i mean meant hang hold on make that it say";
/// "every month not just once"
pub(crate) const ONLY: &str = "just only once";
pub(crate) const ALL_OF_THEM: &str = "all everything every each";
pub(crate) const TODOS_OR_BUT: &str = "todo todos tasks except besides";
pub(crate) const EVERYTHING: &str = "everything";
pub(crate) const CHANGES_ALL: &str = "delete remove clear erase complete finish mark check take get cross tick";
pub(crate) const THEM: &str = "them it that both these those";

/// How a question begins in a clause that no row understands.
pub(crate) const QUESTION: &str = "what whats which when whens how hows";
/// A list by its noun, and what may stand before one named without it.
pub(crate) const A_LIST: &str = "list checklist";
pub(crate) const OURS: &str = "my the our";
pub(crate) const JOINS: &str = "and &";
/// What joins a day to what is due then.
pub(crate) const BEFORE_A_DAY: &str = "on by at in for to until till due the";
/// "add lunch to my calendar for tuesday"
pub(crate) const WRITES_DOWN: &str = "add put schedule enter write pop stick note save block create make get";
pub(crate) const DIARIES: &str = "calendar diary agenda planner schedule";
pub(crate) const INTO_A_DIARY: &[&str] = &["to on in into", "my the our", DIARIES];
/// "stick pay the deposit down for friday"
pub(crate) const DOWN: &str = "down";
/// Where something is put: "put it there".
pub(crate) const THERE: &str = "there down it me";
/// What may stand between "must" and what has to be done.
pub(crate) const BEFORE_A_DEED: &str = "to probably really also just maybe still";
/// What is called off as often as it is taken off a list.
pub(crate) const CANCELS_ALL: &str = "cancel all every everything";
/// What says that one's own todos are asked for.
pub(crate) const OWN_TODOS: &str = "todo todos list task tasks supposed left do have";

/// What joins the numbers of a sum, and is never skipped there.
pub(crate) const JOINS_NUMBERS: &str = "to from through between until till by per";
/// Words that are skipped at a price: those that turn a clause round, that say who, that join, and those that say next to nothing.
pub(crate) const TURNS: &str = "not no dont except but without if unless never keep else rest others";
pub(crate) const WHO: &str = "i we he she they";
/// What joins an amount to what there is of it: "2 loaves of bread".
pub(crate) const OF: &str = "of";
/// Words that tell something or ask for something, where only things are named.
pub(crate) const NO_THINGS: &str = "is are was were be been has have had need needs want wants got gone done did does play turn open close stop start send call tell \
     give show make set book find search hello hi hey thanks sorry ok okay yes yeah nope never always good bad great nice morning night love hate";
/// What the tools and agents that are off at first work with, and who they are.
pub(crate) const FURTHER_TOOLS: &str = "agent agents analyst chart charts code coder diagram document documents graph histogram internet \
     javascript note notes plot researcher reviewer sql table url web website";
pub(crate) const JOINING: &str = "to from on onto off in of all every everything last first";
pub(crate) const SMALL: &str = "the a an my our some of to for in on at by with please just now so well really very also then and that this it is are do does \
     did was be have has i me we you can could would should will if or as from up out not no like right okay ok hey maybe actually";

/// Words without which a sum is another one.
pub(crate) const PARTS_OF_A_SUM: &str = "percent percentage per half third quarter double twice squared cubed in to";

/// What asks how long it is to a day, which day it is, and how old somebody is, by the words that stand beside each other.
pub(crate) const HOW_LONG_UNTIL: &[&[&str]] = &[
    &["sleeps nights days", "till until til before to"],
    &["weeks months", "till until til"],
    &["how", "long"],
    &["sleeps"],
    &["how", "many", "sleeps nights days"],
    &["how", "many", "more", "sleeps nights days"],
    &["how", "far", "off away"],
    &["countdown"],
];
pub(crate) const A_DAY_ASKED: &[&[&str]] = &[
    &["what which", "day date weekday"],
    &["what which", "days"],
    &["it that on", "a", "weekend weekday weeknight"],
    &["fall falls land lands", "on"],
    &["day", "of", "the", "week"],
    &["day", "of", "week"],
    &["on", "from"],
    &["runs run goes go", "out up off", "when"],
    &["ends end expires expire finishes finish", "when"],
    &["when", "does do will did", "it that they"],
    &["so", "when"],
];
pub(crate) const BORN_THEN: &[&[&str]] = &[&["born"]];
pub(crate) const UNITS_OF_AGE: &str = "weeks months days";
pub(crate) const HOW_OLD: &[&[&str]] = &[&["how", "old"]];
/// What stands before a day and is no part of it.
pub(crate) const JOINS_A_DAY: &str = "between quarter half till until til before by on to its if is from at for in";

/// What makes of a share and a number a smaller one, a larger one, or the share alone.
pub(crate) const TAKEN_FROM: &str =
    "net off less lose loses lost losing discount reduced cheaper knock knocked minus drop dropped down sale";
pub(crate) const ADDED_TO: &str =
    "top vat tax plus extra rise raise raised added add adding markup increase more service surcharge";
pub(crate) const TIPS: &str = "tip tips tipping gratuity";
pub(crate) const TOTALS: &str = "total altogether including pay cost all";
/// What splits a number among several, and what tells that one more is among them.
pub(crate) const EACH_GETS: &[&[&str]] = &[
    &["split shared divided"],
    &["apiece evenly equally"],
    &["per", "person head"],
    &["each", "get gets pay pays owe owes"],
    &["much", "each"],
    &["damage", "each"],
    &["that", "each"],
    &["does do will", "each"],
];
/// What asks for the price of one: "if 6 eggs are 1.80 what's each".
pub(crate) const EACH_ASKED: &[&[&str]] = &[
    &["whats what", "each"],
    &["is", "each one"],
    &["each", "cost"],
    &["is", "one"],
    &["#", "ways"],
    &["two three four five six", "ways"],
    &["whats", "mine"],
    &["my", "share part"],
    &["even"],
];
/// What asks what part of one number another is.
pub(crate) const PERCENT_ASKED: &[&[&str]] =
    &[&["what which", "percent percentage pct %"], &["what", "per", "cent"], &["as in", "percent percentage pct %"]];
/// The price of one, all of them together, and so many of one kind.
pub(crate) const FOR_EACH: &[&[&str]] = &[&["per"], &["each"], &["apiece"], &["a", "piece pop litre liter kilo"]];
pub(crate) const IN_ALL: &[&[&str]] = &[
    &["full total whole", "price cost bill amount"],
    &["tot", "up"],
    &["totals totalled altogether"],
    &["in", "total all"],
    &["all", "together in up"],
    &["is", "it that", "all"],
    &["add adds adding", "up"],
    &["come comes", "to"],
];
pub(crate) const SO_MANY_TIMES: &str = "x times at of @";
/// What asks what savings grow to.
pub(crate) const GROWS: &[&[&str]] = &[
    &["put", "away in aside"],
    &["invest invested saved savings save"],
    &["comes come", "out"],
    &["grow grows"],
    &["what", "will", "i", "have"],
    &["compounded compound"],
];
/// Who asks whether to change something, or whether that is done: "should I delete the rent one?".
pub(crate) const ASKS_WHETHER_TO: &[&[&str]] = &[
    &["should shall", "i we"],
    &["did", "i we you"],
    &["is", "it", "ok okay fine alright safe", "if to"],
    &["was", "it", "ok okay fine right", "to"],
    &["ok okay", "if", "i we"],
];
/// What says that something is not done yet, though it names what it is.
pub(crate) const NOT_DONE_YET: &[&[&str]] = &[
    &["still", "havent hasnt didnt not"],
    &["still", "need needs have", "to"],
    &["not", "quite", "there done finished"],
    &["not", "done finished", "yet"],
];
pub(crate) const ALMOST: &str = "almost nearly halfway";
/// Who wants no reminder any more.
pub(crate) const STOPS_REMINDING: &[&[&str]] =
    &[&["stop quit", "reminding nagging bugging telling", "me", "to about of"]];
/// What stands before an hour.
pub(crate) const AT: &str = " at ";
/// What says that a number is the price of one of so many.
pub(crate) const PRICED: &str = "at @";
/// Hundredths of what is paid with.
pub(crate) const PENCE: &str = "p pence penny cent cents c";
pub(crate) const AND_ME: &[&[&str]] = &[&["and", "me us myself"], &["me us myself", "and"]];
/// What is borrowed.
pub(crate) const BORROWED: &str = "borrow borrowing borrowed loan mortgage lend lending finance financing";
pub(crate) const YEARS: &str = "year years";
pub(crate) const PERCENT_WORDS: &str = "percent percentage pct";
/// What joins a request to the clause before it.
pub(crate) const BEFORE_A_REQUEST: &str = "so and then please therefore";

/// Words that no unit begins with.
pub(crate) const NO_UNIT: &str = "in a at as to and of on is by the it";
/// A thousand, by its slang.
pub(crate) const THOUSANDS: &str = "grand";
/// Shares by their words, and into how many parts they cut the whole.
pub(crate) const FRACTIONS: &[(&str, &str)] =
    &[("half", "2"), ("third", "3"), ("quarter", "4"), ("fifth", "5"), ("tenth", "10")];

/// What may stand before a request in the middle of a tale, where no sign does: "anyway put the bins out".
pub(crate) const OPENS_A_REQUEST: &str = "you please so and but anyway anyways well ok okay just then now is";

/// What takes something from a todo.
pub(crate) const TAKES_AWAY: &str = "cancel remove delete clear take drop strip get erase scrap";
/// Parts of a todo that are taken from it, and what is offered for it: no more than that is to go.
pub(crate) const PARTS: &[(&str, Option<&str>)] = &[
    ("priority importance", Some("remove the priority from ")),
    ("date deadline", Some("remove the due date from ")),
    ("repeat recurrence repetition", Some("stop repeating ")),
    ("tag tags label labels note notes", None),
];

/// Before other words for a todo: "almond milk should be oat milk".
pub(crate) const SHOULD_BE: &[&[&str]] = &[
    &["should ought", "to", "be say read"],
    &["meant supposed", "to", "be say read"],
    &["should must", "be say read"],
    &["should", "have", "been said"],
    &["say reads"],
    &["becomes"],
];
pub(crate) const IT_IS: &str = "its it is s that thats should be";
/// How begin words that are no todo's: "bread should be on the list".
pub(crate) const NO_NEW_WORDS: &str = "on in off at for there here gone not a";

/// Who asks about todos without a question's word.
pub(crate) const ASKS_OF_TODOS: &str = "anything everything any all which every";
pub(crate) const MY_TODOS: &str =
    "todo todos task tasks list lists item items job jobs chore chores thing things anything";
pub(crate) const FREE_OR_BUSY: &str = "free busy planned happening happens diary agenda booked";
/// What should have been done.
pub(crate) const LATE: &str = "overdue overdues late missed missing forgotten forgot behind slipped lapsed";
pub(crate) const LATE_RUNS: &[&[&str]] =
    &[&["by", "now"], &["should", "have", "done been finished"], &["shouldve"], &["past", "due its their the"]];
pub(crate) const RANKED: &str = "important urgent pressing priority priorities matters";
pub(crate) const TAGS: &str = "tag tags tagged label labelled labeled";
pub(crate) const ANYBODY: &str = "anyone anybody anything somebody someone";

/// What makes a request hang on whether something stands on a list, and what else such a goal says.
pub(crate) const HANGS_ON: &str = "if unless whether should case";
pub(crate) const ASKS_WHETHER: &[&[&str]] = &[&["check look see", "for if whether that and"]];
pub(crate) const OR: &str = "or";
/// What only sounds so: "see if you can add turmeric", "I'd be happy if bread was put on my list".
pub(crate) const HANGS_ON_NOTHING: &[&[&str]] =
    &[&["if", "you", "can could would might"], &["was were got gets", "added put"], &["could", "be", "added put"]];
/// Who was born when, or how old somebody is.
pub(crate) const OF_A_LIFE: &str = "born old turn turned age";
/// What says that something is to be on the list.
pub(crate) const WANTED_ON: &str = "on should have has want wants need needs";
pub(crate) const CHECKS: &str = "check look see take get find found called named already made happy glad grateful great lovely nice didnt doesnt isnt not there needed necessary might have has say says said so else otherwise in";
pub(crate) const DELETED: &str =
    "delete deleted remove removed drop dropped erase scratch strike cross bin scrap ditch lose off";
pub(crate) const TICKED: &str = "tick complete mark";
/// What parts two things, and what says that one is not wanted.
pub(crate) const PARTS_THINGS: &str = "and but";
pub(crate) const BEFORE_WHAT_IS_NOT: &[&[&str]] = &[&["than"], &["instead", "of"], &["not"]];
pub(crate) const NOT_WANTED: &str = "not than instead without doesnt shouldnt never";

/// What somebody wants, or has put on a list, and what ends its words; and what asks for the same once more.
pub(crate) const WANTED: &str = "want wants wanted need needs needed fancy fancies fancied after";
pub(crate) const WROTE: &str = "wrote added put listed";
pub(crate) const ENDS_A_THING: &str = "to on onto in but and so because for";
pub(crate) const MORE: &str = "more some another";

/// What takes back a habit with a "not" before it, and what belongs to the verb before it.
pub(crate) const ANY_MORE: &[&[&str]] = &[&["any", "more longer"], &["anymore"]];
pub(crate) const PARTICLES: &str = "out up down over back";
/// What there is no more of: "we ate the last of the peaches".
pub(crate) const LAST_OF: &[&str] = &["last rest", "of"];

/// A tag at the end of what is asked: "put the rent under a tag of money".
pub(crate) const TAG_BEFORE: &[&[&str]] =
    &[&["tag label", "of called named as with"], &["tag label"], &["tagged labelled", "as with"], &["tagged labelled"]];

/// What asks for something as a question: "can we have turmeric on the list".
pub(crate) const POLITELY: &[&[&str]] =
    &[&["can could", "we i", "have get put add"], &["can could", "you", "get put add"]];

/// Who asks to be told later, by whatever verb: "can you hassle me about the passport".
pub(crate) const TELLS_ME: &[&str] = &["me us", "about to that"];
pub(crate) const SHOWS_ME: &str = "take tell show give let read help teach ask send bring pay lend for with to";
/// What puts something on a list that is not named: "shove eggs down too".
pub(crate) const PUTS_DOWN: &str = "put stick chuck pop shove bung whack throw jot note get write slap";
pub(crate) const DOWN_OR_ON: &str = "down on in";
/// How begins who tells what there is: "there's a parents' evening on the 3rd".
pub(crate) const THERE_IS: &[&[&str]] = &[
    &["theres", "a an"],
    &["there", "is", "a an"],
    &["ive weve", "got", "a an"],
    &["i we", "have", "a an"],
    &["got", "a an"],
];
