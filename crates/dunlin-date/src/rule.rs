//! A recurrence as a value, read from and written as the text of an RRULE (RFC 5545) without its prefix.
//!
//! `X-FROM=COMPLETION` is the one addition: the next todo is counted from the day the last was completed ("every! 3 days").

use crate::calendar::{self, digits};
use crate::civil::{Date, Time, WEEK, Weekday, push_number, push_padded};
use crate::error::{DateError, DateErrorKind};

/// How often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Freq {
    Minutely,
    Hourly,
    Daily,
    Weekly,
    Monthly,
    Yearly,
}

/// A weekday, perhaps counted within its month or year; 0 means every one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByDay {
    pub(crate) nth: i32,
    pub(crate) weekday: Weekday,
}

/// A recurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) freq: Freq,
    pub(crate) interval: i32,
    pub(crate) by_month: Vec<i32>,
    pub(crate) by_month_day: Vec<i32>,
    pub(crate) by_day: Vec<ByDay>,
    pub(crate) by_set_pos: Vec<i32>,
    pub(crate) count: Option<u32>,
    pub(crate) until: Option<(Date, Option<Time>)>,
    pub(crate) from_completion: bool,
}

/// The longest rule text that is read.
const LONGEST_RULE: usize = 500;

/// The two-letter names of the weekdays, in the order of the week.
const WEEKDAYS: &str = "MOTUWETHFRSASU";

const FREQS: [(&str, Freq); 6] = [
    ("MINUTELY", Freq::Minutely),
    ("HOURLY", Freq::Hourly),
    ("DAILY", Freq::Daily),
    ("WEEKLY", Freq::Weekly),
    ("MONTHLY", Freq::Monthly),
    ("YEARLY", Freq::Yearly),
];

impl Rule {
    pub(crate) fn every(freq: Freq, interval: i32) -> Self {
        Self {
            freq,
            interval,
            by_month: Vec::new(),
            by_month_day: Vec::new(),
            by_day: Vec::new(),
            by_set_pos: Vec::new(),
            count: None,
            until: None,
            from_completion: false,
        }
    }

    pub(crate) fn on(mut self, nth: i32, weekdays: &[Weekday]) -> Self {
        self.by_day.extend(weekdays.iter().map(|weekday| ByDay { nth, weekday: *weekday }));
        self
    }

    /// Leaves those days of the week out of a rule for every day or for some days of each week. False, and nothing is left
    /// out, where the rule is another, has none of these days, or would have none left.
    pub(crate) fn leave_out(&mut self, without: &[Weekday]) -> bool {
        let weekly = self.freq == Freq::Weekly && !self.by_day.is_empty() && self.by_day.iter().all(|day| day.nth == 0);
        let daily = self.freq == Freq::Daily && self.interval == 1 && self.is_plain();
        if !weekly && !daily || !self.by_month.is_empty() || !self.by_month_day.is_empty() {
            return false;
        }
        let all = (0..7).map(|offset| ByDay { nth: 0, weekday: Weekday::at(offset) });
        let before: Vec<ByDay> = if daily { all.collect() } else { self.by_day.clone() };
        let left: Vec<ByDay> = before.iter().filter(|day| !without.contains(&day.weekday)).copied().collect();
        if left.is_empty() || left.len() == before.len() {
            return false;
        }
        (self.freq, self.by_day) = (Freq::Weekly, left);
        true
    }

    /// Whether the days are left to the day the series starts on.
    pub(crate) fn is_plain(&self) -> bool {
        self.by_month.is_empty() && self.by_month_day.is_empty() && self.by_day.is_empty()
    }

