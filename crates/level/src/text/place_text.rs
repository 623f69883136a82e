//! The names and arrivals of a level's text, before they are checked.

use crate::{text::numbers::Facing, text::quoted::Quoted};
use serde::Deserialize;

/// A name that a cell or a rectangle of cells bears.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NameText<'a> {
    /// The name.
    #[serde(borrow)]
    pub(crate) name: Quoted<'a>,
    /// Column and row, from 0, of the cell, or of the upper left one.
    pub(crate) at: (usize, usize),
    /// The lower right one of a rectangle.
    #[serde(default)]
    pub(crate) to: Option<(usize, usize)>,
}

/// Where the player may come onto the deck, beside the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrivalText<'a> {
    /// What it is called; no other arrival is called so.
    #[serde(borrow)]
    pub(crate) name: Quoted<'a>,
    /// Column and row, from 0, of open floor where nothing stands.
    pub(crate) at: (usize, usize),
    /// Where the player then looks, in degrees.
    #[serde(default)]
    pub(crate) facing: Option<Facing>,
}
