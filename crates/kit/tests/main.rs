//! The program `hullkit` as its users run it: one file for each kind of command.

mod bench;
mod bench_ticks;
mod body;
mod breach;
mod command;
mod commands;
mod count;
mod damage;
mod demos;
mod dice;
mod exits;
mod files;
mod generate;
mod import;
mod lines;
mod lints;
mod lua;
mod path;
mod puzzles;
mod queue;
mod samples;
mod saves;
mod sight;
mod terminal;
mod text;
mod tiled;
