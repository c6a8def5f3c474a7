//! The stateless readers.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::border::{Crossing, encode, fail};

/// An expression's value.
#[wasm_bindgen]
pub fn evaluate(text: &str) -> Crossing {
    encode(&dunlin::evaluate(text).map_err(|error| fail(&error))?)
}
