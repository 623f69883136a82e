//! Noises: how far they carry.
//!
//! Sound takes ways, not straight lines: round corners it gets fainter by their length, and through shut doors by five
//! cells more.

use crate::{deck::grid::Grid, deck::nav_grid::SIDES, deck::paths, deck::shape::Shape, events::noises::Noise};
use bevy::prelude::*;
use level::PaneKind;
use std::{cmp::Reverse, collections::BinaryHeap};

/// What a shut door takes from a noise; an open cell takes 1.
const DOOR: u8 = 5;

/// What is heard where: for every cell the noise that is loudest there, found in one search for all noises together.
///
/// It is worked out anew when there are noises, so it is no part of the state; it is kept for its room in memory.
#[derive(Resource, Default)]
pub struct Ears {
    /// The last noises, and the tick in which they were heard.
    noises: Vec<Noise>,
    tick: u64,
    /// For every cell how loud it is there, 0 for silence, and which noise that is.
    loudest: Vec<(u8, u32)>,
    /// The cells in which something is heard.
    reached: Vec<usize>,
    /// Where sound arrives, the loudest first; of equals the earlier noise, then the cell of the lower number.
    queue: BinaryHeap<(u8, Reverse<u32>, Reverse<usize>)>,
}

impl Ears {
    /// Lets noises spread, so far as each reaches.
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
                continue; // something as loud was here first
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

    /// The last noises, and the tick in which they were heard.
    pub fn last(&self) -> (&[Noise], u64) {
        (&self.noises, self.tick)
    }

    /// The number of the noise that was loudest in a cell, and how much farther it would have been heard, in cells; if one
    /// came there.
    pub fn heard_in(&self, grid: &Grid, cell: IVec2) -> Option<(usize, u8)> {
        let &(loud, noise) = self.loudest.get(grid.index(cell)?)?;
        (loud > 0).then(|| (noise as usize, loud - 1))
    }

    /// The number of the noise that was loudest for somebody at a point, and how much farther it would have been heard, in
    /// cells; if one came there.
    pub fn heard(&self, grid: &Grid, at: Vec2) -> Option<(usize, u8)> {
        self.heard_in(grid, paths::cell_of(grid, at))
    }
}

/// What a cell takes from a noise that enters it; none if no sound gets in.
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

    /// The columns of the second row in which something is heard.
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
    fn a_noise_goes_as_far_as_its_way_is_short() {
        assert_eq!(last("############ #@.........# ############", 4), 5);
        assert_eq!(last("########### #@.+......# ###########", 8), 5); // the door took 5 of it
        assert_eq!(last("########### #@.+......# ###########", 5), 2);
        assert_eq!(last("########### #@.G......# ###########", 5), 6);
        assert_eq!(last("########### #@.P......# ###########", 5), 6);
        assert_eq!(last("########### #@.W......# ###########", 9), 2);
        // Down, along, and up again: nothing is heard at the end of a way that is one cell too long.
        assert_eq!(last("###### #@#..# #....# ######", 4), 3);
        assert_eq!(last("###### #@#..# #....# ######", 3), 1);
    }

    #[test]
    fn of_several_noises_each_hears_the_loudest() {
        let row = "########## #@.......# ##########";
        let both = heard(row, &[noise(1.5, 3), noise(6.5, 3)]);
        assert_eq!(both, [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1)]);
        assert_eq!(heard(row, &[noise(1.5, 1), noise(4.5, 12)])[0], (1, 1));
    }

    #[test]
    fn nothing_of_the_last_noises_is_heard_among_the_next() {
        let grid = grid("########## #@.......# ##########");
        let mut ears = Ears::default();
        ears.listen(&grid, &[noise(1.5, 2)], 0);
        ears.listen(&grid, &[noise(8.5, 2)], 1);
        assert_eq!(ears.heard(&grid, Vec2::new(1.5, 1.5)), None);
        assert_eq!(ears.heard(&grid, Vec2::new(7.5, 1.5)), Some((0, 1)));
    }
}
