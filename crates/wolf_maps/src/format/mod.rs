//! Binary formats: containers and compressions.
//!
//! Every number in a file is checked before it sizes an allocation.

pub(crate) mod bytes;
pub(crate) mod carmack;
pub(crate) mod gamemaps;
pub(crate) mod rlew;
pub(crate) mod wad;
pub(crate) mod wdc;
