//! The day as this device has it.

use js_sys::Date;

/// The local day: `2026-11-21`.
pub(crate) fn today() -> String {
    let date = Date::new_0();
    format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}
