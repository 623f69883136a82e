//! Scores, as read from their files.

use crate::{
    bounded::Bounded,
    harmony::{Chords, Scale},
    instrument::Instrument,
    note::Note,
    rhythm::Rhythm,
    tune::Tune,
};
use ron::{error::Position, extensions::Extensions};
use serde::Deserialize;
use thiserror::Error;

/// A layer of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Layer {
    /// Played while no enemy hunts the player.
    Calm,
    /// Played while an enemy hunts the player.
    Hunted,
}

/// Maximum size of a score file, in bytes.
const MAX_BYTES: usize = 1 << 16;
/// Maximum number of parts of a score.
const MAX_PARTS: usize = 24;
/// Maximum length of a piece, in seconds.
const MAX_SECONDS: f64 = 120.0;

/// A piece of music in written form. `assets/music/README.md` documents the file format.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "ScoreText")]
pub struct Score(pub(crate) ScoreText);

/// The contents of a score file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScoreText {
    /// Beats per minute.
    pub(crate) tempo: Bounded<40, 200>,
    /// Beats per bar.
    pub(crate) beats: Bounded<2, 7>,
    /// The key note.
    pub(crate) key: Note,
    pub(crate) scale: Scale,
    pub(crate) chords: Chords,
    /// True if the piece is played once; otherwise it loops.
    #[serde(default)]
    pub(crate) once: bool,
    /// Loudness of the calm and the hunted layer, in LUFS.
    pub(crate) loudness: (Bounded<-40, -10>, Bounded<-40, -10>),
    pub(crate) parts: Vec<Part>,
}

/// The part of one instrument.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    pub(crate) plays: Instrument,
    /// The layer that the part belongs to; both by default.
    #[serde(default)]
    pub(crate) layer: Option<Layer>,
    pub(crate) line: Line,
    #[serde(default)]
    pub(crate) rhythm: Rhythm,
    /// Lowest pitch.
    pub(crate) low: Note,
    /// Level, in decibels.
    pub(crate) level: Bounded<-40, 6>,
    /// Stereo position, from the left (-1) to the right (1).
    #[serde(default = "middle")]
    pub(crate) side: Bounded<-1, 1>,
    /// Amount of reverb.
    #[serde(default = "some")]
    pub(crate) room: Bounded<0, 1>,
    /// Length of each note, as a fraction of the time to the next one.
    #[serde(default = "whole")]
    pub(crate) length: Bounded<0, 2>,
    /// Bars in which the part plays (`x`) or is silent (`.`); they repeat.
    #[serde(default)]
    pub(crate) bars: Bars,
}

fn middle() -> Bounded<-1, 1> {
    0.into()
}

fn some() -> Bounded<0, 1> {
    Bounded::try_from(0.3).unwrap_or(0.into())
}

fn whole() -> Bounded<0, 2> {
    1.into()
}

/// The notes of a part.
#[derive(Clone, Debug, Deserialize)]
pub(crate) enum Line {
    /// All notes of the chord; each voice is led to the nearest note of the next chord.
    Chord,
    /// Notes of the chord one after the other, by index from 0; indices beyond the chord continue an octave higher.
    Figure(Vec<u8>),
    /// A melody.
    Tune(Tune),
    /// The lowest pitch only, for drums.
    Beat,
}

/// The bars in which a part plays.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Bars(Vec<bool>);

impl Bars {
    pub(crate) fn has(&self, bar: usize) -> bool {
        self.0.get(bar % self.0.len().max(1)).copied().unwrap_or(true)
    }
}

impl TryFrom<String> for Bars {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let bars = text.chars().filter(|letter| !letter.is_whitespace()).map(|letter| match letter {
            'x' => Ok(true),
            '.' => Ok(false),
            other => Err(format!("`bars` must contain only `x` (plays) and `.` (silent), got `{other}`")),
        });
        let bars: Vec<bool> = bars.collect::<Result<_, _>>()?;
        if bars.len() > 64 {
            Err(format!("`bars` must have at most 64 bars, got {}", bars.len()))
        } else {
            Ok(Self(bars))
        }
    }
}

impl TryFrom<ScoreText> for Score {
    type Error = String;

    fn try_from(text: ScoreText) -> Result<Self, String> {
        if text.parts.is_empty() || text.parts.len() > MAX_PARTS {
            return Err(format!("a score must have 1 to {MAX_PARTS} parts, got {}", text.parts.len()));
        }
        if text.parts.iter().any(|part| matches!(&part.line, Line::Figure(notes) if notes.is_empty())) {
            return Err("a figure must have at least one note".to_owned());
        }
        let score = Self(text);
        let seconds = score.seconds();
        if seconds > MAX_SECONDS {
            return Err(format!("a score must last at most {MAX_SECONDS:.0} seconds, got {seconds:.0}"));
        }
        Ok(score)
    }
}

/// An error in a score's text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {what}")]
pub struct ScoreError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// Description of the error, in one sentence.
    pub what: String,
}

