//! Streams of music and ambience, which receive their parts while they play.

use crate::piece::Part;
use music::{Conductor, Mood, Programme, Track};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// Smoothing factor of the loudness per frame.
const SOFTLY: f32 = 0.0005;

/// Requested mood and loudness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Feel {
    /// Mood of the music.
    pub mood: Mood,
    /// Loudness of the music, from 0 to 1.
    pub music: f32,
    /// Loudness of the ambience, from 0 to 1.
    pub bed: f32,
    /// True if both ears hear the same.
    pub is_mono: bool,
}

/// Music and ambience.
#[derive(Default)]
pub(crate) struct Streams {
    /// Number of the current piece.
    number: u32,
    programme: Option<Programme>,
    music: Conductor,
    bed: Conductor,
    stings: BTreeMap<u8, Track>,
    feel: Feel,
    /// Current loudness of both, which follows the requested one.
    loudness: [f32; 2],
}

impl Streams {
    /// Fades out the current piece, and waits for the parts of another one.
    pub(crate) fn begin(&mut self, number: u32) {
        (self.number, self.programme) = (number, None);
        self.stings.clear();
        self.music.play(None);
        self.bed.play(None);
    }

    /// Plays a part of a piece from now on. Parts of an earlier piece are ignored.
    pub(crate) fn add(&mut self, number: u32, part: Part, track: Track) {
        if number != self.number {
            return;
        }
        match (part, &mut self.programme) {
            (Part::Bed, _) => self.bed.play(Some(Arc::new(Programme::single(track)))),
            (Part::Sting(sting), _) => drop(self.stings.insert(sting, track)),
            (Part::Calm, programme) => {
                let new = Programme::single(track);
                self.music.play(Some(Arc::new(new.clone())));
                *programme = Some(new);
            }
            (_, None) => {}
            (part, Some(programme)) => {
                let place = match part {
                    Part::Hunted => &mut programme.hunted,
                    Part::Fight => &mut programme.fight,
                    _ => &mut programme.last_stand,
                };
                *place = Some(track);
                self.music.extend(&Arc::new(programme.clone()));
            }
        }
    }

    /// Changes the mood and the loudness.
    pub(crate) fn feel(&mut self, feel: Feel) {
        self.music.set_mood(feel.mood);
        self.feel = feel;
    }

    /// Plays a sting over the music, if it has been rendered.
    pub(crate) fn sting(&mut self, number: u8) {
        if let Some(track) = self.stings.get(&number) {
            self.music.sting(track.clone());
        }
    }

    /// Returns the next frame. `part` scales the loudness.
    pub(crate) fn next_frame(&mut self, part: f32) -> [f32; 2] {
        let [music, bed] = &mut self.loudness;
        *music += (self.feel.music * part - *music) * SOFTLY;
        *bed += (self.feel.bed * part - *bed) * SOFTLY;
        let (one, other) = (self.music.next_frame(), self.bed.next_frame());
        let frame = [0, 1].map(|ear| one[ear] * *music + other[ear] * *bed);
        if self.feel.is_mono { [(frame[0] + frame[1]) / 2.0; 2] } else { frame }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(sample: i16) -> Track {
        Track::new(vec![[sample, -sample]; 4410], 4410)
    }

    /// Returns the last frame after a number of seconds.
    fn after(streams: &mut Streams, seconds: usize) -> [f32; 2] {
        (0..seconds * 44_100).fold([0.0; 2], |_, _| streams.next_frame(1.0))
    }

    #[test]
    fn streams_follow_requests_and_are_silent_without_any() {
        let mut streams = Streams::default();
        let feel = Feel { music: 0.5, bed: 0.25, ..Feel::default() };
        streams.feel(feel);
        assert_eq!(after(&mut streams, 1), [0.0, 0.0]);
        streams.begin(1);
        streams.add(1, Part::Calm, track(16_384));
        let [left, right] = after(&mut streams, 2);
        assert!((left - 0.25).abs() < 0.001 && (right + 0.25).abs() < 0.001, "{left} {right}");
        streams.add(1, Part::Bed, track(16_384));
        assert!((after(&mut streams, 2)[0] - 0.375).abs() < 0.001, "the ambience plays with the music");
        streams.feel(Feel { is_mono: true, ..feel });
        assert_eq!(after(&mut streams, 1), [0.0, 0.0], "left and right cancel each other out");
        streams.feel(Feel { music: 0.0, bed: 0.0, ..feel });
        assert!(after(&mut streams, 1)[0].abs() < 0.001, "the volume is 0");
        streams.feel(feel);
        streams.begin(2);
        assert_eq!(after(&mut streams, 2), [0.0, 0.0]);
    }

    #[test]
    fn late_parts_join_their_own_piece_only() {
        let mut streams = Streams::default();
        streams.feel(Feel { mood: Mood::Fight, music: 1.0, ..Feel::default() });
        streams.begin(2);
        streams.add(1, Part::Calm, track(16_384));
        streams.add(2, Part::Fight, track(16_384));
        assert_eq!(after(&mut streams, 1), [0.0, 0.0], "one is of another piece, the other one has no programme yet");
        streams.add(2, Part::Calm, track(8192));
        assert!((after(&mut streams, 2)[0] - 0.25).abs() < 0.001);
        streams.add(2, Part::Fight, track(16_384));
        streams.feel(Feel { mood: Mood::Fight, music: 1.0, ..Feel::default() });
        assert!((after(&mut streams, 2)[0] - 0.5).abs() < 0.001, "the fight starts at a bar");
    }
}
