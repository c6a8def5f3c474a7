//! The units there are: their names, what they measure, and their exact size in basic units.
//!
//! Knows no values; conversion is in `quantity`. There are no currencies, because their rates would need a server.

use crate::exact::Exact;
use crate::number::{Number, Outcome, Work};

/// Powers of length, mass, time, temperature and data.
pub(crate) type Dimension = [i8; 5];

const NONE: Dimension = [0, 0, 0, 0, 0];
const LENGTH: Dimension = [1, 0, 0, 0, 0];
const AREA: Dimension = [2, 0, 0, 0, 0];
const VOLUME: Dimension = [3, 0, 0, 0, 0];
const MASS: Dimension = [0, 1, 0, 0, 0];
const TIME: Dimension = [0, 0, 1, 0, 0];
const SPEED: Dimension = [1, 0, -1, 0, 0];
const TEMPERATURE: Dimension = [0, 0, 0, 1, 0];
const DATA: Dimension = [0, 0, 0, 0, 1];
const FREQUENCY: Dimension = [0, 0, -1, 0, 0];
const FORCE: Dimension = [1, 1, -2, 0, 0];
const ENERGY: Dimension = [2, 1, -2, 0, 0];
const POWER: Dimension = [2, 1, -3, 0, 0];
const PRESSURE: Dimension = [-1, 1, -2, 0, 0];

/// Which prefixes go before a unit's names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prefixes {
    None,
    /// `km` and `kilometer`.
    Metric,
    /// Those from kilo up, and the binary ones: `MB`, `MiB`.
    Data,
}

/// A row of the table.
struct Unit {
    /// All names, the printed one first. Names of one to three letters are symbols and keep their case.
    names: &'static str,
    dimension: Dimension,
    /// The size in metres, kilograms, seconds, kelvins and bits.
    size: (i64, i64),
    prefixes: Prefixes,
}

const fn unit(names: &'static str, dimension: Dimension, size: (i64, i64)) -> Unit {
    Unit { names, dimension, size, prefixes: Prefixes::None }
}

const fn metric(names: &'static str, dimension: Dimension, size: (i64, i64)) -> Unit {
    Unit { names, dimension, size, prefixes: Prefixes::Metric }
}

/// The rows whose size is not all there is to them.
const CELSIUS: u8 = 0;
const FAHRENHEIT: u8 = 1;
const DEGREE: u8 = 2;
const PERCENT: u8 = 4;

