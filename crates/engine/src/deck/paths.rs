//! Paths: the cost of moving over a deck, and whether a body can walk in a straight line.

use crate::{
    deck::grid::Grid,
    deck::nav_grid::NavGrid,
    deck::ray::{self, Ray},
    deck::shape::Shape,
    rules::filter::Filter,
    rules::rules::Rules,
};
use bevy::prelude::*;
use level::{Axis, Corner, Level};

/// Cost of a cell with a closed door; an open cell costs 1.
pub(crate) const DOOR_COST: u32 = 5;
/// Additional cost of a cell with a prop, so that paths avoid it if they can.
const PROP_COST: u32 = 6;
/// Number of cells a walker looks ahead for one that can be reached in a straight line.
const AHEAD: usize = 4;
/// Maximum distance from the middle line of a doorway at which a body walks straight through it, in tiles.
const HEAD_ON: f32 = 0.12;

/// Returns the movement costs of a deck that are the same for all bodies. Paths lead through doors but not through
/// walls.
///
/// Panes, pillars, tables and locked doors block their whole cell. A push-wall blocks every cell it partly covers.
pub(crate) fn ground(grid: &Grid) -> NavGrid<impl Fn(usize) -> i32> {
    NavGrid::new(grid.size(), |index| cost_of(grid, index).map_or(0, |cost| cost as i32))
}

/// Returns the movement costs of a deck for a body with this damage filter, with the search limit of the rules. Cells
/// with a damage zone that hurts the body more than usual cost more. Without a filter, no damage zone does.
pub fn ground_for<'a>(
    grid: &'a Grid,
    level: &'a Level,
    rules: &Rules,
    resistances: Option<&Filter>,
) -> NavGrid<impl Fn(usize) -> i32 + use<'a>> {
    let hazard_cost = |damage_zone: &String| {
        let both = rules.damage_zones.get(damage_zone).zip(resistances);
        both.map_or(0, |(damage_zone, resistances)| rules.pathfinding.dread_of(damage_zone, resistances).into())
    };
    let hazard_cost: Vec<u32> = level.damage_zones.iter().map(hazard_cost).collect();
    let cost = move |index: usize| {
        let more = level.cells[index].damage_zone.map_or(0, |damage_zone| hazard_cost[usize::from(damage_zone.0)]);
        cost_of(grid, index).map_or(0, |cost| (cost + more) as i32)
    };
    NavGrid::new(grid.size(), cost).within(rules.pathfinding.max_cost.into())
}

/// Returns the cells of the cheapest path from one cell to another, including both.
pub fn route(grid: &Grid, from: IVec2, to: IVec2) -> Option<Vec<IVec2>> {
    ground(grid).way(from, to).map(|way| way.cells)
}

/// Returns the cost of entering a cell, or `None` if it is impassable.
pub(crate) fn cost(grid: &Grid, cell: IVec2) -> Option<u32> {
    cost_of(grid, grid.index(cell)?)
}

/// Returns the cost of entering the cell at an index, which must be on the map, or `None` if it is impassable.
pub(crate) fn cost_of(grid: &Grid, index: usize) -> Option<u32> {
    let prop = if grid.obstacles.is_in(index) { PROP_COST } else { 0 };
    shape_cost(grid.shape_of(index)).map(|cost| cost + prop)
}

/// Returns the cost of entering a cell of this shape, or `None` if it is impassable.
pub(crate) fn shape_cost(shape: Shape) -> Option<u32> {
    match shape {
        // A diagonal that could not be passed has walls next to it.
        Shape::Open | Shape::Diagonal { .. } => Some(1),
        Shape::Door { open, .. } => Some(if open == 0.0 { DOOR_COST } else { 1 }),
        Shape::Leaves { turn, .. } => Some(if turn == 0.0 { DOOR_COST } else { 1 }),
        Shape::Space
        | Shape::Solid
        | Shape::Locked { .. }
        | Shape::Pane { .. }
        | Shape::Pillar
        | Shape::Table
        | Shape::PushWall { .. } => None,
    }
}

/// Returns the cell at which a path from or to a point starts or ends. It is the point's own cell or, if a pane or a
/// pillar blocks that one, the neighbour on the same side.
pub(crate) fn cell_of(grid: &Grid, point: Vec2) -> IVec2 {
    let cell = Grid::cell_at(point);
    let shape = grid.shape(cell);
    if shape_cost(shape).is_some() {
        return cell;
    }
    let aside = point - Grid::middle(cell);
    let step = |axis| match axis {
        Axis::X => IVec2::new(if aside.x < 0.0 { -1 } else { 1 }, 0),
        Axis::Y => IVec2::new(0, if aside.y < 0.0 { -1 } else { 1 }),
    };
    let axes = match shape {
        Shape::Pane { along: Axis::X, .. } | Shape::Locked { along: Axis::X, .. } => [Axis::Y; 2],
        Shape::Pane { along: Axis::Y, .. } | Shape::Locked { along: Axis::Y, .. } => [Axis::X; 2],
        _ if aside.x.abs() < aside.y.abs() => [Axis::Y, Axis::X],
        _ => [Axis::X, Axis::Y],
    };
    let beside = axes.map(|axis| cell + step(axis));
    beside.into_iter().find(|&cell| cost(grid, cell).is_some()).unwrap_or(cell)
}

