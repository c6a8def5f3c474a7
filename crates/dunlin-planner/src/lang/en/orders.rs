//! The words of sums: orders ("subtract 4 from 9"), shares ("15% of 80"), prices, powers. Bars stand between phrases,
//! and the first that fits counts.

/// What joins an order to the one before it.
pub(crate) const GOES_ON: &str = ", | and | then";

/// "multiply twelve by itself"
pub(crate) const ITSELF: &str = "itself";

/// "… and round to 2 decimals", "… rounded".
pub(crate) const ROUND_OR_ROUNDED: &str = "round | rounded";
pub(crate) const ROUNDED: &str = "rounded off | rounded | round it | round that | round the result | correct";

/// "… then multiply it by 2", "… divided by 3", "… minus 4", "… plus 5", and what may follow.
pub(crate) const MULTIPLY_BY: &str = "multiply the rest by | multiply the total by | multiply the sum by | all times | all multiplied by | the lot times | multiply by | multiply the result by | multiply this by | multiply it by | multiply that by | times | multiplied by";
pub(crate) const DIVIDE_BY: &str = "divide the rest by | divide what is left by | divide whats left by | divide the total by | divide the sum by | all divided by | the lot divided by | divide by | divide the result by | divide this by | divide it by | divide that by | divided by | split by | split it by | split the result by | split the result between | split the total between | split that between | split the result among | split that by | split between | share between | shared by | shared between | shared among | split among | split";
pub(crate) const THEN_SUBTRACT: &str = "subtract | minus | take away | take off | knock off";
pub(crate) const THEN_ADD: &str = "add | plus";
pub(crate) const TO_THAT: &str = "to it | to that | from it | from that | to the result | from the result";

/// What a price is added for.
pub(crate) const FOR: &str = "for";

/// How a chain of orders begins, and orders that need no other number: "take 12 and double it".
pub(crate) const BEGINS_WITH: &str = "start with | start at | start from | begin with | take";
pub(crate) const GIVES_ORDERS: &str = "take start begin add subtract divide multiply";
pub(crate) const INNER: &str = "#";
pub(crate) const CHANGED_ALONE: &[(&str, &str)] = &[
    ("double it | double that | double the result | doubled", "#*2"),
    ("halve it | halve that | halve the result | halved", "#/2"),
    ("triple it | triple that | triple the result | tripled", "#*3"),
    ("square it | square that | square the result", "#^2"),
    (
        "take the square root of it | take the square root of that | take the square root of the result | take the square root | find the square root of that",
        "sqrt(#)",
    ),
];

/// Orders: "add 5 and 3", "subtract 85 from 997", "divide 3 by 2", "multiply 4 by 6".
pub(crate) const ADD: &str = "add | sum | adding | added | total | tot | add up";
pub(crate) const ADD_UP: &str = "up | together | :";
pub(crate) const SUBTRACT: &str = "take off | knock off | knock | subtract | subtracting | subtracted | deduct | deducting | deducted | take away | taking away | took away | take | taking | took | minus | substract | remove";

/// From what is taken: a share, or a number.
pub(crate) const FROM: &str = "from | away from";
pub(crate) const FROM_OR_OFF: &str = "from | away from | off of | off";
pub(crate) const MINUS_OR_BY: &str = "minus | by";
pub(crate) const DIVIDE: &str = "divide | dividing | split | devide | splitting | share | sharing";

/// What stands around a number that is divided, and between it and the number of parts.
pub(crate) const WHAT_IS_DIVIDED: &str =
    "up | a bill of | the bill of | a rent of | the rent of | the cost of | a | the | my | our";
pub(crate) const THINGS_DIVIDED: &str = "bill | check | tab | pieces | things | items | cookies | apples | up";
pub(crate) const INTO: &str = "into";
pub(crate) const BETWEEN: &str = "by | between | among | amongst | buy | with | in | into | equally between | evenly between | evenly among | equally among | evenly by | equally by | evenly | equally | up among | up between";
pub(crate) const MULTIPLY: &str = "multiply | multiplying | multiplied | times";
pub(crate) const WITH: &str = "by | and | times | with | buy";
pub(crate) const AND_BY: &str = "and | by | times | ,";
pub(crate) const ROUND: &str = "round";

