//! The parts of the page, of which a narrow screen shows one.

/// A part of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tab {
    /// The goal, its plan, its answer.
    Ask,
    /// The todos.
    Todos,
    /// The runs.
    History,
}

impl Tab {
    /// All of them, in order.
    pub(crate) const EVERY: [Self; 3] = [Self::Ask, Self::Todos, Self::History];

    /// Its word.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ask => "Ask",
            Self::Todos => "Todos",
            Self::History => "History",
        }
    }
}
