//! Words by which a refused sum or conversion still tells what is to be reckoned; only offers are made of them.

/// What a number takes a plural number of: "seven eights are".
pub(crate) const ASKS_WHAT_IT_IS: &str =
    "are is makes make what whats equals equal gives give how much many the a that so";

/// What joins another price to one: "and 4.50 postage".
pub(crate) const MORE_TO_PAY: &str = "plus and with";
/// What gathers the numbers that are said beside it, and how it is asked for in canonical words.
pub(crate) const GATHERS: &[(&str, &str)] = &[
    ("mean average avg", "average of "),
    ("median", "median of "),
    ("total sum altogether", "sum of "),
    ("biggest largest maximum max highest greatest", "maximum of "),
    ("smallest lowest minimum min least", "minimum of "),
    ("product", "product of "),
];
/// What may stand beside the numbers that are gathered.
pub(crate) const AROUND_NUMBERS: &str =
    "of the and a an what whats is are for my our these those numbers number values it plus so then give me";

/// What something went from and to, and what asks by how much of itself it changed.
pub(crate) const CHANGED_FROM: &str = "from was were";
pub(crate) const CHANGED: &str =
    "up down rise rose risen fell fallen drop dropped grew grown gone went jumped climbed to now";
pub(crate) const FALLS: &str = "loss lost down fall fell fallen drop dropped less cheaper lower";
pub(crate) const A_PERCENT: &str = "percent percentage pct percentagewise %";

/// What stands between so many and their price: "3 for 7.50".
pub(crate) const COST: &str = "for cost costs come comes are is were was";
pub(crate) const COST_TO: &str = "to";
/// What asks for the price of one of them.
pub(crate) const ONE_OF_THEM: &str = "one each single apiece";

/// What stands between an amount and the time, or the thing, that it is for: "40 a day".
pub(crate) const PER_ONE: &str = "a an per each every /";
/// What a rate is counted by, one of it and several.
pub(crate) const PERIODS: &[&str] = &[
    "day days",
    "week weeks",
    "month months",
    "year years",
    "hour hours hr hrs",
    "minute minutes min mins",
    "night nights",
    "shift shifts",
    "trip trips",
    "page pages",
];
/// What asks how long something takes or lasts.
pub(crate) const HOW_LONG_IT_TAKES: &[&[&str]] = &[
    &["how", "long"],
    &["how", "many"],
    &["when"],
    &["last lasts"],
    &["takes take"],
    &["done finished", "by in when"],
    &["is", "how"],
];
/// What makes a price the price of one of so many.
pub(crate) const PRICE_OF_ONE: &[&[&str]] = &[
    &["each apiece"],
    &[
        "a per",
        "go pop piece head person one unit pack box bottle ticket night kilo litre liter time shot item copy bag tin can slice seat cup plate",
    ],
];

/// What makes an hour of a share: "half past six".
pub(crate) const PAST: &str = "past to";
/// What stands before the price of each of so many: "16 kids x 4.25".
pub(crate) const TIMES_OR_AT: &str = "x times at @";

/// Who shares something, behind their number.
pub(crate) const SHARERS: &str = "lads girls blokes people persons servings portions friends mates pals colleagues kids guests heads adults students others roommates flatmates housemates siblings brothers sisters couples players neighbours neighbors";
/// For whom as much is as is cooked: "180 grams is for 4 people".
pub(crate) const FOR: &str = "for serves feeds serve feed";
/// What is paid by the hour.
pub(crate) const BY_THE_HOUR: &str = "hourly rate wage";
/// What each of several costs, and what all of them cost is asked: "18 for each of my 3 kids".
pub(crate) const FOR_EACH_OF: &[&[&str]] = &[&["for", "each every", "of"]];
/// What makes more of a sum than its numbers say: "3 sets of 15 twice a day".
pub(crate) const MORE_OFTEN: &str = "twice thrice";
pub(crate) const US: &str = "us we";
pub(crate) const OF_US: &[&str] = &["of", "us them"];
/// What says that one more is among them: "me plus 3 friends".
pub(crate) const ME_TOO: &[&[&str]] = &[&["me i myself", "and plus with & +"], &["and plus with & +", "me i myself"]];

/// What asks what remains, and what is taken away from something.
pub(crate) const REMAINS: &str = "left remaining remains remain leftover change";
/// What is put on a price, and what it is put on.
/// What covers a floor, whose sides stand by each other: "12 by 9 room how much carpet".
pub(crate) const COVERED: &str = "room floor wall carpet tiles turf area lawn rug deck patio flooring";
pub(crate) const BY: &[&str] = &["by x times"];
pub(crate) const TAXED: &str = "vat tax gst service surcharge";
pub(crate) const AT_OR_OF: &str = "at of is";
pub(crate) const ON_OR_FOR: &str = "on for of";

/// What takes a share away, unless it says that it went up.
pub(crate) const USED_UP: &str = "gone used spent eaten sold taken";
pub(crate) const UP: &str = "up";

/// What is done at last to all that comes out.
pub(crate) const AT_LAST: &[(&[&str], &str)] = &[
    (&["halved"], " / 2"),
    (&["doubled"], " * 2"),
    (&["tripled"], " * 3"),
    (&["cut split", "in into", "half two"], " / 2"),
    (&["half", "of", "that it"], " / 2"),
    (&["twice", "that it"], " * 2"),
];

