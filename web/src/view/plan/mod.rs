//! The plan: before it runs, while it runs, and after; as a picture and in words.

mod frame;
mod graph;
mod map;
mod outline;
mod panel;
mod sight;

pub(crate) use outline::Said;
pub(crate) use panel::{PlanOfRun, PlanPanel};

use crate::{model::Phrase, view::ui::El};

/// For the time of the change.
pub(crate) fn said_in(made: El, said: &Phrase) -> El {
    let phrase = said.clone();
    made.view(leptos::prelude::view! { <Said phrase /> })
}
