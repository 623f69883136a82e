//! Notes: signs that the player places on the map as reminders.

use crate::{
    automap::key, automap::map_viewport::MapViewport, automap::plan::sign, canvas::canvas::Canvas, canvas::pen::Pen,
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The signs, in the order in which a cell cycles through them.
const SIGNS: [&str; 4] = ["?", "!", "+", "x"];
/// The maximum number of notes on a level.
const MAX: usize = 99;

/// The notes on the current deck.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapNotes {
    /// The deck's name; notes of another deck do not apply.
    deck: String,
    /// The cell (column, row) of each note, and the index of its sign.
    notes: Vec<((u16, u16), u8)>,
}

impl MapNotes {
    /// Starts a deck; notes of another deck are removed.
    pub fn come_to(&mut self, deck: &str) {
        if self.deck != deck {
            *self = MapNotes { deck: deck.to_owned(), notes: Vec::new() };
        }
    }

    /// Adds a note to a cell, changes it to the next sign, or removes it after the last one. Cells outside of every map
    /// and excess notes are ignored.
    pub fn turn(&mut self, cell: IVec2) {
        let Some(place) = u16::try_from(cell.x).ok().zip(u16::try_from(cell.y).ok()) else { return };
        let Some(at) = self.notes.iter().position(|(other, _)| *other == place) else {
            if self.notes.len() < MAX {
                self.notes.push((place, 0));
            }
            return;
        };
        let next = usize::from(self.notes[at].1) + 1;
        if next < SIGNS.len() {
            self.notes[at].1 = next as u8;
        } else {
            self.notes.remove(at);
        }
    }

    /// Returns the number of notes.
    pub fn count(&self) -> usize {
        self.notes.len()
    }

    /// Draws the notes.
    pub(crate) fn draw(&self, canvas: &mut Canvas, pen: &Pen, sheet: &MapViewport) {
        for ((x, y), number) in self.notes.iter().take(MAX) {
            let Some(word) = SIGNS.get(usize::from(*number)) else { continue };
            sign(canvas, pen, sheet, Vec2::new(f32::from(*x) + 0.5, f32::from(*y) + 0.5), word, key::NOTE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_cycle_through_signs_and_belong_to_one_deck() {
        let mut notes = MapNotes::default();
        notes.come_to("one");
        let cell = IVec2::new(3, 4);
        let counts: Vec<usize> = (0..=SIGNS.len())
            .map(|_| {
                notes.turn(cell);
                notes.count()
            })
            .collect();
        assert_eq!(counts, [1, 1, 1, 1, 0]);
        notes.turn(cell);
        notes.turn(IVec2::new(-1, 4));
        notes.come_to("one");
        assert_eq!(notes.count(), 1);
        (0..500).for_each(|x| notes.turn(IVec2::new(x, 9)));
        assert_eq!(notes.count(), MAX);
        notes.come_to("two");
        assert_eq!(notes.count(), 0);
    }
}
