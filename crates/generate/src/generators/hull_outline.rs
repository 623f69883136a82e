//! The outline of a ship: what lies outside of it is void, and further generators keep to what is inside.

use crate::{
    generators::size::Size,
    graph::graph::{Graph, Scale},
    graph::place::Kind,
    graph::stage::{Stage, Trouble, Work, check_range},
};
use serde::Deserialize;

/// The outline of a ship that flies to the right. It is alike above and below its middle, blunt at the stern, and ends in a bow.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HullOutline {
    /// How many places wide and high.
    size: Size,
    /// How many of a hundred columns, at the right, belong to the bow.
    #[serde(default = "default_bow")]
    bow: i64,
}

fn default_bow() -> i64 {
    30
}

/// The ship is nowhere narrower than this, in places.
const LEAST_BEAM: usize = 5;

impl Stage for HullOutline {
    fn check(&self) -> Result<(), String> {
        Size::check(Some(self.size))?;
        check_range("width", self.size.width, 8..=self.size.width.max(8))?;
        check_range("height", self.size.height, 8..=self.size.height.max(8))?;
        check_range("bow", self.bow, 0..=80)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        if !Size::apply(Some(self.size), graph, Kind::Void)? {
            return Err(Trouble::Wrong("an outline comes before all other generators".to_owned()));
        }
        graph.scale = Scale::Tiles;
        let (width, height) = (graph.width, graph.height);
        let bow = width * self.bow as usize / 100;
        let mut half = (height / 2).max(1) * work.chance.between(70, 100) / 100;
        for column in 0..width {
            if column % 4 == 3 {
                // The sides bulge and narrow a little.
                half = (half + work.chance.below(3)).saturating_sub(1);
            }
            let to_bow = width - 1 - column;
            let most = if to_bow < bow { height / 2 * (to_bow + 1) / (bow + 1) } else { height / 2 };
            half = half.clamp(LEAST_BEAM / 2, (height - 1) / 2).max(height / 4);
            let beam = half.min(most).max(LEAST_BEAM / 2).min((height - 1) / 2);
            let middle = (height - 1) / 2;
            for row in middle - beam..=(middle + beam).min(height - 1) {
                graph.places[row * width + column].kind = Kind::Floor;
            }
        }
        Ok(())
    }
}
