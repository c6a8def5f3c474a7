//! Ranges of time in a todo's words: "3-4pm", "12:30-1:30". They are read as their start, and the end is kept.

use crate::lang::{
    en::{
        days::{A_DAY, AM, ANY, BETWEEN_ENDS, BUT, EITHER, FROM, NEAR_DAYS, OR, PM, RANGE_WORDS, WEEKDAYS},
        phrases::{AT, MONTH_NAMES},
    },
    holds,
};
use dunlin_base::Span;

/// A range of time in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TimeRange {
    /// What is cut so that only the start is left: "-4pm".
    cut: Span,
    /// What is put in its place: the half of the day that only the end named.
    half: &'static str,
    /// Minutes since midnight at the end; with `half_said`, in the right half of the day.
    end: u32,
    half_said: bool,
    /// Whether it says itself that it is one of times: "from 6 to 7" is one only where the rest of the words makes it one.
    sure: bool,
}

/// Before an hour minutes are told in fives: "ten to seven".
const MINUTES_TOLD: u32 = 5;

/// A clock time as it is written.
struct Clock {
    hour: u32,
    minute: u32,
    half: Option<&'static str>,
    minutes_said: bool,
    after: usize,
}

/// The first range of time in a text. One of its times must say that it is one: "3-4pm", "3:00-4", but not "pages 3-4".
pub(crate) fn time_range(text: &str) -> Option<TimeRange> {
    let bytes = text.as_bytes();
    (0..bytes.len()).find_map(|at| {
        let digit = bytes.get(at)?.is_ascii_digit();
        let begins = at.checked_sub(1).and_then(|before| bytes.get(before)).is_none_or(|before| *before == b' ');
        if !digit || !begins {
            return None;
        }
        let first = clock(text, at)?;
        let rest = text.get(first.after..)?;
        let bare = rest.trim_start();
        let dash = bare.chars().next().filter(|c| matches!(c, '-' | '–' | '—')).map(char::len_utf8);
        // "from 6 to 7.30", "6pm until 8pm"
        let word = || {
            let from = text.get(..at)?.trim_end().rsplit(' ').next()?.to_ascii_lowercase();
            let joins = |word: &str| holds(RANGE_WORDS, word) || holds(FROM, &from) && holds(BETWEEN_ENDS, word);
            let said = bare.split(' ').next().filter(|word| joins(&word.to_ascii_lowercase()))?;
            // "6 to 7pm", but "20 to 7pm" and "at 5 to 7pm" are times.
            let hours = (1..=12).contains(&first.hour) && !(from == AT && first.hour % MINUTES_TOLD == 0);
            let later = || clock(bare, said.len() + 1).is_some_and(|last| last.half.is_some());
            (holds(FROM, &from) || first.half.is_some() || hours && !first.minutes_said && later())
                .then_some(said.len())
        };
        let by_word = dash.is_none();
        let behind = first.after + rest.len() - bare.len() + dash.or_else(word)?;
        let spaces = text.get(behind..)?.len() - text.get(behind..)?.trim_start().len();
        let last = clock(text, behind + spaces)?;
        // Who says "from 6" says a time, but only one that has minutes or a half beside it is surely one.
        if by_word && first.half.is_some() && last.half.is_none() && !last.minutes_said {
            return None;
        }
        let ends = bytes
            .get(last.after)
            .is_none_or(|after| !after.is_ascii_alphanumeric() && !matches!(after, b'-' | b'/' | b'.'))
            || text.get(last.after..).is_some_and(|rest| rest == ".");
        let said = first.half.is_some()
            || last.half.is_some()
            || first.minutes_said && last.minutes_said && !text.get(at..last.after)?.contains('.')
            || by_word && (first.minutes_said || last.minutes_said);
        if !ends || !said && !by_word {
            return None;
        }
        let half = match (first.half, last.half) {
            (None, Some(half)) => start_half(&first, &last, half),
            _ => "",
        };
        let end = last.hour % 12 * 60 + last.minute + if last.half == Some(PM) { 720 } else { 0 };
        let end = if last.half.is_none() { last.hour * 60 + last.minute } else { end };
        Some(TimeRange {
            cut: Span::new(first.after, last.after),
            half,
            end,
            half_said: last.half.is_some(),
            sure: said,
        })
    })
}

