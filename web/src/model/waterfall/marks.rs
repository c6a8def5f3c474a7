//! Where the time of a step stands on the axis of its run, and where waiting is folded away there.

use crate::model::{Bar, BarKind, Timeline, waterfall::scale::Stretch};

/// A mark on the time axis. Its place and its length are those of CSS.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mark {
    /// What it stands for; none is where waiting was folded away.
    pub(crate) kind: Option<BarKind>,
    /// Where it begins, from the left.
    pub(crate) left: String,
    /// How wide it is; a fold has no width.
    pub(crate) width: Option<String>,
}

impl Timeline {
    /// Where waiting is folded away, and the bars of that step.
    pub(crate) fn marks(&self, step: u32) -> Vec<Mark> {
        let fold = |(stretch, _): &(Stretch, bool)| Mark { kind: None, left: self.middle(*stretch), width: None };
        let bar = |bar: &Bar| {
            let start = self.scale.project(bar.start);
            let end = self.scale.project(bar.end.unwrap_or(self.bars.end));
            // Kept inside even when a short bar at the very end is widened to be seen.
            let left = format!("min({}, 100% - 3px)", percent(start));
            Mark { kind: Some(bar.kind), left, width: Some(percent(end - start)) }
        };
        let bars = self.bars.of_step.get(&step).map(Vec::as_slice).unwrap_or_default();
        self.scale.gaps().iter().filter(|gap| gap.1).map(fold).chain(bars.iter().map(bar)).collect()
    }

    /// The bar of a step that waits so many milliseconds and goes on waiting: how much of that is over.
    pub(crate) fn waited(&self, step: u32, total: f64) -> Option<Vec<Mark>> {
        let waited = self.bars.under_way(step)?;
        let width = Some(percent((waited / total.max(1.0)).min(1.0)));
        Some(vec![Mark { kind: Some(BarKind::Wait), left: percent(0.0), width }])
    }

    /// The idle stretches that can be folded and opened, and whether they are folded: that somebody took their time to answer
    /// is no idle time of the run, and stays folded.
    pub(crate) fn idle(&self) -> Vec<(Stretch, bool)> {
        self.scale.gaps().iter().filter(|gap| !self.bars.is_asked_in(gap.0)).copied().collect()
    }

    /// Where the middle of a stretch of time stands on the axis.
    pub(crate) fn middle(&self, stretch: Stretch) -> String {
        percent(self.scale.project(f64::midpoint(stretch.start, stretch.end)))
    }

    /// Folds the waiting of that number, or all of it; opens it where all of that is folded already.
    pub(crate) fn toggle(&mut self, at: Option<usize>) {
        let gaps = self.idle().into_iter().enumerate();
        let meant: Vec<_> = gaps.filter(|(index, _)| at.is_none_or(|at| at == *index)).map(|(_, gap)| gap).collect();
        let folded = meant.iter().all(|gap| gap.1);
        let starts: Vec<f64> = meant.iter().map(|gap| gap.0.start).collect();
        self.fold(&starts, !folded);
    }
}

/// A share of the axis, in hundredths of a percent.
fn percent(share: f64) -> String {
    let hundredths = (share * 10_000.0).round().max(0.0) as u32;
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    /// A second of work, a minute of waiting, a second of work.
    fn timeline() -> Timeline {
        let event = |(seq, at, step, kind): (u64, u64, u32, &str)| {
            let json = format!(r#"{{"seq":{seq},"at":{at},"type":"{kind}","step":{step},"attempt":1,"output":1}}"#);
            serde_json::from_str(&json).unwrap()
        };
        let events = [
            (1, 0, 1, "stepStarted"),
            (2, 1000, 1, "stepSucceeded"),
            (3, 61_000, 2, "stepStarted"),
            (4, 62_000, 2, "stepSucceeded"),
        ];
        Timeline::of(events.into_iter().map(event).collect())
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_somebody_took_to_answer_stays_folded_and_a_wait_says_how_much_is_over() {
        let event = |(seq, at, kind): (u64, u64, &str)| {
            let json = format!(
                r#"{{"seq":{seq},"at":{at},"type":"{kind}","step":1,"attempt":1,"approvalId":"a","reason":"destructive","answer":{{"type":"approve"}}}}"#
            );
            serde_json::from_str(&json).unwrap()
        };
        let events = [(1, 0, "approvalRequested"), (2, 60_000, "approvalAnswered"), (3, 60_000, "stepStarted")];
        let mut timeline = Timeline::of(events.into_iter().map(event).collect());
        assert_eq!((timeline.scale.gaps().len(), timeline.idle().len()), (1, 0));
        let before = timeline.clone();
        timeline.toggle(None);
        assert_eq!(timeline, before);
        timeline.bars.reach(75_000);
        assert_eq!(timeline.waited(1, 60_000.0).unwrap()[0].width.as_deref(), Some("25.00%"));
        assert_eq!(timeline.waited(2, 60_000.0), None);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_step_has_its_bars_and_the_folds_of_the_axis() {
        let mut timeline = timeline();
        let folded = timeline.marks(2);
        assert_eq!(folded.iter().map(|mark| mark.kind).collect::<Vec<_>>(), [None, Some(BarKind::Work)]);
        assert_eq!((folded[0].left.as_str(), folded[0].width.as_deref()), ("50.00%", None));
        assert_eq!(folded[1].width.as_deref(), timeline.marks(1)[1].width.as_deref());
        timeline.toggle(Some(0));
        assert_eq!(timeline.marks(2).len(), 1, "what is opened is no fold");
        assert_eq!(timeline.marks(2)[0].left, "min(98.39%, 100% - 3px)");
        timeline.toggle(None);
        assert_eq!(timeline.marks(2), folded);
        timeline.toggle(Some(9));
        assert_eq!(timeline.marks(2), folded, "no such waiting");
        assert_eq!(timeline.marks(9).len(), 1, "the axis is folded for a step without bars as well");
    }
}
