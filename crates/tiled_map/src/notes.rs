//! Notes about parts of a file that are not read.

use level::XmlElement;

/// Maximum number of notes with a line. Further ones are only counted.
const MAX_NAMED: usize = 20;

/// The notes about a file.
pub(crate) struct Notes {
    named: Vec<String>,
    /// Number of further notes.
    more: usize,
}

impl Notes {
    /// Creates an empty list.
    pub(crate) fn new() -> Notes {
        Notes { named: Vec::new(), more: 0 }
    }

    /// Adds a note about an element.
    pub(crate) fn add(&mut self, element: &XmlElement, what: &str) {
        if self.named.len() < MAX_NAMED {
            self.named.push(format!("line {}: {what}", element.line));
        } else {
            self.more += 1;
        }
    }

    /// Returns the notes for the user.
    pub(crate) fn finish(mut self) -> Vec<String> {
        if self.more > 0 {
            self.named.push(format!("{} more parts are not read", self.more));
        }
        self.named
    }
}
