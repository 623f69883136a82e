//! The options: how strongly the view moves and is coloured, and what is drawn over it, as whoever looks at it likes it.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// How strong an effect is, from 0 (there is none) to 100 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Strength(u8);

impl Strength {
    /// No effect.
    pub const NONE: Strength = Strength(0);
    /// All of it.
    pub const FULL: Strength = Strength(100);

    /// So many percent; more than 100 are 100.
    pub const fn percent(percent: u8) -> Strength {
        if percent < 100 { Strength(percent) } else { Strength::FULL }
    }

    /// The percent, 0 to 100.
    pub const fn in_percent(self) -> u8 {
        self.0
    }

    /// The part of the effect, 0 to 1.
    pub fn part(self) -> f32 {
        f32::from(self.0) / 100.0
    }
}

impl TryFrom<u8> for Strength {
    type Error = String;

    fn try_from(percent: u8) -> Result<Strength, String> {
        if percent <= 100 { Ok(Strength(percent)) } else { Err(format!("{percent} is not from 0 to 100 percent")) }
    }
}

impl From<Strength> for u8 {
    fn from(strength: Strength) -> u8 {
        strength.0
    }
}

/// How the view moves and is coloured. None of it changes what happens in the game.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ViewOptions {
    /// How far the head goes up and down with the player's steps.
    pub bob: Strength,
    /// How far the weapon swings with them.
    pub weapon_bob: Strength,
    /// How far a shot throws the weapon and the view back.
    pub recoil: Strength,
    /// How far hits, explosions and lifts shake the view.
    pub shake: Strength,
    /// How far the eye sinks and turns when the player dies.
    // Settings files of version 0.1 call it so.
    #[serde(alias = "fall")]
    pub death_camera: Strength,
    /// How far the view turns to a board that the player comes to.
    pub gaze: Strength,
    /// How much of the picture pain, gain and death colour.
    pub flashes: Strength,
    /// How black it becomes when the lift leaves.
    pub fades: Strength,
    /// True if steps between two colours are spread over neighbouring pixels, so that nothing bands.
    pub dither: bool,
    /// True if what is heard around the player is also told in words.
    pub captions: bool,
}

impl Default for ViewOptions {
    /// All of it.
    fn default() -> Self {
        let full = Strength::FULL;
        ViewOptions {
            bob: full,
            weapon_bob: full,
            recoil: full,
            shake: full,
            death_camera: full,
            gaze: full,
            flashes: full,
            fades: full,
            dither: true,
            captions: false,
        }
    }
}

/// What is drawn over the deck.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hud {
    /// The weapon, the flashes, the numbers and the messages.
    pub shown: bool,
    /// The deck's name when it begins, and the way to black when the lift leaves.
    pub fades: bool,
}

impl Default for Hud {
    /// All of it, as a player sees it.
    fn default() -> Self {
        Hud { shown: true, fades: true }
    }
}

impl Hud {
    /// For systems that draw only when it is shown.
    pub(crate) fn is_shown(hud: Res<Hud>) -> bool {
        hud.shown
    }

    /// For systems that draw only when decks are announced and fade out.
    pub(crate) fn does_fade(hud: Res<Hud>) -> bool {
        hud.fades
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<ViewOptions>();
    app.init_resource::<Hud>();
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::value::{Error, MapDeserializer};

    #[test]
    fn a_strength_is_never_more_than_all_of_it() {
        assert_eq!((Strength::percent(30).part(), Strength::percent(255)), (0.3, Strength::FULL));
        assert_eq!((Strength::try_from(100), Strength::try_from(101).is_err()), (Ok(Strength::FULL), true));
    }

    #[test]
    fn the_death_camera_is_read_by_its_older_name_too() {
        let read = |name| ViewOptions::deserialize(MapDeserializer::<_, Error>::new([(name, 40_u8)].into_iter()));
        let wanted = ViewOptions { death_camera: Strength::percent(40), ..ViewOptions::default() };
        assert_eq!((read("fall"), read("death_camera")), (Ok(wanted), Ok(wanted)));
        assert!(read("falls").is_err());
    }
}
