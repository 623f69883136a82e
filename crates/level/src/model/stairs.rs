//! Stairs, and the names by which lifts are referred to.

use serde::Serialize;

/// Name of the lift in lists of exits. The `Exit` action of a trigger leads where the lift does.
pub const LIFT: &str = "lift";
/// Name of the secret lift in lists of exits. The `SecretExit` action of a trigger leads where that lift does.
pub const SECRET_LIFT: &str = "secret lift";

/// A wall with stairs to another deck. Its cell is a [`CellShape::Lift`](crate::model::cell::CellShape::Lift), which is
/// used in the same way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Stairs {
    /// Row of the cell, from 0.
    pub y: usize,
    /// Column of the cell, from 0.
    pub x: usize,
    /// Name. Several walls may carry the same stairs.
    pub name: String,
}
