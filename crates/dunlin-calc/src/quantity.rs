//! Numbers with units: what adds to what, and conversion.
//!
//! The number is kept in the units that were typed, so that `5 km + 300 m` is in kilometres.

use crate::ast::BinaryOp;
use crate::error::{CalcError, CalcErrorKind};
use crate::exact::Exact;
use crate::number::{Number, Outcome, Stop, Work};
use crate::units::{self, Dimension, Factor};

/// A product of powers of units; empty for a plain number.
pub(crate) type Units = Vec<Factor>;

/// A number and its units.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quantity {
    pub(crate) number: Number,
    pub(crate) units: Units,
}

impl Quantity {
    pub(crate) const fn plain(number: Number) -> Self {
        Self { number, units: Vec::new() }
    }

    /// One of a unit. An angle is its plain number.
    pub(crate) fn one(factor: Factor, work: &mut Work) -> Result<Self, Stop> {
        if factor.unit.is_angle() {
            let size = factor.unit.size(work)?;
            return Ok(Self::plain(size.pow(&Number::int(i64::from(factor.power)), work)?));
        }
        Ok(Self { number: Number::ONE, units: vec![factor] })
    }

    /// The number, of which a function wants no unit.
    pub(crate) fn without_unit(&self, who: &str) -> Result<&Number, CalcError> {
        if self.units.is_empty() {
            return Ok(&self.number);
        }
        Err(unit_error(format!("{who} takes a number without a unit, found {}", label(&self.units))))
    }

    /// The same quantity in other units of the same dimension.
    pub(crate) fn convert(&self, to: &Units, work: &mut Work) -> Result<Self, Stop> {
        if self.units == *to {
            return Ok(self.clone());
        }
        if to.iter().all(|factor| factor.unit.is_angle()) && self.units.is_empty() && !to.is_empty() {
            let size = size_of(to, work)?;
            return Ok(Self { number: self.number.div(&size, work)?, units: to.clone() });
        }
        if dimension(&self.units) != dimension(to) {
            // "three cups in ounces" are fluid ounces; nothing else can be meant.
            if let Some(fluid) = units::fluid(to)
                && dimension(&self.units) == dimension(&fluid)
            {
                return self.convert(&fluid, work);
            }
            let from = if self.units.is_empty() { "a number without a unit".to_owned() } else { label(&self.units) };
            return Err(unit_error(format!("{from} cannot be given in {}", label(to))).into());
        }
        let (before, after) = (offset(&self.units), offset(to));
        let mut number = self.number.clone();
        if let Some(before) = before {
            number = number.add(&Number::Exact(before), work)?;
        }
        let ratio = size_of(&self.units, work)?.div(&size_of(to, work)?, work)?;
        number = number.mul(&ratio, work)?;
        if let Some(after) = after {
            number = number.sub(&Number::Exact(after), work)?;
        }
        Ok(Self { number, units: to.clone() })
    }

    /// This number in the units of another quantity it is added to or compared with.
    fn aligned(&self, other: &Self, work: &mut Work) -> Outcome {
        if self.units == other.units {
            return Ok(self.number.clone());
        }
        if dimension(&self.units) != dimension(&other.units) {
            let name =
                |units: &Units| if units.is_empty() { "a number without a unit".to_owned() } else { label(units) };
            let message = format!("{} and {} do not go together", name(&other.units), name(&self.units));
            return Err(unit_error(message).into());
        }
        if offset(&self.units).is_some() || offset(&other.units).is_some() {
            let error = unit_error("temperatures of different scales are not added".to_owned());
            return Err(error.with_hint("convert one of them first: (20 °C to °F) + 5 °F").into());
        }
        Ok(self.convert(&other.units, work)?.number)
    }

    /// The values of several quantities in the units of the first.
    pub(crate) fn all_aligned(all: &[Self], work: &mut Work) -> Result<Vec<Number>, Stop> {
        let Some(first) = all.first() else { return Ok(Vec::new()) };
        all.iter().map(|one| one.aligned(first, work)).collect()
    }

