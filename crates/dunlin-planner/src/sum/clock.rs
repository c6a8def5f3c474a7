//! Sums with times on a clock: a shift without its break, the pace of a run.

use super::{calculator::is_expression, number};
use crate::{
    lang::{
        en::clocks::{
            AFTER_NOON, AROUND_A_BREAK, ARTICLES, ASKS, BEFORE_NOON, BREAKS, DASHES, DISTANCES, HALF, HOURS, LENGTHS,
            LESS, MINUTES, PACE, PER, RACE, RACES, RUN, SECONDS, UNTIL, WITH, WORKED,
        },
        holds,
    },
    model::{
        asked::Sum,
        token::{Token, TokenKind},
    },
};

/// The longest question.
const LONGEST: usize = 26;

/// Between how many minutes a kilometre lies that is run, walked or ridden.
const PACES: std::ops::RangeInclusive<f64> = 1.2..=20.0;
const KM_IN_A_MILE: f64 = 1.609_344;

/// A question about times on a clock.
struct Clocked<'a> {
    words: &'a [&'a str],
    tokens: &'a [Token],
    goal: &'a str,
}

/// A time on a clock, or a length of time that is written as one.
struct Time {
    parts: Vec<u32>,
    half: Option<u32>,
    len: usize,
}

/// "worked 8:45 to 17:20 minus a half hour lunch, how long is that", "ran 5k in 27:30, what's that per km".
pub(super) fn sum(words: &[&str], tokens: &[Token], goal: &str) -> Option<Sum> {
    if tokens.len() > LONGEST || !tokens.iter().any(|token| token.numeric) {
        return None;
    }
    let question = Clocked { words, tokens, goal };
    let expression = question.shift().or_else(|| question.pace())?;
    is_expression(&expression).then_some(Sum { expression, verbatim: false })
}

