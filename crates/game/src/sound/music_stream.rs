//! The stream of music: what the conductor plays, as the sound device asks for it.

use bevy::{asset::Asset, ecs::component::Component, reflect::TypePath};
use music::{Conductor, Mood, Programme, Track};
use std::sync::{Arc, Mutex, PoisonError};

/// After so many frames the stream looks what is wanted: about a hundred times a second.
const LOOK: usize = 441;
/// The share of the way to the wanted loudness that each frame goes.
const SOFTLY: f32 = 0.0005;

/// What is wanted of the music. It is written over and never queued: without a sound device nobody takes it.
#[derive(Default)]
struct Wish {
    /// Counts the programmes; with another number another one begins.
    number: u64,
    programme: Option<Arc<Programme>>,
    mood: Mood,
    loudness: f32,
    is_mono: bool,
    sting: Option<Track>,
}

/// The stream, as an entity of the port `Mixer`: it plays what is wished of it as long as the entity is there.
#[derive(Component, Asset, TypePath, Clone, Default)]
pub(crate) struct MusicStream(Arc<Mutex<Wish>>);

impl MusicStream {
    fn with<T>(&self, change: impl FnOnce(&mut Wish) -> T) -> T {
        // A wish is whole at all times, even if whoever wrote it has panicked.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins another programme, or falls silent.
    pub(crate) fn begin(&self, programme: Option<Arc<Programme>>) {
        self.with(|wish| {
            wish.number += 1;
            (wish.programme, wish.mood, wish.sting) = (programme, Mood::Calm, None);
        });
    }

    /// Goes on with what was begun, of which there is more now.
    pub(crate) fn extend(&self, programme: Arc<Programme>) {
        self.with(|wish| wish.programme = Some(programme));
    }

    /// Changes mood and loudness, and whether both ears hear the same.
    pub(crate) fn feel(&self, mood: Mood, loudness: f32, is_mono: bool) {
        self.with(|wish| (wish.mood, wish.loudness, wish.is_mono) = (mood, loudness, is_mono));
    }

    /// Plays a sting over the music, as soon as somebody listens.
    pub(crate) fn sting(&self, track: Track) {
        self.with(|wish| wish.sting = Some(track));
    }
}

impl MusicStream {
    /// Begins to play it.
    pub(crate) fn playing(&self) -> Streaming {
        Streaming {
            wish: Arc::clone(&self.0),
            conductor: Conductor::new(),
            number: 0,
            wanted: 0.0,
            loudness: 0.0,
            frame: [0.0; 2],
            is_right: false,
            is_mono: false,
            until_look: 0,
        }
    }
}

/// The frames of the music, left and right by turns, without an end.
pub(crate) struct Streaming {
    wish: Arc<Mutex<Wish>>,
    conductor: Conductor,
    number: u64,
    wanted: f32,
    loudness: f32,
    frame: [f32; 2],
    is_right: bool,
    is_mono: bool,
    until_look: usize,
}

impl Streaming {
    /// Looks what is wanted, unless somebody is just writing it.
    fn look(&mut self) {
        let Ok(mut wish) = self.wish.try_lock() else { return };
        if wish.number != self.number {
            self.number = wish.number;
            self.conductor.play(wish.programme.clone());
        } else if let Some(programme) = &wish.programme {
            self.conductor.extend(programme);
        }
        self.conductor.set_mood(wish.mood);
        (self.wanted, self.is_mono) = (wish.loudness, wish.is_mono);
        if let Some(track) = wish.sting.take() {
            self.conductor.sting(track);
        }
    }
}

impl Iterator for Streaming {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        if self.is_right {
            self.is_right = false;
            return Some(self.frame[1]);
        }
        if self.until_look == 0 {
            self.until_look = LOOK;
            self.look();
        }
        self.until_look -= 1;
        self.loudness += (self.wanted - self.loudness) * SOFTLY;
        self.frame = self.conductor.next_frame().map(|sample| sample * self.loudness);
        if self.is_mono {
            self.frame = [(self.frame[0] + self.frame[1]) / 2.0; 2];
        }
        self.is_right = true;
        Some(self.frame[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn programme(sample: i16) -> Arc<Programme> {
        let calm = Track::new(vec![[sample, -sample]; 4410], 4410);
        Arc::new(Programme { calm, hunted: None, fight: None, last_stand: None })
    }

    /// The last frame of so many seconds.
    fn after(stream: &mut Streaming, seconds: usize) -> [f32; 2] {
        let mut frame = [0.0; 2];
        for _ in 0..seconds * 44_100 {
            frame = [stream.next().unwrap(), stream.next().unwrap()];
        }
        frame
    }

    #[test]
    fn it_plays_what_is_wanted_as_loud_as_is_wanted_and_without_a_wish_silence() {
        let music = MusicStream::default();
        let mut stream = music.playing();
        assert_eq!(after(&mut stream, 1), [0.0, 0.0]);
        music.begin(Some(programme(16_384)));
        music.feel(Mood::Calm, 0.5, false);
        let [left, right] = after(&mut stream, 2);
        assert!((left - 0.25).abs() < 0.001 && (right + 0.25).abs() < 0.001, "{left} {right}");
        music.feel(Mood::Calm, 0.5, true);
        assert_eq!(after(&mut stream, 1), [0.0, 0.0], "left and right cancel each other out");
        music.feel(Mood::Calm, 0.0, false);
        assert!(after(&mut stream, 1)[0].abs() < 0.001, "its volume is down");
        music.feel(Mood::Calm, 0.5, false);
        music.begin(None);
        assert_eq!(after(&mut stream, 2), [0.0, 0.0]);
    }

    #[test]
    fn wishes_nobody_takes_do_not_pile_up() {
        let music = MusicStream::default();
        let first = programme(1);
        music.begin(Some(Arc::clone(&first)));
        (0..100).for_each(|_| music.begin(Some(programme(2))));
        assert_eq!(Arc::strong_count(&first), 1);
    }
}
