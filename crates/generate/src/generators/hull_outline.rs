//! The outline of a ship. Everything outside of it is void, and further generators stay inside.

use crate::{
    generators::size::Size,
    graph::graph::{Graph, Scale},
    graph::node::Kind,
    graph::stage::{Stage, StageError, Work, check_range},
};
use serde::Deserialize;

/// The outline of a ship that flies to the right: symmetric, with a blunt stern and a bow.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HullOutline {
    /// Width and height in places.
    size: Size,
    /// Percentage of columns, at the right, that belong to the bow.
    #[serde(default = "default_bow")]
    bow: i64,
}

fn default_bow() -> i64 {
    30
}

/// Minimum width of the ship, in places.
const MIN_BEAM: usize = 5;

impl Stage for HullOutline {
    fn check(&self) -> Result<(), String> {
        Size::check(Some(self.size))?;
        check_range("width", self.size.width, 8..=self.size.width.max(8))?;
        check_range("height", self.size.height, 8..=self.size.height.max(8))?;
        check_range("bow", self.bow, 0..=80)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        if !Size::apply(Some(self.size), graph, Kind::Void)? {
            return Err(StageError::Invalid("an outline must be the first generator".to_owned()));
        }
        graph.scale = Scale::Tiles;
        let (width, height) = (graph.width, graph.height);
        let bow = width * self.bow as usize / 100;
        let mut half = (height / 2).max(1) * work.rng.between(70, 100) / 100;
        for column in 0..width {
            if column % 4 == 3 {
                // The sides widen and narrow a little.
                half = (half + work.rng.below(3)).saturating_sub(1);
            }
            let to_bow = width - 1 - column;
            let most = if to_bow < bow { height / 2 * (to_bow + 1) / (bow + 1) } else { height / 2 };
            half = half.clamp(MIN_BEAM / 2, (height - 1) / 2).max(height / 4);
            let beam = half.min(most).max(MIN_BEAM / 2).min((height - 1) / 2);
            let middle = (height - 1) / 2;
            for row in middle - beam..=(middle + beam).min(height - 1) {
                graph.places[row * width + column].kind = Kind::Floor;
            }
        }
        Ok(())
    }
}
