//! Room acoustics: reverb that depends on the size and the material of the room.

use serde::{Deserialize, Serialize};

/// Lengths of the delay lines in milliseconds. They have no common factor in samples at usual rates.
const LINES: [f32; 4] = [29.7, 37.1, 41.1, 43.7];
/// Number of open cells around the player in the smallest and the largest room: a closet and a hall.
const CELLS: (f32, f32) = (6.0, 130.0);
/// Reverb time (decay by 60 dB) in seconds, and reverb level, of both.
const SECONDS: (f32, f32) = (0.25, 1.6);
const LEVELS: (f32, f32) = (0.1, 0.3);

/// Material of most of a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stuff {
    /// Wood, cloth and leather.
    Soft,
    /// Steel.
    #[default]
    Steel,
    /// Stone and tiles.
    Hard,
}

impl Stuff {
    /// Returns the remaining brightness of an echo per reflection, and the reverb time relative to steel.
    fn echoes(self) -> (f32, f32) {
        match self {
            Stuff::Soft => (0.25, 0.6),
            Stuff::Steel => (0.45, 1.0),
            Stuff::Hard => (0.65, 1.25),
        }
    }
}

/// Acoustics of a room.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Room {
    /// Reverb time in seconds (decay by 60 dB).
    pub seconds: f32,
    /// Level of the reverb relative to the direct sound.
    level: f32,
    /// Remaining brightness per reflection.
    bright: f32,
}

impl Room {
    /// No room, or no listener.
    pub const NONE: Room = Room { seconds: 0.0, level: 0.0, bright: 0.0 };

    /// Creates the acoustics of a room with this number of open cells and this material.
    #[must_use]
    pub fn of(cells: usize, stuff: Stuff) -> Room {
        let part = ((cells as f32).clamp(CELLS.0, CELLS.1) - CELLS.0) / (CELLS.1 - CELLS.0);
        let between = |(from, to): (f32, f32)| from + (to - from) * part;
        let (bright, longer) = stuff.echoes();
        Room { seconds: between(SECONDS) * longer, level: between(LEVELS), bright }
    }
}

/// Reverb of one sound: comb filters after Schroeder, 1962.
pub(crate) struct Echoes {
    lines: Vec<Line>,
    level: f32,
    bright: f32,
}

struct Line {
    samples: Vec<f32>,
    place: usize,
    back: f32,
    dull: f32,
}

impl Echoes {
    /// Creates the reverb of a room at a sample rate. Returns `None` for a room without reverb.
    pub(crate) fn of(room: Room, rate: u32) -> Option<Echoes> {
        let line = |milliseconds: f32| {
            let length = (milliseconds / 1000.0 * rate as f32) as usize;
            let back = libm::exp2f(-9.97 * milliseconds / 1000.0 / room.seconds);
            Line { samples: vec![0.0; length.max(1)], place: 0, back, dull: 0.0 }
        };
        let (lines, level) = (|| LINES.map(line).into(), room.level / LINES.len() as f32);
        (room.seconds > 0.0).then(|| Echoes { lines: lines(), level, bright: room.bright })
    }

    /// Returns the reverb that is added to the next sample.
    pub(crate) fn next(&mut self, sample: f32) -> f32 {
        let echoes = self.lines.iter_mut().map(|line| line.next(sample, self.bright));
        echoes.sum::<f32>() * self.level
    }
}

impl Line {
    fn next(&mut self, sample: f32, bright: f32) -> f32 {
        let echo = self.samples[self.place];
        self.dull += (echo - self.dull) * bright;
        self.samples[self.place] = sample + self.dull * self.back;
        self.place = (self.place + 1) % self.samples.len();
        echo
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the power of a clap's reverb in each tenth of a second.
    fn tenths(room: Room) -> Vec<f32> {
        let mut echoes = Echoes::of(room, 8000).unwrap();
        let heard: Vec<f32> = (0..16_000).map(|index| echoes.next(if index == 0 { 1.0 } else { 0.0 })).collect();
        heard.chunks(800).map(|part| part.iter().map(|sample| sample * sample).sum()).collect()
    }

    #[test]
    fn reverb_of_a_hall_is_longer_and_louder_than_of_a_closet() {
        let (closet, hall) = (tenths(Room::of(4, Stuff::Steel)), tenths(Room::of(400, Stuff::Steel)));
        assert!(hall[0] > closet[0] && hall[5] > 100.0 * closet[5], "{closet:?} {hall:?}");
        assert!(hall.windows(2).all(|pair| pair[0] >= pair[1]), "{hall:?}");
        assert!(hall[19] < 1e-6 * hall[0], "the reverb must have decayed");
    }

    #[test]
    fn harder_materials_have_longer_reverb() {
        let late = |stuff| tenths(Room::of(60, stuff))[4..].iter().sum::<f32>();
        let [soft, steel, hard] = [Stuff::Soft, Stuff::Steel, Stuff::Hard].map(late);
        assert!(2.0 * soft < steel && 2.0 * steel < hard, "{soft} {steel} {hard}");
    }

    #[test]
    fn no_room_has_no_reverb() {
        assert!(Echoes::of(Room::NONE, 8000).is_none());
    }
}