/// A question about a share: "what percent of 80 is 20", "5 is 25% of what", "20 as a percentage of 80".
pub(crate) const IS_THE: &str = "is | the";
pub(crate) const WHAT_PERCENT: &str = "what percent | what percentage | what % | which percent | percent | percentage | what is the percentage | what per cent";
pub(crate) const OF: &str = "of";
pub(crate) const IS: &str = "is";
pub(crate) const OF_OR_FROM: &str = "of | out of | from";
pub(crate) const AS_PERCENTAGE_OF: &str = "as a percentage of | as a percent of | as percentage of";
pub(crate) const OF_WHAT: &str = "of what number | of which number | of what";
pub(crate) const ON_WHAT: &str = "on what";
pub(crate) const OFF_WHAT: &str = "off what";

/// "to the nearest hundred", "to the nearest whole number", "to 2 decimal places".
pub(crate) const TO_THE_NEAREST: &str = "to the nearest | to nearest";
pub(crate) const WHOLE_NUMBER: &str = "whole number | integer | whole";
pub(crate) const HUNDREDTH: &str = "penny | pence | cent | cents | hundredth";
pub(crate) const HUNDREDTHS_PLACES: &str = "2";
pub(crate) const TENTH: &str = "tenth";
pub(crate) const TENTHS_PLACES: &str = "1";
pub(crate) const DECIMAL_PLACES: &str = "decimal places | decimal place";

/// A range of numbers: "all whole numbers from 1 to 10".
pub(crate) const WHOLE: &str = "whole | natural";
pub(crate) const INTEGERS: &str = "numbers | integers";
pub(crate) const FROM_OR_BETWEEN: &str = "from | between";
pub(crate) const UP_TO: &str = "to | through | thru | up to | until";

/// What joins the parts that one sign puts together.
pub(crate) const JOINS_ADDED: &str = ", and | , | and | to | plus | + | with";
pub(crate) const JOINS_SUBTRACTED: &str = ", and | , | and | to | minus | from";
pub(crate) const JOINS_DIVIDED: &str = ", and | , | and | to | with | divided by | is divided by | by | you divide";
pub(crate) const JOINS_MULTIPLIED: &str = ", and | , | and | to | with | by";
pub(crate) const JOINS_GATHERED: &str = ", and | , | and";
pub(crate) const TO: &str = "to";
pub(crate) const THE: &str = "the";

/// Which way a number is rounded.
pub(crate) const UP: &str = "up";
pub(crate) const DOWN: &str = "down";
pub(crate) const ALL: &str = "all";
pub(crate) const AND: &str = "and";

/// "take five and divide it by three" goes on with what was taken.
pub(crate) const TAKES: &str = "take took";

/// Orders with one number: "square 12", but not "square root".
pub(crate) const SQUARE: &str = "square";
pub(crate) const CUBE: &str = "cube";
pub(crate) const ROOT: &str = "root";
pub(crate) const AS: &str = "as";

/// Among whom or into what something is divided.
pub(crate) const PEOPLE: &str = "ways people kids children guests students parts persons friends flatmates roommates housemates colleagues pieces groups shares portions equal";
pub(crate) const COMMA: &str = ",";
pub(crate) const CHANGED_BY: &str = "increased by | decreased by | reduced by";
pub(crate) const ARTICLES: &str = "a | an | the";

/// What may be said of a percentage that is added.
pub(crate) const TIP: &str = "tip | gratuity | tax | sales tax | vat | discount | interest | for tip | for tax | added";

/// Shares of something: "30% off 279", "20% more than 50", "20 percent tip on 45", "15% of 80", and how what they are of begins.
pub(crate) const OFF: &str =
    "off of | off from | off | discount on | discount off | discount from | less than | discount of";
pub(crate) const MORE_THAN: &str = "more than | greater than | higher than | bigger than | on top of | added to | raise on | increase on | rise on | markup on | hike on";
pub(crate) const TIP_ON: &str = "tip on | deposit on | tip for | tip of | tax on | gratuity on | sales tax on | tip off | interest on | vat on | tip on top of | tip be on | tip be for | tip come to on | tip would be on | discount be on | service charge on | gratuity for | gratuity be on | commission on | tax for | tax of";
pub(crate) const OF_THE: &str = "of the | of | from";
pub(crate) const A_BILL_OF: &str = "a bill of | the bill of | bill of | a total of | a price of | a check of | a tab of | a bill for | a purchase of | an amount of | the amount of | the number";

