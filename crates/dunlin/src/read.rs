//! The stateless readers: text in, plain data out, nothing kept.

use crate::{Calculation, DunlinError};

/// Calculates an expression.
///
/// ```
/// let sum = dunlin::evaluate("0.1 + 0.2").unwrap();
/// assert_eq!((sum.text.as_str(), sum.value, sum.exact), ("0.3", Some(0.3), true));
/// assert_eq!(dunlin::evaluate("1 / 0").unwrap_err().code, "calc.divide-by-zero");
/// ```
pub fn evaluate(text: &str) -> Result<Calculation, DunlinError> {
    let value =
        dunlin_calc::evaluate(text).map_err(|error| DunlinError::from_diagnostic(error.to_diagnostic(), text))?;
    Ok(Calculation {
        text: value.text(),
        display: value.display(),
        fraction: value.fraction(),
        value: Some(value.value()).filter(|value| value.is_finite()),
        exact: value.exact(),
        unit: value.unit().map(str::to_owned),
    })
}
