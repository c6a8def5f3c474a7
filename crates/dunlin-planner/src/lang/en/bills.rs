//! Words of bills that are told: amounts, and so many at a price, joined by what adds them, takes them off or shares them.

/// What adds the next amount, and what takes it off.
pub(crate) const ADDS: &str = "plus + with";
pub(crate) const TAKES_OFF: &str = "minus less -";
/// What joins amounts and leaves to the question what is done with them.
pub(crate) const JOINS: &str = ", ; and n & then";
/// What stands between so many and how often each of them is taken.
pub(crate) const TIMES: &str = "x × *";
/// What stands between the name of an amount and the amount: "stall was £45".
pub(crate) const IS: &str = "is was are were cost costs came comes to at";
/// What says that a price is that of each, and what each of them is called by: "a walk".
pub(crate) const EACH: &str = "each apiece";
pub(crate) const ONE: &str = "a an per";
pub(crate) const MONEY: &str = "£ $ €";
/// What is said of a share that is taken off, and of one that comes on top.
pub(crate) const OFF: &str = "off discount";
pub(crate) const ON_TOP: &str = "vat tax gst tip gratuity service charge fee commission";
/// What shares all that stands before it, and what may stand between that and into how many parts.
pub(crate) const SHARES: &str = "split divided shared between among";
pub(crate) const INTO_PARTS: &str = "by between among into in";
/// What may stand behind the number of parts.
pub(crate) const PARTS: &str = "ways of us people friends mates";
/// What asks for the sum.
pub(crate) const ASKS: &str = "what whats how hows total altogether sum combined together all =";
/// Those of them that ask before the first amount.
pub(crate) const ASKS_FIRST: &str = "what whats how hows total sum";
/// What calls out instead: "what a game".
pub(crate) const CALLS_OUT: (&str, &str) = ("what", "a");
/// What asks for all of several amounts that only stand beside each other.
pub(crate) const TOTALS: &str = "total | altogether | in all | all in | together | combined | sum | come to | comes to | is that | thats | that | is it | add up to | owe | spent | spend | made";
/// What asks for the average of several amounts instead.
pub(crate) const AVERAGES: &str = "average mean";
/// The calculator's name for it.
pub(crate) const AVERAGE: &str = "avg";
/// What asks for what is left of the first amount.
pub(crate) const LEFT: &str = "left | left over | remains | remain | remaining | profit | do i keep | over";
/// What a question about a bill is put with beside what asks. Other words are what is asked about: "how many seats is that".
pub(crate) const SMALL: &str = ". , ; ? ! ( ) – - much many is that this it they them does do did will would should come comes came to in all the a my our i we us me \
    be of for up when added make makes average mean total altogether please pls thanks cheers then so and am are out have has got now";
/// What a bill is not asked for: it is shared, compared or spread over time in other ways.
pub(crate) const NOT_ASKED: &str = "% percent percentage each per apiece median long far fast often old high tall where who why which list todo todos task tasks \
    remind reminder not no if unless until more than half double twice change difference cheaper dearer better worth pm hour hours minute minutes day days week weeks month months year years";
/// What stands right before a number that is no amount of a bill.
pub(crate) const NO_AMOUNT_BEHIND: &str =
    "at @ by in from to per until till # before after room flat bus platform page chapter step version";
/// Words that no name of an amount has in it.
pub(crate) const NO_NAME: &str = "plus minus less and n with at x of is was are were what whats how hows total altogether split divided shared between among then so per each apiece a an the my our for on to from by mpg mph kmh kph";
