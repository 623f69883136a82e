//! Entries of `names` and `arrivals` of a level's text, before validation.

use crate::{text::numbers::Facing, text::quoted::Quoted};
use serde::Deserialize;

/// A name of a cell or of a rectangle of cells.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NameText<'a> {
    /// Name.
    #[serde(borrow)]
    pub(crate) name: Quoted<'a>,
    /// Column and row, from 0, of the cell, or of the upper left cell of a rectangle.
    pub(crate) at: (usize, usize),
    /// Column and row of the lower right cell of a rectangle.
    #[serde(default)]
    pub(crate) to: Option<(usize, usize)>,
}

/// An entrance of the deck, besides the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrivalText<'a> {
    /// Name, unique among the arrivals.
    #[serde(borrow)]
    pub(crate) name: Quoted<'a>,
    /// Column and row, from 0, of unoccupied open floor.
    pub(crate) at: (usize, usize),
    /// Direction in which the player then looks, in degrees; default 0.
    #[serde(default)]
    pub(crate) facing: Option<Facing>,
}
