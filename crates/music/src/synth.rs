//! Sound synthesis: sources, filters, envelopes and mastering.

use crate::chance::Dice;
use crate::loudness::loudness;
use crate::rate;

/// Samples per second.
pub const RATE: f64 = rate::RATE as f64;
/// Maximum absolute sample value of a finished sound: one decibel below full scale.
const PEAK: f64 = 0.89;
/// Threshold for trimming the end of a sound: 70 decibels below full scale.
const FAINT: u16 = 10;
/// Level above which the limiter bends a finished sound, so that it approaches the peak but never exceeds it.
pub const KNEE: f64 = 0.5;

/// A sound as samples at [`RATE`] per second; full scale is 1.
#[derive(Clone)]
pub struct Sound(pub Vec<f64>);

/// Returns the number of samples in `seconds`.
fn length(seconds: f64) -> usize {
    (seconds * RATE) as usize
}

/// Returns the sine of a phase in turns.
fn sine_of(phase: f64) -> f64 {
    libm::sin(phase * core::f64::consts::TAU)
}

/// Exponential decay: 1 at the start, 1/e after `seconds`.
pub fn decay(time: f64, seconds: f64) -> f64 {
    libm::exp(-time / seconds)
}

/// Envelope that rises from 0 to 1 in `attack` seconds, and falls back to 0 in the last `release` of `whole` seconds.
pub fn swell(time: f64, attack: f64, release: f64, whole: f64) -> f64 {
    (time / attack).min((whole - time) / release).clamp(0.0, 1.0)
}

impl Sound {
    /// Creates silence.
    pub fn silence(seconds: f64) -> Self {
        Self(vec![0.0; length(seconds)])
    }

    /// Creates white noise.
    pub fn noise(seed: u32, seconds: f64) -> Self {
        let mut dice = Dice::new(seed);
        Self((0..length(seconds)).map(|_| f64::from(dice.between(-1.0, 1.0))).collect())
    }

    /// Creates a sine wave whose frequency in hertz is a function of the time in seconds.
    pub fn sine(seconds: f64, pitch: impl Fn(f64) -> f64) -> Self {
        Self::wave(seconds, pitch, sine_of)
    }

    /// Creates a sawtooth wave whose frequency is a function of the time.
    pub fn saw(seconds: f64, pitch: impl Fn(f64) -> f64) -> Self {
        Self::wave(seconds, pitch, |phase| 1.0 - 2.0 * phase)
    }

