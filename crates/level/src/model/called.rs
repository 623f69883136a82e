//! Names of things and switches, for players.

use crate::model::named_area::NamedAreaIndex;

/// A name of what is in a named cell, for players. The simulation does not read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// Named cell of the thing at the start of a run, or of the switch.
    pub at: NamedAreaIndex,
    /// Name in English, such as `Makk, cargo master`.
    pub name: String,
}