    /// An operator with at least one side that has a unit.
    pub(crate) fn binary(op: BinaryOp, left: &Self, right: &Self, work: &mut Work) -> Result<Self, Stop> {
        let keep = |number| Self { number, units: left.units.clone() };
        Ok(match op {
            BinaryOp::Add => keep(left.number.add(&right.aligned(left, work)?, work)?),
            BinaryOp::Sub => keep(left.number.sub(&right.aligned(left, work)?, work)?),
            BinaryOp::Mul | BinaryOp::Of => Self::product(left, right, 1, work)?,
            BinaryOp::Div => Self::product(left, right, -1, work)?,
            BinaryOp::FloorDiv => {
                let quotient = Self::product(left, right, -1, work)?;
                Self { number: Number::Exact(quotient.number.floor(work)?), units: quotient.units }
            }
            BinaryOp::Rem => keep(left.number.remainder(&right.aligned(left, work)?, false, work)?),
            BinaryOp::Mod => keep(left.number.remainder(&right.aligned(left, work)?, true, work)?),
            BinaryOp::AddPercent => {
                keep(left.number.mul(&Number::ONE.add(right.without_unit("a percentage")?, work)?, work)?)
            }
            BinaryOp::SubPercent => {
                keep(left.number.mul(&Number::ONE.sub(right.without_unit("a percentage")?, work)?, work)?)
            }
            BinaryOp::On => Self::binary(BinaryOp::AddPercent, right, left, work)?,
            BinaryOp::Off => Self::binary(BinaryOp::SubPercent, right, left, work)?,
            BinaryOp::Pow => left.power(right.without_unit("an exponent")?, work)?,
        })
    }

    /// The power of a quantity, where every power of its units stays an integer.
    pub(crate) fn power(&self, exponent: &Number, work: &mut Work) -> Result<Self, Stop> {
        let Number::Exact(Exact::Small(numer, denom)) = exponent else {
            return Err(unit_error("a quantity with a unit has no power with this exponent".to_owned()).into());
        };
        let mut units = Units::with_capacity(self.units.len());
        for factor in &self.units {
            let power = i64::from(factor.power).checked_mul(*numer).filter(|power| power % denom == 0);
            let power = power.and_then(|power| i8::try_from(power / denom).ok());
            let power = power.ok_or_else(|| unit_error(format!("{} has no such power or root", label(&self.units))))?;
            if power != 0 {
                units.push(Factor { power, ..*factor });
            }
        }
        Ok(Self { number: self.number.pow(exponent, work)?, units })
    }

    /// The product with `right` to the power of `sign`; units of one dimension are made one.
    fn product(left: &Self, right: &Self, sign: i8, work: &mut Work) -> Result<Self, Stop> {
        let mut number = left.number.clone();
        let mut units = left.units.clone();
        let mut other = right.number.clone();
        for factor in &right.units {
            let known = units.iter().position(|have| have.unit.dimension() == factor.unit.dimension());
            let Some(known) = known else {
                units.push(Factor { power: factor.power.saturating_mul(sign), ..*factor });
                continue;
            };
            if units[known].unit != factor.unit {
                let ratio = factor.unit.size(work)?.div(&units[known].unit.size(work)?, work)?;
                other = other.mul(&ratio.pow(&Number::int(i64::from(factor.power)), work)?, work)?;
            }
            units[known].power = units[known].power.saturating_add(factor.power.saturating_mul(sign));
        }
        units.retain(|factor| factor.power != 0);
        number = if sign > 0 { number.mul(&other, work)? } else { number.div(&other, work)? };
        // What cancels without being the same unit (L against m³) is a plain number.
        if !units.is_empty() && dimension(&units) == Dimension::default() {
            number = number.mul(&size_of(&units, work)?, work)?;
            units.clear();
        }
        Ok(Self { number, units })
    }
}

#[cold]
pub(crate) fn unit_error(message: String) -> CalcError {
    CalcError::new(CalcErrorKind::Unit, message)
}

fn dimension(units: &Units) -> Dimension {
    let mut sum = Dimension::default();
    for factor in units {
        for (total, own) in sum.iter_mut().zip(factor.unit.dimension()) {
            *total = total.saturating_add(own.saturating_mul(factor.power));
        }
    }
    sum
}

/// How many basic units one of these is.
fn size_of(units: &Units, work: &mut Work) -> Outcome {
    let mut size = Number::ONE;
    for factor in units {
        size = size.mul(&factor.unit.size(work)?.pow(&Number::int(i64::from(factor.power)), work)?, work)?;
    }
    Ok(size)
}

/// What a temperature alone is counted from.
fn offset(units: &Units) -> Option<Exact> {
    match units.as_slice() {
        [Factor { unit, power: 1 }] => unit.offset(),
        _ => None,
    }
}

/// The units as they are printed: `km/h`, `m²`, `kg·m/s²`.
pub(crate) fn label(units: &Units) -> String {
    let mut out = String::new();
    let mut below = String::new();
    for factor in units {
        let part = if factor.power > 0 { &mut out } else { &mut below };
        if factor.power > 0 {
            if !part.is_empty() {
                part.push('·');
            }
        } else {
            part.push('/');
        }
        let (prefix, name) = factor.unit.symbol();
        part.push_str(prefix);
        part.push_str(name);
        match factor.power.unsigned_abs() {
            1 => {}
            2 => part.push('²'),
            3 => part.push('³'),
            more => {
                part.push('^');
                part.push_str(&more.to_string());
            }
        }
    }
    if out.is_empty() && !below.is_empty() {
        out.push('1');
    }
    out + &below
}
