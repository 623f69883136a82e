//! What is heard of the undead apart from the shambler: their cries, their strikes and their deaths.

use super::tones::{AH, EH, OH, OO, clank, crackle, drop};
use crate::tools::hash_noise::Dice;
use crate::tools::synth::{Sound, decay, swell};

const EE: [f64; 3] = [380.0, 2250.0, 3100.0];

/// A body hitting the deck; a heavier one has a lower pitch.
fn fall(seed: u32, pitch: f64) -> Sound {
    let flesh = Sound::noise(seed, 0.2).low_pass(|_| pitch * 3.0).fading(0.05);
    Sound::sine(0.25, drop(pitch, pitch * 0.4, 0.04)).fading(0.07).with(0.0, 1.6, &flesh)
}

/// Flesh torn or burst: wet slaps that come faster or slower and die away.
fn squelch(seed: u32, seconds: f64, pitch: f64) -> Sound {
    let bubbles = Sound::sine(seconds, drop(34.0, 13.0, seconds * 0.4)).shaped(|_| 0.5);
    let wet = Sound::noise(seed, seconds).band(drop(pitch * 2.4, pitch, seconds * 0.3), 2.2);
    let slaps: Vec<f64> = wet.0.iter().zip(&bubbles.0).map(|(sample, bubble)| sample * (0.5 + bubble)).collect();
    Sound(slaps).fading(seconds * 0.3)
}

/// A body crushed by what does not give way: bones crack, and the rest runs out.
pub(crate) fn crushed() -> Sound {
    let cracks = (0..5).fold(Sound::silence(0.2), |cracks, bone| {
        let turn = f64::from(bone);
        cracks.with(turn * 0.034, 1.4 - turn * 0.16, &tooth(56 + bone, 620.0 - 70.0 * turn))
    });
    let weight = Sound::sine(0.3, drop(96.0, 40.0, 0.05)).fading(0.08);
    cracks.with(0.0, 0.8, &weight).with(0.03, 2.2, &squelch(55, 0.62, 460.0)).driven(1.4)
}

/// Teeth striking teeth, once.
fn tooth(seed: u32, pitch: f64) -> Sound {
    let click = Sound::noise(seed, 0.04).band(move |_| pitch, 5.0).fading(0.005);
    click.with(0.0, 0.4, &Sound::sine(0.04, move |_| pitch * 0.55).fading(0.006))
}

/// A thin throat screeching: the pitch runs from one frequency to another, chopped up `beats` times a second.
fn screech(seed: u32, seconds: f64, from: f64, to: f64, beats: f64) -> Sound {
    let pitch = move |time: f64| to + (from - to) * decay(time, seconds * 0.45);
    let level = move |time: f64| swell(time, 0.02, seconds * 0.5, seconds);
    let voice = Sound::throat(seed, seconds, 0.55, pitch).mouth(EE, EH);
    let chops = Sound::sine(seconds, move |_| beats);
    let chopped: Vec<f64> = voice.0.iter().zip(&chops.0).map(|(sample, chop)| sample * (0.62 + chop * 0.38)).collect();
    Sound(chopped).driven(6.0).high_pass(420.0).shaped(level)
}

/// The crawler's cry: two screeches, the second higher, and chattering teeth.
pub(crate) fn crawler_cry() -> Sound {
    let cry = screech(61, 0.24, 330.0, 520.0, 31.0).with(0.2, 1.2, &screech(62, 0.42, 620.0, 380.0, 37.0));
    (0..5).fold(cry, |cry, beat| {
        let chatter = tooth(63 + beat, 2300.0 + 90.0 * f64::from(beat));
        cry.with(0.34 + 0.045 * f64::from(beat), 1.1, &chatter)
    })
}

/// The crawler biting: the jaws snap shut and tear.
pub(crate) fn crawler_bite() -> Sound {
    let hiss = screech(71, 0.16, 520.0, 700.0, 44.0);
    let snap = tooth(72, 1500.0).with(0.012, 0.8, &tooth(73, 2100.0));
    hiss.with(0.1, 2.2, &snap).with(0.12, 2.4, &squelch(74, 0.26, 900.0))
}

/// The crawler's death: a screech that sinks and breaks into a rattle, while the limbs fall still.
pub(crate) fn crawler_death() -> Sound {
    let voice = screech(81, 0.62, 760.0, 170.0, 24.0).with(0.0, 0.8, &squelch(82, 0.2, 700.0));
    let dying = (0..6).fold(voice, |rattle, beat| {
        let (turn, part) = (f64::from(beat), 1.0 - f64::from(beat) / 7.0);
        rattle.with(0.42 + 0.05 * turn + 0.009 * turn * turn, 1.4 * part, &tooth(83 + beat, 900.0 - 60.0 * turn))
    });
    dying.with(0.34, 0.8, &fall(90, 150.0)).in_corridor(0.14)
}