/// Returns the waypoint in a cell: its middle, or for a diagonal the middle of the free half.
pub fn stand(grid: &Grid, cell: IVec2) -> Vec2 {
    let aside = match grid.shape(cell) {
        Shape::Diagonal { corner: Corner::NorthWest } => Vec2::ONE,
        Shape::Diagonal { corner: Corner::NorthEast } => Vec2::new(-1.0, 1.0),
        Shape::Diagonal { corner: Corner::SouthEast } => Vec2::NEG_ONE,
        Shape::Diagonal { corner: Corner::SouthWest } => Vec2::new(1.0, -1.0),
        _ => Vec2::ZERO,
    };
    Grid::middle(cell) + 0.25 * aside
}

/// Returns the point to walk to on a path: the farthest that can be reached in a straight line. `next` returns the cell
/// that follows a cell on the path. Doorways are approached head-on from the middle of the cell in front of them.
pub(crate) fn along(grid: &Grid, from: Vec2, radius: f32, next: impl Fn(IVec2) -> Option<IVec2>) -> Option<Vec2> {
    let here = cell_of(grid, from);
    let first = next(here)?;
    if is_doorway(grid, first) {
        let across = if first.x == here.x { Vec2::X } else { Vec2::Y };
        let aside = (from - stand(grid, here)).dot(across).abs();
        return Some(stand(grid, if aside <= HEAD_ON { first } else { here }));
    }
    let mut cells = [first; AHEAD];
    let mut count = 1;
    while count < AHEAD
        && let Some(cell) = next(cells[count - 1]).filter(|cell| !is_doorway(grid, *cell))
    {
        cells[count] = cell;
        count += 1;
    }
    let points = cells[1..count].iter().rev().map(|cell| stand(grid, *cell));
    let farthest = points.into_iter().find(|point| straight(grid, from, *point, radius));
    Some(farthest.unwrap_or(stand(grid, first)))
}

fn is_doorway(grid: &Grid, cell: IVec2) -> bool {
    matches!(grid.shape(cell), Shape::Door { .. } | Shape::Leaves { .. } | Shape::Locked { .. })
}

/// Returns true if a body with this radius (at most 0.5) can walk in a straight line without touching walls or props.
pub(crate) fn straight(grid: &Grid, from: Vec2, to: Vec2, radius: f32) -> bool {
    grid.obstacles.lets_pass(from, to, radius) && past_walls(grid, from, to, radius)
}

/// Returns true if a body with this radius (at most 0.5) can walk in a straight line without touching walls. Props are
/// ignored.
pub(crate) fn past_walls(grid: &Grid, from: Vec2, to: Vec2, radius: f32) -> bool {
    let (least, most) = (Grid::cell_at(from.min(to) - radius), Grid::cell_at(from.max(to) + radius));
    if (most - least).max_element() < AHEAD as i32 && grid.is_open(least, most) {
        return true; // rays would not hit anything either
    }
    let side = (to - from).normalize_or_zero().perp() * radius;
    // A pillar may be thinner than the body, so a ray from its middle is needed, too.
    [side, Vec2::ZERO, -side].into_iter().all(|side| ray::clear(grid, Ray::Body, from + side, to + side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::Level;

    fn grid(rows: &str) -> Grid {
        let text = format!(
            "(name: \"\", legend: {{ '#': (wall: \"\"), '.': (), '@': (thing: Player), 'D': (diagonal: \"\"),
                'P': (pillar: \"\"), 'W': (window: \"\"), '%': (door: \"\", hang: Swinging) }}, map: {:?})",
            rows.split_whitespace().collect::<Vec<_>>()
        );
        Grid::new(&Level::read("", text.as_bytes()).unwrap())
    }

    #[test]
    fn paths_pass_diagonals_but_not_panes_or_pillars() {
        let steps = |map: &str, to: (i32, i32)| route(&grid(map), IVec2::new(1, 1), to.into()).map(|way| way.len());
        assert_eq!(steps("##### #@.D# ###.# #####", (3, 2)), Some(4));
        assert_eq!(steps("##### #@P.# #...# #####", (3, 1)), Some(5));
        assert_eq!(steps("##### #@W.# #####", (3, 1)), None);
        assert_eq!(steps("##### #@%.# #####", (3, 1)), Some(3));
    }

    #[test]
    fn body_at_a_pane_counts_as_on_its_own_side() {
        let grid = grid("##### #@W.# #####");
        assert_eq!(cell_of(&grid, Vec2::new(2.2, 1.5)), IVec2::new(1, 1));
        assert_eq!(cell_of(&grid, Vec2::new(2.8, 1.5)), IVec2::new(3, 1));
    }

    #[test]
    fn pillar_blocks_a_wider_body() {
        let grid = grid("####### #@.P..# #.....# #######");
        let from = Vec2::new(1.5, 1.5);
        assert!(!straight(&grid, from, Vec2::new(5.5, 1.5), 0.35));
        assert!(straight(&grid, from, Vec2::new(2.5, 1.5), 0.35));
    }
}
