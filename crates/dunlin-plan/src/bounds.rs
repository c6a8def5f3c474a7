//! How large things may become. Sizes are bytes of JSON text.
//!
//! A plan of a few kilobytes can ask for any amount of memory: each step that takes a value twice from the step before
//! doubles it. So what references resolve to is measured while it is put together, and what exceeds a bound is an error of
//! the step with a code of its own. With these numbers a run holds at most [`MAX_RUN`] bytes of inputs and outputs beside
//! its plan, whatever its plan says and whatever its tools give.

use std::io;

use serde::Serialize;
use serde_json::Value;

/// The longest plan that is read from a text.
pub const MAX_PLAN_TEXT: usize = 4_000_000;

/// The largest plan that can be run.
pub const MAX_PLAN: usize = 1_000_000;

/// How deep an input or an output may be nested.
pub const MAX_DEPTH: usize = 64;

/// The largest input of one step, its references resolved.
pub const MAX_INPUT: usize = 1_000_000;

/// The largest output of one step, together with its metadata.
pub const MAX_OUTPUT: usize = 1_000_000;

/// All inputs and outputs of one run together.
pub const MAX_RUN: usize = 8_000_000;

/// The most items of a map.
pub const MAX_ITEMS: usize = 10_000;

/// The most steps that a run has within its own: those of all items of its maps.
pub const MAX_INNER_STEPS: usize = 50_000;

/// How much of a plan a run's record may say again for the items of its maps: what their bodies say, once for each item.
pub const MAX_REPEATED: usize = 32_000_000;

/// The longest message or hint of a tool's failure; a longer one is cut.
pub const MAX_MESSAGE: usize = 10_000;

/// The size of a value as JSON text, or nothing when it is larger than `most` or nested deeper than [`MAX_DEPTH`].
///
/// ```
/// use dunlin_plan::bounds::size;
/// assert_eq!(size(&serde_json::json!({"a": "é"}), 10), Some(10));
/// assert_eq!(size(&serde_json::json!("a longer text"), 10), None);
/// ```
pub fn size(value: &Value, most: usize) -> Option<usize> {
    let mut meter = Meter { left: most };
    // Writing goes as deep as the value does, so the depth is looked at first.
    let fits = !is_deeper(value, MAX_DEPTH) && serde_json::to_writer(&mut meter, value).is_ok();
    fits.then(|| most - meter.left)
}

/// Whether a record takes at most so many bytes of JSON text. What it holds must not be nested too deep.
pub fn is_within(record: &impl Serialize, most: usize) -> bool {
    serde_json::to_writer(&mut Meter { left: most }, record).is_ok()
}

/// Whether a value is nested deeper than so many levels.
pub fn is_deeper(value: &Value, levels: usize) -> bool {
    let Some(left) = levels.checked_sub(1) else { return true };
    match value {
        Value::Array(items) => items.iter().any(|item| is_deeper(item, left)),
        Value::Object(map) => map.values().any(|item| is_deeper(item, left)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Counts what is written, and refuses what is too much.
struct Meter {
    left: usize,
}

impl io::Write for Meter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    /// All at once, without the loop over parts that stands here otherwise.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.left = self.left.checked_sub(bytes.len()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A text cut to a length in bytes, on a character's border, with a sign that it was.
pub fn cut(mut text: String, most: usize) -> String {
    if text.len() > most {
        let end = (0..=most).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
        text.push('…');
    }
    text
}
