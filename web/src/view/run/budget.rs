//! What of its budgets a run has used: a line under its goal, told while it goes on.

use leptos::prelude::*;

use crate::model::{App, budgets_told, use_app};

/// The line of the run that is looked at, hidden when there is nothing to tell.
#[component]
pub(super) fn Budget(
    /// Whether it goes on.
    going: bool,
) -> impl IntoView {
    let app = use_app();
    let moment = RwSignal::new(());
    let used = Memo::new(move |_| {
        moment.track();
        let told =
            app.runs.shown.with(|run| run.as_ref().map(|run| budgets_told(&run.policy, app.runs.usage_now(run))));
        told.unwrap_or_default()
    });
    if going {
        go_on(app, moment);
    }
    let near = Memo::new(move |_| used.with(|(_, near)| *near));
    // Said once, and the same whichever budget it is: the line would be spoken with every step.
    let warning = move || if near.get() { "A budget of this run is nearly spent" } else { "" };
    view! {
        <div>
            <p
                class="run-budget"
                class:run-budget-near=move || near.get()
                hidden=move || used.with(|(words, _)| words.is_empty())
            >
                {move || used.with(|(words, _)| words.clone())}
            </p>
            {going.then(|| view! { <span class="unseen" role="status">{warning}</span> })}
        </div>
    }
}

/// Time is spent between events too.
fn go_on(app: App, moment: RwSignal<()>) {
    app.runs.soon(move || {
        // Gone with the line.
        if moment.try_set(()).is_none() {
            go_on(app, moment);
        }
    });
}
