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
            description: "Counts the days between two dates, moves a date, says which day, week or quarter a date is, whether a year is a leap year, what time it is here or in a zone, what a time in one zone is in another, and how far two zones lie apart".to_owned(),
            input_schema: json!({
                "type": "object",
                "properties": {
                    "action": {"type": "string", "enum": ["between", "shift", "day", "week", "quarter", "leap_year", "time", "convert", "apart"]},
                    "from": day("the first day"),
                    "to": day("the last day, for between"),
                    "unit": {"type": "string", "enum": ["days", "weekdays", "weeks", "months", "years", "hours", "minutes", "time",
                        "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays"],
                        "description": "for between; hours, minutes and time (days, hours and minutes) also heed the time of moments written YYYY-MM-DDTHH:MM"},
                    "by": {"type": "string", "maxLength": 100,
                        "description": "for shift: \"3 weeks\", \"-2 days\", \"90 minutes\"; from may be a moment then, YYYY-MM-DDTHH:MM"},
                    "year": {"type": "integer", "minimum": 1, "maximum": 9999, "description": "for leap_year"},
                    "zone": {"type": "string", "maxLength": 60,
                        "description": "for time, convert and apart: \"Asia/Tokyo\"; without it, here; for convert from is a moment of its clock"},
                    "place": {"type": "string", "maxLength": 100, "description": "what the zone is called in the answer, for convert the other one"},
                    "toZone": {"type": "string", "maxLength": 60, "description": "for convert and apart: the other zone; without it, here"},
                    "toPlace": {"type": "string", "maxLength": 100, "description": "for apart: what the other zone is called in the answer"},
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
        let said = length_told(minutes, unit);
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

    /// How far the clock of a zone is ahead of UTC; of the one here where no zone is named.
    fn offset_minutes(&self, zone: &str, at_ms: i64) -> Result<i32, ToolFailure> {
        if zone.is_empty() {
            return Ok(self.clock.utc_offset_minutes(at_ms));
        }
        self.clock.zone_offset_minutes(zone, at_ms).ok_or_else(|| {
            ToolFailure::new("dates.no-zone", format!("the clock here does not know the zone {zone:?}")).with_hint(
                "name the zone as \"Area/City\", such as \"Asia/Tokyo\"; where no zones are known, none can be told",
            )
        })
    }

    /// The time in a zone, or here.
    fn time(&self, input: &Value, now_ms: i64) -> Result<ToolOutput, ToolFailure> {
        let zone = text_in(input, "zone");
        let place = if text_in(input, "place").is_empty() { zone } else { text_in(input, "place") };
        self.told(now_ms, "time", zone, place)
    }

    /// What the clock of one zone shows when that of another shows a moment.
    fn convert(&self, input: &Value) -> Result<ToolOutput, ToolFailure> {
        let (from, zone, to_zone) = (text_in(input, "from"), text_in(input, "zone"), text_in(input, "toZone"));
        let as_utc = ms_of_iso(&[from, "Z"].concat()).ok_or_else(|| {
            ToolFailure::new("dates.no-day", format!("found {from:?}, expected a moment"))
                .with_hint("write the moment as YYYY-MM-DDTHH:MM")
        })?;
        // The offset at the moment itself, which the first guess may miss by a switch.
        let guess = as_utc - i64::from(self.offset_minutes(zone, as_utc)?) * 60_000;
        let at_ms = as_utc - i64::from(self.offset_minutes(zone, guess)?) * 60_000;
        let place = if text_in(input, "place").is_empty() { to_zone } else { text_in(input, "place") };
        self.told(at_ms, "convert", to_zone, place)
    }

    /// How far the clocks of two zones lie apart now.
    fn apart(&self, input: &Value, now_ms: i64) -> Result<ToolOutput, ToolFailure> {
        let named = |zone: &str, place: &str| match text_in(input, place) {
            "" if text_in(input, zone).is_empty() => "the time here".to_owned(),
            "" => text_in(input, zone).to_owned(),
            place => place.to_owned(),
        };
        let (one, other) = (named("zone", "place"), named("toZone", "toPlace"));
        let zones = (text_in(input, "zone"), text_in(input, "toZone"));
        let minutes = self.offset_minutes(zones.1, now_ms)? - self.offset_minutes(zones.0, now_ms)?;
        let far = length_told(i64::from(minutes.abs()), "time");
        let said = match minutes {
            0 => format!("{other} and {one} have the same time"),
            1.. => format!("{other} is {far} ahead of {one}"),
            _ => format!("{other} is {far} behind {one}"),
        };
        let metadata = json!({"action": "apart", "minutes": minutes, "text": said});
        Ok(ToolOutput { output: json!(said), metadata: Some(metadata) })
    }

    /// What the clock of a zone shows at a moment.
    fn told(&self, at_ms: i64, action: &str, zone: &str, place: &str) -> Result<ToolOutput, ToolFailure> {
        let offset = self.offset_minutes(zone, at_ms)?;
        let there = Now::at(at_ms, &|_| offset);
        let moment = there.to_text();
        let (day, time) = moment.split_once('T').unwrap_or((&moment, ""));
        let words = day_in_words(day).unwrap_or_else(|| day.to_owned());
        let mut said = [time, " on ", &words].concat();
        if !place.is_empty() {
            said.push_str(" in ");
            said.push_str(place);
        }
        let weekday = weekday_in(&words);
        let weekend = is_weekend(weekday);
        let metadata = json!({"action": action, "zone": zone, "time": time, "date": day, "weekday": weekday, "weekend": weekend, "text": said});
        Ok(ToolOutput { output: json!(said), metadata: Some(metadata) })
    }
}

/// The text of a field; empty where there is none.
fn text_in<'v>(input: &'v Value, field: &str) -> &'v str {
    input.get(field).and_then(Value::as_str).unwrap_or_default()
}

