//! What the address keeps: the filter of the todo list, the run and step looked at, the panel that is open.
//!
//! `#/active?run=0192…&step=2` – everything after the hash, so that no server is asked.

use std::fmt;

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
    /// The run that is looked at.
    pub(crate) run: Option<String>,
    /// The step that is selected.
    pub(crate) step: Option<u32>,
}

impl Route {
    /// The same place with other todos listed.
    pub(crate) fn showing(&self, listing: Listing) -> Self {
        Self { listing, ..self.clone() }
    }

    /// The same place with that run looked at, or none.
    pub(crate) fn at_run(&self, run: Option<String>) -> Self {
        Self { listing: self.listing, run, step: None }
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
                _ => {}
            }
        }
        route
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.listing.path())?;
        if let Some(run) = &self.run {
            write!(f, "?run={run}")?;
            if let Some(step) = self.step {
                write!(f, "&step={step}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_reads_back_as_it_was_written() {
        for hash in ["#/", "#/active", "#/completed?run=0192-ab", "#/?run=0192-ab&step=3"] {
            assert_eq!(Route::parse(hash).to_string(), hash);
        }
    }

    #[test]
    fn strange_addresses_are_the_first_view() {
        for hash in ["", "#", "#/nowhere", "#/?run=<img>&step=x", "#?%%%=&&=="] {
            assert_eq!(Route::parse(hash), Route::default(), "{hash}");
        }
    }
}
