//! Reads the files to be measured: images, sounds and scores.

use music::Score;
use std::{
    fs::{self, File},
    io::{BufReader, Read},
    path::Path,
};

/// Maximum size of an image in pixels; a sky is much smaller.
const MAX_PIXELS: u64 = 1 << 24;
/// Maximum length of a sound in samples: half a minute.
const MAX_SAMPLES: u32 = 30 * 48_000;

/// An image: red, green, blue and alpha of each pixel, row by row.
#[derive(Clone)]
pub(crate) struct Image {
    pub(crate) width: usize,
    pub(crate) pixels: Vec<[u8; 4]>,
}

/// Reads a PNG image with a palette or with eight bits per channel, with or without alpha.
pub(crate) fn image(path: &Path) -> Result<Image, String> {
    let wrong = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
    let file = File::open(path).map_err(|error| wrong(&format!("cannot be read: {error}")))?;
    let mut decoder = png::Decoder::new(BufReader::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(|error| wrong(&error))?;
    let info = reader.info();
    if u64::from(info.width) * u64::from(info.height) > MAX_PIXELS {
        return Err(wrong(&"is larger than any image of the game"));
    }
    let (width, height) = (info.width as usize, info.height as usize);
    let depth = match reader.output_color_type() {
        (png::ColorType::Rgba, png::BitDepth::Eight) => 4,
        (png::ColorType::Rgb, png::BitDepth::Eight) => 3,
        _ => return Err(wrong(&"must be an image with a palette, or with eight bits each of red, green and blue")),
    };
    let mut bytes = vec![0; width * height * depth];
    reader.next_frame(&mut bytes).map_err(|error| wrong(&error))?;
    let pixel = |part: &[u8]| [part[0], part[1], part[2], part.get(3).copied().unwrap_or(255)];
    Ok(Image { width, pixels: bytes.chunks_exact(depth).map(pixel).collect() })
}

/// Reads the samples of a mono WAV sound with sixteen bits; full scale is 1.
pub(crate) fn sound(path: &Path) -> Result<Vec<f64>, String> {
    let wrong = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
    let file = File::open(path).map_err(|error| wrong(&format!("cannot be read: {error}")))?;
    let mut reader = hound::WavReader::new(BufReader::new(file.take(1 << 24))).map_err(|error| wrong(&error))?;
    if reader.duration() > MAX_SAMPLES {
        return Err(wrong(&"is longer than any sound of the game"));
    }
    let samples: Result<Vec<i16>, _> = reader.samples().collect();
    let samples = samples.map_err(|error| wrong(&error))?;
    Ok(samples.into_iter().map(|sample| f64::from(sample) / 32_768.0).collect())
}

/// Reads all scores of a folder with their names, in the order of the names.
pub(crate) fn scores(folder: &Path) -> Result<Vec<(String, Score)>, String> {
    let wrong = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let entries = fs::read_dir(folder).map_err(|error| wrong(folder, error))?;
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "ron"));
    paths.sort();
    let read = |path: &Path| {
        let bytes = fs::read(path).map_err(|error| wrong(path, error))?;
        let score = Score::read(&bytes).map_err(|error| format!("{}:{error}", path.display()))?;
        Ok((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), score))
    };
    paths.iter().map(|path| read(path)).collect()
}
