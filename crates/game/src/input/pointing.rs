//! What is asked for by pointing: with the mouse alone, or with a finger. It comes to the controls as if keys did it.

use crate::{input::action::Action, input::input::Input};
use bevy::prelude::*;

/// What a click or a finger asks for now.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pointing {
    /// The player has chosen to play with the mouse alone.
    pub(crate) alone: bool,
    /// A finger was used last.
    pub(crate) finger: bool,
    /// The left mouse button is down, or a finger.
    pub(crate) is_down: bool,
    /// What is done as long as it is.
    pub(crate) held: Option<Action>,
    /// What is done as soon as the player looks there.
    pub(crate) aim: Option<Aim>,
    /// The turn since the last picture, in radians.
    pub(crate) turn: f32,
    /// Where he is to walk.
    pub(crate) walk_to: Option<Vec2>,
}

/// Something that is done to what the player has pointed at, once he looks there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Aim {
    pub(crate) at: AimAt,
    pub(crate) action: Action,
    /// It has been begun.
    pub(crate) done: bool,
}

/// What the player has pointed at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AimAt {
    /// A point of the deck, in tiles.
    Point(Vec2),
    /// Somebody, or something that breaks.
    Body(Entity),
}

impl Pointing {
    /// Whether clicks and fingers walk, shoot and use.
    pub(crate) fn is_on(&self) -> bool {
        self.alone || self.finger
    }

    /// Whether an input means nothing by itself, because it points.
    pub(crate) fn takes(&self, input: Input) -> bool {
        self.alone && input == Input::Mouse(MouseButton::Left)
    }

    /// Forgets what was asked for.
    pub(crate) fn let_go(&mut self) {
        *self = Pointing { alone: self.alone, finger: self.finger, ..default() };
    }
}
