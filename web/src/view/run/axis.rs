//! The foot of the waterfall: how long all of it took, and the waiting that is folded away in it, to be opened.

use leptos::prelude::*;

use super::row::{percent, placed};
use crate::{
    model::App,
    model::format::duration,
    view::ui::{El, button, el, follow},
};

/// A shorter run has no axis: its rows say how long each step took.
const SHORT_MS: f64 = 1000.0;

/// Whether the run that is looked at is long enough for one.
pub(super) fn is_long(app: App) -> bool {
    app.runs.timeline.with(|timeline| timeline.bars.end >= SHORT_MS)
}

/// One switch for all of the waiting, one for every gap where it stands.
pub(super) fn axis(app: App) -> El {
    let all = move || app.runs.timeline.with(|timeline| timeline.scale.gaps().to_vec());
    let gaps = Memo::new(move |_| all());
    let folded = move || gaps.with(|gaps| !gaps.is_empty() && gaps.iter().all(|gap| gap.1));
    let fold = move |at: Option<usize>| {
        let wanted = gaps.with_untracked(|gaps| {
            let wanted = gaps.iter().enumerate().filter(|(index, _)| at.is_none_or(|at| at == *index));
            let wanted: Vec<(f64, bool)> = wanted.map(|(_, gap)| (gap.0.start, gap.1)).collect();
            let folded = wanted.iter().all(|gap| gap.1);
            (wanted.into_iter().map(|gap| gap.0).collect::<Vec<f64>>(), !folded)
        });
        app.runs.timeline.update(|timeline| timeline.fold(&wanted.0, wanted.1));
    };
    let every = button("button button-bare", "Fold waiting", move |_| fold(None))
        .attr_by("aria-pressed", move || Some(folded().to_string()))
        .flag_by("disabled", move || gaps.with(Vec::is_empty));
    // A gap keeps its switch, and with it the focus, while it opens and closes.
    let keys = move || gaps.with(|gaps| (0..gaps.len()).map(|at| at.to_string()).collect());
    let one = move |key: &str| {
        let at: usize = key.parse().unwrap_or_default();
        let gap = move || gaps.with(|gaps| gaps.get(at).copied());
        let made = button("gap-switch", "", move |_| fold(Some(at)))
            .attr_by("aria-pressed", move || gap().map(|gap| gap.1.to_string()))
            .attr_by("aria-label", move || {
                gap().map(|(gap, _)| format!("Fold {} of waiting", duration((gap.end - gap.start) as u64)))
            });
        let switch = made.clone();
        follow(Box::new(move || {
            let middle = gap().map_or(0.0, |(gap, _)| f64::midpoint(gap.start, gap.end));
            let left = app.runs.timeline.with(|timeline| percent(timeline.scale.project(middle)));
            placed(switch.clone(), [left.as_str()].into_iter());
        }));
        made
    };
    let end = move || duration(app.runs.timeline.with(|timeline| timeline.bars.end) as u64);
    el("div", "log-line log-axis")
        .child(every)
        .child(el("div", "axis").each(keys, one))
        .child(el("span", "log-time").text_by(end).text(" in all"))
}
