//! Notes: signs that the player sets on the map, for whatever he wants to remember.

use crate::{
    automap::key, automap::map_viewport::MapViewport, automap::plan::sign, canvas::canvas::Canvas, canvas::pen::Pen,
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The signs, in the order in which they follow each other on a cell.
const SIGNS: [&str; 4] = ["?", "!", "+", "x"];
/// The most notes on a deck.
const MAX: usize = 99;

/// The notes on the deck that is played.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapNotes {
    /// The deck's name: notes of another one mean nothing here.
    deck: String,
    /// The cell (column, row) of each, and the number of its sign.
    notes: Vec<((u16, u16), u8)>,
}

impl MapNotes {
    /// Those of another deck are forgotten.
    pub fn come_to(&mut self, deck: &str) {
        if self.deck != deck {
            *self = MapNotes { deck: deck.to_owned(), notes: Vec::new() };
        }
    }

    /// Sets a note on a cell, changes it to the next sign, or takes it away after the last one. What is off every map, or one too
    /// many, is nothing.
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

    /// How many there are.
    pub fn count(&self) -> usize {
        self.notes.len()
    }

    /// Draws them.
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
    fn a_note_is_set_changed_and_taken_away_again_and_stays_on_its_deck() {
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
