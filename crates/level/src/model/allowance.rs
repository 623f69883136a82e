//! Lints that an author knows of and lets be.

use crate::{model::lint::Lint, model::place::PlaceIndex};

/// A lint that is not told of some place, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// What is let be.
    pub lint: Lint,
    /// Where; on the whole deck if there is none.
    pub at: Option<PlaceIndex>,
    /// Why, for people.
    pub because: String,
}
