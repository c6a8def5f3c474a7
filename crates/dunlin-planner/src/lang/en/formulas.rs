//! Sums that people ask for by their name, and the words by which each is known: a loan's payment, the area of a circle.
//!
//! Longer than 600 lines because the formulas are one table, in which the first that fits counts.

/// A number that a formula needs, and the words that tell which one is meant: those right after it, or right before it. One with
/// neither takes what is left, in the order it was said.
pub(crate) struct Needed {
    pub(crate) after: &'static str,
    pub(crate) before: &'static str,
}

/// A sum with a name.
pub(crate) struct Formula {
    /// Phrases with bars between them; of each of these texts one must be said, and none of one that begins with "!".
    pub(crate) says: &'static [&'static str],
    /// Its numbers; each is said once.
    pub(crate) needs: &'static [Needed],
    /// The sum; `{0}` is the first number.
    pub(crate) gives: &'static str,
}

const PLAIN: Needed = Needed { after: "", before: "" };
/// What makes a number a share.
pub(crate) const PERCENT_WORDS: &str = "% percent";
const PERCENT: Needed = Needed { after: PERCENT_WORDS, before: "" };
const YEARS: Needed = Needed { after: "year years yr yrs", before: "" };
const MONTHS: Needed = Needed { after: "month months mo", before: "" };
const RADIUS: Needed = Needed { after: "", before: "radius r" };
const DIAMETER: Needed = Needed { after: "across", before: "diameter across" };
const HEIGHT: Needed = Needed { after: "high tall", before: "height high" };
const BASE: Needed = Needed { after: "", before: "base" };
const DINERS: Needed = Needed {
    after: "people persons ppl pax friends ways of us diners guests adults folks way",
    before: "between among amongst",
};

/// The same where a number alone may say it: "split by 3".
const SPLIT_BY: Needed = Needed { after: DINERS.after, before: "between among amongst by split" };

const HANDED: Needed = Needed { after: "", before: "from of with" };
const SPENT: Needed = Needed { after: "", before: "spend spent cost costs use need eat" };
const EACH_COSTS: Needed = Needed { after: "each apiece", before: "" };
const SPEED: Needed = Needed { after: "kmh kph mph", before: "at doing averaging" };
const AT_SPEED: Needed = Needed { after: "kmh kph mph", before: "" };
const DISTANCE: Needed = Needed { after: "km kilometres kilometers miles mile", before: "" };
const THAN: Needed = Needed { after: "", before: "than" };
const SAVED: Needed = Needed { after: "a per each every", before: "save saving aside away by" };
const AIM: Needed = Needed { after: "", before: "have reach to afford saved need make" };
const GUESTS: Needed =
    Needed { after: "people persons ppl pax friends of diners guests adults folks tickets", before: "we" };

const SOLD_FOR: Needed = Needed { after: "", before: "price sell sells sold selling for" };
const BOUGHT_FOR: Needed = Needed { after: "", before: "cost costs costing bought paid" };
const EACH_IS: Needed = Needed { after: "", before: "each" };
const IN_EACH: Needed = Needed { after: "in", before: "with of containing holding" };
const IN: Needed = Needed { after: "", before: "in" };
const OF_EACH: Needed = Needed { after: "", before: "of" };
const NOW_AT: Needed = Needed { after: "now", before: "now its is to im" };
const CHOSEN: Needed = Needed { after: "", before: "pick choose select draw" };
const AT_A_TIME: Needed = Needed { after: "", before: "at" };
const IN_A_PACK: Needed = Needed { after: "pack", before: "" };
const COSTS: Needed = Needed { after: "", before: "costs cost is for" };
const FOR_EACH_ONE: Needed = Needed { after: "", before: "needs need gets get has eats takes uses" };
const EACH_TAKES: Needed = Needed { after: "", before: "takes take needs need uses use costs cost" };
const ALL_COST: Needed =
    Needed { after: "together", before: "for cost costs costing earn earned made paid get got weigh" };
const AT_PRICE_OF: Needed = Needed { after: "", before: "at @" };
const BORN: Needed = Needed { after: "", before: "born" };
const MADE_OF: Needed = Needed { after: "", before: "make makes fill fills in into equal" };
const HOLDS: Needed = Needed { after: "", before: "at contains has holds with" };
const PER: Needed = Needed { after: "", before: "per" };
const PER_EACH: Needed = Needed { after: "per", before: "" };
const SERVES: Needed = Needed { after: "", before: "serves feeds" };
const COVERS: Needed = Needed { after: "", before: "covers cover lasts feeds serves" };
const ON: Needed = Needed { after: "", before: "on" };
const PRICED: Needed = Needed { after: "", before: "is costs cost" };
const TAKES: Needed = Needed { after: "", before: "need want buy get order take" };
const PACKS: Needed = Needed { after: "pack packs", before: "" };
const HAD: Needed = Needed { after: "", before: "have had got" };
const EACH_PAID: Needed = Needed { after: "each apiece", before: "at for @" };
const FOR: Needed = Needed { after: "", before: "for" };
/// A bill and those who share it.
const SHARED: Needed = Needed { after: "between among", before: "" };
const SHARING: Needed = Needed { after: "", before: "between among" };
const TAKERS: Needed = Needed {
    after: "people persons kids children boys girls students pupils friends guests players adults dogs cats teams families neighbours neighbors cousins siblings brothers sisters us",
    before: "between among amongst",
};
const AN_HOUR: Needed = Needed { after: "miles mile km kilometers kilometres kmh kph mph", before: "" };
const HOURS: Needed = Needed { after: "hours hour hrs hr h", before: "" };
const MINUTES: Needed = Needed { after: "minutes minute mins min", before: "" };
const HELD: Needed = Needed { after: "", before: "holds seats carries contains takes fits" };
const PAID_WITH: Needed =
    Needed { after: "", before: "from of with paid pay gave give handed hand her him them me cashier" };
const PAID_FOR: Needed = Needed { after: "worth", before: "for is was were of costing" };
const THE_PRICE: Needed = Needed { after: "", before: "are is cost costs at" };
const ASKED_FOR: Needed = Needed { after: "", before: "does do would will is" };
const FOR_THE_RECIPE: Needed = Needed { after: "", before: "for serves feeds" };
const USED: Needed = Needed {
    after: "g kg grams gram ml cl l cups cup litres litre oz lb eggs egg tbsp tsp",
    before: "needs uses takes requires need wants says has",
};
const TOLD_PERCENT: Needed = Needed { after: PERCENT_WORDS, before: "leave leaving add adding" };
const WAS: Needed = Needed { after: "", before: "was were" };
const OUR_HEADS: Needed = Needed { after: "of people friends", before: "were are of" };
const USED_UP_A_DAY: Needed = Needed { after: "a per each every daily", before: "" };
/// Into how many parts something is cut, and by how many heads a bill is shared.
const PARTED: Needed = Needed {
    after: "pieces piece bits bit parts part lengths strips sections slices chunks portions planks boards equal even",
    before: "into in",
};
const HEADS: Needed = Needed { after: DINERS.after, before: "between among amongst for by" };
const WHOLE_OF: Needed = Needed { after: "", before: "of from into" };
const CUT_FROM: Needed = Needed { after: "", before: "from into out" };

/// What goes out of what comes in, in how many goes it is paid, how often, and what is over beside so many for each.
const GOES_OUT: Needed = Needed { after: "goes go going", before: "" };
const IN_GOES: Needed =
    Needed { after: "equal goes instalments installments payments payment instalment installment chunks", before: "" };
const COVERED: Needed = Needed { after: "", before: "covers cover feeds lasts serves" };
const DAYS: Needed = Needed { after: "days day", before: "" };
const COMES_IN: Needed = Needed { after: "", before: "get earn make home paid" };
const EVERY: Needed = Needed { after: "", before: "every each per" };
/// How many go to one of those that are asked for.
const TO_EACH: Needed = Needed { after: "to", before: "" };
const A_TABLE: Needed = Needed { after: "a an", before: "" };
const SPARE: Needed = Needed { after: "spare extra", before: "plus" };

