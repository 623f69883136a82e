//! A score: what is played, as its file says it.

use crate::{
    harmony::{Chords, Scale},
    instrument::Instrument,
    note::Note,
    rhythm::Rhythm,
    tune::Tune,
    within::Within,
};
use ron::{error::Position, extensions::Extensions};
use serde::Deserialize;
use thiserror::Error;

/// Which of the two layers of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Layer {
    /// Nobody hunts the player.
    Calm,
    /// Somebody does.
    Hunted,
}

/// The largest file that is read, in bytes.
const MOST_BYTES: usize = 1 << 16;
/// The most parts of a score.
const MOST_PARTS: usize = 24;
/// The longest piece, in seconds.
const MOST_SECONDS: f64 = 120.0;

/// A piece of music as it is written down. `assets/music/README.md` explains its file.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "ScoreText")]
pub struct Score(pub(crate) ScoreText);

/// A score's file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScoreText {
    /// Beats in a minute.
    pub(crate) tempo: Within<40, 200>,
    /// Beats in a bar.
    pub(crate) beats: Within<2, 7>,
    /// The note that is home.
    pub(crate) key: Note,
    pub(crate) scale: Scale,
    pub(crate) chords: Chords,
    /// It is played once; all others begin anew at their end.
    #[serde(default)]
    pub(crate) once: bool,
    /// How loud the layers are on the whole, in LUFS: while nobody hunts the player, and while somebody does.
    pub(crate) loudness: (Within<-40, -10>, Within<-40, -10>),
    pub(crate) parts: Vec<Part>,
}

/// What one instrument plays.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    pub(crate) plays: Instrument,
    /// In which layers it is heard: in both, if nothing is said.
    #[serde(default)]
    pub(crate) layer: Option<Layer>,
    pub(crate) line: Line,
    #[serde(default)]
    pub(crate) rhythm: Rhythm,
    /// It plays nothing lower.
    pub(crate) low: Note,
    /// How loud it is, in decibels.
    pub(crate) level: Within<-40, 6>,
    /// Where it stands, from the left (-1) to the right (1).
    #[serde(default = "middle")]
    pub(crate) side: Within<-1, 1>,
    /// How much of the hall is heard of it.
    #[serde(default = "some")]
    pub(crate) room: Within<0, 1>,
    /// How much of its time until the next note each note lasts.
    #[serde(default = "whole")]
    pub(crate) length: Within<0, 2>,
    /// The bars in which it plays, `x`, and in which not, `.`; they follow each other round.
    #[serde(default)]
    pub(crate) bars: Bars,
}

fn middle() -> Within<-1, 1> {
    0.into()
}

fn some() -> Within<0, 1> {
    Within::try_from(0.3).unwrap_or(0.into())
}

fn whole() -> Within<0, 2> {
    1.into()
}

/// Which notes a part plays.
#[derive(Clone, Debug, Deserialize)]
pub(crate) enum Line {
    /// All notes of the chord, each voice led to the nearest note of the next.
    Chord,
    /// Notes of the chord one after the other, by their number in it from 0; beyond its end they go on an octave higher.
    Figure(Vec<u8>),
    /// A tune of its own.
    Tune(Tune),
    /// The lowest pitch alone: what drums do.
    Beat,
}

/// In which bars a part plays.
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
            other => Err(format!("`{other}` is no bar: one that is played is `x`, another is `.`")),
        });
        let bars: Vec<bool> = bars.collect::<Result<_, _>>()?;
        if bars.len() > 64 { Err("more than 64 bars".to_owned()) } else { Ok(Self(bars)) }
    }
}

impl TryFrom<ScoreText> for Score {
    type Error = String;

    fn try_from(text: ScoreText) -> Result<Self, String> {
        if text.parts.is_empty() || text.parts.len() > MOST_PARTS {
            return Err(format!("there are {} parts: from 1 to {MOST_PARTS} can be played", text.parts.len()));
        }
        if text.parts.iter().any(|part| matches!(&part.line, Line::Figure(notes) if notes.is_empty())) {
            return Err("a figure without notes".to_owned());
        }
        let score = Self(text);
        let seconds = score.seconds();
        if seconds > MOST_SECONDS {
            return Err(format!("it lasts {seconds:.0} seconds; at most {MOST_SECONDS:.0} are played"));
        }
        Ok(score)
    }
}

