//! Windows in the outer hull, distributed evenly.

use crate::{
    graph::graph::Graph,
    graph::node::Kind,
    graph::stage::{Stage, StageError, Work, check_range},
};
use even::spread;
use level::Direction;
use serde::Deserialize;

/// Places windows in walls between floor and void, evenly along the hull.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Windows {
    /// Minimum and maximum number of windows; if fewer fit, there are fewer.
    count: (i64, i64),
}

impl Stage for Windows {
    fn check(&self) -> Result<(), String> {
        check_range("least `count`", self.count.0, 0..=10_000)?;
        check_range("greatest `count`", self.count.1, self.count.0..=10_000)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let (least, most) = (self.count.0 as usize, self.count.1 as usize);
        // First all windows in horizontal walls, then all in vertical walls, so that neighbours in the hull are
        // neighbours in the list.
        let rows = (0..graph.places.len()).filter(|&place| fits(graph, place, [Direction::North, Direction::South]));
        let mut hull: Vec<usize> = rows.collect();
        let columns = (0..graph.width).flat_map(|x| (0..graph.height).map(move |y| (x, y)));
        let columns = columns.map(|(x, y)| y * graph.width + x);
        hull.extend(columns.filter(|&place| fits(graph, place, [Direction::East, Direction::West])));
        let windows = work.rng.between(least, most).min(hull.len());
        let is_window = spread(false, true, (hull.len() - windows) as u64, windows as u64);
        for (&place, is_window) in hull.iter().zip(is_window) {
            if is_window {
                graph.places[place].kind = Kind::Window;
            }
        }
        Ok(())
    }
}

/// Returns true for a wall between two others, with floor on one of these two sides and void on the other.
fn fits(graph: &Graph, place: usize, across: [Direction; 2]) -> bool {
    if graph.kind(place) != Kind::Wall {
        return false;
    }
    let [one, other] = across.map(|way| graph.neighbour_kind(place, way));
    let along = if across[0] == Direction::North {
        [Direction::East, Direction::West]
    } else {
        [Direction::South, Direction::North]
    };
    matches!((one, other), (Kind::Void, Kind::Floor) | (Kind::Floor, Kind::Void))
        // Places beyond the lattice are void, too, but the border of a level must be wall.
        && across.into_iter().all(|way| graph.neighbour(place, way).is_some())
        && along.into_iter().all(|way| graph.neighbour_kind(place, way) == Kind::Wall)
}
