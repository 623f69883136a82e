//! The line below the picture: how the player is, what happened last, and what may be pressed.

use crate::acts::play::Play;
use crate::acts::told::Told;
use crate::game::describe;
use crate::words::clean::cut;
use crate::words::style::Style;
use std::time::Duration;

/// So long the last words are shown.
const STAY: Duration = Duration::from_secs(5);

/// The words that were told last, and since when.
#[derive(Debug, Default)]
pub(crate) struct Status {
    last: Option<(Duration, String)>,
}

impl Status {
    /// Takes what was told out of a run, `now` after the start. What is seen in the picture needs no words.
    pub(crate) fn listen(&mut self, told: &mut Vec<Told>, now: Duration) {
        for told in told.drain(..) {
            if let Told::Says(sentence) = told {
                self.say(sentence, now);
            }
        }
    }

    /// Shows a sentence.
    pub(crate) fn say(&mut self, sentence: String, now: Duration) {
        self.last = Some((now, sentence));
    }

    /// The line, of at most so many characters.
    pub(crate) fn line(&self, play: &mut Play, columns: usize, now: Duration) -> String {
        let state = describe::state(play, Style::Ascii);
        let last = self.last.as_ref().filter(|(since, _)| now < *since + STAY);
        cut(&last.map_or_else(|| state.clone(), |(_, said)| format!("{state} {said}")), columns)
    }
}
