//! A sound as it stands in a WAV file, decoded and checked when it is loaded.

use crate::files::file_bytes::read_asset;
use crate::files::wrong_file::WrongFile;
use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::math::ops;
use bevy::reflect::TypePath;
use hound::{SampleFormat, WavReader};
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

/// The sounds that stand in no table of the rules.
pub(crate) const SOUNDS: [&str; 34] = [
    "board_hint",
    "board_lose",
    "board_move",
    "board_near",
    "board_pick",
    "board_refuse",
    "board_win",
    "bolt_hit",
    "bump",
    "burn",
    "crush",
    "death",
    "door_close",
    "door_open",
    "empty",
    "hurt",
    "lift",
    "lock_open",
    "lock_slide",
    "locked",
    "plate",
    "ricochet",
    "secret",
    "squelch",
    "step_grate",
    "step_steel",
    "step_stone",
    "step_wood",
    "switch",
    "switch_weapon",
    "teleport",
    "unlock",
    "wall_slide",
    "wall_thud",
];

/// A mono sound.
#[derive(Asset, TypePath, Clone, Debug)]
pub(crate) struct Sound {
    /// The samples, from -1 to 1.
    pub(crate) samples: Arc<[f32]>,
    /// How many of them make a second.
    pub(crate) rate: NonZero<u32>,
}

impl Sound {
    /// Reads the bytes of a WAV file; several channels become one.
    fn read(bytes: &[u8]) -> Result<Sound, String> {
        let broken = |error: hound::Error| format!("no WAV sound that can be read: {error}");
        let mut file = WavReader::new(bytes).map_err(broken)?;
        let spec = file.spec();
        let rate = NonZero::new(spec.sample_rate).ok_or("a WAV sound without a sample rate")?;
        let samples: Vec<f32> = match spec.sample_format {
            SampleFormat::Float => file.samples::<f32>().collect::<Result<_, _>>().map_err(broken)?,
            SampleFormat::Int => {
                let full = ops::exp2(f32::from(spec.bits_per_sample) - 1.0);
                let samples = file.samples::<i32>().map(|sample| sample.map(|sample| sample as f32 / full));
                samples.collect::<Result<_, _>>().map_err(broken)?
            }
        };
        let channels = usize::from(spec.channels.max(1));
        let mono = samples.chunks_exact(channels).map(|frame| frame.iter().sum::<f32>() / channels as f32);
        let tame = |sample: f32| if sample.is_finite() { sample.clamp(-1.0, 1.0) } else { 0.0 };
        Ok(Sound { samples: mono.map(tame).collect(), rate })
    }

    /// How long it sounds.
    pub(crate) fn length(&self) -> Duration {
        Duration::from_secs_f64(self.samples.len() as f64 / f64::from(self.rate.get()))
    }
}

/// Loads [`Sound`]s.
#[derive(Default, TypePath)]
pub(crate) struct SoundLoader;

impl AssetLoader for SoundLoader {
    type Asset = Sound;
    type Settings = ();
    type Error = WrongFile;

    async fn load(&self, reader: &mut dyn Reader, _: &(), _: &mut LoadContext<'_>) -> Result<Sound, WrongFile> {
        Sound::read(&read_asset(reader).await?).map_err(WrongFile)
    }

    fn extensions(&self) -> &[&str] {
        &["wav"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hound::{WavSpec, WavWriter};
    use std::io::Cursor;

    fn wav(channels: u16, samples: &[i16]) -> Vec<u8> {
        let spec = WavSpec { channels, sample_rate: 8000, bits_per_sample: 16, sample_format: SampleFormat::Int };
        let mut bytes = Vec::new();
        let mut writer = WavWriter::new(Cursor::new(&mut bytes), spec).unwrap();
        for &sample in samples {
            writer.write_sample(sample).unwrap();
        }
        writer.finalize().unwrap();
        bytes
    }

    #[test]
    fn a_sound_is_read_as_mono() {
        let mono = Sound::read(&wav(1, &[0, 16384, -32768])).unwrap();
        assert_eq!((&mono.samples[..], mono.rate.get()), (&[0.0, 0.5, -1.0][..], 8000));
        let stereo = Sound::read(&wav(2, &[0, 16384, 16384, 16384])).unwrap();
        assert_eq!(stereo.samples[..], [0.25, 0.5]);
    }

    #[test]
    fn a_damaged_sound_is_refused_or_read_but_never_a_panic() {
        let good = wav(1, &[1, 2, 3, 4]);
        for end in 0..good.len() {
            let _ = Sound::read(&good[..end]);
        }
        for place in 0..good.len() {
            for value in [0x00, 0x7f, 0xff] {
                let mut bad = good.clone();
                bad[place] = value;
                let _ = Sound::read(&bad);
            }
        }
        assert!(Sound::read(b"RIFF").is_err());
    }
}
