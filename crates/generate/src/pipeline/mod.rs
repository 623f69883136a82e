//! Pipelines: how they are read and run.
//!
//! This module knows all stages.

pub(crate) mod deck;
pub(crate) mod origin;
pub(crate) mod pipeline;
pub(crate) mod read;
pub(crate) mod treasure;
pub(crate) mod xml;
