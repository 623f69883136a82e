//! `hullkit bench loa`: benchmarks the move generator of Lines of Action.

use crate::{
    bench::mailbox::Mailbox,
    command_line::failure::{Failure, say},
};
use clap::Args;
use puzzles::loa::{Perft, Position, Rules, perft};
use serde::Serialize;
use std::time::Instant;

/// The number of times that each generator counts, alternately. The best time counts.
const ROUNDS: usize = 3;

/// Times perft, with a plain generator on an array of squares as the baseline. Both must find the same number of
/// leaves.
#[derive(Args)]
pub(crate) struct Loa {
    /// The number of moves.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=6))]
    depth: u32,
    /// Print one JSON object: depth, leaves, leaves_per_second, mailbox_leaves_per_second, ratio.
    #[arg(long)]
    json: bool,
}

/// The printed results.
#[derive(Serialize)]
struct Figures {
    depth: u32,
    leaves: u64,
    leaves_per_second: f64,
    mailbox_leaves_per_second: f64,
    ratio: f64,
}

impl Loa {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let start = Position::start();
        let mut counted = (Perft::default(), Perft::default());
        let mut best = (f64::INFINITY, f64::INFINITY);
        for _ in 0..ROUNDS {
            let began = Instant::now();
            counted.0 = perft(&start, Rules::default(), self.depth);
            best.0 = best.0.min(began.elapsed().as_secs_f64());
            let began = Instant::now();
            counted.1 = Mailbox::new(&start).perft(self.depth);
            best.1 = best.1.min(began.elapsed().as_secs_f64());
        }
        if counted.0 != counted.1 {
            return Err(Failure::data(format!("the generators differ: {:?} and {:?}", counted.0, counted.1)));
        }
        let leaves = counted.0.leaves;
        let rate = |seconds: f64| leaves as f64 / seconds.max(1e-9);
        let (leaves_per_second, mailbox_leaves_per_second) = (rate(best.0), rate(best.1));
        let ratio = leaves_per_second / mailbox_leaves_per_second;
        let figures = Figures { depth: self.depth, leaves, leaves_per_second, mailbox_leaves_per_second, ratio };
        say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.text() })
    }
}

impl Figures {
    /// Returns the results for people.
    fn text(&self) -> String {
        let millions = |rate: f64| rate / 1e6;
        format!(
            "perft {}: {} leaves, {:.1} million per second; baseline: {:.1} million; ratio {:.1}",
            self.depth,
            self.leaves,
            millions(self.leaves_per_second),
            millions(self.mailbox_leaves_per_second),
            self.ratio
        )
    }
}
