//! `hullkit`: the command line of level authors, developers and CI.

mod bench;
mod check;
mod damage;
mod failure;
mod import;
mod json_number;
mod play;
mod roll;
mod run;
mod shot;
mod trace;

use clap::{Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

/// Checks levels, plays them headless, draws what a player sees, times the raycaster, rolls dice, filters damage
/// and imports levels.
///
/// Exit codes: 0 fine, 2 bad arguments, 3 bad data, 4 a demo out of step, 5 a file that cannot be read or written.
#[derive(Parser)]
#[command(version, about, long_about = None)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Bench(bench::Bench),
    Check(check::Check),
    Damage(damage::Damage),
    Import(import::Import),
    Roll(roll::Roll),
    Run(run::Run),
    Shot(shot::Shot),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Bench(bench) => bench.go(),
        Command::Check(check) => check.go(),
        Command::Damage(damage) => damage.go(),
        Command::Import(import) => import.go(),
        Command::Roll(roll) => roll.go(),
        Command::Run(run) => run.go(),
        Command::Shot(shot) => shot.go(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { code, message }) => {
            eprintln!("{message}");
            ExitCode::from(code)
        }
    }
}
