//! What is heard of the shambler, and of every undead that has no voice of its own.

use super::tones::{AH, EH, OH, OO, UH, drop};
use crate::tools::synth::{Sound, decay, swell};

/// A voice from a dead throat: the pitch rises from `low` to `high` and sinks back, the mouth moves.
fn growl(seed: u32, seconds: f64, pitch: (f64, f64), vowels: ([f64; 3], [f64; 3])) -> Sound {
    let (low, high) = pitch;
    let contour = move |time: f64| {
        let part = time / seconds;
        low + (high - low) * 4.0 * part * (1.0 - part)
    };
    let level = move |time: f64| swell(time, 0.09, seconds * 0.5, seconds);
    let voice = Sound::throat(seed, seconds, 0.45, contour).mouth(vowels.0, vowels.1);
    let gurgle = Sound::sine(seconds, |time| 17.0 + 6.0 * time).shaped(|_| 0.45);
    let rattle: Vec<f64> = voice.0.iter().zip(&gurgle.0).map(|(sample, wobble)| sample * (0.75 + wobble)).collect();
    Sound(rattle).driven(5.0).low_pass(|_| 3600.0).shaped(level).in_corridor(0.16)
}

/// A rising groan.
pub(crate) fn groan1() -> Sound {
    growl(21, 1.15, (62.0, 96.0), (OH, AH))
}

/// A low rattling groan.
pub(crate) fn groan2() -> Sound {
    growl(22, 1.3, (52.0, 70.0), (UH, OO))
}

/// A hoarse snarl.
pub(crate) fn groan3() -> Sound {
    growl(23, 0.9, (74.0, 128.0), (EH, AH))
}

/// The claws coming down: air, and a short snarl behind it.
pub(crate) fn swipe() -> Sound {
    let hump = |time: f64| 500.0 + 2600.0 * decay((time - 0.09).abs(), 0.05);
    let air = Sound::noise(24, 0.26).band(hump, 1.6).shaped(|time| swell(time, 0.09, 0.16, 0.26));
    let snarl = growl(25, 0.3, (110.0, 150.0), (AH, EH));
    air.with(0.0, 0.3, &snarl)
}

/// The undead struck by a bullet: wet flesh and a bark.
pub(crate) fn monster_hurt() -> Sound {
    let bark = growl(26, 0.42, (130.0, 190.0), (AH, UH));
    let wet = Sound::noise(27, 0.12).low_pass(drop(3000.0, 300.0, 0.03)).fading(0.03);
    bark.with(0.0, 0.9, &wet)
}

/// The undead's last breath, sinking, and the body hitting the deck.
pub(crate) fn monster_death() -> Sound {
    let sinking = |time: f64| 150.0 * decay(time, 0.75);
    let voice = Sound::throat(28, 1.2, 0.6, sinking).mouth(AH, OO).driven(5.0).low_pass(|time| 4200.0 - 2400.0 * time);
    let level = |time: f64| swell(time, 0.03, 0.8, 1.2);
    let fall = Sound::noise(29, 0.2).low_pass(|_| 320.0).fading(0.05);
    let deck = Sound::sine(0.25, drop(120.0, 46.0, 0.04)).fading(0.07);
    voice.shaped(level).with(0.78, 1.5, &fall).with(0.78, 0.8, &deck).in_corridor(0.14)
}
