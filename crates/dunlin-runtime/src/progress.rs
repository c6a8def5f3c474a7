//! How far a tool call has come, as it says so itself.

use std::{cell::RefCell, fmt, rc::Rc};

use dunlin_plan::bounds;

/// The longest words of a tool about how far it has come, in bytes.
const MOST_WORDS: usize = 200;

/// What a tool tells how far it has come. Only the latest is kept until the driver looks: however often a tool speaks, the
/// journal hears of it a few times a second. Cloning shares it.
///
/// ```
/// let progress = dunlin_runtime::ProgressSink::default();
/// progress.report(0.5, "half of the pages");
/// ```
#[derive(Clone, Default)]
pub struct ProgressSink(Rc<Inner>);

#[derive(Default)]
struct Inner {
    latest: RefCell<Option<(f64, String)>>,
    wake: Option<Box<dyn Fn()>>,
}

impl ProgressSink {
    /// One that wakes whoever is to hear of it.
    pub(crate) fn new(wake: impl Fn() + 'static) -> Self {
        Self(Rc::new(Inner { latest: RefCell::default(), wake: Some(Box::new(wake)) }))
    }

    /// Says how far the call has come, from 0 to 1, and in words.
    pub fn report(&self, fraction: f64, words: &str) {
        let fraction = if fraction.is_finite() { fraction.clamp(0.0, 1.0) } else { 0.0 };
        let is_first = self.0.latest.replace(Some((fraction, bounds::cut(words.to_owned(), MOST_WORDS)))).is_none();
        if let Some(wake) = &self.0.wake
            && is_first
        {
            wake();
        }
    }

    /// What was said since the last look.
    pub(crate) fn take(&self) -> Option<(f64, String)> {
        self.0.latest.take()
    }

    pub(crate) fn is_waiting(&self) -> bool {
        self.0.latest.borrow().is_some()
    }
}

impl fmt::Debug for ProgressSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ProgressSink").field(&self.0.latest.borrow()).finish()
    }
}
