//! Converts the chambers of a maze to tiles, with walls and passages between them.

use crate::{
    graph::graph::{Graph, Scale},
    graph::node::{DIRECTIONS, Kind, Node},
    graph::stage::{Stage, StageError, Work, check_range},
};
use level::Direction;
use serde::Deserialize;

/// Converts each chamber to a tile and adds blocks of wall between them: w by h chambers become w + (w - 1) b by h + (h
/// - 1) b tiles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SimpleMaze {
    /// Thickness of the walls between chambers, in tiles.
    block_width: i64,
}

impl Stage for SimpleMaze {
    fn check(&self) -> Result<(), String> {
        check_range("block_width", self.block_width, 1..=16)
    }

    fn run(&self, graph: &mut Graph, _: &mut Work) -> Result<(), StageError> {
        if graph.scale == Scale::Tiles {
            let what = "the places must be chambers, got tiles: use SimpleMaze only once";
            return Err(StageError::Invalid(what.to_owned()));
        }
        let pitch = self.block_width as usize + 1;
        let (width, height) = ((graph.width - 1) * pitch + 1, (graph.height - 1) * pitch + 1);
        Graph::check_size(width, height)?;
        let chambers = std::mem::replace(graph, Graph::empty());
        graph.fill(width, height, Kind::Wall);
        for chamber in 0..chambers.places.len() {
            let (x, y) = chambers.at(chamber);
            let corner = y * pitch * width + x * pitch;
            graph.places[corner] = Node { links: 0, ..chambers.places[chamber] };
            let [east, south] = [Direction::East, Direction::South].map(|way| between(&chambers, chamber, way));
            let block = block(&chambers, chamber);
            let (wide, high) = (x + 1 < chambers.width, y + 1 < chambers.height);
            for step in 1..pitch {
                if wide {
                    graph.places[corner + step].kind = east;
                }
                if high {
                    graph.places[corner + step * width].kind = south;
                }
                for down in 1..if wide && high { pitch } else { 0 } {
                    graph.places[corner + down * width + step].kind = block;
                }
            }
        }
        Ok(())
    }
}

/// Returns the kind of the tiles between a chamber and its neighbour: floor if they are linked, void if both are void.
fn between(chambers: &Graph, chamber: usize, way: Direction) -> Kind {
    match (chambers.kind(chamber), chambers.neighbour_kind(chamber, way)) {
        _ if chambers.is_linked(chamber, way) => Kind::Floor,
        (Kind::Void, Kind::Void) => Kind::Void,
        _ => Kind::Wall,
    }
}

/// Returns the kind of the block between four chambers: floor if all four are linked in a ring, void if all four are
/// void.
fn block(chambers: &Graph, chamber: usize) -> Kind {
    let [east, south, ..] = DIRECTIONS;
    let right = chambers.neighbour(chamber, east);
    let below = chambers.neighbour(chamber, south);
    let (Some(right), Some(below)) = (right, below) else { return Kind::Wall };
    let is_ring = chambers.is_linked(chamber, east)
        && chambers.is_linked(chamber, south)
        && chambers.is_linked(right, south)
        && chambers.is_linked(below, east);
    if is_ring {
        return Kind::Floor;
    }
    let corner = chambers.neighbour_kind(below, east);
    let kinds = [chambers.kind(chamber), chambers.kind(right), chambers.kind(below), corner];
    if kinds.iter().all(|kind| *kind == Kind::Void) { Kind::Void } else { Kind::Wall }
}
