//! The program `foundry`; all that it does stands in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    foundry::command::run()
}