/// What one piece costs, an amount that is taken so many times, and what is put on it or taken off.
const A_PIECE: Needed = Needed { after: "a an per each", before: "" };
const TIMES_PRICE: Needed = Needed { after: "", before: "x × * times at @" };
const MORE: Needed = Needed { after: "", before: "plus" };
const TAKEN_OFF: Needed = Needed { after: "", before: "minus less" };
/// What is no price of a piece beside such an amount.
const NO_PRICE: &str = "! each | apiece | % | percent | split | between | change | mph | kmh | kph | a | an | per | hour | hours | feet | ft | metres | cm";
const NO_PIECE: &str = "! change | left | % | percent | discount | off | split | save | second | minute | min | hour | hours | day | days | week | weeks | month | months | year | years | night | nights | at | plus | minus";
/// Things that hold so many each.
const CONTAINERS: &str = "boxes | trays | bags | packs | packets | rows | crates | cartons | bundles | groups | teams | jars | sets | piles | batches | sacks | bunches | tubs | cases";
const PACKED: &str = "packed | pack | packing | boxed | bagged | sorted | put | arranged | bundled | stacked | divided | split | grouped";

const LOAN: &str = "loan | mortgage | borrow | borrowed";
const PAYS: &str = "payment | payments | repayment | repayments | instalment | instalments | pay";
const RECTANGLE: &str =
    "rectangle | rectangular | room | garden | wall | floor | field | lawn | rug | carpet | plot | yard | kitchen";
const BOX: &str = "box | cuboid | tank | prism | crate | room | pool | aquarium | container";
const GREATER: &str = "bigger | larger | greater | higher | longer | heavier | taller | dearer";
const LESSER: &str = "smaller | lower | less | shorter | lighter | cheaper | fewer";
const ONE_IS: &str = "if one costs | if one is | if one weighs | when one costs | if one takes | if one needs";
const EDGE: &str = "perimeter | circumference";

/// An annuity: what is paid each month until nothing is owed, at an interest of {1} percent a year over {2} years.
const ANNUITY: &str = "{0} * ({1} / 1200) / (1 - (1 + {1} / 1200) ^ (-(12 * {2})))";

/// "90 km/h", and how it is said in one word.
pub(crate) const KM_PER_HOUR: [&str; 3] = ["km", "/", "h"];
pub(crate) const KMH: &str = "kmh";
/// How a sum ends that gives a share in percent.
pub(crate) const IN_PERCENT: &str = "* 100";

