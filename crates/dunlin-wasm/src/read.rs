//! The stateless readers.

use dunlin::{DunlinError, Now};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::{
    border::{Crossing, encode, fail},
    options::{Reading, check},
};

/// The date a text names, or null.
#[wasm_bindgen(js_name = parseDate)]
pub fn parse_date(text: &str, now: &str, options: &str) -> Crossing {
    check::<Reading>(options)?;
    Ok(encode(&dunlin::parse_date(text, moment(now)?).map_err(fail)?))
}

/// A line of quick add.
#[wasm_bindgen(js_name = parseQuickAdd)]
pub fn parse_quick_add(text: &str, now: &str, options: &str) -> Crossing {
    check::<Reading>(options)?;
    Ok(encode(&dunlin::parse_quick_add(text, moment(now)?).map_err(fail)?))
}

fn moment(text: &str) -> Result<Now, JsValue> {
    Now::parse(text).ok_or_else(|| fail(DunlinError::bad_argument("now", text, "YYYY-MM-DDTHH:MM")))
}
