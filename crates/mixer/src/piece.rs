//! Pieces of music: which scores they consist of, and in which order these are rendered.

use music::{Layer, Score, Track};
use std::{collections::BTreeMap, sync::Arc};

/// Prefix of the names of ambience scores, before the name of the deck's score.
const BEDS: &str = "bed_";
/// Scores that every deck uses in fights and last stands, in addition to its own score and the stings.
const FIGHTS: [&str; 2] = ["fight", "last_stand"];
/// Stings in the order of their numbers.
const STINGS: [&str; 3] = ["sting_secret", "sting_death", "sting_lift"];

/// Piece of music.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Music of the title and the tally, by the name of its score.
    Page(String),
    /// Music of a deck, by the name of its score.
    Deck(String),
}

impl Piece {
    /// Returns the name of the score.
    #[must_use]
    pub fn name(&self) -> &str {
        let (Piece::Page(name) | Piece::Deck(name)) = self;
        name
    }

    /// Returns the names of all scores that are used. A deck has ambience if a score of this name exists.
    #[must_use]
    pub fn scores(&self) -> Vec<String> {
        Part::ALL.into_iter().filter_map(|part| part.score(self)).collect()
    }
}

/// Part of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Music for the calm mood.
    Calm,
    /// Ambience.
    Bed,
    /// Music while the player is hunted.
    Hunted,
    /// Music for a fight.
    Fight,
    /// Music for the last stand.
    LastStand,
    /// Sting with its number.
    Sting(u8),
}

impl Part {
    /// All parts in the order in which they are needed.
    pub const ALL: [Part; 8] = [
        Part::Calm,
        Part::Bed,
        Part::Hunted,
        Part::Fight,
        Part::LastStand,
        Part::Sting(0),
        Part::Sting(1),
        Part::Sting(2),
    ];

    /// Returns the name of the score of this part in a piece.
    fn score(self, piece: &Piece) -> Option<String> {
        let name = piece.name();
        match self {
            Part::Calm => Some(name.to_owned()),
            _ if matches!(piece, Piece::Page(_)) => None,
            Part::Bed => Some(format!("{BEDS}{name}")),
            Part::Hunted => Some(name.to_owned()),
            Part::Fight => Some(FIGHTS[0].to_owned()),
            Part::LastStand => Some(FIGHTS[1].to_owned()),
            Part::Sting(number) => Some((*STINGS.get(usize::from(number))?).to_owned()),
        }
    }

    /// Renders this part of a piece. Returns `None` if the piece does not have it.
    fn render(self, piece: &Piece, scores: &BTreeMap<String, Score>) -> Option<Track> {
        let (own, score) = (scores.get(piece.name())?, scores.get(&self.score(piece)?)?);
        match self {
            Part::Calm | Part::Bed => Some(Track::render(score, Layer::Calm, 0)),
            Part::Hunted => score.has_layers().then(|| Track::render(score, Layer::Hunted, 0)),
            Part::Fight | Part::LastStand | Part::Sting(_) => {
                Some(Track::render(score, Layer::Hunted, nearest(score, own)))
            }
        }
    }
}

/// Piece that is being rendered. Each part takes a second or more.
#[derive(Clone, Debug)]
pub struct Rendering {
    piece: Piece,
    scores: Arc<BTreeMap<String, Score>>,
    left: std::array::IntoIter<Part, 8>,
}

impl Rendering {
    /// Begins to render a piece.
    #[must_use]
    pub fn new(piece: Piece, scores: Arc<BTreeMap<String, Score>>) -> Rendering {
        Rendering { piece, scores, left: Part::ALL.into_iter() }
    }
}

impl Iterator for Rendering {
    type Item = (Part, Track);

    /// Renders the next part. Returns `None` if the piece is complete or has no score.
    fn next(&mut self) -> Option<(Part, Track)> {
        let Rendering { piece, scores, left } = self;
        left.find_map(|part| Some((part, part.render(piece, scores)?)))
    }
}

/// Returns the number of semitones that moves a score into the key of another one: at most half an octave.
fn nearest(score: &Score, other: &Score) -> i32 {
    (other.key() - score.key() + 6).rem_euclid(12) - 6
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A short score in a key. Scores with a drum have a layer for the hunt.
    fn score(key: &str, drum: bool) -> Score {
        let drum = if drum { "(plays: Kick, layer: Hunted, line: Beat, low: \"A1\", level: -3)," } else { "" };
        let text = format!(
            "(tempo: 200, beats: 2, key: \"{key}\", scale: Aeolian, chords: \"1\", loudness: (-24, -20),
            parts: [(plays: Bell, line: Figure([0]), low: \"A4\", level: -9), {drum}])"
        );
        Score::read(text.as_bytes()).unwrap()
    }

    fn scores(names: &[&str]) -> Arc<BTreeMap<String, Score>> {
        Arc::new(names.iter().map(|name| ((*name).to_owned(), score("A2", *name == "cryo"))).collect())
    }

    #[test]
    fn parts_of_a_deck_are_rendered_in_playing_order() {
        let all = scores(&["cryo", "bed_cryo", "fight", "last_stand", "sting_secret", "sting_death", "sting_lift"]);
        let rendered = |piece: Piece, scores: &Arc<_>| {
            Rendering::new(piece, Arc::clone(scores)).map(|(part, _)| part).collect::<Vec<_>>()
        };
        assert_eq!(rendered(Piece::Deck("cryo".to_owned()), &all), Part::ALL);
        assert_eq!(rendered(Piece::Page("cryo".to_owned()), &all), [Part::Calm]);
        assert_eq!(rendered(Piece::Deck("no such score".to_owned()), &all), []);
        assert_eq!(rendered(Piece::Deck("fight".to_owned()), &scores(&["fight"])), [Part::Calm, Part::Fight]);
    }

    #[test]
    fn pieces_are_transposed_by_the_shorter_interval() {
        let keys = ["C2", "D#2", "F#2", "G2", "B2"].map(|key| score(key, false));
        for one in &keys {
            for other in &keys {
                let moved = nearest(one, other);
                assert!((-6..6).contains(&moved), "{moved}");
                assert_eq!((one.key() + moved).rem_euclid(12), other.key().rem_euclid(12));
            }
        }
    }
}
