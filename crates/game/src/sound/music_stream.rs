//! Music stream: what the conductor plays, on demand of the sound device.

use bevy::{asset::Asset, ecs::component::Component, reflect::TypePath};
use music::{Conductor, Mood, Programme, Track};
use std::sync::{Arc, Mutex, PoisonError};

/// Number of frames between two checks for changed requests: about 100 checks per second.
const LOOK: usize = 441;
/// Smoothing factor of the loudness per frame.
const SOFTLY: f32 = 0.0005;

/// Requested state of the music. It is overwritten and never queued, because without a sound device it is never read.
#[derive(Default)]
struct Wish {
    /// Number of the programme. The stream starts a new programme when it changes.
    number: u64,
    programme: Option<Arc<Programme>>,
    mood: Mood,
    loudness: f32,
    is_mono: bool,
    sting: Option<Track>,
}

/// Music stream, as an entity of the port `Mixer`. It plays the requested music as long as the entity exists.
#[derive(Component, Asset, TypePath, Clone, Default)]
pub(crate) struct MusicStream(Arc<Mutex<Wish>>);

impl MusicStream {
    fn with<T>(&self, change: impl FnOnce(&mut Wish) -> T) -> T {
        // The request is consistent at all times, even after a panic in a writer.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts another programme, or stops the music.
    pub(crate) fn begin(&self, programme: Option<Arc<Programme>>) {
        self.with(|wish| {
            wish.number += 1;
            (wish.programme, wish.mood, wish.sting) = (programme, Mood::Calm, None);
        });
    }

    /// Replaces the current programme with a longer version of it.
    pub(crate) fn extend(&self, programme: Arc<Programme>) {
        self.with(|wish| wish.programme = Some(programme));
    }

    /// Sets the mood, the loudness, and mono or stereo.
    pub(crate) fn feel(&self, mood: Mood, loudness: f32, is_mono: bool) {
        self.with(|wish| (wish.mood, wish.loudness, wish.is_mono) = (mood, loudness, is_mono));
    }

    /// Plays a sting over the music as soon as the device asks for samples.
    pub(crate) fn sting(&self, track: Track) {
        self.with(|wish| wish.sting = Some(track));
    }
}

impl MusicStream {
    /// Creates the sample stream.
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

/// Endless stream of samples, alternating between left and right.
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
    /// Reads the request, unless it is being written at the moment.
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

    /// Returns the last frame after a number of seconds.
    fn after(stream: &mut Streaming, seconds: usize) -> [f32; 2] {
        let mut frame = [0.0; 2];
        for _ in 0..seconds * 44_100 {
            frame = [stream.next().unwrap(), stream.next().unwrap()];
        }
        frame
    }

    #[test]
    fn stream_follows_requests_and_is_silent_without_any() {
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
        assert!(after(&mut stream, 1)[0].abs() < 0.001, "the volume is 0");
        music.feel(Mood::Calm, 0.5, false);
        music.begin(None);
        assert_eq!(after(&mut stream, 2), [0.0, 0.0]);
    }

    #[test]
    fn unread_requests_do_not_accumulate() {
        let music = MusicStream::default();
        let first = programme(1);
        music.begin(Some(Arc::clone(&first)));
        (0..100).for_each(|_| music.begin(Some(programme(2))));
        assert_eq!(Arc::strong_count(&first), 1);
    }
}
