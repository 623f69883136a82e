//! Lamps, as evenly as can be.

use crate::{
    graph::graph::Graph,
    graph::measure::distances,
    graph::place::Kind,
    graph::stage::{Stage, Trouble, Work, check_range},
};
use even::spread;
use serde::Deserialize;

/// Hangs lamps over the floor: one at least in each room, and along the ways in order of their distance from the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lamps {
    /// There is a lamp to so many tiles of floor.
    pub(crate) every: i64,
    /// Of a hundred rooms, so many have none; that in which the player starts has one.
    #[serde(default)]
    pub(crate) dark: i64,
}

/// The most lamps of a map: a level has no more.
const MAX_LAMPS: usize = 1000;

impl Stage for Lamps {
    fn check(&self) -> Result<(), String> {
        check_range("every", self.every, 2..=10_000)?;
        check_range("dark", self.dark, 0..=100)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        let floor: Vec<usize> = (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Floor).collect();
        let every = (self.every as usize).max(floor.len() / MAX_LAMPS * 2);
        let rooms = graph.places.iter().map(|place| usize::from(place.room)).max().unwrap_or(0);
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); rooms + 1];
        for place in floor {
            // The halls of a ship and the ways of a maze belong to no room of their own.
            let room = usize::from(graph.places[place].room);
            groups[if room == 1 { 0 } else { room }].push(place);
        }
        if let Some(start) = graph.start() {
            let distances = distances(graph, start);
            groups[0].sort_by_key(|&place| (distances[place], place));
        }
        let start = graph.start().map_or(0, |start| usize::from(graph.places[start].room));
        for (room, group) in groups.iter_mut().enumerate().skip(1) {
            if self.dark > 0 && work.chance.percent(self.dark as usize) && room != start {
                group.clear();
            }
        }
        let mut lamps = Vec::new();
        for group in groups.iter().filter(|group| !group.is_empty()) {
            let count = (group.len() / every).max(1);
            let hangs = spread(false, true, (group.len() - count) as u64, count as u64);
            lamps.extend(group.iter().zip(hangs).filter(|(_, hangs)| *hangs).map(|(place, _)| *place));
        }
        lamps.truncate(MAX_LAMPS);
        graph.lamps = lamps;
        Ok(())
    }
}
