//! Listening samples: all sounds in a row, a part of each piece of music, and a page of spectrograms of each.

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

/// Silence between two sounds, in seconds.
const PAUSE: f64 = 0.25;
/// Minimum time for each mood of a piece, in seconds; the mood changes at the next bar.
const STRETCH: f64 = 12.0;
/// Sizes of a spectrogram of a sound and of a piece, in pixels.
const SMALL: (usize, usize) = (150, 80);
const WIDE: (usize, usize) = (900, 120);
/// Number of spectrograms per row.
const COLUMNS: usize = 8;
/// Colour of text.
const WORDS: [u8; 3] = [210, 214, 220];

/// Returns all listening samples for an assets folder.
pub(crate) fn listen(assets: &Path) -> Result<Vec<Made>, Box<dyn Error>> {
    let mut made = sounds(&assets.join("sounds"))?;
    made.extend(pieces(&assets.join("music"))?);
    Ok(made)
}

/// Returns the first variant of every sound in a row, their spectrograms, and a list with their times.
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

/// Returns a part of each piece, first calm and then hunted if it has both layers, and a page of their spectrograms.
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

/// Renders a piece: completely if it is played once, otherwise some bars in each of its moods, with cross-fades.
fn stretch(score: &Score) -> Vec<[i16; 2]> {
    let calm = Track::render(score, Layer::Calm, 0);
    if score.is_played_once() {
        return calm.frames().to_vec();
    }
    let bar = calm.bar();
    let frames = ((STRETCH * f64::from(music::RATE)) as usize).div_ceil(bar) * bar;
    let hunted = score.has_layers().then(|| Track::render(score, Layer::Hunted, 0));
    let moods: &[Mood] = if hunted.is_some() { &[Mood::Calm, Mood::Hunted] } else { &[Mood::Calm] };
    let mut conductor = Conductor::new();
    conductor.play(Some(Arc::new(Programme { hunted, ..Programme::single(calm) })));
    let heard = moods.iter().flat_map(|mood| {
        conductor.set_mood(*mood);
        (0..frames).map(|_| conductor.next_frame()).collect::<Vec<_>>()
    });
    heard.map(|frame| frame.map(|sample| (sample * 32_767.0) as i16)).collect()
}

/// Returns the bytes of a stereo WAV file.
fn wav(frames: &[[i16; 2]]) -> Result<Vec<u8>, hound::Error> {
    let form = WavSpec { channels: 2, sample_rate: music::RATE, bits_per_sample: 16, sample_format: SampleFormat::Int };
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WavWriter::new(&mut bytes, form)?;
    frames.iter().flatten().try_for_each(|sample| writer.write_sample(*sample))?;
    writer.finalize()?;
    Ok(bytes.into_inner())
}