/// Where two could be meant the first one is.
pub(crate) const FORMULAS: &[Formula] = &[
    Formula { says: &[LOAN, PAYS], needs: &[PLAIN, PERCENT, YEARS], gives: ANNUITY },
    Formula { says: &[LOAN, "month | monthly"], needs: &[PLAIN, PERCENT, YEARS], gives: ANNUITY },
    Formula {
        says: &[LOAN, PAYS],
        needs: &[PLAIN, PERCENT, MONTHS],
        gives: "{0} * ({1} / 1200) / (1 - (1 + {1} / 1200) ^ (-({2})))",
    },
    Formula {
        says: &["repayments | repayment | instalments | instalment | payment | payments", "monthly | month"],
        needs: &[PLAIN, PERCENT, YEARS],
        gives: ANNUITY,
    },
    Formula {
        says: &["compound interest | interest compounded", "! worth | grow | grows | become | becomes | end up with"],
        needs: &[PLAIN, PERCENT, YEARS],
        gives: "{0} * (1 + {1} / 100) ^ {2} - {0}",
    },
    Formula {
        says: &["midpoint | mid point | halfway | half way | middle", "between"],
        needs: &[PLAIN, PLAIN],
        gives: "({0} + {1}) / 2",
    },
    // "210 tiles packed in trays of 16, how many left over"
    Formula {
        says: &[
            "left over | leftover | leftovers | spare | to spare | over",
            "how many | whats",
            PACKED,
            "in | into | by the",
            "dozens | dozen",
            "! full | and how many | each",
        ],
        needs: &[PLAIN],
        gives: "{0} mod 12",
    },
    Formula {
        says: &[
            "left over | leftover | leftovers | spare | to spare | over",
            "how many | whats",
            PACKED,
            "in | into",
            CONTAINERS,
            "! full | and how many | each | people",
        ],
        needs: &[OF_EACH, PLAIN],
        gives: "{1} mod {0}",
    },
    // "26 pupils in groups of 4, how many left over"
    Formula {
        says: &[
            "left over | leftover | leftovers | spare | to spare",
            "how many | whats",
            "in | into",
            CONTAINERS,
            "of",
            "! full | each | at | x | × | @ | people",
        ],
        needs: &[OF_EACH, PLAIN],
        gives: "{1} mod {0}",
    },
    // "a 4 litre tin covers 50 square metres, how many litres for 320"
    Formula {
        says: &[
            "covers | cover | feeds | lasts | serves",
            "how many | how much",
            "for",
            "! each | at | % | percent | cost | costs",
        ],
        needs: &[COVERED, FOR, PLAIN],
        gives: "{2} / {0} * {1}",
    },
    // "2 tablets every 6 hours, how many in 5 days"
    Formula {
        says: &[
            "every",
            "hours | hrs | hourly",
            "day | days",
            "how many | how much | total",
            "! each | at | % | cost | a day | per day",
        ],
        needs: &[EVERY, DAYS, PLAIN],
        gives: "{2} * {1} * 24 / {0}",
    },
    // "I get 2400 and the rent is 950, what is left"
    Formula {
        says: &[
            "left | left over | remains",
            "i get | i earn | i make | we get | we earn | we make | bring home | take home | i get paid | we get paid",
            "! % | percent | each | a week | weekly | a day | daily | a year | yearly | per | split | at",
        ],
        needs: &[COMES_IN, PLAIN],
        gives: "{0} - {1}",
    },
    // "split an 80 minute lesson into 5 equal parts"
    Formula {
        says: &["divide | split", "into", "! cost | costs | price | at | by | each | and | people"],
        needs: &[PARTED, PLAIN],
        gives: "{1} / {0}",
    },
    // "24 essays at 15 min each is how many hours"
    Formula {
        says: &["how many hours | in hours | total hours | hours total", "each | apiece", "! a day | a week | per day"],
        needs: &[MINUTES, PLAIN],
        gives: "({1} * {0} * 1 min) in hours",
    },
    // "4 sets of 12 twice a day, how many lifts is that"
    Formula {
        says: &[
            "twice a day | twice daily | twice each day | twice every day",
            "of",
            "how many | total | altogether",
            "! week | weeks | weekly | month | days | ml | mg",
        ],
        needs: &[PLAIN, OF_EACH],
        gives: "{0} * {1} * 2",
    },
    Formula {
        says: &[
            "times a day | times daily | times each day | times every day",
            "of",
            "how many | total | altogether",
            "! week | weeks | weekly | month | days | ml | mg",
        ],
        needs: &[PLAIN, OF_EACH, Needed { after: "times", before: "" }],
        gives: "{0} * {1} * {2}",
    },
    // "3 cartons a day of 250ml, how many litres a week"
    Formula {
        says: &[
            "a day | per day | each day | every day | daily",
            "of",
            "how many | how much",
            "in a week | a week | per week | in one week | every week",
            "! at | each | days | weeks | cost | costs | % | percent | hours",
        ],
        needs: &[PLAIN, OF_EACH],
        gives: "{0} * {1} * 7",
    },
    // "12 x 4.99 plus 20 for tape, total", "40 jars at 3.50, minus 25 for lids, what's left"
    Formula {
        says: &[
            "total | damage | altogether | how much | whats | what",
            "x | × | * | times | at | @",
            "plus",
            "! minus | less | left",
            NO_PRICE,
        ],
        needs: &[PLAIN, TIMES_PRICE, MORE],
        gives: "{0} * {1} + {2}",
    },
    Formula {
        says: &[
            "total | left | remains | profit | how much | whats | what",
            "x | × | * | times | at | @",
            "minus | less",
            "! plus | add",
            NO_PRICE,
        ],
        needs: &[PLAIN, TIMES_PRICE, TAKEN_OFF],
        gives: "{0} * {1} - {2}",
    },
    // "paint's 18.40 a tin and I need 6, what will it cost"
    Formula {
        says: &["need | want | buy | get | order | take", "a | an | per", "how much | what | whats | total", NO_PIECE],
        needs: &[A_PIECE, TAKES],
        gives: "{0} * {1}",
    },
    // "paint's 18.40 a tin and I need 2, what change do I get from 50"
    Formula {
        says: &[
            "change",
            "a | an | per",
            "need | want | buy | get | order | take",
            "from | out of | with",
            "! cost | costs | how much is | total | % | percent | discount | off | day | week | month | hour",
        ],
        needs: &[A_PIECE, TAKES, HANDED],
        gives: "{2} - {0} * {1}",
    },
    // A proportion, by the rule of three.
    Formula { says: &["is to", "as x is to | as what is to"], needs: &[PLAIN, PLAIN, PLAIN], gives: "{0} * {2} / {1}" },
    Formula { says: &["is to", "is to x | is to what"], needs: &[PLAIN, PLAIN, PLAIN], gives: "{1} * {2} / {0}" },
    Formula { says: &["simple interest"], needs: &[PLAIN, PERCENT, YEARS], gives: "{0} * {1} / 100 * {2}" },
    // What there is after some years of growth.
    Formula {
        says: &["compounded | compounding | compound | worth | grow | grows | become"],
        needs: &[PLAIN, PERCENT, YEARS],
        gives: "{0} * (1 + {1} / 100) ^ {2}",
    },
    Formula {
        says: &[
            "tip | gratuity | service | service charge",
            "split | share | shared | divide | divided | between | among | ways | each | people | friends | guests | diners | of us | us",
        ],
        needs: &[PERCENT, SPLIT_BY, PLAIN],
        gives: "({2} / {1}) * (1 + {0} / 100)",
    },
    // "the bill was 96.40 and we leave 20 percent, how much is that per head for three"
    Formula {
        says: &[
            "leave | leaving | tip | tipping | service",
            "per head | per person | a head | each | apiece | split | between",
            "! off | discount | left",
        ],
        needs: &[PERCENT, HEADS, PLAIN],
        gives: "({2} / {1}) * (1 + {0} / 100)",
    },
    // "cut a 3.2 m plank into 5 equal bits, how many cm each"
    Formula {
        says: &[
            "cut | cutting | saw | sawing | chop | slice | divide | split | break | snap | tear",
            "each | per piece | per bit | per part | per slice | how long | how longs | how wide | how big | how thick",
            "into | in",
            "! cost | costs | price | at | by | how many pieces | how many bits | how many parts | minutes | minute | mins | seconds | people | friends | kids | guests | of us | and i",
        ],
        needs: &[PARTED, PLAIN],
        gives: "{1} / {0}",
    },
    // "24 cookies and 6 kids, how many does each kid get"
    Formula {
        says: &[
            "does each | do each | would each | will each | can each | does everyone | does everybody | will everyone | will everybody",
            "how many | how much",
            "get | gets | have | has | eat | eats | receive | receives | take | takes | given",
            "! pay | cost | costs | price | spend | at | for | and me | and myself | and us | and i",
        ],
        needs: &[TAKERS, PLAIN],
        gives: "{1} / {0}",
    },
    // "me and 3 friends at 60 each, what's the total": one more is among them.
    Formula {
        says: &[
            "each | apiece",
            "me and | and me | and i | i and | me plus | plus me",
            "total | altogether | cost | in all",
        ],
        needs: &[GUESTS, EACH_COSTS],
        gives: "({0} + 1) * {1}",
    },
    // "split 90 between me and 2 friends"
    Formula {
        says: &[
            "split | share | shared | divide | divided | each | apiece | per person | per head",
            "me and | and me | myself and | and myself | and i | i and | me plus | plus me | me with",
            "! total | altogether | cost | costs | % | percent",
        ],
        needs: &[DINERS, PLAIN],
        gives: "{1} / ({0} + 1)",
    },
    // "I owe 860 and pay in 4 equal goes, how much is each"
    Formula {
        says: &[
            "each | apiece",
            "owe | owes | owed | bill | debt | pay | paying | paid | cost | costs",
            "equal | goes | instalments | installments | payments | chunks",
            "! % | percent | interest | apr | of",
        ],
        needs: &[IN_GOES, PLAIN],
        gives: "{1} / {0}",
    },
    // "80.50 every four weeks; how much do 13 payments come to"
    Formula {
        says: &[
            "payments | payment | instalments | installments",
            "every | each | per",
            "come to | comes to | add up to | total | altogether",
            "! % | percent | interest | apr",
        ],
        needs: &[IN_GOES, EVERY, PLAIN],
        gives: "{2} * {0}",
    },
    Formula {
        says: &[
            "payments | payment | instalments | installments",
            "every | each | per | a | monthly | weekly",
            "come to | comes to | add up to | total | altogether",
            "! % | percent | interest | apr",
        ],
        needs: &[IN_GOES, PLAIN],
        gives: "{1} * {0}",
    },
    // "the rent is 940 and my room is 35% of it, what do I pay"
    Formula {
        says: &[
            "what | how much | whats",
            "% of it | percent of it | % of that | percent of that",
            "! plus | off | vat | tax | tip | left | minus | less | each | rest | remainder | other | others | everyone | year | month | week | day",
        ],
        needs: &[PERCENT, PLAIN],
        gives: "{0}% of {1}",
    },
    // "gas bill 84.60 three ways"
    Formula {
        says: &[
            "ways",
            "bill | tab | rent | taxi | cab | dinner | lunch | meal | shop | fare | quid | £ | $ | €",
            "! to | % | percent | each | at | of",
        ],
        needs: &[Needed { after: "ways", before: "" }, PLAIN],
        gives: "{1} / {0}",
    },
    // "18 guests, 2 rolls each plus 6 spare, how many is that"
    Formula {
        says: &[
            "each plus | each and | each with | apiece plus | apiece and | apiece with",
            "spare | extra",
            "how many | total | altogether | in all",
            "! % | percent | cost | costs | price | left",
        ],
        needs: &[SPARE, PLAIN, PLAIN],
        gives: "{1} * {2} + {0}",
    },
    Formula {
        says: &[
            "each plus | each and | each with | apiece plus | apiece and | apiece with",
            "spare | extra",
            "how many | total | altogether | in all",
            "! % | percent | cost | costs | price | left",
        ],
        needs: &[SPARE, Needed { after: "each apiece", before: "" }, PLAIN],
        gives: "{2} * {1} + {0}",
    },
    // "1900 a month comes in and 1450 goes out, what's left"
    Formula {
        says: &[
            "left | remains | spare",
            "goes out | go out | going out | goes on | going on",
            "! % | percent | each | how long | a week | weekly | a day | daily | a year | yearly | over a",
        ],
        needs: &[GOES_OUT, PLAIN],
        gives: "{1} - {0}",
    },
    // What each of several pays, and what they pay together.
    Formula { says: &["split | share | shared | divide | divided"], needs: &[DINERS, PLAIN], gives: "{1} / {0}" },
    Formula {
        says: &["each | apiece | per person | per head", "how much | what | whats"],
        needs: &[GUESTS, PLAIN],
        gives: "{1} / {0}",
    },
    Formula {
        says: &["each | apiece", "how much | what | total | altogether | cost"],
        needs: &[GUESTS, EACH_COSTS],
        gives: "{0} * {1}",
    },
    Formula {
        says: &[
            "each | apiece",
            "total | altogether | how much | cost | costs | price | pay | whats that | what is that",
            "at | for | @",
        ],
        needs: &[PLAIN, EACH_COSTS],
        gives: "{0} * {1}",
    },
    // "if apples cost 3 dollars each how much are 7"
    Formula {
        says: &[
            "each | apiece",
            "how much are | how much do | how much would | how much is | how much for | what do",
            "! split | between | left | change | in | from",
        ],
        needs: &[PLAIN, EACH_COSTS],
        gives: "{0} * {1}",
    },
    // "7 nights at 89, what's that come to"
    Formula {
        says: &[
            "at | @",
            "come to | comes to | whats that | what is that | how much is that | how much is it | whats the total | what is the total | set me back | set us back | cost me | cost us | add up to",
            "! % | percent | split | tip | mph | kmh | kph | per | a | an | hour | miles | km",
        ],
        needs: &[PLAIN, AT_PRICE_OF],
        gives: "{0} * {1}",
    },
    // How long it takes until so much is put aside.
    Formula {
        says: &[
            "save | saving | put aside | put away | set aside | put by",
            "how long | how many months | how many weeks | how many days | how many years | when will",
            "have | reach | get to | afford | saved | need | make",
        ],
        needs: &[SAVED, AIM],
        gives: "{1} / {0}",
    },
    Formula { says: &["change", "spend | spent | cost | costs"], needs: &[HANDED, SPENT], gives: "{0} - {1}" },
    // "I paid with a 20 for something that was 13.65, how much change do I get"
    Formula {
        says: &[
            "change",
            "from | with | paid | pay | gave | give | handed | hand",
            "for | is | was | were | of | costing | worth",
            "! each | apiece | at | % | percent | and a",
        ],
        needs: &[PAID_FOR, PAID_WITH],
        gives: "{1} - {0}",
    },
    // "was 120 now 90 how many percent down", and up.
    Formula {
        says: &[
            "percent | percentage | pct | %",
            "was | were",
            "now",
            "down | less | cheaper | lower | fall | drop | off | saved | fell | dropped | decrease",
        ],
        needs: &[WAS, NOW_AT],
        gives: "({0} - {1}) / {0} * 100",
    },
    Formula {
        says: &[
            "percent | percentage | pct | %",
            "was | were",
            "now",
            "up | more | dearer | higher | rise | rose | increase",
        ],
        needs: &[WAS, NOW_AT],
        gives: "({1} - {0}) / {0} * 100",
    },
    // "gross 3000, lose 28%, net?"
    Formula {
        says: &["net | take home", "lose | loses | minus | less | deduct | gone | off", "! vat | before | gross up"],
        needs: &[PERCENT, PLAIN],
        gives: "{1} - {0}%",
    },
    // "rent was 850 and is 50 more now, how much is that"
    Formula {
        says: &[
            "more | extra | on top",
            "was | were",
            "how much is that | whats that | what is that | how much is it | whats it | what is it | how much now | how much",
            "! than | each | per | percent | % | a | an",
        ],
        needs: &[WAS, PLAIN],
        gives: "{0} + {1}",
    },
    // "we are 7 and the taxi was 61.60, what's my share"
    Formula {
        says: &[
            "my share | my part | my bit | do i owe | do i pay | each of us",
            "we are | were | us | of us",
            "! % | percent",
        ],
        needs: &[OUR_HEADS, PLAIN],
        gives: "{1} / {0}",
    },
    // "480 sheets, 16 a day, lasts how long"
    Formula {
        says: &[
            "lasts | last | run out | how long",
            "a day | a week | a month | per day | per week | each day | each week | every day | daily",
            "! cost | costs | save | pay",
        ],
        needs: &[USED_UP_A_DAY, PLAIN],
        gives: "{1} / {0}",
    },
    // "recipe for 4 wants 300g flour, we're 10"
    Formula {
        says: &[
            "recipe",
            "for | serves | feeds",
            "were | we are | im making it for | there are",
            "! how much | how many",
        ],
        needs: &[USED, FOR_THE_RECIPE, OUR_HEADS],
        gives: "{0} / {1} * {2}",
    },
    // "it went from 72 to 63, what percent less is that": by so much of itself, and no less than nothing.
    Formula {
        says: &[
            "went | gone | fell | fallen | dropped | changed",
            "from",
            "percent less | percent down | percent lower | percent lighter | percent cheaper | percent fewer | % less | % down | % lower",
        ],
        needs: &[PLAIN, PLAIN],
        gives: "({0} - {1}) / {0} * 100",
    },
    // How far the second lies from the first, in percent of it.
    Formula {
        says: &[
            "went | gone | rose | risen | increased | fell | fallen | dropped | changed | grew | grown",
            "from",
            "percent | percentage | % | percent drop | percent fall | percent rise | percent raise | percent increase | percent decrease | percent change | is that | was that",
        ],
        needs: &[PLAIN, PLAIN],
        gives: "({1} - {0}) / {0} * 100",
    },
    Formula {
        says: &[
            "percentage change | percent change | percentage increase | percent increase | percentage decrease | percent decrease | percentage difference | % change | % increase | % decrease",
        ],
        needs: &[PLAIN, PLAIN],
        gives: "({1} - {0}) / {0} * 100",
    },
    Formula {
        says: &[
            "percentage drop | percent drop | percentage fall | percent fall | percentage reduction | percent reduction | percentage loss | % drop | % fall | drop in percent",
        ],
        needs: &[PLAIN, PLAIN],
        gives: "({0} - {1}) / {0} * 100",
    },
    Formula {
        says: &[
            "difference in percent | difference in percentage | percentage rise | percent rise | percentage gain | percent gain | percentage growth | % rise | % gain",
            "from | between | of",
        ],
        needs: &[PLAIN, PLAIN],
        gives: "({1} - {0}) / {0} * 100",
    },
    // "by how much percent did it grow from 80 to 100", "how much percent did it drop from 50 to 40"
    Formula {
        says: &["grow | rise | increase | climb", "from", "percent | percentage | %"],
        needs: &[PLAIN, PLAIN],
        gives: "({1} - {0}) / {0} * 100",
    },
    Formula {
        says: &["drop | fall | decrease | shrink", "from", "percent | percentage | %"],
        needs: &[PLAIN, PLAIN],
        gives: "({0} - {1}) / {0} * 100",
    },
    // "if 30% of a number is 24 what is the number"
    Formula {
        says: &[
            "percent | percentage | %",
            "of a number is | of some number is",
            "what is the number | whats the number | what number is it | find the number | what is it",
        ],
        needs: &[PERCENT, PLAIN],
        gives: "{1} / ({0} / 100)",
    },
    // How much more the first is than the second, in percent of the second, and what lies between them.
    Formula {
        says: &[GREATER, "than", "percent | percentage | %"],
        needs: &[PLAIN, THAN],
        gives: "({0} - {1}) / {1} * 100",
    },
    Formula {
        says: &[LESSER, "than", "percent | percentage | %"],
        needs: &[PLAIN, THAN],
        gives: "({1} - {0}) / {1} * 100",
    },
    Formula { says: &[GREATER, "than", "how much | by how much"], needs: &[PLAIN, THAN], gives: "{0} - {1}" },
    Formula { says: &[LESSER, "than", "how much | by how much"], needs: &[PLAIN, THAN], gives: "{1} - {0}" },
    // What there is after a share of it was put on, or taken off.
    Formula {
        says: &["rise | raise | increase | hike", "after | with"],
        needs: &[PERCENT, PLAIN],
        gives: "{1} + {0}%",
    },
    // "how much vat is in 96 pounds if it is 20% inclusive", "how much of 60 is vat at 20%"
    Formula {
        says: &[
            "vat | tax | gst | sales tax",
            "inclusive | included in | is in | are in | is vat | is tax | is the vat | is the tax | of it is",
            "how much | what | whats | included in",
            "! without | before | excluding | net | total",
        ],
        needs: &[PERCENT, PLAIN],
        gives: "{1} - {1} / (1 + {0} / 100)",
    },
    // "what's the vat if I paid 120 including it at 20 percent"
    Formula {
        says: &[
            "vat | tax | gst | sales tax",
            "the vat | the tax | the gst | much vat | much tax | much gst | much sales tax | vat part | tax part",
            "including it | includes it | with it in | inclusive | included | vat included | tax included | includes the vat | includes the tax",
            "! without | before | excluding | net | total | plus",
        ],
        needs: &[PERCENT, PLAIN],
        gives: "{1} - {1} / (1 + {0} / 100)",
    },
    // "take 19% vat off 238": what there was before it was put on.
    Formula {
        says: &["vat | tax | gst", "take | remove | strip | deduct", "off | from"],
        needs: &[PERCENT, PLAIN],
        gives: "{1} / (1 + {0} / 100)",
    },
    // "lunch was 30 and I leave 10%, what is the total"
    Formula {
        says: &["leave | leaving", "total | altogether | in all | pay", "! each | split | between | left"],
        needs: &[TOLD_PERCENT, PLAIN],
        gives: "{1} + {0}%",
    },
    Formula {
        says: &[
            "tax | vat | gst | tip | gratuity | service charge | service | surcharge",
            "with | plus | including | add",
            "! before | without | excluding | net | split | each | what was | is that | halved | doubled | half | double | twice",
        ],
        needs: &[PERCENT, PLAIN],
        gives: "{1} + {0}%",
    },
    Formula {
        says: &["discount | reduction | cut | decrease", "after | with", "! before | original | originally | without"],
        needs: &[PERCENT, PLAIN],
        gives: "{1} - {0}%",
    },
    Formula {
        says: &[
            "off | reduced | discounted | discount | reduction",
            "price | cost | costs | pay | much",
            "! save | saving | savings | saved | before | original | originally | without | was it | what was",
        ],
        needs: &[PERCENT, PLAIN],
        gives: "{1} - {0}%",
    },
    // How far something gets with what it burns, and in so much time.
    Formula {
        says: &["mpg | miles per gallon | mileage", "! cost | costs | price"],
        needs: &[DISTANCE, Needed { after: "gallon gallons gal", before: "" }],
        gives: "{0} / {1}",
    },
    Formula {
        says: &["mpg", "how many gallons | how much petrol | how much fuel | how much gas", "! cost | costs | price"],
        needs: &[DISTANCE, Needed { after: "mpg", before: "" }],
        gives: "{0} / {1}",
    },
    // "8 litres per 100 km for 450 km"
    Formula {
        says: &["per", "litres | liters | l | kwh", "km | miles", "for", "! cost | costs | price | how much is"],
        needs: &[PLAIN, PER, FOR],
        gives: "{0} * {2} / {1}",
    },
    // "60 miles at 45 mph": how long it takes.
    Formula {
        says: &["mph | kmh | kph", "at | doing", "! how far | how fast | for | hours | hour | minutes | cost | costs"],
        needs: &[DISTANCE, AT_SPEED],
        gives: "({0} / {1}) * 1 hour",
    },
    Formula { says: &["how far | what distance"], needs: &[AN_HOUR, HOURS], gives: "{0} * {1}" },
    Formula { says: &["how far | what distance"], needs: &[AN_HOUR, MINUTES], gives: "{0} * {1} / 60" },
    // What two numbers come to.
    Formula {
        says: &[
            "come to | comes to | add up to | adds up to | amount to | amounts to | make together",
            "and",
            "! tax | vat | tip | gratuity | each | apiece | at | per | % | percent",
        ],
        needs: &[PLAIN, Needed { after: "", before: "and" }],
        gives: "{0} + {1}",
    },
    // What is left after a share of it was spent, and a tip alone.
    Formula {
        says: &[
            "spend | spent | lost | lose | used | gave | give | ate | eat | sold | sell | paid | pay | took | saved",
            "left | remain | remaining | remains",
        ],
        needs: &[PERCENT, PLAIN],
        gives: "{1} - {0}%",
    },
    Formula {
        says: &[
            "tip | gratuity",
            "what is a | what is an | what is the | whats a | whats an | whats the | how much is a | how much is the | how much tip | how much should i tip | how much do i tip | how much would a | how much should the",
            "! total | altogether | with | including | plus | each | split | pay",
        ],
        needs: &[PERCENT, PLAIN],
        gives: "{0}% of {1}",
    },
    // "64.80 between 3": a bill that is shared.
    Formula {
        says: &["between | among", "! and | split | share | divide | number | days | from"],
        needs: &[SHARED, SHARING],
        gives: "{0} / {1}",
    },
    // "how much is VAT at 21 percent on 349"
    Formula {
        says: &[
            "vat | tax | gst | sales tax",
            "at | of",
            "on | for",
            "! total | altogether | with | including | plus | each | split | pay | added | before | after | without",
        ],
        needs: &[PERCENT, ON],
        gives: "{0}% of {1}",
    },
    // "the price was 60 before 20% vat, what is it after"
    Formula {
        says: &[
            "before",
            "tax | vat | gst | tip | gratuity | service charge",
            "after | with it | with tax | with vat | total",
        ],
        needs: &[PERCENT, PLAIN],
        gives: "{1} + {0}%",
    },
    // "how many 12 packs do I need for 150 people"
    Formula {
        says: &["how many", "pack | packs", "need | buy", "for"],
        needs: &[PACKS, FOR],
        gives: "ceil({1} / {0})",
    },
    // "I have 500 dollars and spend 35 a week, how many weeks will it last"
    Formula {
        says: &[
            "have | got | with",
            "spend | use | need | eat",
            "a | per | each | every",
            "how many | how long",
            "last | lasts",
        ],
        needs: &[HAD, SPENT],
        gives: "{0} / {1}",
    },
    // "how many boxes of 12 do I need for 130 eggs"
    Formula {
        says: &[
            "how many",
            "do i need | do we need | will i need | will we need | are needed | should i buy | must i buy | do i have to buy",
            "for",
        ],
        needs: &[OF_EACH, FOR],
        gives: "ceil({1} / {0})",
    },
    // "a box holds 24 cans, how many boxes do I need for 200 cans"
    Formula {
        says: &[
            "holds | seats | carries | contains | takes | fits",
            "how many",
            "for",
            "! per | each | a day | a week | percent | %",
        ],
        needs: &[HELD, FOR],
        gives: "ceil({1} / {0})",
    },
    // "eggs are 2.40 a dozen, what does one egg cost"
    Formula {
        says: &["dozen | 12", "what | whats | how much", "cost | costs | price"],
        needs: &[THE_PRICE, PLAIN, ASKED_FOR],
        gives: "{0} / {1} * {2}",
    },
    Formula {
        says: &["dozen | 12", "what | whats | how much", "one | each | apiece"],
        needs: &[THE_PRICE, PLAIN],
        gives: "{0} / {1}",
    },
    // "I had 50 and bought 3 books at 9.99 each, what's left"
    Formula {
        says: &["each | apiece", "left | remain | remaining | remains | change"],
        needs: &[HAD, PLAIN, EACH_PAID],
        gives: "{0} - {1} * {2}",
    },
    // "a ticket is 12, we need 5, how much in total"
    Formula {
        says: &[
            "a | an | one | per",
            "is | costs | cost",
            "need | want | buy | get | order | take",
            "how much | what | total | altogether",
            "! and a | and an | each | discount | off | % | percent | left | change",
        ],
        needs: &[PRICED, TAKES],
        gives: "{0} * {1}",
    },
    // "if a ticket is 12 how much are 5"
    Formula {
        says: &[
            "if a | if an | if one | when a | when an",
            "is | costs | cost",
            "how much are | how much is | how much for | how much do | what do | what would",
            "! need | each | discount | off | % | percent | left | change | more | less | that",
        ],
        needs: &[PRICED, PLAIN],
        gives: "{0} * {1}",
    },
    // "how much do I earn if I work 30 hours at 12.50"
    Formula {
        says: &[
            "earn | make | get | paid | pay | wages | wage",
            "hours | hrs",
            "at",
            "how much | what",
            "! % | percent | mph | kmh | miles | km | per | each",
        ],
        needs: &[HOURS, AT_PRICE_OF],
        gives: "{0} * {1}",
    },
    // How many tables 48 people need at 7 a table, how far something reaches, what is in so many grams.
    Formula { says: &["per 100 | per 100g | per 100ml"], needs: &[PLAIN, HOLDS, PER], gives: "{0} * {1} / {2}" },
    Formula {
        says: &["covers | cover | lasts | feeds | serves", "how much | how many | how long"],
        needs: &[COVERS, FOR],
        gives: "{1} / {0}",
    },
    // "52 guests, 6 to a table, how many tables"
    Formula {
        says: &["how many", "to a | to an | to each | to every", "! % | percent | left | each"],
        needs: &[PLAIN, TO_EACH],
        gives: "ceil({0} / {1})",
    },
    // "40 guests at 6 a table, how many tables"
    Formula {
        says: &[
            "how many tables | how many rows | how many cars | how many boxes | how many trays | how many rooms | how many tents | how many trips | how many coaches | how many minibuses | how many taxis | how many teams | how many groups | how many pages | how many shelves | how many bags",
            "! % | percent | left | need | needs | holds",
        ],
        needs: &[PLAIN, A_TABLE],
        gives: "ceil({0} / {1})",
    },
    Formula {
        says: &["per", "how many", "! hour | day | week | month | year | % | percent"],
        needs: &[PLAIN, PER_EACH],
        gives: "ceil({0} / {1})",
    },
    // What is earned by selling, and how much of the one price or the other that is.
    Formula {
        says: &["margin", "percent | percentage | % | margin"],
        needs: &[SOLD_FOR, BOUGHT_FOR],
        gives: "({0} - {1}) / {0} * 100",
    },
    Formula { says: &["markup | mark up"], needs: &[SOLD_FOR, BOUGHT_FOR], gives: "({0} - {1}) / {1} * 100" },
    Formula { says: &["profit", "! percent | percentage | %"], needs: &[SOLD_FOR, BOUGHT_FOR], gives: "{0} - {1}" },
    // How long several things are that are each so long, and how many pieces come out of one.
    Formula {
        says: &["each", "total | altogether | in all | how long | how much | how many | how heavy | how far"],
        needs: &[PLAIN, EACH_IS],
        gives: "{0} * {1}",
    },
    // "3 boxes with 24 cans in each, how many cans is that"
    Formula { says: &["in each | each", "how many"], needs: &[PLAIN, IN_EACH], gives: "{0} * {1}" },
    // "cut a 3 m board into 40 cm pieces, how many do I get"
    Formula {
        says: &[
            "how many",
            "do i get | do we get | will i get | will we get | can i get | can we get | pieces | bits | lengths | strips",
            "into",
            "cut | saw | chop | slice | split | divide",
            "! each | is one | is a | out of | from | per",
        ],
        needs: &[Needed { after: "", before: "into" }, PLAIN],
        gives: "floor({1} / {0})",
    },
    Formula {
        says: &["how many", "can i | can we | can you | could i | do i | will i | would i | can be"],
        needs: &[PLAIN, CUT_FROM],
        gives: "floor({1} / {0})",
    },
    Formula { says: &["how many dozen | how many dozens | in dozens"], needs: &[PLAIN], gives: "{0} / 12" },
    // "a shirt was 40 and is now 28, what percent off is that"
    Formula {
        says: &[
            "was | from | originally | used to be",
            "now",
            "percent off | % off | percentage off | what discount | how much off",
        ],
        needs: &[PLAIN, NOW_AT],
        gives: "({0} - {1}) / {0} * 100",
    },
    // "I was 72 kilos and now I'm 68.5, how many percent did I lose"
    Formula {
        says: &["was | were", "now", "percent | percentage", "lose | lost | drop | dropped | fall | fell"],
        needs: &[PLAIN, NOW_AT],
        gives: "({0} - {1}) / {0} * 100",
    },
    Formula {
        says: &["was | were", "now", "percent | percentage", "gain | gained | grow | grew | rise | rose"],
        needs: &[PLAIN, NOW_AT],
        gives: "({1} - {0}) / {0} * 100",
    },
    // "how many ways are there to pick 3 out of 10"
    Formula {
        says: &["how many ways | in how many ways", "pick | choose | select | draw", "from | out of | of"],
        needs: &[CHOSEN, PLAIN],
        gives: "nCr({1}, {0})",
    },
    // "three of us, a bill of 97.50, who owes what"
    Formula {
        says: &["who owes what | who pays what | who owes how much"],
        needs: &[GUESTS, PLAIN],
        gives: "{1} / {0}",
    },
    // "at 60 words a minute how long for 1500 words"
    Formula {
        says: &["a minute | per minute", "how long | how many minutes", "for"],
        needs: &[AT_A_TIME, FOR],
        gives: "({1} / {0}) * 1 minute",
    },
    // "a 12 pack costs 8.99, what's the price per can", "12 cans cost 8.99, what is that per can"
    Formula {
        says: &["pack", "per | each | one", "price | cost | costs | much"],
        needs: &[IN_A_PACK, COSTS],
        gives: "{1} / {0}",
    },
    Formula { says: &["per", "cost | costs", "what | whats | how much"], needs: &[PLAIN, COSTS], gives: "{1} / {0}" },
    // "I have 45 minutes and each task takes 7, how many can I do"
    Formula {
        says: &[
            "each",
            "takes | take | needs | need | uses | costs | cost",
            "how many",
            "can i | can we | could i | could we",
        ],
        needs: &[PLAIN, EACH_TAKES],
        gives: "{0} / {1}",
    },
    // "there are 28 pupils and each needs 3 pencils, how many pencils in total"
    Formula {
        says: &["each", "needs | need | gets | get | has | eats | takes | uses", "how many | total | in all"],
        needs: &[PLAIN, FOR_EACH_ONE],
        gives: "{0} * {1}",
    },
    // "how many eggs are in 5 boxes of 12"
    Formula { says: &["how many", "in"], needs: &[IN, OF_EACH], gives: "{0} * {1}" },
    // "how many 20 minute sessions are in 3 hours"
    Formula { says: &["how many", "in | make | makes"], needs: &[MINUTES, HOURS], gives: "{1} * 60 / {0}" },
    // How many of one measure another makes.
    Formula {
        says: &[
            "how many",
            "make | makes | fill | fills | in | fit into | go into | equal",
            "! second | seconds | minute | minutes | min | mins | hour | hours | hrs | day | days | week | weeks | month | months | year | years",
        ],
        needs: &[PLAIN, MADE_OF],
        gives: "{1} / {0}",
    },
    // "if one costs four, how much are nine"
    Formula {
        says: &[ONE_IS, "how much | what do | what will | what would", "! % | percent | left | change | more | less"],
        needs: &[PLAIN, PLAIN],
        gives: "{0} * {1}",
    },
    // What one costs of those that cost so much together.
    Formula {
        says: &[
            "each | apiece | one | single | a piece",
            "how much | what | whats",
            "for | cost | costs | earn | earned | made | paid | get | got | weigh | together",
            "! at | @",
        ],
        needs: &[PLAIN, ALL_COST],
        gives: "{1} / {0}",
    },
    // "a recipe for 4 needs 300 g of flour, how much for 7"
    Formula {
        says: &[
            "recipe",
            "for | serves | feeds",
            "needs | uses | takes | requires | wants | calls for | asks for | says | has",
            "how much | how many",
        ],
        needs: &[USED, FOR_THE_RECIPE, FOR],
        gives: "{0} / {1} * {2}",
    },
    // "250g flour serves 4, how much for 6 people"
    Formula {
        says: &["serves | feeds", "how much | how many", "for"],
        needs: &[USED, SERVES, FOR],
        gives: "{0} / {1} * {2}",
    },
    // Which share one number is of another.
    Formula {
        says: &["percent | percentage | %", "what | whats | how many | which", "of"],
        needs: &[PLAIN, WHOLE_OF],
        gives: "{0} / {1} * 100",
    },
    // "27 out of 36, percentage"
    Formula { says: &["percentage | percent | %", "out of"], needs: &[PLAIN, WHOLE_OF], gives: "{0} / {1} * 100" },
    // How old somebody is in a year.
    Formula {
        says: &[
            "how old",
            "born",
            "! jan | january | feb | february | mar | march | apr | april | may | jun | june | jul | july | aug | august | sep | sept | september | oct | october | nov | november | dec | december",
        ],
        needs: &[BORN, PLAIN],
        gives: "{1} - {0}",
    },
    // What is left when one number is divided by another.
    Formula {
        says: &["left over | leftover | remainder | remains", "divide | divided", "when | if | you | by"],
        needs: &[PLAIN, PLAIN],
        gives: "{0} mod {1}",
    },
    Formula { says: &["how far"], needs: &[SPEED, HOURS], gives: "{0} * {1}" },
    Formula { says: &["how fast | speed"], needs: &[DISTANCE, HOURS, MINUTES], gives: "{0} / ({1} + {2} / 60)" },
    Formula { says: &["how fast | speed"], needs: &[DISTANCE, HOURS], gives: "{0} / {1}" },
    Formula { says: &["how fast | speed"], needs: &[DISTANCE, MINUTES], gives: "{0} / ({1} / 60)" },
    Formula { says: &["how far"], needs: &[SPEED, MINUTES], gives: "{0} * {1} / 60" },
    // How many hours a way takes.
    Formula {
        says: &["how long | how many hours", "! min | mins | minute | minutes"],
        needs: &[SPEED, DISTANCE],
        gives: "({1} / {0}) * 1 hour",
    },
    // "18 miles at 9 min a mile, how long"
    Formula {
        says: &["how long", "a mile | per mile", "! km | kilometres | kilometers"],
        needs: &[DISTANCE, MINUTES],
        gives: "({0} * {1}) * 1 min",
    },
    Formula {
        says: &[
            "how long",
            "a km | per km | a kilometre | per kilometre | a kilometer | per kilometer",
            "! mile | miles",
        ],
        needs: &[DISTANCE, MINUTES],
        gives: "({0} * {1}) * 1 min",
    },
    // What was there before a share of it was taken off, or put on.
    Formula {
        says: &["before | original | originally | without", "discount | off | reduction | sale"],
        needs: &[PERCENT, PLAIN],
        gives: "{1} / (1 - {0} / 100)",
    },
    Formula {
        says: &["before | without | excluding | net", "tax | vat | gst | tip | gratuity | service charge"],
        needs: &[PERCENT, PLAIN],
        gives: "{1} / (1 + {0} / 100)",
    },
    Formula { says: &["surface area | surface", "sphere | ball"], needs: &[RADIUS], gives: "4 * pi * {0} ^ 2" },
    Formula { says: &["surface area | surface", "cube"], needs: &[PLAIN], gives: "6 * {0} ^ 2" },
    Formula { says: &["area", "circle | round | circular"], needs: &[RADIUS], gives: "pi * {0} ^ 2" },
    Formula { says: &["area", "circle | round | circular"], needs: &[DIAMETER], gives: "pi * ({0} / 2) ^ 2" },
    Formula { says: &[EDGE, "circle | circular"], needs: &[RADIUS], gives: "2 * pi * {0}" },
    Formula { says: &[EDGE, "circle | circular"], needs: &[DIAMETER], gives: "pi * {0}" },
    Formula { says: &["area", "triangle"], needs: &[BASE, HEIGHT], gives: "{0} * {1} / 2" },
    Formula { says: &["area", RECTANGLE], needs: &[PLAIN, PLAIN], gives: "{0} * {1}" },
    // "how many square metres is a room 3.5 m by 4 m"
    Formula {
        says: &[
            "how many square metres | how many square meters | how many square feet | how many square foot | how many square yards | how many square cm | how many sq m | how many sq ft",
            "by | x | ×",
        ],
        needs: &[PLAIN, PLAIN],
        gives: "{0} * {1}",
    },
    Formula { says: &["area", "by | x | ×"], needs: &[PLAIN, PLAIN], gives: "{0} * {1}" },
    Formula { says: &["area", "square"], needs: &[PLAIN], gives: "{0} ^ 2" },
    Formula { says: &[EDGE, RECTANGLE], needs: &[PLAIN, PLAIN], gives: "2 * ({0} + {1})" },
    Formula { says: &[EDGE, "square"], needs: &[PLAIN], gives: "4 * {0}" },
    Formula { says: &["volume", "sphere | ball"], needs: &[RADIUS], gives: "4 / 3 * pi * {0} ^ 3" },
    Formula { says: &["volume", "sphere | ball"], needs: &[DIAMETER], gives: "4 / 3 * pi * ({0} / 2) ^ 3" },
    Formula { says: &["volume", "cylinder"], needs: &[RADIUS, HEIGHT], gives: "pi * {0} ^ 2 * {1}" },
    Formula { says: &["volume", "cone"], needs: &[RADIUS, HEIGHT], gives: "pi * {0} ^ 2 * {1} / 3" },
    Formula { says: &["volume", "cube"], needs: &[PLAIN], gives: "{0} ^ 3" },
    Formula { says: &["volume", BOX], needs: &[PLAIN, PLAIN, PLAIN], gives: "{0} * {1} * {2}" },
    Formula {
        says: &["how many litres | how many liters | how many gallons", "by | x | ×"],
        needs: &[PLAIN, PLAIN, PLAIN],
        gives: "{0} * {1} * {2}",
    },
    Formula { says: &["hypotenuse"], needs: &[PLAIN, PLAIN], gives: "sqrt({0} ^ 2 + {1} ^ 2)" },
];

