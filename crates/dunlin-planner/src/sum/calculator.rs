//! The calculator this crate leans on, behind the two questions that are asked of it.

/// Whether a text is a whole expression of the calculator.
pub(crate) fn is_expression(text: &str) -> bool {
    dunlin_calc::is_expression(text)
}

/// The value of an expression, short; none when it has none.
pub(crate) fn preview(text: &str) -> Option<String> {
    dunlin_calc::evaluate(text).ok().map(|value| value.display())
}
