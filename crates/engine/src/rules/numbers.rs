//! Readers for the numbers of rules files, with range checks. Files use tiles, seconds and degrees; the results are in
//! tiles, ticks and radians.

use crate::tick::tick::TICKS_PER_SECOND;
use serde::{Deserialize, Deserializer, de::Error};

/// Reads a number within its limits; errors name the quantity `what` and the limits.
pub(crate) fn within<'de, D: Deserializer<'de>>(from: D, what: &str, least: f32, most: f32) -> Result<f32, D::Error> {
    let number = f32::deserialize(from)?;
    if (least..=most).contains(&number) {
        Ok(number)
    } else {
        Err(D::Error::custom(format!("{what} must be a number from {least} to {most}, got {number}")))
    }
}

pub(crate) fn whole<'de, D: Deserializer<'de>>(from: D, what: &str, least: i32, most: i32) -> Result<i32, D::Error> {
    let number = i32::deserialize(from)?;
    if (least..=most).contains(&number) {
        Ok(number)
    } else {
        Err(D::Error::custom(format!("{what} must be a whole number from {least} to {most}, got {number}")))
    }
}

pub(crate) fn span<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let seconds = within(from, "a time in seconds", 0.0, 3600.0)?;
    Ok((seconds * TICKS_PER_SECOND as f32).round() as u32)
}

pub(crate) fn speed<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    within(from, "a speed in tiles per second", 0.0, 8.0)
}

/// Reads a knockback speed.
pub(crate) fn shove<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    within(from, "a knockback in tiles per second", 0.0, 20.0)
}

pub(crate) fn factor<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    within(from, "a factor", 0.0, 100.0)
}

pub(crate) fn share<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    within(from, "a share", 0.0, 1.0)
}

pub(crate) fn flight<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    within(from, "the speed of a projectile, in tiles per second,", 0.1, 60.0)
}

pub(crate) fn tiles<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    within(from, "a length in tiles", 0.0, 100.0)
}

pub(crate) fn radius<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    within(from, "a radius in tiles", 0.05, 0.5)
}

/// Default height of bodies, and height of the player, in tiles.
pub(crate) const USUAL_TALL: f64 = 0.65;

pub(crate) fn usual_tall() -> f64 {
    USUAL_TALL
}

/// The default is left out of the hash of the rules, so rules without a height keep the hash that they had before
/// heights existed.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
pub(crate) fn is_usual_tall(tall: &f64) -> bool {
    tall.to_bits() == USUAL_TALL.to_bits()
}

pub(crate) fn tall<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    let number = f64::deserialize(from)?;
    if (0.1..=0.9).contains(&number) {
        Ok(number)
    } else {
        Err(D::Error::custom(format!("the height of a body, in tiles, must be a number from 0.1 to 0.9, got {number}")))
    }
}

pub(crate) fn angle<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    Ok(within(from, "an angle in degrees", 0.0, 180.0)?.to_radians())
}

pub(crate) fn health<'de, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
    whole(from, "health", 1, 10_000)
}

/// Reads an optional health value.
pub(crate) fn some_health<'de, D: Deserializer<'de>>(from: D) -> Result<Option<i32>, D::Error> {
    health(from).map(Some)
}

/// Maximum path distance at which a noise is heard, in cells.
pub(crate) const MAX_NOISE_DISTANCE: u8 = 24;

pub(crate) fn carry<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    Ok(whole(from, "the range of a noise, in cells,", 0, i32::from(MAX_NOISE_DISTANCE))? as u8)
}

pub(crate) fn amount<'de, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
    whole(from, "damage", 0, 10_000)
}

pub(crate) fn percent<'de, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
    whole(from, "a share in percent", 0, 100)
}