/// Speeds by their letters, and how a sum ends that gives hours.
pub(crate) const SPEEDS: &str = "kmh kph mph";
pub(crate) const IN_HOURS: &str = "* 1 hour";

/// Units that may follow a number of a formula.
pub(crate) const UNITS: &str = "m2 sqm mg g kg grams gram kilos kilo kilograms ounces ounce oz lb lbs ml cl l litres litre liters liter gallons gallon mm cm m km millimetres millimeters centimetres centimeters metre metres meter meters kilometres kilometers \
     inch inches feet foot ft yard yards mile miles gb mb tb kb";

/// What may stand in such a question beside its numbers and its name.
pub(crate) const AROUND: &str = "did does till until what whats is was are the a an my our of for on at over with in and by to it its per be will would how much do does i we us \
     me get owe pay leave end cost costs me if each every annual annually yearly monthly rate apr interest term car home house new loan dollars dollar euros \
     euro pounds bucks find calculate work out tell give compute figure come came comes total bill dinner lunch breakfast meal check tab drinks restaurant \
     taxi food including plus adding incl after long wide deep high tall x × * = , - : $ € £ that has have having whose whats side sides length width ; \
     height depth radius diameter edge edges legs right angled triangle measuring back money invested saved savings account bank deposit people person from paid was \
     price earn make spend save put aside away there were subtotal sales took cost costing drive driving travel take takes go goes cover hour hours an \
     percent quid gbp usd eur went up down then so that thats going charge charges work worked working at minus less hourly rent salary wage wages \
     set run night nights many am having ive weve ok okay please pls tell . ? want wants wanted got its theyre then @ wed id like head";

