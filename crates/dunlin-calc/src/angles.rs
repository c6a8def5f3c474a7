//! Trigonometric functions: exact at the angles where they are rational, [`Real`](crate::real::Real) elsewhere.

use crate::error::CalcError;
use crate::exact::Exact;
use crate::names::{Function, Function as F};
use crate::number::{Number, Outcome, Work};
use crate::real::Real;

/// Sine, cosine, tangent and their reciprocals.
pub(crate) fn direct(function: Function, x: &Number, work: &mut Work) -> Outcome {
    const SIN: i64 = 0;
    const COS: i64 = 1;
    let (top, bottom) = match function {
        F::Sin => return sine(x, SIN, work),
        F::Cos => return sine(x, COS, work),
        F::Tan => (sine(x, SIN, work)?, sine(x, COS, work)?),
        F::Sec => (Number::ONE, sine(x, COS, work)?),
        F::Csc => (Number::ONE, sine(x, SIN, work)?),
        _ => (sine(x, COS, work)?, sine(x, SIN, work)?),
    };
    quotient(function, &top, &bottom, work)
}

fn quotient(function: Function, top: &Number, bottom: &Number, work: &mut Work) -> Outcome {
    if bottom.is_zero() {
        return Err(CalcError::domain(format!("{} is not defined at this angle", function.name())).into());
    }
    if top.abs() == bottom.abs() {
        return Ok(Number::int(if top.is_negative() == bottom.is_negative() { 1 } else { -1 }));
    }
    top.div(bottom, work)
}

/// The sine of x and that many quarter turns; one of them makes it the cosine of x.
fn sine(x: &Number, quarters: i64, work: &mut Work) -> Outcome {
    let times = match x {
        Number::Exact(zero) if zero.is_zero() => return Ok(Number::int(quarters)),
        Number::Pi(times) => times,
        _ => {
            work.pay_function(1)?;
            let sine = x.real(work).sine(quarters)?;
            return work.settle(sine);
        }
    };
    // A multiple of π: exactly reduced to a turn, so that no digit is lost however large it is.
    let turn = times
        .add(&Exact::ratio(quarters, 2).unwrap_or(Exact::ZERO), &mut work.meter)?
        .rem_floor(&Exact::int(2), &mut work.meter)?;
    if let Some(sine) = rational_sine(&turn) {
        return Ok(Number::Exact(sine));
    }
    work.pay_function(1)?;
    let sine = if is_eighth(&turn) {
        // The odd eighths of a turn: all are √½ but for the sign, to the last bit, so that tan is exactly 1 or −1 there.
        let root = Real::from_exact(&Exact::Small(1, 2), work.n).sqrt();
        if turn.compare(&Exact::ONE).is_gt() { root.neg() } else { root }
    } else {
        Number::Pi(turn).real(work).sine(0)?
    };
    work.settle(sine)
}

/// The sine of that many half turns, where it is rational: 0, ±1/2 and ±1.
fn rational_sine(turns: &Exact) -> Option<Exact> {
    let Exact::Small(n, d) = turns else { return None };
    if 6 % d != 0 {
        return None;
    }
    Some(match (n * (6 / d)).rem_euclid(12) {
        0 | 6 => Exact::ZERO,
        1 | 5 => Exact::Small(1, 2),
        3 => Exact::ONE,
        7 | 11 => Exact::Small(-1, 2),
        9 => Exact::int(-1),
        _ => return None,
    })
}

/// Whether it is an odd number of quarters of a half turn.
fn is_eighth(turns: &Exact) -> bool {
    matches!(turns, Exact::Small(_, 4))
}

/// Arc sine, arc cosine and arc tangent; the answers that are multiples of π stay exact.
pub(crate) fn inverse(function: Function, x: &Number, work: &mut Work) -> Outcome {
    if let Number::Exact(Exact::Small(n, d)) = x {
        let sixths = match (function, n, d) {
            (F::Asin | F::Atan, 0, _) | (F::Acos, 1, 1) => Some(Exact::ZERO),
            (F::Asin, 1, 2) => Exact::ratio(1, 6),
            (F::Asin, -1, 2) => Exact::ratio(-1, 6),
            (F::Asin, 1, 1) | (F::Acos, 0, _) => Exact::ratio(1, 2),
            (F::Asin, -1, 1) => Exact::ratio(-1, 2),
            (F::Acos, 1, 2) => Exact::ratio(1, 3),
            (F::Acos, -1, 2) => Exact::ratio(2, 3),
            (F::Acos, -1, 1) => Some(Exact::ONE),
            (F::Atan, 1, 1) => Exact::ratio(1, 4),
            (F::Atan, -1, 1) => Exact::ratio(-1, 4),
            _ => None,
        };
        if let Some(times) = sixths {
            return Ok(Number::pi(times));
        }
    }
    work.pay_function(2)?;
    if function == F::Atan {
        let angle = x.real(work).atan()?;
        return work.settle(angle);
    }
    let (under, over) = (Number::ONE.sub(x, work)?, Number::ONE.add(x, work)?);
    if under.is_negative() || over.is_negative() {
        return Err(CalcError::domain(format!("{} is defined from -1 to 1", function.name())).into());
    }
    let (under, over) = (under.real(work), over.real(work));
    let angle = if function == F::Asin { x.real(work).asin(&under, &over)? } else { Real::acos(&under, &over)? };
    work.settle(angle)
}

/// The angle of the point (x, y), from −π to π.
pub(crate) fn of_point(y: &Number, x: &Number, work: &mut Work) -> Outcome {
    let half_turn = Number::Pi(if y.is_negative() { Exact::int(-1) } else { Exact::ONE });
    if x.is_zero() {
        if y.is_zero() {
            return Err(CalcError::domain("atan2 is not defined at 0, 0").into());
        }
        return half_turn.div(&Number::int(2), work);
    }
    let angle = inverse(F::Atan, &y.div(x, work)?, work)?;
    if x.is_negative() { angle.add(&half_turn, work) } else { Ok(angle) }
}
