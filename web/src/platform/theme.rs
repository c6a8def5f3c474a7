//! Light or dark.

use leptos::prelude::*;

/// What the person chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Theme {
    /// What the device says.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl Theme {
    /// All of them, in the order of the page.
    pub(crate) const EVERY: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// The word in storage and in the document.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of that word; the device's for any other.
    pub(crate) fn named(name: &str) -> Self {
        Self::EVERY.into_iter().find(|theme| theme.name() == name).unwrap_or_default()
    }
}

/// Whether the person wants less to move.
pub(crate) fn wants_stillness() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// Whether something points that can rest over what it points at, as no finger can.
pub(crate) fn has_pointer() -> bool {
    matches("(hover: hover)")
}

fn matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|answer| answer.matches())
}

/// Shows the page in that theme.
pub(crate) fn set_theme(theme: Theme) {
    let Some(root) = document().document_element() else { return };
    // The attribute is a constant word: setting it cannot fail.
    let _ = match theme {
        Theme::System => root.remove_attribute("data-theme"),
        Theme::Light | Theme::Dark => root.set_attribute("data-theme", theme.name()),
    };
}