/// Halves of a day, which are no units behind an hour.
pub(crate) const HALVES: &str = "am pm";

/// Whose units are asked for, and which unit stands there for each.
pub(crate) const OTHER_SYSTEMS: &[(&str, &[(&str, &str)])] = &[
    (
        "american americans america yank yanks usa imperial",
        &[
            ("celsius", "fahrenheit"),
            ("km kilometre kilometres kilometer kilometers kms", "miles"),
            ("m metre metres meter meters", "feet"),
            ("cm centimetre centimetres centimeter centimeters mm", "inches"),
            ("kg kilo kilos kgs kilogram kilograms", "pounds"),
            ("stone stones st", "pounds"),
            ("g gram grams", "ounces"),
            ("l litre litres liter liters", "gallons"),
            ("ml", "cups"),
            ("kmh kph km/h", "mph"),
        ],
    ),
    (
        "metric european europeans europe",
        &[
            ("fahrenheit", "celsius"),
            ("mile miles mi", "km"),
            ("ft foot feet yard yards", "m"),
            ("in inch inches", "cm"),
            ("lb lbs pound pounds stone stones st", "kg"),
            ("oz ounce ounces", "g"),
            ("gallon gallons pint pints quart quarts", "litres"),
            ("cup cups", "ml"),
            ("mph", "km/h"),
        ],
    ),
];
/// Feet and inches by their signs: "5'10".
pub(crate) const FEET_SIGNS: [char; 3] = ['\'', '’', '′'];
pub(crate) const INCH_SIGNS: [char; 3] = ['"', '”', '″'];
pub(crate) const FEET: &str = " ft ";
/// The small unit behind the number that ends an amount in two units: "6ft2".
pub(crate) const TENS_OF_UNITS: &[(&str, &str)] = &[("ft feet foot", "in"), ("st stone", "lb"), ("h hr hrs", "min")];

/// "90 days on from today" is 90 days from it.
pub(crate) const ON_FROM: &str = " on from ";
pub(crate) const FROM: &str = " from ";

/// By how much of itself something changed.
pub(crate) fn change_in_percent(from: &str, to: &str) -> String {
    ["calculate (", to, " - ", from, ") / ", from, " * 100"].concat()
}

/// By how much of itself something fell.
pub(crate) fn fall_in_percent(from: &str, to: &str) -> String {
    ["calculate (", from, " - ", to, ") / ", from, " * 100"].concat()
}

/// The same sum with something done to what comes out.
pub(crate) fn done_to(sum: &str, sign: &str) -> Option<String> {
    Some(["calculate (", sum.strip_prefix("calculate ")?, ")", sign].concat())
}

/// What an answer is counted in: "in weeks".
pub(crate) const IN: &str = "in";
/// A question about two hours, and what stands before each.
pub(crate) const HOW_LONG: &[&[&str]] = &[&["how", "long longs"], &["how", "many", "hours"], &["length"]];
pub(crate) const BEFORE_AN_HOUR: &str = "at from to till until between and by";
pub(crate) const STARTS_OR_ENDS: &str =
    "start starts started begin began finish finishes finished end ends ended in out shift clocked";
/// A question about the days between two.
pub(crate) const HOW_MANY_DAYS: &[&[&str]] = &[&["how", "many", "days weeks months weekdays"]];
pub(crate) const SPAN_BEGINS: &str = "from between";
pub(crate) const SPAN_GOES_ON: &str = "to until till and through";

/// What stands behind an amount or an "each" and is nothing that is counted.
pub(crate) const BEHIND_EACH: &str = "or and is are makes make comes come so what whats how which please for at on in to was were before after then later";
/// What stands between one of something and the amount of each: "a scone being 2.40".
pub(crate) const COSTS: &str = "being costing costs cost is at";
/// What stands before one of what an amount is for: "each hive gave me 11.5 kg".
pub(crate) const FOR_EVERY: &str = "each every per";
pub(crate) const EACH: &str = "each apiece";
pub(crate) const OFF: &str = "off discount";
pub(crate) const AND_OR_PLUS: &str = "and plus";
/// What asks for an amount.
pub(crate) const ASKS_AN_AMOUNT: &[&[&str]] =
    &[&["how", "many much"], &["what whats"], &["total altogether"], &["in", "all total"], &["come comes", "to"]];
/// A year by other names, and its own.
pub(crate) const A_YEAR: (&str, &str) = ("annum yr", "year");

/// What asks for how long ago something was: "how many years is that".
pub(crate) const HOW_MANY_OF_TIME: &[&[&str]] =
    &[&["how", "many", "years months weeks days", "is ago has since now have"]];

/// What asks what part of a number another is: "34 out of 40, what grade is that".
pub(crate) const MARKS: &str = "grade score mark scored";
pub(crate) const OUT: &str = "out";
/// What stands behind a number that is added for something else: "25 for parts".
pub(crate) const FOR_MORE: &str = "for in on to";
pub(crate) const HOW_MANY: &[&str] = &["how", "many"];
/// What a number is the name of, and no amount: "4 people at table 9".
pub(crate) const LABELS: &str = "table room gate platform seat page chapter flight apartment flat lane route bay berth";