impl Score {
    /// Reads a score from the bytes of its file.
    ///
    /// # Errors
    /// The first error, with its line and column.
    pub fn read(bytes: &[u8]) -> Result<Self, ScoreError> {
        let at_start = |what: String| ScoreError { line: 1, column: 1, what };
        if bytes.len() > MAX_BYTES {
            return Err(at_start(format!("the file must be at most {MAX_BYTES} bytes, got {}", bytes.len())));
        }
        let text = core::str::from_utf8(bytes).map_err(|error| {
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = 1 + good.matches('\n').count();
            let column = 1 + good.chars().rev().take_while(|letter| *letter != '\n').count();
            ScoreError { line, column, what: "a byte that is not UTF-8; save the file as UTF-8 text".to_owned() }
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        options.from_str(text).map_err(|error| {
            let Position { line, col: column } = error.span.start;
            ScoreError { line, column, what: error.code.to_string() }
        })
    }

    /// Returns the length of a bar, in seconds.
    pub(crate) fn bar_seconds(&self) -> f64 {
        60.0 * self.0.beats.get() / self.0.tempo.get()
    }

    /// Returns the length of the piece, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.bar_seconds() * self.0.chords.bars() as f64
    }

    /// Returns true if the piece is played once and does not loop.
    #[must_use]
    pub fn is_played_once(&self) -> bool {
        self.0.once
    }

    /// Returns true if some parts are played only in one of the layers.
    #[must_use]
    pub fn has_layers(&self) -> bool {
        self.0.parts.iter().any(|part| part.layer.is_some())
    }

    /// Returns the key as a MIDI note number; middle C is 60.
    #[must_use]
    pub fn key(&self) -> i32 {
        self.0.key.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "(tempo: 60, beats: 4, key: \"D2\", scale: Dorian, chords: \"1 4\", loudness: (-24, -20),
    parts: [
        (plays: Bass, line: Figure([0, 2]), rhythm: Even(hits: 3, of: 8), low: \"D2\", level: -6),
    ])";

    #[test]
    fn small_score_is_read() {
        let score = Score::read(SMALL.as_bytes()).unwrap();
        assert!((score.seconds() - 8.0).abs() < 1e-9 && score.key() == 38 && !score.has_layers());
        let marked = Score::read(format!("\u{feff}{SMALL}").as_bytes()).expect("a byte order mark is not part of it");
        assert_eq!((marked.seconds(), marked.key()), (score.seconds(), score.key()));
    }

    #[test]
    fn errors_have_line_and_column() {
        for (from, to, line, says) in [
            ("tempo: 60", "tempo: 6000", 1, "must be from 40 to 200, got 6000"),
            ("beats: 4", "beats: NaN", 1, "must be from 2 to 7, got NaN"),
            ("\"1 4\"", "\"1 9\"", 1, "got `9`"),
            ("key: \"D2\"", "key: \"X\"", 1, "got `X`"),
            ("Bass", "Kazoo", 3, "Kazoo"),
            ("hits: 3", "hits: 30", 3, "got 30 hits on 8 steps"),
            ("level: -6", "level: 60", 3, "must be from -40 to 6, got 60"),
            ("level: -6", "lovel: -6", 3, "lovel"),
            ("[0, 2]", "[]", 4, "a figure must have"),
            ("\n    ])", "\n", 3, ""),
        ] {
            let error = Score::read(SMALL.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert!(error.line == line && error.column > 0 && error.what.contains(says), "{to}: {error}");
            assert!(!error.to_string().contains('\n'), "{error}");
        }
        let long = SMALL.replace("\"1 4\"", &format!("\"{}\"", "1 ".repeat(40)));
        assert!(Score::read(long.as_bytes()).unwrap_err().what.contains("at most 120 seconds, got 160"));
        assert!(
            Score::read(&[0xff]).is_err() && Score::read(&[b' '; MAX_BYTES + 1]).is_err() && Score::read(b"").is_err()
        );
    }

    #[test]
    fn damaged_scores_do_not_panic() {
        for end in 0..SMALL.len() {
            let _ = Score::read(&SMALL.as_bytes()[..end]);
            let mut bytes = SMALL.as_bytes().to_vec();
            bytes[end] = b'9';
            let _ = Score::read(&bytes);
        }
    }

    /// Returns the strokes per second of percussive instruments in a layer of one of the game's scores.
    fn percussion(name: &str, layer: Layer) -> f64 {
        use Instrument::{Anvil, Heart, Kick, Scrape, Snare, Tick, Tom};
        let file = format!("{}/../../assets/music/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        let score = Score::read(&std::fs::read(file).expect("it is there")).expect("it is a score");
        let drums = score.0.parts.iter().filter(|part| {
            matches!(part.plays, Kick | Tom | Snare | Tick | Anvil | Heart | Scrape)
                && part.layer.is_none_or(|own| own == layer)
        });
        let strokes = drums.map(|part| {
            let played = (0..score.0.chords.bars()).filter(|bar| part.bars.has(*bar));
            played.map(|bar| part.rhythm.strokes(bar).len()).sum::<usize>()
        });
        strokes.sum::<usize>() as f64 / score.seconds()
    }

    #[test]
    fn percussion_follows_danger_on_every_deck() {
        let fight = percussion("fight", Layer::Hunted);
        for deck in ["cryo", "holds", "crew", "labyrinth", "engine", "chapel", "lab", "hull", "command"] {
            let (calm, hunted) = (percussion(deck, Layer::Calm), percussion(deck, Layer::Hunted));
            assert!(
                calm < hunted && hunted < fight,
                "{deck}: {calm:.2}, {hunted:.2} and {fight:.2} strokes per second"
            );
        }
    }
}
