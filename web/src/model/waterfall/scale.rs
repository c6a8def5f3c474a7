//! The time axis of the waterfall: where a moment stands between 0 and 1, with long idle stretches folded.
//!
//! A run that waits an hour for an answer would otherwise be an hour of nothing and a dot of work. Knows no drawing.

/// A stretch of time in which something was being done, in milliseconds since the run began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stretch {
    /// When it began.
    pub(crate) start: f64,
    /// When it ended.
    pub(crate) end: f64,
}

/// The part of the axis that a folded stretch takes, against the whole of what is not folded.
const FOLD_SHARE: f64 = 0.06;
/// Idle time is folded only when it is longer than this many milliseconds…
const FOLD_OVER_MS: f64 = 2000.0;
/// …and longer than this many times all the work together.
const FOLD_OVER_WORK: f64 = 1.0;

/// A piecewise linear axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scale {
    /// Corresponding points (milliseconds, share), both rising.
    points: Vec<(f64, f64)>,
    /// The idle stretches that are long enough to be folded, and whether they are.
    gaps: Vec<(Stretch, bool)>,
}

impl Scale {
    /// The axis for these stretches of work, up to `end` milliseconds. Idle stretches that begin at one of the `open` moments
    /// are drawn in full, and so is one that goes on now.
    pub(crate) fn new(work: &[Stretch], end: f64, open: &[f64], going: bool) -> Self {
        let busy = merge(work);
        let end = busy.iter().map(|stretch| stretch.end).fold(end.max(0.0), f64::max);
        let total_work: f64 = busy.iter().map(|stretch| stretch.end - stretch.start).sum();
        let gaps: Vec<(Stretch, bool)> = idle(&busy, end)
            .into_iter()
            .filter(|gap| {
                let length = gap.end - gap.start;
                length > FOLD_OVER_MS && length > total_work * FOLD_OVER_WORK && !(going && gap.end >= end)
            })
            .map(|gap| (gap, !open.contains(&gap.start)))
            .collect();
        let folds: Vec<Stretch> = gaps.iter().filter(|gap| gap.1).map(|gap| gap.0).collect();
        let folded: f64 = folds.iter().map(|fold| fold.end - fold.start).sum();
        // A run too short to measure still has an axis.
        let open = (end - folded).max(1.0);
        let fold_width = open * FOLD_SHARE;
        let width = open + fold_width * folds.len() as f64;
        let mut points = vec![(0.0, 0.0)];
        let (mut ms, mut at) = (0.0, 0.0);
        for fold in &folds {
            at += fold.start - ms;
            points.push((fold.start, at / width));
            at += fold_width;
            ms = fold.end;
            points.push((ms, at / width));
        }
        points.push((ms + (width - at), 1.0));
        Self { points, gaps }
    }

    /// Where that moment stands, from 0 to 1.
    pub(crate) fn project(&self, ms: f64) -> f64 {
        let after = self.points.partition_point(|&(at, _)| at <= ms);
        let before = after.checked_sub(1).and_then(|index| self.points.get(index));
        match (before, self.points.get(after)) {
            (None, _) => 0.0,
            (Some(_), None) => 1.0,
            (Some(&(ms0, at0)), Some(&(ms1, at1))) => at0 + (at1 - at0) * (ms - ms0) / (ms1 - ms0),
        }
    }

    /// The idle stretches that are long enough to be folded, and whether they are.
    pub(crate) fn gaps(&self) -> &[(Stretch, bool)] {
        &self.gaps
    }
}

/// The same work as stretches that do not touch, in order.
fn merge(work: &[Stretch]) -> Vec<Stretch> {
    let mut sorted: Vec<Stretch> = work.iter().copied().filter(|stretch| stretch.end >= stretch.start).collect();
    sorted.sort_by(|a, b| a.start.total_cmp(&b.start));
    let mut merged: Vec<Stretch> = Vec::new();
    for stretch in sorted {
        match merged.last_mut() {
            Some(last) if stretch.start <= last.end => last.end = last.end.max(stretch.end),
            _ => merged.push(stretch),
        }
    }
    merged
}

/// The stretches between the work, and before the end.
fn idle(busy: &[Stretch], end: f64) -> Vec<Stretch> {
    let mut gaps = Vec::new();
    let mut from = 0.0;
    for stretch in busy {
        gaps.push(Stretch { start: from, end: stretch.start });
        from = stretch.end;
    }
    gaps.push(Stretch { start: from, end });
    gaps.retain(|gap| gap.end > gap.start);
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn scale(work: &[(f64, f64)], end: f64) -> Scale {
        let work: Vec<Stretch> = work.iter().map(|&(start, end)| Stretch { start, end }).collect();
        Scale::new(&work, end, &[], false)
    }

    fn near(left: f64, right: f64) {
        assert!((left - right).abs() < 1e-9, "{left} is not {right}");
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn without_waiting_the_axis_is_straight() {
        let scale = scale(&[(0.0, 40.0), (40.0, 100.0)], 100.0);
        near(scale.project(0.0), 0.0);
        near(scale.project(50.0), 0.5);
        near(scale.project(100.0), 1.0);
        assert!(scale.gaps().is_empty());
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn an_hour_of_waiting_takes_a_sliver() {
        let scale = scale(&[(0.0, 100.0), (3_600_100.0, 3_600_200.0)], 3_600_200.0);
        assert_eq!(scale.gaps(), [(Stretch { start: 100.0, end: 3_600_100.0 }, true)]);
        assert!(scale.project(100.0) > 0.4 && scale.project(3_600_100.0) < 0.6);
        near(scale.project(3_600_200.0), 1.0);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn waiting_that_goes_on_is_folded_when_it_is_over() {
        let work = [Stretch { start: 0.0, end: 100.0 }];
        assert!(Scale::new(&work, 30_100.0, &[], true).gaps().is_empty());
        assert_eq!(Scale::new(&work, 30_100.0, &[], false).gaps().len(), 1);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_gap_that_was_opened_takes_the_room_it_took() {
        let work = [Stretch { start: 0.0, end: 100.0 }, Stretch { start: 9900.0, end: 10_000.0 }];
        let scale = Scale::new(&work, 10_000.0, &[100.0], false);
        assert_eq!(scale.gaps(), [(Stretch { start: 100.0, end: 9900.0 }, false)]);
        near(scale.project(5000.0), 0.5);
        // Opening one leaves the others folded.
        let work = [work[0], work[1], Stretch { start: 90_000.0, end: 90_100.0 }];
        let scale = Scale::new(&work, 90_100.0, &[100.0], false);
        assert_eq!(scale.gaps().iter().map(|gap| gap.1).collect::<Vec<_>>(), [false, true]);
        assert!(scale.project(90_000.0) - scale.project(10_000.0) < 0.1);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn the_axis_never_runs_backwards_and_stays_inside() {
        let scale = scale(&[(5.0, 9.0), (7.0, 30.0), (9000.0, 9100.0), (90_000.0, 90_001.0)], 90_001.0);
        let mut last = 0.0;
        for ms in (0..95_000).step_by(7) {
            let at = scale.project(f64::from(ms));
            assert!((last..=1.0).contains(&at), "{at} at {ms}");
            last = at;
        }
        near(scale.project(-5.0), 0.0);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn an_empty_run_has_an_axis_too() {
        let scale = scale(&[], 0.0);
        near(scale.project(0.0), 0.0);
        near(scale.project(9.0), 1.0);
    }
}
