//! A voice: one sound that is being played, heard more or less by each ear.
//!
//! Bevy's own spatial sounds are not used: the library behind them (rodio 0.22) makes a near sound louder in the ear
//! that is farther away. So a voice is a stereo source of its own, and what each ear hears can change while it sounds.

use bevy::asset::Asset;
use bevy::audio::{ChannelCount, Decodable, Sample, SampleRate, Source};
use bevy::reflect::TypePath;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// How much of a sound each ear hears, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ears {
    pub(crate) left: f32,
    pub(crate) right: f32,
}

/// A sound with its ears. Bevy asks it for a decoder once, when it begins to play.
#[derive(Asset, TypePath, Clone, Debug)]
pub(crate) struct Voice {
    samples: Arc<[f32]>,
    rate: NonZero<u32>,
    /// It begins anew when it has come to its end.
    repeats: bool,
    /// It begins with this sample.
    first: usize,
    ears: Arc<SharedEars>,
}

/// The ears as the game sets them and the sound thread reads them: the bits of two `f32`s.
#[derive(Debug)]
struct SharedEars {
    left: AtomicU32,
    right: AtomicU32,
}

impl Voice {
    pub(crate) fn new(samples: Arc<[f32]>, rate: NonZero<u32>, ears: Ears) -> Self {
        let shared =
            SharedEars { left: AtomicU32::new(ears.left.to_bits()), right: AtomicU32::new(ears.right.to_bits()) };
        Voice { samples, rate, repeats: false, first: 0, ears: Arc::new(shared) }
    }

    /// The same voice, without an end.
    pub(crate) fn repeating(self) -> Self {
        Voice { repeats: true, ..self }
    }

    /// The same voice, but only the last of it, so long.
    pub(crate) fn with_left(self, left: Duration) -> Self {
        let samples = (left.as_secs_f64() * f64::from(self.rate.get())).round() as usize;
        Voice { first: self.samples.len().saturating_sub(samples), ..self }
    }

    /// Changes what each ear hears, also while the voice sounds.
    pub(crate) fn set(&self, ears: Ears) {
        self.ears.left.store(ears.left.to_bits(), Ordering::Relaxed);
        self.ears.right.store(ears.right.to_bits(), Ordering::Relaxed);
    }

    fn ears(&self) -> Ears {
        let read = |ear: &AtomicU32| f32::from_bits(ear.load(Ordering::Relaxed));
        Ears { left: read(&self.ears.left), right: read(&self.ears.right) }
    }
}

impl Decodable for Voice {
    type Decoder = Playing;

    fn decoder(&self) -> Playing {
        Playing { ears: self.ears(), voice: self.clone(), next: 2 * self.first }
    }
}

/// The samples of a voice, left and right by turns.
pub(crate) struct Playing {
    voice: Voice,
    /// What each ear hears now: it follows the voice's ears softly, because a jump is heard as a click.
    ears: Ears,
    /// The next sample for the next ear, counted through both.
    next: usize,
}

/// The share of the way to the wanted loudness that each sample goes.
const SOFTLY: f32 = 0.002;

impl Iterator for Playing {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        let count = self.voice.samples.len();
        if self.voice.repeats && self.next == 2 * count {
            self.next = 0;
        }
        let sample = *self.voice.samples.get(self.next / 2)?;
        let is_left = self.next.is_multiple_of(2);
        self.next += 1;
        if is_left {
            let wanted = self.voice.ears();
            self.ears.left += (wanted.left - self.ears.left) * SOFTLY;
            self.ears.right += (wanted.right - self.ears.right) * SOFTLY;
        }
        Some(sample * if is_left { self.ears.left } else { self.ears.right })
    }
}

impl Source for Playing {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        const { NonZero::new(2).unwrap() }
    }

    fn sample_rate(&self) -> SampleRate {
        self.voice.rate
    }

    fn total_duration(&self) -> Option<Duration> {
        let once = Duration::from_secs_f64(self.voice.samples.len() as f64 / f64::from(self.voice.rate.get()));
        (!self.voice.repeats).then_some(once)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ear_hears_its_share() {
        let samples = Arc::from([1.0, -1.0]);
        let voice = Voice::new(samples, NonZero::new(8000).unwrap(), Ears { left: 0.25, right: 1.0 });
        assert_eq!(voice.decoder().collect::<Vec<_>>(), [0.25, 1.0, -0.25, -1.0]);
    }

    #[test]
    fn one_that_repeats_has_no_end_unless_there_is_nothing_of_it() {
        let rate = NonZero::new(8000).unwrap();
        let voice = |samples| Voice::new(samples, rate, Ears { left: 1.0, right: 0.5 }).repeating();
        let heard: Vec<f32> = voice(Arc::from([1.0, -1.0])).decoder().take(10).collect();
        assert_eq!(heard, [1.0, 0.5, -1.0, -0.5, 1.0, 0.5, -1.0, -0.5, 1.0, 0.5]);
        assert_eq!(voice(Arc::from([])).decoder().next(), None);
    }

    #[test]
    fn a_change_arrives_while_it_sounds() {
        let samples = Arc::from(vec![1.0; 8000]);
        let voice = Voice::new(samples, NonZero::new(8000).unwrap(), Ears { left: 0.0, right: 1.0 });
        let playing = voice.decoder();
        voice.set(Ears { left: 1.0, right: 0.0 });
        let heard: Vec<f32> = playing.collect();
        assert!(heard[0] < 0.1 && heard[heard.len() - 2] > 0.9);
    }
}
