//! What a kit is.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{Ink, Ramp},
};

/// What a deck is built of.
pub(super) struct Kit {
    /// What the names of its pictures begin with.
    pub(super) name: &'static str,
    /// What its chance begins with.
    pub(super) seed: u32,
    /// What most of its walls are made of.
    pub(super) main: Ramp,
    /// What the rest is made of.
    pub(super) other: Ramp,
    /// Ceilings and gratings.
    pub(super) plain: Ramp,
    /// Frames, pipes and bolts.
    pub(super) metal: Ramp,
    /// What eats away at its walls.
    pub(super) decay: Ramp,
    /// Stripes and letters.
    pub(super) accent: Ink,
    /// What its lamps glow with.
    pub(super) glow: Ink,
    /// What its signs say, and how.
    pub(super) sign: [&'static str; 2],
    pub(super) signs: Signs,
    /// The wall that its worn and piped walls are made of.
    pub(super) wall: fn(&Kit, u32) -> Canvas,
    pub(super) parts: [Part; 16],
}

/// How the signs of a kit are made.
#[derive(Clone, Copy)]
pub(super) enum Signs {
    /// Glowing letters on a dark board.
    Lit,
    /// Letters painted on a board as light as the walls.
    Painted,
}

/// One part of a kit.
pub(super) struct Part {
    pub(super) name: &'static str,
    /// How many pictures there are to choose from.
    pub(super) variants: u32,
    /// Draws one of them, counted from 0.
    pub(super) draw: fn(&Kit, u32) -> Canvas,
}
