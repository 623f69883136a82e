//! The common parts: what several commands share.
//!
//! How arguments are parsed, how failures end the program, and what levels and rules are read with is defined here. No command is.

pub(crate) mod arguments;
pub(crate) mod failure;
pub(crate) mod json_number;
pub(crate) mod known;
pub(crate) mod plain_map;
