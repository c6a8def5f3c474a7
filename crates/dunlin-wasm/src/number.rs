//! How a calculated number crosses: few values, left in memory where `js/number.js` looks for them.
//!
//! A record as JSON text cost three times what plain sums cost to calculate. Most results need no text at all: JavaScript
//! writes the double as the calculator would.

use std::cell::{Cell, RefCell};

use dunlin::Number;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::border::encode;

/// What the first field of the head says.
const WHOLE: f64 = 0.0;
const DECIMAL: f64 = 1.0;
const EXACT: f64 = 2.0;
const ROUNDED: f64 = 3.0;
const FAILED: f64 = 4.0;

thread_local! {
    /// The kind; then for [`DECIMAL`] numerator and denominator, and for the kinds after it where the texts are, how many
    /// bytes they are, and how many UTF-16 units each has: text, display (0: the same), fraction (0: none), unit (0: none).
    static HEAD: [Cell<f64>; 7] = const { [const { Cell::new(0.0) }; 7] };
    static TEXTS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Where the head is, as seven doubles.
#[wasm_bindgen(js_name = numberHead)]
pub fn number_head() -> u32 {
    HEAD.with(|head| head.as_ptr() as usize as u32)
}

/// The value of an expression, NaN where no double comes near it; the head says the rest.
#[wasm_bindgen]
pub fn evaluate(text: &str) -> f64 {
    match dunlin::calculate(text) {
        Ok(number) => {
            match number.plain() {
                Some((_, 1)) => put([WHOLE, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
                Some((numer, denom)) => put([DECIMAL, numer as f64, denom as f64, 0.0, 0.0, 0.0, 0.0]),
                None => spell(&number),
            }
            number.double().unwrap_or(f64::NAN)
        }
        Err(error) => {
            put_texts(FAILED, &[encode(&error), String::new(), String::new(), String::new()]);
            f64::NAN
        }
    }
}

fn spell(number: &Number) {
    let (text, mut display) = (number.text(), number.display());
    if display == text {
        display.clear();
    }
    let unit = number.unit().unwrap_or_default().to_owned();
    let kind = if number.exact() { EXACT } else { ROUNDED };
    put_texts(kind, &[text, display, number.fraction().unwrap_or_default(), unit]);
}

fn put_texts(kind: f64, texts: &[String; 4]) {
    let [text, display, fraction, unit] = texts.each_ref().map(|text| units(text));
    TEXTS.with_borrow_mut(|all| {
        all.clear();
        for text in texts {
            all.push_str(text);
        }
        put([kind, all.as_ptr() as usize as f64, all.len() as f64, text, display, fraction, unit]);
    });
}

fn units(text: &str) -> f64 {
    let units = if text.is_ascii() { text.len() } else { text.encode_utf16().count() };
    units as f64
}

fn put(fields: [f64; 7]) {
    HEAD.with(|head| head.iter().zip(fields).for_each(|(cell, field)| cell.set(field)));
}
