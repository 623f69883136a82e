//! Sounds, and the collection of all sounds by name.

use crate::{vfs::error::ContentError, vfs::file_name::stem, vfs::files::Files};
use bevy::{ecs::resource::Resource, math::ops};
use hound::{SampleFormat, WavReader, WavSpec};
use std::{
    collections::BTreeMap,
    num::NonZero,
    sync::Arc,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

/// The folder of the sounds.
pub(crate) const SOUND_FOLDER: &str = "assets/sounds";
/// Value of a full-scale sample.
pub const FULL: f32 = 32_768.0;

/// Sounds that are not named by any table of the rules.
pub const SOUNDS: [&str; 44] = [
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
    "creak",
    "crush",
    "death",
    "door_close",
    "door_open",
    "drip",
    "empty",
    "hurt",
    "lamp_buzz",
    "lift",
    "lock_open",
    "lock_slide",
    "locked",
    "menu_back",
    "menu_move",
    "menu_take",
    "miss",
    "plate",
    "ricochet",
    "screen_hum",
    "secret",
    "squelch",
    "step_grate",
    "step_steel",
    "step_stone",
    "step_wood",
    "switch",
    "switch_weapon",
    "tally_count",
    "tally_done",
    "teleport",
    "unlock",
    "wall_slide",
    "wall_thud",
];

/// A mono sound.
#[derive(Clone, Debug)]
pub struct Sound {
    /// Number of the sound, which no other sound of this process has.
    pub id: u32,
    /// The samples; full scale is [`FULL`]. Empty if only the mixer of the page has them.
    pub samples: Arc<[i16]>,
    /// Number of samples.
    count: usize,
    /// Sample rate, in samples per second.
    pub rate: NonZero<u32>,
}

impl Sound {
    /// Creates a sound.
    pub fn new(samples: Arc<[i16]>, rate: NonZero<u32>) -> Sound {
        Sound { count: samples.len(), samples, ..Sound::elsewhere(0, rate) }
    }

    /// Creates a sound of which only the mixer of the page has the samples.
    pub fn elsewhere(count: usize, rate: NonZero<u32>) -> Sound {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Sound { id: NEXT.fetch_add(1, Ordering::Relaxed), samples: Arc::default(), count, rate }
    }

    /// Reads a WAV file and mixes its channels to mono. `file` is its name in messages.
    ///
    /// # Errors
    /// If it is not a valid WAV file.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Sound, ContentError> {
        decode(bytes).map_err(|what| ContentError::wrong(format_args!("{file}: {what}")))
    }

    /// Returns the duration.
    pub fn length(&self) -> Duration {
        Duration::from_secs_f64(self.count as f64 / f64::from(self.rate.get()))
    }
}

fn decode(bytes: &[u8]) -> Result<Sound, String> {
    let file = WavReader::new(bytes).map_err(broken)?;
    let spec = file.spec();
    let rate = NonZero::new(spec.sample_rate).ok_or("the WAV file has no sample rate")?;
    let is_plain = (spec.channels, spec.bits_per_sample, spec.sample_format) == (1, 16, SampleFormat::Int);
    let samples = if is_plain && cfg!(target_endian = "little") { copied(file)? } else { converted(file, spec)? };
    Ok(Sound::new(Arc::from(samples), rate))
}

fn broken(error: hound::Error) -> String {
    format!("not a readable WAV file: {error}")
}

/// Copies the samples of a file in the native format. Reading them one by one would take seconds in a dev build.
fn copied(file: WavReader<&[u8]>) -> Result<Vec<i16>, String> {
    let count = file.len() as usize;
    let bytes = file.into_inner().get(..count * size_of::<i16>());
    let bytes = bytes.ok_or("the WAV file ends before its last sample")?;
    let mut samples = vec![0_i16; count];
    bytemuck::cast_slice_mut(&mut samples).copy_from_slice(bytes);
    Ok(samples)
}

/// Converts the samples of a file in any other format.
fn converted(mut file: WavReader<&[u8]>, spec: WavSpec) -> Result<Vec<i16>, String> {
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
    // The cast turns NaN into silence and clamps samples that are too loud.
    Ok(mono.map(|sample| (sample * FULL) as i16).collect())
}

