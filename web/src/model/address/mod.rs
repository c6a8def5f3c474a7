//! What the address keeps: the filter of the todo list, the run and step looked at, the panel that is open.
//!
//! `#/active?due=today&run=0192…&step=2` – everything after the hash, so that no server is asked.

pub(in crate::model) mod narrow;
pub(in crate::model) mod place;
pub(in crate::model) mod tab;

use std::{fmt, ops::RangeInclusive};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::model::Narrow;

/// Which todos are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Listing {
    /// All of them.
    #[default]
    All,
    /// Those still to do.
    Active,
    /// Those done.
    Completed,
}

impl Listing {
    /// All of them, in the order of the page.
    pub(crate) const EVERY: [Self; 3] = [Self::All, Self::Active, Self::Completed];

    /// The word on the page.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Active => "Active",
            Self::Completed => "Completed",
        }
    }

    const fn path(self) -> &'static str {
        match self {
            Self::All => "/",
            Self::Active => "/active",
            Self::Completed => "/completed",
        }
    }
}

/// A place in the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Route {
    /// Which todos are listed.
    pub(crate) listing: Listing,
    /// Which of them, in which order.
    pub(crate) narrow: Narrow,
    /// The run that is looked at.
    pub(crate) run: Option<String>,
    /// The step that is selected.
    pub(crate) step: Option<u32>,
    /// The words that are looked for in the todos.
    pub(crate) words: String,
    /// The words that are looked for in the history.
    pub(crate) find: String,
    /// How near the picture of the plan is drawn, in percent; 0 as it fits.
    pub(crate) zoom: u32,
    /// A goal that somebody shared: it is put into the field, planned, and gone from the address.
    pub(crate) goal: String,
}

impl Route {
    /// The same place with other todos listed.
    pub(crate) fn showing(&self, listing: Listing) -> Self {
        Self { listing, ..self.clone() }
    }

    /// The same place with the list narrowed otherwise.
    pub(crate) fn narrowed(&self, narrow: Narrow) -> Self {
        Self { narrow, ..self.clone() }
    }

    /// The same place with that run looked at, or none.
    pub(crate) fn at_run(&self, run: Option<String>) -> Self {
        Self { run, step: None, ..self.clone() }
    }

    /// The same place with that step selected, or none.
    pub(crate) fn at_step(&self, step: Option<u32>) -> Self {
        Self { step, ..self.clone() }
    }

    /// Reads an address's hash; what it does not know is left out.
    pub(crate) fn parse(hash: &str) -> Self {
        let hash = hash.strip_prefix('#').unwrap_or(hash);
        let (path, query) = hash.split_once('?').unwrap_or((hash, ""));
        let mut route = Self {
            listing: Listing::EVERY.into_iter().find(|listing| listing.path() == path).unwrap_or_default(),
            ..Self::default()
        };
        for (key, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            match key {
                // Ids are letters, digits and hyphens; anything else was not written here.
                "run"
                    if value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') && value.len() <= 64 =>
                {
                    route.run = Some(value.to_owned());
                }
                "step" => route.step = value.parse().ok(),
                "q" => route.words = words(value),
                "find" => route.find = words(value),
                "goal" => route.goal = unescaped(value),
                "zoom" => route.zoom = value.parse().ok().filter(|zoom| ZOOMS.contains(zoom)).unwrap_or_default(),
                key => route.narrow = route.narrow.with(key, &unescaped(value)),
            }
        }
        route
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("#")?;
        f.write_str(self.listing.path())?;
        let mut sign = "?";
        let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
        let step = number(self.step.filter(|_| self.run.is_some()));
        let zoom = number(Some(self.zoom).filter(|zoom| *zoom > 0));
        let run = self.run.as_deref().unwrap_or_default();
        let own = [("run", run), ("step", &step), ("q", &self.words), ("find", &self.find), ("zoom", &zoom)];
        for (key, value) in self.narrow.parts().into_iter().chain(own).filter(|(_, value)| !value.is_empty()) {
            write!(f, "{sign}{key}={}", escaped(value))?;
            sign = "&";
        }
        Ok(())
    }
}

/// A longer goal fits no address, in characters: what passes addresses on cuts them.
pub(in crate::model) const LONGEST_GOAL: usize = 2000;

/// The hash of an address that puts that goal into the field, where it is planned and nothing runs; none where it is too long.
pub(crate) fn shared(goal: &str) -> Option<String> {
    (goal.chars().count() <= LONGEST_GOAL).then(|| format!("#/?goal={}", escaped(goal)))
}

/// How near and how far a picture is drawn, in percent of its own size.
pub(crate) const ZOOMS: RangeInclusive<u32> = 10..=300;

/// Words that are looked for; more than anybody looks for were not written here.
fn words(value: &str) -> String {
    unescaped(value).chars().take(200).collect()
}

/// What stands in an address as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// A value as it stands in an address.
fn escaped(text: &str) -> impl fmt::Display {
    utf8_percent_encode(text, PLAIN)
}

/// The value that stands so in an address; what is no escape is itself.
fn unescaped(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn an_address_reads_back_as_it_was_written() {
        for hash in [
            "#/",
            "#/active",
            "#/completed?run=0192-ab",
            "#/?run=0192-ab&step=3",
            "#/?run=0192-ab&step=3&q=oat%20milk&find=caf%C3%A9&zoom=125",
            "#/active?due=today&list=At%20home&tag=caf%C3%A9&priority=1&sort=due&run=0192-ab",
        ] {
            assert_eq!(Route::parse(hash).to_string(), hash);
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_shared_goal_is_read_and_is_not_kept_in_the_address() {
        let route = Route::parse(&shared("add café & tea\nthen 1 + 1").unwrap());
        assert_eq!(route.goal, "add café & tea\nthen 1 + 1");
        assert_eq!(route.to_string(), "#/");
        let long = "é".repeat(LONGEST_GOAL);
        assert_eq!(Route::parse(&shared(&long).unwrap()).goal, long);
        assert_eq!(shared(&(long + "é")), None);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn strange_addresses_are_the_first_view() {
        for hash in [
            "",
            "#",
            "#/nowhere",
            "#/?run=<img>&step=x",
            "#?%%%=&&==",
            "#/?due=never-ever&sort=%&priority=9",
            "#/?zoom=9999&q=&find=",
        ] {
            assert_eq!(Route::parse(hash), Route::default(), "{hash}");
        }
    }
}
