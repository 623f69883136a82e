//! The view options: how strongly the view moves and is tinted, and what is drawn over it, as the player prefers.

use bevy::prelude::*;
use engine::CaptionKind;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// The strength of an effect, 0 (off) to 100 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Strength(u8);

impl Strength {
    /// No effect.
    pub const NONE: Strength = Strength(0);
    /// All of it.
    pub const FULL: Strength = Strength(100);

    /// Returns a strength in percent; values above 100 become 100.
    pub const fn percent(percent: u8) -> Strength {
        if percent < 100 { Strength(percent) } else { Strength::FULL }
    }

    /// Returns the percentage, 0 to 100.
    pub const fn in_percent(self) -> u8 {
        self.0
    }

    /// Returns the strength as a factor, 0 to 1.
    pub fn part(self) -> f32 {
        f32::from(self.0) / 100.0
    }
}

impl TryFrom<u8> for Strength {
    type Error = String;

    fn try_from(percent: u8) -> Result<Strength, String> {
        if percent <= 100 { Ok(Strength(percent)) } else { Err(format!("must be 0 to 100 percent, got {percent}")) }
    }
}

impl From<Strength> for u8 {
    fn from(strength: Strength) -> u8 {
        strength.0
    }
}

/// A percentage from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Percent<const MIN: u16, const MAX: u16>(u16);

impl<const MIN: u16, const MAX: u16> Percent<MIN, MAX> {
    /// Returns a percentage, clamped to the bounds.
    pub const fn new(percent: i32) -> Self {
        if percent < MIN as i32 {
            Percent(MIN)
        } else if percent > MAX as i32 {
            Percent(MAX)
        } else {
            Percent(percent as u16)
        }
    }

    /// Returns the percentage.
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// Returns the percentage as a factor, 1 for 100 %.
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
            Err(format!("must be {MIN} to {MAX} percent, got {percent}"))
        }
    }
}

impl<const MIN: u16, const MAX: u16> From<Percent<MIN, MAX>> for u16 {
    fn from(percent: Percent<MIN, MAX>) -> u16 {
        percent.0
    }
}

/// The style of the crosshair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub enum Crosshair {
    /// Four strokes around the middle.
    Cross,
    /// A dot in the middle.
    Dot,
    /// A ring around the middle.
    Ring,
    /// A different one for each weapon; weapons that scatter have a ring as wide as their spread.
    Weapon,
    /// No crosshair.
    None,
}

/// The colour of the crosshair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub enum CrosshairColour {
    /// Pale green.
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

/// Sprites that have a bright outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub enum Outlined {
    /// None.
    Nothing,
    /// Living creatures.
    Creatures,
    /// Living creatures, and things that can be taken or broken.
    All,
}

/// Kinds of events that have captions and messages. Messages that are vital for progress are always shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CaptionKinds {
    /// Items that the player takes, and the player's actions.
    pub own: bool,
    /// Monsters and other creatures.
    pub undead: bool,
    /// Doors, switches and moving walls.
    pub doors: bool,
    /// Everything else nearby: things that break, burst or explode.
    pub surroundings: bool,
}

impl CaptionKinds {
    /// Returns true if captions of a kind are wanted.
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

/// The kind of colour blindness for which the frame's colours are shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub enum ColourVision {
    /// None: no shift.
    All,
    /// No red cones (protanopia).
    NoRed,
    /// No green cones (deuteranopia).
    NoGreen,
    /// No blue cones (tritanopia).
    NoBlue,
}

