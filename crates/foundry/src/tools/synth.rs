//! Making sound from numbers: sources, filters, envelopes and the bringing of a sound into shape.

use super::hash_noise::Dice;

/// Samples in a second.
pub(crate) const RATE: f64 = 44_100.0;
/// The loudest sample of a finished sound: three decibels below full.
const PEAK: f64 = 0.707;

/// A sound as samples; full scale is 1.
#[derive(Clone)]
pub(crate) struct Sound(pub(crate) Vec<f64>);

/// How many samples some seconds take.
fn length(seconds: f64) -> usize {
    (seconds * RATE) as usize
}

/// Two pi times a phase in turns, as a sine.
fn sine_of(phase: f64) -> f64 {
    libm::sin(phase * core::f64::consts::TAU)
}

/// A fall to nothing: 1 at the start, 1/e after `seconds`.
pub(crate) fn decay(time: f64, seconds: f64) -> f64 {
    libm::exp(-time / seconds)
}

/// A swell from 0 at the start to 1 after `attack`, and back to 0 over the last `release` of `whole` seconds.
pub(crate) fn swell(time: f64, attack: f64, release: f64, whole: f64) -> f64 {
    (time / attack).min((whole - time) / release).clamp(0.0, 1.0)
}

impl Sound {
    /// Silence.
    pub(crate) fn silence(seconds: f64) -> Self {
        Self(vec![0.0; length(seconds)])
    }

    /// White noise.
    pub(crate) fn noise(seed: u32, seconds: f64) -> Self {
        let mut dice = Dice::new(seed);
        Self((0..length(seconds)).map(|_| f64::from(dice.between(-1.0, 1.0))).collect())
    }

    /// A sine whose frequency in hertz follows the time in seconds.
    pub(crate) fn sine(seconds: f64, pitch: impl Fn(f64) -> f64) -> Self {
        Self::wave(seconds, pitch, sine_of)
    }

    /// A sawtooth whose frequency follows the time.
    pub(crate) fn saw(seconds: f64, pitch: impl Fn(f64) -> f64) -> Self {
        Self::wave(seconds, pitch, |phase| 1.0 - 2.0 * phase)
    }

    /// A square wave whose frequency follows the time.
    pub(crate) fn square(seconds: f64, pitch: impl Fn(f64) -> f64) -> Self {
        Self::wave(seconds, pitch, |phase| if phase < 0.5 { 1.0 } else { -1.0 })
    }

    fn wave(seconds: f64, pitch: impl Fn(f64) -> f64, shape: impl Fn(f64) -> f64) -> Self {
        let mut phase = 0.0;
        let samples = (0..length(seconds)).map(|index| {
            phase += pitch(index as f64 / RATE) / RATE;
            phase -= libm::floor(phase);
            shape(phase)
        });
        Self(samples.collect())
    }

    /// Vocal cords that no longer work well: a buzz whose pitch trembles, with breath in it.
    pub(crate) fn throat(seed: u32, seconds: f64, breath: f64, pitch: impl Fn(f64) -> f64) -> Self {
        let mut dice = Dice::new(seed);
        let mut tremble = 0.0;
        let (mut phase, mut strength) = (0.0, 1.0);
        let samples = (0..length(seconds)).map(|index| {
            phase += pitch(index as f64 / RATE) * (1.0 + tremble) / RATE;
            if phase >= 1.0 {
                phase -= 1.0;
                // Each opening of the cords comes a little early or late, and stronger or weaker.
                tremble = f64::from(dice.between(-0.14, 0.14));
                strength = f64::from(dice.between(0.55, 1.0));
            }
            let puff = (1.0 - phase) * (1.0 - phase);
            (puff - 0.33) * strength + f64::from(dice.between(-1.0, 1.0)) * breath * (0.3 + puff)
        });
        Self(samples.collect())
    }

    /// Shapes the loudness: `level` follows the time in seconds.
    pub(crate) fn shaped(mut self, level: impl Fn(f64) -> f64) -> Self {
        for (index, sample) in self.0.iter_mut().enumerate() {
            *sample *= level(index as f64 / RATE);
        }
        self
    }

    /// Dies away: to 1/e in `seconds`, and to nothing at the end.
    pub(crate) fn fading(self, seconds: f64) -> Self {
        let whole = self.seconds();
        self.shaped(|time| decay(time, seconds) * swell(time, 1.0 / RATE, 0.02, whole))
    }

