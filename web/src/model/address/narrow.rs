//! Which of the listed todos are looked for, and in which order; part of the address.

use dunlin::{DueFilter, Filter, Sort, Status};

use crate::model::address::Listing;

/// What narrows the list. All empty: everything, in the order it was made or moved in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Narrow {
    /// When they are due, as [`DueFilter::parse`] reads it.
    pub(crate) due: String,
    /// Their list.
    pub(crate) list: String,
    /// A tag they have.
    pub(crate) tag: String,
    /// Their priority.
    pub(crate) priority: String,
    /// What they are sorted by, as [`Sort::parse`] reads it.
    pub(crate) sort: String,
}

/// The due filters that the page offers.
pub(crate) const DUES: [(&str, &str); 5] =
    [("", "At any time"), ("today", "Today"), ("overdue", "Overdue"), ("upcoming", "Upcoming"), ("none", "No date")];

/// The orders that the page offers.
pub(crate) const SORTS: [(&str, &str); 5] = [
    ("", "By hand"),
    ("due", "Due first"),
    ("priority", "Urgent first"),
    ("newest", "Newest first"),
    ("text", "By name"),
];

/// The longest name that an address is believed to hold.
const LONGEST: usize = 200;

impl Narrow {
    /// Every part with its key in the address.
    pub(crate) fn parts(&self) -> [(&'static str, &str); 5] {
        [
            ("due", &self.due),
            ("list", &self.list),
            ("tag", &self.tag),
            ("priority", &self.priority),
            ("sort", &self.sort),
        ]
    }

    /// The part of that key.
    pub(crate) fn part_mut(&mut self, key: &str) -> Option<&mut String> {
        match key {
            "due" => Some(&mut self.due),
            "list" => Some(&mut self.list),
            "tag" => Some(&mut self.tag),
            "priority" => Some(&mut self.priority),
            "sort" => Some(&mut self.sort),
            _ => None,
        }
    }

    /// With another value of that part; one that means nothing is left out.
    pub(crate) fn with(&self, key: &str, value: &str) -> Self {
        let known = match key {
            "due" => DueFilter::parse(value).is_some(),
            "sort" => Sort::parse(value).is_some(),
            "priority" => matches!(value, "1" | "2" | "3" | "4"),
            _ => value.chars().count() <= LONGEST,
        };
        let mut other = self.clone();
        if let Some(part) = other.part_mut(key) {
            if known { value.clone_into(part) } else { part.clear() }
        }
        other
    }

    /// Whether fewer than all are looked for.
    pub(crate) fn is_narrow(&self) -> bool {
        self.parts().into_iter().any(|(key, value)| key != "sort" && !value.is_empty())
    }

    /// What to ask the store for.
    pub(crate) fn filter(&self, listing: Listing, words: &str) -> Filter {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Filter {
            status: match listing {
                Listing::All => Status::All,
                Listing::Active => Status::Active,
                Listing::Completed => Status::Completed,
            },
            due: DueFilter::parse(&self.due),
            completed_on: None,
            tag: some(&self.tag),
            list: some(&self.list),
            priority: self.priority.parse().ok(),
            text: some(words.trim()),
            except: Vec::new(),
            sort: Sort::parse(&self.sort).unwrap_or_default(),
        }
    }
}
