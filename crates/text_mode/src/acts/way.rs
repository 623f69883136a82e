//! Paths: the cells through which the player knows that they can walk, and routes over them.

use crate::{
    acts::play::Play,
    perception::things::{Sort, Thing},
};
use bevy::{
    math::{IVec2, Vec2},
    prelude::World,
};
use engine::{Door, Grid, Keys, Shape};
use pathfinding::prelude::bfs;
use std::collections::BTreeSet;

/// The steps to the four neighbours of a cell.
const SIDES: [IVec2; 4] = [IVec2::NEG_Y, IVec2::X, IVec2::Y, IVec2::NEG_X];

/// The player's knowledge of where they can walk.
pub(crate) struct Floor<'a> {
    play: &'a Play,
    /// The cells of the doors that the player's keys open.
    opens: BTreeSet<(i32, i32)>,
    /// The cells with props.
    props: BTreeSet<(i32, i32)>,
}

impl<'a> Floor<'a> {
    /// Creates the knowledge from the present state.
    pub(crate) fn of(play: &'a mut Play) -> Floor<'a> {
        let keys = play.player().keys;
        let all = play.things();
        let is_prop = |thing: &&Thing| thing.sort == Sort::Prop;
        let props = all.iter().filter(is_prop).map(|thing| thing.cell().into()).collect();
        let opens = doors_for(play.headless.world_mut(), keys);
        Floor { play, opens, props }
    }

    /// Returns true if walls and doors let the player into a cell.
    pub(crate) fn lets_in(&self, cell: IVec2) -> bool {
        lets_in(self.play.grid().shape(cell)) || self.opens.contains(&cell.into())
    }

    /// Returns the first cell of a path from a position: its own cell or, if a pane or a pillar fills that, a
    /// neighbour.
    pub(crate) fn cell_of(&self, at: Vec2) -> IVec2 {
        let cell = Grid::cell_at(at);
        if self.lets_in(cell) {
            return cell;
        }
        let beside = SIDES.into_iter().map(|side| cell + side).filter(|cell| self.lets_in(*cell));
        let near = |cell: &IVec2| Grid::middle(*cell).distance_squared(at);
        beside.min_by(|a, b| near(a).total_cmp(&near(b))).unwrap_or(cell)
    }

    /// Returns the shortest path from a cell to the nearest goal over known cells. It avoids props if possible, and
    /// otherwise leads through them.
    pub(crate) fn way(&self, from: IVec2, is_goal: impl Fn(IVec2) -> bool) -> Option<Vec<IVec2>> {
        self.search(from, &is_goal, true).or_else(|| self.search(from, &is_goal, false))
    }

    fn search(&self, from: IVec2, is_goal: &impl Fn(IVec2) -> bool, past_props: bool) -> Option<Vec<IVec2>> {
        let can = |cell: IVec2| {
            let free = !past_props || !self.props.contains(&cell.into());
            free && self.play.memory.knows(cell) && self.lets_in(cell)
        };
        let next = |cell: &(i32, i32)| {
            let cell = IVec2::from(*cell);
            SIDES
                .map(|side| cell + side)
                .into_iter()
                .filter(|cell| can(*cell))
                .map(<(i32, i32)>::from)
                .collect::<Vec<_>>()
        };
        let found = bfs(&from.into(), next, |cell| is_goal(IVec2::from(*cell)))?;
        Some(found.into_iter().map(IVec2::from).collect())
    }

    /// Returns true for a known cell next to an unknown one.
    pub(crate) fn is_frontier(&self, cell: IVec2) -> bool {
        SIDES.into_iter().any(|side| !self.play.memory.knows(cell + side))
    }
}

/// Returns true for a shape that bodies can pass, including doors.
fn lets_in(shape: Shape) -> bool {
    matches!(shape, Shape::Open | Shape::Diagonal { .. } | Shape::Door { .. } | Shape::Leaves { .. })
}

/// Returns the cells of the doors that these keys open.
fn doors_for(world: &mut World, keys: Keys) -> BTreeSet<(i32, i32)> {
    let opens = |door: &&Door| door.lock().is_none_or(|lock| lock.key().is_some_and(|key| keys.has(key)));
    world.query::<&Door>().iter(world).filter(opens).map(|door| door.cell().into()).collect()
}