    /// Creates a square wave whose frequency is a function of the time.
    pub fn square(seconds: f64, pitch: impl Fn(f64) -> f64) -> Self {
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

    /// Multiplies the sound by an envelope, a function of the time in seconds.
    pub fn shaped(mut self, level: impl Fn(f64) -> f64) -> Self {
        for (index, sample) in self.0.iter_mut().enumerate() {
            *sample *= level(index as f64 / RATE);
        }
        self
    }

    /// Lets the sound decay to 1/e in `seconds`, and to 0 at its end.
    pub fn fading(self, seconds: f64) -> Self {
        let whole = self.seconds();
        self.shaped(|time| decay(time, seconds) * swell(time, 1.0 / RATE, 0.02, whole))
    }

    /// Applies a low-pass filter whose cutoff frequency is a function of the time.
    pub fn low_pass(mut self, cutoff: impl Fn(f64) -> f64) -> Self {
        let (mut first, mut second) = (0.0, 0.0);
        for (index, sample) in self.0.iter_mut().enumerate() {
            // The coefficient is updated every 16 samples only, which is inaudible.
            let pull = smoothing(cutoff((index & !15) as f64 / RATE));
            first += (*sample - first) * pull;
            second += (first - second) * pull;
            *sample = second;
        }
        self
    }

    /// Applies a high-pass filter at a fixed cutoff frequency.
    pub fn high_pass(mut self, cutoff: f64) -> Self {
        let pull = smoothing(cutoff);
        let mut low = 0.0;
        for sample in &mut self.0 {
            low += (*sample - low) * pull;
            *sample -= low;
        }
        self
    }

    /// Applies a resonant band-pass filter whose centre frequency is a function of the time. The band gets narrower
    /// with `sharpness`, which must be more than 0.
    pub fn band(mut self, centre: impl Fn(f64) -> f64, sharpness: f64) -> Self {
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

    /// Overdrives the sound softly. A strength of 1 hardly changes it; larger values distort more.
    pub fn driven(mut self, strength: f64) -> Self {
        for sample in &mut self.0 {
            *sample = libm::tanh(*sample * strength);
        }
        self
    }

    /// Mixes in another sound from a time in seconds on, scaled by `level`. Lengthens this sound if necessary.
    pub fn with(mut self, start: f64, level: f64, other: &Self) -> Self {
        let first = length(start);
        if self.0.len() < first + other.0.len() {
            self.0.resize(first + other.0.len(), 0.0);
        }
        for (sample, added) in self.0[first..].iter_mut().zip(&other.0) {
            *sample += added * level;
        }
        self
    }

    /// Adds the reverb of a steel room, which decays by 60 dB in `seconds`. (Four combs and two all-passes after
    /// Schroeder, 1962; the delays have no common factor.)
    pub fn in_room(self, level: f64, seconds: f64) -> Self {
        let mut dry = self.0.clone();
        dry.resize(dry.len() + length(seconds * 0.8), 0.0);
        let mut wet = vec![0.0; dry.len()];
        for delay in [1307, 1543, 1747, 1979] {
            let back = libm::exp10(-3.0 * delay as f64 / (seconds * RATE));
            let (mut line, mut dull) = (vec![0.0; delay], 0.0);
            for (index, (sample, out)) in dry.iter().zip(&mut wet).enumerate() {
                let echo = line[index % delay];
                dull += (echo - dull) * 0.42;
                line[index % delay] = sample + dull * back;
                *out += echo * 0.25;
            }
        }
        for delay in [223, 89] {
            let mut line = vec![0.0; delay];
            for (index, out) in wet.iter_mut().enumerate() {
                let echo = line[index % delay];
                line[index % delay] = *out + echo * 0.6;
                *out = echo - *out * 0.6;
            }
        }
        let whole = Self(wet).low_pass(|_| 5200.0);
        self.with(0.0, level, &whole)
    }

    /// Multiplies each sample by `base` plus the sample of another sound.
    pub fn times(mut self, other: &Self, base: f64) -> Self {
        for (sample, level) in self.0.iter_mut().zip(&other.0) {
            *sample *= base + level;
        }
        self
    }

    /// Returns the length in seconds.
    pub fn seconds(&self) -> f64 {
        self.0.len() as f64 / RATE
    }

    /// Masters the sound: removes the DC offset, fades in and out without clicks, and scales it to `wanted` LUFS over
    /// the loudest tenth of a second, as far as the limiter allows.
    pub fn finished(self, wanted: f64) -> Vec<i16> {
        let centred = self.high_pass(24.0);
        let whole = centred.seconds();
        let faded = centred.shaped(|time| swell(time, 0.0015, 0.03, whole));
        let loudest = faded.0.iter().fold(0.0_f64, |most, sample| most.max(sample.abs()));
        let mut gain = if loudest > 0.0 { PEAK / loudest } else { 0.0 };
        let limited = |gain: f64| -> Vec<f64> { faded.0.iter().map(|sample| limit(sample * gain)).collect() };
        // The limiter reduces the loudness by an amount that depends on the gain, so the gain is corrected several
        // times.
        for _ in 0..6 {
            gain *= libm::exp10((wanted - loudness(&limited(gain))) / 20.0).min(4.0);
        }
        let mut samples: Vec<i16> =
            limited(gain).into_iter().map(|sample| libm::round(sample * 32_767.0) as i16).collect();
        let heard = samples.iter().rposition(|sample| sample.unsigned_abs() > FAINT).map_or(0, |last| last + 1);
        samples.truncate((heard + length(0.02)).min(samples.len()));
        samples
    }
}

/// Soft limiter: bends samples louder than [`KNEE`] so that none exceeds one decibel below full scale.
pub fn limit(sample: f64) -> f64 {
    let over = sample.abs() - KNEE;
    let bent = if over > 0.0 { KNEE + (PEAK - KNEE) * libm::tanh(over / (PEAK - KNEE)) } else { sample.abs() };
    bent.copysign(sample)
}

/// Returns the fraction of the difference that a one-pole filter moves per sample.
fn smoothing(cutoff: f64) -> f64 {
    1.0 - libm::exp(-core::f64::consts::TAU * cutoff / RATE)
}
