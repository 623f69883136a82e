//! The mixer: plays voices and music, and keeps their sum within full scale.

use crate::{
    command::Command,
    headroom::{AHEAD, Headroom},
    piece::Part,
    streams::Streams,
    voice::{Recording, Voice},
};
use music::{RATE, Track};
use std::{collections::BTreeMap, sync::Arc};

/// Maximum number of frames for which the gain of the voices is constant.
const BLOCK: usize = 128;
/// Maximum number of voices. The game plays about half of it, and this many only fade out.
const MAX_VOICES: usize = 64;

/// Plays voices and music.
#[derive(Default)]
pub struct Mixer {
    sounds: BTreeMap<u32, Recording>,
    voices: Vec<(u64, Voice)>,
    streams: Streams,
    headroom: Headroom,
    /// Number of voices that could not start because their sound had not been added.
    missing: u32,
    /// Maximum output since it was last asked for.
    loudest: f32,
}

impl Mixer {
    /// Creates a mixer without sounds.
    #[must_use]
    pub fn new() -> Mixer {
        Mixer::default()
    }

    /// Adds the samples of a sound.
    pub fn add_sound(&mut self, sound: u32, samples: Arc<[i16]>, rate: u32) {
        self.sounds.insert(sound, Recording::new(samples, rate));
    }

    /// Adds a part of the piece with this number, which plays from now on.
    pub fn add_part(&mut self, number: u32, part: Part, track: Track) {
        self.streams.add(number, part, track);
    }

    /// Carries out a command.
    pub fn obey(&mut self, command: Command) {
        match command {
            Command::Start { voice, sound, start } => {
                self.stop(voice);
                match self.sounds.get(&sound) {
                    Some(recording) if self.voices.len() < MAX_VOICES => {
                        self.voices.push((voice, Voice::new(recording.clone(), &start)));
                    }
                    Some(_) => {}
                    None => self.missing += 1,
                }
            }
            Command::Place { voice, ears } => {
                if let Some((_, playing)) = self.voices.iter_mut().find(|(number, _)| *number == voice) {
                    playing.wanted = ears;
                }
            }
            Command::Stop { voice } => self.stop(voice),
            Command::Piece(number) => self.streams.begin(number),
            Command::Feel(feel) => self.streams.feel(feel),
            Command::Sting(number) => self.streams.sting(number),
        }
    }

    fn stop(&mut self, voice: u64) {
        self.voices.retain(|(number, _)| *number != voice);
    }

    /// Fills the frames, for the left and the right ear.
    pub fn mix(&mut self, frames: &mut [[f32; 2]]) {
        for block in frames.chunks_mut(BLOCK) {
            let peaks = self.voices.iter().map(|(_, voice)| voice.peak(AHEAD)).sum();
            let part = self.headroom.follow(peaks, block.len() as f32 / RATE as f32);
            let beside = self.headroom.beside();
            block.iter_mut().for_each(|frame| *frame = self.streams.next_frame(beside));
            self.voices.retain_mut(|(_, voice)| {
                for frame in block.iter_mut() {
                    let Some([left, right]) = voice.next_frame(part) else { return false };
                    frame[0] += left;
                    frame[1] += right;
                }
                true
            });
            self.loudest = block.iter().flatten().fold(self.loudest, |most, sample| most.max(sample.abs()));
        }
    }

    /// Returns the number of voices that play or fade.
    #[must_use]
    pub fn voices(&self) -> usize {
        self.voices.len()
    }

    /// Returns the number of voices that could not start because their sound had not been added.
    #[must_use]
    pub fn missing(&self) -> u32 {
        self.missing
    }

