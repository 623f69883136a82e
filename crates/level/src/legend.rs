//! The legend of a level's text: what each character of its layers means.

use crate::model::MAX_SIDE;
use crate::things::ThingText;
use crate::{Air, Direction, Hang, Lock, Mood, ThingKind};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

/// What each character of the layers means.
pub(crate) type Legend = BTreeMap<char, Entry>;

/// What a character leaves out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Base {
    pub(crate) floor: String,
    pub(crate) ceiling: String,
    pub(crate) jamb: String,
    pub(crate) light: Light,
}

impl Default for Base {
    fn default() -> Self {
        Base { floor: "plate".to_owned(), ceiling: "panel".to_owned(), jamb: "jamb".to_owned(), light: Light(255) }
    }
}

/// What one character means; each part may be left out.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Entry {
    /// A wall of this texture.
    pub(crate) wall: Option<String>,
    /// A picture that lies over the wall.
    pub(crate) overlay: Option<String>,
    /// The wall carries the lift's switch and shows this once it is thrown: an overlay if it has one, else a texture.
    pub(crate) lift: Option<String>,
    /// The lift leads to the secret deck.
    pub(crate) secret: bool,
    /// The wall carries a switch or a target and shows this while it is thrown.
    pub(crate) switch: Option<String>,
    /// The only side on which the switch shows and works.
    pub(crate) face: Option<TurnTo>,
    /// A door of this texture.
    pub(crate) door: Option<String>,
    /// How the door opens.
    pub(crate) hang: Option<Hang>,
    /// What keeps the door shut.
    pub(crate) lock: Option<Lock>,
    /// The door locks itself behind the player.
    pub(crate) locks_behind: bool,
    /// A pane of this texture that stops shots, not sight.
    pub(crate) window: Option<String>,
    /// A pane of this texture that stops neither.
    pub(crate) grating: Option<String>,
    /// A round pillar of this texture.
    pub(crate) pillar: Option<String>,
    /// A wall of this texture in half of the cell.
    pub(crate) diagonal: Option<String>,
    /// A wall of this texture that can be pushed.
    pub(crate) push: Option<String>,
    /// The only way that it goes.
    pub(crate) push_way: Option<TurnTo>,
    /// How far it goes.
    pub(crate) push_cells: Option<PushCells>,
    pub(crate) floor: Option<String>,
    pub(crate) ceiling: Option<String>,
    pub(crate) light: Option<Light>,
    pub(crate) lamp: Option<LampText>,
    pub(crate) thing: Option<ThingKind>,
    /// A monster of this name.
    pub(crate) monster: Option<String>,
    /// Something of this name to take.
    pub(crate) pickup: Option<String>,
    /// A barrel, a crate or the like of this name.
    pub(crate) prop: Option<String>,
    /// What the place makes of wounds, by the name of its rule.
    pub(crate) climate: Option<String>,
    pub(crate) facing: Option<Facing>,
    /// The monster waits for sight.
    pub(crate) ambush: bool,
    /// The monster walks a patrol.
    pub(crate) patrol: bool,
    pub(crate) skill: Option<Skill>,
    /// The thing or monster is not there before a trigger calls it.
    pub(crate) waits: bool,
    /// What triggers call the cell.
    pub(crate) name: Option<String>,
    /// A point where patrols turn.
    pub(crate) turn: Option<TurnTo>,
}