    /// Lets through what lies below a frequency that follows the time.
    pub(crate) fn low_pass(mut self, cutoff: impl Fn(f64) -> f64) -> Self {
        let (mut first, mut second) = (0.0, 0.0);
        for (index, sample) in self.0.iter_mut().enumerate() {
            // The coefficient needs renewing only now and then; every 16 samples is far below hearing.
            let pull = smoothing(cutoff((index & !15) as f64 / RATE));
            first += (*sample - first) * pull;
            second += (first - second) * pull;
            *sample = second;
        }
        self
    }

    /// Lets through what lies above a frequency.
    pub(crate) fn high_pass(mut self, cutoff: f64) -> Self {
        let pull = smoothing(cutoff);
        let mut low = 0.0;
        for sample in &mut self.0 {
            low += (*sample - low) * pull;
            *sample -= low;
        }
        self
    }

    /// A resonance: lets through a band about a frequency that follows the time, the narrower the larger `sharpness`.
    pub(crate) fn band(mut self, centre: impl Fn(f64) -> f64, sharpness: f64) -> Self {
        let (mut low, mut band) = (0.0, 0.0);
        let mut tune = 0.0;
        for (index, sample) in self.0.iter_mut().enumerate() {
            if index % 16 == 0 {
                let turn = core::f64::consts::PI * centre(index as f64 / RATE) / RATE;
                tune = 2.0 * libm::sin(turn);
            }
            low += tune * band;
            let high = *sample - low - band / sharpness;
            band += tune * high;
            *sample = band / sharpness;
        }
        self
    }

    /// Sends the sound through a mouth: three resonances in hertz that glide from one vowel to another.
    pub(crate) fn mouth(self, from: [f64; 3], to: [f64; 3]) -> Self {
        let whole = self.seconds();
        let mut spoken = Self::silence(whole);
        for ((start, end), level) in from.into_iter().zip(to).zip([1.0, 0.7, 0.3]) {
            let glide = move |time: f64| start + (end - start) * time / whole;
            spoken = spoken.with(0.0, level, &self.clone().band(glide, 7.0));
        }
        spoken
    }

    /// Overdrives the sound softly.
    pub(crate) fn driven(mut self, strength: f64) -> Self {
        for sample in &mut self.0 {
            *sample = libm::tanh(*sample * strength);
        }
        self
    }

    /// Adds another sound from a time on, lengthening this one if need be.
    pub(crate) fn with(mut self, start: f64, level: f64, other: &Self) -> Self {
        let first = length(start);
        if self.0.len() < first + other.0.len() {
            self.0.resize(first + other.0.len(), 0.0);
        }
        for (sample, added) in self.0[first..].iter_mut().zip(&other.0) {
            *sample += added * level;
        }
        self
    }

    /// Echoes from steel walls: each one weaker and later than the last.
    pub(crate) fn in_corridor(self, level: f64) -> Self {
        let dry = self.clone();
        [(0.031, 1.0), (0.057, 0.7), (0.083, 0.5), (0.127, 0.3)]
            .iter()
            .fold(self, |wet, (late, part)| wet.with(*late, level * part, &dry.clone().low_pass(|_| 2400.0)))
    }

    /// How long it lasts.
    pub(crate) fn seconds(&self) -> f64 {
        self.0.len() as f64 / RATE
    }

    /// The samples as they are written: without offset, at the common peak, fading in and out without a click.
    pub(crate) fn finished(self) -> Vec<i16> {
        let centred = self.high_pass(24.0);
        let loudest = centred.0.iter().fold(0.0_f64, |most, sample| most.max(sample.abs()));
        let gain = if loudest > 0.0 { PEAK / loudest } else { 0.0 };
        let whole = centred.seconds();
        let faded = centred.shaped(|time| swell(time, 0.0015, 0.03, whole));
        faded.0.iter().map(|sample| libm::round(sample * gain * 32_767.0) as i16).collect()
    }
}

/// How far a one-pole filter moves towards its input with each sample.
fn smoothing(cutoff: f64) -> f64 {
    1.0 - libm::exp(-core::f64::consts::TAU * cutoff / RATE)
}
