//! What is heard of the undead apart from the shambler: their cries, their strikes and their deaths.

use crate::sounds::{EH, drop};
use crate::synth::{Sound, decay, swell};

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
