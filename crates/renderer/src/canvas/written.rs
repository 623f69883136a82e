//! What is written on a picture, for whoever must know it: tests that look for words without room.

use crate::canvas::area::Area;
use std::sync::{Arc, Mutex, PoisonError};

/// A line that was written, or a text that had no room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The words.
    pub text: String,
    /// Where they stand; none if there was no room for all of them.
    pub area: Option<Area>,
}

/// The lines that were written since somebody last asked; nothing is noted unless somebody wants to know.
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
