//! `hullkit run`: plays a level headless and prints the result.

use crate::{
    command_line::arguments::seconds,
    command_line::failure::{Failure, read_level_under, read_save, reference_of, say, watch_exit_signals},
    command_line::file_kind::FileKind,
    command_line::mods::needed_mods,
    command_line::output::{Force, Outputs, check_folder, write},
    play::play::{Player, Who},
    play::trace::Trace,
};
use campaign::{Journey, Save};
use clap::Args;
use engine::{Headless, Outcome, Recorder, Start};
use ports::{Folders, RecordFile, check_writable};
use protocol::outcome_in_words;
use serde::Serialize;
use std::{
    path::{Path, PathBuf},
    time::Instant,
};
use text_mode::exit_signal;

/// Plays a level headless until an exit, the first death, the time limit or a signal, and prints one line of JSON.
#[derive(Args)]
pub(crate) struct Run {
    /// The level file.
    level: PathBuf,
    #[command(flatten)]
    who: Who,
    /// Record the run as a demo; after --load, only what follows the save. Existing files are never replaced: the demo
    /// gets the first free number, as in `FILE-2.demo`, and the line of JSON contains its name (`recorded`).
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The time limit, in seconds of game time.
    #[arg(long, value_name = "S", default_value = "600", value_parser = seconds)]
    seconds: u64,
    /// Write a trace to stderr: `monsters` writes each state change of a monster as a line such as `tick 123 shambler
    /// 17 at 4.52 7.10: Idle -> Alert (hears)`: the tick, from 0; the monster's kind and number; its position, in
    /// tiles; the old and the new state; and the reason.
    #[arg(long, value_name = "WHAT")]
    trace: Option<Trace>,
    /// Write a save after this many seconds of the run's time.
    #[arg(long, value_name = "S", value_parser = seconds, requires = "save", conflicts_with = "demo")]
    save_at: Option<u64>,
    /// The save file to write; without --save-at it is written at the end.
    #[arg(long, value_name = "FILE", conflicts_with = "demo")]
    save: Option<PathBuf>,
    /// Continue from a save of this level instead of starting it; skill and seed are the save's.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["demo", "seed", "skill", "arrival"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

/// The printed result of a run.
#[derive(Serialize)]
struct Summary {
    level: String,
    seed: u64,
    ticks: u64,
    outcome: &'static str,
    /// The name of the lift or the stairs through which the player left the deck, if they did.
    way: Option<String>,
    kills: u32,
    monsters: u32,
    found: u32,
    secrets: u32,
    treasure: u32,
    treasures: u32,
    /// The author's estimate of the time that the deck takes, in seconds, if the level has one.
    par: Option<f32>,
    state_hash: String,
    ticks_per_second: f64,
    /// The demo file, if the run was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<String>,
}

impl Run {
    /// Plays and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let level = read_level_under(&self.level, self.who.rules())?;
        let record = self.check_outputs()?;
        let (mut start, mut player) = self.who.start(&self.level, level)?;
        let mut headless = Headless::begin(&start);
        player.begin(&mut headless)?;
        let path = reference_of(&self.level)?;
        let mut journey = Journey::new(&path, start.skill, start.seed, start.arrival.clone());
        if let Some(file) = &self.load {
            let save = read_save(file)?;
            let misfit = |error| Failure::data(format!("{}: {error}", file.display())).with_unmet(&save.mods());
            save.restore(headless.world_mut(), &start.level, &start.rules).map_err(misfit)?;
            start = save.head.start_anyway(&start.level, &start.rules);
            journey = save.journey;
        }
        let recorder = record.as_ref().map(|_| match self.load {
            Some(_) => Recorder::from_here(&start, &path, headless.world_mut()),
            None => Recorder::new(&start, &path),
        });
        let mut recorder = recorder.map(|recorder| recorder.with_mods(needed_mods()));
        watch_exit_signals()?;
        let (from, began) = (headless.run().tick, Instant::now());
        // If the save cannot be written, the run and its demo continue.
        let mut saved = Ok(());
        if let Some(at) = self.save_at {
            self.play(&mut headless, &mut player, recorder.as_mut(), at.min(self.seconds))?;
            saved = self.write_save(&journey, &start, &mut headless);
        }
        self.play(&mut headless, &mut player, recorder.as_mut(), self.seconds)?;
        let took = began.elapsed().as_secs_f64();
        if self.save_at.is_none() {
            saved = self.write_save(&journey, &start, &mut headless);
        }
        let recorded = match (&record, recorder) {
            (Some(file), Some(recorder)) => {
                let demo = recorder.finish(headless.world_mut()).bytes().map_err(Failure::data)?;
                file.write(&demo).map(Some).map_err(|message| Failure { code: 5, message })
            }
            _ => Ok(None),
        };
        let rate = (headless.run().tick - from) as f64 / took.max(1e-9);
        let name = recorded.as_ref().ok().and_then(Option::as_ref).map(|path| path.display().to_string());
        say(&self.summary(&start, &mut headless, rate, name)?)?;
        recorded?;
        saved
    }

