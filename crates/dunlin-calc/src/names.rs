//! The functions and constants there are. Nothing outside these tables can be called or named.

use Function as F;
use dunlin_base::edit_distance;

/// A mathematical constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    Pi,
    E,
    Tau,
    Phi,
}

/// A function of the whitelist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Sqrt,
    Cbrt,
    Root,
    Abs,
    Sign,
    Round,
    Floor,
    Ceil,
    Trunc,
    Min,
    Max,
    Sum,
    Average,
    /// The number halfway between two.
    Midpoint,
    Median,
    Gcd,
    Lcm,
    /// 1 for a prime number, 0 for any other.
    IsPrime,
    Factorial,
    Combinations,
    Permutations,
    Exp,
    Ln,
    Log,
    Log2,
    Sin,
    Cos,
    Tan,
    Sec,
    Csc,
    Cot,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Hypot,
    Degrees,
    Radians,
    Mod,
    Pow,
    /// `round 56 to nearest 10`.
    RoundTo,
}

/// How many arguments a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arity {
    pub(crate) least: u32,
    /// `u32::MAX` for as many as there are.
    pub(crate) most: u32,
}

impl Function {
    /// How many arguments it takes.
    pub(crate) fn arity(self) -> Arity {
        let (least, most) = match self {
            F::Min | F::Max | F::Sum | F::Average | F::Median | F::Gcd | F::Lcm | F::Hypot => (1, u32::MAX),
            F::Log | F::Round => (1, 2),
            F::Root | F::Midpoint | F::Combinations | F::Permutations | F::Atan2 | F::Mod | F::Pow | F::RoundTo => {
                (2, 2)
            }
            _ => (1, 1),
        };
        Arity { least, most }
    }

    /// Whether a quantity with a unit goes in and one with the same unit comes out.
    pub(crate) fn keeps_unit(self) -> bool {
        matches!(
            self,
            F::Abs
                | F::Round
                | F::Floor
                | F::Ceil
                | F::Trunc
                | F::Min
                | F::Max
                | F::Sum
                | F::Average
                | F::Midpoint
                | F::Median
                | F::Hypot
                | F::RoundTo
                | F::Mod
        )
    }

    /// The name it is printed with.
    pub(crate) fn name(self) -> &'static str {
        FUNCTIONS.iter().find(|(_, function)| *function == self).map_or("", |(name, _)| name)
    }
}

impl Constant {
    /// The name it is printed with.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Pi => "pi",
            Self::E => "e",
            Self::Tau => "tau",
            Self::Phi => "phi",
        }
    }
}

/// Every constant with its names.
const CONSTANTS: [(&str, Constant); 7] = [
    ("pi", Constant::Pi),
    ("e", Constant::E),
    ("tau", Constant::Tau),
    ("phi", Constant::Phi),
    ("π", Constant::Pi),
    ("τ", Constant::Tau),
    ("φ", Constant::Phi),
];

/// Every function with its names; the first name of each is the one it is printed with.
const FUNCTIONS: [(&str, Function); 78] = [
    ("sqrt", F::Sqrt),
    ("cbrt", F::Cbrt),
    ("root", F::Root),
    ("abs", F::Abs),
    ("sign", F::Sign),
    ("sgn", F::Sign),
    ("round", F::Round),
    ("floor", F::Floor),
    ("ceil", F::Ceil),
    ("ceiling", F::Ceil),
    ("trunc", F::Trunc),
    ("min", F::Min),
    ("max", F::Max),
    ("sum", F::Sum),
    ("avg", F::Average),
    ("average", F::Average),
    ("mean", F::Average),
    ("midpoint", F::Midpoint),
    ("halfway", F::Midpoint),
    ("median", F::Median),
    ("gcd", F::Gcd),
    ("lcm", F::Lcm),
    ("isprime", F::IsPrime),
    ("fact", F::Factorial),
    ("factorial", F::Factorial),
    ("fac", F::Factorial),
    ("nCr", F::Combinations),
    ("choose", F::Combinations),
    ("comb", F::Combinations),
    ("nPr", F::Permutations),
    ("perm", F::Permutations),
    ("exp", F::Exp),
    ("ln", F::Ln),
    ("log", F::Log),
    ("log10", F::Log),
    ("log2", F::Log2),
    ("sin", F::Sin),
    ("cos", F::Cos),
    ("tan", F::Tan),
    ("sec", F::Sec),
    ("csc", F::Csc),
    ("cot", F::Cot),
    ("asin", F::Asin),
    ("acos", F::Acos),
    ("atan", F::Atan),
    ("arcsin", F::Asin),
    ("arccos", F::Acos),
    ("arctan", F::Atan),
    ("atan2", F::Atan2),
    ("sinh", F::Sinh),
    ("cosh", F::Cosh),
    ("tanh", F::Tanh),
    ("asinh", F::Asinh),
    ("acosh", F::Acosh),
    ("atanh", F::Atanh),
    ("arcsinh", F::Asinh),
    ("arccosh", F::Acosh),
    ("arctanh", F::Atanh),
    ("arsinh", F::Asinh),
    ("arcosh", F::Acosh),
    ("artanh", F::Atanh),
    ("hypot", F::Hypot),
    ("deg", F::Degrees),
    ("degrees", F::Degrees),
    ("rad", F::Radians),
    ("radians", F::Radians),
    ("mod", F::Mod),
    ("pow", F::Pow),
    ("power", F::Pow),
    ("total", F::Sum),
    ("log_10", F::Log),
    ("log_2", F::Log2),
    ("roundto", F::RoundTo),
    ("nthroot", F::Root),
    ("combinations", F::Combinations),
    ("permutations", F::Permutations),
    ("fix", F::Trunc),
    ("int", F::Trunc),
];

/// The constant of that name, in any case.
pub(crate) fn constant(name: &str) -> Option<Constant> {
    CONSTANTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, constant)| *constant)
}

/// The function of that name, in any case.
pub(crate) fn function(name: &str) -> Option<Function> {
    FUNCTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, function)| *function)
}

/// Whether a word is a function or a constant.
pub(crate) fn is_name(word: &str) -> bool {
    constant(word).is_some() || function(word).is_some()
}

/// The known name nearest to `name`, when one is near.
pub(crate) fn nearest(name: &str) -> Option<&'static str> {
    const LONGEST: usize = 16;
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_ascii_lowercase();
    let allowed = if name.len() <= 3 { 1 } else { 2 };
    CONSTANTS
        .iter()
        .map(|(known, _)| *known)
        .chain(FUNCTIONS.iter().map(|(known, _)| *known))
        .filter(|known| known.len() > 1 && known.is_ascii())
        .map(|known| (edit_distance(name.as_bytes(), known.to_ascii_lowercase().as_bytes()), known))
        .filter(|(far, known)| *far <= allowed && *far + 1 < known.len())
        // Among equals, the one that only lacks or has letters at the end.
        .min_by_key(|(far, known)| (*far, !(name.starts_with(known) || known.starts_with(&name))))
        .map(|(_, known)| known)
}
