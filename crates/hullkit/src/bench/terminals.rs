//! `hullkit bench terminals`: benchmarks the ticks in which the ship computes a move at a terminal.

use crate::command_line::failure::{Failure, say};
use clap::Args;
use engine::{BoardAct, Headless, Intent, ProfilerPlugin, Start, Terminal, TerminalBoard, TickTiming};
use level::Level;
use serde::Serialize;
use std::{sync::Arc, time::Duration};

/// The number of runs. Each tick counts with its best time.
const RUNS: usize = 5;
/// The tasks: the ship's strongest play from the start, and a hint for a lock that is known to be hard.
const TASKS: [(&str, &str, [BoardAct; 2]); 2] = [
    ("table", "table: (level: 6)", [BoardAct::Pick(1), BoardAct::Pick(17)]),
    (
        "conduit",
        "wall: \"hull\", conduit: (plates: \"YGBWPCYRPOOGRCB\", pebbles: \"PRRCGOCBBGYPOY-\")",
        [BoardAct::Hint, BoardAct::Hint],
    ),
];
/// The number of measured ticks.
const TICKS: usize = 150;

/// Times the ticks in which the ship computes a move at a terminal: at its strongest level, and as a hint for a hard
/// lock.
#[derive(Args)]
pub(crate) struct Terminals {
    /// Print one JSON object: table_worst_tick_ms, table_mean_tick_ms, conduit_worst_tick_ms, conduit_mean_tick_ms.
    #[arg(long)]
    json: bool,
}

/// The printed results.
#[derive(Serialize)]
struct Figures {
    table_worst_tick_ms: f64,
    table_mean_tick_ms: f64,
    conduit_worst_tick_ms: f64,
    conduit_mean_tick_ms: f64,
}

impl Terminals {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let [table, conduit] = TASKS.map(measure);
        let (table, conduit) = (table?, conduit?);
        let figures = Figures {
            table_worst_tick_ms: table.0,
            table_mean_tick_ms: table.1,
            conduit_worst_tick_ms: conduit.0,
            conduit_mean_tick_ms: conduit.1,
        };
        say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.text() })
    }
}

impl Figures {
    /// Returns the results for people.
    fn text(&self) -> String {
        format!(
            "a tick at a table: worst {:.2} ms, mean {:.2} ms; at a conduit: worst {:.2} ms, mean {:.2} ms",
            self.table_worst_tick_ms, self.table_mean_tick_ms, self.conduit_worst_tick_ms, self.conduit_mean_tick_ms
        )
    }
}

/// Returns the longest and the mean tick, in milliseconds, at the best of all runs.
fn measure((name, entry, acts): (&str, &str, [BoardAct; 2])) -> Result<(f64, f64), Failure> {
    let text = format!(
        "(name: \"\", legend: {{'#': (wall: \"hull\"), '@': (thing: Player), 'T': ({entry})}}, map: [\"######\", \"#@T###\", \"######\"])"
    );
    let level = Level::read(name, text.as_bytes()).map_err(Failure::data)?;
    let start = Start::on(Arc::new(level));
    let mut least = vec![Duration::MAX; TICKS];
    for _ in 0..RUNS {
        for (least, again) in least.iter_mut().zip(run(&start, acts)?) {
            *least = again.min(*least);
        }
    }
    let worst = least.iter().max().copied().unwrap_or_default();
    let mean = least.iter().sum::<Duration>() / TICKS as u32;
    Ok((worst.as_secs_f64() * 1e3, mean.as_secs_f64() * 1e3))
}

/// Returns the time of each tick of one run.
fn run(start: &Start, acts: [BoardAct; 2]) -> Result<Vec<Duration>, Failure> {
    let mut headless = Headless::begin_with(start, |app| _ = app.add_plugins(ProfilerPlugin));
    headless.tick(Intent { use_: true, ..Intent::default() });
    let times = (0..TICKS).map(|tick| {
        headless.tick(Intent { board: acts.get(tick).copied(), ..Intent::default() });
        headless.world().resource::<TickTiming>().total
    });
    let times = times.collect();
    let mut terminals = headless.world_mut().query::<&Terminal>();
    let is_answered = terminals.iter(headless.world()).all(|terminal| match &terminal.board {
        TerminalBoard::Table(board) => board.table.game().turns().len() == 2,
        TerminalBoard::Conduit(lock) => !lock.hint.is_empty(),
    });
    if is_answered { Ok(times) } else { Err(Failure::data("the ship has not finished its computation")) }
}
