//! A ration in the player's hand, to be thrown before whoever shall eat it.

use super::held::{blank, right_hand};
use crate::sprites::food::bar;
use crate::tools::canvas::Canvas;
use crate::tools::palette::LEATHER;
use crate::tools::sculpt::Sculpture;
use crate::tools::shapes::Point;

/// At rest.
pub(crate) fn idle() -> Canvas {
    held((82.0, 84.0), Some(((64.0, 74.0), 1.5, -0.5)))
}

/// The arm is flung forward, and the bar leaves the hand.
pub(crate) fn fire1() -> Canvas {
    held((72.0, 62.0), Some(((62.0, 40.0), 1.0, 0.5)))
}

/// The hand is empty, at the end of the throw.
pub(crate) fn fire2() -> Canvas {
    held((70.0, 74.0), None)
}

/// It comes back with the next one.
pub(crate) fn fire3() -> Canvas {
    held((86.0, 96.0), Some(((68.0, 88.0), 1.5, -0.8)))
}

/// The hand at a place, and the bar with its middle, its size and its angle.
fn held((x, y): Point, ration: Option<(Point, f32, f32)>) -> Canvas {
    let mut picture = blank();
    if let Some((middle, size, angle)) = ration {
        bar(&mut picture, middle, size, angle);
        picture.outline(LEATHER.flat(0));
    }
    let mut hand = Sculpture::on(blank());
    right_hand(&mut hand, [x, y, 0.0]);
    picture.paste(0, 0, &hand.finish());
    picture
}
