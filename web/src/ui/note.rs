//! A short message in a box of its own.

use leptos::prelude::*;

use super::format::sentence;

/// How serious a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// For information.
    Plain,
    /// Something is not as it should be.
    Warn,
    /// Something failed.
    Bad,
}

impl Tone {
    const fn class(self) -> &'static str {
        match self {
            Self::Plain => "note",
            Self::Warn => "note note-warn",
            Self::Bad => "note note-bad",
        }
    }
}

/// A message, what to do about it, and perhaps buttons. A bad one is an alert, so that it is said at once.
pub(crate) fn note(tone: Tone, words: &str, hint: Option<&str>, acts: AnyView) -> AnyView {
    let role = (tone == Tone::Bad).then_some("alert");
    view! {
        <div class=tone.class() role=role>
            <span dir="auto">{sentence(words)}</span>
            {hint.map(|hint| view! { <span class="note-hint">{sentence(hint)}</span> })}
            {acts}
        </div>
    }
    .into_any()
}
