//! `hullkit run`: plays a level headless and prints how it went.

use crate::arguments::seconds;
use crate::failure::{Failure, read_level, say, write};
use crate::play::{Player, Who};
use crate::trace::Trace;
use clap::Args;
use engine::{Headless, Outcome, Recorder, Start};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

/// Plays a level headless until the lift, the first death or the end of the time; prints one line of JSON.
#[derive(Args)]
pub(crate) struct Run {
    /// The level's file.
    level: PathBuf,
    #[command(flatten)]
    who: Who,
    /// Record the run as a demo.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The most seconds of game time.
    #[arg(long, value_name = "S", default_value = "600", value_parser = seconds)]
    seconds: u64,
    /// Write to stderr what happens: `monsters` writes each change of an undead's state as a line such as
    /// `tick 123 shambler 17 at 4.52 7.10: Idle -> Alert (hears)`: the tick, from 0; the undead's kind and number; where it
    /// is, in tiles; the state that it leaves and the one that it enters; and why.
    #[arg(long, value_name = "WHAT")]
    trace: Option<Trace>,
}

/// What is printed of a run.
#[derive(Serialize)]
struct Summary {
    level: String,
    seed: u64,
    ticks: u64,
    outcome: &'static str,
    kills: u32,
    monsters: u32,
    found: u32,
    secrets: u32,
    treasure: u32,
    treasures: u32,
    /// The seconds that its author thinks the deck takes, if he says so.
    par: Option<f32>,
    state_hash: String,
    ticks_per_second: f64,
}

impl Run {
    /// Plays and prints.
    pub(crate) fn go(self) -> Result<(), Failure> {
        let level = read_level(&self.level)?;
        let (start, mut player) = self.who.start(&self.level, level)?;
        let mut headless = Headless::begin(&start);
        let mut recorder = self.record.as_ref().map(|_| Recorder::new(&start, &self.level.display().to_string()));
        let began = Instant::now();
        self.play(&mut headless, &mut player, recorder.as_mut())?;
        let took = began.elapsed().as_secs_f64();
        if let (Some(path), Some(recorder)) = (&self.record, recorder) {
            let demo = recorder.finish(&mut headless).bytes();
            write(path, demo.map_err(|error| Failure::file(path, "written", error))?)?;
        }
        say(&self.summary(&start, &mut headless, took)?)
    }

    fn summary(&self, start: &Start, headless: &mut Headless, took: f64) -> Result<String, Failure> {
        let run = headless.run();
        let summary = Summary {
            level: self.level.display().to_string(),
            seed: start.seed,
            ticks: run.tick,
            outcome: match run.outcome {
                Outcome::Running => "running",
                Outcome::Dead => "dead",
                Outcome::Lift => "lift",
                Outcome::SecretLift => "secret lift",
            },
            kills: run.kills,
            monsters: run.monsters,
            found: run.found,
            secrets: run.secrets,
            treasure: run.treasure,
            treasures: run.treasures,
            par: start.level.par,
            state_hash: format!("{:016x}", headless.snapshot().hash()),
            ticks_per_second: (run.tick as f64 / took.max(1e-9)).round(),
        };
        serde_json::to_string(&summary).map_err(Failure::data)
    }

    /// Plays until the run ends, the time is over or a demo has no more to say.
    fn play(
        &self,
        headless: &mut Headless,
        player: &mut Player,
        mut recorder: Option<&mut Recorder>,
    ) -> Result<(), Failure> {
        while headless.run().outcome == Outcome::Running && headless.run().tick < self.seconds {
            // The last second of a demo need not be whole.
            let Some(intent) = player.intent(headless) else { return player.compare(headless) };
            headless.tick(intent);
            if let Some(trace) = self.trace {
                trace.write(headless);
            }
            if let Some(recorder) = &mut recorder {
                recorder.record(intent, headless);
            }
            if headless.run().is_whole_second() || headless.run().outcome != Outcome::Running {
                player.compare(headless)?;
            }
        }
        Ok(())
    }
}