const UNITS: [Unit; 75] = [
    unit("°C celsius centigrade degC C ℃", TEMPERATURE, (1, 1)),
    unit("°F fahrenheit degF F ℉", TEMPERATURE, (5, 9)),
    // Angles are numbers; the size of a degree is times π.
    unit("deg ° degree", NONE, (1, 180)),
    unit("rad radian", NONE, (1, 1)),
    // A percentage is a label of a result; in an expression the sign is an operator.
    unit("%", NONE, (1, 100)),
    unit("K kelvin", TEMPERATURE, (1, 1)),
    metric("m metre meter", LENGTH, (1, 1)),
    unit("in inch inches", LENGTH, (127, 5000)),
    unit("ft foot feet", LENGTH, (381, 1250)),
    unit("yd yard yds", LENGTH, (1143, 1250)),
    unit("mi mile", LENGTH, (201_168, 125)),
    unit("nmi", LENGTH, (1852, 1)),
    unit("ly lightyear", LENGTH, (9_460_730_472_580_800, 1)),
    unit("au", LENGTH, (149_597_870_700, 1)),
    metric("g gram gramme gm", MASS, (1, 1000)),
    unit("t tonne", MASS, (1000, 1)),
    unit("mcg", MASS, (1, 1_000_000_000)),
    unit("lb pound lbs", MASS, (45_359_237, 100_000_000)),
    unit("oz ounce", MASS, (45_359_237, 1_600_000_000)),
    unit("st stone", MASS, (635_029_318, 100_000_000)),
    unit("ton", MASS, (45_359_237, 50_000)),
    unit("kg kilo", MASS, (1, 1)),
    metric("s second sec", TIME, (1, 1)),
    unit("min minute mins", TIME, (60, 1)),
    unit("h hour hr hrs", TIME, (3600, 1)),
    unit("d day", TIME, (86_400, 1)),
    unit("wk week wks", TIME, (604_800, 1)),
    unit("fortnight", TIME, (1_209_600, 1)),
    unit("mo month", TIME, (2_629_746, 1)),
    unit("yr year yrs", TIME, (31_556_952, 1)),
    unit("decade", TIME, (315_569_520, 1)),
    unit("century centuries", TIME, (3_155_695_200, 1)),
    metric("L l litre liter ltr", VOLUME, (1, 1000)),
    unit("gal gallon", VOLUME, (473_176_473, 125_000_000_000)),
    unit("qt quart", VOLUME, (473_176_473, 500_000_000_000)),
    unit("pt pint", VOLUME, (473_176_473, 1_000_000_000_000)),
    unit("cup", VOLUME, (473_176_473, 2_000_000_000_000)),
    unit("floz fl_oz", VOLUME, (473_176_473, 16_000_000_000_000)),
    unit("tbsp tablespoon", VOLUME, (473_176_473, 32_000_000_000_000)),
    unit("tsp teaspoon", VOLUME, (157_725_491, 32_000_000_000_000)),
    unit("impgal", VOLUME, (454_609, 100_000_000)),
    unit("impqt", VOLUME, (454_609, 400_000_000)),
    unit("imppt", VOLUME, (454_609, 800_000_000)),
    unit("cc ccm", VOLUME, (1, 1_000_000)),
    unit("bbl barrel", VOLUME, (9_936_705_933, 62_500_000_000)),
    unit("ha hectare", AREA, (10_000, 1)),
    unit("acre", AREA, (316_160_658, 78_125)),
    unit("sqm", AREA, (1, 1)),
    unit("sqft", AREA, (145_161, 1_562_500)),
    unit("sqin", AREA, (16_129, 25_000_000)),
    unit("sqkm", AREA, (1_000_000, 1)),
    unit("sqmi", AREA, (40_468_564_224, 15_625)),
    unit("mph", SPEED, (1397, 3125)),
    unit("km/h kph kmh kmph", SPEED, (5, 18)),
    unit("kn knot kt kts", SPEED, (463, 900)),
    unit("fps", SPEED, (381, 1250)),
    unit("mps", SPEED, (1, 1)),
    Unit { names: "b bit", dimension: DATA, size: (1, 1), prefixes: Prefixes::Data },
    Unit { names: "B byte", dimension: DATA, size: (8, 1), prefixes: Prefixes::Data },
    unit("kB kb KB", DATA, (8000, 1)),
    unit("MB mb", DATA, (8_000_000, 1)),
    unit("GB gb", DATA, (8_000_000_000, 1)),
    unit("TB tb", DATA, (8_000_000_000_000, 1)),
    metric("Hz hertz", FREQUENCY, (1, 1)),
    metric("N newton", FORCE, (1, 1)),
    metric("J joule", ENERGY, (1, 1)),
    metric("cal calorie", ENERGY, (523, 125)),
    metric("Wh watthour", ENERGY, (3600, 1)),
    metric("W watt", POWER, (1, 1)),
    unit("hp horsepower", POWER, (37_284_993_579_113_511, 50_000_000_000_000)),
    metric("Pa pascal", PRESSURE, (1, 1)),
    metric("bar", PRESSURE, (100_000, 1)),
    unit("atm atmosphere", PRESSURE, (101_325, 1)),
    unit("psi", PRESSURE, (8_896_443_230_521, 1_290_320_000)),
    unit("mmHg", PRESSURE, (133_322_387_415, 1_000_000_000)),
];

/// A prefix: its short and long form, and the power of its base.
struct Prefix {
    short: &'static str,
    long: &'static str,
    base: i64,
    power: i64,
}

const fn prefix(short: &'static str, long: &'static str, base: i64, power: i64) -> Prefix {
    Prefix { short, long, base, power }
}

const PREFIXES: [Prefix; 20] = [
    prefix("", "", 1, 0),
    prefix("k", "kilo", 10, 3),
    prefix("M", "mega", 10, 6),
    prefix("G", "giga", 10, 9),
    prefix("T", "tera", 10, 12),
    prefix("P", "peta", 10, 15),
    prefix("E", "exa", 10, 18),
    prefix("Ki", "kibi", 1024, 1),
    prefix("Mi", "mebi", 1024, 2),
    prefix("Gi", "gibi", 1024, 3),
    prefix("Ti", "tebi", 1024, 4),
    prefix("h", "hecto", 10, 2),
    prefix("d", "deci", 10, -1),
    prefix("c", "centi", 10, -2),
    prefix("m", "milli", 10, -3),
    prefix("µ", "micro", 10, -6),
    prefix("u", "", 10, -6),
    prefix("μ", "", 10, -6),
    prefix("n", "nano", 10, -9),
    prefix("p", "pico", 10, -12),
];

/// A unit with its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnitRef {
    row: u8,
    prefix: u8,
}

/// A unit and its power, as they stand in a text: `m`, `m²`, `dm3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Factor {
    pub(crate) unit: UnitRef,
    pub(crate) power: i8,
}

