//! The journey from deck to deck: state that outlives a run.
//!
//! It contains which decks were visited and left, what was read, the statistics, and routes back. The file format is in `saves`.

pub(crate) mod deck_stats;
pub(crate) mod journal;
pub(crate) mod journey;
pub(crate) mod kept_run;
pub(crate) mod leaving;
pub(crate) mod routes;
pub(crate) mod visits;