/// Whether the words of a day or a time have an end as well: "3-5 december", "from 3 december to 5 december", "monday to friday".
/// A clock's time needs no word to be one: "9.30-11".
pub(crate) fn has_an_end(said: &str, is_time: bool) -> bool {
    let lower = said.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let named = |words: &[&str]| words.iter().any(|word| holds(WEEKDAYS, word) || holds(MONTH_NAMES, word));
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    // "3-5 december", but not "2026-12-03"
    let mut dashes = lower.match_indices(['-', '–', '—']);
    let dash = dashes.next().filter(|_| dashes.next().is_none()).is_some_and(|(at, dash)| {
        let (before, after) = (&lower[..at], &lower[at + dash.len()..]);
        let between = is_digit(before.trim_end().chars().next_back()) && is_digit(after.trim_start().chars().next());
        let days = before.split(' ').next_back().is_some_and(|day| holds(WEEKDAYS, day));
        between && (is_time || words.iter().any(|word| word.starts_with(|c: char| c.is_alphabetic()))) || days
    });
    let from = words.first().is_some_and(|first| holds(FROM, first));
    // "ten to five on friday" is a time.
    let joint = words.iter().position(|word| holds(RANGE_WORDS, word) || from && holds(BETWEEN_ENDS, word));
    dash || joint.is_some_and(|at| {
        let (before, after) = words.split_at(at);
        from || named(before) && !before.contains(&AT) && (named(after) || after.len() == 2)
    })
}

/// A todo's words with spaces in the place of a second day or time that is left open, and of a day that is only ruled out, and how both
/// were said: "friday or saturday", "any day but monday". Nothing where none is.
pub(crate) fn left_open(text: &str) -> Option<(String, String)> {
    let lower = text.to_ascii_lowercase();
    let mut at = 0;
    let place = |word| {
        let start = at;
        at += str::len(word);
        let bare = word.trim();
        (Span::new(start, start + word.trim_end().len()), bare)
    };
    let words: Vec<(Span, &str)> = lower.split_inclusive(' ').map(place).collect();
    let is = |at: usize, known: &str| words.get(at).is_some_and(|(_, word)| holds(known, word));
    let day = |at: usize| words.get(at).is_some_and(|(_, word)| is_day(word.trim_end_matches([',', '.'])));
    let open = (1..words.len().saturating_sub(1)).find(|at| is(*at, OR) && day(at - 1) && day(at + 1));
    if let Some(at) = open {
        let (first, second) = (words.get(at - 1)?.0, words.get(at)?.0.cover(words.get(at + 1)?.0));
        let either = at.checked_sub(2).filter(|before| is(*before, EITHER)).and_then(|at| words.get(at));
        let edited = blank(text, second)?;
        let edited = either.map_or(Some(edited.clone()), |(either, _)| blank(&edited, *either))?;
        return Some((edited, first.cover(second).of(text).to_owned()));
    }
    let at = (0..words.len().saturating_sub(3))
        .find(|at| is(*at, ANY) && is(at + 1, A_DAY) && is(at + 2, BUT) && day(at + 3))?;
    let out = words.get(at)?.0.cover(words.get(at + 3)?.0);
    Some((blank(text, out)?, out.of(text).to_owned()))
}

/// Whether a word alone says a day or a time.
fn is_day(word: &str) -> bool {
    let is_time = |time: Clock| time.after == word.len() && (time.half.is_some() || time.minutes_said);
    holds(WEEKDAYS, word) || holds(NEAR_DAYS, word) || clock(word, 0).is_some_and(is_time)
}

/// A text with spaces in that place, so that all other places stay.
fn blank(text: &str, span: Span) -> Option<String> {
    Some([text.get(..span.start)?, &" ".repeat(span.end - span.start), text.get(span.end..)?].concat())
}

