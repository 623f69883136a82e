//! `hullkit bench saves`: benchmarks saving, and checks that no save is lost when the game is killed while writing.

use crate::{
    command_line::arguments::seconds,
    command_line::failure::{Failure, read, read_level, read_rules, read_save, say},
};
use campaign::{Journey, Picture, Ring, Save, SaveDir};
use clap::Args;
use content::level_reference;
use engine::{Headless, Outcome, Start, bot::Bot, capture};
use ports::write_whole;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use serde::Serialize;
use std::{
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Times saving and loading, each with the best of several attempts, with writing the same number of bytes as the
/// baseline. Then repeatedly kills a process that keeps saving, at random moments, and reads all saves after each kill.
/// Prints one JSON object.
#[derive(Args)]
pub(crate) struct Saves {
    /// The level file to save.
    #[arg(default_value = "levels/deck4.ron")]
    level: PathBuf,
    /// The seconds of the bot's play before the save.
    #[arg(long, value_name = "S", default_value = "30", value_parser = seconds)]
    seconds: u64,
    /// The number of times that a saving process is killed.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    kills: u32,
    /// Print one JSON object (the default).
    #[arg(long)]
    json: bool,
    /// Run as the process that is killed: write this save into the folder again and again.
    #[arg(long, value_name = "SAVE", requires = "folder", hide = true)]
    saver: Option<PathBuf>,
    /// The folder of the process that is killed.
    #[arg(long, hide = true)]
    folder: Option<PathBuf>,
}

/// The printed results; times are in microseconds.
#[derive(Serialize)]
struct Figures {
    /// The whole time of saving: capturing the state, packing, writing and flushing.
    save_us: f64,
    /// The part of it that blocks the game.
    capture_us: f64,
    /// The time of writing and flushing the same number of bytes.
    disk_us: f64,
    /// The whole time of loading: reading, unpacking and restoring a world.
    load_us: f64,
    bytes: usize,
    kills: u32,
    lost: u32,
}

/// The number of tries, of which the best counts.
const TRIES: u32 = 20;
/// The longest time between the first save of a process and its end.
const LONGEST: Duration = Duration::from_millis(12);

impl Saves {
    /// Measures, kills and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        if let (Some(save), Some(folder)) = (&self.saver, &self.folder) {
            return save_for_ever(save, folder);
        }
        let folder = tempfile::tempdir()
            .map_err(|error| Failure::file(Path::new("the folder for temporary files"), "written", error))?;
        let mut figures = self.times(folder.path())?;
        figures.lost = killed(&folder.path().join("0.save"), &folder.path().join("saves"), self.kills)?;
        say(&serde_json::to_string(&figures).map_err(Failure::data)?)?;
        if figures.lost == 0 { Ok(()) } else { Err(Failure::data(format!("{} saves were lost", figures.lost))) }
    }

    /// Lets the bot play, and times saving its state.
    fn times(&self, folder: &Path) -> Result<Figures, Failure> {
        let (level, rules) = (read_level(&self.level)?, read_rules(None)?);
        rules.check(&level).map_err(Failure::data)?;
        let journey = Journey::new(&level_reference(&self.level), 3, 1, None);
        let start = Start { rules: rules.clone(), ..journey.start(&level, &rules) };
        let (mut headless, mut bot) = (Headless::begin(&start), Bot::new(1));
        while headless.run().outcome == Outcome::Running && headless.run().tick < self.seconds {
            let intent = bot.intent(headless.world_mut());
            headless.tick(intent);
        }
        let wrong = |error: &dyn std::fmt::Display| Failure::data(error.to_string());
        let path = folder.join("0.save");
        let written = |error: io::Error| Failure::file(&path, "written", error);
        let mut best = [f64::INFINITY; 4];
        let mut bytes = Vec::new();
        for _ in 0..TRIES {
            let began = Instant::now();
            std::hint::black_box(capture(headless.world_mut()));
            best[1] = best[1].min(micros(began));
            let began = Instant::now();
            let mut save = Save::of(&journey, &start, &level.name, headless.world_mut());
            save.picture = Picture { width: 192, height: 108, rgb: pattern(192 * 108 * 3) };
            bytes = save.bytes().map_err(|error| wrong(&error))?;
            write_whole(&path, &bytes).map_err(written)?;
            best[0] = best[0].min(micros(began));
            let began = Instant::now();
            write_whole(&folder.join("plain"), &bytes).map_err(written)?;
            best[2] = best[2].min(micros(began));
            let began = Instant::now();
            let save = read_save(&path)?;
            save.restore(headless.world_mut(), &level, &rules).map_err(|error| wrong(&error))?;
            best[3] = best[3].min(micros(began));
        }
        let [save_us, capture_us, disk_us, load_us] = best.map(|micros| micros.round());
        Ok(Figures { save_us, capture_us, disk_us, load_us, bytes: bytes.len(), kills: self.kills, lost: 0 })
    }
}

