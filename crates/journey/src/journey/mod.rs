//! The journey from deck to deck: what lasts longer than a run.
//!
//! Which decks were visited and left, what was achieved, and how to get back. How this is written to a file is not decided here.

pub(crate) mod achieved;
pub(crate) mod journey;
pub(crate) mod kept_run;
pub(crate) mod leaving;
pub(crate) mod routes;
pub(crate) mod visits;
