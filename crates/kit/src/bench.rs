//! `hullkit bench`: how fast something is, beside a yardstick that is timed in the same run.

mod air;
mod blasts;
mod count;
mod crowd;
mod deck;
mod fights;
mod file_tour;
mod generate;
mod horde;
mod loa;
mod mailbox;
mod paint;
mod panguru;
mod queue;
mod render;
mod saves;
mod scene_file;
mod scenes;
mod scripts;
mod sight;
mod terminals;
mod tick;
mod ticks;
mod tile_light;
mod tour;
#[cfg(test)]
mod tutorial;

use crate::failure::Failure;
use clap::{Args, Subcommand};

/// Times what must be fast, beside a yardstick in the same run.
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
    Sight(sight::Sight),
    Terminals(terminals::Terminals),
    Tick(tick::Tick),
}

impl Bench {
    /// Measures and prints.
    pub(crate) fn go(self) -> Result<(), Failure> {
        match self.what {
            What::Air(air) => air.go(),
            What::Blasts(blasts) => blasts.go(),
            What::Count(count) => count.go(),
            What::Crowd(crowd) => crowd.go(),
            What::Deck(deck) => deck.go(),
            What::Fights(fights) => fights.go(),
            What::Generate(generate) => generate.go(),
            What::Loa(loa) => loa.go(),
            What::Panguru(panguru) => panguru.go(),
            What::Queue(queue) => queue.go(),
            What::Render(render) => render.go(),
            What::Saves(saves) => saves.go(),
            What::Scripts(scripts) => scripts.go(),
            What::Sight(sight) => sight.go(),
            What::Terminals(terminals) => terminals.go(),
            What::Tick(tick) => tick.go(),
        }
    }
}