/// The half of the day that the start is in when only the end says one: "11-1pm" begins before noon.
fn start_half(first: &Clock, last: &Clock, half: &'static str) -> &'static str {
    let (start, end) = (first.hour % 12 * 60 + first.minute, last.hour % 12 * 60 + last.minute);
    match (start < end, half) {
        (true, half) => half,
        (false, PM) => AM,
        (false, _) => PM,
    }
}

fn clock(text: &str, at: usize) -> Option<Clock> {
    let bytes = text.as_bytes();
    let digits =
        |at: usize| bytes.get(at..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit()).count();
    let width = digits(at);
    let hour: u32 = text.get(at..at + width)?.parse().ok().filter(|hour| *hour < 24)?;
    let mut after = at + width;
    let mut minute = 0;
    let minutes_said = matches!(bytes.get(after), Some(b':' | b'.')) && digits(after + 1) == 2;
    if minutes_said {
        minute = text.get(after + 1..after + 3)?.parse().ok().filter(|minute| *minute < 60)?;
        after += 3;
    }
    let rest = text.get(after..)?;
    let bare = rest.trim_start();
    let half = [AM, PM].into_iter().find(|half| {
        bare.get(..2).is_some_and(|said| said.eq_ignore_ascii_case(half))
            && !bare.get(2..).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric()))
    });
    if half.is_some() {
        after += rest.len() - bare.len() + 2;
    }
    (width <= 2).then_some(Clock { hour, minute, half, minutes_said, after })
}

impl TimeRange {
    /// The text with the start alone: "meeting 3pm" for "meeting 3-4pm".
    pub(crate) fn starting(&self, text: &str) -> String {
        [text.get(..self.cut.start).unwrap_or(""), self.half, text.get(self.cut.end..).unwrap_or("")].concat()
    }

    pub(crate) const fn is_sure(&self) -> bool {
        self.sure
    }

    /// Where the end stands, in a text that begins at a place.
    pub(crate) const fn cut_at(&self, start: usize) -> Span {
        Span::new(self.cut.start + start, self.cut.end + start)
    }

    /// Where a place in [`Self::starting`] stands in the text itself.
    pub(crate) fn place_in(&self, at: usize) -> usize {
        let kept = self.cut.start + self.half.len();
        match () {
            () if at < self.cut.start => at,
            () if at <= kept => self.cut.end,
            () => at - kept + self.cut.end,
        }
    }

    /// When it ends, after it began at "15:00".
    pub(crate) fn end_after(&self, began: &str) -> String {
        let minutes = |text: &str| text.parse::<u32>().unwrap_or_default();
        let start = began.split_once(':').map_or(0, |(hour, minute)| minutes(hour) * 60 + minutes(minute));
        let mut end = self.end;
        if !self.half_said && end <= start {
            end += 720;
        }
        let end = end % 1440;
        format!("{:02}:{:02}", end / 60, end % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::time_range;

    #[test]
    fn a_range_is_its_start_and_keeps_its_end() {
        for (text, start, began, end) in [
            ("meeting 3-4pm tomorrow", "meeting 3pm tomorrow", "15:00", "16:00"),
            ("lunch 12:30-1:30 friday", "lunch 12:30 friday", "12:30", "13:30"),
            ("standup 11-1pm", "standup 11am", "11:00", "13:00"),
            ("talk 9am - 10am", "talk 9am", "09:00", "10:00"),
            ("choir from 6 to 7.30", "choir from 6", "18:00", "19:30"),
            ("fair from 10am until 2pm", "fair from 10am", "10:00", "14:00"),
        ] {
            let range = time_range(text).unwrap();
            assert_eq!((range.starting(text).as_str(), range.end_after(began).as_str()), (start, end), "{text}");
        }
    }

    #[test]
    fn pages_dates_and_scores_are_no_range_of_time() {
        for text in [
            "read pages 3-4",
            "on 2026-11-21",
            "call 555-0123",
            "won 3-1 on friday",
            "a 2-3pmx thing",
            "read 3.10-3.50",
        ] {
            assert_eq!(time_range(text), None, "{text}");
        }
    }
}
