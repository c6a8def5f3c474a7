//! What planning needs to know beside the goal.

use dunlin_base::Span;
use dunlin_date::Now;

/// The moment relative dates count from, and the readings a person took back.
#[derive(Clone, Copy, Debug)]
pub struct PlanContext<'a> {
    /// The local moment.
    pub now: Now,
    /// Places in the goal whose reading as a date, priority or tag was taken back; they stay plain text.
    pub dismissed: &'a [Span],
}

impl<'a> PlanContext<'a> {
    /// A context with nothing taken back.
    pub const fn new(now: Now) -> Self {
        Self { now, dismissed: &[] }
    }

    /// The same with readings taken back.
    #[must_use]
    pub const fn without(self, dismissed: &'a [Span]) -> Self {
        Self { dismissed, ..self }
    }
}
