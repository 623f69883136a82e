//! `hullkit bench scripts`: how long the ticks take in which creatures do what scripts say.

use crate::{
    bench::horde,
    bench::ticks::least,
    command_line::failure::{Failure, read_rules, say},
};
use clap::Args;
use engine::{Headless, Intent, ProfilerPlugin, Script, Scripts as Called, Start, TickTiming};
use serde::Serialize;
use std::time::Duration;

/// The script that all of them have: the fox's, which looks for the undead and for prey, strolls and remembers.
const FOX: &str = include_str!("../../../../assets/scripts/fox.lua");
/// The side of the map, in cells.
const MAP: usize = 64;
/// So many ticks are timed: ten seconds.
const TICKS: usize = 1200;

/// Times ticks in which creatures do what their scripts say, on one core.
#[derive(Args)]
pub(crate) struct Scripts {
    /// How many creatures.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1000))]
    creatures: u32,
    /// Print one object of JSON.
    #[arg(long)]
    json: bool,
}

/// What is printed: the time of calls and of what the creatures do by them, a tick, and a call.
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
    /// For people.
    fn text(&self) -> String {
        format!(
            "{} creatures with scripts: {:.0} ns a call, {:.1} us a tick, worst tick {:.1} us",
            self.creatures, self.ns_per_call, self.mean_tick_us, self.worst_tick_us
        )
    }
}

/// One run: what each tick took, and how many calls there were.
fn run(start: &Start) -> (Vec<TickTiming>, u64) {
    let mut headless = Headless::begin_with(start, |app| {
        app.add_plugins(ProfilerPlugin);
    });
    // The scripts are compiled when the first is called.
    headless.world_mut().resource_mut::<Called>().uncompiled();
    let timings = (0..TICKS).map(|_| {
        headless.tick(Intent::default());
        *headless.world().resource::<TickTiming>()
    });
    let timings = timings.collect();
    (timings, headless.world().resource::<Called>().calls())
}
