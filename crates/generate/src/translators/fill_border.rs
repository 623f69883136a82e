//! A border of wall around the map.

use crate::{
    graph::graph::{Graph, MAX_SIDE},
    graph::node::Kind,
    graph::stage::{Stage, StageError, Work, check_range},
};
use serde::Deserialize;

/// Adds a border of wall around the tiles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct FillBorder {
    /// Thickness in tiles.
    width: i64,
}

impl Default for FillBorder {
    fn default() -> Self {
        FillBorder { width: 1 }
    }
}

impl Stage for FillBorder {
    fn check(&self) -> Result<(), String> {
        check_range("width", self.width, 1..=64)
    }

    fn run(&self, graph: &mut Graph, _: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let border = self.width as usize;
        let (width, height) = (graph.width + 2 * border, graph.height + 2 * border);
        Graph::check_size(width, height)?;
        debug_assert!(graph.width <= MAX_SIDE * 17, "generators and translators bound the sides");
        let inner = std::mem::replace(graph, Graph::empty());
        graph.fill(width, height, Kind::Wall);
        for (y, row) in inner.places.chunks(inner.width).enumerate() {
            let first = (y + border) * width + border;
            graph.places[first..first + inner.width].copy_from_slice(row);
        }
        let old_width = inner.width;
        let moved = |place: usize| (place / old_width + border) * width + place % old_width + border;
        graph.take_contents(inner, moved, (border, border));
        Ok(())
    }
}
