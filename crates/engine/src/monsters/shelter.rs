//! Shelter: monsters that know fear avoid the wind of a breach. They leave it, walk around it, and do not enter it.

use crate::{air::air::Air, deck::grid::Grid, deck::nav_grid::SIDES, deck::paths};
use bevy::prelude::*;
use std::collections::VecDeque;

/// Wind speed in tiles per second above which monsters are frightened.
const FRIGHTENS: f32 = 1.0;
/// Wind speed in tiles per second below which the air counts as calm.
const CALM: f32 = 0.5;
/// Path cost that each tile per second of wind adds to a cell; entering an open cell costs 1.
const DREAD: f32 = 3.0;
/// Maximum number of cells that a search for shelter visits.
const LOOKS: usize = 160;

/// Returns the wind speed in a cell, in tiles per second.
fn wind_in(air: &Air, cell: IVec2) -> f32 {
    air.wind(Grid::middle(cell)).length()
}

/// Returns true if the wind at a point frightens monsters.
pub(super) fn frightens(air: &Air, at: Vec2) -> bool {
    air.wind(at).length_squared() > FRIGHTENS * FRIGHTENS
}

/// Returns the path cost that the wind adds to a cell.
pub(super) fn hazard_cost(air: &Air, cell: IVec2) -> u32 {
    (wind_in(air, cell) * DREAD) as u32
}

/// Returns the cells of the path to the nearest cell with calm air, or to the calmest cell if none is near. Returns
/// `None` if no cell is better than the present one.
pub(super) fn way_out(grid: &Grid, air: &Air, from: IVec2) -> Option<Vec<IVec2>> {
    // In breadth-first order, each with the index of its predecessor.
    let mut found = vec![(from, 0)];
    let mut left = VecDeque::from([0]);
    let (mut best, mut least) = (0, wind_in(air, from));
    while let Some(number) = left.pop_front() {
        let (cell, _) = found[number];
        let wind = wind_in(air, cell);
        if wind < least {
            (best, least) = (number, wind);
        }
        if wind < CALM {
            break;
        }
        for next in SIDES.map(|step| cell + step) {
            let is_new = found.len() < LOOKS && found.iter().all(|(other, _)| *other != next);
            if is_new && paths::cost(grid, next).is_some() {
                left.push_back(found.len());
                found.push((next, number));
            }
        }
    }
    let mut cells = vec![found[best].0];
    while best != 0 {
        best = found[best].1;
        cells.push(found[best].0);
    }
    cells.reverse();
    (cells.len() > 1).then_some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::nav_grid::NavGrid;
    use level::Level;

    /// Returns a grid and its air, one second after the border wall at a cell was removed.
    fn vented(rows: &str, hole: IVec2) -> (Grid, Air) {
        let text = format!(
            "(name: \"\", legend: {{ '#': (wall: \"\"), '.': (), '@': (thing: Player), '+': (door: \"\") }}, map: {:?})",
            rows.split_whitespace().collect::<Vec<_>>()
        );
        let level = Level::read("", text.as_bytes()).unwrap();
        let grid = Grid::new(&level);
        let mut air = Air::of_level(&level, &grid);
        air.set_open(hole, true);
        (0..120).for_each(|_| _ = air.pass_tick());
        (grid, air)
    }

    #[test]
    fn shelter_path_leads_away_from_hole_through_nearest_door() {
        let (grid, air) =
            vented("############## #@...........# ##########+### ##########.### ##############", IVec2::new(0, 1));
        let way = way_out(&grid, &air, IVec2::new(5, 1)).unwrap();
        assert_eq!((way[0], *way.last().unwrap()), (IVec2::new(5, 1), IVec2::new(10, 2)), "{way:?}");
        let (grid, air) = vented("############## #@...........# ##############", IVec2::new(0, 1));
        let way = way_out(&grid, &air, IVec2::new(5, 1)).unwrap();
        assert_eq!(way.last(), Some(&IVec2::new(12, 1)), "the path leads to the far end");
        assert_eq!(way_out(&grid, &air, IVec2::new(12, 1)), None, "no cell is better");
        assert!(frightens(&air, Vec2::new(5.5, 1.5)));
    }

    #[test]
    fn monsters_are_not_afraid_without_wind() {
        let (grid, air) = vented("###### #@...# ######", IVec2::new(9, 9));
        assert!(!frightens(&air, Vec2::new(2.5, 1.5)) && hazard_cost(&air, IVec2::new(2, 1)) == 0);
        assert_eq!(way_out(&grid, &air, IVec2::new(2, 1)), None);
    }

    #[test]
    fn path_avoids_wind_if_possible() {
        // The path past the hole is short; the other path, behind doors, is calm.
        let rows = "########## #@.......# #+######+# #........# ##########";
        let (grid, air) = vented(rows, IVec2::new(5, 0));
        let ground = |dreads: bool| {
            let cost = |index: usize| {
                let more = if dreads { hazard_cost(&air, grid.cell(index)) } else { 0 };
                paths::cost_of(&grid, index).map_or(0, |cost| (cost + more) as i32)
            };
            let way = NavGrid::new(grid.size(), cost).way(IVec2::new(1, 1), IVec2::new(8, 1)).unwrap();
            way.cells.contains(&IVec2::new(4, 3))
        };
        assert!(!ground(false) && ground(true));
    }
}