impl UnitRef {
    fn row(self) -> &'static Unit {
        &UNITS[usize::from(self.row) % UNITS.len()]
    }

    fn prefix(self) -> &'static Prefix {
        &PREFIXES[usize::from(self.prefix) % PREFIXES.len()]
    }

    pub(crate) fn dimension(self) -> Dimension {
        self.row().dimension
    }

    /// Whether it is an angle, which is a plain number.
    pub(crate) fn is_angle(self) -> bool {
        self.dimension() == NONE
    }

    /// The seconds of a unit in which people say how long something takes, from seconds to weeks.
    pub(crate) fn clock_seconds(self) -> Option<i64> {
        const WEEK: i64 = 604_800;
        let unit = self.row();
        let whole = unit.dimension == TIME && unit.size.1 == 1 && unit.size.0 <= WEEK && self.prefix().base == 1;
        whole.then_some(unit.size.0)
    }

    /// How many basic units it is.
    pub(crate) fn size(self, work: &mut Work) -> Outcome {
        let (numer, denom) = self.row().size;
        let own = Exact::ratio(numer, denom).unwrap_or(Exact::ONE);
        if self.row == DEGREE {
            return Ok(Number::Pi(own));
        }
        let prefix = self.prefix();
        let times = Exact::int(prefix.base).pow(&Exact::int(prefix.power), &mut work.meter)?;
        Ok(Number::Exact(own.mul(&times, &mut work.meter)?))
    }

    /// What is added to a temperature of this scale to count from absolute zero.
    pub(crate) fn offset(self) -> Option<Exact> {
        match self.row {
            CELSIUS => Exact::ratio(27_315, 100),
            FAHRENHEIT => Exact::ratio(45_967, 100),
            _ => None,
        }
    }

    /// Words that are read as this unit wherever a unit may stand.
    pub(crate) fn spelled(self) -> (&'static str, &'static str) {
        let mut names = self.row().names.split(' ');
        let first = names.next().unwrap_or("");
        // `in` is also a word of conversion, and `km/h` two units.
        let name = if matches!(first, "in" | "km/h") { names.next().unwrap_or(first) } else { first };
        (self.prefix().short, name)
    }

    /// The symbol it is printed with.
    pub(crate) fn symbol(self) -> (&'static str, &'static str) {
        let name = self.row().names.split(' ').next().unwrap_or("");
        (self.prefix().short, name)
    }
}

/// Ounces taken for fluid ounces.
pub(crate) fn fluid(units: &[Factor]) -> Option<Vec<Factor>> {
    match units {
        [one] if one.power == 1 && one.unit.symbol() == ("", "oz") => lookup("floz").map(|fluid| vec![fluid]),
        _ => None,
    }
}

/// Whether a word is a unit.
pub(crate) fn is_unit(word: &str) -> bool {
    lookup(word).is_some()
}

/// The sign of degrees.
pub(crate) const fn degree() -> Factor {
    Factor { unit: UnitRef { row: DEGREE, prefix: 0 }, power: 1 }
}

/// The sign of percentages.
pub(crate) const fn percent() -> Factor {
    Factor { unit: UnitRef { row: PERCENT, prefix: 0 }, power: 1 }
}

/// The unit of that name, with the power that may be written right after it.
pub(crate) fn lookup(word: &str) -> Option<Factor> {
    if let Some(unit) = named(word) {
        return Some(Factor { unit, power: 1 });
    }
    let power = match word.as_bytes().last()? {
        b'2' => 2,
        b'3' => 3,
        _ => return None,
    };
    let unit = named(word.get(..word.len() - 1)?)?;
    (unit.dimension() == LENGTH || unit.dimension() == TIME).then_some(Factor { unit, power })
}

fn named(word: &str) -> Option<UnitRef> {
    const LONGEST: usize = 16;
    if word.len() > LONGEST {
        return None;
    }
    plain_name(word).or_else(|| prefixed(word))
}

/// A name without prefix: symbols in their case, longer names in any case and number.
fn plain_name(word: &str) -> Option<UnitRef> {
    let singular = word.strip_suffix('s').filter(|rest| rest.len() > 2);
    let found = UNITS.iter().position(|unit| {
        unit.names.split(' ').any(|name| {
            name == word
                || (name.len() > 2
                    && (name.eq_ignore_ascii_case(word) || singular.is_some_and(|s| name.eq_ignore_ascii_case(s))))
        })
    });
    found.and_then(|row| u8::try_from(row).ok()).map(|row| UnitRef { row, prefix: 0 })
}

fn prefixed(word: &str) -> Option<UnitRef> {
    for (at, prefix) in PREFIXES.iter().enumerate().skip(1) {
        for (spelling, long) in [(prefix.short, false), (prefix.long, true)] {
            let head = word
                .get(..spelling.len())
                .filter(|head| *head == spelling || (long && head.eq_ignore_ascii_case(spelling)));
            let Some(rest) = head.filter(|head| !head.is_empty()).and_then(|_| word.get(spelling.len()..)) else {
                continue;
            };
            let Some(unit) = plain_name(rest) else { continue };
            let names = unit.row().names;
            // Short prefixes go before symbols, long ones before words.
            let symbol = names.split(' ').any(|name| name == rest) && rest.len() <= 3;
            let fits = match unit.row().prefixes {
                Prefixes::None => false,
                Prefixes::Metric => prefix.base == 10,
                Prefixes::Data => prefix.power > 0 && prefix.short != "h",
            };
            if fits && symbol != long {
                return u8::try_from(at).ok().map(|prefix| UnitRef { prefix, ..unit });
            }
        }
    }
    None
}
