//! The stateless readers.

use dunlin::{DunlinError, Now};
use dunlin_base::nearest;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::border::{Crossing, encode, fail, unusable};

/// The date a text names, or null.
#[wasm_bindgen(js_name = parseDate)]
pub fn parse_date(text: &str, now: &str, others: &str) -> Crossing {
    check(others)?;
    Ok(encode(&dunlin::parse_date(text, moment(now)?).map_err(fail)?))
}

/// A line of quick add.
#[wasm_bindgen(js_name = parseQuickAdd)]
pub fn parse_quick_add(text: &str, now: &str, others: &str) -> Crossing {
    check(others)?;
    Ok(encode(&dunlin::parse_quick_add(text, moment(now)?).map_err(fail)?))
}

/// Refuses the options beside `now`, given as the text of the first one's name: reading records is more than this door needs.
fn check(other: &str) -> Crossing<()> {
    if other.is_empty() {
        return Ok(());
    }
    let hint = if nearest(other, ["now"]).is_some() { ", did you mean \"now\"" } else { "" };
    Err(unusable("the options", &format!("{other:?} is not known{hint}")))
}

fn moment(text: &str) -> Result<Now, JsValue> {
    Now::parse(text).ok_or_else(|| fail(DunlinError::bad_argument("now", text, "YYYY-MM-DDTHH:MM")))
}
