//! The instruments.

use crate::{
    chance::Dice,
    synth::{RATE, Sound, decay, swell},
    throat::{AH, OH, OO, Throat},
};
use core::f64::consts::TAU;
use serde::Deserialize;
#[cfg(test)]
use strum::VariantArray;

/// What a part is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[cfg_attr(test, derive(VariantArray))]
pub(crate) enum Instrument {
    /// A dark chord of saws that breathes: what a ship hums.
    Drone,
    /// Bowed strings, many of them.
    Strings,
    /// Glasses that are rubbed.
    Glass,
    /// A bell.
    Bell,
    /// Voices without words.
    Choir,
    /// Pipes.
    Organ,
    /// A bass that growls as it is struck.
    Bass,
    /// A string that is plucked.
    Pluck,
    /// Horns that swell.
    Brass,
    /// A reed that sings.
    Reed,
    /// A beam of steel that is struck.
    Anvil,
    /// A large drum with a soft beater.
    Kick,
    /// A drum that has a pitch.
    Tom,
    /// A drum with wires.
    Snare,
    /// A small hard tick.
    Tick,
    /// Steel drawn over steel.
    Scrape,
    /// A heart: two beats, the second softer.
    Heart,
    /// Air in a shaft.
    Wind,
    /// Air that is blown through a grating, and the blower far behind it.
    Vent,
    /// The current in lamps and screens.
    Hum,
    /// A drop that falls into water.
    Drip,
}

/// The singers of the choir.
const SINGER: Throat = Throat { tract: 1.08, growl: 0.0, breath: 0.3, stray: 0.012, drive: 0.4 };

impl Instrument {
    /// How many takes there are of a note: of what is struck no two strokes that follow each other are the same.
    pub(crate) fn takes(self) -> u32 {
        match self {
            Self::Anvil
            | Self::Kick
            | Self::Tom
            | Self::Snare
            | Self::Tick
            | Self::Scrape
            | Self::Pluck
            | Self::Drip => 3,
            _ => 1,
        }
    }

    /// What is heard of one note, about as loud as all others; it may sound on after its end.
    pub(crate) fn play(self, pitch: f64, seconds: f64, take: u32) -> Sound {
        let seed = (self as u32 + 1) * 7919 + take * 65_539 + (pitch * 8.0) as u32;
        let sound = match self {
            Self::Drone => drone(pitch, seconds),
            Self::Strings => strings(pitch, seconds, seed),
            Self::Glass => glass(pitch, seconds),
            Self::Bell => bell(pitch),
            Self::Choir => choir(pitch, seconds, seed),
            Self::Organ => organ(pitch, seconds, seed),
            Self::Bass => bass(pitch, seconds),
            Self::Pluck => pluck(pitch, seed),
            Self::Brass => brass(pitch, seconds, seed),
            Self::Reed => reed(pitch, seconds),
            Self::Anvil => anvil(pitch, seed),
            Self::Kick => kick(pitch, seed),
            Self::Tom => tom(pitch, seed),
            Self::Snare => snare(pitch, seed),
            Self::Tick => tick(pitch, seed),
            Self::Scrape => scrape(pitch, seconds, seed),
            Self::Heart => kick(pitch, seed).with(0.26, 0.6, &kick(pitch * 0.92, seed ^ 1)),
            Self::Wind => wind(pitch, seconds, seed),
            Self::Vent => vent(pitch, seconds, seed),
            Self::Hum => hum(pitch, seconds),
            Self::Drip => drip(pitch, seed),
        };
        levelled(sound)
    }
}

/// The sound so loud that its loudest quarter of a second has the power of a sine at a fifth of full scale.
fn levelled(sound: Sound) -> Sound {
    let (stretch, mut power, mut most) = ((RATE * 0.25) as usize, 0.0_f64, 0.0_f64);
    for (index, sample) in sound.0.iter().enumerate() {
        power += sample * sample;
        if index >= stretch {
            power -= sound.0[index - stretch] * sound.0[index - stretch];
        }
        most = most.max(power);
    }
    let gain = if most > 0.0 { 0.2 / libm::sqrt(2.0 * most / stretch as f64) } else { 0.0 };
    sound.shaped(|_| gain)
}

/// So many waves about one pitch, each a little beside it, as parts of it.
fn detuned(seconds: f64, pitch: f64, beside: &[f64]) -> Sound {
    beside.iter().fold(Sound::silence(seconds), |all, off| all.with(0.0, 1.0, &Sound::saw(seconds, |_| pitch * off)))
}

