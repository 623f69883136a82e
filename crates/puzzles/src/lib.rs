//! The board games of the terminals: what their rules allow, and how a computer plays them well.
//!
//! [`loa`] is Lines of Action, a game for two; [`panguru`] is a puzzle of pebbles that slide home. Both are plain functions of
//! plain structs: no clock, no float and no order of a hash has a say, so that a simulation may keep them in its state.
//! Whatever takes long ([`loa::Search`], [`panguru::Solver`]) is advanced by a number of steps and comes to the same end however
//! these are cut.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// The modules, each of which uses only those before it.
pub mod loa;

pub mod panguru;
