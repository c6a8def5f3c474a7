//! Days, clock times and weekdays as plain integers: the Gregorian calendar of the years −9999 to 9999, without time zones.
//!
//! A day is its distance from 1 January 1970, so comparing, counting and moving days are single instructions;
//! year, month and day are worked out where they are asked for. Knows no words and no periods longer than a day.

use std::fmt;

/// A day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Date(i32);

/// A time of day, to the second.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Time(i32);

/// A day with a time, without a time zone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DateTime(i64);

/// A day of the week; weeks start on Monday.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// All weekdays, in the order of the week.
pub(crate) const WEEK: [Weekday; 7] = [
    Weekday::Monday,
    Weekday::Tuesday,
    Weekday::Wednesday,
    Weekday::Thursday,
    Weekday::Friday,
    Weekday::Saturday,
    Weekday::Sunday,
];

const DAY: i64 = 86_400;

impl Weekday {
    /// Monday is 0, Sunday 6.
    pub(crate) fn offset(self) -> i32 {
        self as i32
    }

    /// The weekday so many places after Monday, counted round.
    pub(crate) fn at(offset: i32) -> Self {
        WEEK[offset.rem_euclid(7) as usize]
    }
}

impl Date {
    /// 1 January of the year −9999.
    pub(crate) const MIN: Self = Self(-4_371_587);
    /// 31 December 9999.
    pub(crate) const MAX: Self = Self(2_932_896);

    /// The day with these parts, or nothing when there is none.
    pub(crate) fn new(year: i32, month: i32, day: i32) -> Option<Self> {
        Self::numbered(dunlin_base::days_from_civil(year.into(), month.into(), day.into())?)
    }

    /// The day so many days after 1 January 1970.
    pub(crate) fn numbered(number: i64) -> Option<Self> {
        let date = Self(i32::try_from(number).ok()?);
        (Self::MIN..=Self::MAX).contains(&date).then_some(date)
    }

    /// Days since 1 January 1970.
    pub(crate) fn number(self) -> i32 {
        self.0
    }

    fn parts(self) -> (i64, i64, i64) {
        dunlin_base::civil_from_days(self.0.into())
    }

    pub(crate) fn year(self) -> i32 {
        self.parts().0 as i32
    }

    /// 1 to 12.
    pub(crate) fn month(self) -> i32 {
        self.parts().1 as i32
    }

    /// 1 to 31.
    pub(crate) fn day(self) -> i32 {
        self.parts().2 as i32
    }

    pub(crate) fn weekday(self) -> Weekday {
        // The first day of 1970 was a Thursday.
        Weekday::at(self.0 + 3)
    }

    pub(crate) fn first_of_month(self) -> Self {
        Self(self.0 + 1 - self.day())
    }

    pub(crate) fn last_of_month(self) -> Self {
        // A month and a few days on, in the next one.
        let next = Self(self.first_of_month().0 + 31);
        Self(next.0 - next.day())
    }

    pub(crate) fn days_in_month(self) -> i32 {
        self.last_of_month().day()
    }

    pub(crate) fn first_of_year(self) -> Self {
        Self::new(self.year(), 1, 1).unwrap_or(self)
    }

    pub(crate) fn days_in_year(self) -> i32 {
        Self::new(self.year(), 12, 31).map_or(365, |last| last.0 - self.first_of_year().0 + 1)
    }

    pub(crate) fn at(self, time: Time) -> DateTime {
        DateTime(i64::from(self.0) * DAY + i64::from(time.0))
    }

    /// `YYYY-MM-DD`.
    pub(crate) fn push_to(self, out: &mut String) {
        let (year, month, day) = self.parts();
        if year < 0 {
            out.push('-');
        }
        push_padded(out, year.unsigned_abs() as u32, if year < 0 { 3 } else { 4 });
        out.push('-');
        push_padded(out, month as u32, 2);
        out.push('-');
        push_padded(out, day as u32, 2);
    }
}

impl Time {
    /// The time with these parts, or nothing when there is none.
    pub(crate) fn new(hour: i32, minute: i32) -> Option<Self> {
        ((0..24).contains(&hour) && (0..60).contains(&minute)).then_some(Self(hour * 3600 + minute * 60))
    }

    pub(crate) fn hour(self) -> i32 {
        self.0 / 3600
    }

    pub(crate) fn minute(self) -> i32 {
        self.0 / 60 % 60
    }

