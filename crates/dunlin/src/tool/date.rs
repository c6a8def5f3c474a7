//! The tool `dates`: days counted, moved and written out, and the time in a zone. It is given days as `YYYY-MM-DD`, and asks the
//! clock only how far it is ahead of UTC here, or in a zone.

use std::{future::ready, rc::Rc};

use dunlin_base::{Clock, LocalFuture, ms_of_iso};
use dunlin_date::{DayUnit, Now, count_between, day_in_words, is_leap_year, postpone, week_of_year};
use dunlin_plan::{Annotations, ToolSpec};
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde_json::{Value, json};

/// The name plans call it by.
pub(crate) const NAME: &str = "dates";

/// Counts and moves days; keeps nothing.
pub(crate) struct Dates {
    spec: ToolSpec,
    clock: Rc<dyn Clock>,
}

impl Dates {
    pub(crate) fn new(clock: Rc<dyn Clock>) -> Self {
        let day = |what: &str| json!({"type": "string", "maxLength": 40, "description": format!("{what}, YYYY-MM-DD")});
        let spec = ToolSpec {
            name: NAME.to_owned(),
            description: "Counts the days between two dates, moves a date, says which day or week a date is, whether a year is a leap year, and what time it is here or in a zone".to_owned(),
            input_schema: json!({
                "type": "object",
                "properties": {
                    "action": {"type": "string", "enum": ["between", "shift", "day", "week", "leap_year", "time"]},
                    "from": day("the first day"),
                    "to": day("the last day, for between"),
                    "unit": {"type": "string", "enum": ["days", "weekdays", "weeks", "months", "years", "hours", "minutes", "time"],
                        "description": "for between; hours, minutes and time (days, hours and minutes) also heed the time of moments written YYYY-MM-DDTHH:MM"},
                    "by": {"type": "string", "maxLength": 100,
                        "description": "for shift: \"3 weeks\", \"-2 days\", \"90 minutes\"; from may be a moment then, YYYY-MM-DDTHH:MM"},
                    "year": {"type": "integer", "minimum": 1, "maximum": 9999, "description": "for leap_year"},
                    "zone": {"type": "string", "maxLength": 60, "description": "for time: \"Asia/Tokyo\"; without it, here"},
                    "place": {"type": "string", "maxLength": 100, "description": "for time: what the zone is called in the answer"},
                },
                "required": ["action"],
                "additionalProperties": false,
            }),
            annotations: Annotations { read_only_hint: true, idempotent_hint: true, ..Annotations::default() },
            ..ToolSpec::default()
        };
        Self { spec, clock }
    }

    /// How long it is from one local moment to another, also over a switch of daylight saving.
    fn time_between(&self, from: &str, to: &str, unit: &str) -> Result<ToolOutput, ToolFailure> {
        let (Some(first), Some(last)) = (self.ms_of_local(from), self.ms_of_local(to)) else {
            let mut failure =
                ToolFailure::new("dates.no-day", format!("found \"{from} … {to}\", expected two days or moments"));
            failure.hint = Some("write a day as YYYY-MM-DD, a moment as YYYY-MM-DDTHH:MM".to_owned());
            return Err(failure);
        };
        let minutes = (last - first) / 60_000;
        let (days, hours) = if unit == "time" { (minutes / 1440, minutes / 60 % 24) } else { (0, minutes / 60) };
        let parts = match unit {
            "minutes" => vec![(minutes, "minutes")],
            _ => vec![(days, "days"), (hours, "hours"), (minutes % 60, "minutes")],
        };
        let said: Vec<String> =
            parts.iter().filter(|(count, _)| *count != 0).map(|(count, unit)| plural(*count, unit)).collect();
        let said = match said.as_slice() {
            [] => plural(0, if unit == "hours" { unit } else { "minutes" }),
            [only] => only.clone(),
            [rest @ .., last] => [&rest.join(", "), " and ", last].concat(),
        };
        let metadata = json!({"action": "between", "text": said, "count": minutes, "unit": "minutes"});
        Ok(ToolOutput { output: json!(said), metadata: Some(metadata) })
    }

