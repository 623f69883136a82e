//! A sound as it stands in a WAV file, and the folder of all sounds.

use crate::files::file_bytes::read_file;
use crate::files::trouble::Trouble;
use bevy::ecs::resource::Resource;
use bevy::math::ops;
use hound::{SampleFormat, WavReader, WavSpec};
use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The most bytes of a sound's file.
const MAX_BYTES: usize = 64 << 20;
/// How many of a sample's steps make the loudest of all.
pub(crate) const FULL: f32 = 32_768.0;

/// The sounds that stand in no table of the rules.
pub(crate) const SOUNDS: [&str; 43] = [
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
pub(crate) struct Sound {
    /// The samples, of which [`FULL`] is the loudest.
    pub(crate) samples: Arc<[i16]>,
    /// How many of them make a second.
    pub(crate) rate: NonZero<u32>,
}

impl Sound {
    /// Reads the bytes of a WAV file; several channels become one.
    fn read(bytes: &[u8]) -> Result<Sound, String> {
        let file = WavReader::new(bytes).map_err(broken)?;
        let spec = file.spec();
        let rate = NonZero::new(spec.sample_rate).ok_or("a WAV sound without a sample rate")?;
        let is_plain = (spec.channels, spec.bits_per_sample, spec.sample_format) == (1, 16, SampleFormat::Int);
        let samples = if is_plain && cfg!(target_endian = "little") { copied(file)? } else { converted(file, spec)? };
        Ok(Sound { samples: Arc::from(samples), rate })
    }

    /// How long it sounds.
    pub(crate) fn length(&self) -> Duration {
        Duration::from_secs_f64(self.samples.len() as f64 / f64::from(self.rate.get()))
    }
}

fn broken(error: hound::Error) -> String {
    format!("no WAV sound that can be read: {error}")
}

/// The samples of a file that has them as we do: all of ours have, and one by one they would take a dev build seconds.
fn copied(file: WavReader<&[u8]>) -> Result<Vec<i16>, String> {
    let count = file.len() as usize;
    let bytes = file.into_inner().get(..count * size_of::<i16>());
    let bytes = bytes.ok_or("a WAV sound that ends before its last sample")?;
    let mut samples = vec![0_i16; count];
    bytemuck::cast_slice_mut(&mut samples).copy_from_slice(bytes);
    Ok(samples)
}

/// The samples of any other file.
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
    // What is no number becomes silence, and what is too loud the loudest.
    Ok(mono.map(|sample| (sample * FULL) as i16).collect())
}

/// A file of the folder, and what was read of it, if it was.
#[derive(Debug)]
struct SoundFile {
    path: PathBuf,
    sound: OnceLock<Result<Sound, String>>,
}

impl SoundFile {
    fn sound(&self, name: &str) -> &Result<Sound, String> {
        self.sound.get_or_init(|| {
            let bytes = read_file(&self.path, MAX_BYTES).map_err(|error| error.to_string());
            bytes.and_then(|bytes| Sound::read(&bytes)).map_err(|what| format!("assets/sounds/{name}.wav: {what}"))
        })
    }
}

/// The sounds by the names of their files, without the ending. Each is read when it is needed for the first time, or before that if
/// there was time. The folder may hold whatever else it likes.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Sounds(Arc<BTreeMap<String, SoundFile>>);

impl Sounds {
    /// Those of a folder, none of which is read yet.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(crate) fn open(folder: &Path) -> Result<Sounds, Trouble> {
        let unreadable = |error| Trouble::unreadable(format!("assets/sounds cannot be read: {error}"));
        let paths = fs::read_dir(folder).map_err(unreadable)?.filter_map(|entry| Some(entry.ok()?.path()));
        let sounds = paths.filter(|path| path.extension().is_some_and(|ending| ending == "wav"));
        let named = sounds.filter_map(|path| {
            let name = path.file_stem()?.to_str()?.to_owned();
            Some((name, SoundFile { path, sound: OnceLock::new() }))
        });
        Ok(Sounds(Arc::new(named.collect())))
    }

    /// True if there is a sound of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The sound of this name, unless there is none, or its file is broken.
    pub(crate) fn named(&self, name: &str) -> Option<&Sound> {
        self.0.get(name)?.sound(name).as_ref().ok()
    }

    /// Reads all that have not been needed yet.
    ///
    /// # Errors
    /// The first file that is broken, in a sentence.
    pub(crate) fn read_all(&self) -> Result<(), String> {
        self.0.iter().try_for_each(|(name, file)| file.sound(name).as_ref().map(|_| ()).map_err(Clone::clone))
    }
}

#[cfg(test)]
impl Sounds {
    /// The names of all sounds and their takes.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// One sound and no other.
    pub(crate) fn of(name: &str, sound: Sound) -> Sounds {
        let file = SoundFile { path: PathBuf::new(), sound: OnceLock::from(Ok(sound)) };
        Sounds(Arc::new(BTreeMap::from([(name.to_owned(), file)])))
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
        assert_eq!((&mono.samples[..], mono.rate.get()), (&[0, 16384, -32768][..], 8000));
        let stereo = Sound::read(&wav(2, &[0, 16384, 16384, 16384])).unwrap();
        assert_eq!(stereo.samples[..], [8192, 16384]);
    }

    #[test]
    fn a_sound_of_another_kind_of_samples_becomes_the_same() {
        let spec = WavSpec { channels: 1, sample_rate: 8000, bits_per_sample: 32, sample_format: SampleFormat::Float };
        let mut bytes = Vec::new();
        let mut writer = WavWriter::new(Cursor::new(&mut bytes), spec).unwrap();
        [0.0_f32, 0.5, -1.0, 7.0, f32::NAN].into_iter().for_each(|sample| writer.write_sample(sample).unwrap());
        writer.finalize().unwrap();
        assert_eq!(Sound::read(&bytes).unwrap().samples[..], [0, 16384, -32768, 32767, 0]);
    }

    #[test]
    fn a_sound_is_read_when_it_is_needed_and_a_broken_one_is_told_by_its_file() {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in [("shot.wav", wav(1, &[7])), ("notes.txt", vec![1]), ("thud.wav", wav(1, &[9, 9]))] {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        let sounds = Sounds::open(folder.path()).unwrap();
        assert!(sounds.has("shot") && sounds.has("thud") && !sounds.has("notes"));
        fs::write(folder.path().join("thud.wav"), b"RIFF").unwrap();
        assert_eq!(sounds.named("shot").unwrap().samples[..], [7]);
        assert!(sounds.named("thud").is_none() && sounds.named("notes").is_none());
        let what = sounds.read_all().unwrap_err();
        assert!(what.starts_with("assets/sounds/thud.wav: no WAV sound that can be read: "), "{what}");
        assert!(Sounds::open(&folder.path().join("none")).is_err());
    }

    #[test]
    fn the_games_own_sounds_can_all_be_read() {
        let sounds = Sounds::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/sounds")).unwrap();
        assert_eq!(sounds.read_all(), Ok(()));
        assert!(SOUNDS.into_iter().all(|name| sounds.named(name).is_some_and(|sound| !sound.samples.is_empty())));
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
