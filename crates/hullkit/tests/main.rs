//! The program `hullkit` as users run it: one file per kind of command.

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
