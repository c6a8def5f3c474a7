//! JavaScript's `Date` as a clock.

use dunlin_base::Clock;
use js_sys::{Array, Date, Function, Object, Reflect};
use std::cell::Cell;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// Called for every event of a run, so not looked up anew by its name.
    #[wasm_bindgen(js_namespace = performance, js_name = now, catch)]
    fn performance_now() -> Result<f64, JsValue>;
}

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
        performance_now().unwrap_or_else(|_| Date::now()) as u64
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

    fn zone_offset_minutes(&self, zone: &str, at_ms: i64) -> Option<i32> {
        zone_offset(zone, at_ms)
    }
}

/// What `Intl` says of a zone; none when it does not know it, or does not write offsets out.
fn zone_offset(zone: &str, at_ms: i64) -> Option<i32> {
    let get = |of: &JsValue, name: &str| Reflect::get(of, &JsValue::from_str(name)).ok();
    let intl = get(&js_sys::global(), "Intl")?;
    let constructor: Function = get(&intl, "DateTimeFormat")?.dyn_into().ok()?;
    let options = Object::new();
    for (name, value) in [("timeZone", zone), ("timeZoneName", "longOffset")] {
        Reflect::set(&options, &JsValue::from_str(name), &JsValue::from_str(value)).ok()?;
    }
    // Called through `Reflect`, for an unknown zone throws.
    let format = Reflect::construct(&constructor, &Array::of2(&JsValue::from_str("en-US"), &options)).ok()?;
    let write: Function = get(&format, "format")?.dyn_into().ok()?;
    let date = Date::new(&JsValue::from_f64(at_ms as f64));
    let said = write.call1(&format, &date).ok()?.as_string()?;
    // "11/25/2026, GMT+09:00"; at UTC nothing follows.
    let (_, offset) = said.rsplit_once("GMT")?;
    let Some((hours, minutes)) = offset.trim().split_once(':') else { return offset.trim().is_empty().then_some(0) };
    let (hours, minutes): (i32, i32) = (hours.replace('−', "-").parse().ok()?, minutes.get(..2)?.parse().ok()?);
    Some(hours * 60 + if offset.trim().starts_with(['-', '−']) { -minutes } else { minutes })
}
