//! What planning needs to know beside the goal.

use dunlin_base::Span;
use dunlin_date::Now;

use crate::phrase::PhraseBook;

/// The moment relative dates count from, and the readings a person took back.
#[derive(Clone, Copy, Debug)]
pub struct PlanContext<'a> {
    /// The local moment.
    pub now: Now,
    /// Places in the goal whose reading as a date, priority or tag was taken back; they stay plain text.
    pub dismissed: &'a [Span],
    /// The phrases of the host's own tools.
    pub phrases: Option<&'a PhraseBook>,
    /// How far the local time is ahead of UTC, in minutes.
    pub offset_minutes: i32,
}

impl<'a> PlanContext<'a> {
    /// A context with nothing taken back.
    pub const fn new(now: Now) -> Self {
        Self { now, dismissed: &[], phrases: None, offset_minutes: 0 }
    }

    /// The same with phrases of the host's own tools.
    #[must_use]
    pub const fn with_phrases(self, phrases: &'a PhraseBook, offset_minutes: i32) -> Self {
        Self { phrases: Some(phrases), offset_minutes, ..self }
    }

    /// The same with readings taken back.
    #[must_use]
    pub const fn without(self, dismissed: &'a [Span]) -> Self {
        Self { dismissed, ..self }
    }
}
