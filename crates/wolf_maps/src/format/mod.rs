//! Binary formats: containers and compressions.
//!
//! No number of a file sizes an allocation before it has been checked.

pub(crate) mod bytes;
pub(crate) mod carmack;
pub(crate) mod gamemaps;
pub(crate) mod rlew;
pub(crate) mod wad;
pub(crate) mod wdc;
