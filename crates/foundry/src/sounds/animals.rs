//! Sounds of the ship's animals and of the cleaning robot.

use crate::sounds::tones::{clank, crackle, drop, fall, seed, squelch, tooth, vary};
use music::{
    chance::Dice,
    synth::{Sound, swell},
    throat::{AH, EE, EH, OH, OO, Throat, UH, Vowel},
};

/// A syllable: its start and length in seconds, and its first and last pitch as factors.
type Syllable = (f64, f64, f64, f64);

/// One of the five calls of an animal: the vowel of each syllable, and the syllables.
type Call = (&'static [Vowel], &'static [Syllable]);

/// An animal's voice.
pub(crate) struct Animal {
    throat: Throat,
    seed: u32,
    /// Base pitch of the syllables, in hertz.
    pitch: f64,
    /// Calls for idling, noticing, attacking, being hurt and dying.
    calls: [Call; 5],
    /// Pitch of its body hitting the deck, in hertz; heavier animals have a lower pitch.
    body: f64,
}

impl Animal {
    fn says(&self, which: usize, take: u32) -> (Sound, u32) {
        let seed = seed(self.seed + 100 * which as u32, take);
        let (vowels, syllables) = self.calls[which];
        let mut dice = Dice::new(seed ^ 7);
        let pitch = self.pitch * vary(seed, 0.1);
        let call = syllables.iter().enumerate().fold(Sound::silence(0.1), |call, (number, (start, long, from, to))| {
            let (early, level) = (dice.from(-0.01, 0.012), dice.from(0.75, 1.0));
            let bend = dice.from(0.94, 1.06) * pitch;
            let said =
                self.throat.says(seed ^ (number as u32 + 11), *long, vowels, |part| bend * (from + (to - from) * part));
            call.with((start + early).max(0.0), level, &said)
        });
        (call, seed)
    }

    /// Idling.
    pub(crate) fn idle(&self, take: u32) -> Sound {
        self.says(0, take).0.in_room(0.16, 0.4)
    }

    /// Noticing something.
    pub(crate) fn notice(&self, take: u32) -> Sound {
        self.says(1, take).0.in_room(0.22, 0.5)
    }

    /// About to bite, snatch or peck.
    pub(crate) fn windup(&self, take: u32) -> Sound {
        self.says(2, take).0
    }

    /// Hurt.
    pub(crate) fn pain(&self, take: u32) -> Sound {
        self.says(3, take).0
    }

    /// Dying.
    pub(crate) fn death(&self, take: u32) -> Sound {
        let (call, seed) = self.says(4, take);
        let end = call.seconds();
        call.with(end * 0.85, 0.5, &fall(seed ^ 3, self.body)).in_room(0.2, 0.45)
    }
}

/// The monkey: hoots, and shrieks with all its teeth.
pub(crate) const MONKEY: Animal = Animal {
    throat: Throat { tract: 1.42, growl: 0.08, breath: 0.3, stray: 0.06, drive: 2.0 },
    seed: 11_000,
    pitch: 330.0,
    calls: [
        (&[OO], &[(0.0, 0.16, 0.9, 1.1), (0.26, 0.2, 0.9, 1.15)]),
        (&[OO, AH], &[(0.0, 0.13, 0.9, 1.2), (0.18, 0.13, 1.0, 1.4), (0.35, 0.13, 1.2, 1.6), (0.51, 0.3, 1.5, 2.2)]),
        (&[EH, EE], &[(0.0, 0.1, 2.0, 2.6), (0.12, 0.16, 2.3, 2.0)]),
        (&[EE, EH], &[(0.0, 0.34, 3.2, 2.2)]),
        (&[EE, EH, OO], &[(0.0, 0.42, 3.3, 2.0), (0.48, 0.2, 1.8, 1.2), (0.74, 0.26, 1.3, 0.7)]),
    ],
    body: 190.0,
};

/// The fox: barks that are half a scream.
pub(crate) const FOX: Animal = Animal {
    throat: Throat { tract: 1.5, growl: 0.34, breath: 0.45, stray: 0.07, drive: 2.2 },
    seed: 12_000,
    pitch: 430.0,
    calls: [
        (&[EE, UH], &[(0.0, 0.22, 1.6, 1.3), (0.3, 0.12, 1.3, 1.1)]),
        (&[AH, OH], &[(0.0, 0.15, 1.5, 0.9), (0.24, 0.15, 1.6, 0.9), (0.48, 0.24, 1.8, 0.8)]),
        (&[UH, EH], &[(0.0, 0.36, 0.3, 0.4)]),
        (&[EE, EH], &[(0.0, 0.14, 2.6, 1.6), (0.17, 0.12, 2.2, 1.4)]),
        (&[EH, AH, UH], &[(0.0, 0.6, 2.3, 0.9), (0.66, 0.24, 0.9, 0.5)]),
    ],
    body: 210.0,
};

