//! Wrapped messages, cached so that each is wrapped once.

use crate::{canvas::pen::Pen, canvas::wrap::wrap};
use localization::Said;

/// A message that is wrapped into lines.
struct Wrapped {
    said: Said,
    /// The maximum width of the lines, in texels.
    width: i32,
    lines: Vec<String>,
}

/// The wrapped messages.
#[derive(Default)]
pub(super) struct AllWrapped(Vec<Wrapped>);

impl AllWrapped {
    /// Forgets all messages but those for which a condition is true.
    pub(super) fn keep(&mut self, is_wanted: impl Fn(&Said) -> bool) {
        self.0.retain(|old| is_wanted(&old.said));
    }

    /// Returns the lines of a message with this maximum width.
    pub(super) fn lines(&mut self, pen: &Pen, said: &Said, width: i32) -> &[String] {
        let number = self.0.iter().position(|old| old.width == width && old.said == *said).unwrap_or_else(|| {
            let lines = wrap(pen.font(), &pen.say(said), width);
            self.0.push(Wrapped { said: said.clone(), width, lines });
            self.0.len() - 1
        });
        &self.0[number].lines
    }
}