/// Words between a number and its name that say nothing: "a radius of 3".
pub(crate) const LINKS: &str = "in of is = : are was equals a an";

/// Verbs of a proportion: "if 6 apples cost 4.50, how much do 10 cost".
pub(crate) const PROPORTIONAL: &str = "cost costs are is weigh weighs need needs make makes use uses require requires serve serves contain contains hold holds for cover covers come comes";

/// What a second number of a proportion may not be counted in: twice the people need half the time.
pub(crate) const TIMES_TAKEN: &str =
    "second seconds minute minutes min mins hour hours day days week weeks month months year years";

/// Verbs of a recipe: "need 2.5 cups of flour for 12 muffins, how much for 30".
pub(crate) const TAKES_FOR: &str = "need needs use uses take takes require requires i we it you have make makes";
pub(crate) const FOR_SO_MANY: &str = "for";

/// What it may be counted in.
pub(crate) const COUNTED_IN: &str =
    "g kg grams kilos kilograms ounces oz ml litres liters cups eggs spoons cents people portions calories kcal";

/// What may stand between the verb of a proportion and its amount.
pub(crate) const BEFORE_AMOUNT: &str = "$ € £ about";

/// What a proportion may begin with.
pub(crate) const OPENING: &str = "if when given that a pack of for";

