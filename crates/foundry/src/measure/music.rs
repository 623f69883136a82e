//! Limits for the music.
//!
//! The slope of the spectrum is compared with that of recorded music: about 5 dB per octave from 100 to 4000 Hz, and
//! more for darker music (Pestana and others, "Spectral characteristics of popular commercial recordings 1950-2010",
//! 2013).

use crate::{
    measure::bar::{Bar, least, most},
    measure::files,
    measure::spectrum::powers,
};
use music::{
    Layer, Score, Track,
    loudness::{loudness_of_all, on_a_small_speaker},
    synth::RATE,
};
use std::{num::NonZero, path::Path, thread};

/// Name prefixes of scores that are not music.
const BEDS: &str = "bed_";

/// Measurements of a layer of a score.
struct Heard {
    name: String,
    ears: [Vec<f64>; 2],
    loudness: f64,
}

/// Returns all limits for the scores in the assets folder.
pub(super) fn bars(assets: &Path) -> Result<Vec<Bar>, String> {
    let scores = files::scores(&assets.join("music"))?;
    let mut layers = Vec::new();
    // A piece takes about a second and some hundred megabytes, so run one per core.
    for some in scores.chunks(thread::available_parallelism().map_or(1, NonZero::get)) {
        layers.extend(thread::scope(|scope| {
            let threads: Vec<_> =
                some.iter().map(|(name, score)| scope.spawn(move || layers_of(name, score))).collect();
            let wrong = |_| "a piece of music cannot be played".to_owned();
            threads.into_iter().map(|thread| thread.join().map_err(wrong)).collect::<Result<Vec<_>, String>>()
        })?);
    }
    let rise = |layers: &Vec<Heard>| Some((layers.get(1)?.loudness - layers[0].loudness, layers[0].name.clone()));
    let rises: Vec<(f64, String)> = layers.iter().filter_map(rise).collect();
    let heard: Vec<Heard> = layers.into_iter().flatten().collect();
    let of = |figure: fn(&Heard) -> f64| heard.iter().map(move |heard| (figure(heard), heard.name.clone()));
    let music = || heard.iter().filter(|heard| !heard.name.starts_with(BEDS));
    let falls =
        || music().filter(|heard| !heard.name.starts_with("sting_")).map(|heard| (fall(heard), heard.name.clone()));
    let loud = |beds: bool| {
        let named = heard.iter().filter(move |heard| heard.name.starts_with(BEDS) == beds);
        named.map(|heard| (heard.loudness, heard.name.clone()))
    };
    Ok(vec![
        Bar::most("music: peak, % of full scale", 90.0, most(of(peak))),
        Bar::most(
            "music: lost on a small speaker, dB",
            6.0,
            most(music().map(|heard| (lost(heard), heard.name.clone()))),
        ),
        Bar::least("music: the hunted layer louder than the calm one, dB", 2.0, least(rises)),
        Bar::least("music: louder than all surroundings, dB", 4.0, {
            let ((quiet, one), (loud, other)) = (least(loud(false)), most(loud(true)));
            (quiet - loud, format!("{one} {quiet:.1}, {other} {loud:.1} LUFS"))
        }),
        Bar::least("music: fall of the spectrum, dB per octave", 3.0, least(falls())),
        Bar::most("music: fall of the spectrum, dB per octave, at most", 8.0, most(falls())),
        Bar::most("music: jump at the seam, relative to the usual ones", 1.0, most(of(seam))),
    ])
}

/// Returns the layers of a score, the calm one first.
fn layers_of(name: &str, score: &Score) -> Vec<Heard> {
    let hunted = score.has_layers().then(|| hear(&format!("{name}, hunted"), score, Layer::Hunted));
    [hear(name, score, Layer::Calm)].into_iter().chain(hunted).collect()
}

fn hear(name: &str, score: &Score, layer: Layer) -> Heard {
    let track = Track::render(score, layer, 0);
    let ears = [0, 1].map(|ear| track.frames().iter().map(|frame| f64::from(frame[ear]) / 32_768.0).collect());
    Heard { name: name.to_owned(), loudness: loudness_of_all(&ears), ears }
}

fn peak(heard: &Heard) -> f64 {
    100.0 * heard.ears.iter().flatten().fold(0.0_f64, |most, sample| most.max(sample.abs()))
}

fn lost(heard: &Heard) -> f64 {
    heard.loudness - loudness_of_all(&heard.ears.each_ref().map(|ear| on_a_small_speaker(ear)))
}

/// Returns the slope of the spectrum from 125 to 4000 Hz in decibels per octave: a linear fit through the power of each
/// octave.
fn fall(heard: &Heard) -> f64 {
    const WINDOW: usize = 8192;
    let mut octaves = [0.0_f64; 6];
    for window in heard.ears[0].chunks_exact(WINDOW).step_by(4) {
        let powers = powers(window);
        for (octave, power) in octaves.iter_mut().enumerate() {
            let edge = |hertz: f64| (hertz * WINDOW as f64 / RATE) as usize;
            let middle = 125.0 * libm::exp2(octave as f64);
            let (low, high) = (edge(middle / core::f64::consts::SQRT_2), edge(middle * core::f64::consts::SQRT_2));
            // Power per hertz, not per octave, as for the published recordings.
            *power += powers[low..high].iter().sum::<f64>() / (high - low) as f64;
        }
    }
    let middle = (octaves.len() - 1) as f64 / 2.0;
    let levels = octaves
        .iter()
        .enumerate()
        .map(|(octave, power)| (octave as f64 - middle, 10.0 * libm::log10(power.max(1e-12))));
    let (up, across) = levels.fold((0.0, 0.0), |(up, across), (x, y)| (up + x * y, across + x * x));
    -up / across
}

/// Returns how much the step from the last frame to the first is larger than nearly all others.
fn seam(heard: &Heard) -> f64 {
    let ear = &heard.ears[0];
    let mut steps: Vec<f64> = ear.windows(2).map(|pair| (pair[0] - pair[1]).abs()).collect();
    let most = steps.len() * 999 / 1000;
    let usual = if steps.is_empty() { 0.0 } else { *steps.select_nth_unstable_by(most, f64::total_cmp).1 };
    let jump = ear.first().zip(ear.last()).map_or(0.0, |(first, last)| (first - last).abs());
    if usual > 0.0 { jump / usual } else { 0.0 }
}