impl Clocked<'_> {
    fn word(&self, at: usize) -> &str {
        self.words.get(at).copied().unwrap_or_default()
    }

    fn is(&self, at: usize, words: &str) -> bool {
        holds(words, self.word(at))
    }

    /// The place behind all words from there on that are among these.
    fn past(&self, mut at: usize, words: &str) -> usize {
        while self.is(at, words) {
            at += 1;
        }
        at
    }

    /// "17:20", "9.40", "9am", "5:30 pm", "9".
    fn time(&self, at: usize) -> Option<Time> {
        let token = self.tokens.get(at)?;
        let said = token.span.of(self.goal).to_ascii_lowercase();
        let digits = said.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
        let mut half = said.get(digits.len()..).unwrap_or_default().to_owned();
        let mut parts = Vec::new();
        for part in digits.split('.') {
            parts.push(part.parse().ok().filter(|_| part.len() <= 2)?);
        }
        let mut len = 1;
        while half.is_empty()
            && self.word(at + len) == ":"
            && let Some(next) = self.tokens.get(at + len + 1).filter(|next| next.glued)
        {
            let said = next.span.of(self.goal).to_ascii_lowercase();
            let digits = said.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
            said.get(digits.len()..).unwrap_or_default().clone_into(&mut half);
            parts.push(digits.parse().ok().filter(|part| digits.len() == 2 && *part < 60)?);
            len += 2;
        }
        if half.is_empty() && (self.is(at + len, BEFORE_NOON) || self.is(at + len, AFTER_NOON)) {
            self.word(at + len).clone_into(&mut half);
            len += 1;
        }
        let half = match half.as_str() {
            "" => None,
            half if holds(BEFORE_NOON, half) => Some(0),
            half if holds(AFTER_NOON, half) => Some(12),
            _ => return None,
        };
        Some(Time { parts, half, len })
    }

    /// A length of time, as the calculator has it, and where it ends: "a half hour", "30 minutes", "half an hour".
    fn length(&self, at: usize) -> Option<(String, usize)> {
        let mut at = self.past(at, AROUND_A_BREAK);
        if self.is(at, HALF) {
            at = self.past(at + 1, ARTICLES);
            return self.is(at, HOURS).then(|| ("30 min".to_owned(), at + 1));
        }
        if self.is(at, HOURS) && at.checked_sub(1).is_some_and(|before| self.is(before, ARTICLES)) {
            return Some(("1 h".to_owned(), at + 1));
        }
        let number = number::read(self.words.get(at..)?, self.tokens.get(at..)?)?;
        let unit = at + number.len + usize::from(self.word(at + number.len) == "-");
        let unit_of = if self.is(unit, HOURS) { "h" } else { "min" };
        let named = self.is(unit, HOURS) || self.is(unit, MINUTES);
        named.then(|| ([&number.text, " ", unit_of].concat(), unit + 1))
    }

    /// "I worked 8:45 to 17:20 minus a half hour lunch, how long is that"
    fn shift(&self) -> Option<String> {
        let mut at = self.past(0, WORKED);
        let from = self.time(at)?;
        at += from.len;
        let until = self.past(at + usize::from(self.word(at) == ","), UNTIL);
        let to = self.time(until).filter(|_| self.is(until - 1, UNTIL))?;
        at = until + to.len;
        at += usize::from(self.word(at) == ",");
        let less = self.is(at, LESS);
        let taken = self.past(at, if less { LESS } else { WITH });
        let (off, end) = self.length(taken).filter(|_| taken > at)?;
        at = self.past(end, AROUND_A_BREAK);
        let named = self.is(at, BREAKS);
        at = self.past(at, BREAKS);
        let asked = self.words.get(at..)?;
        let asks = asked.iter().all(|word| holds(ASKS, word) || matches!(*word, "," | "?" | "." | "="))
            && (asked.iter().any(|word| holds(LENGTHS, word)) || asked.is_empty() && less);
        (asks && (less || named)).then_some(())?;
        // "9:00 to 5:30" ends after noon, "22:00 to 6:00" on the next day.
        let minutes = |time: &Time| match *time.parts.as_slice() {
            [hour, minute] if hour < 24 && minute < 60 => Some((hour, minute)),
            [hour] if hour < 24 => Some((hour, 0)),
            _ => None,
        };
        let (mut from_hour, from_minute) = minutes(&from)?;
        let (mut to_hour, to_minute) = minutes(&to)?;
        // "10 to 12 minus 30 minutes" is a time of the day, and "10:30 - 9:00" a sum.
        let told = named || !asked.is_empty();
        let clocked = from.half.is_some() || from.parts.len() > 1;
        let dashed = self.is(until - 1, DASHES) && (to_hour, to_minute) <= (from_hour, from_minute);
        (told || clocked && !dashed).then_some(())?;
        if let Some(half) = from.half {
            from_hour = from_hour % 12 + half;
        }
        match to.half {
            Some(half) => to_hour = to_hour % 12 + half,
            None if to_hour < 12 && from_hour < 12 && (to_hour, to_minute) <= (from_hour, from_minute) => to_hour += 12,
            None => {}
        }
        if (to_hour, to_minute) <= (from_hour, from_minute) {
            to_hour += 24;
        }
        let said = |hour: u32, minute: u32| {
            if minute == 0 { format!("{hour} h") } else { format!("({hour} h + {minute} min)") }
        };
        Some(format!("{} - {} - {off}", said(to_hour, to_minute), said(from_hour, from_minute)))
    }

    /// A distance, its unit and where it ends: "5k", "10 km", "a half marathon".
    fn distance(&self, at: usize) -> Option<(String, &'static str, usize)> {
        let race = |at: usize| RACES.iter().find(|(name, _)| *name == self.word(at)).map(|(_, far)| (*far).to_owned());
        if let Some(far) = race(at) {
            let half = usize::from(!self.is(at, RACE));
            return self.is(at + half, RACE).then_some((far, DISTANCES.first()?.1, at + half + 1));
        }
        let token = self.tokens.get(at).filter(|token| token.numeric)?;
        let said = token.span.of(self.goal).to_ascii_lowercase();
        let digits = said.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
        let glued = said.get(digits.len()..).filter(|unit| !unit.is_empty());
        let (unit, end) = glued.map_or((self.word(at + 1), at + 2), |unit| (unit, at + 1));
        let unit = unit_of(unit)?;
        digits.parse::<f64>().ok()?;
        Some((digits.to_owned(), unit, end))
    }

    /// How long a run took, in every way in which it can be read, in minutes and as the calculator has it, and where it ends.
    fn taken(&self, at: usize) -> Option<(Vec<(f64, String)>, usize)> {
        if let Some(time) = self.time(at).filter(|time| time.parts.len() > 1 && time.half.is_none())
            && self.word(at + 1) == ":"
        {
            let of = |hours: u32, minutes: u32, seconds: u32| {
                let total = f64::from(hours) * 60.0 + f64::from(minutes) + f64::from(seconds) / 60.0;
                let said: Vec<String> = [(hours, "h"), (minutes, "min"), (seconds, "s")]
                    .into_iter()
                    .filter(|(many, _)| *many > 0)
                    .map(|(many, unit)| format!("{many} {unit}"))
                    .collect();
                (total, ["(", &said.join(" + "), ")"].concat())
            };
            let ways = match *time.parts.as_slice() {
                [first, second] => vec![of(0, first, second), of(first, second, 0)],
                [hours, minutes, seconds] => vec![of(hours, minutes, seconds)],
                _ => return None,
            };
            return Some((ways, at + time.len));
        }
        let (mut total, mut said, mut at) = (0.0, Vec::new(), at);
        while let Some(number) = self.words.get(at..).zip(self.tokens.get(at..)).and_then(|(w, t)| number::read(w, t))
            && let Ok(many) = number.text.parse::<f64>()
        {
            let unit = at + number.len;
            let (minutes, unit_of) = match () {
                () if self.is(unit, HOURS) => (60.0, "h"),
                () if self.is(unit, MINUTES) => (1.0, "min"),
                () if self.is(unit, SECONDS) => (1.0 / 60.0, "s"),
                // "1 hour 30"
                () if said.len() == 1 && many < 60.0 && self.is(at - 1, HOURS) => (1.0, "min"),
                () => break,
            };
            total += many * minutes;
            let named = [HOURS, MINUTES, SECONDS].iter().any(|units| self.is(unit, units));
            said.push([&number.text, " ", unit_of].concat());
            at = unit + usize::from(named);
        }
        (!said.is_empty()).then(|| (vec![(total, ["(", &said.join(" + "), ")"].concat())], at))
    }

    /// "ran 5k in 27:30, what's that per km": the time that one of them took. "1:45" may be hours or minutes; the one with which
    /// nobody could have run is not meant.
    fn pace(&self) -> Option<String> {
        let (mut distance, mut taken, mut asked, mut paced) = (None, None, None, false);
        let mut at = 0;
        while at < self.words.len() {
            if self.is(at, PER)
                && let Some(unit) = unit_of(self.word(at + 1))
            {
                asked.replace(unit).is_none().then_some(())?;
                at += 2;
            } else if let Some((far, unit, end)) = self.distance(at) {
                distance.replace((far, unit)).is_none().then_some(())?;
                at = end;
            } else if let Some((ways, end)) = self.taken(at) {
                taken.replace(ways).is_none().then_some(())?;
                at = end;
            } else {
                let sign =
                    self.tokens.get(at).is_some_and(|token| matches!(token.kind, TokenKind::Sign(',' | '?' | '.')));
                (sign || self.is(at, RUN)).then_some(())?;
                paced |= self.is(at, PACE);
                at += 1;
            }
        }
        let (far, unit) = distance?;
        let per = asked.or_else(|| paced.then_some(unit))?;
        let mut kilometres: f64 = far.parse().ok()?;
        if DISTANCES.first().is_some_and(|(_, km)| *km != unit) {
            kilometres *= KM_IN_A_MILE;
        }
        let mut ways = taken?.into_iter().filter(|(minutes, _)| PACES.contains(&(minutes / kilometres)));
        let (_, said) = ways.next().filter(|_| ways.next().is_none())?;
        Some(if per == unit { format!("{said} / {far}") } else { format!("{said} / (({far} {unit}) / (1 {per}))") })
    }
}

/// The unit of a distance that a word names, as the calculator calls it.
fn unit_of(word: &str) -> Option<&'static str> {
    DISTANCES.iter().find(|(names, _)| holds(names, word)).map(|(_, unit)| *unit)
}
