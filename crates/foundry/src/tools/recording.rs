//! Sounds as WAV files.

use crate::tools::store::Made;
use hound::{Error, SampleFormat, WavSpec, WavWriter};
use music::synth::{RATE, Sound};
use std::io::Cursor;

/// Returns the file of a sound in a folder, at a loudness in LUFS.
pub(crate) fn recorded(folder: &str, name: &str, sound: Sound, loudness: f64) -> Result<Made, Error> {
    Ok(Made { path: format!("{folder}/{name}.wav"), bytes: wav(sound, loudness)? })
}

/// Returns the bytes of a WAV file with the sound: mono, sixteen bits.
pub(crate) fn wav(sound: Sound, loudness: f64) -> Result<Vec<u8>, Error> {
    let form = WavSpec { channels: 1, sample_rate: RATE as u32, bits_per_sample: 16, sample_format: SampleFormat::Int };
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WavWriter::new(&mut bytes, form)?;
    for sample in sound.finished(loudness) {
        writer.write_sample(sample)?;
    }
    writer.finalize()?;
    Ok(bytes.into_inner())
}
