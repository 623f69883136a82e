//! `hullkit`: the command line of level authors, developers and CI.

mod arguments;
mod bench;
mod body;
mod breach;
mod check;
mod console_game;
mod count;
mod damage;
mod demo;
mod export;
mod failure;
mod generate;
mod import;
mod json_number;
mod known;
mod lines;
mod loa;
mod lua;
mod panguru;
mod path;
mod picture;
mod plain_map;
mod play;
mod queue;
mod roll;
mod run;
mod save;
mod ship;
mod shot;
mod sight;
mod terminal;
mod text;
mod trace;
mod travel;
mod views;

use crate::failure::Failure;
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
    Body(body::Body),
    Breach(breach::Breach),
    Check(check::Check),
    Count(count::Count),
    Damage(damage::Damage),
    Demo(demo::Demos),
    Export(export::Export),
    Generate(generate::Generate),
    Import(import::Import),
    Journey(travel::Travel),
    Line(lines::Line),
    Loa(loa::Loa),
    Lua(lua::Lua),
    Panguru(panguru::Panguru),
    Path(path::Path),
    Picture(picture::Picture),
    Queue(queue::Queue),
    Roll(roll::Roll),
    Run(run::Run),
    Save(save::Show),
    Shot(shot::Shot),
    Sight(sight::Sight),
    Spread(lines::Spread),
    Text(text::Text),
    Terminal(terminal::InTerminal),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Bench(bench) => bench.go(),
        Command::Body(body) => body.go(),
        Command::Breach(breach) => breach.go(),
        Command::Check(check) => check.go(),
        Command::Count(count) => count.go(),
        Command::Damage(damage) => damage.go(),
        Command::Demo(demo) => demo.go(),
        Command::Export(export) => export.go(),
        Command::Generate(generate) => generate.go(),
        Command::Import(import) => import.go(),
        Command::Journey(travel) => travel.go(),
        Command::Line(line) => line.go(),
        Command::Loa(loa) => loa.go(),
        Command::Lua(lua) => lua.go(),
        Command::Panguru(panguru) => panguru.go(),
        Command::Path(path) => path.go(),
        Command::Picture(picture) => picture.go(),
        Command::Queue(queue) => queue.go(),
        Command::Roll(roll) => roll.go(),
        Command::Run(run) => run.go(),
        Command::Save(save) => save.go(),
        Command::Shot(shot) => shot.go(),
        Command::Sight(sight) => sight.go(),
        Command::Spread(spread) => spread.go(),
        Command::Text(text) => text.go(),
        Command::Terminal(terminal) => terminal.go(),
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
