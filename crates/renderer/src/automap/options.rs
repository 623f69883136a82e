//! The options and the views of the automap.

use crate::automap::guide::Guide;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The number of tiles between the upper and the lower edge at each zoom level, from the nearest to the farthest.
const ZOOMS: [f32; 7] = [10.0, 14.0, 20.0, 28.0, 40.0, 56.0, 80.0];

/// Display mode of the automap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MapView {
    /// Not shown.
    #[default]
    Off,
    /// As a transparent overlay over the view.
    Over,
    /// Full screen, instead of the view.
    Whole,
}

/// The player's options for the automap.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AutomapOptions {
    /// The zoom level, 0 (nearest) to 6.
    pub zoom: u8,
    /// True if it rotates with the player, so that ahead is up.
    pub turns: bool,
    /// True if its lines are thick.
    pub thick: bool,
    /// Display of the path to the next goal.
    pub guide: Guide,
}

impl Default for AutomapOptions {
    fn default() -> Self {
        AutomapOptions { zoom: 2, turns: false, thick: false, guide: Guide::Off }
    }
}

impl AutomapOptions {
    /// Zooms in by a number of levels, or out if negative, within bounds.
    pub fn zoom_by(&mut self, steps: i32) {
        self.zoom = (i32::from(self.zoom) - steps).clamp(0, ZOOMS.len() as i32 - 1) as u8;
    }

    /// Zooms in by one level; from the nearest level, jumps to the farthest.
    pub fn zoom_round(&mut self) {
        self.zoom = self.zoom.checked_sub(1).unwrap_or(ZOOMS.len() as u8 - 1);
    }

    /// Returns the number of tiles between the upper and the lower edge.
    pub(crate) fn tiles(self) -> f32 {
        ZOOMS[usize::from(self.zoom).min(ZOOMS.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zoom_stops_at_both_ends() {
        let mut options = AutomapOptions::default();
        (0..20).for_each(|_| options.zoom_by(-1));
        assert_eq!(usize::from(options.zoom), ZOOMS.len() - 1);
        options.zoom_by(100);
        assert_eq!(options.zoom, 0);
    }
}