/// What its question begins with.
pub(crate) const ASKS: &str = "how what whats";

/// The small words of its question.
pub(crate) const ASKING: &str = "much many the price will would do does of cost to it be me i we the an a , ?";

/// The sign of a price for each.
pub(crate) const AT_SIGN: &str = "@";

/// What stands between how many and what one of them costs.
pub(crate) const AT_PRICE: &str = "at @";

/// What is said around things that are bought, and around what all of them cost.
pub(crate) const BUYING: &str = "pay paid for i we you need want buy buying bought get getting got order have and plus each apiece \
     dollars dollar euros euro pounds quid bucks what whats the total how is are cost price altogether all together come comes did spend spent fill filled filling up with";

/// What stands between what is paid and how it comes about: "the deposit is 5 weeks at 210".
pub(crate) const NAMED_IS: &str = "is was are were";
/// What a unit of the answer stands behind: "total metres".
pub(crate) const BEFORE_A_UNIT: &str = "total many";

/// What asks for an amount of money.
pub(crate) const ASKS_PRICE: &str = "much cost total price spend";

/// After such a word a number is no amount of its own: "20 each", "5%".
pub(crate) const NO_WHOLE: &str = "each apiece per % percent";

/// What joins its question to what is known.
pub(crate) const GOING_ON: &str = "how dollars euros pounds then so and";

