//! `hullkit`: the command line of level authors, developers and CI.

// The modules. Each uses only those before it.
mod command_line;

mod systems;

mod author;

mod play;

mod serve;

mod mods;

mod boards;

mod bench;

use crate::{
    command_line::failure::{Failure, need_game_files},
    command_line::log,
    command_line::mods::use_mods,
};
use clap::{Parser, Subcommand};
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};
use text_mode::exit_signal;

/// Command-line tools for Hullbreach: check, generate, play, draw and benchmark levels.
///
/// Levels, campaigns and demos are played headless, on request with mods. Other commands show saves and plans of levels, run one system of
/// the game on its own (line of sight, paths, scripts, air, falling, dice, damage), import and export levels, play and
/// solve the board games of the terminals, or play the whole game as text.
///
/// Exit codes: 0 success, 2 invalid arguments, 3 invalid data, 4 a demo diverged, 5 a file could not be read or
/// written, 128 + N: ended by signal N, after saving the game.
#[derive(Parser)]
#[command(version, about, long_about = None)]
struct Arguments {
    /// A mod: a folder or a zip archive. Commands that play, check or draw use the game's files with it. May be given
    /// several times before the command; later mods have priority.
    #[arg(long = "mod", value_name = "DIR|FILE")]
    mods: Vec<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Bench(bench::Bench),
    Body(systems::body::Body),
    Breach(systems::breach::Breach),
    Check(author::check::Check),
    Count(systems::count::Count),
    Damage(systems::damage::Damage),
    Demo(play::demo::Demos),
    Export(author::export::Export),
    Generate(author::generate::Generate),
    Import(author::import::Import),
    #[command(visible_alias = "playtest")]
    Journey(play::travel::Travel),
    Line(systems::lines::Line),
    Loa(boards::loa::Loa),
    Lua(systems::lua::Lua),
    Mod(mods::command::Mods),
    Pack(author::pack::Pack),
    Panguru(boards::panguru::Panguru),
    Path(systems::path::Path),
    #[command(visible_alias = "map")]
    Picture(author::picture::Picture),
    Queue(systems::queue::Queue),
    Roll(systems::roll::Roll),
    Run(play::run::Run),
    Save(play::save::Show),
    Serve(serve::server::Serve),
    #[command(visible_alias = "screenshot")]
    Shot(play::shot::Shot),
    #[command(visible_alias = "fov")]
    Sight(systems::sight::Sight),
    Soak(play::soak::Soak),
    Spread(systems::lines::Spread),
    Text(play::text::Text),
    Terminal(play::terminal::InTerminal),
}

/// Prints the help, the version, or the error of a command line, and returns the exit code.
fn end_of_parsing(error: &clap::Error) -> ExitCode {
    match error.print() {
        Err(what) if !error.use_stderr() && what.kind() != io::ErrorKind::BrokenPipe => {
            let Failure { code, message } = Failure::file(Path::new("stdout"), "written", what);
            eprintln!("{message}");
            ExitCode::from(code)
        }
        // An exit code has 8 bits.
        _ => ExitCode::from(error.exit_code() as u8),
    }
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return end_of_parsing(&error),
    };
    log::start();
    if !arguments.mods.is_empty()
        && let Err(error) = need_game_files().and_then(|files| Ok(use_mods(&files, &arguments.mods)?))
    {
        return end_of_failure(&error);
    }
    let done = run(arguments.command);
    match done {
        Ok(()) => exit_signal().map_or(ExitCode::SUCCESS, |signal| ExitCode::from(signal.exit_code())),
        Err(failure) => end_of_failure(&failure),
    }
}

/// Prints the message of a failure and returns the exit code.
fn end_of_failure(failure: &Failure) -> ExitCode {
    // Ignore the error if the terminal has hung up.
    let _ = writeln!(io::stderr(), "{}", failure.message);
    ExitCode::from(failure.code)
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Bench(bench) => bench.run(),
        Command::Body(body) => body.run(),
        Command::Breach(breach) => breach.run(),
        Command::Check(check) => check.run(),
        Command::Count(count) => count.run(),
        Command::Damage(damage) => damage.run(),
        Command::Demo(demo) => demo.run(),
        Command::Export(export) => export.run(),
        Command::Generate(generate) => generate.run(),
        Command::Import(import) => import.run(),
        Command::Journey(travel) => travel.run(),
        Command::Line(line) => line.run(),
        Command::Loa(loa) => loa.run(),
        Command::Lua(lua) => lua.run(),
        Command::Mod(mods) => mods.run(),
        Command::Pack(pack) => pack.run(),
        Command::Panguru(panguru) => panguru.run(),
        Command::Path(path) => path.run(),
        Command::Picture(picture) => picture.run(),
        Command::Queue(queue) => queue.run(),
        Command::Roll(roll) => roll.run(),
        Command::Run(run) => run.run(),
        Command::Save(save) => save.run(),
        Command::Serve(serve) => serve.run(),
        Command::Shot(shot) => shot.run(),
        Command::Sight(sight) => sight.run(),
        Command::Soak(soak) => soak.run(),
        Command::Spread(spread) => spread.run(),
        Command::Text(text) => text.run(),
        Command::Terminal(terminal) => terminal.run(),
    }
}
