//! The words of arithmetic.

use super::numbers::JOINING;

pub(crate) const PLUS: &str = "plus | + | added to | added with | and add | pluss | add | increased by | with";
pub(crate) const MINUS: &str = "minus | - | − | – | take away | less | subtract | subtracted by | take | reduced by | decreased by | mins | exceed | minis | without";
pub(crate) const TIMES: &str = "times | * | × | x | multiplied by | multiplied with | multiplied times | multiply by | time | · | ⋅ | multiply | multiplied | multipled by | timesed by | multiplied buy | tims | lots of | groups of | multiplied to | multipled";
pub(crate) const OVER: &str = "divided by | / | ÷ | over | divided buy | divide by | divide | devided by | per | divided with | divided into groups of | out of | divided evenly by | divided equally by | divided up by | divided between | divided among | divided | by";
pub(crate) const MODULO: &str = "modulo | mod | modulus | remainder";
pub(crate) const MONEY: &str = "dollars dollar bucks buck euros euro usd eur gbp quid";
/// The currencies that an answer is written in, with the words behind a number that name each.
pub(crate) const CURRENCIES: [(char, &str); 4] =
    [('$', "dollar dollars bucks usd"), ('€', "euro euros eur"), ('£', "quid gbp"), ('¥', "yen jpy")];
