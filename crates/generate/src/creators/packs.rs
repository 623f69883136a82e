//! Packs of monsters: the first encounter with a kind, or the guards of the lift.

use crate::{
    creators::finds::section_of_path,
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::{UNREACHED, by_distance, distances, sees},
    graph::stage::{Stage, StageError, Work, check_range},
    graph::way::{lift, way},
};
use level::IdleBehaviour;
use serde::Deserialize;

/// Places packs of monsters, each close together and out of sight of the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Packs {
    /// The packs.
    #[serde(alias = "pack")]
    pub(crate) packs: Vec<Pack>,
}

/// A pack of monsters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pack {
    /// Names of the kinds; a name may be repeated.
    pub(crate) kinds: Vec<String>,
    /// Minimum distance from the start, in percent of the longest path.
    #[serde(default = "default_from")]
    pub(crate) from: i64,
    /// Maximum distance.
    #[serde(default = "default_to")]
    pub(crate) to: i64,
    /// Places the pack at the lift instead, or at the nearest stairs that lead on.
    #[serde(default)]
    pub(crate) at_lift: bool,
    /// Places the pack on the shortest path from the start to the lift, or to the nearest stairs that lead on, so that
    /// each player meets it. `from` and `to` then are percentages of that path.
    #[serde(default)]
    pub(crate) on_way: bool,
}

fn default_from() -> i64 {
    25
}

fn default_to() -> i64 {
    90
}

impl Stage for Packs {
    fn check(&self) -> Result<(), String> {
        check_range("number of `packs`", self.packs.len() as i64, 0..=100)?;
        for pack in &self.packs {
            check_range("number of `kinds`", pack.kinds.len() as i64, 1..=100)?;
            check_range("from", pack.from, 0..=100)?;
            check_range("to", pack.to, pack.from..=100)?;
        }
        Ok(())
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        self.packs.iter().try_for_each(|pack| pack.put(graph, work))
    }
}

impl Pack {
    fn put(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        for name in &self.kinds {
            work.known.creature(name)?;
        }
        let Some(start) = graph.start() else {
            return Err(StageError::Invalid("the player's start must be placed before the monsters".to_owned()));
        };
        let middle = if self.at_lift { exit(graph, start) } else { self.middle(graph, work, start)? };
        let Some(middle) = middle else {
            return Err(StageError::Retry("no place out of sight of the start is left for a pack".to_owned()));
        };
        let distances = distances(graph, middle);
        let mut places = graph.free_floor();
        places.retain(|&place| place != start && distances[place] != UNREACHED);
        let nearest = by_distance(&places, &distances).into_iter();
        let places: Vec<usize> = nearest.filter(|&place| !sees(graph, start, place)).take(self.kinds.len()).collect();
        if places.len() < self.kinds.len() {
            return Err(StageError::Retry("there is not enough room for every monster in the pack".to_owned()));
        }
        for (place, name) in places.into_iter().zip(&self.kinds) {
            graph.contents.insert(place, Content::Monster { name: name.clone(), habit: IdleBehaviour::Post, skill: 1 });
        }
        Ok(())
    }

    /// Returns a place in the pack's section of the path.
    fn middle(&self, graph: &Graph, work: &mut Work, start: usize) -> Result<Option<usize>, StageError> {
        let mut places =
            if self.on_way { self.section_of_way(graph, start) } else { section_of_path(graph, self.from, self.to)? };
        work.rng.shuffle(&mut places);
        Ok(places.into_iter().find(|&place| !sees(graph, start, place)))
    }

    /// Returns the free floor in the pack's section of the way to the exit.
    fn section_of_way(&self, graph: &Graph, start: usize) -> Vec<usize> {
        let way = way(graph, start);
        let part = |percent: i64| way.len() * percent as usize / 100;
        let section = &way[part(self.from)..part(self.to)];
        section.iter().map(|step| step.place).filter(|&place| graph.is_free(place)).collect()
    }
}

/// Returns the floor in front of the lift, or without a lift the nearest stairs that lead on.
fn exit(graph: &Graph, start: usize) -> Option<usize> {
    lift(graph).map(|lift| lift.floor).or_else(|| {
        let distances = distances(graph, start);
        let stairs = graph.contents.iter().filter(|(_, content)| matches!(content, Content::Stair(_)));
        stairs.map(|(place, _)| *place).filter(|place| *place != start).min_by_key(|&place| (distances[place], place))
    })
}