/// The sounds by file name without folder and extension. Some may not be loaded yet.
#[derive(Resource, Clone, Debug, Default)]
pub struct Sounds(BTreeMap<String, Option<Sound>>);

impl Sounds {
    /// Lists all sounds without loading them.
    pub fn listed(files: &Files) -> Sounds {
        Sounds(files.list(SOUND_FOLDER, ".wav").iter().map(|file| (stem(file).to_owned(), None)).collect())
    }

    /// Reads all sounds.
    ///
    /// # Errors
    /// The first file that cannot be read.
    pub fn read(files: &Files) -> Result<Sounds, ContentError> {
        let mut sounds = Sounds::default();
        for file in files.list(SOUND_FOLDER, ".wav") {
            sounds.put(stem(&file), Sound::read(&file, &files.read(&file)?)?);
        }
        Ok(sounds)
    }

    /// Adds a sound, or replaces the one with the same name.
    pub fn put(&mut self, name: &str, sound: Sound) {
        self.0.insert(name.to_owned(), Some(sound));
    }

    /// Returns true if a sound with this name exists, loaded or not.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns true if there are no sounds at all: the files were packed for a silent game.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the sound with a name, if it is loaded.
    pub fn named(&self, name: &str) -> Option<&Sound> {
        self.0.get(name)?.as_ref()
    }

    /// Returns true if a sound with this name exists but is not loaded yet.
    pub fn is_awaited(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(Option::is_none)
    }

    /// Returns the names of all sounds in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hound::WavWriter;
    use std::{io::Cursor, path::Path};

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

    fn read(bytes: &[u8]) -> Result<Sound, ContentError> {
        Sound::read("assets/sounds/x.wav", bytes)
    }

    #[test]
    fn sound_is_read_as_mono() {
        let mono = read(&wav(1, &[0, 16384, -32768])).unwrap();
        assert_eq!((&mono.samples[..], mono.rate.get()), (&[0, 16384, -32768][..], 8000));
        let stereo = read(&wav(2, &[0, 16384, 16384, 16384])).unwrap();
        assert_eq!(stereo.samples[..], [8192, 16384]);
    }

    #[test]
    fn sound_with_another_kind_of_samples_is_converted() {
        let spec = WavSpec { channels: 1, sample_rate: 8000, bits_per_sample: 32, sample_format: SampleFormat::Float };
        let mut bytes = Vec::new();
        let mut writer = WavWriter::new(Cursor::new(&mut bytes), spec).unwrap();
        [0.0_f32, 0.5, -1.0, 7.0, f32::NAN].into_iter().for_each(|sample| writer.write_sample(sample).unwrap());
        writer.finalize().unwrap();
        assert_eq!(read(&bytes).unwrap().samples[..], [0, 16384, -32768, 32767, 0]);
    }

    #[test]
    fn broken_sound_is_reported_with_its_file() {
        let files = [("shot.wav", wav(1, &[7])), ("notes.txt", vec![1]), ("thud.wav", b"RIFF".to_vec())];
        let named = files.map(|(name, bytes)| (format!("assets/sounds/{name}"), bytes));
        let files = Files::of_memory(named.into());
        let sounds = Sounds::listed(&files);
        assert!(sounds.is_awaited("shot") && sounds.has("thud") && !sounds.has("notes"));
        let what = Sounds::read(&files).unwrap_err().what;
        assert!(what.starts_with("assets/sounds/thud.wav: not a readable WAV file: "), "{what}");
    }

    #[test]
    fn sounds_of_the_game_can_all_be_read() {
        let files = Files::of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap();
        let sounds = Sounds::read(&files).unwrap();
        assert!(SOUNDS.into_iter().all(|name| sounds.named(name).is_some_and(|sound| !sound.samples.is_empty())));
    }

    #[test]
    fn damaged_sound_never_panics() {
        let good = wav(1, &[1, 2, 3, 4]);
        for end in 0..good.len() {
            let _ = read(&good[..end]);
        }
        for place in 0..good.len() {
            for value in [0x00, 0x7f, 0xff] {
                let mut bad = good.clone();
                bad[place] = value;
                let _ = read(&bad);
            }
        }
        assert!(read(b"RIFF").is_err());
    }
}