/// What is wrong with a score's text, in a sentence, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {what}")]
pub struct ScoreError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The sentence.
    pub what: String,
}

impl Score {
    /// Reads the bytes of a score's file.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn read(bytes: &[u8]) -> Result<Self, ScoreError> {
        let at_start = |what: String| ScoreError { line: 1, column: 1, what };
        if bytes.len() > MOST_BYTES {
            return Err(at_start(format!("the file has {} bytes; at most {MOST_BYTES} are read", bytes.len())));
        }
        let text = core::str::from_utf8(bytes).map_err(|error| {
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = 1 + good.matches('\n').count();
            let column = 1 + good.chars().rev().take_while(|letter| *letter != '\n').count();
            ScoreError { line, column, what: "a byte that is not UTF-8".to_owned() }
        })?;
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        options.from_str(text).map_err(|error| {
            let Position { line, col: column } = error.span.start;
            ScoreError { line, column, what: error.code.to_string() }
        })
    }

    /// How long a bar is, in seconds.
    pub(crate) fn bar_seconds(&self) -> f64 {
        60.0 * self.0.beats.get() / self.0.tempo.get()
    }

    /// How long it is, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.bar_seconds() * self.0.chords.bars() as f64
    }

    /// Whether it is played once, and does not begin anew at its end.
    #[must_use]
    pub fn is_played_once(&self) -> bool {
        self.0.once
    }

    /// Whether there are parts that are heard only while somebody hunts the player, or only while nobody does.
    #[must_use]
    pub fn has_layers(&self) -> bool {
        self.0.parts.iter().any(|part| part.layer.is_some())
    }

    /// Its key in semitones, of which the C in the middle of a piano is the sixtieth.
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
    fn a_small_score_is_read() {
        let score = Score::read(SMALL.as_bytes()).unwrap();
        assert!((score.seconds() - 8.0).abs() < 1e-9 && score.key() == 38 && !score.has_layers());
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line_and_column() {
        for (from, to, line, says) in [
            ("tempo: 60", "tempo: 6000", 1, "6000 is not from 40 to 200"),
            ("beats: 4", "beats: NaN", 1, "NaN is not from 2 to 7"),
            ("\"1 4\"", "\"1 9\"", 1, "`9` is no chord"),
            ("key: \"D2\"", "key: \"X\"", 1, "`X` is no pitch"),
            ("Bass", "Kazoo", 3, "Kazoo"),
            ("hits: 3", "hits: 30", 3, "30 strokes on 8 steps"),
            ("level: -6", "level: 60", 3, "60 is not from -40 to 6"),
            ("level: -6", "lovel: -6", 3, "lovel"),
            ("[0, 2]", "[]", 4, "a figure without notes"),
            ("\n    ])", "\n", 3, ""),
        ] {
            let error = Score::read(SMALL.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert!(error.line == line && error.column > 0 && error.what.contains(says), "{to}: {error}");
            assert!(!error.to_string().contains('\n'), "{error}");
        }
        let long = SMALL.replace("\"1 4\"", &format!("\"{}\"", "1 ".repeat(40)));
        assert!(Score::read(long.as_bytes()).unwrap_err().what.contains("it lasts 160 seconds"));
        assert!(
            Score::read(&[0xff]).is_err() && Score::read(&[b' '; MOST_BYTES + 1]).is_err() && Score::read(b"").is_err()
        );
    }

    #[test]
    fn no_damaged_score_is_a_panic() {
        for end in 0..SMALL.len() {
            let _ = Score::read(&SMALL.as_bytes()[..end]);
            let mut bytes = SMALL.as_bytes().to_vec();
            bytes[end] = b'9';
            let _ = Score::read(&bytes);
        }
    }

    /// The strokes of drums and the like per second in a layer of a score of the game.
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