/// Options for the movement and the tint of the view, and for everything that is drawn over it. None of them affects
/// the simulation.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ViewOptions {
    /// How far the head bobs with the player's steps.
    pub bob: Strength,
    /// How far the weapon sways with them.
    pub weapon_bob: Strength,
    /// How far a shot kicks the weapon and the view back.
    pub recoil: Strength,
    /// How much hits shake the view.
    pub shake: Strength,
    /// How much explosions shake the view.
    pub blast_shake: Strength,
    /// How much a stopping lift shakes the view.
    pub lift_shake: Strength,
    /// How far the eye sinks and turns when the player dies.
    // The name in settings files of version 0.1.
    #[serde(alias = "fall")]
    pub death_camera: Strength,
    /// How far the view tilts towards a board.
    pub gaze: Strength,
    /// The strength of the pain flash.
    pub flashes: Strength,
    /// The strength of the pickup flash.
    pub gain_flashes: Strength,
    /// The strength of the death tint.
    pub death_flashes: Strength,
    /// How brightly shots and explosions light up the level.
    pub shot_light: Strength,
    /// How much lamps flicker.
    pub flicker: Strength,
    /// How much alarms and other pulsing lamps pulse.
    pub pulse: Strength,
    /// How fast the sky rotates around the ship.
    pub sky_turn: Strength,
    /// The strength of the fade to black when the lift leaves.
    pub fades: Strength,
    /// True if steps between two colours are dithered, which prevents banding.
    pub dither: bool,
    /// True if distant surfaces use mipmaps, which prevents shimmering when the eye moves.
    pub far_levels: bool,
    /// The brightness of everything that is neither black nor white.
    pub gamma: Percent<50, 250>,
    /// The kind of colour blindness for which the colours are shifted.
    pub colours: ColourVision,
    /// True if the numbers, the icons and the weapon slots are shown.
    pub hud: bool,
    /// Their size.
    pub hud_size: Percent<50, 300>,
    /// Their opacity.
    pub hud_cover: Strength,
    /// True if arcs show the direction of hits.
    pub blows: bool,
    /// The style of the crosshair.
    pub crosshair: Crosshair,
    /// The size of the crosshair.
    pub crosshair_size: Percent<50, 400>,
    /// The colour of the crosshair.
    pub crosshair_colour: CrosshairColour,
    /// True if monsters and pickups are full-bright, also in the dark.
    pub bright_figures: bool,
    /// Sprites that have a bright outline.
    pub outlines: Outlined,
    /// True if lights mark walls that hide secrets when the player is near.
    pub secret_hints: bool,
    /// True if sounds around the player have captions.
    pub captions: bool,
    /// Kinds of events that have captions and messages.
    pub caption_kinds: CaptionKinds,
    /// The size of messages and captions.
    pub text_size: Percent<100, 400>,
    /// The size of text in menus, as far as the resolution has room for it.
    pub menu_text: Percent<100, 400>,
    /// The opacity of the plate behind messages and captions.
    pub text_plate: Strength,
}

impl Default for ViewOptions {
    /// Returns all effects at full strength and all aids off.
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
            menu_text: Percent::new(100),
            text_plate: Strength::NONE,
        }
    }
}

/// Parts of the HUD that are drawn over the level.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hud {
    /// True if the weapon, the flashes, the numbers and the messages are drawn.
    pub shown: bool,
    /// True if the deck's name and the fade to black when the lift leaves are drawn.
    pub fades: bool,
}

impl Default for Hud {
    /// Returns everything on, as a player sees it.
    fn default() -> Self {
        Hud { shown: true, fades: true }
    }
}

impl Hud {
    /// Returns true if the HUD is shown; a run condition.
    pub(crate) fn is_shown(hud: Res<Hud>) -> bool {
        hud.shown
    }

    /// Returns true if titles and fades are shown; a run condition.
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
    fn strength_is_at_most_100_percent() {
        assert_eq!((Strength::percent(30).part(), Strength::percent(255)), (0.3, Strength::FULL));
        assert_eq!((Strength::try_from(100), Strength::try_from(101).is_err()), (Ok(Strength::FULL), true));
    }

    #[test]
    fn percent_is_clamped_to_its_bounds() {
        type Some = Percent<10, 400>;
        assert_eq!([-5, 10, 55, 9999].map(|percent| Some::new(percent).get()), [10, 10, 55, 400]);
        assert!(Some::try_from(9).is_err() && Some::try_from(401).is_err() && Some::try_from(400).is_ok());
    }

    #[test]
    fn death_camera_option_is_read_by_its_old_name() {
        let read = |name| ViewOptions::deserialize(MapDeserializer::<_, Error>::new([(name, 40_u8)].into_iter()));
        let wanted = ViewOptions { death_camera: Strength::percent(40), ..ViewOptions::default() };
        assert_eq!((read("fall"), read("death_camera")), (Ok(wanted), Ok(wanted)));
        assert_eq!(read("falls"), Ok(ViewOptions::default()), "keys of newer versions must be ignored");
    }
}
