//! Shelter: the undead that know fear shun the wind of a breach. They step out of it, their ways lead round it, and none of them
//! goes into it.

use crate::{air::air::Air, deck::grid::Grid, deck::nav_grid::SIDES, deck::paths};
use bevy::prelude::*;
use std::collections::VecDeque;

/// A wind that is faster than this frightens them, in tiles a second.
const FRIGHTENS: f32 = 1.0;
/// A wind that is slower than this is as good as none.
const CALM: f32 = 0.5;
/// What each tile a second of wind adds to what it costs to enter a cell: an open one costs 1.
const DREAD: f32 = 3.0;
/// At so many cells one looks for shelter at most.
const LOOKS: usize = 160;

/// How fast the wind blows in a cell, in tiles a second.
fn wind_in(air: &Air, cell: IVec2) -> f32 {
    air.wind(Grid::middle(cell)).length()
}

/// True if the wind at a point frightens.
pub(super) fn frightens(air: &Air, at: Vec2) -> bool {
    air.wind(at).length_squared() > FRIGHTENS * FRIGHTENS
}

/// What the wind adds to what it costs to enter a cell.
pub(super) fn hazard_cost(air: &Air, cell: IVec2) -> u32 {
    (wind_in(air, cell) * DREAD) as u32
}

/// The cells of the way from one to the nearest in which the air is calm, or, where none is near, to the calmest; none where one
/// stands as well as anywhere.
pub(super) fn way_out(grid: &Grid, air: &Air, from: IVec2) -> Option<Vec<IVec2>> {
    // In the order in which they were found, each with the number of the one before it on the way.
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

    /// A grid and its air, a second after the wall at a cell of the border has gone.
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
    fn the_way_out_of_the_wind_leads_away_from_the_hole_and_through_the_nearest_door() {
        let (grid, air) =
            vented("############## #@...........# ##########+### ##########.### ##############", IVec2::new(0, 1));
        let way = way_out(&grid, &air, IVec2::new(5, 1)).unwrap();
        assert_eq!((way[0], *way.last().unwrap()), (IVec2::new(5, 1), IVec2::new(10, 2)), "{way:?}");
        let (grid, air) = vented("############## #@...........# ##############", IVec2::new(0, 1));
        let way = way_out(&grid, &air, IVec2::new(5, 1)).unwrap();
        assert_eq!(way.last(), Some(&IVec2::new(12, 1)), "as far as it gets");
        assert_eq!(way_out(&grid, &air, IVec2::new(12, 1)), None, "nowhere is better");
        assert!(frightens(&air, Vec2::new(5.5, 1.5)));
    }

    #[test]
    fn where_no_wind_blows_nobody_is_afraid() {
        let (grid, air) = vented("###### #@...# ######", IVec2::new(9, 9));
        assert!(!frightens(&air, Vec2::new(2.5, 1.5)) && hazard_cost(&air, IVec2::new(2, 1)) == 0);
        assert_eq!(way_out(&grid, &air, IVec2::new(2, 1)), None);
    }

    #[test]
    fn a_way_leads_round_the_wind_if_there_is_one() {
        // Past the hole it is short; the other way, behind doors, it is calm.
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