    /// Reads a rule; the prefix `RRULE:` may stand before it.
    pub(crate) fn parse(text: &str) -> Result<Self, DateError> {
        let invalid = |part: &str| DateError::new(DateErrorKind::InvalidRule, part);
        if text.len() > LONGEST_RULE {
            return Err(invalid(text));
        }
        let mut rule = Self::every(Freq::Daily, 1);
        let mut freq = None;
        let body = text.strip_prefix("RRULE:").unwrap_or(text);
        for part in body.split(';').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| invalid(part))?;
            match name.to_ascii_uppercase().as_str() {
                "FREQ" => {
                    let wanted = value.to_ascii_uppercase();
                    if wanted == "SECONDLY" {
                        return Err(DateError::new(DateErrorKind::UnsupportedRule, part));
                    }
                    freq = Some(FREQS.iter().find(|(name, _)| *name == wanted).ok_or_else(|| invalid(part))?.1);
                }
                "INTERVAL" => rule.interval = number(value, 1, 10_000).ok_or_else(|| invalid(part))?,
                "COUNT" => rule.count = Some(number(value, 1, 100_000).ok_or_else(|| invalid(part))?.unsigned_abs()),
                "UNTIL" => rule.until = Some(until(value).ok_or_else(|| invalid(part))?),
                "BYMONTH" => rule.by_month = numbers(value, 1, 12).ok_or_else(|| invalid(part))?,
                "BYMONTHDAY" => rule.by_month_day = signed(value, 31).ok_or_else(|| invalid(part))?,
                "BYSETPOS" => rule.by_set_pos = signed(value, 366).ok_or_else(|| invalid(part))?,
                "BYDAY" => {
                    rule.by_day =
                        value.split(',').map(by_day).collect::<Option<Vec<_>>>().ok_or_else(|| invalid(part))?;
                }
                // The week starts on Monday here; another start matters only to intervals of weeks that name several days.
                "WKST" if value.eq_ignore_ascii_case("MO") => {}
                "WKST" if weekday(value).is_some() => {}
                "X-FROM" if value.eq_ignore_ascii_case("COMPLETION") => rule.from_completion = true,
                "BYWEEKNO" | "BYYEARDAY" | "BYHOUR" | "BYMINUTE" | "BYSECOND" | "RSCALE" | "SKIP" => {
                    return Err(DateError::new(DateErrorKind::UnsupportedRule, part));
                }
                _ => return Err(invalid(part)),
            }
        }
        rule.freq = freq.ok_or_else(|| invalid(text))?;
        let counted = rule.by_day.iter().any(|day| day.nth != 0);
        if counted && rule.freq < Freq::Monthly || rule.freq < Freq::Daily && !rule.is_plain() {
            return Err(DateError::new(DateErrorKind::UnsupportedRule, text));
        }
        Ok(rule)
    }
}

fn number(text: &str, least: i32, most: i32) -> Option<i32> {
    let text = text.strip_prefix('+').unwrap_or(text);
    text.parse().ok().filter(|value| (least..=most).contains(value))
}

fn numbers(text: &str, least: i32, most: i32) -> Option<Vec<i32>> {
    text.split(',').map(|part| number(part, least, most)).collect()
}

fn signed(text: &str, most: i32) -> Option<Vec<i32>> {
    text.split(',').map(|part| number(part, -most, most).filter(|value| *value != 0)).collect()
}

fn by_day(text: &str) -> Option<ByDay> {
    let name = text.get(text.len().checked_sub(2)?..)?;
    let weekday = weekday(name)?;
    let nth = text.get(..text.len() - 2)?;
    let nth = if nth.is_empty() { 0 } else { number(nth, -53, 53).filter(|nth| *nth != 0)? };
    Some(ByDay { nth, weekday })
}