/// So many minutes in words: "7 hours and 25 minutes"; days are told in `time` only.
fn length_told(minutes: i64, unit: &str) -> String {
    let (days, hours) = if unit == "time" { (minutes / 1440, minutes / 60 % 24) } else { (0, minutes / 60) };
    let parts = match unit {
        "minutes" => vec![(minutes, "minutes")],
        _ => vec![(days, "days"), (hours, "hours"), (minutes % 60, "minutes")],
    };
    let said: Vec<String> =
        parts.iter().filter(|(count, _)| *count != 0).map(|(count, unit)| plural(*count, unit)).collect();
    match said.as_slice() {
        [] => plural(0, if unit == "hours" { unit } else { "minutes" }),
        [only] => only.clone(),
        [rest @ .., last] => [&rest.join(", "), " and ", last].concat(),
    }
}

impl Tool for Dates {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let text = |field: &str| text_in(&call.input, field);
        Box::pin(ready(match (text("action"), text("unit")) {
            ("time", _) => self.time(&call.input, call.now_ms),
            ("convert", _) => self.convert(&call.input),
            ("apart", _) => self.apart(&call.input, call.now_ms),
            ("between", unit @ ("hours" | "minutes" | "time")) => self.time_between(text("from"), text("to"), unit),
            _ => answer(&call.input),
        }))
    }
}

fn answer(input: &Value) -> Result<ToolOutput, ToolFailure> {
    let text = |field: &str| text_in(input, field);
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
        "quarter" => {
            let month =
                from.get(5..7).and_then(|month| month.parse::<u8>().ok()).filter(|month| (1..=12).contains(month));
            let (year, month) = from.get(..4).zip(month).ok_or_else(|| no_day(from))?;
            let quarter = month.div_ceil(3);
            let said = format!("quarter {quarter} of {year}");
            let metadata = json!({"action": "quarter", "date": from, "quarter": quarter, "text": said});
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
    let weekday = weekday_in(&words);
    let said = time.map_or_else(|| words.clone(), |time| [time, " on ", &words].concat());
    let weekend = is_weekend(weekday);
    let mut metadata = json!({"action": action, "date": date, "weekday": weekday, "weekend": weekend, "text": said});
    if let Some(time) = time {
        metadata["time"] = json!(time);
    }
    Some(ToolOutput { output: json!(said), metadata: Some(metadata) })
}

/// The name that a day in words begins with.
fn weekday_in(words: &str) -> &str {
    words.split(',').next().unwrap_or_default()
}

fn is_weekend(weekday: &str) -> bool {
    matches!(weekday, "Saturday" | "Sunday")
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
    fn clocks_of_zones_are_set_beside_each_other() {
        let dates = Dates::new(World::new(1).env().clock);
        for (from, to, said) in [
            ("Asia/Tokyo", "America/Phoenix", "17:00 on Tuesday, 24 November 2026 in America/Phoenix"),
            ("America/Phoenix", "Asia/Kolkata", "21:30 on Wednesday, 25 November 2026 in Asia/Kolkata"),
        ] {
            let moment = json!({"action": "convert", "from": "2026-11-25T09:00", "zone": from, "toZone": to});
            assert_eq!(dates.convert(&moment).unwrap().output, json!(said), "{from} {to}");
        }
        for (from, to, said) in [
            ("Asia/Tokyo", "Asia/Kolkata", "Asia/Kolkata is 3 hours and 30 minutes behind Asia/Tokyo"),
            ("UTC", "Asia/Tokyo", "Asia/Tokyo is 9 hours ahead of UTC"),
            ("UTC", "UTC", "UTC and UTC have the same time"),
        ] {
            assert_eq!(
                dates.apart(&json!({"zone": from, "toZone": to}), 0).unwrap().output,
                json!(said),
                "{from} {to}"
            );
        }
        let unknown = json!({"action": "convert", "from": "2026-11-25T09:00", "zone": "Mars/Rim"});
        assert_eq!(dates.convert(&unknown).unwrap_err().code, "dates.no-zone");
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
            (json!({"action": "between", "from": "2026-12-01", "to": "2026-12-31", "unit": "tuesdays"}), json!(5)),
            (json!({"action": "between", "from": "2026-12-02", "to": "2026-12-07", "unit": "tuesdays"}), json!(0)),
            (json!({"action": "quarter", "from": "2026-08-01"}), json!("quarter 3 of 2026")),
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
