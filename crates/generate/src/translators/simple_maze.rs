//! Walls get a thickness: chambers become tiles, with walls and passages between them.

use crate::{
    graph::graph::{Graph, Scale},
    graph::place::{DIRECTIONS, Kind, Place},
    graph::stage::{Stage, Trouble, Work, check_range},
};
use level::Direction;
use serde::Deserialize;

/// Makes a tile of each chamber and blocks of wall between them, so that w by h chambers become w + (w - 1) b by h + (h - 1) b
/// tiles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SimpleMaze {
    /// How thick the walls between chambers are, in tiles.
    block_width: i64,
}

impl Stage for SimpleMaze {
    fn check(&self) -> Result<(), String> {
        check_range("block_width", self.block_width, 1..=16)
    }

    fn run(&self, graph: &mut Graph, _: &mut Work) -> Result<(), Trouble> {
        if graph.scale == Scale::Tiles {
            let what = "its places are tiles already: it makes tiles of the chambers of a maze, once";
            return Err(Trouble::Wrong(what.to_owned()));
        }
        let pitch = self.block_width as usize + 1;
        let (width, height) = ((graph.width - 1) * pitch + 1, (graph.height - 1) * pitch + 1);
        Graph::check_size(width, height)?;
        let chambers = std::mem::replace(graph, Graph::nothing());
        graph.fill(width, height, Kind::Wall);
        for chamber in 0..chambers.places.len() {
            let (x, y) = chambers.at(chamber);
            let corner = y * pitch * width + x * pitch;
            graph.places[corner] = Place { links: 0, ..chambers.places[chamber] };
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

/// What lies between a chamber and the one beside it: a way if they are linked, void if both are.
fn between(chambers: &Graph, chamber: usize, way: Direction) -> Kind {
    match (chambers.kind(chamber), chambers.kind_beside(chamber, way)) {
        _ if chambers.is_linked(chamber, way) => Kind::Floor,
        (Kind::Void, Kind::Void) => Kind::Void,
        _ => Kind::Wall,
    }
}

/// What lies between a chamber and the three to the right of it, below it and between those: floor if all four are linked in
/// a ring, void if all four are.
fn block(chambers: &Graph, chamber: usize) -> Kind {
    let [east, south, ..] = DIRECTIONS;
    let right = chambers.beside(chamber, east);
    let below = chambers.beside(chamber, south);
    let (Some(right), Some(below)) = (right, below) else { return Kind::Wall };
    let is_ring = chambers.is_linked(chamber, east)
        && chambers.is_linked(chamber, south)
        && chambers.is_linked(right, south)
        && chambers.is_linked(below, east);
    if is_ring {
        return Kind::Floor;
    }
    let corner = chambers.kind_beside(below, east);
    let kinds = [chambers.kind(chamber), chambers.kind(right), chambers.kind(below), corner];
    if kinds.iter().all(|kind| *kind == Kind::Void) { Kind::Void } else { Kind::Wall }
}