    /// Checks before the run that its output files can be written. Returns the file of the demo.
    fn check_outputs(&self) -> Result<Option<RecordFile>, Failure> {
        let inputs: Vec<&Path> = self.who.files().chain(self.load.as_deref()).chain([self.level.as_path()]).collect();
        let outputs = Outputs::beside(inputs.iter().copied().chain(self.record.as_deref()), self.force);
        if let Some(path) = &self.save {
            outputs.check(path, FileKind::Save)?;
            check_writable(path).map_err(|error| Failure::file(path, "written", error))?;
        }
        let Some(path) = &self.record else { return Ok(None) };
        check_folder(path)?;
        let file = RecordFile::new(path.clone(), Folders::of_player().path("demos"));
        Outputs::beside(inputs, self.force).check_apart(path)?;
        file.check().map_err(|message| Failure { code: 5, message })?;
        Ok(Some(file))
    }

    /// Writes the save that the command line asks for, if any.
    fn write_save(&self, journey: &Journey, start: &Start, headless: &mut Headless) -> Result<(), Failure> {
        let Some(path) = &self.save else { return Ok(()) };
        let mut save = Save::of(journey, start, &start.level.name, headless.world_mut());
        save.set_mods(needed_mods());
        let bytes = save.bytes().map_err(|error| Failure::file(path, "written", error))?;
        write(path, &bytes)
    }

    fn summary(
        &self,
        start: &Start,
        headless: &mut Headless,
        rate: f64,
        recorded: Option<String>,
    ) -> Result<String, Failure> {
        let run = headless.run();
        let summary = Summary {
            level: self.level.display().to_string(),
            seed: start.seed,
            ticks: run.tick,
            outcome: outcome_in_words(run.outcome),
            way: run.outcome.way_on(&start.level).map(str::to_owned),
            kills: run.kills,
            monsters: run.monsters,
            found: run.found,
            secrets: run.secrets,
            treasure: run.treasure,
            treasures: run.treasures,
            par: start.level.par,
            state_hash: format!("{:016x}", headless.snapshot().hash()),
            ticks_per_second: rate.round(),
            recorded,
        };
        serde_json::to_string(&summary).map_err(Failure::data)
    }

    /// Plays until the run ends, this tick is reached, the demo ends or an exit signal arrives.
    fn play(
        &self,
        headless: &mut Headless,
        player: &mut Player,
        mut recorder: Option<&mut Recorder>,
        until: u64,
    ) -> Result<(), Failure> {
        while headless.run().outcome == Outcome::Running && headless.run().tick < until && exit_signal().is_none() {
            let Some(intent) = player.intent(headless) else { return Ok(()) };
            headless.tick(intent);
            if let Some(trace) = self.trace {
                trace.write(headless);
            }
            if let Some(recorder) = &mut recorder {
                recorder.record(intent, headless.world_mut());
            }
            player.compare(headless)?;
        }
        Ok(())
    }
}