/// "300k", "300 thousand".
pub(crate) const THOUSANDS: &str = "k";

/// What stands before a unit that something is counted by: "18.50 an hour".
pub(crate) const EACH: &str = "a an per each every / in";

/// A share that comes on top of what is paid, and how that is said.
pub(crate) const ADDED_SHARE: &str = "vat tax gst tip gratuity service % percent";
pub(crate) const ADDING: &str = "plus with and add adding including";

/// What stands before that in which something is so often: "how many cups of 250 ml in 2 litres".
pub(crate) const INSIDE: &str = "in into from of fill fit";
/// What stands before what somebody may make whole ones of: "how many planks can I cut from 3.6 m".
pub(crate) const CAN: &str = "can could";
/// Each of those who pay: "6.50 a head".
pub(crate) const HEAD: &str = "head";
/// What adds so many more of another size: "3 shifts of 12 plus one of 7".
pub(crate) const PLUS: &str = "plus +";
/// What stands before a share of a whole, and between the two: "water at 65% of 2 kg".
pub(crate) const AT: &str = "at";
pub(crate) const OF: &str = "of";

/// What joins as often as it adds.
pub(crate) const AND: &str = "and";

/// What takes a share off what is paid: "minus 22% tax".
pub(crate) const TAKING_OFF: &str = "minus less after";

