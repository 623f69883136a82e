//! A record of the text that is drawn on a frame, for tests that look for text that does not fit.

use crate::canvas::area::Area;
use std::sync::{Arc, Mutex, PoisonError};

/// A line that was drawn, or a text that did not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// Its area; `None` if it did not fit completely.
    pub area: Option<Area>,
}

/// The lines that were drawn since the last query; nothing is recorded unless recording was started.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenWords(Option<Arc<Mutex<Vec<Written>>>>);

impl WrittenWords {
    pub(super) fn begin(&mut self) {
        self.0 = Some(Arc::default());
    }

    pub(super) fn note(&self, text: &str, area: Option<Area>) {
        if let Some(written) = &self.0 {
            let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
            written.push(Written { text: text.to_owned(), area });
        }
    }

    pub(super) fn take(&self) -> Vec<Written> {
        let take = |written: &Arc<Mutex<Vec<Written>>>| {
            std::mem::take(&mut *written.lock().unwrap_or_else(PoisonError::into_inner))
        };
        self.0.as_ref().map(take).unwrap_or_default()
    }
}
