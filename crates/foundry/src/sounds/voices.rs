//! Voices of the monsters: each kind has a vocal tract, and five calls.

use crate::sounds::tones::{bubbles, clank, crackle, drop, fall, rattle, seed, squelch, tooth, vary, whoosh};
use music::{
    synth::{Sound, decay, swell},
    throat::{AH, EE, EH, OH, OO, Throat, UH, Vowel},
};

/// The voice of a kind.
pub(crate) struct Voice {
    throat: Throat,
    /// Base of the seeds of all its variants.
    seed: u32,
    /// Pitch at rest, in hertz.
    pitch: f64,
    /// Vowels for idling, noticing, attacking, being hurt and dying.
    mouths: [&'static [Vowel]; 5],
    /// Length of each call, in seconds.
    seconds: [f64; 5],
    /// Additional sounds: `flavour(sound, index of the call, seed)`.
    flavour: fn(Sound, usize, u32) -> Sound,
}

impl Voice {
    /// Returns one of the five calls in one variant. The pitch follows `bend`, a factor that depends on the elapsed
    /// fraction and the variant's random deviation.
    fn says(&self, which: usize, take: u32, bend: impl Fn(f64) -> f64) -> (Sound, u32) {
        let seed = seed(self.seed + 100 * which as u32, take);
        let (pitch, seconds) = (self.pitch * vary(seed, 0.12), self.seconds[which] * vary(seed ^ 1, 0.12));
        (self.throat.says(seed, seconds, self.mouths[which], |part| pitch * bend(part)), seed)
    }

    /// Idling: breath drawn in, a low sound let out.
    pub(crate) fn idle(&self, take: u32) -> Sound {
        let (low, seed) = self.says(0, take, |part| 0.9 - 0.14 * part);
        let breath = self.throat.breathes(seed ^ 2, 0.45, [UH, OH]);
        let wet = squelch(seed ^ 3, 0.12, 700.0);
        let sound = breath.shaped(|_| 0.5).with(0.4, 1.0, &low).with(0.36, 0.25, &wet);
        (self.flavour)(sound, 0, seed).in_room(0.2, 0.5)
    }

    /// Noticing an enemy.
    pub(crate) fn notice(&self, take: u32) -> Sound {
        let (cry, seed) = self.says(1, take, |part| 0.95 + 2.2 * part * (1.0 - part));
        (self.flavour)(cry, 1, seed).in_room(0.28, 0.6)
    }

    /// Preparing an attack.
    pub(crate) fn windup(&self, take: u32) -> Sound {
        let (snarl, seed) = self.says(2, take, |part| 1.1 + 0.7 * part);
        let gasp = self.throat.breathes(seed ^ 2, self.seconds[2] * 0.7, [OO, EH]);
        (self.flavour)(gasp.with(0.03, 1.2, &snarl), 2, seed)
    }

    /// Hurt.
    pub(crate) fn pain(&self, take: u32) -> Sound {
        let (bark, seed) = self.says(3, take, |part| 2.1 - 0.8 * part);
        let wet = Sound::noise(seed ^ 2, 0.12).low_pass(drop(3400.0, 500.0, 0.03)).fading(0.03);
        (self.flavour)(bark.with(0.0, 0.5, &wet), 3, seed)
    }