impl Entry {
    /// What it puts into its cell, each as an author would call it; a cell holds one at most.
    pub(crate) fn fills(&self) -> Vec<&'static str> {
        let all = [
            (&self.wall, "wall"),
            (&self.door, "door"),
            (&self.window, "window"),
            (&self.grating, "grating"),
            (&self.pillar, "pillar"),
            (&self.diagonal, "diagonal"),
            (&self.push, "push-wall"),
        ];
        all.into_iter().filter(|(texture, _)| texture.is_some()).map(|(_, name)| name).collect()
    }

    /// What it says of whoever stands in its cell.
    pub(crate) fn thing(&self) -> ThingText<'_> {
        let Entry { thing, ref monster, ref pickup, ref prop, facing, ambush, patrol, .. } = *self;
        let Entry { skill, waits, turn, .. } = *self;
        let (monster, pickup, prop) = (monster.as_deref(), pickup.as_deref(), prop.as_deref());
        ThingText { thing, monster, pickup, prop, facing, ambush, patrol, skill, waits, turn }
    }

    /// What is wrong with what it builds, if anything.
    pub(crate) fn mistake(&self) -> Option<String> {
        if let [first, second, ..] = self.fills()[..] {
            return Some(format!("this character is a {first} and a {second} at once; a cell holds only one of them"));
        }
        let needs = if self.lift.is_some() && self.wall.is_none() {
            "a lift switch is on a wall: this character needs a `wall` too"
        } else if self.overlay.is_some() && self.wall.is_none() {
            "an overlay lies on a wall: this character needs a `wall` too"
        } else if self.switch.is_some() && self.wall.is_none() {
            "a switch is on a wall: this character needs a `wall` too"
        } else if self.switch.is_some() && self.lift.is_some() {
            "the wall has a lift's switch already: leave out `lift` or `switch`"
        } else if self.face.is_some() && (self.overlay.is_none() || self.switch.is_none() && self.lift.is_none()) {
            "only a switch or a lift that is an `overlay` has a `face`: on the other sides the bare wall shows"
        } else if self.secret && self.lift.is_none() {
            "only a lift leads to a secret deck: this character needs a `lift` too"
        } else if (self.push_way.is_some() || self.push_cells.is_some()) && self.push.is_none() {
            "only a push-wall is pushed: this character needs a `push` too"
        } else if self.hang.is_some() && self.door.is_none() {
            "only a door hangs: this character needs a `door` too"
        } else if (self.lock.is_some() || self.locks_behind) && self.door.is_none() {
            "only a door has a lock: this character needs a `door` too"
        } else {
            return None;
        };
        Some(needs.to_owned())
    }
}

/// A light source of the legend.
#[derive(Clone, Copy, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LampText {
    pub(crate) colour: LampColour,
    pub(crate) reach: Reach,
    pub(crate) mood: Mood,
    pub(crate) off: bool,
}

/// The fog of a level.
#[derive(Clone, Copy, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct AirText {
    pub(crate) colour: AirColour,
    pub(crate) clear: Clear,
}

impl AirText {
    /// The air that it describes.
    pub(crate) fn air(self) -> Air {
        Air { colour: self.colour.0, clear: self.clear.0 }
    }
}

/// Three numbers of a colour in the text.
type Rgb = (f32, f32, f32);

/// The bytes of a colour.
fn bytes((red, green, blue): Rgb) -> Result<[u8; 3], String> {
    if [red, green, blue].iter().all(|part| (0.0..=255.0).contains(part)) {
        Ok([red, green, blue].map(|part| part.round() as u8))
    } else {
        Err(format!("a colour is three numbers from 0 to 255, not ({red}, {green}, {blue})"))
    }
}

/// A number of tiles, if it is in range.
fn tiles(tiles: f32, range: RangeInclusive<f32>, what: &str) -> Result<f32, String> {
    if range.contains(&tiles) {
        Ok(tiles)
    } else {
        Err(format!("{what} is a number of tiles from {} to {}, not {tiles}", range.start(), range.end()))
    }
}

/// The colour of a lamp; white if it is left out.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "Rgb")]
pub(crate) struct LampColour(pub(crate) [u8; 3]);

impl Default for LampColour {
    fn default() -> Self {
        LampColour([255; 3])
    }
}

impl TryFrom<Rgb> for LampColour {
    type Error = String;

    fn try_from(colour: Rgb) -> Result<Self, String> {
        bytes(colour).map(LampColour)
    }
}

/// The colour of the air.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "Rgb")]
pub(crate) struct AirColour(pub(crate) [u8; 3]);

impl Default for AirColour {
    fn default() -> Self {
        AirColour(Air::default().colour)
    }
}

impl TryFrom<Rgb> for AirColour {
    type Error = String;

    fn try_from(colour: Rgb) -> Result<Self, String> {
        bytes(colour).map(AirColour)
    }
}

/// How far a lamp's light goes, in tiles.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f32")]
pub(crate) struct Reach(pub(crate) f32);

impl Default for Reach {
    fn default() -> Self {
        Reach(5.0)
    }
}

impl TryFrom<f32> for Reach {
    type Error = String;

