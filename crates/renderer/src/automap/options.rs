//! The options of the automap, and how it is shown.

use crate::automap::guide::Guide;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// So many tiles of the deck are seen from the upper edge to the lower one, from the nearest to the farthest.
const ZOOMS: [f32; 7] = [10.0, 14.0, 20.0, 28.0, 40.0, 56.0, 80.0];

/// How the automap is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MapView {
    /// Not at all.
    #[default]
    Off,
    /// Over the picture, which can be seen through it.
    Over,
    /// In place of the picture.
    Whole,
}

/// How a player likes the automap.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AutomapOptions {
    /// How much of the deck it shows, from 0 (little) to 6.
    pub zoom: u8,
    /// It turns with the player: what he sees before him is up.
    pub turns: bool,
    /// Its lines are thick.
    pub thick: bool,
    /// Where the way to what comes next is shown.
    pub guide: Guide,
}

impl Default for AutomapOptions {
    fn default() -> Self {
        AutomapOptions { zoom: 2, turns: false, thick: false, guide: Guide::Off }
    }
}

impl AutomapOptions {
    /// Nearer or, with steps below 0, farther, within bounds.
    pub fn zoom_by(&mut self, steps: i32) {
        self.zoom = (i32::from(self.zoom) - steps).clamp(0, ZOOMS.len() as i32 - 1) as u8;
    }

    /// Nearer, and from the nearest to the farthest.
    pub fn zoom_round(&mut self) {
        self.zoom = self.zoom.checked_sub(1).unwrap_or(ZOOMS.len() as u8 - 1);
    }

    /// The tiles from the upper edge to the lower one.
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