    /// Returns the maximum output since the last call; 1 is full scale.
    pub fn take_loudest(&mut self) -> f32 {
        std::mem::take(&mut self.loudest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ears::Ears, start::Start, streams::Feel};

    fn ears(left: f32, right: f32) -> Ears {
        Ears { left, right, clear: 1.0 }
    }

    /// Returns a mixer with a sound of one second of half of full scale, number 1.
    fn mixer() -> Mixer {
        let mut mixer = Mixer::new();
        mixer.add_sound(1, vec![16_384; RATE as usize].into(), RATE);
        mixer
    }

    fn start(voice: u64, sound: u32, ears: Ears) -> Command {
        Command::Start { voice, sound, start: Start::with(ears) }
    }

    /// Returns the frames of the next seconds.
    fn hear(mixer: &mut Mixer, seconds: f32) -> Vec<[f32; 2]> {
        let mut frames = vec![[9.0; 2]; (seconds * RATE as f32) as usize];
        mixer.mix(&mut frames);
        frames
    }

    #[test]
    fn shot_is_heard_on_its_side_and_ends() {
        let mut mixer = mixer();
        assert!(hear(&mut mixer, 0.01).iter().flatten().all(|sample| *sample == 0.0));
        mixer.obey(start(7, 1, ears(0.5, 0.0)));
        assert!(hear(&mut mixer, 0.5).iter().all(|frame| *frame == [0.25, 0.0]));
        mixer.obey(Command::Place { voice: 7, ears: ears(0.0, 0.5) });
        assert!(hear(&mut mixer, 0.2).last().is_some_and(|[left, right]| *left < 0.001 && *right > 0.249));
        assert!((mixer.take_loudest() - 0.25).abs() < 0.001 && mixer.take_loudest() == 0.0);
        hear(&mut mixer, 0.5);
        assert_eq!((mixer.voices(), hear(&mut mixer, 0.01)[0]), (0, [0.0; 2]));
    }

    #[test]
    fn stopped_voice_is_silent_and_others_go_on() {
        let mut mixer = mixer();
        mixer.obey(start(1, 1, ears(0.2, 0.2)));
        mixer.obey(start(2, 1, ears(0.1, 0.1)));
        mixer.obey(Command::Stop { voice: 1 });
        mixer.obey(Command::Stop { voice: 9 });
        assert_eq!((mixer.voices(), hear(&mut mixer, 0.01)[0]), (1, [0.05; 2]));
    }

    #[test]
    fn unknown_sound_is_counted_and_too_many_voices_are_not_started() {
        let mut mixer = mixer();
        mixer.obey(start(1, 5, ears(1.0, 1.0)));
        assert_eq!((mixer.voices(), mixer.missing()), (0, 1));
        (0..1000).for_each(|voice| mixer.obey(start(voice, 1, ears(0.1, 0.1))));
        assert_eq!((mixer.voices(), mixer.missing()), (MAX_VOICES, 1));
    }

    #[test]
    fn crowd_stays_within_full_scale_and_ducks_the_music() {
        let mut mixer = mixer();
        let track = Track::new(vec![[3277; 2]; 4410], 4410);
        mixer.obey(Command::Piece(1));
        mixer.add_part(1, Part::Calm, track);
        mixer.obey(Command::Feel(Feel { music: 1.0, ..Feel::default() }));
        let music = hear(&mut mixer, 3.0).last().copied().unwrap_or_default();
        assert!((music[0] - 0.1).abs() < 0.001, "{music:?}");
        (0..8).for_each(|voice| mixer.obey(start(voice, 1, ears(0.9, 0.4))));
        let heard = hear(&mut mixer, 0.9);
        let loudest = heard.iter().flatten().fold(0.0_f32, |most, sample| most.max(sample.abs()));
        assert!((0.85..1.0).contains(&loudest), "{loudest}");
        let share = |frame: &[f32; 2]| frame[1] - 0.8 * 0.4 / 0.9;
        assert!(heard.last().is_some_and(|frame| share(frame) < 0.06), "the music must be ducked");
        hear(&mut mixer, 9.0);
        assert!((hear(&mut mixer, 0.01)[0][0] - 0.1).abs() < 0.001, "the music must recover");
    }

    #[test]
    fn invalid_numbers_do_not_panic() {
        let mut mixer = mixer();
        for bad in [f32::NAN, f32::INFINITY, -1.0, 1e30] {
            let start = Start { speed: bad, delay: bad, left: Some(bad), ..Start::with(ears(bad, 1.0)) };
            let start = Start { repeats: true, ..start };
            mixer.obey(Command::Start { voice: 1, sound: 1, start });
            hear(&mut mixer, 0.1);
        }
    }
}
