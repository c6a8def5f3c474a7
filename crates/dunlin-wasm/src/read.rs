//! The stateless readers.

use dunlin::Now;
use dunlin_base::{Clock, nearest};
use dunlin_browser::DateClock;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::border::{Crossing, fail, give, unusable};

/// The date a text names, or null; `now_ms` counts from 1970.
#[wasm_bindgen(js_name = parseDate)]
pub fn parse_date(text: &str, now_ms: f64, others: &str) -> Crossing<JsValue> {
    check(others)?;
    give(&dunlin::parse_date(text, moment(now_ms)).map_err(fail)?)
}

/// A line of quick add.
#[wasm_bindgen(js_name = parseQuickAdd)]
pub fn parse_quick_add(text: &str, now_ms: f64, others: &str) -> Crossing<JsValue> {
    check(others)?;
    give(&dunlin::parse_quick_add(text, moment(now_ms)).map_err(fail)?)
}

/// Refuses the options beside `now`, given as the text of the first one's name: reading records is more than this door needs.
fn check(other: &str) -> Crossing<()> {
    if other.is_empty() {
        return Ok(());
    }
    let hint = if nearest(other, ["now"]).is_some() { ", did you mean \"now\"" } else { "" };
    Err(unusable("the options", &format!("{other:?} is not known{hint}")))
}

/// The moment in the zone of the host.
fn moment(now_ms: f64) -> Now {
    let clock = DateClock::default();
    Now::at(now_ms as i64, &|at_ms| clock.utc_offset_minutes(at_ms))
}
