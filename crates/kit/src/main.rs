//! `hullkit`: the command line of level authors, developers and CI.

// The modules, each of which uses only those before it.
mod command_line;

mod systems;

mod author;

mod play;

mod boards;

mod bench;

use crate::command_line::failure::Failure;
use clap::{Parser, Subcommand};
use console::exit_signal;
use std::{
    io::{self, Write},
    process::ExitCode,
};

/// Checks levels, plays them and whole campaigns headless, replays demos, shows what saves hold, draws what a player sees and the plans of levels, tells what can be seen from a cell
/// and how one gets from there to another, runs the scripts of creatures, what a breach does to the air and how a body falls, makes decks of pipelines and whole ships, times what must be fast, rolls dice,
/// filters damage, spreads things evenly, runs operations on priority queues and counted sets, draws straight lines over cells, imports and exports levels, plays and solves the board games of the
/// terminals, and plays the whole game in numbered words.
///
/// Exit codes: 0 fine, 2 bad arguments, 3 bad data, 4 a demo out of step, 5 a file that cannot be read or written, 128 + N: signal N has ended
/// a game, which was saved.
#[derive(Parser)]
#[command(version, about, long_about = None)]
struct Arguments {
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
    Journey(play::travel::Travel),
    Line(systems::lines::Line),
    Loa(boards::loa::Loa),
    Lua(systems::lua::Lua),
    Panguru(boards::panguru::Panguru),
    Path(systems::path::Path),
    Picture(author::picture::Picture),
    Queue(systems::queue::Queue),
    Roll(systems::roll::Roll),
    Run(play::run::Run),
    Save(play::save::Show),
    Shot(play::shot::Shot),
    Sight(systems::sight::Sight),
    Spread(systems::lines::Spread),
    Text(play::text::Text),
    Terminal(play::terminal::InTerminal),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
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
        Command::Panguru(panguru) => panguru.run(),
        Command::Path(path) => path.run(),
        Command::Picture(picture) => picture.run(),
        Command::Queue(queue) => queue.run(),
        Command::Roll(roll) => roll.run(),
        Command::Run(run) => run.run(),
        Command::Save(save) => save.run(),
        Command::Shot(shot) => shot.run(),
        Command::Sight(sight) => sight.run(),
        Command::Spread(spread) => spread.run(),
        Command::Text(text) => text.run(),
        Command::Terminal(terminal) => terminal.run(),
    };
    match done {
        Ok(()) => exit_signal().map_or(ExitCode::SUCCESS, |signal| ExitCode::from(signal.exit_code())),
        Err(Failure { code, message }) => {
            // A terminal that has hung up takes no message.
            let _ = writeln!(io::stderr(), "{message}");
            ExitCode::from(code)
        }
    }
}
