//! A ration in the player's hand, thrown to lure animals.

use crate::{
    sprites::food::bar,
    tools::canvas::Canvas,
    tools::palette::LEATHER,
    tools::sculpt::Sculpture,
    tools::shapes::Point,
    weapons::held::{blank, right_hand},
};

/// The hand at its position; and the bar with its centre, size and angle while it is in or near the hand.
type Throw = (Point, Option<(Point, f32, f32)>);

/// At rest, and through the throw: flung forward, let go, followed through, and back out of the bag with the next one.
const THROW: [Throw; 8] = [
    ((82.0, 84.0), Some(((64.0, 74.0), 1.5, -0.5))),
    ((72.0, 62.0), Some(((62.0, 42.0), 1.1, 0.4))),
    ((69.0, 60.0), Some(((61.0, 26.0), 0.7, 1.3))),
    ((66.0, 68.0), Some(((61.0, 17.0), 0.4, 2.3))),
    ((72.0, 78.0), None),
    ((84.0, 98.0), None),
    ((88.0, 102.0), Some(((70.0, 94.0), 1.5, -0.9))),
    ((85.0, 91.0), Some(((67.0, 81.0), 1.5, -0.7))),
];

/// One of its moments.
pub(crate) fn drawn(moment: usize) -> Canvas {
    let (hand, ration) = THROW[moment.min(THROW.len() - 1)];
    held(hand, ration)
}

/// Draws the hand at a position, and the bar with its centre, size and angle.
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