    /// A day, which begins at midnight, or a moment by the clock on the wall here.
    fn ms_of_local(&self, civil: &str) -> Option<i64> {
        let midnight = if civil.contains('T') { "" } else { "T00:00" };
        let as_utc = ms_of_iso(&[civil, midnight, "Z"].concat())?;
        let ahead = |at_ms: i64| i64::from(self.clock.utc_offset_minutes(at_ms)) * 60_000;
        // The offset at the moment itself, which the first guess may miss by a switch.
        Some(as_utc - ahead(as_utc - ahead(as_utc)))
    }

    /// The time in a zone, or here.
    fn time(&self, input: &Value, now_ms: i64) -> Result<ToolOutput, ToolFailure> {
        let text = |field: &str| input.get(field).and_then(Value::as_str).unwrap_or_default();
        let zone = text("zone");
        let here = || Some(self.clock.utc_offset_minutes(now_ms));
        let offset = if zone.is_empty() { here() } else { self.clock.zone_offset_minutes(zone, now_ms) };
        let Some(offset) = offset else {
            let mut failure =
                ToolFailure::new("dates.no-zone", format!("the clock here does not know the zone {zone:?}"));
            failure.hint = Some(
                "name the zone as \"Area/City\", such as \"Asia/Tokyo\"; where no zones are known, none can be told"
                    .to_owned(),
            );
            return Err(failure);
        };
        let there = Now::at(now_ms, &|_| offset);
        let moment = there.to_text();
        let (day, time) = moment.split_once('T').unwrap_or((&moment, ""));
        let words = day_in_words(day).unwrap_or_else(|| day.to_owned());
        let place = if text("place").is_empty() { zone } else { text("place") };
        let mut said = [time, " on ", &words].concat();
        if !place.is_empty() {
            said.push_str(" in ");
            said.push_str(place);
        }
        let metadata = json!({"action": "time", "zone": zone, "time": time, "date": day, "text": said});
        Ok(ToolOutput { output: json!(said), metadata: Some(metadata) })
    }
}

impl Tool for Dates {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let text = |field: &str| call.input.get(field).and_then(Value::as_str).unwrap_or_default();
        Box::pin(ready(match (text("action"), text("unit")) {
            ("time", _) => self.time(&call.input, call.now_ms),
            ("between", unit @ ("hours" | "minutes" | "time")) => self.time_between(text("from"), text("to"), unit),
            _ => answer(&call.input),
        }))
    }
}

fn answer(input: &Value) -> Result<ToolOutput, ToolFailure> {
    let text = |field: &str| input.get(field).and_then(Value::as_str).unwrap_or_default();
    let from = text("from");
    let no_day = |day: &str| {
        ToolFailure::new("dates.no-day", format!("found {day:?}, expected a day"))
            .with_hint("write the day as YYYY-MM-DD")
    };
    match text("action") {
        "between" => {
            let unit = DayUnit::named(text("unit")).unwrap_or(DayUnit::Days);
            let (count, rest) =
                count_between(from, text("to"), unit).ok_or_else(|| no_day(&format!("{from} … {}", text("to"))))?;
            let said = [plural(count, unit.name()), plural(rest, "days")].join(" and ");
            let said = said.strip_suffix(" and 0 days").map_or(said.clone(), str::to_owned);
            // An age is given in whole years.
            let whole = rest == 0 || unit == DayUnit::Years;
            let output = if whole { json!(count) } else { json!(said) };
            let metadata = json!({"action": "between", "text": said, "count": count, "unit": unit.name()});
            Ok(ToolOutput { output, metadata: Some(metadata) })
        }
        "shift" => {
            let day = postpone(from, text("by")).ok_or_else(|| no_day(&format!("{} from {from}", text("by"))))?;
            day_told(&day, "shift").ok_or_else(|| no_day(&day))
        }
        "day" => day_told(from, "day").ok_or_else(|| no_day(from)),
        "week" => {
            let (year, week) = week_of_year(from).ok_or_else(|| no_day(from))?;
            let said = format!("week {week} of {year}");
            let metadata = json!({"action": "week", "date": from, "week": week, "year": year, "text": said});
            Ok(ToolOutput { output: json!(said), metadata: Some(metadata) })
        }
        "leap_year" => {
            let year = input.get("year").and_then(Value::as_i64).and_then(|year| i32::try_from(year).ok());
            let (year, leap) = year.and_then(|year| Some((year, is_leap_year(year)?))).ok_or_else(|| {
                ToolFailure::new("dates.no-year", "found no year to look at")
                    .with_hint("give the year as a number from 1 to 9999")
            })?;
            let said = if leap { format!("Yes, {year} is a leap year") } else { format!("No, {year} is no leap year") };
            let metadata = json!({"action": "leap_year", "year": year, "leap": leap, "text": said});
            Ok(ToolOutput { output: json!(said), metadata: Some(metadata) })
        }
        other => Err(ToolFailure::new("dates.unknown-action", format!("Unknown action: {other}"))),
    }
}

