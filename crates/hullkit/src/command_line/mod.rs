//! The command line: argument parsers, failures, reading of levels and rules, and writing of output files.
//!
//! Every command uses these files. No command is defined here.

pub(crate) mod arguments;
pub(crate) mod failure;
pub(crate) mod file_kind;
pub(crate) mod json_number;
pub(crate) mod known;
pub(crate) mod log;
pub(crate) mod mods;
pub(crate) mod output;
pub(crate) mod plain_map;
