//! The level as the engine and the renderer use it: plain data.
//!
//! It contains the types that a level consists of and queries that need only their data. Reading and validation are
//! elsewhere.

pub(crate) mod alike;
pub(crate) mod allowance;
pub(crate) mod arrival;
pub(crate) mod called;
pub(crate) mod cell;
pub(crate) mod direction;
pub(crate) mod exits;
pub(crate) mod lamp;
pub(crate) mod level;
pub(crate) mod lint;
pub(crate) mod lock;
pub(crate) mod named_area;
pub(crate) mod patrol_direction;
pub(crate) mod stairs;
pub(crate) mod symmetry;
pub(crate) mod terminal;
pub(crate) mod thing;
pub(crate) mod trigger;
pub(crate) mod turned;