fn micros(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1e6
}

/// Returns bytes that are roughly as compressible as an image.
fn pattern(count: usize) -> Vec<u8> {
    (0..count).map(|index| ((index / 3 % 192) ^ (index / 576)) as u8).collect()
}

/// The number of additional writes of a file per save. Packing takes longer than writing, but only a kill during
/// writing could lose a file.
const ONCE_MORE: u32 = 20;

/// Saves again and again until it is killed, and reports on stdout once it has started.
fn save_for_ever(save: &Path, folder: &Path) -> Result<(), Failure> {
    let (save, shelf) = (read_save(save)?, SaveDir::new(folder));
    io::stdout().write_all(b"!").and_then(|()| io::stdout().flush()).map_err(Failure::data)?;
    loop {
        let slot = shelf.put_next(Ring::Quick, save.clone()).map_err(Failure::data)?;
        let bytes = read(&shelf.path(slot))?;
        (0..ONCE_MORE).try_for_each(|_| write_whole(&shelf.path(slot), &bytes)).map_err(Failure::data)?;
    }
}

/// Kills a saving process `kills` times, and reads all saves after each kill. Returns the number of lost saves.
fn killed(save: &Path, folder: &Path, kills: u32) -> Result<u32, Failure> {
    let shelf = SaveDir::new(folder);
    let mut chance = Pcg32::seed_from_u64(1);
    let (mut lost, mut known) = (0, (0, 0));
    for _ in 0..kills {
        let mut saver = saver(save, folder)?;
        thread::sleep(LONGEST.mul_f64(chance.random::<f64>()));
        saver.kill().and_then(|()| saver.wait()).map_err(Failure::data)?;
        let list = shelf.list();
        let serials: Vec<u64> = list.iter().flat_map(|entry| &entry.save).map(|save| save.label.serial).collect();
        let now = (serials.len(), serials.iter().copied().max().unwrap_or(0));
        // Each known save must still exist or be replaced by a newer one.
        if list.len() > serials.len() || now.0 < known.0 || now.1 < known.1 {
            lost += 1;
        }
        known = now;
        sweep(folder);
    }
    Ok(lost)
}

/// Starts a process that saves, and waits until it has started.
fn saver(save: &Path, folder: &Path) -> Result<Child, Failure> {
    let program = std::env::current_exe().map_err(Failure::data)?;
    let mut saver = Command::new(program)
        .args(["bench", "saves", "--saver"])
        .arg(save)
        .arg("--folder")
        .arg(folder)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(Failure::data)?;
    let began = saver.stdout.as_mut().map(|stdout| stdout.read_exact(&mut [0]));
    began.transpose().map_err(Failure::data)?;
    Ok(saver)
}

/// Deletes the unfinished files of killed processes. They count as being written for a minute, in which ten thousand of
/// them would fill the disk.
fn sweep(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(|name| name.starts_with('.')) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
