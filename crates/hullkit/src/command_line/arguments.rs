//! Parsers of arguments: cells, points, angles, sizes and times.

use bevy::math::{IVec2, Vec2};
use engine::TICKS_PER_SECOND;

/// Parses a cell such as `3,4`: column and row, from 0. Cells outside the map are accepted.
pub(crate) fn cell(text: &str) -> Result<IVec2, String> {
    let number = |part: &str| part.trim().parse::<i32>().ok();
    let cell = text.split_once(',').and_then(|(x, y)| Some(IVec2::new(number(x)?, number(y)?)));
    cell.ok_or_else(|| format!("`{text}` is not a cell such as 3,4: column and row, whole numbers from 0"))
}

/// Parses a point such as `2.5,3`.
pub(crate) fn point(text: &str) -> Result<Vec2, String> {
    let number = |part: &str| part.trim().parse::<f32>().ok().filter(|number| number.is_finite());
    let point = text.split_once(',').and_then(|(x, y)| Some(Vec2::new(number(x)?, number(y)?)));
    point.ok_or_else(|| format!("`{text}` is not a point such as 2.5,3"))
}

/// Parses an angle in degrees. Returns radians.
pub(crate) fn degrees(text: &str) -> Result<f32, String> {
    let degrees = text.parse::<f32>().ok().filter(|degrees| degrees.abs() <= 36000.0);
    degrees.map(f32::to_radians).ok_or_else(|| format!("`{text}` is not a number of degrees"))
}

/// Parses a number of seconds of game time. Returns ticks.
pub(crate) fn seconds(text: &str) -> Result<u64, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is not a number of seconds"))?;
    if (0.0..=1e6).contains(&seconds) {
        Ok((seconds * f64::from(TICKS_PER_SECOND)).round() as u64)
    } else {
        Err("must be from 0 to 1000000 seconds".to_owned())
    }
}
