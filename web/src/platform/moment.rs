//! Moments as this device's people write them.

use js_sys::Date;
use wasm_bindgen::JsValue;

/// A moment, in milliseconds since 1970, as local time: `14:05` today, `2026-11-20 14:05` on other days.
pub(crate) fn clock_time_ms(ms: f64) -> String {
    let date = Date::new(&JsValue::from_f64(ms));
    let time = format!("{:02}:{:02}", date.get_hours(), date.get_minutes());
    let day = day(&date);
    if day == today() { time } else { format!("{day} {time}") }
}

/// The local day: `2026-11-21`.
pub(crate) fn today() -> String {
    day(&Date::new_0())
}

fn day(date: &Date) -> String {
    format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}
