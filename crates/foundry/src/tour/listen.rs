//! What is to be heard: all sounds in a row, a stretch of each piece of music, and a page of spectrograms of each.

use crate::{
    measure::files,
    sounds::SOUNDS,
    tools::store::Made,
    tour::page::{LINE, Page},
    tour::spectrogram,
};
use hound::{SampleFormat, WavSpec, WavWriter};
use music::{Conductor, Layer, Mood, Programme, Score, Track, synth::RATE};
use std::{error::Error, io::Cursor, path::Path, sync::Arc};

/// The silence between two sounds, in seconds.
const PAUSE: f64 = 0.25;
/// How long a piece of music is heard in each of its moods, in seconds: then on to the next bar.
const STRETCH: f64 = 12.0;
/// The sizes of a spectrogram of a sound and of a piece, in pixels.
const SMALL: (usize, usize) = (150, 80);
const WIDE: (usize, usize) = (900, 120);
/// The pictures side by side.
const COLUMNS: usize = 8;
/// The colour of words.
const WORDS: [u8; 3] = [210, 214, 220];

/// All files of the tour of what is to be heard, from the folder of the assets.
pub(crate) fn listen(assets: &Path) -> Result<Vec<Made>, Box<dyn Error>> {
    let mut made = sounds(&assets.join("sounds"))?;
    made.extend(pieces(&assets.join("music"))?);
    Ok(made)
}

/// The first take of every sound in a row, their spectrograms, and a list of when each is heard.
fn sounds(folder: &Path) -> Result<Vec<Made>, Box<dyn Error>> {
    let (mut row, mut list) = (Vec::<f64>::new(), String::new());
    let (width, height) = (SMALL.0 + 8, SMALL.1 + LINE + 8);
    let mut page = Page::new(COLUMNS * width + 8, SOUNDS.len().div_ceil(COLUMNS) * height + 8);
    for (number, sound) in SOUNDS.iter().enumerate() {
        let samples = files::sound(&folder.join(format!("{}.wav", sound.file(1))))?;
        let seconds = row.len() as f64 / RATE;
        list +=
            &format!("{}:{:04.1} {} ({} takes)\n", (seconds / 60.0) as u32, seconds % 60.0, sound.name, sound.takes);
        let corner = (8 + number % COLUMNS * width, 8 + number / COLUMNS * height);
        spectrogram::draw(&mut page, corner, SMALL, &samples, 882);
        page.write((corner.0, corner.1 + SMALL.1 + 1), SMALL.0, sound.name, WORDS);
        row.extend(&samples);
        row.resize(row.len() + (PAUSE * RATE) as usize, 0.0);
    }
    let frames: Vec<[i16; 2]> = row.iter().map(|sample| [libm::round(sample * 32_767.0) as i16; 2]).collect();
    Ok(vec![
        Made { path: "sounds.wav".to_owned(), bytes: wav(&frames)? },
        Made { path: "sounds.txt".to_owned(), bytes: list.into_bytes() },
        Made { path: "sounds.png".to_owned(), bytes: page.png()? },
    ])
}

/// A stretch of each piece, first calm and then hunted where it has both layers, and a page of their spectrograms.
fn pieces(folder: &Path) -> Result<Vec<Made>, Box<dyn Error>> {
    let scores = files::scores(folder)?;
    let height = WIDE.1 + LINE + 8;
    let mut page = Page::new(WIDE.0 + 16, scores.len() * height + 8);
    let mut made = Vec::new();
    for (number, (name, score)) in scores.iter().enumerate() {
        let frames = stretch(score);
        let mono: Vec<f64> =
            frames.iter().map(|[left, right]| (f64::from(*left) + f64::from(*right)) / 65_536.0).collect();
        let corner = (8, 8 + number * height);
        spectrogram::draw(&mut page, corner, WIDE, &mono, mono.len().div_ceil(WIDE.0));
        let words = format!("{name}: {:.0} s", mono.len() as f64 / RATE);
        page.write((corner.0, corner.1 + WIDE.1 + 1), WIDE.0, &words, WORDS);
        made.push(Made { path: format!("music_{name}.wav"), bytes: wav(&frames)? });
    }
    made.push(Made { path: "music.png".to_owned(), bytes: page.png()? });
    Ok(made)
}

/// What is heard of a piece: all of it if it is played once, else some bars in each of its moods, one crossing into the other.
fn stretch(score: &Score) -> Vec<[i16; 2]> {
    let calm = Track::of(score, Layer::Calm, 0);
    if score.is_played_once() {
        return calm.frames().to_vec();
    }
    let bar = calm.bar();
    let frames = ((STRETCH * f64::from(music::RATE)) as usize).div_ceil(bar) * bar;
    let hunted = score.has_layers().then(|| Track::of(score, Layer::Hunted, 0));
    let moods: &[Mood] = if hunted.is_some() { &[Mood::Calm, Mood::Hunted] } else { &[Mood::Calm] };
    let mut conductor = Conductor::new();
    conductor.play(Some(Arc::new(Programme { hunted, ..Programme::of(calm) })));
    let heard = moods.iter().flat_map(|mood| {
        conductor.feel(*mood);
        (0..frames).map(|_| conductor.next_frame()).collect::<Vec<_>>()
    });
    heard.map(|frame| frame.map(|sample| (sample * 32_767.0) as i16)).collect()
}

/// The bytes of a WAV file of two channels.
fn wav(frames: &[[i16; 2]]) -> Result<Vec<u8>, hound::Error> {
    let form = WavSpec { channels: 2, sample_rate: music::RATE, bits_per_sample: 16, sample_format: SampleFormat::Int };
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WavWriter::new(&mut bytes, form)?;
    frames.iter().flatten().try_for_each(|sample| writer.write_sample(*sample))?;
    writer.finalize()?;
    Ok(bytes.into_inner())
}
