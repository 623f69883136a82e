//! The options: how strongly the view moves and is coloured, and what is drawn over it, as whoever looks at it likes it.

use bevy::prelude::*;
use engine::CaptionKind;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

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

/// So many percent, from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Percent<const MIN: u16, const MAX: u16>(u16);

impl<const MIN: u16, const MAX: u16> Percent<MIN, MAX> {
    /// So many percent, brought into the bounds.
    pub const fn new(percent: i32) -> Self {
        if percent < MIN as i32 {
            Percent(MIN)
        } else if percent > MAX as i32 {
            Percent(MAX)
        } else {
            Percent(percent as u16)
        }
    }

    /// The percent.
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// The part, 1 for 100 %.
    pub fn part(self) -> f32 {
        f32::from(self.0) / 100.0
    }
}

impl<const MIN: u16, const MAX: u16> TryFrom<u16> for Percent<MIN, MAX> {
    type Error = String;

    fn try_from(percent: u16) -> Result<Self, String> {
        if (MIN..=MAX).contains(&percent) {
            Ok(Percent(percent))
        } else {
            Err(format!("{percent} is not from {LEAST} to {MOST} percent"))
        }
    }
}

impl<const MIN: u16, const MAX: u16> From<Percent<MIN, MAX>> for u16 {
    fn from(percent: Percent<MIN, MAX>) -> u16 {
        percent.0
    }
}

/// What marks the middle of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub enum Crosshair {
    /// Four strokes round the middle.
    Cross,
    /// A disc in the middle.
    Dot,
    /// A ring round the middle.
    Ring,
    /// Another one for each weapon: what scatters has a ring as wide as it does.
    Weapon,
    /// Nothing.
    None,
}

/// The colour of the crosshair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub enum CrosshairColour {
    /// A pale green.
    Pale,
    /// White.
    White,
    /// Yellow.
    Yellow,
    /// Cyan.
    Cyan,
    /// Magenta.
    Magenta,
    /// Red.
    Red,
}

/// What has a bright outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub enum Outlined {
    /// Nothing.
    Nothing,
    /// Creatures that are not dead.
    Creatures,
    /// Those, and what can be taken or broken.
    All,
}

/// Of what captions and messages tell. What one must know to go on is told to everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CaptionKinds {
    /// Of what the player takes and does.
    pub own: bool,
    /// Of the undead and other creatures.
    pub undead: bool,
    /// Of doors, switches and walls that move.
    pub doors: bool,
    /// Of all else around: what breaks, bursts or explodes.
    pub surroundings: bool,
}

impl CaptionKinds {
    /// Returns whether a player who wants these reads captions of a kind.
    pub(crate) fn wants(self, kind: CaptionKind) -> bool {
        match kind {
            CaptionKind::Own => self.own,
            CaptionKind::Monsters => self.undead,
            CaptionKind::Doors => self.doors,
            CaptionKind::Surroundings => self.surroundings,
            CaptionKind::Vital => true,
        }
    }
}

impl Default for CaptionKinds {
    fn default() -> Self {
        CaptionKinds { own: true, undead: true, doors: true, surroundings: true }
    }
}

/// For which eyes the colours of the picture are shifted, so that they tell apart what they could not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub enum ColourVision {
    /// For those who see all colours: nothing is shifted.
    All,
    /// For those who lack the cones for red (protanopia).
    NoRed,
    /// For those who lack the cones for green (deuteranopia).
    NoGreen,
    /// For those who lack the cones for blue (tritanopia).
    NoBlue,
}

