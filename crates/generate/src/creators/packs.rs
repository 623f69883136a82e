//! Packs of undead that belong together: the first of a kind that one meets, or those that keep the lift.

use crate::{
    creators::finds::part_of_way,
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::{UNREACHED, distances, sees},
    graph::place::Kind,
    graph::stage::{Stage, Trouble, Work, check_range},
};
use level::IdleBehaviour;
use serde::Deserialize;

/// Puts packs of undead onto the map, each close together in one place out of sight of the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Packs {
    /// The packs.
    #[serde(alias = "pack")]
    pub(crate) packs: Vec<Pack>,
}

/// Undead that stand together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pack {
    /// The names of their kinds, each once as often as it stands here.
    pub(crate) kinds: Vec<String>,
    /// So many of a hundred parts of the longest way lie before them at least.
    #[serde(default = "default_from")]
    pub(crate) from: i64,
    /// So many at most.
    #[serde(default = "default_to")]
    pub(crate) to: i64,
    /// They stand round the lift instead.
    #[serde(default)]
    pub(crate) at_lift: bool,
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

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        self.packs.iter().try_for_each(|pack| pack.put(graph, work))
    }
}

impl Pack {
    fn put(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        for name in &self.kinds {
            work.known.creature(name)?;
        }
        let Some(start) = graph.start() else {
            return Err(Trouble::Wrong("the player's start must be put before the undead".to_owned()));
        };
        let middle = if self.at_lift { lift_floor(graph) } else { self.middle(graph, work, start)? };
        let Some(middle) = middle else {
            return Err(Trouble::Unlucky("there is no room for a pack of undead out of sight of the start".to_owned()));
        };
        let distances = distances(graph, middle);
        let mut places = graph.free_floor();
        places.retain(|&place| place != start && distances[place] != UNREACHED && !sees(graph, start, place));
        places.sort_by_key(|&place| (distances[place], place));
        if places.len() < self.kinds.len() {
            return Err(Trouble::Unlucky("there is no room for all undead of a pack".to_owned()));
        }
        for (place, name) in places.into_iter().zip(&self.kinds) {
            graph.contents.insert(place, Content::Monster { name: name.clone(), habit: IdleBehaviour::Post, skill: 1 });
        }
        Ok(())
    }

    /// A place on the part of the way that is theirs.
    fn middle(&self, graph: &Graph, work: &mut Work, start: usize) -> Result<Option<usize>, Trouble> {
        let mut places = part_of_way(graph, self.from, self.to)?;
        work.chance.shuffle(&mut places);
        Ok(places.into_iter().find(|&place| !sees(graph, start, place)))
    }
}

/// The floor before the lift.
fn lift_floor(graph: &Graph) -> Option<usize> {
    (0..graph.places.len()).find_map(|place| match graph.kind(place) {
        Kind::Lift(face) => graph.beside(place, face),
        _ => None,
    })
}
