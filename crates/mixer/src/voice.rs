//! A voice: one playing sound with a separate loudness for each ear.

use crate::{ears::Ears, room::Echoes, start::Start};
use music::RATE;
use std::sync::Arc;

/// Value of a full-scale sample.
const FULL: f32 = 32_768.0;
/// Smoothing factor of the loudness per frame, because a jump would click.
const SOFTLY: f32 = 0.002;
/// Number of samples whose peak is stored as one value.
const PEAK: usize = 64;
/// Bounds of the playback speed.
const SPEEDS: (f32, f32) = (0.1, 10.0);
/// Maximum delay and reverb time, in seconds.
const MAX_SECONDS: f32 = 10.0;

/// Samples of a sound.
#[derive(Clone, Debug)]
pub(crate) struct Recording {
    samples: Arc<[i16]>,
    rate: u32,
    /// Peak of each [`PEAK`] samples.
    peaks: Arc<[u16]>,
}

impl Recording {
    pub(crate) fn new(samples: Arc<[i16]>, rate: u32) -> Recording {
        let peak = |part: &[i16]| part.iter().map(|sample| sample.unsigned_abs()).max().unwrap_or(0);
        let peaks = samples.chunks(PEAK).map(peak).collect();
        Recording { samples, rate, peaks }
    }

    /// Returns the peak between two samples, from 0 to 1.
    fn peak(&self, from: usize, end: usize) -> f32 {
        let blocks = (from / PEAK).min(self.peaks.len())..end.div_ceil(PEAK).min(self.peaks.len());
        f32::from(self.peaks.get(blocks).unwrap_or_default().iter().copied().max().unwrap_or(0)) / FULL
    }
}

/// A playing voice.
pub(crate) struct Voice {
    recording: Recording,
    /// Loudness that the game wants.
    pub(crate) wanted: Ears,
    /// Current loudness, which follows the wanted one; `None` before the first frame.
    ears: Option<Ears>,
    /// Position in samples.
    at: f64,
    /// Samples per frame.
    step: f64,
    /// True if it loops.
    repeats: bool,
    /// Remaining frames of silence before the start.
    waits: usize,
    /// Remaining frames of reverb after the sound.
    rest: usize,
    /// Output of the low-pass filter.
    heard: f32,
    echoes: Option<Echoes>,
}

impl Voice {
    pub(crate) fn new(recording: Recording, start: &Start) -> Voice {
        let frames = |seconds: f32| (seconds.clamp(0.0, MAX_SECONDS) * RATE as f32).round() as usize;
        let rate = f64::from(recording.rate);
        let count = recording.samples.len();
        let left = start.left.map_or(count, |seconds| (f64::from(seconds) * rate).round() as usize);
        Voice {
            wanted: start.ears,
            ears: None,
            at: count.saturating_sub(left) as f64,
            step: rate / f64::from(RATE) * f64::from(start.speed.clamp(SPEEDS.0, SPEEDS.1)),
            repeats: start.repeats && count > 0,
            waits: frames(start.delay),
            rest: frames(start.room.seconds),
            heard: 0.0,
            echoes: Echoes::of(start.room, RATE),
            recording,
        }
    }

    /// Returns the maximum level in either ear during the coming frames.
    pub(crate) fn peak(&self, ahead: usize) -> f32 {
        let plays = ahead.saturating_sub(self.waits) as f64 * self.step;
        if plays == 0.0 {
            return 0.0;
        }
        self.recording.peak(self.at as usize, (self.at + plays) as usize + 1) * self.wanted.loudest()
    }

    /// Returns the sample at the current position, or `None` at the end.
    fn sample(&mut self) -> Option<f32> {
        let samples = &self.recording.samples;
        let count = samples.len();
        if self.at >= count as f64 {
            if !self.repeats {
                return None;
            }
            self.at %= count as f64;
        }
        let place = self.at as usize;
        let between = (self.at - place as f64) as f32;
        let next = match samples.get(place + 1) {
            Some(next) => *next,
            None if self.repeats => samples[0],
            None => 0,
        };
        let (from, to) = (f32::from(samples[place]), f32::from(next));
        self.at += self.step;
        Some((from + (to - from) * between) / FULL)
    }

