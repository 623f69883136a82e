//! `hullkit bench saves`: how long a save takes, and whether any is lost when the game is killed while it writes.

use crate::{
    command_line::arguments::seconds,
    command_line::failure::{Failure, read, read_level, read_rules, read_save, say},
};
use clap::Args;
use engine::{Headless, Outcome, Start, bot::Bot, capture};
use journey::{Journey, Picture, Ring, Save, SaveDir};
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

/// Times saving and loading, each at its best of some tries, beside writing as many bytes in the same way; then kills a process
/// that saves again and again, at random moments, and reads all saves after each kill. Prints one object of JSON.
#[derive(Args)]
pub(crate) struct Saves {
    /// The level that is saved.
    #[arg(default_value = "levels/deck4.ron")]
    level: PathBuf,
    /// After so many seconds of the bot's play.
    #[arg(long, value_name = "S", default_value = "30", value_parser = seconds)]
    seconds: u64,
    /// How often a process that saves is killed.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    kills: u32,
    /// Print one object of JSON, as it does anyway.
    #[arg(long)]
    json: bool,
    /// Be the process that is killed: save this save into the folder of saves, again and again.
    #[arg(long, value_name = "SAVE", requires = "folder", hide = true)]
    saver: Option<PathBuf>,
    /// The folder of the one that is killed.
    #[arg(long, hide = true)]
    folder: Option<PathBuf>,
}

/// What is printed; times in microseconds.
#[derive(Serialize)]
struct Figures {
    /// All of saving: the state taken, packed, written and flushed.
    save_us: f64,
    /// The part of it for which the game stands still.
    capture_us: f64,
    /// Writing and flushing as many bytes, and nothing else.
    disk_us: f64,
    /// All of loading: read, unpacked, put into a world.
    load_us: f64,
    bytes: usize,
    kills: u32,
    lost: u32,
}

/// The tries of which the best counts.
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

    /// Lets the bot play, and times what a save of that takes.
    fn times(&self, folder: &Path) -> Result<Figures, Failure> {
        let (level, rules) = (read_level(&self.level)?, read_rules(None)?);
        rules.check(&level).map_err(Failure::data)?;
        let journey = Journey::new(&self.level.display().to_string(), 3, 1, None);
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

/// So many bytes that look a little like a picture.
fn pattern(count: usize) -> Vec<u8> {
    (0..count).map(|index| ((index / 3 % 192) ^ (index / 576)) as u8).collect()
}

/// How often a file is written once more for each save: packing takes longer than writing, and it is in writing that a file can
/// be lost.
const ONCE_MORE: u32 = 20;

/// Saves again and again, until it is killed; says so once it has begun.
fn save_for_ever(save: &Path, folder: &Path) -> Result<(), Failure> {
    let (save, shelf) = (read_save(save)?, SaveDir::new(folder));
    io::stdout().write_all(b"!").and_then(|()| io::stdout().flush()).map_err(Failure::data)?;
    loop {
        let slot = shelf.put_next(Ring::Quick, save.clone()).map_err(Failure::data)?;
        let bytes = read(&shelf.path(slot))?;
        (0..ONCE_MORE).try_for_each(|_| write_whole(&shelf.path(slot), &bytes)).map_err(Failure::data)?;
    }
}

/// Kills a process that saves so many times, and reads all saves after each; how many were lost.
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
        // Each that was there is there still or was replaced by a newer one.
        if list.len() > serials.len() || now.0 < known.0 || now.1 < known.1 {
            lost += 1;
        }
        known = now;
        sweep(folder);
    }
    Ok(lost)
}

/// A process that saves, and has begun to.
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

/// Deletes what the killed have left unfinished: ten thousand of them would fill the disk within the minute in which they count
/// as being written.
fn sweep(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(|name| name.starts_with('.')) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