/// Signs before a number, and powers.
pub(crate) const NEGATIVE: &str = "- | − | minus | negative";
pub(crate) const SQUARED: &str = "squared | ² | square";
pub(crate) const CUBED: &str = "cubed | ³";
pub(crate) const TO_THE_POWER: &str =
    "to the power of | raised to the power of | to power of | raised to | ^ | * * | to the power | power | raised by";
pub(crate) const THE_POWER_OF: &str = "the power of | the";
pub(crate) const FACTORIAL: &str = "factorial | !";

/// What takes the number before it from the one after.
pub(crate) const TAKEN_FROM: &str = "subtracted from | taken from | less than | taken away from";
pub(crate) const MORE: &str = "more than";
pub(crate) const HUNDRED: &str = "hundred";

/// What divides the number after it by the one before.
pub(crate) const GOES_INTO: &str =
    "divided into | goes into | go into | goes in | fit into | fit in | fits in | go in | fits into | go in to | into";
pub(crate) const BY: &str = "by";
pub(crate) const A_BEFORE_MONEY: &str = "a an my the our your";

/// "to the third power".
pub(crate) const TO_THE: &str = "to the | raised to the";
pub(crate) const RAISED: &str = "raised";
pub(crate) const POWER: &str = "power";
pub(crate) const CHOOSE: &str = "choose";

/// The sign of a percentage, in words.
pub(crate) const PERCENT: &str = "percent | per cent | percents | percentage | percentages | pct";
pub(crate) const PER: &str = "per";
pub(crate) const DOZENS: &str = "dozen dozens";
pub(crate) const A: &str = "a an";

/// Names that the calculator has a value for.
pub(crate) const CONSTANTS: &str = "pi π e tau phi";

/// Words of a sum of several numbers that is none of a range.
pub(crate) const NO_RANGE: &str = "addition adding";

/// The powers from zero on.
pub(crate) const POWERS: &str = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth";

/// A share that is named first, or said first, and what it is a share of.
pub(crate) const ON_OR_OFF: &str = "on | off | from | of";
pub(crate) const AT_A_RATE: &str = "at a rate of | at | of | with | if its | if it is | using";
pub(crate) const A_OR_AN: &str = "a | an";

/// A price with something taken off it, or put on it.
pub(crate) const MARKED_DOWN: &str =
    "marked down | that is | thats | on sale | discounted | when its | if its | reduced";
pub(crate) const WITH_OR_AFTER: &str = "with | at | after | by | for | minus | less";
pub(crate) const PUT_ON: &str = "tax | sales tax | vat | tip | added";
pub(crate) const TAKEN_OFF: &str = "off | discount | reduction";

/// "increase 200 by 10 percent", "reduce 80 by a quarter".
pub(crate) const RAISE: &str = "increase | raise | grow | mark up | increasing | raising";
pub(crate) const LOWER: &str = "decrease | reduce | lower | discount | cut | mark down | decreasing | reducing";
pub(crate) const THE_OR_A: &str = "the | a | an";
pub(crate) const SAVE: &str = "save with | save on | save at | save if its | save if it is | save | tip";
pub(crate) const SAVED_AT: &str = "at | with | if its | when its";
pub(crate) const OFF_OR_DISCOUNT: &str = "off | discount";
pub(crate) const DISCOUNT_OR_TIP: &str = "discount | tip";
pub(crate) const OFF_OF: &str = "off of | off | on | of | from";
pub(crate) const AN_AMOUNT: &str = "a bill of | a total of | a | an | the | my | our";
pub(crate) const ON_TOP: &str = "to | on | on to | on top of";

/// Words without which a sum speaks of no price.
pub(crate) const DEALS: &str = "off discount reduction tax vat tip added";

/// What follows a thing whose price is said: "a 90 dollar coat at".
pub(crate) const AFTER_A_THING: &str = "at with after if when thats that";

/// After it a step of its own begins.
pub(crate) const THEN: &str = "then";