/// How often one period lies in another: "2400 a month, how much is that a year".
pub(crate) const PERIODS: &[(&str, &str, &str)] = &[
    ("day", "week", "* 7"),
    ("day", "month", "* 365 / 12"),
    ("day", "year", "* 365"),
    ("week", "day", "/ 7"),
    ("week", "month", "* 52 / 12"),
    ("week", "year", "* 52"),
    ("month", "day", "* 12 / 365"),
    ("month", "week", "* 12 / 52"),
    ("month", "year", "* 12"),
    ("year", "day", "/ 365"),
    ("year", "week", "/ 52"),
    ("year", "month", "/ 12"),
];

/// What says that more is asked for than a sum.
pub(crate) const OF_A_LIST: &str = "list todo todos checklist reminder";

/// What a period is called where it says how often.
pub(crate) const ADVERBS_OF_PERIODS: &[(&str, &str)] =
    &[("daily", "day"), ("weekly", "week"), ("monthly", "month"), ("yearly", "year"), ("annually", "year")];

/// What stands between the lengths of something, and what asks for a unit of the answer.
pub(crate) const BY: &str = "by x ×";
pub(crate) const HOW_MANY: (&str, &str) = ("how", "many");
pub(crate) const SQUARE: &str = "square sq";
pub(crate) const IN_UNIT: &str = "in";
/// What stands behind a unit of lengths where it measures lengths, areas or volumes.
pub(crate) const OF_LENGTHS: [&str; 3] = ["", "^2", "^3"];

/// What several of those are called that share something, and one of them.
pub(crate) const PEOPLE: &str = "people";
pub(crate) const PERSON: &str = "person";

/// Units by which things are paid or counted.
pub(crate) const PAID_BY: &str = "hour hours day days week weeks month months year years night nights person people kilo kilos kg mile miles km piece pieces item items ticket tickets litre litres liter liters lesson lessons";

/// What an amount of money is counted in.
pub(crate) const COINS: &str = "dollars dollar euros euro pounds quid bucks usd eur gbp cents cent pence";
/// What goes on with a sum behind a thing that was counted: "3 dozen nails minus 5".
pub(crate) const BEHIND_A_THING: &str = "plus minus times less + - − * × x";
/// Those of which a hundred make a whole one.
pub(crate) const HUNDREDTHS: &str = "cents cent pence";

/// What stands before a thing that a tale is about: "a shirt", "my phone".
pub(crate) const BEFORE_THING: &str = "if when a an the my our your his her their this that these those each every some of and more i we you be many per , . :";

/// Words that are no thing wherever they stand: without them a sum is another one.
pub(crate) const NO_THING: &str = "not no without off less more than minus plus times over under by from half double twice but except if unless least most \
     percent % and or to in at before after between until off first second third last next ago per original old \
     previous remaining";

/// What asks for all of several amounts together.
pub(crate) const ALTOGETHER: &str =
    "altogether | in total | in all | all together | all in all | the total | total | combined | together";

/// A tale with one of these words has more in it than amounts to be added.
pub(crate) const NOT_ADDED: &str =
    "at each apiece head per for off less minus times percent % of by half double twice left from to between more";

/// The same of what is left when some is taken away.
pub(crate) const NOT_TAKEN: &str = "each apiece head per off less minus times percent % by half double twice between";

/// What asks what is left, and what took some of it away.
pub(crate) const LEFT: &str = "left | does he have | does she have | do they have | does he still have | does she still have | remain | remains | remaining | left over | do i have | do we have | will i have | will we have | would i have | would we have | are there now | are there still | still there | is there now | stay | stays | are still here";
pub(crate) const TAKEN: &str = "after eats spends uses gives loses sells pays takes drinks drops leave leaves go goes went run runs fly flew break eaten spend spent use used gave give ate eat lost lose sold sell paid pay took cut drank broke threw";

/// What tells what there was, what came to it, and what asks how much of it there is now.
pub(crate) const HAD_AT_FIRST: &str = "had have started start began with were was is are got";
pub(crate) const GAINED: &str =
    "bought found gained born came arrived joined got added borrowed hatched won made received picked planted baked";
/// The same without what may be paid for: "I bought a hat for 12" takes away.
pub(crate) const CAME_TO_IT: &str = "found gained arrived joined added borrowed hatched won received";
pub(crate) const HOW_MANY_NOW: &str = "how many";
/// What stands before the time that an amount is spread over: "500ml over 4 hours".
pub(crate) const OVER_SO_LONG: &str = "over in across during for";

/// How often something is done in a period: "three times a day".
pub(crate) const HOW_OFTEN: &[(&str, &str)] = &[("once", "1"), ("twice", "2"), ("thrice", "3")];
pub(crate) const OFTEN: &str = "times time";

/// Words in a tale that are done with amounts and change nothing about them.
pub(crate) const TOLD: &str = "owe owes owed bought buy had have has start started began with earned made got paid cost costs costing spent on and plus then also \
     another there take takes taking give gives about around roughly goes went on need needs for i we he she they it is are was were holds hold";

/// A bill that is shared, with a tip on top of it: "split 127.40 between 4 people with 18% tip".
pub(crate) const TIPS: &str = "tip gratuity service tax vat";
pub(crate) const ARTICLES: &str = "a an the";
pub(crate) const WITH_TIP: &str = "with plus including and add adding incl";
pub(crate) const SHARES_BILL: &str = "split share divide shared divided between among ways";