    /// `HH:MM`.
    pub(crate) fn push_to(self, out: &mut String) {
        push_padded(out, self.hour().unsigned_abs(), 2);
        out.push(':');
        push_padded(out, self.minute().unsigned_abs(), 2);
    }
}

impl DateTime {
    /// The first moment of the calendar.
    pub(crate) const MIN: Self = Self(Date::MIN.0 as i64 * DAY);
    /// The last second of the calendar.
    pub(crate) const MAX: Self = Self(Date::MAX.0 as i64 * DAY + DAY - 1);

    /// The moment so many seconds after the start of 1970.
    pub(crate) fn numbered(seconds: i64) -> Option<Self> {
        let moment = Self(seconds);
        (Self::MIN..=Self::MAX).contains(&moment).then_some(moment)
    }

    /// Seconds since the start of 1970.
    pub(crate) fn number(self) -> i64 {
        self.0
    }

    pub(crate) fn date(self) -> Date {
        Date(self.0.div_euclid(DAY) as i32)
    }

    pub(crate) fn time(self) -> Time {
        Time(self.0.rem_euclid(DAY) as i32)
    }
}

/// A number in decimal digits, with zeros before it up to a width.
pub(crate) fn push_padded(out: &mut String, number: u32, width: u32) {
    let mut place = 10_u32.pow(width.saturating_sub(1).min(9));
    while place <= number / 10 {
        place *= 10;
    }
    while place > 0 {
        out.push(char::from(b'0' + (number / place % 10) as u8));
        place /= 10;
    }
}

/// A number in decimal digits.
pub(crate) fn push_number(out: &mut String, number: i32) {
    if number < 0 {
        out.push('-');
    }
    push_padded(out, number.unsigned_abs(), 1);
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.push_to(&mut text);
        f.write_str(&text)
    }
}

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.push_to(&mut text);
        f.write_str(&text)
    }
}

impl fmt::Debug for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}T{:?}", self.date(), self.time())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every day of four centuries around now, and both borders, against the `jiff` crate.
    #[test]
    fn days_agree_with_jiff() {
        let borders = [Date::MIN.0..Date::MIN.0 + 800, Date::MAX.0 - 800..Date::MAX.0 + 1, -80_000..80_000];
        for number in borders.into_iter().flatten() {
            let ours = Date::numbered(number.into()).unwrap();
            let theirs = jiff::civil::date(1970, 1, 1) + jiff::Span::new().days(number);
            let parts = (i32::from(theirs.year()), i32::from(theirs.month()), i32::from(theirs.day()));
            assert_eq!((ours.year(), ours.month(), ours.day()), parts);
            assert_eq!(Date::new(parts.0, parts.1, parts.2), Some(ours));
            assert_eq!(ours.weekday().offset(), i32::from(theirs.weekday().to_monday_zero_offset()));
            assert_eq!(ours.days_in_month(), i32::from(theirs.days_in_month()));
            assert_eq!(ours.first_of_month().day(), 1);
            assert_eq!(ours.days_in_year(), i32::from(theirs.days_in_year()));
            assert_eq!((ours.first_of_year().year(), ours.first_of_year().month()), (parts.0, 1));
            if (0..=9999).contains(&parts.0) {
                assert_eq!(format!("{ours:?}"), theirs.to_string());
            }
        }
        assert_eq!(Date::numbered(i64::from(Date::MAX.0) + 1), None);
    }

    #[test]
    fn days_that_do_not_exist() {
        for (year, month, day) in [
            (2026, 2, 29),
            (2026, 4, 31),
            (1900, 2, 29),
            (2026, 13, 1),
            (2026, 0, 1),
            (2026, 1, 0),
            (2026, 1, 32),
            (10_000, 1, 1),
            (i32::MIN, 1, 1),
        ] {
            assert_eq!(Date::new(year, month, day), None, "{year}-{month}-{day}");
        }
        assert!(Time::new(24, 0).is_none() && Time::new(0, 60).is_none() && Time::new(-1, 0).is_none());
    }

    #[test]
    fn moments_are_days_and_times() {
        let moment = Date::new(1969, 12, 31).unwrap().at(Time::new(23, 5).unwrap());
        assert_eq!((moment.number(), format!("{moment:?}").as_str()), (-55 * 60, "1969-12-31T23:05"));
        assert_eq!((moment.time().hour(), moment.time().minute()), (23, 5));
        assert_eq!(DateTime::numbered(DateTime::MAX.0 + 1), None);
        assert_eq!(format!("{:?}", DateTime::MIN), "-9999-01-01T00:00");
    }
}