pub(crate) const SIGNS_OF_MONEY: &[char] = &['$', '€', '£', '¥', '₹'];
/// What is done to a number, or how often it is taken.
pub(crate) const DONE_TO_NUMBERS: &str = "double halve twice triple square squared cube cubed root factorial round";
/// What is done to what a function is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    /// The calculator has it under a name.
    Named(&'static str),
    /// Something is written before it, or behind it.
    Before(&'static str),
    After(&'static str),
    /// The same, where what is written is a power.
    Power(&'static str),
    /// The calculator has it under a name, and a base is said before what it is of.
    Based(&'static str),
}

pub(crate) const FUNCTIONS: &[(&str, Function)] = &[
    ("square root of", Function::Named("sqrt")),
    ("squareroot of", Function::Named("sqrt")),
    ("square root", Function::Named("sqrt")),
    ("squared root of", Function::Named("sqrt")),
    ("sqrt of", Function::Named("sqrt")),
    ("root of", Function::Named("sqrt")),
    ("cube root of", Function::Named("cbrt")),
    ("cubed root of", Function::Named("cbrt")),
    ("cubic root of", Function::Named("cbrt")),
    ("fourth root of", Function::Power("^(1/4)")),
    ("fifth root of", Function::Power("^(1/5)")),
    ("sixth root of", Function::Power("^(1/6)")),
    ("factorial of", Function::Named("fact")),
    ("absolute value of", Function::Named("abs")),
    ("log base", Function::Based("log")),
    ("log to the base", Function::Based("log")),
    ("log to base", Function::Based("log")),
    ("logarithm base", Function::Based("log")),
    ("logarithm to the base", Function::Based("log")),
    ("log of", Function::Named("log")),
    ("logarithm of", Function::Named("log")),
    ("natural log of", Function::Named("ln")),
    ("natural logarithm of", Function::Named("ln")),
    ("sine of", Function::Named("sin")),
    ("cosine of", Function::Named("cos")),
    ("tangent of", Function::Named("tan")),
    ("sin of", Function::Named("sin")),
    ("cos of", Function::Named("cos")),
    ("tan of", Function::Named("tan")),
    ("ln of", Function::Named("ln")),
    ("square of", Function::Power("^2")),
    ("cube of", Function::Power("^3")),
    ("inverse of", Function::Before("1/")),
    ("reciprocal of", Function::Before("1/")),
    ("half of", Function::After("/2")),
    ("half", Function::After("/2")),
    ("double", Function::Before("2*")),
    ("halve", Function::After("/2")),
    ("twice", Function::Before("2*")),
    ("triple", Function::Before("3*")),
    ("negative", Function::Before("-")),
    ("opposite of", Function::Before("-")),
    ("thrice", Function::Before("3*")),
    ("double of", Function::Before("2*")),
    ("triple of", Function::Before("3*")),
    ("cube root", Function::Named("cbrt")),
    ("third of", Function::After("/3")),
    ("quarter of", Function::After("/4")),
    ("minus", Function::Before("-")),
    ("natural log", Function::Named("ln")),
    ("square roots of", Function::Named("sqrt")),
    ("quadruple", Function::Before("4*")),
];
/// What asks for what gathers the numbers before it: "…, what's the mean".
pub(crate) const ASKS_FOR_IT: &str = ", . ? what whats is the their its give tell me find and work out calculate";
/// What such numbers are pointed at with: "the average of those".
pub(crate) const THOSE: &str = "those these them";
/// What adds amounts with their units: "add 1h 45m and 2h 30m", "add up 5 kg and 300 g".
pub(crate) const ADDS_MEASURES: &str = "add sum total adding up together";
pub(crate) const GATHERED: &[(&str, &str)] = &[
    ("sum of", "+"),
    ("total of", "+"),
    ("sum total of", "+"),
    ("addition of", "+"),
    ("product of", "*"),
    ("multiplication of", "*"),
    ("difference between", "-"),
    ("difference of", "-"),
    ("quotient of", "/"),
    ("division of", "/"),
    ("average of", "avg"),
    ("mean of", "avg"),
    ("median of", "median"),
    ("maximum of", "max"),
    ("minimum of", "min"),
    ("biggest of", "max"),
    ("lowest of", "min"),
    ("highest of", "max"),
    ("greatest common factor of", "gcd"),
    ("gcf of", "gcd"),
    ("highest common divisor of", "gcd"),
    ("smallest common multiple of", "lcm"),
    ("sum total for", "+"),
    ("sum when adding", "+"),
    ("largest of", "max"),
    ("smallest of", "min"),
    ("ratio of", "/"),
    ("greatest common divisor of", "gcd"),
    ("gcd of", "gcd"),
    ("highest common factor of", "gcd"),
    ("least common multiple of", "lcm"),
    ("lcm of", "lcm"),
    ("lowest common multiple of", "lcm"),
    ("subtraction of", "-"),
    ("max of", "max"),
    ("min of", "min"),
    ("remainder of", "%"),
    ("remainder when", "%"),
    ("remainder if", "%"),
    ("remainder from", "%"),
];
/// Words for the result of an earlier step.
pub(crate) const RESULTS: &str = "the result | that result | this result | the answer | that answer | the total | that number | the sum | that total | the number | it | that | this | the answer to that | the previous result | the last result | the value | the outcome";
/// What a price, a tip or a discount is of.
pub(crate) const NOUNS_OF_PRICE: &str = "bill | check | meal | tab | dinner | lunch | breakfast | purchase | item | order | ticket | shirt | jacket | coat | dress | pair of shoes | shoes | lamp | bike | phone | laptop | tv | book | chair | couch | sofa | haircut | ride | cab ride | taxi ride | price | product | sweater | jeans | hat | bag | toy | game | restaurant bill | dinner bill";
/// Words before a price.
pub(crate) const PRICES: &str = "price of | final price of | sale price of | discounted price of | total price of | cost of | total cost of | price for | i pay for | you pay for | we pay for | pay for | cost for | sale price for | final cost of | price after discount of";
/// Words before what a share is taken of.
pub(crate) const SHARES: &str = "tip on | tip for | tip of | gratuity on | gratuity for | sales tax on | sales tax for | tax on | tax for | vat on | interest on | discount on | commission on";
/// Words with which a length of time is a part of the calendar.
pub(crate) const COMING: &str = "next coming upcoming";
/// What asks for a share in hundredths.
pub(crate) const AS_PERCENT: &[&[&str]] = &[
    &["as", "a", "percentage"],
    &["as", "percentage"],
    &["as", "a", "percent"],
    &["as", "percent"],
    &["what", "percentage", "is", "that"],
    &["in", "percent"],
    &["in", "percentage"],
    &["to", "a", "percentage"],
    &["to", "percent"],
    &["as", "%"],
    &["in", "%"],
];

/// What a number is rounded to: "to 4 decimals".
pub(crate) const DECIMALS: &str = "decimals decimal places digits dp";

/// What a share that is added is called.
pub(crate) const TAXES: &str = "card fee | fee | commission | deposit | tip | tax | sales tax | vat | gst | gratuity | service charge | service | interest";

/// A sum told as a tale: "a bill of 90 shared by 3", "6 pens at 1.25 each".
pub(crate) const DIVIDES: &str = "split divide share";
pub(crate) const PRICED_AT: &str = "at for";
pub(crate) const FOR_EACH: &str = "each apiece piece";

/// "50 off 200" does not say what of, but where one of these is said.
pub(crate) const OFF: &str = "off";
pub(crate) const SHARE_WORDS: &str = "% percent half";
/// Hours, behind whose number minutes may stand bare: "3h 40".
pub(crate) const HOURS_BEFORE_MINUTES: &str = "h hr hrs hour hours";
/// What may follow minutes that stand by their number behind hours: "1 hr 45 this morning".
pub(crate) const BEHIND_MINUTES: &str =
    "this that and on in after before at for then today yesterday plus with , ; . ?";
/// "45 mins" are minutes.
pub(crate) const MINS: &str = "mins";
pub(crate) const MIN: &str = "min";

/// A question about units: "how many minutes are half an hour", "of a mile in km", "6 ft 2 in cm".
pub(crate) const HALF: &str = "half";
/// What a statement begins with that tells of an amount: "I weigh 82 kilos", "the table is 1.8 m long".
pub(crate) const TELLS_OF: &str = "i im we it its the my our he she his her this that they their you";
/// What may stand behind such an amount.
pub(crate) const MEASURED: &str = "long wide tall high deep away far heavy old thick";
/// How several of a number end: "how many eights are in 72".
pub(crate) const PLURAL_ENDINGS: [&str; 2] = ["s", "es"];
pub(crate) const A: &str = "a an";
pub(crate) const ONE_OF: &str = "a an one each";
pub(crate) const OF: &str = "of";
pub(crate) const IN: &str = "in";
/// What stands between a part and all: "27 out of 32".
pub(crate) const OUT_OF: &str = "out of";
/// Units that people count in two: their names, what the calculator calls them, and the names of the small one beside them.
pub(crate) const UNITS_IN_TWO: [(&str, &str, &str); 2] =
    [("ft feet foot", "ft", "in inch inches"), ("st stone stones", "st", "lb lbs pound pounds")];
/// The letters of scales of temperature and how their names are often misspelt, spelt out; and what may stand before them.
pub(crate) const DEGREES: [(&str, &str); 5] = [
    ("c", "celsius"),
    ("f", "fahrenheit"),
    ("celcius", "celsius"),
    ("farenheit", "fahrenheit"),
    ("fahrenheight", "fahrenheit"),
];
pub(crate) const DEGREES_BEFORE: [&str; 2] = ["degrees ", "degree "];
/// Functions of an angle, and the unit that may stand behind it.
pub(crate) const OF_ANGLES: &str = "sin cos tan";
pub(crate) const DEGREES_SAID: &str = "degrees degree deg";
pub(crate) const A_DEGREE: &str = "degrees";
/// What things are split into.
pub(crate) const COUNTED: &str = "ways people parts persons friends pieces groups shares portions kids children";
/// The constant that touches a number: "2pi".
pub(crate) const PI: &str = "pi";

/// Shows every word that sums are said with; the vocabulary holds them, so that an unknown word is known to be no part of a sum.
pub(crate) fn each_word(visit: &mut dyn FnMut(&'static str)) {
    const OTHERS: &str = "choose rounded decimal places bill check dozen";
    let mut each = |phrases: &'static str| phrases.split(' ').filter(|word| *word != "|").for_each(&mut *visit);
    for phrases in [PLUS, MINUS, TIMES, OVER, MODULO, RESULTS, PRICES, SHARES, OTHERS, MONEY, JOINING] {
        each(phrases);
    }
    for (phrase, _) in FUNCTIONS {
        each(phrase);
    }
    for (phrase, _) in GATHERED {
        each(phrase);
    }
}

/// The small words before a sum that say nothing of it.
pub(crate) const BEFORE_SUM: &str = "the of is a an answer result value to for what me if you i we up this problem equation question following math \
     expression calculation solution when by please that : number my your leave with about and so out bill total be help \
     figuring figure find finding know knowing need want like would gimme give tell show do does how much many get got in \
     maths arithmetic work working calculate calculating compute computing here whats are can could calc quick hey ok okay \
     just now let lets see exactly roughly it will have has money cost costs buy buying spend decimal fraction product sum \
     quotient difference say says wondering wonder am pay worth was were there amount come comes getting did should ill shall \
     may";

/// Those after it.
pub(crate) const AFTER_SUM: &str = "is equal equals to what be make get total altogether combined come please equates give me us out exactly together all \
     then now comes would will in overall for gives makes right roughly about pls thanks i wonder simplified as decimal \
     numbers quick quickly cost costs money do you know";

/// What asks for the greater of two numbers, or for the lesser.
pub(crate) const GREATER: &str = "bigger larger greater higher largest biggest greatest highest";
pub(crate) const LESSER: &str = "smaller lesser lower smallest lowest cheaper";

/// What makes a unit of length one of areas.
pub(crate) const SQUARE: &str = "square";

/// Words after several numbers by which they are added.
pub(crate) const TOGETHER: &[&str] = &["together", "altogether", "total", "combined"];

/// What takes a share off a price.
pub(crate) const OFF_PRICE: &str = "discount | a discount | the discount | reduction | a reduction";

/// What the halves of a day are called behind an hour.
pub(crate) const HALVES_OF_A_DAY: &str = "am pm";

/// Words that join the parts of a sum, which the calculator may take otherwise than a person does.
pub(crate) const JOINING_PARTS: &str = "and of";

/// Orders about two amounts: the verbs, what stands between the two, and what is done to the second with the first.
pub(crate) const ORDERS: &[(&str, &str, char)] = &[("take subtract deduct", "from", '-'), ("add", "to", '+')];
/// What joins amounts with their units: "2 hours 35 minutes times four", "3 m less 40 cm"; and what may stand behind it.
pub(crate) const JOINS_MEASURES: [(&str, char); 4] =
    [("plus + add", '+'), ("minus less − -", '-'), ("times multiplied x × *", '*'), ("divided ÷ /", '/')];
pub(crate) const BY: &str = "by";
/// A length that is as well a million.
pub(crate) const METRES: &str = "m";
pub(crate) const LENGTHS_BESIDE: &str =
    "mm cm km millimetres centimetres kilometres millimeters centimeters kilometers";

/// How often something is taken that was said before: "19.99 thrice".
pub(crate) const SO_MANY_TIMES: &[(&str, &str)] = &[
    ("twice", "2"),
    ("thrice", "3"),
    ("three times", "3"),
    ("four times", "4"),
    ("five times", "5"),
    ("six times", "6"),
    ("ten times", "10"),
];
/// The same of a share alone: "stick 20% vat on 360".
pub(crate) const SHARE_ORDERS: &[(&str, &str, char)] = &[
    ("put stick slap whack pop bung chuck", "on", '+'),
    ("put stick slap whack pop bung chuck", "onto", '+'),
    ("knock", "off", '-'),
];
/// "take 5 away from 9"
pub(crate) const AWAY: &str = "away off";

/// A share that goes on with the sum before it: what it is put on or taken off by, and small words before it.
pub(crate) const SHARE_PUT_ON: &str = "tax vat tip gratuity service charge surcharge sales on top added";
pub(crate) const SHARE_TAKEN_OFF: &str = "off discount reduction less";
pub(crate) const SMALL_BEFORE_A_SHARE: &str = "a an add plus with another";
pub(crate) const PERCENT_NAMES: &str = "percent pct";

/// A run of so many thousand metres, and the lengths that one is wanted in: "10k in miles".
pub(crate) const K: &str = "k";
pub(crate) const KM: &str = "km";
pub(crate) const TO_UNIT: &str = "in to into as";
pub(crate) const LENGTHS: &str =
    "mile miles mi yard yards yd metre metres meter meters m feet ft km kilometres kilometers";