fn drone(pitch: f64, seconds: f64) -> Sound {
    let seconds = seconds + 1.2;
    let breath = move |time: f64| pitch * (4.0 + 2.0 * libm::sin(time * 0.9)) + 120.0;
    let body = detuned(seconds, pitch, &[0.996, 1.0, 1.005]).low_pass(breath);
    let below = Sound::sine(seconds, move |_| pitch).shaped(|_| 1.2);
    body.with(0.0, 1.0, &below).shaped(move |time| swell(time, 1.2, 1.2, seconds))
}

fn strings(pitch: f64, seconds: f64, seed: u32) -> Sound {
    let (seconds, mut dice) = (seconds + 0.35, Dice::new(seed));
    let attack = 0.3_f64.min(seconds * 0.4);
    let bows = (0..4).fold(Sound::silence(seconds), |bows, _| {
        let (off, rate, phase) = (dice.from(0.996, 1.004), dice.from(4.6, 5.8), dice.from(0.0, 6.0));
        let tone = move |time: f64| pitch * off * (1.0 + 0.004 * libm::sin(time * rate * TAU + phase));
        bows.with(dice.from(0.0, 0.03), 1.0, &Sound::saw(seconds, tone))
    });
    let seconds = bows.seconds();
    bows.low_pass(move |_| 700.0 + pitch * 3.0)
        .high_pass(pitch * 0.7)
        .shaped(move |time| swell(time, attack, 0.35, seconds))
}

fn glass(pitch: f64, seconds: f64) -> Sound {
    let seconds = seconds + 0.9;
    let partials = [(1.0, 1.0), (2.002, 0.3), (3.01, 0.16), (4.98, 0.06)];
    let rubbed = partials.iter().fold(Sound::silence(seconds), |all, (times, level)| {
        let tone = move |time: f64| pitch * times * (1.0 + 0.0015 * libm::sin(time * 27.0));
        all.with(0.0, *level, &Sound::sine(seconds, tone))
    });
    let attack = 0.25_f64.min(seconds * 0.3);
    rubbed.shaped(move |time| swell(time, attack, 0.8, seconds) * (0.85 + 0.15 * libm::sin(time * 4.1)))
}

fn bell(pitch: f64) -> Sound {
    let partials = [
        (0.5, 0.3, 2.4),
        (1.0, 1.0, 2.0),
        (1.19, 0.34, 1.5),
        (1.5, 0.2, 1.2),
        (2.0, 0.44, 1.0),
        (2.76, 0.3, 0.6),
        (4.07, 0.2, 0.35),
        (5.4, 0.14, 0.2),
    ];
    partials.iter().fold(Sound::silence(0.1), |bell, (times, level, ring)| {
        bell.with(0.0, *level, &Sound::sine(ring * 1.6, move |_| pitch * times).fading(ring * 0.45))
    })
}

fn choir(pitch: f64, seconds: f64, seed: u32) -> Sound {
    let seconds = seconds + 0.6;
    let sing = |seed: u32, off: f64, vowels: &[_]| {
        let vibrato = move |part: f64| pitch * off * (1.0 + 0.006 * libm::sin(part * seconds * 31.0));
        SINGER.says(seed, seconds, vowels, vibrato)
    };
    let attack = 0.5_f64.min(seconds * 0.35);
    sing(seed, 0.997, &[OO, AH, OH])
        .with(0.02, 0.9, &sing(seed ^ 5, 1.004, &[OO, OH, OO]))
        .shaped(move |time| swell(time, attack, 0.6, seconds + 0.02))
}

fn organ(pitch: f64, seconds: f64, seed: u32) -> Sound {
    let seconds = seconds + 0.12;
    let pipes = [(0.5, 0.5), (1.0, 1.0), (1.5, 0.2), (2.0, 0.6), (3.0, 0.26), (4.0, 0.3), (6.0, 0.2), (8.0, 0.24)];
    let sounds = pipes.iter().filter(|(times, _)| pitch * times < 9000.0);
    let wind = sounds.fold(Sound::silence(seconds), |all, (times, level)| {
        all.with(0.0, *level, &Sound::sine(seconds, move |time| pitch * times * (1.0 + 0.001 * libm::sin(time * 33.0))))
    });
    let lip = Sound::noise(seed, 0.08).band(move |_| (pitch * 3.0).min(6000.0), 3.0).fading(0.02);
    wind.with(0.0, 0.5, &lip).shaped(move |time| swell(time, 0.05, 0.12, seconds))
}

