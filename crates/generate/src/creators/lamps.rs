//! Lamps, distributed evenly.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::distances,
    graph::node::Kind,
    graph::stage::{Stage, StageError, Work, check_range},
    rooms::room::RoomLamp,
};
use even::spread;
use level::Mood;
use serde::Deserialize;

/// Places lamps evenly: at least one per room, and along the paths in order of their distance from the start. Stairs,
/// except those at which the player starts, have a green lamp that shows the way.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lamps {
    /// Number of floor tiles per lamp.
    pub(crate) every: i64,
    /// Percentage of rooms without a lamp. The player's start room always has one.
    #[serde(default)]
    pub(crate) dark: i64,
}

/// Colour of the lamps at stairs that lead on, and their reach in tiles. A purer green would leave red walls dark.
const EXIT: [u8; 3] = [190, 255, 190];
const REACH: f32 = 6.0;

/// Maximum number of lamps per map, which is that of a level.
const MAX_LAMPS: usize = 1000;

impl Stage for Lamps {
    fn check(&self) -> Result<(), String> {
        check_range("every", self.every, 2..=10_000)?;
        check_range("dark", self.dark, 0..=100)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let floor: Vec<usize> = (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Floor).collect();
        let every = (self.every as usize).max(floor.len() / MAX_LAMPS * 2);
        let rooms = graph.places.iter().map(|place| usize::from(place.room)).max().unwrap_or(0);
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); rooms + 1];
        for place in floor {
            // The halls of a ship and the paths of a maze do not belong to a room.
            let room = usize::from(graph.places[place].room);
            groups[if room == 1 { 0 } else { room }].push(place);
        }
        if let Some(start) = graph.start() {
            let distances = distances(graph, start);
            groups[0].sort_by_key(|&place| (distances[place], place));
        }
        let start = graph.start().map_or(0, |start| usize::from(graph.places[start].room));
        for (room, group) in groups.iter_mut().enumerate().skip(1) {
            if self.dark > 0 && work.rng.percent(self.dark as usize) && room != start {
                group.clear();
            }
        }
        // Prefab rooms may have lamps of their own.
        let mut lamps = std::mem::take(&mut graph.lamps);
        for &lamp in &lamps {
            let room = usize::from(graph.places[lamp].room);
            groups[if room == 1 { 0 } else { room }].clear();
        }
        for group in groups.iter().filter(|group| !group.is_empty()) {
            let count = (group.len() / every).max(1);
            let hangs = spread(false, true, (group.len() - count) as u64, count as u64);
            lamps.extend(group.iter().zip(hangs).filter(|(_, hangs)| *hangs).map(|(place, _)| *place));
        }
        let leads_on = |(place, content): (&usize, &Content)| {
            (matches!(content, Content::Stair(_)) && Some(*place) != graph.start()).then_some(*place)
        };
        let exits: Vec<usize> = graph.contents.iter().filter_map(leads_on).collect();
        graph.lamps = lamps;
        graph.lamps.truncate(MAX_LAMPS);
        exits.into_iter().for_each(|exit| exit_lamp(graph, exit));
        Ok(())
    }
}

/// Hangs the green lamp of an exit.
pub(crate) fn exit_lamp(graph: &mut Graph, place: usize) {
    // The first lamps are kept if there are too many.
    graph.lamps.retain(|lamp| *lamp != place);
    graph.lamps.insert(0, place);
    graph.lamps.truncate(MAX_LAMPS);
    graph.lamp_looks.insert(place, RoomLamp { colour: EXIT, reach: REACH, mood: Mood::Steady, ceiling: None });
}
