//! What a player sees and remembers: the things of the deck, the numbers that tell them apart, the cells that he knows, and
//! the little map of them.
//!
//! It looks at the world and changes nothing in it.

pub(crate) mod chart;
pub(crate) mod memory;
pub(crate) mod symbols;
pub(crate) mod things;
