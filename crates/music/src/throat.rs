//! A vocal tract: vibrating vocal cords, breath noise, and formants that move from vowel to vowel.

use crate::chance::Dice;
use crate::synth::{RATE, Sound, swell};

/// A vowel: the formant frequencies of an adult male voice, in hertz.
pub type Vowel = [f64; 5];

/// The vowel of "father".
pub const AH: Vowel = [720.0, 1150.0, 2500.0, 3400.0, 4300.0];
/// The vowel of "law".
pub const OH: Vowel = [450.0, 820.0, 2400.0, 3300.0, 4200.0];
/// The vowel of "moon".
pub const OO: Vowel = [320.0, 720.0, 2250.0, 3200.0, 4100.0];
/// The vowel of "but".
pub const UH: Vowel = [580.0, 1180.0, 2400.0, 3350.0, 4200.0];
/// The vowel of "bed".
pub const EH: Vowel = [540.0, 1750.0, 2500.0, 3500.0, 4400.0];
/// The vowel of "see".
pub const EE: Vowel = [340.0, 2200.0, 2950.0, 3600.0, 4500.0];

/// Level and bandwidth in hertz of each formant.
const BANDS: [(f64, f64); 5] = [(1.0, 90.0), (0.75, 120.0), (0.42, 170.0), (0.26, 260.0), (0.16, 360.0)];

/// The properties of a voice.
#[derive(Clone, Copy)]
pub struct Throat {
    /// Factor on all formant frequencies: a short vocal tract has more than 1.
    pub tract: f64,
    /// Strength of the subharmonic an octave lower, from 0 to 1.
    pub growl: f64,
    /// Amount of breath noise, from 0 to 1.
    pub breath: f64,
    /// Maximum random deviation of the pitch, as a fraction of it.
    pub stray: f64,
    /// Overdrive; 1 is hardly audible.
    pub drive: f64,
}

impl Throat {
    /// Sings one or more vowels in sequence. The pitch in hertz is a function of the elapsed fraction, from 0 to 1.
    pub fn says(&self, seed: u32, seconds: f64, vowels: &[Vowel], pitch: impl Fn(f64) -> f64) -> Sound {
        let voice = self.cords(seed, seconds, pitch);
        let last = vowels.len() - 1;
        let at = |part: f64, formant: usize| {
            let place = part.clamp(0.0, 1.0) * last as f64;
            let index = (place as usize).min(last.saturating_sub(1));
            let (from, to) = (vowels[index][formant], vowels[(index + 1).min(last)][formant]);
            self.tract * (from + (to - from) * (place - index as f64))
        };
        let spoken = BANDS.iter().enumerate().fold(Sound::silence(seconds), |spoken, (formant, (level, wide))| {
            let middle = at(0.5, formant);
            let band = voice.clone().band(|time| at(time / seconds, formant), middle / (wide * self.tract.max(1.0)));
            spoken.with(0.0, *level, &band)
        });
        let level = |time: f64| swell(time, 0.04, seconds * 0.35, seconds);
        spoken.driven(self.drive * 3.0).low_pass(|_| 5200.0 * self.tract.max(0.8)).shaped(level)
    }

    /// Creates the sound of the vocal cords and the breath.
    fn cords(&self, seed: u32, seconds: f64, pitch: impl Fn(f64) -> f64) -> Sound {
        let (mut dice, mut air) = (Dice::new(seed), Dice::new(seed ^ 0x5a5a));
        // The pitch drifts slowly, and the strength varies irregularly six to ten times per second.
        let (mut stray, mut aim, mut beat, mut beat_aim) = (0.0, 0.0, 1.0, 1.0);
        let (mut phase, mut strength, mut weak, mut until) = (0.0, 1.0, false, 0);
        let count = (seconds * RATE) as usize;
        let samples = (0..count).map(|index| {
            if index >= until {
                until = index + (RATE / dice.from(6.0, 10.0)) as usize;
                aim = dice.from(-self.stray, self.stray);
                beat_aim = dice.from(0.8, 1.0);
            }
            stray += (aim - stray) * 0.0012;
            beat += (beat_aim - beat) * 0.002;
            phase += pitch(index as f64 / count as f64) * (1.0 + stray) / RATE;
            if phase >= 1.0 {
                phase -= 1.0;
                weak = !weak;
                strength = dice.from(0.86, 1.0) * if weak { 1.0 - self.growl } else { 1.0 };
            }
            let puff = (1.0 - phase) * (1.0 - phase);
            let buzz = (puff - 0.33) * strength * (1.0 - self.breath * 0.5);
            (buzz + air.from(-1.0, 1.0) * self.breath * (0.25 + puff * 0.75)) * beat
        });
        Sound(samples.collect())
    }

    /// Creates the sound of breathing in or out, without vocal cords.
    pub fn breathes(&self, seed: u32, seconds: f64, vowels: [Vowel; 2]) -> Sound {
        let open = Throat { breath: 1.0, growl: 0.0, ..*self };
        let air = Sound::noise(seed, seconds);
        let spoken =
            BANDS.iter().take(4).enumerate().fold(Sound::silence(seconds), |spoken, (formant, (level, wide))| {
                let glide = |time: f64| {
                    let [from, to] = [vowels[0][formant], vowels[1][formant]];
                    open.tract * (from + (to - from) * time / seconds)
                };
                spoken.with(0.0, level + 0.3, &air.clone().band(glide, vowels[0][formant] / (wide * 3.0)))
            });
        spoken.shaped(|time| swell(time, seconds * 0.4, seconds * 0.4, seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loudness::{loudness, on_a_small_speaker};

    const MAN: Throat = Throat { tract: 1.0, growl: 0.3, breath: 0.2, stray: 0.05, drive: 1.0 };

    #[test]
    fn voice_is_deterministic_and_audible_on_a_small_speaker() {
        let says = |seed| MAN.says(seed, 0.6, &[AH, OH], |part| 90.0 - 20.0 * part);
        assert!(says(1).0 == says(1).0 && says(1).0 != says(2).0);
        let voice = says(1).0;
        assert!(loudness(&voice) - loudness(&on_a_small_speaker(&voice)) < 6.0);
    }

    #[test]
    fn single_vowel_can_be_sung() {
        assert!(MAN.says(3, 0.2, &[EE], |_| 200.0).0.iter().all(|sample| sample.is_finite()));
    }
}
