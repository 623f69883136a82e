//! Ways: what the ground of a deck costs, and whether a body can walk straight on.

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

/// What a cell with a shut door costs; an open cell costs 1.
pub(crate) const DOOR_COST: u32 = 5;
/// What a prop in a cell costs in addition: who can go round does.
const PROP_COST: u32 = 6;
/// So many cells one looks ahead for one that can be walked to in a straight line.
const AHEAD: usize = 4;
/// How far beside a doorway's middle one may be to go straight through it, in tiles.
const HEAD_ON: f32 = 0.12;

/// The ground of a deck: what costs everybody the same. There are ways through doors but not through walls.
///
/// Panes, pillars, tables and locked doors block their whole cell, and a push-wall every cell that it covers a part of.
pub(crate) fn ground(grid: &Grid) -> NavGrid<impl Fn(usize) -> i32> {
    NavGrid::new(grid.size(), |index| cost_of(grid, index).map_or(0, |cost| cost as i32))
}

/// The ground of a deck for one of this nature, who searches as far as the rules say: the places where he would be hurt worse
/// than elsewhere cost him more. Without a nature, nothing hurts him.
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
    NavGrid::new(grid.size(), cost).within(rules.pathfinding.limit.into())
}

/// The cells from one to another, both included, by the cheapest way over the ground of a deck.
pub fn route(grid: &Grid, from: IVec2, to: IVec2) -> Option<Vec<IVec2>> {
    ground(grid).way(from, to).map(|way| way.cells)
}

/// What it costs to enter a cell; none if nobody gets in.
pub(crate) fn cost(grid: &Grid, cell: IVec2) -> Option<u32> {
    cost_of(grid, grid.index(cell)?)
}

/// What it costs to enter the cell of this number, which is on the map; none if nobody gets in.
pub(crate) fn cost_of(grid: &Grid, index: usize) -> Option<u32> {
    let prop = if grid.obstacles.is_in(index) { PROP_COST } else { 0 };
    shape_cost(grid.shape_of(index)).map(|cost| cost + prop)
}

/// What it costs to enter a cell of this shape; none if nobody gets in.
pub(crate) fn shape_cost(shape: Shape) -> Option<u32> {
    match shape {
        // Where a diagonal could not be passed there are walls beside it.
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

/// The cell from which or to which a route for somebody at this point leads: his own, or, where a pane or a pillar blocks
/// that, the one beside it on his side.
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

/// The point in a cell that a way leads through: the middle, or what is the middle of a diagonal's free half.
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

/// The point to make for on a way on which `next` tells the cell that follows each: as far along it as can be walked to in
/// a straight line. Doorways are approached head-on, from the middle of the cell before them.
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

/// True if a body of this radius (0.5 at most) can walk in a straight line without touching walls or props.
pub(crate) fn straight(grid: &Grid, from: Vec2, to: Vec2, radius: f32) -> bool {
    grid.obstacles.lets_pass(from, to, radius) && past_walls(grid, from, to, radius)
}

/// True if a body of this radius (0.5 at most) can walk in a straight line without touching walls, whatever props stand there.
pub(crate) fn past_walls(grid: &Grid, from: Vec2, to: Vec2, radius: f32) -> bool {
    let (least, most) = (Grid::cell_at(from.min(to) - radius), Grid::cell_at(from.max(to) + radius));
    if (most - least).max_element() < AHEAD as i32 && grid.is_open(least, most) {
        return true; // rays would find nothing either
    }
    let side = (to - from).normalize_or_zero().perp() * radius;
    // A pillar may be thinner than the body, so its middle looks too.
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
    fn a_way_leads_through_a_corner_that_a_diagonal_rounds_and_past_no_pane_or_pillar() {
        let steps = |map: &str, to: (i32, i32)| route(&grid(map), IVec2::new(1, 1), to.into()).map(|way| way.len());
        assert_eq!(steps("##### #@.D# ###.# #####", (3, 2)), Some(4));
        assert_eq!(steps("##### #@P.# #...# #####", (3, 1)), Some(5));
        assert_eq!(steps("##### #@W.# #####", (3, 1)), None);
        assert_eq!(steps("##### #@%.# #####", (3, 1)), Some(3));
    }

    #[test]
    fn who_leans_on_a_pane_stands_on_his_side_of_it() {
        let grid = grid("##### #@W.# #####");
        assert_eq!(cell_of(&grid, Vec2::new(2.2, 1.5)), IVec2::new(1, 1));
        assert_eq!(cell_of(&grid, Vec2::new(2.8, 1.5)), IVec2::new(3, 1));
    }

    #[test]
    fn a_pillar_between_stands_in_the_way_of_a_body_that_is_wider() {
        let grid = grid("####### #@.P..# #.....# #######");
        let from = Vec2::new(1.5, 1.5);
        assert!(!straight(&grid, from, Vec2::new(5.5, 1.5), 0.35));
        assert!(straight(&grid, from, Vec2::new(2.5, 1.5), 0.35));
    }
}
