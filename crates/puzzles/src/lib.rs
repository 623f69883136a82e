//! The board games of the terminals: their rules, and computer players for them.
//!
//! [`loa`] is Lines of Action, a game for two players; [`panguru`] is a puzzle of sliding pebbles. Both are pure
//! functions on plain structs, without clock, floats or hash-map order, so that a simulation can keep them in its
//! state. Long searches ([`loa::Search`], [`panguru::Solver`]) run in steps and give the same result however the steps
//! are split.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// The modules; each uses only those before it.
pub mod loa;

pub mod panguru;
