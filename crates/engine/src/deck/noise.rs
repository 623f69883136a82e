//! Noise propagation: how far noises carry.
//!
//! Sound travels along paths, not in straight lines. It gets fainter with the length of the path, and a closed door
//! counts as five cells.

use crate::{deck::grid::Grid, deck::nav_grid::SIDES, deck::paths, deck::shape::Shape, events::noises::Noise};
use bevy::prelude::*;
use level::PaneKind;
use std::{cmp::Reverse, collections::BinaryHeap};

/// Loss of loudness at a closed door; an open cell takes 1.
const DOOR: u8 = 5;

/// The loudest noise in every cell, found in one search for all noises together.
///
/// It is recomputed when there are noises, so it is not part of the game state. It is kept to reuse its memory.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub struct Ears {
    /// The last noises, and the tick in which they were heard.
    #[cfg_attr(feature = "dev", reflect(ignore))]
    noises: Vec<Noise>,
    tick: u64,
    /// For every cell, the loudness (0 for silence) and the index of the loudest noise.
    loudest: Vec<(u8, u32)>,
    /// The cells in which something is heard.
    reached: Vec<usize>,
    /// The arriving sounds, loudest first; ties go to the earlier noise, then to the lower cell index.
    #[cfg_attr(feature = "dev", reflect(ignore))]
    queue: BinaryHeap<(u8, Reverse<u32>, Reverse<usize>)>,
}

impl Ears {
    /// Spreads noises as far as they reach.
    pub fn listen(&mut self, grid: &Grid, noises: &[Noise], tick: u64) {
        self.noises.clear();
        self.noises.extend_from_slice(noises);
        self.tick = tick;
        for cell in self.reached.drain(..) {
            self.loudest[cell] = (0, 0);
        }
        self.loudest.resize(grid.len(), (0, 0));
        for (number, noise) in (0..).zip(noises) {
            if let Some(cell) = grid.index(paths::cell_of(grid, noise.at)) {
                self.queue.push((noise.reach + 1, Reverse(number), Reverse(cell)));
            }
        }
        while let Some((loud, Reverse(noise), Reverse(cell))) = self.queue.pop() {
            if self.loudest[cell].0 > 0 {
                continue; // an equal or louder sound was here first
            }
            self.loudest[cell] = (loud, noise);
            self.reached.push(cell);
            for next in SIDES.map(|step| grid.cell(cell) + step) {
                let left = takes(grid.shape(next)).map_or(0, |cost| loud.saturating_sub(cost));
                let quiet = |next: &usize| left > self.loudest[*next].0;
                if let Some(next) = grid.index(next).filter(quiet) {
                    self.queue.push((left, Reverse(noise), Reverse(next)));
                }
            }
        }
    }

    /// Returns the last noises and the tick in which they were heard.
    pub fn last(&self) -> (&[Noise], u64) {
        (&self.noises, self.tick)
    }

    /// Returns the index of the loudest noise in a cell, and how many cells farther it would have been heard. Returns
    /// `None` if the cell is silent.
    pub fn heard_in(&self, grid: &Grid, cell: IVec2) -> Option<(usize, u8)> {
        let &(loud, noise) = self.loudest.get(grid.index(cell)?)?;
        (loud > 0).then(|| (noise as usize, loud - 1))
    }

    /// Returns the index of the loudest noise for a listener at a point, and how many cells farther it would have been
    /// heard. Returns `None` if nothing is heard there.
    pub fn heard(&self, grid: &Grid, at: Vec2) -> Option<(usize, u8)> {
        self.heard_in(grid, paths::cell_of(grid, at))
    }
}

/// Returns the loss of loudness on entering a cell of this shape, or `None` if no sound gets in.
fn takes(shape: Shape) -> Option<u8> {
    match shape {
        Shape::Open
        | Shape::Pillar
        | Shape::Table
        | Shape::Diagonal { .. }
        | Shape::Pane { kind: PaneKind::Grating | PaneKind::Barrier, .. } => Some(1),
        Shape::Door { open: shut, .. } | Shape::Leaves { turn: shut, .. } => Some(if shut == 0.0 { DOOR } else { 1 }),
        Shape::Locked { .. } => Some(DOOR),
        Shape::Space | Shape::Solid | Shape::PushWall { .. } | Shape::Pane { kind: PaneKind::Window, .. } => None,
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Ears>();
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::Level;

    fn grid(rows: &str) -> Grid {
        let text = format!(
            "(name: \"\", legend: {{ '#': (wall: \"\"), '.': (), '@': (thing: Player), '+': (door: \"\"),
                'G': (grating: \"\"), 'W': (window: \"\"), 'P': (pillar: \"\") }}, map: {:?})",
            rows.split_whitespace().collect::<Vec<_>>()
        );
        Grid::new(&Level::read("", text.as_bytes()).unwrap())
    }

    fn noise(x: f32, reach: u8) -> Noise {
        let at = Vec2::new(x, 1.5);
        Noise { at, about: at, reach }
    }

    /// Returns the columns of the second row in which something is heard, with the index of the noise.
    fn heard(rows: &str, noises: &[Noise]) -> Vec<(i32, usize)> {
        let grid = grid(rows);
        let mut ears = Ears::default();
        ears.listen(&grid, noises, 0);
        let at = |x: i32| ears.heard(&grid, Vec2::new(x as f32 + 0.5, 1.5)).map(|(noise, _)| (x, noise));
        (1..grid.size().x - 1).filter_map(at).collect()
    }

    fn last(rows: &str, reach: u8) -> i32 {
        heard(rows, &[noise(1.5, reach)]).last().unwrap().0
    }

    #[test]
    fn noise_range_depends_on_the_length_of_the_path() {
        assert_eq!(last("############ #@.........# ############", 4), 5);
        assert_eq!(last("########### #@.+......# ###########", 8), 5); // the door took 5 of it
        assert_eq!(last("########### #@.+......# ###########", 5), 2);
        assert_eq!(last("########### #@.G......# ###########", 5), 6);
        assert_eq!(last("########### #@.P......# ###########", 5), 6);
        assert_eq!(last("########### #@.W......# ###########", 9), 2);
        // Down, along and up again: a path that is one cell too long is silent at its end.
        assert_eq!(last("###### #@#..# #....# ######", 4), 3);
        assert_eq!(last("###### #@#..# #....# ######", 3), 1);
    }

    #[test]
    fn loudest_of_several_noises_is_heard() {
        let row = "########## #@.......# ##########";
        let both = heard(row, &[noise(1.5, 3), noise(6.5, 3)]);
        assert_eq!(both, [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1)]);
        assert_eq!(heard(row, &[noise(1.5, 1), noise(4.5, 12)])[0], (1, 1));
    }

    #[test]
    fn earlier_noises_are_forgotten() {
        let grid = grid("########## #@.......# ##########");
        let mut ears = Ears::default();
        ears.listen(&grid, &[noise(1.5, 2)], 0);
        ears.listen(&grid, &[noise(8.5, 2)], 1);
        assert_eq!(ears.heard(&grid, Vec2::new(1.5, 1.5)), None);
        assert_eq!(ears.heard(&grid, Vec2::new(7.5, 1.5)), Some((0, 1)));
    }
}