fn bass(pitch: f64, seconds: f64) -> Sound {
    let seconds = (seconds + 0.08).max(0.16);
    let growl = move |time: f64| {
        let strength = 1.6 * decay(time, 0.12) + 0.5;
        pitch * (1.0 + strength * libm::sin(time * pitch * TAU))
    };
    let string = Sound::sine(seconds, growl).with(0.0, 0.8, &Sound::sine(seconds, move |_| pitch));
    let edge = Sound::saw(seconds, move |_| pitch * 1.003).low_pass(move |time| 240.0 + 1900.0 * decay(time, 0.09));
    string
        .with(0.0, 0.8, &edge)
        .driven(1.4)
        .shaped(move |time| swell(time, 0.006, 0.08, seconds) * (0.35 + 0.65 * decay(time, 0.4)))
}

/// A string after Karplus and Strong (1983): noise runs round in a line as long as a period and grows duller.
fn pluck(pitch: f64, seed: u32) -> Sound {
    let period = ((RATE / pitch) as usize).max(2);
    let mut line: Vec<f64> = Sound::noise(seed, 0.1).low_pass(move |_| pitch * 8.0).0;
    line.resize(period, 0.0);
    let mut last = 0.0;
    let samples = (0..(RATE * 1.4) as usize).map(|index| {
        let place = index % period;
        let now = line[place];
        line[place] = (now * 0.5 + last * 0.5) * 0.9965;
        last = now;
        now
    });
    Sound(samples.collect()).fading(0.5)
}

fn brass(pitch: f64, seconds: f64, seed: u32) -> Sound {
    let (seconds, off) = (seconds + 0.18, Dice::new(seed).from(0.998, 1.002));
    let attack = 0.12_f64.min(seconds * 0.3);
    let open = move |time: f64| 260.0 + pitch * 4.5 * swell(time, attack * 2.0, 0.3, seconds);
    detuned(seconds, pitch * off, &[0.9985, 1.0015])
        .with(0.0, 0.5, &Sound::square(seconds, move |_| pitch * 0.5))
        .low_pass(open)
        .driven(0.7)
        .shaped(move |time| swell(time, attack, 0.18, seconds))
}

fn reed(pitch: f64, seconds: f64) -> Sound {
    let seconds = seconds + 0.1;
    let tone = move |time: f64| pitch * (1.0 + 0.005 * libm::sin(time * 32.0) * (time * 2.0).min(1.0));
    let body = Sound::square(seconds, tone).with(0.0, 0.5, &Sound::saw(seconds, tone));
    body.low_pass(move |_| 500.0 + pitch * 2.6)
        .with(0.0, 0.35, &Sound::noise(91, seconds).band(move |_| pitch * 2.0, 3.0))
        .shaped(move |time| swell(time, 0.05, 0.1, seconds))
}

fn anvil(pitch: f64, seed: u32) -> Sound {
    // The modes of a free bar, as multiples of its lowest.
    let modes = [(1.0, 0.5, 0.5), (2.756, 1.0, 0.4), (5.404, 0.8, 0.26), (8.933, 0.5, 0.16), (13.34, 0.3, 0.08)];
    let mut dice = Dice::new(seed);
    let hammer = Sound::noise(seed, 0.06).band(|_| 3000.0, 1.2).fading(0.008);
    let below = modes.iter().filter(|(times, ..)| pitch * times < 12_000.0);
    below.fold(hammer, |blow, (times, level, ring)| {
        let tone = pitch * times * dice.from(0.99, 1.01);
        blow.with(0.0, level * 0.6, &Sound::sine(ring * 3.0, move |_| tone).fading(*ring))
    })
}

/// A skin that is struck: it falls to its pitch from so many times as high.
fn skin(pitch: f64, from: f64, seconds: f64) -> Sound {
    Sound::sine(seconds * 3.0, move |time| pitch * (1.0 + (from - 1.0) * decay(time, 0.03))).fading(seconds)
}

fn kick(pitch: f64, seed: u32) -> Sound {
    let beater = Sound::noise(seed, 0.05).low_pass(|_| 2400.0).high_pass(300.0).fading(0.008);
    skin(pitch, 3.2, 0.16).with(0.0, 0.5, &beater).driven(1.3)
}

fn tom(pitch: f64, seed: u32) -> Sound {
    let hand = Sound::noise(seed, 0.08).band(move |_| pitch * 6.0, 1.2).fading(0.02);
    skin(pitch, 1.5, 0.2).with(0.0, 0.8, &hand).with(0.0, 0.3, &skin(pitch * 1.59, 1.4, 0.1))
}

fn snare(pitch: f64, seed: u32) -> Sound {
    let wires = Sound::noise(seed, 0.3).high_pass(1200.0).low_pass(|_| 7500.0).fading(0.07);
    skin(pitch, 1.4, 0.07).with(0.0, 1.1, &wires)
}

fn tick(pitch: f64, seed: u32) -> Sound {
    let wood = Sound::noise(seed, 0.08).band(move |_| pitch, 4.0).fading(0.012);
    wood.with(0.0, 0.4, &Sound::noise(seed ^ 1, 0.05).high_pass(5000.0).fading(0.008))
}

