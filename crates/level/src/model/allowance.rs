//! Lints that the author of a level has suppressed.

use crate::{model::lint::Lint, model::named_area::NamedAreaIndex};

/// A lint that is suppressed, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Suppressed lint.
    pub lint: Lint,
    /// Named cells where it is suppressed; none for the whole deck.
    pub at: Option<NamedAreaIndex>,
    /// Reason, for human readers.
    pub because: String,
}