fn day_told(day: &str, action: &str) -> Option<ToolOutput> {
    let (date, time) = day.split_once('T').map_or((day, None), |(date, time)| (date, Some(time)));
    let words = day_in_words(date)?;
    let weekday = words.split(',').next()?.to_owned();
    let said = time.map_or_else(|| words.clone(), |time| [time, " on ", &words].concat());
    let mut metadata = json!({"action": action, "date": date, "weekday": weekday, "text": said});
    if let Some(time) = time {
        metadata["time"] = json!(time);
    }
    Some(ToolOutput { output: json!(said), metadata: Some(metadata) })
}

fn plural(count: i64, unit: &str) -> String {
    let unit = if count.abs() == 1 { unit.trim_end_matches('s') } else { unit };
    format!("{count} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_base::testing::World;

    #[test]
    fn time_is_told_to_the_minute() {
        let dates = Dates::new(World::new(1).env().clock);
        for (from, to, unit, said) in [
            ("2026-11-25T10:00", "2026-11-25T17:00", "time", "7 hours"),
            ("2026-11-25T10:00", "2026-11-27T17:05", "time", "2 days, 7 hours and 5 minutes"),
            ("2026-11-25T10:00", "2026-11-27T17:05", "hours", "55 hours and 5 minutes"),
            ("2026-11-25T09:15", "2026-11-25T11:40", "minutes", "145 minutes"),
            ("2026-11-25", "2026-11-26", "hours", "24 hours"),
            ("2026-11-25T10:00", "2026-11-25T10:00", "hours", "0 hours"),
            ("2026-11-25T11:00", "2026-11-25T10:30", "minutes", "-30 minutes"),
        ] {
            assert_eq!(dates.time_between(from, to, unit).unwrap().output, json!(said), "{from} {to} {unit}");
        }
        assert_eq!(dates.time_between("soon", "2026-11-26", "hours").unwrap_err().code, "dates.no-day");
    }

    #[test]
    fn days_are_counted_moved_and_written_out() {
        for (input, output) in [
            (json!({"action": "between", "from": "2026-11-25", "to": "2026-12-25", "unit": "days"}), json!(30)),
            (
                json!({"action": "between", "from": "2026-11-25", "to": "2027-02-01", "unit": "weeks"}),
                json!("9 weeks and 5 days"),
            ),
            (json!({"action": "between", "from": "1990-05-03", "to": "2026-11-25", "unit": "years"}), json!(36)),
            (json!({"action": "between", "from": "2026-12-25", "to": "2026-12-24", "unit": "days"}), json!(-1)),
            (json!({"action": "shift", "from": "2026-11-27", "by": "3 weeks"}), json!("Friday, 18 December 2026")),
            (
                json!({"action": "shift", "from": "2026-11-25T23:30", "by": "90 minutes"}),
                json!("01:00 on Thursday, 26 November 2026"),
            ),
            (json!({"action": "day", "from": "1999-07-14"}), json!("Wednesday, 14 July 1999")),
            (json!({"action": "week", "from": "2026-11-25"}), json!("week 48 of 2026")),
            (json!({"action": "leap_year", "year": 2028}), json!("Yes, 2028 is a leap year")),
            (json!({"action": "leap_year", "year": 2100}), json!("No, 2100 is no leap year")),
        ] {
            assert_eq!(answer(&input).unwrap().output, output, "{input}");
        }
        for input in
            [json!({"action": "day", "from": "someday"}), json!({"action": "shift", "from": "2026-11-27", "by": "far"})]
        {
            assert_eq!(answer(&input).unwrap_err().code, "dates.no-day", "{input}");
        }
    }
}