/// The bloater's cry: a belch from far down, with gas bubbling in it.
pub(crate) fn bloater_cry() -> Sound {
    let seconds = 0.95;
    let sag = move |time: f64| 58.0 + 26.0 * decay((time - 0.3).abs(), 0.22);
    let level = move |time: f64| swell(time, 0.12, 0.4, seconds);
    let voice = Sound::throat(101, seconds, 0.3, sag).mouth(OH, OO);
    let gargle = Sound::sine(seconds, |time| 13.0 + 9.0 * time).shaped(|_| 0.6);
    let belch: Vec<f64> = voice.0.iter().zip(&gargle.0).map(|(sample, wobble)| sample * (0.7 + wobble)).collect();
    let belch = Sound(belch).driven(4.0).low_pass(|_| 1500.0).shaped(level);
    bubbles(102, 9, 0.08, 0.085).iter().fold(belch, |cry, (start, bubble)| cry.with(*start, 0.5, bubble))
}

/// Bubbles of gas rising through slime: when each begins, and its sound.
fn bubbles(seed: u32, count: u32, first: f64, apart: f64) -> Vec<(f64, Sound)> {
    let mut dice = Dice::new(seed);
    let bubble = |index: u32| {
        let (pitch, late) = (f64::from(dice.between(170.0, 420.0)), f64::from(dice.between(0.0, 0.6)));
        let pop = Sound::sine(0.08, move |time| pitch * (1.0 + time * 14.0)).fading(0.022);
        (first + (f64::from(index) + late) * apart, pop)
    };
    (0..count).map(bubble).collect()
}

/// The bloater bursting: the skin rips, the gas booms out, and everything comes down again.
pub(crate) fn bloater_burst() -> Sound {
    let rip =
        Sound::noise(111, 0.14).band(|time| 700.0 + 9000.0 * time, 1.4).shaped(|time| swell(time, 0.12, 0.02, 0.14));
    let boom = Sound::sine(0.6, drop(130.0, 34.0, 0.09)).fading(0.17);
    let blast = Sound::noise(112, 0.6).low_pass(drop(5200.0, 260.0, 0.08)).fading(0.13);
    let burst = boom.with(0.0, 1.5, &blast).with(0.02, 1.2, &squelch(113, 0.5, 420.0)).driven(2.2);
    let rain = (0..7).fold(Sound::silence(0.7), |rain, drop| {
        let turn = f64::from(drop);
        rain.with(
            0.26 + turn * 0.06 + turn * turn * 0.004,
            1.0 - turn * 0.1,
            &squelch(114 + drop, 0.12, 620.0 - turn * 40.0),
        )
    });
    rip.with(0.1, 1.3, &burst).with(0.12, 0.9, &rain).in_corridor(0.18)
}

/// The officer's cry: a barked order of two syllables, hollow, as over a broken loudspeaker.
pub(crate) fn officer_cry() -> Sound {
    let bark = |seed: u32, seconds: f64, from: f64, to: f64, vowels: ([f64; 3], [f64; 3])| {
        let pitch = move |time: f64| from + (to - from) * time / seconds;
        let level = move |time: f64| swell(time, 0.015, seconds * 0.35, seconds);
        Sound::throat(seed, seconds, 0.2, pitch).mouth(vowels.0, vowels.1).driven(4.0).shaped(level)
    };
    let order = bark(121, 0.17, 118.0, 138.0, (AH, EH)).with(0.21, 1.1, &bark(122, 0.36, 150.0, 88.0, (OH, AH)));
    // The whole once more, ringing in metal.
    let tinny = order.clone().band(|_| 1450.0, 3.0);
    order.with(0.0, 1.1, &tinny).high_pass(180.0).in_corridor(0.3)
}

/// The officer's sidearm: the coil lets go with a falling chirp and a crack.
pub(crate) fn officer_shot() -> Sound {
    let chirp = Sound::saw(0.34, drop(2400.0, 170.0, 0.06)).low_pass(drop(7000.0, 900.0, 0.08)).fading(0.09);
    let hum = Sound::square(0.34, drop(640.0, 84.0, 0.1)).low_pass(|_| 1300.0).fading(0.1);
    let crack = Sound::noise(131, 0.1).high_pass(2200.0).fading(0.014);
    let thump = Sound::sine(0.2, drop(190.0, 60.0, 0.03)).fading(0.06);
    chirp.with(0.0, 0.5, &hum).with(0.0, 0.8, &crack).with(0.0, 0.8, &thump).driven(1.6).in_corridor(0.2)
}

/// The officer's death: the order fails in his throat, and he goes down on the deck with his sidearm.
pub(crate) fn officer_death() -> Sound {
    let seconds = 0.75;
    let pitch = move |time: f64| 74.0 + 96.0 * decay(time, 0.16);
    let voice = Sound::throat(141, seconds, 0.35, pitch).mouth(OH, OO);
    let choked = Sound::square(seconds, |time| 11.0 - 5.0 * time).low_pass(|_| 60.0);
    let choked: Vec<f64> = voice.0.iter().zip(&choked.0).map(|(sample, gate)| sample * (0.55 + gate * 0.45)).collect();
    let voice = Sound(choked).driven(5.0).high_pass(110.0).shaped(move |time| swell(time, 0.02, 0.5, seconds));
    let steel = clank(142, 430.0, 0.05);
    voice.with(0.56, 1.0, &fall(143, 125.0)).with(0.68, 0.35, &steel).with(0.8, 0.18, &steel).in_corridor(0.18)
}

