//! How far the lift is from the start at least.

use crate::{
    graph::graph::Graph,
    graph::measure::{UNREACHED, distances},
    graph::place::Kind,
    graph::stage::{Stage, Trouble, Work, check_range},
};
use serde::Deserialize;

/// Sees to it that the way from the start to the lift is long enough: a deck on which it is shorter is begun anew.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LongWay {
    /// How many steps it has at least, from the start to the floor before the switch. Push-walls count as open.
    least: i64,
}

impl Stage for LongWay {
    fn check(&self) -> Result<(), String> {
        check_range("least", self.least, 1..=1_000_000)
    }

    fn run(&self, graph: &mut Graph, _: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(Trouble::Wrong("the player's start must be put before the way is measured".to_owned()));
        };
        let distances = distances(graph, start);
        let lifts = (0..graph.places.len()).filter_map(|place| match graph.kind(place) {
            Kind::Lift(face) => graph.beside(place, face),
            _ => None,
        });
        match lifts.map(|before| distances[before]).min() {
            None => Err(Trouble::Wrong("the lift must be put before the way to it is measured".to_owned())),
            Some(UNREACHED) => Err(Trouble::Unlucky("no way leads from the start to the lift".to_owned())),
            Some(steps) if i64::from(steps) < self.least => {
                Err(Trouble::Unlucky(format!("the way to the lift has {steps} steps, not {}", self.least)))
            }
            Some(_) => Ok(()),
        }
    }
}
