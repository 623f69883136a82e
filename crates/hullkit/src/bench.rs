//! `hullkit bench`: benchmarks, each compared with a baseline that is timed in the same run.

pub(crate) mod air;
pub(crate) mod blasts;
pub(crate) mod count;
pub(crate) mod crowd;
pub(crate) mod deck;
pub(crate) mod fights;
pub(crate) mod file_tour;
pub(crate) mod generate;
pub(crate) mod horde;
pub(crate) mod loa;
pub(crate) mod log_cost;
pub(crate) mod mailbox;
pub(crate) mod paint;
pub(crate) mod panguru;
pub(crate) mod queue;
pub(crate) mod render;
pub(crate) mod saves;
pub(crate) mod scene_file;
pub(crate) mod scenes;
pub(crate) mod scripts;
pub(crate) mod serve;
pub(crate) mod sight;
pub(crate) mod terminals;
pub(crate) mod tick;
pub(crate) mod ticks;
pub(crate) mod tile_light;
pub(crate) mod tour;
#[cfg(test)]
mod tutorial;

use crate::command_line::failure::Failure;
use clap::{Args, Subcommand};

/// Runs benchmarks, each compared with a baseline in the same run.
#[derive(Args)]
pub(crate) struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Air(air::Drain),
    Blasts(blasts::Blasts),
    Count(count::Count),
    Crowd(crowd::Crowd),
    Deck(deck::Deck),
    Fights(fights::Bench),
    Generate(generate::Generate),
    Loa(loa::Loa),
    Panguru(panguru::Panguru),
    Queue(queue::Queue),
    Render(render::Render),
    Saves(saves::Saves),
    Scripts(scripts::Scripts),
    Serve(serve::Serve),
    Sight(sight::Sight),
    Terminals(terminals::Terminals),
    Tick(tick::Tick),
}

impl Bench {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.what {
            What::Air(air) => air.run(),
            What::Blasts(blasts) => blasts.run(),
            What::Count(count) => count.run(),
            What::Crowd(crowd) => crowd.run(),
            What::Deck(deck) => deck.run(),
            What::Fights(fights) => fights.run(),
            What::Generate(generate) => generate.run(),
            What::Loa(loa) => loa.run(),
            What::Panguru(panguru) => panguru.run(),
            What::Queue(queue) => queue.run(),
            What::Render(render) => render.run(),
            What::Saves(saves) => saves.run(),
            What::Scripts(scripts) => scripts.run(),
            What::Serve(serve) => serve.run(),
            What::Sight(sight) => sight.run(),
            What::Terminals(terminals) => terminals.run(),
            What::Tick(tick) => tick.run(),
        }
    }
}
