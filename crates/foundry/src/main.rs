//! The program `foundry`, a thin wrapper around the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    foundry::command::run()
}
