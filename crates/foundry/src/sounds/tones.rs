//! What many sounds are made of: a falling pitch, a blow on steel, crackling, the vowels of a mouth.

use crate::tools::hash_noise::Dice;
use crate::tools::synth::{Sound, decay};

/// Sinks from one frequency towards another, getting there in about three times `seconds`.
pub(crate) fn drop(from: f64, to: f64, seconds: f64) -> impl Fn(f64) -> f64 {
    move |time| to + (from - to) * decay(time, seconds)
}

/// A blow on steel: a dull thud with a few clanging overtones.
pub(crate) fn clank(seed: u32, pitch: f64, ring: f64) -> Sound {
    let thud = Sound::sine(0.25, drop(pitch * 1.6, pitch * 0.6, 0.03)).fading(0.05);
    let knock = Sound::noise(seed, 0.06).band(|_| pitch * 9.0, 1.5).fading(0.01);
    [(4.1, 0.3), (6.7, 0.22), (9.3, 0.12)].iter().fold(thud.with(0.0, 1.6, &knock), |blow, (times, level)| {
        let overtone = Sound::sine(ring * 4.0, |_| pitch * times).fading(ring / times * 3.0);
        blow.with(0.0, *level, &overtone)
    })
}

/// Crackling: so many sparks at random over some seconds, fewer and fewer.
pub(crate) fn crackle(seed: u32, seconds: f64, count: i32) -> Sound {
    let mut dice = Dice::new(seed);
    (0..count).fold(Sound::silence(seconds), |fire, spark| {
        let part = f64::from(dice.between(0.0, 1.0));
        let pitch = f64::from(dice.between(1200.0, 4200.0));
        let pop = Sound::noise(seed ^ (spark as u32 + 1), 0.03).band(move |_| pitch, 2.5).fading(0.004);
        fire.with(part * part * (seconds - 0.04), f64::from(dice.between(0.3, 1.0)), &pop)
    })
}

/// The mouth as in "law": the frequencies that it lets through best, in hertz.
pub(crate) const OH: [f64; 3] = [420.0, 800.0, 2300.0];
/// The mouth as in "father": the frequencies that it lets through best, in hertz.
pub(crate) const AH: [f64; 3] = [720.0, 1150.0, 2500.0];
/// The mouth as in "but": the frequencies that it lets through best, in hertz.
pub(crate) const UH: [f64; 3] = [560.0, 1180.0, 2400.0];
/// The mouth as in "moon": the frequencies that it lets through best, in hertz.
pub(crate) const OO: [f64; 3] = [310.0, 680.0, 2200.0];
/// The mouth as in "bed": the frequencies that it lets through best, in hertz.
pub(crate) const EH: [f64; 3] = [540.0, 1750.0, 2500.0];
