//! Numbers of a level's text, each validated against its range.

use crate::{
    model::direction::Direction,
    model::lamp::LevelFog,
    model::level::{MAX_SIDE, USUAL_SKY},
    model::patrol_direction::PatrolDirection,
    model::trigger::Pull,
};
use serde::Deserialize;
use std::ops::RangeInclusive;

/// A colour, as written in the file.
type Rgb = (f32, f32, f32);

/// Validates a colour and converts it to bytes.
fn bytes((red, green, blue): Rgb) -> Result<[u8; 3], String> {
    if [red, green, blue].iter().all(|part| (0.0..=255.0).contains(part)) {
        Ok([red, green, blue].map(|part| part.round() as u8))
    } else {
        Err(format!("a colour must be three numbers from 0 to 255, got ({red}, {green}, {blue})"))
    }
}

/// Returns a number if it is in a range, otherwise an error; `what` states what it must be.
fn within(number: f32, range: RangeInclusive<f32>, what: &str) -> Result<f32, String> {
    if range.contains(&number) { Ok(number) } else { Err(format!("{what}, got {number}")) }
}

/// Colour of a lamp; default white.
#[derive(Clone, Copy, Deserialize, PartialEq)]
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

/// Colour of the fog.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "Rgb")]
pub(crate) struct FogColour(pub(crate) [u8; 3]);

impl Default for FogColour {
    fn default() -> Self {
        FogColour(LevelFog::default().colour)
    }
}

impl TryFrom<Rgb> for FogColour {
    type Error = String;

    fn try_from(colour: Rgb) -> Result<Self, String> {
        bytes(colour).map(FogColour)
    }
}

/// Radius of a lamp's light, in tiles.
#[derive(Clone, Copy, Deserialize, PartialEq)]
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
        within(reach, 0.5..=16.0, "a lamp's reach must be 0.5 to 16 tiles").map(Reach)
    }
}

/// Distance at which the fog hides surfaces by half, in tiles.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f32")]
pub(crate) struct Clear(pub(crate) f32);

impl Default for Clear {
    fn default() -> Self {
        Clear(LevelFog::default().clear)
    }
}

impl TryFrom<f32> for Clear {
    type Error = String;

    fn try_from(clear: f32) -> Result<Self, String> {
        within(clear, 1.0..=1000.0, "the fog's `clear` must be 1 to 1000 tiles").map(Clear)
    }
}

/// Name of a sky.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct SkyText(pub(crate) String);

impl Default for SkyText {
    fn default() -> Self {
        SkyText(USUAL_SKY.to_owned())
    }
}

impl TryFrom<String> for SkyText {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        if (1..=64).contains(&name.len()) && name.chars().all(fits) {
            Ok(SkyText(name))
        } else {
            Err(format!("the name of a sky must have 1 to 64 lower-case letters, digits and _, got {name:?}"))
        }
    }
}

/// Par time, in seconds.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f32")]
pub(crate) struct Par(pub(crate) f32);

impl TryFrom<f32> for Par {
    type Error = String;

    fn try_from(seconds: f32) -> Result<Self, String> {
        within(seconds, 1.0..=36_000.0, "a par must be 1 to 36000 seconds").map(Par)
    }
}

/// Brightness, from 0 to 1 in the text and from 0 to 255 in the level.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "f32")]
pub(crate) struct Light(pub(crate) u8);

impl TryFrom<f32> for Light {
    type Error = String;

    fn try_from(light: f32) -> Result<Self, String> {
        within(light, 0.0..=1.0, "a light must be 0 to 1").map(|light| Light((light * 255.0).round() as u8))
    }
}

/// Air pressure, from 0 to 1 in the text and in thousandths in the level.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "f32")]
pub(crate) struct Pressure(pub(crate) u16);

impl TryFrom<f32> for Pressure {
    type Error = String;

    fn try_from(pressure: f32) -> Result<Self, String> {
        let pressure = within(pressure, 0.0..=1.0, "`air` must be a pressure from 0 (none) to 1")?;
        Ok(Pressure((pressure * 1000.0).round() as u16))
    }
}

/// Number of cells that a push-wall moves.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "f32")]
pub(crate) struct PushCells(pub(crate) u16);

impl TryFrom<f32> for PushCells {
    type Error = String;

    fn try_from(cells: f32) -> Result<Self, String> {
        if (1.0..=MAX_SIDE as f32).contains(&cells) && cells.fract() == 0.0 {
            Ok(PushCells(cells as u16))
        } else {
            Err(format!("a push-wall must move 1 to {MAX_SIDE} cells, got {cells}"))
        }
    }
}

/// Direction, in degrees in the text and in radians in the level.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "f32")]
pub(crate) struct Facing(pub(crate) f32);

impl TryFrom<f32> for Facing {
    type Error = String;

    fn try_from(degrees: f32) -> Result<Self, String> {
        let degrees = within(degrees, -360.0..=360.0, "a facing must be -360 to 360 degrees")?;
        Ok(Facing(degrees.to_radians()))
    }
}

/// Lowest skill on which a thing is present, 1 to 4.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "f32")]
pub(crate) struct SkillText(pub(crate) u8);

impl TryFrom<f32> for SkillText {
    type Error = String;

    fn try_from(skill: f32) -> Result<Self, String> {
        if (1.0..=4.0).contains(&skill) && skill.fract() == 0.0 {
            Ok(SkillText(skill as u8))
        } else {
            Err(format!("a skill must be 1, 2, 3 or 4, got {skill}"))
        }
    }
}

/// One of the four directions, in degrees in the text.
#[derive(Clone, Copy, Deserialize, PartialEq)]
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
            _ => Err(format!("a direction must be 0, 90, 180 or 270 degrees, got {degrees}")),
        }
    }
}

/// One of the eight directions of patrols, in degrees in the text.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "f32")]
pub(crate) struct PatrolTo(pub(crate) PatrolDirection);

impl TryFrom<f32> for PatrolTo {
    type Error = String;

    fn try_from(degrees: f32) -> Result<Self, String> {
        let eighths = degrees / 45.0;
        let direction = (eighths.fract() == 0.0 && eighths >= 0.0).then(|| PatrolDirection::ALL.get(eighths as usize));
        direction
            .flatten()
            .copied()
            .map(PatrolTo)
            .ok_or_else(|| format!("a turn point must be a multiple of 45 degrees, from 0 to 315, got {degrees}"))
    }
}

/// Duration, in seconds.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f32")]
pub(crate) struct Span(pub(crate) f32);

impl TryFrom<f32> for Span {
    type Error = String;

    fn try_from(seconds: f32) -> Result<Self, String> {
        within(seconds, 0.1..=600.0, "the duration must be 0.1 to 600 seconds").map(Span)
    }
}

/// Delay, in seconds.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(try_from = "f32")]
pub(crate) struct Delay(pub(crate) f32);

impl TryFrom<f32> for Delay {
    type Error = String;

    fn try_from(seconds: f32) -> Result<Self, String> {
        within(seconds, 0.0..=600.0, "the delay must be 0 to 600 seconds").map(Delay)
    }
}

/// Strength of gravity.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f32")]
pub(crate) struct Gravity(pub(crate) Pull);

impl TryFrom<f32> for Gravity {
    type Error = String;

    fn try_from(share: f32) -> Result<Self, String> {
        Pull::from_share(share).map(Gravity).ok_or(format!("gravity must be from 0 (none) to 1 (normal), got {share}"))
    }
}