/// `YYYYMMDD` or `YYYYMMDDTHHMMSS`, with or without `Z`; times are floating here.
fn until(text: &str) -> Option<(Date, Option<Time>)> {
    let text = text.strip_suffix(['Z', 'z']).unwrap_or(text);
    let (day, time) = match text.split_once(['T', 't']) {
        Some((day, time)) => (day, Some(time)),
        None => (text, None),
    };
    let part = |text: &str, from: usize, to: usize| digits(text.as_bytes(), from, to);
    if day.len() != 8 || time.is_some_and(|time| time.len() != 6) {
        return None;
    }
    let date = Date::new(part(day, 0, 4)?, part(day, 4, 6)?, part(day, 6, 8)?)?;
    let time = match time {
        Some(time) => Some(Time::new(part(time, 0, 2)?, part(time, 2, 4)?)?),
        None => None,
    };
    Some((date, time))
}

/// The two-letter name of a weekday.
fn short(weekday: Weekday) -> &'static str {
    let at = weekday as usize * 2;
    WEEKDAYS.get(at..at + 2).unwrap_or("")
}

fn weekday(name: &str) -> Option<Weekday> {
    WEEK.into_iter().find(|day| short(*day).eq_ignore_ascii_case(name))
}

impl Rule {
    /// The value of an RRULE.
    pub(crate) fn to_text(&self) -> String {
        let freq = FREQS.iter().find(|(_, freq)| *freq == self.freq).map_or("DAILY", |(name, _)| name);
        let mut out = String::with_capacity(64);
        out.push_str("FREQ=");
        out.push_str(freq);
        if self.interval != 1 {
            push_list(&mut out, ";INTERVAL=", &[self.interval]);
        }
        push_list(&mut out, ";BYMONTH=", &self.by_month);
        push_list(&mut out, ";BYMONTHDAY=", &self.by_month_day);
        for (at, day) in self.by_day.iter().enumerate() {
            out.push_str(if at == 0 { ";BYDAY=" } else { "," });
            if day.nth != 0 {
                push_number(&mut out, day.nth);
            }
            out.push_str(short(day.weekday));
        }
        push_list(&mut out, ";BYSETPOS=", &self.by_set_pos);
        if let Some(count) = self.count {
            out.push_str(";COUNT=");
            push_padded(&mut out, count, 1);
        }
        if let Some((date, time)) = self.until {
            out.push_str(";UNTIL=");
            let due = calendar::due_text(date, time);
            out.extend(due.chars().filter(|c| !matches!(c, '-' | ':')));
            if time.is_some() {
                out.push_str("00");
            }
        }
        if self.from_completion {
            out.push_str(";X-FROM=COMPLETION");
        }
        out
    }
}

fn push_list(out: &mut String, name: &str, values: &[i32]) {
    for (at, value) in values.iter().enumerate() {
        out.push_str(if at == 0 { name } else { "," });
        push_number(out, *value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_survives_being_read_and_written() {
        for text in [
            "FREQ=DAILY;INTERVAL=3",
            "FREQ=MONTHLY;BYDAY=-1FR,2MO",
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1;COUNT=4",
            "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20270105T093000",
            "FREQ=DAILY;X-FROM=COMPLETION",
        ] {
            assert_eq!(Rule::parse(text).unwrap().to_text(), text);
        }
    }

    #[test]
    fn bad_rules_are_named_by_kind() {
        for (text, code) in [
            ("", "date.invalid-rule"),
            ("FREQ=OFTEN", "date.invalid-rule"),
            ("FREQ=DAILY;INTERVAL=0", "date.invalid-rule"),
            ("FREQ=MONTHLY;BYDAY=FRI", "date.invalid-rule"),
            ("FREQ=MONTHLY;BYDAY=é", "date.invalid-rule"),
            ("FREQ=DAILY;UNTIL=20261301", "date.invalid-rule"),
            ("FREQ=YEARLY;BYWEEKNO=3", "date.unsupported-rule"),
            ("FREQ=SECONDLY", "date.unsupported-rule"),
            ("FREQ=WEEKLY;BYDAY=1MO", "date.unsupported-rule"),
        ] {
            assert_eq!(Rule::parse(text).unwrap_err().code(), code, "{text}");
        }
    }
}
