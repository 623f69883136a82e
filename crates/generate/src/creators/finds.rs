//! What is to be found on every deck of a pipeline, and about where: weapons, say, before they are needed.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::{UNREACHED, distances},
    graph::stage::{Stage, Trouble, Work, check_range},
};
use serde::Deserialize;

/// Lays each of some pickups onto free floor that is neither nearer to the start nor farther from it than so many of a hundred
/// parts of the longest way.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finds {
    /// The names of pickups, each once as often as it stands here.
    #[serde(alias = "pickup")]
    pub(crate) pickups: Vec<String>,
    /// So many of a hundred parts of the longest way lie before them at least.
    #[serde(default)]
    pub(crate) from: i64,
    /// So many at most; a hundred if left out.
    #[serde(default = "default_to")]
    pub(crate) to: i64,
}

fn default_to() -> i64 {
    100
}

impl Stage for Finds {
    fn check(&self) -> Result<(), String> {
        check_range("number of `pickups`", self.pickups.len() as i64, 0..=100)?;
        check_range("from", self.from, 0..=100)?;
        check_range("to", self.to, self.from..=100)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        for name in &self.pickups {
            work.known.pickup(name)?;
        }
        let mut places = part_of_way(graph, self.from, self.to)?;
        work.chance.shuffle(&mut places);
        if places.len() < self.pickups.len() {
            let (places, wanted) = (places.len(), self.pickups.len());
            return Err(Trouble::Unlucky(format!(
                "there is room for {places} of its {wanted} pickups between `from` and `to`"
            )));
        }
        for (place, name) in places.into_iter().zip(&self.pickups) {
            graph.contents.insert(place, Content::Pickup(name.clone()));
        }
        Ok(())
    }
}

/// The free floor that lies so many of a hundred parts of the longest way from the start, in the order of the places.
pub(super) fn part_of_way(graph: &Graph, from: i64, to: i64) -> Result<Vec<usize>, Trouble> {
    let Some(start) = graph.start() else {
        return Err(Trouble::Wrong("the player's start must be put before it".to_owned()));
    };
    let distances = distances(graph, start);
    let farthest = distances.iter().filter(|&&distance| distance != UNREACHED).max().copied().unwrap_or(0);
    let least = u64::from(farthest) * from as u64;
    let most = u64::from(farthest) * to as u64;
    let mut places = graph.free_floor();
    places.retain(|&place| {
        let distance = distances[place];
        distance != UNREACHED && (least..=most).contains(&(u64::from(distance) * 100))
    });
    Ok(places)
}
