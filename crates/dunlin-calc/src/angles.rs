//! Trigonometric functions: exact at the angles where they are rational, [`Real`](crate::real::Real) elsewhere.

use crate::error::CalcError;
use crate::exact::Exact;
use crate::names::{Function, Function as F};
use crate::number::{FUNCTION_COST, Number, Outcome, Work};
use crate::real::Real;

/// Sine, cosine, tangent and their reciprocals.
pub(crate) fn direct(function: Function, x: &Number, work: &mut Work) -> Outcome {
    let (sin, cos) = sin_cos(x, work)?;
    match function {
        F::Sin => Ok(sin),
        F::Cos => Ok(cos),
        F::Tan => quotient(function, &sin, &cos, work),
        F::Sec => quotient(function, &Number::ONE, &cos, work),
        F::Csc => quotient(function, &Number::ONE, &sin, work),
        _ => quotient(function, &cos, &sin, work),
    }
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

fn sin_cos(x: &Number, work: &mut Work) -> Result<(Number, Number), crate::number::Stop> {
    let times = match x {
        Number::Exact(zero) if zero.is_zero() => return Ok((Number::ZERO, Number::ONE)),
        Number::Pi(times) => times,
        _ => {
            work.meter.charge(2 * FUNCTION_COST)?;
            let (sin, cos) = x.real(work).sin_cos()?;
            return Ok((work.settle(sin)?, work.settle(cos)?));
        }
    };
    // A multiple of π: exactly reduced to a turn, so that no digit is lost however large it is.
    let turn = times.rem_floor(&Exact::int(2), &mut work.meter)?;
    let quarter_on = turn.add(&Exact::Small(1, 2), &mut work.meter)?;
    let (sin, cos) = (rational_sine(&turn), rational_sine(&quarter_on));
    if let (Some(sin), Some(cos)) = (&sin, &cos) {
        return Ok((Number::Exact(sin.clone()), Number::Exact(cos.clone())));
    }
    work.meter.charge(2 * FUNCTION_COST)?;
    let (real_sin, real_cos) = if is_eighth(&turn) {
        // The odd eighths: both are √½ but for the sign, and equal to the last bit, so that tan is exactly ±1.
        let root = Real::from_exact(&Exact::Small(1, 2), work.n).sqrt();
        let negative_sin = turn.compare(&Exact::ONE).is_gt();
        let cos_side = turn.compare(&Exact::Small(1, 2)).is_gt() && turn.compare(&Exact::Small(3, 2)).is_lt();
        (if negative_sin { root.neg() } else { root.clone() }, if cos_side { root.neg() } else { root })
    } else {
        Number::Pi(turn).real(work).sin_cos()?
    };
    let sin = match sin {
        Some(exact) => Number::Exact(exact),
        None => work.settle(real_sin)?,
    };
    let cos = match cos {
        Some(exact) => Number::Exact(exact),
        None => work.settle(real_cos)?,
    };
    Ok((sin, cos))
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
    work.meter.charge(2 * FUNCTION_COST)?;
    if function == F::Atan {
        let angle = x.real(work).atan()?;
        return work.settle(angle);
    }
    let (under, over) = (Number::ONE.sub(x, work)?, Number::ONE.add(x, work)?);
    if under.is_negative() || over.is_negative() {
        return Err(CalcError::domain(format!("{} is defined from -1 to 1", function.name())).into());
    }
    let (sin, cos) = x.real(work).asin_acos(&under.real(work), &over.real(work))?;
    work.settle(if function == F::Asin { sin } else { cos })
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
