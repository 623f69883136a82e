//! The log: what the engine decides, on stderr, if the variable `RUST_LOG` asks for it.

use bevy::log::tracing_subscriber::{EnvFilter, fmt};
use std::io::{self, IsTerminal};

/// Starts the log if `RUST_LOG` is set, for example to `engine=debug`. What it cannot read in it is ignored.
pub(crate) fn start() {
    if std::env::var_os(EnvFilter::DEFAULT_ENV).is_none_or(|filter| filter.is_empty()) {
        return;
    }
    let is_coloured = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
    let log = fmt().with_env_filter(EnvFilter::from_default_env()).with_writer(io::stderr).without_time();
    log.with_ansi(is_coloured).log_internal_errors(false).init();
}
