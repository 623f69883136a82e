//! Requests made by pointing, with the mouse alone or by touch. They reach the controls as if keys had made them.

use crate::{input::action::Action, input::input::Input};
use bevy::prelude::*;

/// Current request of the mouse or a touch.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pointing {
    /// True if the player has selected to play with the mouse alone.
    pub(crate) alone: bool,
    /// True if the last input was a touch.
    pub(crate) finger: bool,
    /// True while the left mouse button or a finger is down.
    pub(crate) is_down: bool,
    /// Action that is performed as long as it is down.
    pub(crate) held: Option<Action>,
    /// Action that is performed once the player faces its target.
    pub(crate) aim: Option<Aim>,
    /// Turn since the last frame, in radians.
    pub(crate) turn: f32,
    /// Destination to walk to.
    pub(crate) walk_to: Option<Vec2>,
}

/// Action on a target that starts once the player faces it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Aim {
    pub(crate) at: AimAt,
    pub(crate) action: Action,
    /// True if it has started.
    pub(crate) done: bool,
}

/// Target that the player has pointed at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AimAt {
    /// Point of the deck, in tiles.
    Point(Vec2),
    /// Monster or breakable prop.
    Body(Entity),
}

impl Pointing {
    /// Returns true if clicks and touches walk, shoot and use.
    pub(crate) fn is_on(&self) -> bool {
        self.alone || self.finger
    }

    /// Returns true if an input has no meaning of its own because it points.
    pub(crate) fn takes(&self, input: Input) -> bool {
        self.alone && input == Input::Mouse(MouseButton::Left)
    }

    /// Clears the request.
    pub(crate) fn let_go(&mut self) {
        *self = Pointing { alone: self.alone, finger: self.finger, ..default() };
    }
}