    /// Returns the next frame, or `None` after the end. `part` scales the loudness.
    pub(crate) fn next_frame(&mut self, part: f32) -> Option<[f32; 2]> {
        if self.waits > 0 {
            self.waits -= 1;
            return Some([0.0; 2]);
        }
        let sample = match self.sample() {
            Some(sample) => sample,
            None => {
                self.rest = self.rest.checked_sub(1)?;
                0.0
            }
        };
        let wanted = self.wanted.times(part);
        let ears = self.ears.map_or(wanted, |ears| ears.towards(wanted, SOFTLY));
        self.ears = Some(ears);
        let sample = sample + self.echoes.as_mut().map_or(0.0, |echoes| echoes.next(sample));
        self.heard += (sample - self.heard) * ears.clear;
        Some([self.heard * ears.left, self.heard * ears.right])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::{Room, Stuff};

    const BOTH: Ears = Ears { left: 1.0, right: 1.0, clear: 1.0 };

    fn voice(samples: &[i16], start: &Start) -> Voice {
        Voice::new(Recording::new(samples.into(), RATE), start)
    }

    /// Returns all frames of a voice, or the first ones of a loop.
    fn frames(mut voice: Voice) -> Vec<[f32; 2]> {
        std::iter::from_fn(|| voice.next_frame(1.0)).take(100_000).collect()
    }

    #[test]
    fn each_ear_has_its_own_loudness() {
        let ears = Ears { left: 0.25, right: 1.0, clear: 1.0 };
        assert_eq!(frames(voice(&[16_384, -32_768], &Start::with(ears))), [[0.125, 0.5], [-0.25, -1.0]]);
    }

    #[test]
    fn looping_voice_has_no_end_unless_it_is_empty() {
        let start = Start { repeats: true, ..Start::with(BOTH) };
        let heard = frames(voice(&[16_384, -32_768], &start));
        assert_eq!((heard.len(), &heard[..4]), (100_000, &[[0.5; 2], [-1.0; 2], [0.5; 2], [-1.0; 2]][..]));
        assert!(frames(voice(&[], &start)).is_empty());
    }

    #[test]
    fn ears_change_smoothly_during_playback() {
        let mut voice = voice(&[i16::MAX; 8000], &Start::with(Ears { left: 0.0, ..BOTH }));
        assert_eq!(voice.next_frame(1.0).unwrap()[0], 0.0);
        voice.wanted = Ears { right: 0.0, ..BOTH };
        let heard = frames(voice);
        assert!(heard.windows(2).all(|pair| (pair[1][0] - pair[0][0]).abs() < 0.003));
        assert!(heard[7990][0] > 0.9 && heard[7990][1] < 0.1);
    }

    #[test]
    fn dull_voice_keeps_low_frequencies() {
        let strength = |every: usize, clear: f32| {
            let wave: Vec<i16> =
                (0..8000).map(|at| if (at / every).is_multiple_of(2) { i16::MAX } else { i16::MIN }).collect();
            frames(voice(&wave, &Start::with(Ears { clear, ..BOTH }))).iter().map(|[left, _]| left.abs()).sum::<f32>()
                / 8000.0
        };
        assert!((strength(1, 1.0) - 1.0).abs() < 1e-4, "a clear voice must be unchanged");
        assert!(strength(1, 0.1) < 0.1 && strength(400, 0.1) > 0.9);
    }

    #[test]
    fn delay_speed_and_rate_determine_when_a_voice_ends() {
        let length = |rate: u32, start: Start| frames(Voice::new(Recording::new([9; 4410].into(), rate), &start)).len();
        let plain = Start::with(BOTH);
        assert_eq!(length(RATE, plain), 4410);
        assert_eq!(length(RATE, Start { delay: 0.5, ..plain }), 4410 + 22_050);
        assert_eq!(length(RATE, Start { speed: 2.0, ..plain }), 2205);
        assert_eq!(length(RATE / 2, plain), 8820);
        assert_eq!(length(RATE, Start { left: Some(0.07), ..plain }), 3087);
    }

    #[test]
    fn reverb_continues_after_the_voice() {
        let heard = frames(voice(&[i16::MAX], &Start { room: Room::of(60, Stuff::Steel), ..Start::with(BOTH) }));
        assert!(heard.len() > 22_050 && heard[1..].iter().any(|[left, _]| left.abs() > 0.01));
    }

    #[test]
    fn peak_is_known_in_advance() {
        let mut samples = [0; 4410];
        samples[2000] = -16_384;
        let ears = Ears { left: 0.25, right: 0.5, clear: 1.0 };
        let mut voice = voice(&samples, &Start { delay: 0.01, ..Start::with(ears) });
        assert_eq!([441, 2400, 2600].map(|ahead| voice.peak(ahead)), [0.0, 0.0, 0.25]);
        for _ in 0..2600 {
            voice.next_frame(1.0);
        }
        assert_eq!(voice.peak(4410), 0.0, "it is over");
    }
}
