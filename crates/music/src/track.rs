//! Tracks: rendered scores, ready to be played in a loop.

use crate::{
    instrument::Instrument,
    loudness::loudness_of_all,
    note::Note,
    player::{Played, notes},
    rate::RATE,
    reverb::{reverb, run_filter},
    score::{Layer, Line, Part, Score},
    synth::{KNEE, limit},
};
use std::{collections::BTreeMap, sync::Arc};

/// Reverberation time of the music, in seconds.
const HALL: f64 = 2.6;
/// Length of the tail after the last bar of a piece that does not loop, in seconds.
const TAIL: f64 = 2.0;
/// Level of one voice of a chord relative to a single note.
const CHORD_LEVEL: f64 = 0.6;

/// A rendered piece of music in stereo, at [`RATE`] frames per second.
#[derive(Clone, Debug)]
pub struct Track {
    frames: Arc<Vec<[i16; 2]>>,
    /// Length of a bar, in frames.
    bar: usize,
}

impl Track {
    /// Creates a track from frames; `bar` is the length of a bar in frames.
    #[must_use]
    pub fn new(frames: Vec<[i16; 2]>, bar: usize) -> Self {
        Self { frames: Arc::new(frames), bar: bar.max(1) }
    }

    /// Renders a layer of a score, transposed by `higher` semitones. This takes a second or more.
    #[must_use]
    pub fn render(score: &Score, layer: Layer, higher: i32) -> Self {
        let bar = libm::round(score.bar_seconds() * f64::from(RATE)) as usize;
        let loops = !score.is_played_once();
        let tail = if loops { 0 } else { (TAIL * f64::from(RATE)) as usize };
        let mut mixer = Mixer::new(bar * score.0.chords.bars() + tail, loops);
        for part in score.0.parts.iter().filter(|part| part.layer.is_none_or(|own| own == layer)) {
            mixer.play(part, &notes(score, part), bar, higher);
        }
        let (calm, hunted) = score.0.loudness;
        let loudness = if layer == Layer::Calm { calm.get() } else { hunted.get() };
        Self::new(mixer.finish(loudness), bar)
    }

    /// Returns the frames of both ears.
    #[must_use]
    pub fn frames(&self) -> &[[i16; 2]] {
        &self.frames
    }

    /// Returns the length of a bar, in frames.
    #[must_use]
    pub fn bar(&self) -> usize {
        self.bar
    }
}

/// The mixer: the dry sound and the reverb input so far.
struct Mixer {
    loops: bool,
    /// Dry sound for each ear.
    ears: Vec<[f32; 2]>,
    /// Input of the reverb.
    hall: Vec<f32>,
    /// Cache of rendered notes, by instrument, pitch, length in hundredths of a second, and variant. Most notes repeat.
    cache: BTreeMap<(Instrument, i32, u32, u32), Vec<f64>>,
}

impl Mixer {
    fn new(frames: usize, loops: bool) -> Self {
        Self { loops, ears: vec![[0.0; 2]; frames], hall: vec![0.0; frames], cache: BTreeMap::new() }
    }

    /// Mixes in all notes of a part; `bar` is the length of a bar in frames.
    fn play(&mut self, part: &Part, notes: &[Played], bar: usize, higher: i32) {
        let (frames, loops) = (self.ears.len(), self.loops);
        // Constant-power panning.
        let angle = (part.side.get() + 1.0) * core::f64::consts::FRAC_PI_4;
        let sides = [libm::cos(angle), libm::sin(angle)];
        let share = if matches!(part.line, Line::Chord) { CHORD_LEVEL } else { 1.0 };
        let level = libm::exp10(part.level.get() / 20.0) * share;
        for (number, played) in notes.iter().enumerate() {
            let start = libm::round(played.at * bar as f64) as usize;
            let hundredths = libm::round(played.long * bar as f64 * 100.0 / f64::from(RATE)) as u32;
            let take = number as u32 % part.plays.takes();
            let drum = matches!(part.line, Line::Beat);
            let note = played.note.0 + if drum { 0 } else { higher };
            let sound = self
                .cache
                .entry((part.plays, note, hundredths, take))
                .or_insert_with(|| part.plays.play(Note(note).hertz(), f64::from(hundredths) / 100.0, take).0);
            let gain = level * played.strength;
            let (straight, round) = (gain * (1.0 - part.room.get() * 0.5), gain * part.room.get());
            for (index, sample) in sound.iter().enumerate() {
                let place = start + index;
                if place >= frames && !loops {
                    break;
                }
                let place = place % frames;
                self.ears[place][0] += (sample * straight * sides[0]) as f32;
                self.ears[place][1] += (sample * straight * sides[1]) as f32;
                self.hall[place] += (sample * round) as f32;
            }
        }
    }

