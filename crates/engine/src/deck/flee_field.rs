//! Flight: the distance field of the ways that lead away from somebody: to the ends of the map, and past him if they are much
//! farther off there. (A "safety map", as roguelikes call it: the distances, turned over and stretched a little.)
//!
//! Its search has many goals: the cells beside which none is farther off. They are looked for a few cells a tick, too.

use crate::{
    deck::field::{FAR, Field, SavedField},
    deck::nav_grid::NavGrid,
};
use serde::{Deserialize, Serialize};

/// So many cells are looked at for an end of the map in the time in which one is settled.
const LOOKS: usize = 8;
/// An end that is as far off as this would be the best goal of all; the field counts from there.
const MAX_DISTANCE: u16 = 40_000;

/// The ways that lead away.
#[derive(Clone, Default)]
pub(crate) struct FleeField {
    field: Field,
    /// The cell that is looked at next for an end of the map, while they are looked for.
    next: Option<u32>,
}

/// A flight as it is saved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedFleeField {
    field: SavedField,
    next: Option<u32>,
}

impl FleeField {
    /// The field: downhill leads away.
    pub(crate) fn field(&self) -> &Field {
        &self.field
    }

    /// Takes notice that doors or push-walls have changed the ways.
    pub(crate) fn invalidate(&mut self) {
        self.field.invalidate();
    }

    /// Searches on for the ways that lead away from another field's goal, settling so many cells at most.
    pub(crate) fn search(&mut self, ground: &NavGrid<impl Fn(usize) -> i32>, from: &Field, budget: usize) {
        let Some(goal) = from.goal() else { return };
        let mut left = budget;
        while left > 0 {
            let done = if let Some(next) = self.next {
                self.look_for_ends(ground, from, next as usize, left * LOOKS).div_ceil(LOOKS)
            } else if self.field.is_searching() {
                self.field.settle(ground, left)
            } else if self.field.is_of(goal) {
                return;
            } else {
                self.field.begin(goal, ground.len());
                self.next = Some(0);
                0
            };
            left = left.saturating_sub(done.max(1));
        }
    }

    /// Looks for ends of the map from a cell on, and enters them; says how many cells it has looked at.
    fn look_for_ends(
        &mut self,
        ground: &NavGrid<impl Fn(usize) -> i32>,
        from: &Field,
        first: usize,
        budget: usize,
    ) -> usize {
        let end = ground.len().min(first + budget);
        for cell in first..end {
            let here = from.distance(cell);
            let is_beyond = |side: usize| from.distance(side) < FAR && from.distance(side) > here;
            let leads_on = || ground.beside(cell).into_iter().flatten().any(is_beyond);
            // A shut door or a prop is farther off than what is beside it, and yet no place to flee to.
            if here < FAR && ground.cost(cell) == Some(1) && !leads_on() {
                let nearer = u32::from(MAX_DISTANCE.saturating_sub(here));
                self.field.enter(cell, (nearer * 6 / 5) as u16);
            }
        }
        self.next = (end < ground.len()).then_some(end as u32);
        end - first
    }

    /// What is saved of it.
    pub(crate) fn save(&self) -> SavedFleeField {
        SavedFleeField { field: self.field.save(), next: self.next }
    }
}

impl SavedFleeField {
    /// The flight, as it was saved.
    pub(crate) fn restore(&self) -> FleeField {
        FleeField { field: self.field.restore(), next: self.next }
    }

    /// True if it can be one of a map with so many cells.
    pub(crate) fn is_valid(&self, cells: usize) -> bool {
        match self.next {
            Some(next) => (next as usize) < cells && self.field.has_begun(cells),
            None => self.field.is_valid(cells),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{deck::grid::Grid, deck::paths};
    use bevy::math::IVec2;
    use level::Level;
    use std::cell::Cell;

    #[test]
    fn the_way_away_leads_out_of_a_corner_that_would_be_a_trap() {
        let text = "(name: \"\", legend: { '#': (wall: \"\"), '.': (), '@': (thing: Player) },
            map: [\"############\", \"#..@.......#\", \"#.########.#\", \"############\"])";
        let grid = Grid::new(&Level::read("", text.as_bytes()).unwrap());
        let cell = |x, y| grid.index(IVec2::new(x, y)).unwrap();
        let (mut to, mut away) = (Field::default(), FleeField::default());
        to.search(&paths::ground(&grid), cell(3, 1), 1000);
        away.search(&paths::ground(&grid), &to, 1000);
        let downhill = |x, y| away.field().downhill(&grid, IVec2::new(x, y));
        assert_eq!(downhill(5, 1), Some(IVec2::new(6, 1)));
        assert_eq!(downhill(1, 1), Some(IVec2::new(1, 2)), "it is farther off than past him");
        assert_eq!(downhill(10, 2), None);
    }

    #[test]
    fn no_tick_of_a_search_looks_at_many_cells_and_it_goes_on_after_a_restore() {
        let (size, budget) = (IVec2::splat(200), 20);
        let looks = Cell::new(0);
        let ground = NavGrid::new(size, |index| {
            looks.set(looks.get() + 1);
            i32::from(index % 7 != 0)
        });
        let (mut to, mut away) = (Field::default(), FleeField::default());
        to.search(&ground, 1, usize::MAX);
        let mut ticks = 0;
        while ticks == 0 || away.next.is_some() || away.field.is_searching() {
            looks.set(0);
            away.search(&ground, &to, budget);
            assert!(looks.get() <= budget * LOOKS, "{} in tick {ticks}", looks.get());
            if ticks % 50 == 0 {
                let saved = away.save();
                assert!(saved.is_valid(ground.len()));
                away = saved.restore();
            }
            ticks += 1;
        }
        assert!(ticks > ground.len() / LOOKS / budget, "{ticks}");
        assert!(away.field().distance(1) > away.field().distance(1 + 199 * 200), "the far end draws");
    }
}
