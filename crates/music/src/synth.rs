//! Making sound from numbers: sources, filters, envelopes and the bringing of a sound into shape.

use crate::chance::Dice;
use crate::loudness::loudness;
use crate::rate;

/// Samples in a second.
pub const RATE: f64 = rate::RATE as f64;
/// No sample of a finished sound is louder: one decibel below full.
const PEAK: f64 = 0.89;
/// What is no louder at the end of a sound is cut off: 70 decibels below full.
const FAINT: u16 = 10;
/// From here on the limiter bends a finished sound, so that it comes near the peak and never over it.
pub const KNEE: f64 = 0.5;

/// A sound as samples, [`RATE`] in a second; full scale is 1.
#[derive(Clone)]
pub struct Sound(pub Vec<f64>);

/// How many samples some seconds take.
fn length(seconds: f64) -> usize {
    (seconds * RATE) as usize
}

/// Two pi times a phase in turns, as a sine.
fn sine_of(phase: f64) -> f64 {
    libm::sin(phase * core::f64::consts::TAU)
}

/// A fall to nothing: 1 at the start, 1/e after `seconds`.
pub fn decay(time: f64, seconds: f64) -> f64 {
    libm::exp(-time / seconds)
}

/// A swell from 0 at the start to 1 after `attack`, and back to 0 over the last `release` of `whole` seconds.
pub fn swell(time: f64, attack: f64, release: f64, whole: f64) -> f64 {
    (time / attack).min((whole - time) / release).clamp(0.0, 1.0)
}

impl Sound {
    /// Silence of some seconds.
    pub fn silence(seconds: f64) -> Self {
        Self(vec![0.0; length(seconds)])
    }

    /// White noise of some seconds.
    pub fn noise(seed: u32, seconds: f64) -> Self {
        let mut dice = Dice::new(seed);
        Self((0..length(seconds)).map(|_| f64::from(dice.between(-1.0, 1.0))).collect())
    }

    /// A sine whose frequency in hertz follows the time in seconds.
    pub fn sine(seconds: f64, pitch: impl Fn(f64) -> f64) -> Self {
        Self::wave(seconds, pitch, sine_of)
    }

    /// A sawtooth whose frequency follows the time.
    pub fn saw(seconds: f64, pitch: impl Fn(f64) -> f64) -> Self {
        Self::wave(seconds, pitch, |phase| 1.0 - 2.0 * phase)
    }

    /// A square wave whose frequency follows the time.
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

    /// Shapes the loudness: `level` follows the time in seconds.
    pub fn shaped(mut self, level: impl Fn(f64) -> f64) -> Self {
        for (index, sample) in self.0.iter_mut().enumerate() {
            *sample *= level(index as f64 / RATE);
        }
        self
    }

    /// Dies away: to 1/e in `seconds`, and to nothing at the end.
    pub fn fading(self, seconds: f64) -> Self {
        let whole = self.seconds();
        self.shaped(|time| decay(time, seconds) * swell(time, 1.0 / RATE, 0.02, whole))
    }

    /// Lets through what lies below a frequency that follows the time.
    pub fn low_pass(mut self, cutoff: impl Fn(f64) -> f64) -> Self {
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
    pub fn high_pass(mut self, cutoff: f64) -> Self {
        let pull = smoothing(cutoff);
        let mut low = 0.0;
        for sample in &mut self.0 {
            low += (*sample - low) * pull;
            *sample -= low;
        }
        self
    }

    /// A resonance: lets through a band about a frequency that follows the time, the narrower the larger `sharpness`, which is more than 0.
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

    /// Overdrives the sound softly, the more the larger `strength` is; one of 1 hardly changes it.
    pub fn driven(mut self, strength: f64) -> Self {
        for sample in &mut self.0 {
            *sample = libm::tanh(*sample * strength);
        }
        self
    }

    /// Adds another sound, `level` times as loud, from a time in seconds on, lengthening this one if need be.
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

    /// A room of steel about the sound: echoes that grow dense and dull and have fallen by 60 dB after some seconds.
    /// (Four combs and two all-passes after Schroeder, 1962; the delays share no factor.)
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

    /// The same, with each sample times `base` and what another sound has there.
    pub fn times(mut self, other: &Self, base: f64) -> Self {
        for (sample, level) in self.0.iter_mut().zip(&other.0) {
            *sample *= base + level;
        }
        self
    }

    /// How long it lasts, in seconds.
    pub fn seconds(&self) -> f64 {
        self.0.len() as f64 / RATE
    }

    /// The samples as they are written: without offset, as loud as `wanted` (in LUFS over the loudest tenth of a second) where
    /// the limiter allows it, fading in and out without a click.
    pub fn finished(self, wanted: f64) -> Vec<i16> {
        let centred = self.high_pass(24.0);
        let whole = centred.seconds();
        let faded = centred.shaped(|time| swell(time, 0.0015, 0.03, whole));
        let loudest = faded.0.iter().fold(0.0_f64, |most, sample| most.max(sample.abs()));
        let mut gain = if loudest > 0.0 { PEAK / loudest } else { 0.0 };
        let limited = |gain: f64| -> Vec<f64> { faded.0.iter().map(|sample| limit(sample * gain)).collect() };
        // What the limiter takes is made up for, and a little of that it takes again.
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

/// Bends a sample that is louder than [`KNEE`], softly, so that none comes over one decibel below full.
pub fn limit(sample: f64) -> f64 {
    let over = sample.abs() - KNEE;
    let bent = if over > 0.0 { KNEE + (PEAK - KNEE) * libm::tanh(over / (PEAK - KNEE)) } else { sample.abs() };
    bent.copysign(sample)
}

/// How far a one-pole filter moves towards its input with each sample.
fn smoothing(cutoff: f64) -> f64 {
    1.0 - libm::exp(-core::f64::consts::TAU * cutoff / RATE)
}
