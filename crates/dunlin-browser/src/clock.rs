//! JavaScript's `Date` as a clock.

use dunlin_base::Clock;
use js_sys::{Date, Function, Reflect};
use std::cell::Cell;
use wasm_bindgen::{JsCast, JsValue};

/// Tells the time by `Date`, and the local offset by its time zone.
#[derive(Debug, Default)]
pub struct DateClock {
    /// The last offset asked for, by quarter of an hour: offsets change on no finer border, and making a `Date` is slow.
    last: Cell<Option<(i64, i32)>>,
}

const QUARTER_MS: i64 = 15 * 60 * 1000;

impl Clock for DateClock {
    fn now_ms(&self) -> i64 {
        Date::now() as i64
    }

    fn monotonic_ms(&self) -> u64 {
        // Pages, workers and Node all have `performance`; a clock that can be set is better than none.
        performance_now().map_or_else(|| Date::now() as u64, |ms| ms as u64)
    }

    fn utc_offset_minutes(&self, at_ms: i64) -> i32 {
        let quarter = at_ms.div_euclid(QUARTER_MS);
        if let Some((of, offset)) = self.last.get()
            && of == quarter
        {
            return offset;
        }
        let minutes = Date::new(&JsValue::from_f64(at_ms as f64)).get_timezone_offset();
        // A moment that `Date` cannot hold has no offset (NaN); UTC is the harmless answer.
        let offset = if minutes.is_finite() { -minutes as i32 } else { 0 };
        self.last.set(Some((quarter, offset)));
        offset
    }
}

fn performance_now() -> Option<f64> {
    let performance = Reflect::get(&js_sys::global(), &JsValue::from_str("performance")).ok()?;
    let now: Function = Reflect::get(&performance, &JsValue::from_str("now")).ok()?.dyn_into().ok()?;
    now.call0(&performance).ok()?.as_f64()
}
