//! The common parts of all boards: colours, the pane of light behind the board, and pulsing marks.

use crate::{
    canvas::area::Area,
    canvas::canvas::{Canvas, Colour},
};
use bevy::prelude::*;

/// The colours of the pane and its lines.
const PANE: Colour = Colour::rgb(3, 12, 22);
pub(super) const LIGHT: Colour = Colour::rgb(80, 200, 240);
/// The colour of what the pointer or the cursor is at.
pub(super) const POINTED: Colour = Colour::rgb(245, 250, 255);
/// The colour of a selection, and of a hint.
pub(super) const SELECTED: Colour = Colour::rgb(255, 222, 70);
/// The colour of a valid destination.
pub(super) const TARGET: Colour = Colour::rgb(80, 255, 140);
/// The colour of a piece that would be captured.
pub(super) const CAPTURED: Colour = Colour::rgb(255, 80, 70);
/// The colour of the last move.
pub(super) const LAST: Colour = Colour::rgb(200, 130, 255);

/// The positions of the pointer and the cursor on a board, as indices of squares or positions. They are only shown, and
/// change nothing.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardPointer {
    /// The position of the mouse pointer.
    pub hover: Option<u8>,
    /// The position of the cursor that keys or a gamepad move; `None` until it is moved.
    pub cursor: Option<u8>,
}

/// Returns the brightness of a mark that pulses once per second, 0 to 1.
pub(super) fn pulse(tick: u64) -> f32 {
    let part = (tick % 120) as f32 / 60.0 - 1.0;
    part.abs()
}

/// Draws a pane of light: darkened glass with faint lines, a brighter band that runs over them, and brackets at the
/// corners.
pub(super) fn pane(canvas: &mut Canvas, area: Area, unit: f32, tick: u64) {
    let thin = (unit / 2.0).round().max(1.0) as i32;
    canvas.fill(area, PANE.covering(0.86));
    let step = (3.0 * unit).round().max(2.0) as i32;
    for y in (area.y..area.y + area.height).step_by(step as usize) {
        canvas.fill(Area { y, height: thin.min(step / 2), ..area }, LIGHT.covering(0.045));
    }
    let band = (14.0 * unit) as i32;
    let way = (area.height + band).max(1);
    let top = area.y - band + ((tick % 720) as i64 * i64::from(way) / 720) as i32;
    let (from, to) = (top.max(area.y), (top + band).min(area.y + area.height));
    canvas.fill(Area { y: from, height: (to - from).max(0), ..area }, LIGHT.covering(0.05));
    canvas.outline(area, thin, LIGHT.covering(0.3));
    brackets(canvas, area, (9.0 * unit) as i32, (unit * 1.5).round().max(1.0) as i32, LIGHT.covering(0.9));
}

/// Draws the four corners of an area, each as two strokes of this length and thickness.
pub(super) fn brackets(canvas: &mut Canvas, area: Area, long: i32, thick: i32, colour: Colour) {
    let (right, bottom) = (area.x + area.width, area.y + area.height);
    for y in [area.y, bottom - thick] {
        canvas.fill(Area::new(area.x, y, long, thick), colour);
        canvas.fill(Area::new(right - long, y, long, thick), colour);
    }
    for x in [area.x, right - thick] {
        canvas.fill(Area::new(x, area.y + thick, thick, long - thick), colour);
        canvas.fill(Area::new(x, bottom - long, thick, long - thick), colour);
    }
}

/// Returns the middle of an area.
pub(super) fn middle(area: Area) -> Vec2 {
    Vec2::new(area.x as f32 + area.width as f32 / 2.0, area.y as f32 + area.height as f32 / 2.0)
}