    /// Dying: a sinking breath, and the body hitting the deck.
    pub(crate) fn death(&self, take: u32) -> Sound {
        let (cry, seed) = self.says(4, take, |part| 1.9 * decay(part, 0.8) + 0.1);
        let rattle = self.throat.breathes(seed ^ 2, 0.4, [UH, OO]);
        let end = self.seconds[4];
        let down = fall(seed ^ 3, 0.8 * self.pitch.clamp(90.0, 190.0));
        (self.flavour)(cry.with(end * 0.7, 0.6, &rattle).with(end * 0.72, 0.45, &down), 4, seed).in_room(0.22, 0.5)
    }
}

/// The shambler: a crewman's throat, long out of use.
pub(crate) const SHAMBLER: Voice = Voice {
    throat: Throat { tract: 0.97, growl: 0.45, breath: 0.4, stray: 0.09, drive: 1.3 },
    seed: 2000,
    pitch: 74.0,
    mouths: [&[UH, OO], &[OH, AH, UH], &[EH, AH], &[AH, UH], &[AH, OH, OO]],
    seconds: [1.0, 1.15, 0.3, 0.4, 1.1],
    flavour: |sound, _, _| sound,
};

/// The crawler: thin and high, with teeth.
pub(crate) const CRAWLER: Voice = Voice {
    throat: Throat { tract: 1.32, growl: 0.2, breath: 0.45, stray: 0.16, drive: 1.8 },
    seed: 3000,
    pitch: 290.0,
    mouths: [&[EE, EH], &[EE, AH, EE], &[EH, EE], &[EE, EH], &[EE, EH, UH]],
    seconds: [0.45, 0.6, 0.15, 0.26, 0.75],
    flavour: |sound, which, seed| {
        let (count, start, apart) =
            [(6, 0.1, 0.06), (5, 0.3, 0.045), (2, 0.0, 0.05), (1, 0.0, 0.1), (7, 0.45, 0.06)][which];
        (0..count).fold(sound, |sound, beat| {
            let turn = f64::from(beat);
            let chatter = tooth(seed ^ (beat + 9), 2300.0 * vary(seed ^ beat, 0.15) - 90.0 * turn);
            sound.with(start + apart * turn + 0.004 * turn * turn, 0.9, &chatter)
        })
    },
};

/// The bloater: a belch from far down, with gas bubbling in it.
pub(crate) const BLOATER: Voice = Voice {
    throat: Throat { tract: 0.86, growl: 0.3, breath: 0.3, stray: 0.12, drive: 1.1 },
    seed: 4000,
    pitch: 62.0,
    mouths: [&[OO, OH], &[OH, AH, OO], &[OO, AH], &[OH, OO], &[OH, AH, OO]],
    seconds: [1.0, 0.95, 0.45, 0.4, 0.9],
    flavour: |sound, which, seed| {
        let (count, level) = [(9, 0.8), (9, 0.5), (7, 0.9), (3, 0.5), (12, 0.8)][which];
        sound.with(0.05, level, &bubbles(seed ^ 9, count, 0.07))
    },
};

/// The officer: barked orders, hollow, as over a broken loudspeaker.
pub(crate) const OFFICER: Voice = Voice {
    throat: Throat { tract: 1.0, growl: 0.12, breath: 0.18, stray: 0.04, drive: 1.5 },
    seed: 5000,
    pitch: 112.0,
    mouths: [&[UH, OH, UH], &[AH, EH, OH, AH], &[EE, AH], &[AH, EH], &[OH, UH, OO]],
    seconds: [0.7, 0.55, 0.3, 0.28, 0.85],
    flavour: |sound, which, seed| {
        // Orders have syllables; the loudspeaker rings, and hisses while it is open.
        let syllables = Sound::sine(sound.seconds(), |_| if which < 2 { 4.4 } else { 1.0 })
            .shaped(|_| if which < 2 { 0.4 } else { 0.1 });
        let spoken = sound.times(&syllables, 0.7);
        let (seconds, tinny) = (spoken.seconds(), spoken.clone().band(|_| 1450.0, 3.0));
        let hiss =
            Sound::noise(seed ^ 9, seconds).band(|_| 3000.0, 1.0).shaped(move |time| swell(time, 0.01, 0.05, seconds));
        let voice = spoken.with(0.0, 1.3, &tinny).high_pass(220.0).with(0.0, 0.05, &hiss);
        match which {
            // The coil of the sidearm charges.
            2 => voice.with(
                0.02,
                0.35,
                &Sound::saw(0.5, |time| 300.0 + 2600.0 * time * time)
                    .low_pass(|_| 4000.0)
                    .shaped(|time| swell(time, 0.4, 0.05, 0.5)),
            ),
            4 => voice.with(0.72, 0.3, &clank(seed ^ 10, 430.0, 0.05)),
            _ => voice,
        }
    },
};

/// The brute: a roar that shakes the deck, and chains.
pub(crate) const BRUTE: Voice = Voice {
    throat: Throat { tract: 0.76, growl: 0.6, breath: 0.45, stray: 0.1, drive: 2.2 },
    seed: 6000,
    pitch: 52.0,
    mouths: [&[OO, OH], &[OO, AH, OH], &[OH, AH], &[AH, OH], &[AH, OH, OO]],
    seconds: [1.1, 1.15, 0.45, 0.45, 1.1],
    flavour: |sound, which, seed| {
        let seconds = sound.seconds();
        let breath = Sound::noise(seed ^ 9, seconds)
            .band(|_| 620.0, 1.2)
            .shaped(move |time| swell(time, 0.1, seconds * 0.5, seconds));
        let links = [2, 0, 3, 2, 6][which];
        sound.with(0.0, 0.2, &breath).with(seconds * 0.4, 0.16, &rattle(seed ^ 10, links))
    },
};

/// The cinder: a dry throat, and the fire in it.
pub(crate) const CINDER: Voice = Voice {
    throat: Throat { tract: 1.1, growl: 0.3, breath: 0.75, stray: 0.08, drive: 1.3 },
    seed: 7000,
    pitch: 96.0,
    mouths: [&[AH, UH], &[AH, EH, OH], &[EH, AH], &[EH, UH], &[AH, OH, OO]],
    seconds: [0.9, 0.95, 0.35, 0.35, 1.0],
    flavour: |sound, which, seed| {
        let seconds = sound.seconds();
        let fire = Sound::noise(seed ^ 9, seconds).band(|time| 1500.0 - 500.0 * time, 0.8);
        let sound = sound.with(0.0, 0.35, &fire.shaped(move |time| swell(time, 0.08, seconds * 0.5, seconds)));
        let burning = sound.with(0.0, 0.7, &crackle(seed ^ 10, seconds.max(0.3), [30, 26, 10, 8, 34][which]));
        let hiss = Sound::noise(seed ^ 11, 0.9).band(|time| 3200.0 - 1800.0 * time, 0.9);
        if which == 4 { burning.with(0.5, 0.5, &hiss.shaped(|time| swell(time, 0.05, 0.8, 0.9))) } else { burning }
    },
};

/// The skeleton: breath through dry teeth, and bones that knock on each other.
pub(crate) const SKELETON: Voice = Voice {
    throat: Throat { tract: 1.14, growl: 0.05, breath: 0.95, stray: 0.1, drive: 1.2 },
    seed: 8000,
    pitch: 150.0,
    mouths: [&[EH, UH], &[AH, EE, AH], &[EH, EE], &[AH, EH], &[AH, EH, OO]],
    seconds: [0.7, 0.7, 0.25, 0.3, 0.6],
    flavour: |sound, which, seed| {
        let (count, start, apart) =
            [(5, 0.2, 0.11), (9, 0.1, 0.055), (4, 0.0, 0.05), (4, 0.0, 0.035), (22, 0.1, 0.03)][which];
        let knocked = (0..count).fold(sound.shaped(|_| 0.5), |sound, beat| {
            let turn = f64::from(beat);
            sound.with(start + apart * turn + 0.0012 * turn * turn, 1.1, &knock(seed ^ (beat + 9)))
        });
        // At the end the skull rolls over the deck.
        let roll = |sound: Sound, beat: u32| {
            let turn = f64::from(beat);
            sound.with(0.95 + 0.09 * turn - 0.004 * turn * turn, 0.8 - 0.12 * turn, &knock(seed ^ (beat + 77)))
        };
        if which == 4 { (0..5).fold(knocked, roll) } else { knocked }
    },
};

/// The minotaur: a bull's bellow, and the air that it blows through its ring.
pub(crate) const MINOTAUR: Voice = Voice {
    throat: Throat { tract: 0.72, growl: 0.35, breath: 0.35, stray: 0.06, drive: 2.4 },
    seed: 9000,
    pitch: 78.0,
    mouths: [&[OO, UH], &[OO, OH, AH, OO], &[OO, OH], &[AH, OH], &[OH, AH, OO]],
    seconds: [0.8, 1.5, 0.5, 0.5, 1.3],
    flavour: |sound, which, seed| {
        let blows = |sound: Sound, number: u32, at: f64| {
            let air = Sound::noise(seed ^ (number + 9), 0.34).band(drop(1500.0, 520.0, 0.12), 0.9);
            sound.with(at, 0.6, &air.shaped(|time| swell(time, 0.03, 0.26, 0.34)))
        };
        match which {
            0 => blows(blows(sound, 0, 0.1), 1, 0.62),
            2 => blows(sound, 0, 0.0).with(0.3, 0.3, &clank(seed ^ 10, 300.0, 0.05)),
            4 => sound.with(1.0, 0.3, &rattle(seed ^ 10, 5)),
            _ => blows(sound, 0, 0.0),
        }
    },
};

/// A bone knocking on another.
fn knock(seed: u32) -> Sound {
    let pitch = 880.0 * vary(seed, 0.35);
    let hollow = Sound::sine(0.07, move |_| pitch * 1.02).fading(0.014);
    let over = Sound::sine(0.05, move |_| pitch * 2.71).fading(0.007);
    tooth(seed ^ 1, pitch * 1.7).with(0.0, 0.8, &hollow).with(0.0, 0.4, &over)
}

/// The claws coming down: air, and a short snarl behind it.
pub(crate) fn swipe(take: u32) -> Sound {
    let seed = seed(24, take);
    let snarl = SHAMBLER.throat.says(seed ^ 1, 0.25, &[AH, EH], |part| 120.0 + 40.0 * part);
    whoosh(seed, 0.26, 0.09 * vary(seed, 0.12), 2600.0).with(0.0, 0.3, &snarl)
}

/// A blow that misses: a long, low sweep past the ear, without a voice.
pub(crate) fn miss(take: u32) -> Sound {
    let seed = seed(25, take);
    let sleeve = Sound::noise(seed ^ 6, 0.24).band(|_| 420.0, 1.4).shaped(|time| swell(time, 0.12, 0.1, 0.24));
    whoosh(seed, 0.44, 0.19 * vary(seed, 0.1), 850.0).with(0.08, 0.35, &sleeve)
}

/// The crawler biting: the jaws snap shut and tear.
pub(crate) fn crawler_bite(take: u32) -> Sound {
    let seed = seed(71, take);
    let hiss = CRAWLER.throat.says(seed ^ 1, 0.16, &[EE, EH], |part| 480.0 + 160.0 * part);
    let snap = tooth(seed ^ 2, 1500.0 * vary(seed, 0.1)).with(0.012, 0.8, &tooth(seed ^ 3, 2100.0));
    hiss.with(0.1, 2.2, &snap).with(0.12, 2.4, &squelch(seed ^ 4, 0.26, 900.0))
}

/// Bone fingers through the air, and closing.
pub(crate) fn skeleton_claw(take: u32) -> Sound {
    let seed = seed(73, take);
    let clack = (0..4).fold(Sound::silence(0.3), |sound, finger| {
        sound.with(0.1 + 0.022 * f64::from(finger), 0.9, &knock(seed ^ (finger + 3)))
    });
    clack.with(0.0, 0.9, &whoosh(seed, 0.22, 0.08, 3200.0))
}

/// The minotaur's axe: a heavy whoosh, and the blade in whatever it meets.
pub(crate) fn minotaur_axe(take: u32) -> Sound {
    let seed = seed(1181, take);
    let chop = Sound::noise(seed ^ 2, 0.2).high_pass(160.0).low_pass(drop(4200.0, 600.0, 0.04)).fading(0.05);
    let blade = clank(seed ^ 1, 260.0 * vary(seed, 0.08), 0.16);
    let swung = whoosh(seed, 0.4, 0.16, 1500.0);
    swung.with(0.17, 1.6, &chop).with(0.17, 0.7, &blade).driven(1.6).in_room(0.3, 0.45)
}

/// The brute's fist striking the deck: the plates boom and ring, what lay on them jumps.
pub(crate) fn brute_slam(take: u32) -> Sound {
    let seed = seed(1171, take);
    let boom = Sound::sine(0.5, drop(125.0, 44.0, 0.06)).fading(0.11);
    let crunch = Sound::noise(seed, 0.3).high_pass(140.0).low_pass(drop(3200.0, 400.0, 0.05)).fading(0.08);
    let plates = clank(seed ^ 1, 120.0 * vary(seed, 0.08), 0.12);
    let slam = boom.with(0.0, 3.4, &crunch).with(0.0, 1.5, &plates).driven(2.0);
    slam.with(0.08, 0.14, &rattle(seed ^ 2, 5)).in_room(0.35, 0.5)
}
