//! Ways on from a deck: its lift, its secret lift and its stairs.

use serde::Serialize;

/// What the lift is called where ways on are called by names; a trigger's `Exit` leads where it does.
pub const LIFT: &str = "lift";
/// What the secret lift is called there; a trigger's `SecretExit` leads where it does.
pub const SECRET_LIFT: &str = "secret lift";

/// A wall with stairs to another deck. Its cell is a [`CellShape::Lift`](crate::model::cell::CellShape::Lift), which is used in the same way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Stairs {
    /// The row of its cell, from 0.
    pub y: usize,
    /// The column of its cell, from 0.
    pub x: usize,
    /// What they are called. Several walls may carry the same stairs.
    pub name: String,
}