/// The chicken: clucks, and what follows them.
pub(crate) const CHICKEN: Animal = Animal {
    throat: Throat { tract: 1.75, growl: 0.1, breath: 0.25, stray: 0.05, drive: 1.8 },
    seed: 13_000,
    pitch: 400.0,
    calls: [
        (&[OH, UH], &[(0.0, 0.09, 1.0, 0.8), (0.22, 0.08, 1.05, 0.8), (0.36, 0.12, 1.1, 0.75)]),
        (&[OH, AH], &[(0.0, 0.08, 1.0, 0.9), (0.13, 0.08, 1.0, 0.9), (0.26, 0.08, 1.1, 1.0), (0.4, 0.36, 1.3, 2.0)]),
        (&[AH, OH], &[(0.0, 0.1, 1.5, 1.0), (0.12, 0.1, 1.6, 1.0)]),
        (&[EH, AH], &[(0.0, 0.26, 2.2, 1.4)]),
        (&[EH, AH, OH], &[(0.0, 0.3, 2.4, 1.6), (0.34, 0.2, 1.8, 1.2), (0.58, 0.22, 1.3, 0.6)]),
    ],
    body: 320.0,
};

/// Teeth and lips at something soft: two animals eat so, and the third pecks.
pub(crate) fn munch(take: u32) -> Sound {
    let seed = seed(1301, take);
    (0..4).fold(Sound::silence(0.2), |meal, bite| {
        let at = 0.19 * f64::from(bite) * vary(seed ^ bite, 0.1);
        meal.with(at, 1.6, &squelch(seed ^ (bite + 9), 0.12, 1300.0)).with(
            at + 0.05,
            0.5,
            &tooth(seed ^ (bite + 31), 1500.0 * vary(seed ^ (bite + 5), 0.2)),
        )
    })
}

/// A beep of the robot: a square wave behind a small loudspeaker.
fn beep(seconds: f64, from: f64, to: f64) -> Sound {
    let tone = Sound::square(seconds, move |time| from + (to - from) * time / seconds);
    tone.band(|_| 1700.0, 0.8).shaped(move |time| swell(time, 0.004, 0.012, seconds))
}

/// A small electric motor that runs from one speed to another, in hertz of its hum.
fn motor(seed: u32, seconds: f64, from: f64, to: f64) -> Sound {
    let speed = move |time: f64| from + (to - from) * (time / seconds).min(1.0);
    let whine = Sound::saw(seconds, move |time| speed(time) * 4.0).low_pass(|_| 3200.0);
    let brushes = Sound::noise(seed, seconds).band(move |time| 900.0 + speed(time) * 4.0, 1.4);
    Sound::saw(seconds, speed)
        .low_pass(|_| 1400.0)
        .with(0.0, 0.5, &whine)
        .with(0.0, 0.8, &brushes)
        .shaped(move |time| swell(time, 0.05, 0.08, seconds))
}

/// The robot idling: it keeps sweeping and reports it.
pub(crate) fn robot_idle(take: u32) -> Sound {
    let seed = seed(14_000, take);
    let high = 1050.0 * vary(seed, 0.08);
    motor(seed, 0.7, 90.0, 110.0).with(0.2, 0.5, &beep(0.07, high, high)).with(
        0.32,
        0.5,
        &beep(0.09, high * 1.26, high * 1.26),
    )
}

/// The robot has noticed something.
pub(crate) fn robot_notice(take: u32) -> Sound {
    let low = 700.0 * vary(seed(14_100, take), 0.08);
    let rising = [(0.0, 1.0), (0.13, 1.26), (0.26, 1.5), (0.42, 2.0)];
    rising
        .iter()
        .fold(Sound::silence(0.2), |call, (at, times)| call.with(*at, 1.0, &beep(0.1, low * times, low * times * 1.02)))
}

/// The robot's brush runs up.
pub(crate) fn robot_windup(take: u32) -> Sound {
    let seed = seed(14_200, take);
    motor(seed, 0.5, 70.0, 260.0 * vary(seed, 0.08))
}

/// The robot's brush attacking.
pub(crate) fn robot_brush(take: u32) -> Sound {
    let seed = seed(14_300, take);
    let bristles =
        Sound::noise(seed, 0.4).band(|_| 2600.0, 0.9).times(&Sound::sine(0.4, |_| 31.0).shaped(|_| 0.5), 0.6);
    motor(seed ^ 1, 0.4, 260.0, 190.0).with(0.0, 1.4, &bristles.shaped(|time| swell(time, 0.03, 0.2, 0.4)))
}

/// The robot is struck.
pub(crate) fn robot_pain(take: u32) -> Sound {
    let seed = seed(14_400, take);
    let buzz = Sound::saw(0.3, |time| 190.0 - 200.0 * time).times(&Sound::noise(seed ^ 2, 0.3).low_pass(|_| 60.0), 0.4);
    clank(seed, 310.0 * vary(seed, 0.1), 0.1).with(0.03, 0.7, &buzz.band(|_| 1300.0, 0.8).fading(0.14)).with(
        0.06,
        0.6,
        &beep(0.14, 1800.0, 700.0),
    )
}

/// The robot runs down, falls over and crackles.
pub(crate) fn robot_death(take: u32) -> Sound {
    let seed = seed(14_500, take);
    let down = Sound::square(0.9, drop(1500.0 * vary(seed, 0.1), 60.0, 0.3))
        .band(|time| 1500.0 - 900.0 * time, 0.7)
        .fading(0.6);
    motor(seed ^ 1, 1.0, 220.0, 20.0)
        .with(0.0, 0.9, &down)
        .with(0.75, 1.6, &clank(seed ^ 2, 180.0, 0.14))
        .with(0.8, 0.5, &clank(seed ^ 3, 420.0, 0.08))
        .with(0.7, 0.6, &crackle(seed ^ 4, 0.8, 22))
        .in_room(0.2, 0.45)
}
