//! `hullkit mod`: the commands for authors of mods.

use crate::{
    command_line::failure::Failure, command_line::mods::mods, mods::check::Check, mods::names::Names, mods::new::New,
    mods::pack::Pack, mods::test::Test,
};
use clap::{Args, Subcommand};

/// Creates, checks, tests and packs mods, and lists the names that they can use. docs/modding.md describes mods.
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
    Names(Names),
}

impl Mods {
    /// Runs the command.
    pub(crate) fn run(self) -> Result<(), Failure> {
        if !mods().is_empty() {
            let what = "--mod must not come before `mod`: these commands get other mods by --with behind them";
            return Err(Failure::arguments(what));
        }
        match self.command {
            Command::New(new) => new.run(),
            Command::Check(check) => check.run(),
            Command::Test(test) => test.run(),
            Command::Pack(pack) => pack.run(),
            Command::Names(names) => names.run(),
        }
    }
}
