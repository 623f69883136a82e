//! The options and the views of the automap.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

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

/// Display of the path to the next goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub enum Guide {
    /// As an arrow on skill 1, on the automap on skill 2, and nowhere on the others; see [`Guide::on_skill`].
    #[default]
    BySkill,
    /// Nowhere.
    Off,
    /// On the automap.
    Map,
    /// On the automap, and as an arrow with a caption in the view.
    Picture,
}

impl Guide {
    /// Returns where the path is displayed on a skill from 1 to 4.
    #[must_use]
    pub fn on_skill(self, skill: u8) -> Guide {
        match (self, skill) {
            (Guide::BySkill, 1) => Guide::Picture,
            (Guide::BySkill, 2) => Guide::Map,
            (Guide::BySkill, _) => Guide::Off,
            (chosen, _) => chosen,
        }
    }

    /// Returns true if the automap shows the path.
    pub(crate) fn is_on_map(self) -> bool {
        matches!(self, Guide::Map | Guide::Picture)
    }
}

/// The tiles between the upper and the lower edge of a map that fits by itself: at least and at most.
pub(crate) const FITTING: [f32; 2] = [10.0, 80.0];

/// The number of tiles between the upper and the lower edge of the last map that was drawn.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct MapScale(pub(crate) f32);

impl Default for MapScale {
    fn default() -> Self {
        MapScale(AutomapOptions::default().tiles())
    }
}

/// The player's options for the automap.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AutomapOptions {
    /// True if the zoom follows what has been explored; false once the player has zoomed.
    pub fits: bool,
    /// The zoom level that the player has chosen, 0 (nearest) to 6.
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
        AutomapOptions { fits: true, zoom: 2, turns: false, thick: false, guide: Guide::BySkill }
    }
}

impl AutomapOptions {
    /// Zooms in by a number of levels from what is shown, or out if negative, within bounds.
    pub fn zoom_by(&mut self, steps: i32, shown: MapScale) {
        let level = self.level(shown, steps > 0);
        self.zoom = (level - steps).clamp(0, ZOOMS.len() as i32 - 1) as u8;
        self.fits = false;
    }

    /// Zooms in by one level from what is shown; from the nearest level, fits what has been explored again.
    pub fn zoom_round(&mut self, shown: MapScale) {
        match self.level(shown, true) {
            0 => self.fits = true,
            _ => self.zoom_by(1, shown),
        }
    }

    /// Returns the zoom level from which a step in or out changes what is shown.
    fn level(self, shown: MapScale, zooms_in: bool) -> i32 {
        if !self.fits {
            return i32::from(self.zoom);
        }
        let nearer = ZOOMS.iter().filter(|tiles| **tiles < shown.0).count() as i32;
        if zooms_in || ZOOMS.contains(&shown.0) { nearer } else { nearer - 1 }
    }

    /// Returns the number of tiles between the upper and the lower edge at the chosen level.
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
        (0..20).for_each(|_| options.zoom_by(-1, MapScale(12.0)));
        assert_eq!(usize::from(options.zoom), ZOOMS.len() - 1);
        options.zoom_by(100, MapScale(12.0));
        assert_eq!((options.zoom, options.fits), (0, false));
    }

    #[test]
    fn first_step_changes_a_fitting_map_and_the_last_fits_again() {
        let stepped = |shown: f32, steps: i32| {
            let mut options = AutomapOptions::default();
            options.zoom_by(steps, MapScale(shown));
            options.tiles()
        };
        assert_eq!([stepped(17.0, 1), stepped(17.0, -1)], [14.0, 20.0]);
        assert_eq!([stepped(14.0, 1), stepped(14.0, -1)], [10.0, 20.0]);
        let mut options = AutomapOptions::default();
        let seen = [0; 3].map(|_| {
            options.zoom_round(MapScale(17.0));
            (options.fits, options.tiles())
        });
        assert_eq!(seen, [(false, 14.0), (false, 10.0), (true, 10.0)]);
    }
}
