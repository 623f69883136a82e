//! The colours of the automap.

use crate::canvas::canvas::Colour;
use bevy::prelude::*;
use level::{CellShape, Lock};

/// The background of a full-screen map.
pub(crate) const GROUND: Colour = Colour::rgb(7, 11, 16);
/// Explored floor.
pub(crate) const FLOOR: Colour = Colour::rgb(28, 42, 52);
/// Floor where the player has found a secret.
pub(crate) const SECRET: Colour = Colour::rgb(84, 50, 98);
/// Space around the ship.
pub(crate) const SPACE: Colour = Colour::rgb(14, 16, 34);
/// A wall.
pub(crate) const WALL: Colour = Colour::rgb(170, 190, 196);
/// A window or a grating.
pub(crate) const PANE: Colour = Colour::rgb(120, 214, 240);
/// A pillar or a similar obstacle.
pub(crate) const OTHER: Colour = Colour::rgb(128, 146, 152);
/// A door without a lock.
pub(crate) const DOOR: Colour = Colour::rgb(226, 180, 104);
/// A switch.
pub(crate) const SWITCH: Colour = Colour::rgb(255, 132, 64);
/// A table or a conduit.
pub(crate) const TERMINAL: Colour = Colour::rgb(196, 124, 255);
/// A lift.
pub(crate) const LIFT: Colour = Colour::rgb(96, 232, 120);
/// The player's notes.
pub(crate) const NOTE: Colour = Colour::rgb(255, 168, 120);
/// The path to the next goal.
pub(crate) const WAY: Colour = Colour::rgb(255, 116, 214);
/// The player.
pub(crate) const PLAYER: Colour = Colour::rgb(255, 255, 255);
/// Text.
pub(crate) const WORDS: Colour = Colour::rgb(225, 235, 230);
/// Less important text.
pub(crate) const PALE_WORDS: Colour = Colour::rgb(150, 170, 176);

/// Returns the letter of a lock, which helps players who cannot distinguish the colours, and the colour of its key.
pub(crate) fn lock(lock: Lock) -> (&'static str, Colour) {
    match lock {
        Lock::A => ("A", Colour::rgb(110, 225, 240)),
        Lock::B => ("B", Colour::rgb(255, 205, 80)),
        Lock::C => ("C", Colour::rgb(255, 96, 60)),
        Lock::Sealed => ("x", Colour::rgb(214, 214, 224)),
    }
}

/// Returns the colour of the face of a solid cell on the side to which a step leads.
pub(crate) fn face(shape: CellShape, side: IVec2, is_terminal: bool) -> Colour {
    match shape {
        _ if is_terminal => TERMINAL,
        CellShape::Lift { .. } if shape.face().is_none_or(|face| IVec2::from(face.step()) == side) => LIFT,
        CellShape::Switch { .. } => SWITCH,
        _ => WALL,
    }
}