/// How the view moves and is coloured, and what is laid over it. None of it changes what happens in the game.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ViewOptions {
    /// How far the head goes up and down with the player's steps.
    pub bob: Strength,
    /// How far the weapon swings with them.
    pub weapon_bob: Strength,
    /// How far a shot throws the weapon and the view back.
    pub recoil: Strength,
    /// How far blows shake the view.
    pub shake: Strength,
    /// How far explosions shake it.
    pub blast_shake: Strength,
    /// How far a lift shakes it that stops.
    pub lift_shake: Strength,
    /// How far the eye sinks and turns when the player dies.
    // Settings files of version 0.1 call it so.
    #[serde(alias = "fall")]
    pub death_camera: Strength,
    /// How far the view turns to a board that the player comes to.
    pub gaze: Strength,
    /// How much of the picture pain colours.
    pub flashes: Strength,
    /// How much of it what the player takes colours.
    pub gain_flashes: Strength,
    /// How much of it death colours.
    pub death_flashes: Strength,
    /// How brightly shots and explosions light up the deck.
    pub shot_light: Strength,
    /// How much lamps flicker.
    pub flicker: Strength,
    /// How much alarms and other lamps pulse.
    pub pulse: Strength,
    /// How fast the sky turns about the ship.
    pub sky_turn: Strength,
    /// How black it becomes when the lift leaves.
    pub fades: Strength,
    /// True if steps between two colours are spread over neighbouring pixels, so that nothing bands.
    pub dither: bool,
    /// True if what is far away shows smaller versions of its textures, so that it does not boil when the eye moves.
    pub far_levels: bool,
    /// How bright what is neither black nor white looks.
    pub gamma: Percent<50, 250>,
    /// For which eyes the colours are shifted.
    pub colours: ColourVision,
    /// True if the numbers, icons and the weapons' slots are shown.
    pub hud: bool,
    /// How large they are.
    pub hud_size: Percent<50, 300>,
    /// How much of the deck they hide.
    pub hud_cover: Strength,
    /// True if arcs show from where blows come.
    pub blows: bool,
    /// What marks the middle.
    pub crosshair: Crosshair,
    /// How large that is.
    pub crosshair_size: Percent<50, 400>,
    /// Its colour.
    pub crosshair_colour: CrosshairColour,
    /// True if the undead and what can be taken are as bright in the dark as in light.
    pub bright_figures: bool,
    /// What has a bright outline.
    pub outlines: Outlined,
    /// True if lights show walls that hide secrets to whoever comes near.
    pub secret_hints: bool,
    /// True if what is heard around the player is also told in words.
    pub captions: bool,
    /// Of what captions and messages tell.
    pub caption_kinds: CaptionKinds,
    /// How large messages and captions are written.
    pub text_size: Percent<100, 400>,
    /// How dark the plate below messages and captions is.
    pub text_plate: Strength,
}

impl Default for ViewOptions {
    /// All that moves, and nothing that helps.
    fn default() -> Self {
        let full = Strength::FULL;
        ViewOptions {
            bob: full,
            weapon_bob: full,
            recoil: full,
            shake: full,
            blast_shake: full,
            lift_shake: full,
            death_camera: full,
            gaze: full,
            flashes: full,
            gain_flashes: full,
            death_flashes: full,
            shot_light: full,
            flicker: full,
            pulse: full,
            sky_turn: full,
            fades: full,
            dither: true,
            far_levels: true,
            gamma: Percent::new(100),
            colours: ColourVision::All,
            hud: true,
            hud_size: Percent::new(100),
            hud_cover: full,
            blows: true,
            crosshair: Crosshair::Cross,
            crosshair_size: Percent::new(100),
            crosshair_colour: CrosshairColour::Pale,
            bright_figures: false,
            outlines: Outlined::Nothing,
            secret_hints: false,
            captions: false,
            caption_kinds: CaptionKinds::default(),
            text_size: Percent::new(100),
            text_plate: Strength::NONE,
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
    fn percent_stay_within_their_bounds() {
        type Some = Percent<10, 400>;
        assert_eq!([-5, 10, 55, 9999].map(|percent| Some::new(percent).get()), [10, 10, 55, 400]);
        assert!(Some::try_from(9).is_err() && Some::try_from(401).is_err() && Some::try_from(400).is_ok());
    }

    #[test]
    fn the_death_camera_is_read_by_its_older_name_too() {
        let read = |name| ViewOptions::deserialize(MapDeserializer::<_, Error>::new([(name, 40_u8)].into_iter()));
        let wanted = ViewOptions { death_camera: Strength::percent(40), ..ViewOptions::default() };
        assert_eq!((read("fall"), read("death_camera")), (Ok(wanted), Ok(wanted)));
        assert_eq!(read("falls"), Ok(ViewOptions::default()), "what a newer version says is left to it");
    }
}
