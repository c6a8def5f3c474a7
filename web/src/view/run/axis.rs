//! The foot of the waterfall: how long all of it took, and the waiting that is folded away in it, to be opened.

use leptos::prelude::*;

use crate::model::{App, Timeline, format::duration, scale::Stretch, use_app};

/// A shorter run has no axis: its rows say how long each step took.
const SHORT_MS: f64 = 1000.0;

/// Whether the run that is looked at is long enough for one.
pub(super) fn is_long(app: App) -> bool {
    app.runs.timeline.with(|timeline| timeline.bars.end >= SHORT_MS)
}

/// One switch for all of the idle time, one for every gap where it stands.
#[component]
pub(super) fn Axis() -> impl IntoView {
    let app = use_app();
    let gaps = Memo::new(move |_| app.runs.timeline.with(Timeline::idle));
    let any = Memo::new(move |_| gaps.with(|gaps| !gaps.is_empty()));
    let folded = move || gaps.with(|gaps| gaps.iter().all(|gap| gap.1));
    let fold = move |at: Option<usize>| app.runs.timeline.update(|timeline| timeline.toggle(at));
    let end = Memo::new(move |_| duration(app.runs.timeline.with(|timeline| timeline.bars.end) as u64));
    view! {
        <div class="log-line log-axis">
            <Show when=move || any.get()>
                <button
                    type="button"
                    class="button button-bare"
                    aria-pressed=move || folded().to_string()
                    on:click=move |_| fold(None)
                >
                    "Fold idle time"
                </button>
            </Show>
            <div class="axis">
                // A gap keeps its switch, and with it the focus, while it opens and closes.
                <For
                    each=move || 0..gaps.with(Vec::len)
                    key=|at| *at
                    children=move |at| view! { <GapSwitch at gaps on:click=move |_| fold(Some(at)) /> }
                />
            </div>
            <span class="log-time">{move || end.get()} " in all"</span>
        </div>
    }
}

/// The switch of one gap, in the middle of where that stands.
#[component]
fn GapSwitch(
    /// Which of them it is.
    at: usize,
    /// All of them, and whether each is folded.
    gaps: Memo<Vec<(Stretch, bool)>>,
) -> impl IntoView {
    let app = use_app();
    let gap = move || gaps.with(|gaps| gaps.get(at).copied());
    let waiting = |(gap, _): (Stretch, bool)| format!("Fold {} of idle time", duration((gap.end - gap.start) as u64));
    let left = move || gap().map(|(gap, _)| app.runs.timeline.with(|timeline| timeline.middle(gap)));
    view! {
        <button
            type="button"
            class="gap-switch"
            aria-pressed=move || gap().map(|gap| gap.1.to_string())
            aria-label=move || gap().map(waiting)
            style:left=left
        ></button>
    }
}