/// A bolt striking a wall: a spit of light and a sizzle.
pub(crate) fn bolt_hit() -> Sound {
    let spit = Sound::noise(151, 0.12).low_pass(drop(9000.0, 700.0, 0.03)).fading(0.03);
    let zap = Sound::square(0.12, drop(900.0, 120.0, 0.025)).low_pass(|_| 2600.0).fading(0.03);
    let crackle = Sound::sine(0.4, |time| 47.0 - 60.0 * time);
    let sizzle = Sound::noise(152, 0.4).high_pass(3600.0).fading(0.12);
    let sizzle: Vec<f64> = sizzle.0.iter().zip(&crackle.0).map(|(sample, gate)| sample * (0.5 + gate * 0.5)).collect();
    spit.with(0.0, 0.6, &zap).with(0.02, 1.2, &Sound(sizzle)).in_corridor(0.12)
}

/// The brute's cry: a roar that shakes the deck.
pub(crate) fn brute_cry() -> Sound {
    let seconds = 1.05;
    let pitch = move |time: f64| 40.0 + 34.0 * swell(time, 0.22, 0.7, seconds);
    let level = move |time: f64| swell(time, 0.06, 0.5, seconds);
    let low = Sound::throat(161, seconds, 0.5, pitch).mouth(OO, AH);
    let high = Sound::throat(162, seconds, 0.8, move |time| pitch(time) * 2.03).mouth(OH, AH);
    let breath = Sound::noise(163, seconds).band(|_| 620.0, 1.2);
    let roar = low.with(0.0, 0.7, &high).with(0.0, 0.25, &breath).driven(9.0).low_pass(|time| 1500.0 + 1600.0 * time);
    roar.shaped(level).in_corridor(0.26)
}

/// The brute's fist striking the deck: the plates boom and ring, what lay on them jumps.
pub(crate) fn brute_slam() -> Sound {
    let boom = Sound::sine(0.6, drop(105.0, 30.0, 0.06)).fading(0.18);
    let crunch = Sound::noise(171, 0.3).low_pass(drop(2600.0, 180.0, 0.05)).fading(0.07);
    let plates = clank(172, 62.0, 0.12);
    let slam = boom.with(0.0, 2.0, &crunch).with(0.0, 1.3, &plates).driven(2.4);
    rattle(173, 5, 0.08).iter().fold(slam, |slam, (start, link)| slam.with(*start, 0.14, link)).in_corridor(0.24)
}

/// A chain's links striking, slower and slower: when each strikes, and its sound.
fn rattle(seed: u32, links: u32, first: f64) -> Vec<(f64, Sound)> {
    let mut dice = Dice::new(seed);
    let link = |index: u32| {
        let (pitch, turn) = (f64::from(dice.between(480.0, 820.0)), f64::from(index));
        (first + turn * 0.05 + turn * turn * 0.006, clank(seed + index, pitch, 0.03))
    };
    (0..links).map(link).collect()
}

/// The brute's death: the roar dies down, and all that weight comes down with its chains.
pub(crate) fn brute_death() -> Sound {
    let seconds = 0.72;
    let pitch = move |time: f64| 26.0 + 62.0 * decay(time, 0.3);
    let roar =
        Sound::throat(181, seconds, 0.7, pitch).mouth(AH, OO).driven(8.0).low_pass(|time| 2600.0 - 2600.0 * time);
    let roar = roar.shaped(move |time| swell(time, 0.03, 0.5, seconds));
    let down = fall(182, 84.0).driven(1.8);
    let dying = roar.with(0.5, 0.9, &down).with(0.64, 0.4, &down);
    rattle(183, 5, 0.51).iter().fold(dying, |dying, (start, link)| dying.with(*start, 0.16, link)).in_corridor(0.2)
}

/// The cinder's cry: a dry throat, and the fire in it.
pub(crate) fn cinder_cry() -> Sound {
    let seconds = 0.9;
    let pitch = |time: f64| 92.0 - 26.0 * time;
    let voice = Sound::throat(121, seconds, 0.7, pitch).mouth(AH, OH).driven(3.0);
    let level = move |time: f64| swell(time, 0.08, 0.5, seconds);
    let breath = Sound::noise(122, seconds).band(|time| 1500.0 - 700.0 * time, 0.8);
    voice.with(0.0, 0.7, &breath).shaped(level).with(0.0, 0.5, &crackle(123, seconds, 26)).in_corridor(0.14)
}

/// The cinder's death: it falls, and the fire goes out with a hiss.
pub(crate) fn cinder_death() -> Sound {
    let hiss = Sound::noise(124, 1.1).high_pass(2200.0).shaped(|time| swell(time, 0.05, 0.3, 1.1));
    let sigh = Sound::throat(125, 0.6, 0.8, |time| 84.0 - 50.0 * time).mouth(OH, OO).fading(0.25);
    let embers = crackle(126, 1.1, 30);
    sigh.with(0.3, 1.2, &fall(127, 120.0)).with(0.25, 0.35, &hiss).with(0.2, 0.5, &embers)
}
