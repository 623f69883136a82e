//! What everything on a board is made of: colours, the pane of light behind it, and marks that pulse.

use crate::{
    canvas::area::Area,
    canvas::canvas::{Canvas, Colour},
};
use bevy::prelude::*;

/// The pane and its lines.
const PANE: Colour = Colour::rgb(3, 12, 22);
pub(super) const LIGHT: Colour = Colour::rgb(80, 200, 240);
/// What the pointer or the cursor is at.
pub(super) const POINTED: Colour = Colour::rgb(245, 250, 255);
/// What was selected, and what a hint shows.
pub(super) const SELECTED: Colour = Colour::rgb(255, 222, 70);
/// Where something may go.
pub(super) const TARGET: Colour = Colour::rgb(80, 255, 140);
/// What would be captured.
pub(super) const CAPTURED: Colour = Colour::rgb(255, 80, 70);
/// What went last.
pub(super) const LAST: Colour = Colour::rgb(200, 130, 255);

/// Where on a board the pointer and the cursor are: numbers of squares or positions. It is seen, and changes nothing.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardPointer {
    /// Where the mouse points.
    pub hover: Option<u8>,
    /// Where the cursor is that keys or a pad move; none as long as nobody moves it.
    pub cursor: Option<u8>,
}

/// How bright a mark is that pulses once a second, from 0 to 1.
pub(super) fn pulse(tick: u64) -> f32 {
    let part = (tick % 120) as f32 / 60.0 - 1.0;
    part.abs()
}

/// A pane of light: darkened glass with faint lines, over which a brighter band runs, and brackets at its corners.
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

/// The four corners of an area, each of two strokes so long and so thick.
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

/// The middle of an area.
pub(super) fn middle(area: Area) -> Vec2 {
    Vec2::new(area.x as f32 + area.width as f32 / 2.0, area.y as f32 + area.height as f32 / 2.0)
}
