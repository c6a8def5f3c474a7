//! Random bits from `crypto.getRandomValues`, or from `Math.random` where there is no `crypto`.

use std::cell::RefCell;

use dunlin_base::Random;
use js_sys::{Function, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

/// How many bytes are asked for at a time: a call into JavaScript costs more than the bytes do.
const POOL: usize = 512;

/// Random bits of the best source there is.
#[derive(Debug)]
pub struct CryptoRandom {
    source: Option<(JsValue, Function)>,
    pool: RefCell<Vec<u8>>,
}

impl Default for CryptoRandom {
    fn default() -> Self {
        Self::new()
    }
}

impl CryptoRandom {
    /// Looks for `crypto.getRandomValues` and tries it once.
    pub fn new() -> Self {
        let mut made = Self { source: find(), pool: RefCell::default() };
        if !made.refill() {
            made.source = None;
        }
        made
    }

    /// Whether the bits come from `crypto` and not from `Math.random`.
    pub fn is_strong(&self) -> bool {
        self.source.is_some()
    }

    fn refill(&self) -> bool {
        let Some((crypto, get_random_values)) = &self.source else { return false };
        let bytes = Uint8Array::new_with_length(POOL as u32);
        let filled = get_random_values.call1(crypto, &bytes).is_ok();
        if filled {
            *self.pool.borrow_mut() = bytes.to_vec();
        }
        filled
    }

    fn weak() -> u64 {
        // `Math.random` gives 52 good bits at most; two draws of 32 make 64.
        let half = || (js_sys::Math::random() * 4_294_967_296.0) as u64;
        half() << 32 | half()
    }
}

impl Random for CryptoRandom {
    fn next_u64(&self) -> u64 {
        if self.pool.borrow().len() < 8 && !self.refill() {
            return Self::weak();
        }
        let mut pool = self.pool.borrow_mut();
        let rest = pool.len().saturating_sub(8);
        pool.split_off(rest).into_iter().fold(0, |bits, byte| bits << 8 | u64::from(byte))
    }
}

fn find() -> Option<(JsValue, Function)> {
    let crypto = Reflect::get(&js_sys::global(), &JsValue::from_str("crypto")).ok()?;
    let function = Reflect::get(&crypto, &JsValue::from_str("getRandomValues")).ok()?.dyn_into().ok()?;
    Some((crypto, function))
}
