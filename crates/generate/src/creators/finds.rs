//! Pickups that must be on every deck of a pipeline, such as weapons, in a given section of the path.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::{UNREACHED, distances},
    graph::stage::{Stage, StageError, Work, check_range},
};
use serde::Deserialize;

/// Places pickups on free floor in a section of the path, given as percentages of the longest path from the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finds {
    /// Names of the pickups; a name may be repeated.
    #[serde(alias = "pickup")]
    pub(crate) pickups: Vec<String>,
    /// Minimum distance from the start, in percent of the longest path.
    #[serde(default)]
    pub(crate) from: i64,
    /// Maximum distance (default 100).
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

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        for name in &self.pickups {
            work.known.pickup(name)?;
        }
        let mut places = section_of_path(graph, self.from, self.to)?;
        work.rng.shuffle(&mut places);
        if places.len() < self.pickups.len() {
            let (places, wanted) = (places.len(), self.pickups.len());
            return Err(StageError::Retry(format!("only {places} of {wanted} pickups fit between `from` and `to`")));
        }
        for (place, name) in places.into_iter().zip(&self.pickups) {
            graph.contents.insert(place, Content::Pickup(name.clone()));
        }
        Ok(())
    }
}

/// Returns the free floor in a section of the path, in the order of the places.
pub(super) fn section_of_path(graph: &Graph, from: i64, to: i64) -> Result<Vec<usize>, StageError> {
    let Some(start) = graph.start() else {
        return Err(StageError::Invalid("the player's start must be placed before this stage".to_owned()));
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
