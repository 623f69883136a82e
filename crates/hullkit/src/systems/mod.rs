//! Systems: commands that run one system of the game on its own.
//!
//! Each takes a few numbers or a file, runs the same code as the game, and prints the result. None of them plays a
//! whole run.

pub(crate) mod body;
pub(crate) mod breach;
pub(crate) mod count;
pub(crate) mod damage;
pub(crate) mod lines;
pub(crate) mod lua;
pub(crate) mod path;
pub(crate) mod queue;
pub(crate) mod roll;
pub(crate) mod sight;
