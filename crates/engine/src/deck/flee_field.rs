//! The flee field: a distance field whose downhill direction leads away from a goal: to dead ends far from it, or past
//! it if there is much more distance to gain there. Roguelikes call this a "safety map": the distances negated and
//! scaled by 1.2.
//!
//! The search has many starting points: the cells without a neighbour that is farther away. They are searched for a few
//! cells per tick, too.

use crate::{
    deck::field::{FAR, Field, SavedField},
    deck::nav_grid::NavGrid,
};
use serde::{Deserialize, Serialize};

/// Number of cells examined as starting points in the time it takes to settle one.
const LOOKS: usize = 8;
/// Distance of an ideal starting point; the starting points are weighted by how much nearer they are.
const MAX_DISTANCE: u16 = 40_000;

/// The distances along the paths that lead away.
#[derive(Clone, Default)]
pub(crate) struct FleeField {
    field: Field,
    /// The next cell to be examined as a starting point, until all have been.
    next: Option<u32>,
}

/// Save data of a [`FleeField`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedFleeField {
    field: SavedField,
    next: Option<u32>,
}

impl FleeField {
    /// Returns the field; downhill leads away.
    pub(crate) fn field(&self) -> &Field {
        &self.field
    }

    /// Marks the field as out of date because doors or push-walls have changed the map.
    pub(crate) fn invalidate(&mut self) {
        self.field.invalidate();
    }

    /// Continues the search for paths away from the goal of another field, settling up to `budget` cells.
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

    /// Examines cells as starting points from the cell `first` on, and enters those that qualify. Returns the number of
    /// cells examined.
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
            // A closed door or a prop is farther away than its neighbours but not a place to flee to.
            if here < FAR && ground.cost(cell) == Some(1) && !leads_on() {
                let nearer = u32::from(MAX_DISTANCE.saturating_sub(here));
                self.field.enter(cell, (nearer * 6 / 5) as u16);
            }
        }
        self.next = (end < ground.len()).then_some(end as u32);
        end - first
    }

    /// Returns the save data.
    pub(crate) fn save(&self) -> SavedFleeField {
        SavedFleeField { field: self.field.save(), next: self.next }
    }
}

impl SavedFleeField {
    /// Restores the saved field.
    pub(crate) fn restore(&self) -> FleeField {
        FleeField { field: self.field.restore(), next: self.next }
    }

    /// Returns true if this is a valid field for a map with `cells` cells.
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
    fn flee_path_leads_out_of_a_dead_end() {
        let text = "(name: \"\", legend: { '#': (wall: \"\"), '.': (), '@': (thing: Player) },
            map: [\"############\", \"#..@.......#\", \"#.########.#\", \"############\"])";
        let grid = Grid::new(&Level::read("", text.as_bytes()).unwrap());
        let cell = |x, y| grid.index(IVec2::new(x, y)).unwrap();
        let (mut to, mut away) = (Field::default(), FleeField::default());
        to.search(&paths::ground(&grid), cell(3, 1), 1000);
        away.search(&paths::ground(&grid), &to, 1000);
        let downhill = |x, y| away.field().downhill(&grid, IVec2::new(x, y));
        assert_eq!(downhill(5, 1), Some(IVec2::new(6, 1)));
        assert_eq!(downhill(1, 1), Some(IVec2::new(1, 2)), "it is farther away than beyond the goal");
        assert_eq!(downhill(10, 2), None);
    }

    #[test]
    fn search_keeps_its_budget_and_resumes_after_a_restore() {
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
        assert!(away.field().distance(1) > away.field().distance(1 + 199 * 200), "the far end attracts");
    }
}
