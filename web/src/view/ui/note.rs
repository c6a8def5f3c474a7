//! A short message in a box of its own.

use leptos::prelude::*;

use crate::model::format::sentence;

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

/// A message, what to do about it, and perhaps a button in `children`. A bad one is an alert, so that it is said at once.
#[component]
pub(crate) fn Note(
    tone: Tone,
    #[prop(into)] words: String,
    #[prop(optional_no_strip, into)] hint: Option<String>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class=tone.class() role=(tone == Tone::Bad).then_some("alert")>
            <span dir="auto">{sentence(&words)}</span>
            {hint.map(|hint| view! { <span class="note-hint">{sentence(&hint)}</span> })}
            {children.map(|children| children())}
        </div>
    }
}
