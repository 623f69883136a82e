//! What must hold of a whole level, and what its author is warned of.
//!
//! Here lives whatever can be told only when all cells are known. It reads the model and knows no text: whoever calls it
//! tells where a cell stands in the file.

pub(crate) mod air;
pub(crate) mod made;
pub(crate) mod neighbours;
pub(crate) mod patrol;
pub(crate) mod wired;
