//! The status line below the frame: the player's state, the last event, and the available keys.

use crate::{
    acts::event_text::Told,
    acts::play::Play,
    game::describe,
    words::clean::{cut, length},
    words::style::Style,
    words::tongue::Tongue,
};
use std::{collections::VecDeque, time::Duration};

/// The time that the last message is shown.
const STAY: Duration = Duration::from_secs(5);

/// The last message, and the time it appeared.
#[derive(Debug, Default)]
pub(crate) struct Status {
    last: Option<(Duration, String)>,
    /// The briefing sentences that are still to be shown.
    briefing: VecDeque<String>,
    /// The part of the briefing that is shown, and the time it appeared.
    piece: Option<(Duration, String)>,
}

impl Status {
    /// Takes the messages of a run at the time `now` since the start. Events that are visible in the frame are left
    /// out.
    pub(crate) fn listen(&mut self, told: &mut Vec<Told>, tongue: &Tongue, now: Duration) {
        for told in told.drain(..) {
            match told {
                Told::Says(_) | Told::Reads(_) => self.say(told.whole(tongue), now),
                Told::Briefing(_) => self.briefing.push_back(told.whole(tongue)),
                _ => {}
            }
        }
    }

    /// Shows a message.
    pub(crate) fn say(&mut self, sentence: String, now: Duration) {
        self.last = Some((now, sentence));
    }

    /// Returns the line, with at most this number of characters. The briefing is shown piece by piece and has the line
    /// for itself.
    pub(crate) fn line(&mut self, play: &mut Play, tongue: &Tongue, columns: usize, now: Duration) -> String {
        if self.last.as_ref().is_some_and(|(since, _)| now >= *since + STAY) {
            self.last = None;
        }
        if let Some((_, said)) = &self.last {
            return cut(&format!("{} {said}", describe::state(play, Style::Ascii, tongue)), columns);
        }
        self.brief(columns, now).unwrap_or_else(|| cut(&describe::state(play, Style::Ascii, tongue), columns))
    }

    /// Returns the current piece of the briefing, if any.
    fn brief(&mut self, columns: usize, now: Duration) -> Option<String> {
        if self.piece.as_ref().is_none_or(|(since, _)| now >= *since + STAY) {
            self.piece = self.briefing.pop_front().map(|sentence| {
                let (piece, rest) = broken(&sentence, columns);
                if !rest.is_empty() {
                    self.briefing.push_front(rest);
                }
                (now, piece)
            });
        }
        self.piece.as_ref().map(|(_, piece)| piece.clone())
    }
}

/// Splits a sentence into the words that fit into this number of characters, and the rest.
fn broken(sentence: &str, columns: usize) -> (String, String) {
    let mut ends = sentence.match_indices(' ').map(|(end, _)| end).chain([sentence.len()]);
    match ends.rfind(|&end| end > 0 && length(&sentence[..end]) <= columns) {
        Some(end) => (sentence[..end].to_owned(), sentence[end..].trim_start().to_owned()),
        None => (cut(sentence, columns), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn briefing_is_shown_piece_by_piece() {
        let mut status = Status::default();
        let told = ["Light comes on where you walk.", "Run."]
            .map(|sentence| Told::Briefing(localization::Said::literal(sentence)));
        status.listen(&mut told.to_vec(), &Tongue::default(), Duration::ZERO);
        let seconds = [0, 4, 5, 10, 15].map(Duration::from_secs);
        let seen = seconds.map(|now| status.brief(16, now).unwrap_or_default());
        assert_eq!(seen, ["Light comes on", "Light comes on", "where you walk.", "Run.", ""]);
        assert_eq!(broken("Unspeakable", 5), ("Unsp…".to_owned(), String::new()));
    }
}