    /// Adds the reverb, and scales the whole piece to `loudness` LUFS.
    fn finish(self, loudness: f64) -> Vec<[i16; 2]> {
        let wet = reverb(&self.hall, HALL, self.loops);
        let ears = [0, 1].map(|ear| {
            let mixed: Vec<f64> =
                self.ears.iter().zip(&wet).map(|(dry, wet)| f64::from(dry[ear]) + f64::from(wet[ear])).collect();
            without_offset(&mixed, self.loops)
        });
        let heard =
            |gain: f64| ears.each_ref().map(|ear| ear.iter().map(|sample| limit(sample * gain)).collect::<Vec<f64>>());
        let mut gain = libm::exp10((loudness - loudness_of_all(&ears)) / 20.0).min(1000.0);
        let loudest = ears.iter().flatten().fold(0.0_f64, |most, sample| most.max(sample.abs()));
        if loudest * gain > KNEE {
            // Compensate for the level that the limiter takes away.
            gain *= libm::exp10((loudness - loudness_of_all(&heard(gain))) / 20.0);
        }
        let [left, right] = heard(gain);
        let fades = if self.loops { 0 } else { RATE as usize / 2 };
        let whole = |sample: f64| libm::round(sample * 32_767.0) as i16;
        let count = left.len();
        let fading = |index: usize| ((count - index) as f64 / fades.max(1) as f64).min(1.0);
        let frames = left.into_iter().zip(right).enumerate();
        let frames = frames.map(|(index, (left, right))| {
            let level = if fades > 0 { fading(index) } else { 1.0 };
            [whole(left * level), whole(right * level)]
        });
        frames.collect()
    }
}

/// Removes inaudibly low frequencies.
fn without_offset(samples: &[f64], loops: bool) -> Vec<f64> {
    let pull = 1.0 - libm::exp(-core::f64::consts::TAU * 24.0 / f64::from(RATE));
    let (mut low, mut passed) = (0.0, vec![0.0; samples.len()]);
    run_filter(samples.len(), loops, |index, is_heard| {
        low += (samples[index] - low) * pull;
        if is_heard {
            passed[index] = samples[index] - low;
        }
    });
    passed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(more: &str) -> Score {
        let text = format!(
            "(tempo: 120, beats: 4, key: \"A2\", scale: Aeolian, chords: \"1 6 4 5+\", loudness: (-24, -20), {more}
            parts: [
                (plays: Drone, line: Figure([0]), low: \"A1\", level: -6),
                (plays: Bell, line: Figure([0, 2, 1]), rhythm: Even(hits: 5, of: 16), low: \"A4\", level: -9, side: 0.5),
                (plays: Kick, layer: Hunted, line: Beat, rhythm: Steps(\"x...x...\"), low: \"A1\", level: -3),
            ])"
        );
        Score::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn track_has_the_length_and_loudness_of_its_score() {
        for (layer, loudness) in [(Layer::Calm, -24.0), (Layer::Hunted, -20.0)] {
            let track = Track::render(&score(""), layer, 0);
            assert_eq!((track.bar(), track.frames().len()), (88_200, 4 * 88_200));
            let ears = [0, 1].map(|ear| track.frames().iter().map(|frame| f64::from(frame[ear]) / 32_768.0).collect());
            assert!((loudness_of_all(&ears) - loudness).abs() < 0.3, "{layer:?}: {}", loudness_of_all(&ears));
            assert!(track.frames().iter().flatten().all(|sample| sample.unsigned_abs() < 29_500), "{layer:?} clips");
            assert_eq!(track.frames(), Track::render(&score(""), layer, 0).frames());
        }
        assert_ne!(
            Track::render(&score(""), Layer::Calm, 0).frames(),
            Track::render(&score(""), Layer::Calm, 3).frames()
        );
    }

    #[test]
    fn loop_seam_is_inaudible() {
        let frames = Track::render(&score(""), Layer::Hunted, 0).frames;
        let step = |one: [i16; 2], two: [i16; 2]| (i32::from(one[0]) - i32::from(two[0])).abs();
        let mut steps: Vec<i32> = frames.windows(2).map(|pair| step(pair[0], pair[1])).collect();
        steps.sort_unstable();
        let usual = steps[steps.len() * 999 / 1000];
        assert!(step(frames[0], *frames.last().unwrap()) <= usual, "{usual}");
        // The echoes of the end continue at the beginning.
        let power =
            |frames: &[[i16; 2]]| frames.iter().map(|frame| f64::from(frame[0]) * f64::from(frame[0])).sum::<f64>();
        assert!(power(&frames[..2000]) > 0.02 * power(&frames[frames.len() - 2000..]));
    }

    #[test]
    fn piece_that_plays_once_fades_out() {
        let track = Track::render(&score("once: true,"), Layer::Calm, 0);
        assert_eq!(track.frames().len(), 4 * 88_200 + 88_200);
        assert!(track.frames().last().unwrap().iter().all(|sample| sample.unsigned_abs() < 4));
    }
}
