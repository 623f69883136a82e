//! A voice: one playing sound with a separate loudness for each ear.
//!
//! Bevy's spatial audio is not used: its library, rodio 0.22, makes a near sound louder in the ear that is farther
//! away. Therefore a voice is its own stereo source, and the loudness per ear can change while it plays.

use crate::sound::room::{Echoes, Room};
use bevy::{asset::Asset, ecs::component::Component, reflect::TypePath};
use content::FULL;
use std::{
    num::NonZero,
    sync::Arc,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

/// Loudness of a sound in each ear, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ears {
    pub(crate) left: f32,
    pub(crate) right: f32,
    /// Clearness from 0 to 1: the coefficient of a one-pole low-pass filter, where 1 passes everything.
    pub(crate) clear: f32,
}

impl Ears {
    /// Returns the loudness in the louder ear, from 0 to 1.
    pub(crate) fn loudest(self) -> f32 {
        self.left.max(self.right)
    }

    /// Scales the loudness.
    pub(crate) fn times(self, times: f32) -> Ears {
        Ears { left: self.left * times, right: self.right * times, ..self }
    }
}

/// Sound with its ears, as an entity of the port `Mixer`. It starts when the entity is spawned and ends with it.
#[derive(Component, Asset, TypePath, Clone, Debug)]
pub(crate) struct Voice {
    samples: Arc<[i16]>,
    rate: NonZero<u32>,
    /// True if it loops.
    repeats: bool,
    /// First sample that is played.
    first: usize,
    /// Silence before the start.
    delay: Duration,
    room: Room,
    /// Playback speed, which also changes the pitch.
    pub(crate) speed: f32,
    ears: Arc<SharedEars>,
}

/// Ears shared with the sound thread: the bits of three `f32`s.
#[derive(Debug)]
struct SharedEars {
    left: AtomicU32,
    right: AtomicU32,
    clear: AtomicU32,
}

impl Voice {
    pub(crate) fn new(samples: Arc<[i16]>, rate: NonZero<u32>, ears: Ears) -> Self {
        let [left, right, clear] = [ears.left, ears.right, ears.clear].map(|part| AtomicU32::new(part.to_bits()));
        Voice {
            samples,
            rate,
            repeats: false,
            first: 0,
            delay: Duration::ZERO,
            room: Room::NONE,
            speed: 1.0,
            ears: Arc::new(SharedEars { left, right, clear }),
        }
    }

    /// Makes the voice loop.
    pub(crate) fn repeating(self) -> Self {
        Voice { repeats: true, ..self }
    }

    /// Skips the start of the voice, so that this duration is left.
    pub(crate) fn with_left(self, left: Duration) -> Self {
        let samples = (left.as_secs_f64() * f64::from(self.rate.get())).round() as usize;
        Voice { first: self.samples.len().saturating_sub(samples), ..self }
    }

    /// Delays the voice.
    pub(crate) fn after(self, delay: Duration) -> Self {
        Voice { delay, ..self }
    }

    /// Sets the playback speed.
    pub(crate) fn at_speed(self, speed: f32) -> Self {
        Voice { speed, ..self }
    }

    /// Adds the reverb of a room, which sounds during and after the voice.
    pub(crate) fn in_room(self, room: Room) -> Self {
        Voice { room, ..self }
    }

    /// Changes the loudness in each ear, even while the voice plays.
    pub(crate) fn set(&self, ears: Ears) {
        self.ears.left.store(ears.left.to_bits(), Ordering::Relaxed);
        self.ears.right.store(ears.right.to_bits(), Ordering::Relaxed);
        self.ears.clear.store(ears.clear.to_bits(), Ordering::Relaxed);
    }

    /// Returns the maximum level in either ear during the coming `ahead`, for a voice that has played for `played`,
    /// with these ears.
    pub(crate) fn peak(&self, played: Duration, ahead: Duration, ears: Ears) -> f32 {
        let samples = |time: Duration| (time.as_secs_f64() * f64::from(self.rate.get())) as usize;
        let (from, end) = (samples(played), samples(played + ahead));
        let waits = samples(self.delay);
        let place = |place: usize| (self.first + place.saturating_sub(waits)).min(self.samples.len());
        // Loud passages are longer than a few samples, so not every sample has to be checked.
        let heard = self.samples[place(from)..place(end)].iter().step_by(PEAKS);
        let peak = heard.map(|sample| sample.unsigned_abs()).max().unwrap_or(0);
        f32::from(peak) / FULL * ears.left.max(ears.right)
    }

    fn ears(&self) -> Ears {
        let read = |ear: &AtomicU32| f32::from_bits(ear.load(Ordering::Relaxed));
        Ears { left: read(&self.ears.left), right: read(&self.ears.right), clear: read(&self.ears.clear) }
    }
}

impl Voice {
    /// Creates the sample stream.
    pub(crate) fn playing(&self) -> Playing {
        Playing {
            ears: self.ears(),
            next: 2 * self.first,
            // The silence is played at the voice's speed, too.
            waits: 2 * (self.delay.as_secs_f64() * f64::from(self.rate.get()) * f64::from(self.speed)).round() as usize,
            heard: 0.0,
            echoes: Echoes::of(self.room, self.rate.get()),
            rest: 2 * (self.room.seconds * self.rate.get() as f32) as usize,
            voice: self.clone(),
        }
    }
}

