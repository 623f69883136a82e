//! The level as the engine and the renderer use it: plain data.
//!
//! Here lives what a level is made of, and questions that its own data answer. How it is read, and what must hold of it,
//! does not.

pub(crate) mod alike;
pub(crate) mod allowance;
pub(crate) mod arrival;
pub(crate) mod cell;
pub(crate) mod direction;
pub(crate) mod exits;
pub(crate) mod lamp;
pub(crate) mod level;
pub(crate) mod lint;
pub(crate) mod lock;
pub(crate) mod place;
pub(crate) mod stairs;
pub(crate) mod terminal;
pub(crate) mod thing;
pub(crate) mod trigger;
