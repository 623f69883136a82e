//! `hullkit bench scripts`: benchmarks the ticks in which creatures run scripts.

use crate::{
    bench::horde,
    bench::ticks::least,
    command_line::failure::{Failure, read_rules, say},
};
use clap::Args;
use engine::{Headless, Intent, ProfilerPlugin, Script, Scripts as Called, Start, TickTiming};
use serde::Serialize;
use std::time::Duration;

/// The script of all creatures: the fox's, which looks for monsters and prey, strolls and remembers.
const FOX: &str = include_str!("../../../../assets/scripts/fox.lua");
/// The side of the map, in cells.
const MAP: usize = 64;
/// The number of measured ticks: ten seconds.
const TICKS: usize = 1200;

/// Times ticks in which creatures run their scripts, on one core.
#[derive(Args)]
pub(crate) struct Scripts {
    /// The number of creatures.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1000))]
    creatures: u32,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The printed results: the time of the calls and their effects per tick, and the time per call.
#[derive(Serialize)]
struct Figures {
    creatures: u32,
    ns_per_call: f64,
    mean_tick_us: f64,
    worst_tick_us: f64,
}

impl Scripts {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut rules = (*read_rules(None)?).clone();
        let script = Script::read("fox.lua", FOX.as_bytes()).map_err(Failure::data)?;
        rules.set_script("fox", script);
        for (_, kind) in &mut rules.monsters {
            kind.script = Some("fox".to_owned());
        }
        let start = horde::start(self.creatures as usize, MAP, rules).map_err(Failure::arguments)?;
        let mut calls = 0;
        let ticks = least(|| {
            let (timings, made) = run(&start);
            calls = made;
            timings
        });
        let total: Duration = ticks.iter().map(|tick| tick.scripts).sum();
        let worst = ticks.iter().map(|tick| tick.scripts).max().unwrap_or_default();
        let figures = Figures {
            creatures: self.creatures,
            ns_per_call: total.as_secs_f64() * 1e9 / calls.max(1) as f64,
            mean_tick_us: total.as_secs_f64() * 1e6 / ticks.len().max(1) as f64,
            worst_tick_us: worst.as_secs_f64() * 1e6,
        };
        say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.text() })
    }
}

impl Figures {
    /// Returns the results for people.
    fn text(&self) -> String {
        format!(
            "{} creatures with scripts: {:.0} ns per call, {:.1} us per tick, worst tick {:.1} us",
            self.creatures, self.ns_per_call, self.mean_tick_us, self.worst_tick_us
        )
    }
}

/// Returns the time of each tick of one run, and the number of calls.
fn run(start: &Start) -> (Vec<TickTiming>, u64) {
    let mut headless = Headless::begin_with(start, |app| {
        app.add_plugins(ProfilerPlugin);
    });
    // Compile the scripts here, because that happens in the first call.
    headless.world_mut().resource_mut::<Called>().uncompiled();
    let timings = (0..TICKS).map(|_| {
        headless.tick(Intent::default());
        *headless.world().resource::<TickTiming>()
    });
    let timings = timings.collect();
    (timings, headless.world().resource::<Called>().calls())
}
