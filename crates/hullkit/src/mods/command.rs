//! `hullkit mod`: the commands for authors of mods.

use crate::{command_line::failure::Failure, mods::check::Check, mods::new::New, mods::pack::Pack, mods::test::Test};
use clap::{Args, Subcommand};

/// Creates, checks, tests and packs mods. docs/modding.md describes mods.
#[derive(Args)]
pub(crate) struct Mods {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    New(New),
    Check(Check),
    Test(Test),
    Pack(Pack),
}

impl Mods {
    /// Runs the command.
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::New(new) => new.run(),
            Command::Check(check) => check.run(),
            Command::Test(test) => test.run(),
            Command::Pack(pack) => pack.run(),
        }
    }
}
