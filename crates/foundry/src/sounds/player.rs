//! Sounds of the player: footsteps, pain and death.

use crate::sounds::tones::{clank, drop, fall, seed, vary, whoosh};
use music::{
    synth::{Sound, swell},
    throat::{AH, EH, OO, Throat, UH},
};

/// A living man.
const MAN: Throat = Throat { tract: 1.02, growl: 0.08, breath: 0.22, stray: 0.03, drive: 1.1 };

/// The player hit.
pub(crate) fn hurt(take: u32) -> Sound {
    let seed = seed(31, take);
    let (high, seconds) = (172.0 * vary(seed, 0.14), 0.3 * vary(seed ^ 1, 0.15));
    let vowel = if take.is_multiple_of(2) { AH } else { EH };
    let grunt = MAN.says(seed, seconds, &[vowel, UH], |part| high * (1.0 - 0.38 * part));
    let thud = Sound::noise(seed ^ 2, 0.12).low_pass(|_| 700.0).fading(0.03);
    grunt.with(0.0, 0.7, &thud).with(seconds * 0.8, 0.25, &MAN.breathes(seed ^ 3, 0.2, [UH, OO]))
}

/// The player dying: a cry that breaks off, and the fall.
pub(crate) fn death(take: u32) -> Sound {
    let seed = seed(32, take);
    let high = 225.0 * vary(seed, 0.1);
    let cry = MAN.says(seed, 1.1, &[AH, EH, OO], |part| high * (1.0 - 0.62 * part));
    let breath = MAN.breathes(seed ^ 1, 0.5, [UH, OO]);
    cry.with(0.95, 0.5, &breath).with(1.0, 0.5, &fall(seed ^ 2, 150.0)).in_room(0.2, 0.4)
}

/// A shoulder run against a wall: cloth and bone, the plate behind it, and breath knocked out.
pub(crate) fn bump(take: u32) -> Sound {
    let seed = seed(55, take);
    let bone = Sound::noise(seed, 0.16)
        .low_pass(drop(1500.0 * vary(seed ^ 1, 0.15), 320.0, 0.03))
        .high_pass(110.0)
        .fading(0.035);
    let plate = clank(seed ^ 2, 150.0 * vary(seed ^ 3, 0.1), 0.04);
    let breath = MAN.breathes(seed ^ 4, 0.16, [UH, OO]);
    bone.with(0.01, 0.22, &plate).with(0.05, 0.5, &breath)
}

/// The heel and the sole of a boot, as hard as the ground; `bright` is the heel's pitch in hertz.
fn boot(seed: u32, bright: f64) -> Sound {
    let bright = bright * vary(seed, 0.14);
    let heel = Sound::noise(seed, 0.12).low_pass(drop(bright * 2.0, bright * 0.5, 0.02)).high_pass(120.0).fading(0.02);
    let sole = Sound::noise(seed ^ 7, 0.06).low_pass(move |_| bright).high_pass(160.0).fading(0.014);
    heel.with(0.05 * vary(seed ^ 1, 0.2), 0.7, &sole)
}

/// A step on plates of steel: they give and ring a little.
pub(crate) fn on_steel(take: u32) -> Sound {
    let seed = seed(51, take);
    boot(seed, 1500.0).with(0.0, 0.16, &clank(seed ^ 2, 210.0 * vary(seed ^ 3, 0.1), 0.03))
}

/// A step on a grating: bars chatter over a hollow.
pub(crate) fn on_a_grate(take: u32) -> Sound {
    let seed = seed(52, take);
    let bars = (0..3).fold(Sound::silence(0.2), |bars, bar| {
        let pitch = 520.0 * vary(seed ^ (bar + 4), 0.25);
        bars.with(f64::from(bar) * 0.013, 0.6, &clank(seed ^ (bar + 4), pitch, 0.025))
    });
    boot(seed, 1700.0).with(0.0, 0.3, &bars)
}

/// A step on tiles, stone or ice: hard and short.
pub(crate) fn on_stone(take: u32) -> Sound {
    let seed = seed(53, take);
    let tap = Sound::noise(seed ^ 8, 0.04).band(|_| 2100.0, 1.6).fading(0.008);
    boot(seed, 2300.0).with(0.0, 0.5, &tap)
}

/// A step on boards: hollow, with a creak now and then.
pub(crate) fn on_wood(take: u32) -> Sound {
    let seed = seed(54, take);
    let board = Sound::noise(seed ^ 9, 0.14).band(move |_| 330.0 * vary(seed ^ 10, 0.15), 3.0).fading(0.035);
    let creak =
        Sound::saw(0.16, |time| 62.0 + 90.0 * time).band(|_| 900.0, 4.0).shaped(|time| swell(time, 0.06, 0.08, 0.16));
    let step = boot(seed, 1300.0).with(0.0, 1.4, &board);
    if take == 2 { step.with(0.06, 0.12, &creak) } else { step }
}

/// A ration thrown: an arm through the air, foil in the hand.
pub(crate) fn ration_throw(take: u32) -> Sound {
    let seed = seed(1321, take);
    let foil = Sound::noise(seed ^ 2, 0.14).band(|_| 4800.0, 1.2).times(&Sound::sine(0.14, |_| 47.0), 0.4).fading(0.05);
    whoosh(seed, 0.28, 0.1, 1700.0).with(0.0, 0.5, &foil)
}

/// A ration landing on the deck: a soft blow, and its foil.
pub(crate) fn ration_land(take: u32) -> Sound {
    let seed = seed(1331, take);
    let foil = Sound::noise(seed ^ 2, 0.2).band(|_| 5200.0, 1.2).times(&Sound::sine(0.2, |_| 39.0), 0.5).fading(0.05);
    let thud = Sound::noise(seed, 0.12).band(|_| 620.0, 1.0).fading(0.03);
    thud.with(0.0, 0.3, &foil).with(0.09, 0.4, &Sound::noise(seed ^ 3, 0.08).band(|_| 740.0, 1.2).fading(0.02))
}
