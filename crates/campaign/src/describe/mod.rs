//! Formats counts, filters and suits as lines of text.
//!
//! The window, the terminal and the text mode show the same lines. The counting and filtering is implemented in the
//! engine.

pub(crate) mod budget_words;
pub(crate) mod counts_words;
pub(crate) mod filter_words;
pub(crate) mod suit_words;
