//! The class behind a call of a tool.

use dunlin::AbortSignal;
use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;

/// A call of a tool.
#[wasm_bindgen]
pub struct RawCall {
    signal: AbortSignal,
    settled: Promise,
}

impl RawCall {
    pub(crate) fn new(signal: AbortSignal, settled: Promise) -> Self {
        Self { signal, settled }
    }
}

#[wasm_bindgen]
impl RawCall {
    /// The promise of its result as JSON text; it does not reject.
    pub fn settled(&self) -> Promise {
        self.settled.clone()
    }

    /// Tells the tool that its result is no longer wanted.
    pub fn abort(&self) {
        self.signal.abort();
    }
}