    fn try_from(reach: f32) -> Result<Self, String> {
        tiles(reach, 0.5..=16.0, "a lamp's reach").map(Reach)
    }
}

/// How far away half of what is seen is fog, in tiles.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f32")]
pub(crate) struct Clear(pub(crate) f32);

impl Default for Clear {
    fn default() -> Self {
        Clear(Air::default().clear)
    }
}

impl TryFrom<f32> for Clear {
    type Error = String;

    fn try_from(clear: f32) -> Result<Self, String> {
        tiles(clear, 1.0..=1000.0, "how far the air is clear").map(Clear)
    }
}

/// A time in seconds.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f32")]
pub(crate) struct Par(pub(crate) f32);

impl TryFrom<f32> for Par {
    type Error = String;

    fn try_from(seconds: f32) -> Result<Self, String> {
        if (1.0..=36_000.0).contains(&seconds) {
            Ok(Par(seconds))
        } else {
            Err(format!("a par is a number of seconds from 1 to 36000, not {seconds}"))
        }
    }
}

/// A light from 0 to 1 in the text, 0 to 255 in the level.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f32")]
pub(crate) struct Light(pub(crate) u8);

impl TryFrom<f32> for Light {
    type Error = String;

    fn try_from(light: f32) -> Result<Self, String> {
        if (0.0..=1.0).contains(&light) {
            Ok(Light((light * 255.0).round() as u8))
        } else {
            Err(format!("a light is a number from 0 to 1, not {light}"))
        }
    }
}

/// How many cells a push-wall goes.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f32")]
pub(crate) struct PushCells(pub(crate) u16);

impl TryFrom<f32> for PushCells {
    type Error = String;

    fn try_from(cells: f32) -> Result<Self, String> {
        if (1.0..=MAX_SIDE as f32).contains(&cells) && cells.fract() == 0.0 {
            Ok(PushCells(cells as u16))
        } else {
            Err(format!("a push-wall goes 1 to {MAX_SIDE} cells, not {cells}"))
        }
    }
}

/// A direction in degrees in the text, in radians in the level.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f32")]
pub(crate) struct Facing(pub(crate) f32);

impl TryFrom<f32> for Facing {
    type Error = String;

    fn try_from(degrees: f32) -> Result<Self, String> {
        if (-360.0..=360.0).contains(&degrees) {
            Ok(Facing(degrees.to_radians()))
        } else {
            Err(format!("a facing is a number of degrees from -360 to 360, not {degrees}"))
        }
    }
}

/// The lowest skill on which a thing is there, 1 to 4.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f32")]
pub(crate) struct Skill(pub(crate) u8);

impl TryFrom<f32> for Skill {
    type Error = String;

    fn try_from(skill: f32) -> Result<Self, String> {
        if (1.0..=4.0).contains(&skill) && skill.fract() == 0.0 {
            Ok(Skill(skill as u8))
        } else {
            Err(format!("a skill is 1, 2, 3 or 4, not {skill}"))
        }
    }
}

/// One of the four directions: degrees in the text.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f32")]
pub(crate) struct TurnTo(pub(crate) Direction);

impl TryFrom<f32> for TurnTo {
    type Error = String;

    fn try_from(degrees: f32) -> Result<Self, String> {
        match degrees {
            0.0 => Ok(TurnTo(Direction::East)),
            90.0 => Ok(TurnTo(Direction::South)),
            180.0 => Ok(TurnTo(Direction::West)),
            270.0 => Ok(TurnTo(Direction::North)),
            _ => Err(format!("a direction is 0, 90, 180 or 270 degrees, not {degrees}")),
        }
    }
}

/// Reads the legend; a map type would let a character that is given twice lose its first meaning in silence.
pub(crate) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Legend, D::Error> {
    struct LegendVisitor;
    impl<'de> Visitor<'de> for LegendVisitor {
        type Value = Legend;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a legend such as { '#': (wall: \"hull\") }")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Legend, A::Error> {
            let mut legend = Legend::new();
            while let Some((character, entry)) = map.next_entry()? {
                if legend.insert(character, entry).is_some() {
                    return Err(A::Error::custom(format!("the legend gives '{character}' twice")));
                }
            }
            Ok(legend)
        }
    }
    deserializer.deserialize_map(LegendVisitor)
}
