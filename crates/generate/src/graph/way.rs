//! The exit of a deck, and the way to it.

use crate::{
    graph::content::Content,
    graph::graph::{Graph, directions_of},
    graph::measure::{UNREACHED, distances_past},
    graph::node::{DIRECTIONS, Kind},
};
use level::Direction;

/// The lift's switch.
#[derive(Clone, Copy)]
pub(crate) struct Lift {
    /// The wall with the switch.
    pub(crate) wall: usize,
    pub(crate) face: Direction,
    /// The place in front of it.
    pub(crate) floor: usize,
}

/// A step of the way, after the first.
pub(crate) struct Step {
    pub(crate) place: usize,
    /// Direction in which the player comes.
    pub(crate) comes: Direction,
    /// Direction in which the way goes on.
    pub(crate) goes: Direction,
}

/// Returns the lift's switch, if the deck has one.
pub(crate) fn lift(graph: &Graph) -> Option<Lift> {
    (0..graph.places.len()).find_map(|wall| match graph.kind(wall) {
        Kind::Lift(face) => Some(Lift { wall, face, floor: graph.neighbour(wall, face)? }),
        _ => None,
    })
}

/// Returns the steps of the shortest path without secrets from the start to the lift, or without a lift to the nearest
/// stairs that lead on. It turns only where it must.
pub(crate) fn way(graph: &Graph, start: usize) -> Vec<Step> {
    let mut links = graph.links();
    let strides = graph.strides();
    // A push-wall that is entered is not left again.
    for place in (0..links.len()).filter(|&place| matches!(graph.kind(place), Kind::Push(_))) {
        links[place] = 0;
    }
    let goal = lift(graph).map(|lift| lift.floor).or_else(|| {
        let from_start = distances_past(None, &links, strides, start);
        let stairs = graph.contents.iter().filter(|(_, content)| matches!(content, Content::Stair(_)));
        stairs.map(|(place, _)| *place).filter(|place| *place != start).min_by_key(|&place| (from_start[place], place))
    });
    let Some(goal) = goal else { return Vec::new() };
    let to_goal = distances_past(None, &links, strides, goal);
    if to_goal[start] == UNREACHED {
        return Vec::new();
    }
    let (mut steps, mut place, mut comes) = (Vec::new(), start, None);
    while place != goal {
        let nearer = |way: &Direction| {
            let next = place.wrapping_add(strides[*way as usize]);
            !matches!(graph.kind(next), Kind::Push(_)) && to_goal[next] + 1 == to_goal[place]
        };
        let mut ways = directions_of(links[place]).map(|way| DIRECTIONS[way]).filter(nearer);
        let straight = comes.filter(|way| links[place] & 1 << *way as u8 != 0 && nearer(way));
        let Some(goes) = straight.or_else(|| ways.next()) else { break };
        steps.extend(comes.map(|comes| Step { place, comes, goes }));
        (place, comes) = (place.wrapping_add(strides[goes as usize]), Some(goes));
    }
    steps
}