fn scrape(pitch: f64, seconds: f64, seed: u32) -> Sound {
    let seconds = seconds.max(0.3);
    let bow = move |time: f64| pitch * (1.0 + 0.5 * time / seconds);
    let stick = Sound::sine(seconds, |time| 9.0 + 3.0 * time);
    let steel = Sound::noise(seed, seconds).band(bow, 9.0).with(
        0.0,
        1.4,
        &Sound::noise(seed ^ 1, seconds).band(move |time| bow(time) * 2.41, 9.0),
    );
    steel.times(&stick.shaped(|_| 0.5), 0.6).shaped(move |time| swell(time, seconds * 0.4, seconds * 0.3, seconds))
}

fn wind(pitch: f64, seconds: f64, seed: u32) -> Sound {
    let seconds = seconds + 1.0;
    let gust = move |time: f64| pitch * (1.0 + 0.35 * libm::sin(time * 0.7) + 0.15 * libm::sin(time * 1.9));
    Sound::noise(seed, seconds).band(gust, 3.0).shaped(move |time| swell(time, 1.0, 1.0, seconds))
}

fn vent(pitch: f64, seconds: f64, seed: u32) -> Sound {
    let seconds = seconds + 1.0;
    let air =
        Sound::noise(seed, seconds).low_pass(move |time| pitch * (4.0 + 0.6 * libm::sin(time * 0.8))).high_pass(pitch);
    let blower =
        Sound::saw(seconds, move |time| pitch * 0.5 * (1.0 + 0.004 * libm::sin(time * 2.3))).low_pass(|_| 260.0);
    air.with(0.0, 0.3, &blower).shaped(move |time| swell(time, 1.0, 1.0, seconds))
}

fn hum(pitch: f64, seconds: f64) -> Sound {
    let seconds = seconds + 0.5;
    let parts = [(1.0, 1.0), (2.0, 0.7), (3.0, 0.25), (4.0, 0.3), (6.0, 0.14), (8.0, 0.1)];
    let coil = parts.iter().fold(Sound::silence(seconds), |coil, (times, level)| {
        coil.with(0.0, *level, &Sound::sine(seconds, move |_| pitch * times))
    });
    coil.shaped(move |time| swell(time, 0.5, 0.5, seconds) * (0.9 + 0.1 * libm::sin(time * 7.3)))
}

fn drip(pitch: f64, seed: u32) -> Sound {
    let high = pitch * Dice::new(seed).from(0.9, 1.15);
    let drop = Sound::sine(0.16, move |time| high * (1.0 + time * 3.0)).fading(0.028);
    drop.with(0.0, 0.3, &Sound::noise(seed, 0.05).high_pass(2500.0).fading(0.006))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instrument_is_heard_begins_and_ends_softly_and_plays_the_same_each_time() {
        for &instrument in Instrument::VARIANTS {
            let sound = instrument.play(220.0, 0.5, 1).0;
            let loudest = sound.iter().fold(0.0_f64, |most, sample| most.max(sample.abs()));
            assert!((0.1..2.5).contains(&loudest), "{instrument:?} peaks at {loudest}");
            assert!(sound.iter().all(|sample| sample.is_finite()), "{instrument:?}");
            assert!(sound.last().unwrap().abs() < 0.02, "{instrument:?} breaks off at {}", sound.last().unwrap());
            assert!(sound == instrument.play(220.0, 0.5, 1).0, "{instrument:?}");
        }
    }

    /// How strongly a sound swings at a frequency.
    fn strength(sound: &[f64], hertz: f64) -> f64 {
        let turn = |index: usize| TAU * hertz * index as f64 / RATE;
        let part = |wave: fn(f64) -> f64| -> f64 {
            sound.iter().enumerate().map(|(index, sample)| sample * wave(turn(index))).sum()
        };
        libm::hypot(part(libm::sin), part(libm::cos)) / sound.len() as f64
    }

    #[test]
    fn instruments_with_a_pitch_are_in_tune() {
        use Instrument::*;
        for instrument in [Drone, Strings, Glass, Bell, Choir, Organ, Bass, Pluck, Brass, Reed, Tom, Hum] {
            let sound = instrument.play(220.0, 1.0, 0).0;
            let own = [219.0, 220.0, 221.0].map(|hertz| strength(&sound, hertz)).into_iter().fold(0.0, f64::max);
            for beside in [207.65, 233.08] {
                assert!(own > 2.0 * strength(&sound, beside), "{instrument:?} sounds at {beside} Hz, too");
            }
        }
    }
}