/// Samples of a voice, alternating between left and right.
pub(crate) struct Playing {
    voice: Voice,
    /// Current loudness in each ear. It follows the voice's ears smoothly, because a jump would click.
    ears: Ears,
    /// Index of the next sample, counted through both ears.
    next: usize,
    /// Remaining samples of silence before the start, for both ears.
    waits: usize,
    /// Output of the low-pass filter.
    heard: f32,
    echoes: Option<Echoes>,
    /// Remaining samples of reverb after the sound, for both ears.
    rest: usize,
}

/// Distance between checked samples when searching for the peak.
const PEAKS: usize = 4;

/// Smoothing factor of the loudness per sample.
const SOFTLY: f32 = 0.002;

impl Iterator for Playing {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        if self.waits > 0 {
            self.waits -= 1;
            return Some(0.0);
        }
        let count = self.voice.samples.len();
        if self.voice.repeats && count > 0 && self.next == 2 * count {
            self.next = 0;
        }
        let is_left = self.next.is_multiple_of(2);
        let sample = match self.voice.samples.get(self.next / 2) {
            Some(sample) => f32::from(*sample) / FULL,
            None => {
                self.rest = self.rest.checked_sub(1)?;
                0.0
            }
        };
        self.next += 1;
        if is_left {
            let wanted = self.voice.ears();
            self.ears.left += (wanted.left - self.ears.left) * SOFTLY;
            self.ears.right += (wanted.right - self.ears.right) * SOFTLY;
            self.ears.clear += (wanted.clear - self.ears.clear) * SOFTLY;
            let sample = sample + self.echoes.as_mut().map_or(0.0, |echoes| echoes.next(sample));
            self.heard += (sample - self.heard) * self.ears.clear;
        }
        Some(self.heard * if is_left { self.ears.left } else { self.ears.right })
    }
}

impl Playing {
    /// Returns the sample rate per ear.
    pub(crate) fn rate(&self) -> NonZero<u32> {
        self.voice.rate
    }

    /// Returns the duration, or `None` if it loops.
    pub(crate) fn duration(&self) -> Option<Duration> {
        let once = Duration::from_secs_f64(self.voice.samples.len() as f64 / f64::from(self.voice.rate.get()));
        (!self.voice.repeats).then_some(once)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ear_has_its_own_loudness() {
        let samples = Arc::from([16_384, -32_768]);
        let voice = Voice::new(samples, NonZero::new(8000).unwrap(), Ears { left: 0.25, right: 1.0, clear: 1.0 });
        assert_eq!(voice.playing().collect::<Vec<_>>(), [0.125, 0.5, -0.25, -1.0]);
    }

    #[test]
    fn looping_voice_has_no_end_unless_it_is_empty() {
        let rate = NonZero::new(8000).unwrap();
        let voice = |samples| Voice::new(samples, rate, Ears { left: 1.0, right: 0.5, clear: 1.0 }).repeating();
        let heard: Vec<f32> = voice(Arc::from([16_384, -32_768])).playing().take(10).collect();
        assert_eq!(heard, [0.5, 0.25, -1.0, -0.5, 0.5, 0.25, -1.0, -0.5, 0.5, 0.25]);
        assert_eq!(voice(Arc::from([])).playing().next(), None);
    }

    #[test]
    fn ears_can_change_during_playback() {
        let samples = Arc::from(vec![i16::MAX; 8000]);
        let voice = Voice::new(samples, NonZero::new(8000).unwrap(), Ears { left: 0.0, right: 1.0, clear: 1.0 });
        let playing = voice.playing();
        voice.set(Ears { left: 1.0, right: 0.0, clear: 1.0 });
        let heard: Vec<f32> = playing.collect();
        assert!(heard[0] < 0.1 && heard[heard.len() - 2] > 0.9);
    }

    #[test]
    fn dull_voice_keeps_low_frequencies_and_delay_works() {
        let rate = NonZero::new(8000).unwrap();
        let strength = |every: usize, clear: f32| -> f32 {
            let wave: Vec<i16> =
                (0..8000).map(|index| if (index / every).is_multiple_of(2) { i16::MAX } else { i16::MIN }).collect();
            let voice = Voice::new(Arc::from(wave), rate, Ears { left: 1.0, right: 1.0, clear });
            voice.playing().map(f32::abs).sum::<f32>() / 16_000.0
        };
        assert!((strength(1, 1.0) - 1.0).abs() < 1e-4, "a clear voice must be unchanged");
        assert!(strength(1, 0.1) < 0.1 && strength(400, 0.1) > 0.9);
        let late = Voice::new(Arc::from([i16::MIN]), rate, Ears { left: 1.0, right: 1.0, clear: 1.0 });
        let heard: Vec<f32> = late.after(Duration::from_micros(250)).playing().collect();
        assert_eq!(heard, [0.0, 0.0, 0.0, 0.0, -1.0, -1.0]);
    }

    #[test]
    fn reverb_continues_after_the_voice() {
        let rate = NonZero::new(8000).unwrap();
        let voice = Voice::new(Arc::from([i16::MAX]), rate, Ears { left: 1.0, right: 1.0, clear: 1.0 })
            .in_room(Room::of(60, crate::sound::room::Stuff::Steel));
        let heard: Vec<f32> = voice.playing().collect();
        assert!(heard.len() > 4000 && heard[2..].iter().any(|sample| sample.abs() > 0.01));
    }
}
