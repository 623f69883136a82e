//! Definition of a texture kit.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{Ink, Ramp},
};

/// The materials and style of a deck.
#[derive(Clone, Copy)]
pub(super) struct Kit {
    /// Prefix of its texture names.
    pub(super) name: &'static str,
    /// First seed of its random numbers.
    pub(super) seed: u32,
    /// Main material of its walls.
    pub(super) main: Ramp,
    /// Second material of its walls.
    pub(super) other: Ramp,
    /// Material of pipes and cables.
    pub(super) pipes: Ramp,
    /// Main material of its floors, of another hue than its walls.
    pub(super) floor: Ramp,
    /// Main material of its ceilings, of another hue than both.
    pub(super) ceiling: Ramp,
    /// Material of frames, pipes and bolts.
    pub(super) metal: Ramp,
    /// Material that corrodes its walls.
    pub(super) decay: Ramp,
    /// Material of stripes and letters.
    pub(super) accent: Ink,
    /// Material of its lamps' light.
    pub(super) glow: Ink,
    /// Text and style of its signs.
    pub(super) sign: [&'static str; 2],
    pub(super) signs: Signs,
    /// The wall on which its worn and piped walls are based.
    pub(super) wall: fn(&Kit, u32) -> Canvas,
    pub(super) parts: [Part; 16],
}

impl Kit {
    /// Returns the kit with the material of a surface instead of that of its walls.
    pub(super) fn of(self, surface: Surface) -> Self {
        match surface {
            Surface::Wall => self,
            Surface::Floor => Self { main: self.floor, ..self },
            Surface::Ceiling => Self { main: self.ceiling, ..self },
        }
    }
}

/// Where a part belongs.
#[derive(Clone, Copy)]
pub(super) enum Surface {
    Wall,
    Floor,
    Ceiling,
}

/// Style of a kit's signs.
#[derive(Clone, Copy)]
pub(super) enum Signs {
    /// Glowing letters on a dark board.
    Lit,
    /// Letters painted on a board as light as the walls.
    Painted,
}

/// One part of a kit.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) name: &'static str,
    pub(super) surface: Surface,
    /// Number of variants.
    pub(super) variants: u32,
    /// Draws a variant, counted from 0.
    pub(super) draw: fn(&Kit, u32) -> Canvas,
}
