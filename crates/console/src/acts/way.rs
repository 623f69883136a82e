//! Ways: which cells a player knows that he can walk through, and how he gets from one to another over them.

use crate::{
    acts::play::Play,
    seen::things::{Sort, Thing},
};
use bevy::{
    math::{IVec2, Vec2},
    prelude::World,
};
use engine::{Door, Grid, Keys, Shape};
use pathfinding::prelude::bfs;
use std::collections::BTreeSet;

/// The steps to the four cells beside one.
const SIDES: [IVec2; 4] = [IVec2::NEG_Y, IVec2::X, IVec2::Y, IVec2::NEG_X];

/// What a player knows of where he can walk.
pub(crate) struct Floor<'a> {
    play: &'a Play,
    /// The cells of the doors that his keys open.
    opens: BTreeSet<(i32, i32)>,
    /// The cells in which props stand.
    props: BTreeSet<(i32, i32)>,
}

impl<'a> Floor<'a> {
    /// What he knows now.
    pub(crate) fn of(play: &'a mut Play) -> Floor<'a> {
        let keys = play.player().keys;
        let all = play.things();
        let is_prop = |thing: &&Thing| thing.sort == Sort::Prop;
        let props = all.iter().filter(is_prop).map(|thing| thing.cell().into()).collect();
        let opens = doors_for(play.headless.world_mut(), keys);
        Floor { play, opens, props }
    }

    /// True if he can get into a cell, walls and doors allowing.
    pub(crate) fn lets_in(&self, cell: IVec2) -> bool {
        lets_in(self.play.grid().shape(cell)) || self.opens.contains(&cell.into())
    }

    /// The cell from which a way of somebody at a point leads: his own or, if a pane or a pillar fills that, one beside it.
    pub(crate) fn cell_of(&self, at: Vec2) -> IVec2 {
        let cell = Grid::cell_at(at);
        if self.lets_in(cell) {
            return cell;
        }
        let beside = SIDES.into_iter().map(|side| cell + side).filter(|cell| self.lets_in(*cell));
        let near = |cell: &IVec2| Grid::middle(*cell).distance_squared(at);
        beside.min_by(|a, b| near(a).total_cmp(&near(b))).unwrap_or(cell)
    }

    /// The shortest way from a cell to the nearest of those that are wanted, over cells that he knows: past props, or through
    /// them if there is no other.
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

    /// True for a cell that he knows and beside which there is one that he does not.
    pub(crate) fn is_frontier(&self, cell: IVec2) -> bool {
        SIDES.into_iter().any(|side| !self.play.memory.knows(cell + side))
    }
}

/// True for a shape that bodies get through, doors included.
fn lets_in(shape: Shape) -> bool {
    matches!(shape, Shape::Open | Shape::Diagonal { .. } | Shape::Door { .. } | Shape::Leaves { .. })
}

/// The cells of the doors that open for somebody with these keys.
fn doors_for(world: &mut World, keys: Keys) -> BTreeSet<(i32, i32)> {
    let opens = |door: &&Door| door.lock().is_none_or(|lock| lock.key().is_some_and(|key| keys.has(key)));
    world.query::<&Door>().iter(world).filter(opens).map(|door| door.cell().into()).collect()
}
