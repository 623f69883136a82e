//! `hullkit soak`: plays for hours in one process, and watches memory, tick times and open files.

use crate::{
    author::picture::drawing::Drawing,
    command_line::failure::{Failure, read, read_art, read_rules, say, watch_exit_signals},
    command_line::known::{read_decks, read_known},
    command_line::output::{encode, write},
    play::shot::drawn,
    play::soak_samples::{HEAD, Sample, chart},
};
use bevy::prelude::*;
use campaign::{Campaign, Decks, Extras, Journey, Save, ShipCode};
use clap::Args;
use engine::{Headless, Outcome, Rules, Start, begin, bot::Bot};
use renderer::{Hud, Pen, RendererPlugin};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};
use text_mode::exit_signal;

/// The campaign that is played, alternately with generated ships.
const CAMPAIGN: &str = "assets/campaign.ron";
/// The time at the beginning in which memory may grow, because caches fill.
const WARM_UP: Duration = Duration::from_secs(600);
/// The maximum growth of memory after that, in MiB per hour.
const MAX_MIB_PER_HOUR: f64 = 2.0;
/// The maximum growth of open files after that, per hour.
const MAX_FILES_PER_HOUR: f64 = 1.0;
/// The maximum number of ticks on a deck: ten minutes of game time.
const MAX_TICKS: u64 = 600 * 120;
/// The number of ticks between two frames and between two saves.
const TICKS_PER_FRAME: u64 = 60;
const TICKS_PER_SAVE: u64 = 30 * 120;

/// Lets the bot play the campaign and ships for hours in one process: with frames, with saves that are read back, and
/// with all restarts after deaths. Writes one line per minute into soak.csv, and a chart into soak.png. Exits with 3 if
/// memory grows by more than 2 MiB per hour, or the number of open files by more than one, after the first ten minutes.
#[derive(Args)]
pub(crate) struct Soak {
    /// The duration, in hours.
    #[arg(long, value_name = "H", default_value = "1", value_parser = hours)]
    hours: f64,
    /// The time between two lines, in seconds.
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    every: u64,
    /// The seed of the first ship and of the first playthrough.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The existing folder for soak.csv and soak.png.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// The running measurement.
struct Watcher {
    began: Instant,
    last: Instant,
    every: Duration,
    until: Duration,
    decks: u64,
    ticks: u64,
    took: Duration,
    worst: Duration,
    samples: Vec<Sample>,
}

impl Soak {
    /// Plays, measures and writes.
    pub(crate) fn run(self) -> Result<(), Failure> {
        if !self.out.is_dir() {
            return Err(Failure::arguments(format!("--out {}: there is no such folder", self.out.display())));
        }
        watch_exit_signals()?;
        let art = read_art()?;
        let rules = read_rules(None)?;
        let campaign = Campaign::read(CAMPAIGN, &read(Path::new(CAMPAIGN))?).map_err(Failure::data)?;
        let decks = read_decks(CAMPAIGN, &campaign, &rules)?;
        let first = decks.level(&Journey::on(decks.first(), 2, self.seed, None).deck).map_err(Failure::data)?;
        let mut headless = Headless::begin_with(&Start { rules: Arc::clone(&rules), ..Start::on(first) }, |app| {
            app.add_plugins(RendererPlugin);
        });
        headless.world_mut().insert_resource(art.clone());
        headless.world_mut().insert_resource(Hud { fades: false, ..default() });
        let mut watcher = Watcher::begin(Duration::from_secs_f64(self.hours * 3600.0), Duration::from_secs(self.every));
        for seed in (0..).map(|number| self.seed.wrapping_add(number)) {
            let skill = (seed % 4) as u8 + 1;
            watcher.play(&mut headless, &decks, &rules, Journey::on(decks.first(), skill, seed, None))?;
            let mut ships = Decks::of(Vec::new(), read_known()?);
            let code = ShipCode::new(seed, skill, 5 + (seed % 5) as u8).map_err(Failure::arguments)?;
            let ship = ships.make_ship(code).map_err(Failure::data)?;
            let journey = Journey::on(ships.board(ship), skill, seed, None);
            watcher.play(&mut headless, &ships, &rules, journey)?;
            if watcher.is_over() {
                break;
            }
        }
        self.write(&watcher.samples, &chart(&watcher.samples), art.pen())?;
        verdict(&watcher.samples)
    }

    fn write(&self, samples: &[Sample], chart: &Drawing, pen: &Pen) -> Result<(), Failure> {
        let csv = self.out.join("soak.csv");
        let lines: String = samples.iter().map(Sample::line).collect();
        write(&csv, format!("{HEAD}\n{lines}"))?;
        let png = self.out.join("soak.png");
        write(&png, encode(&png, &chart.frame(pen))?)?;
        say(&format!("{} and {}: {} lines", csv.display(), png.display(), samples.len()))
    }
}

impl Watcher {
    fn begin(until: Duration, every: Duration) -> Watcher {
        let now = Instant::now();
        let (took, worst, samples) = Default::default();
        Watcher { began: now, last: now, every, until, decks: 0, ticks: 0, took, worst, samples }
    }

    fn is_over(&self) -> bool {
        self.began.elapsed() >= self.until || exit_signal().is_some()
    }

    /// Plays a campaign deck by deck, with up to four attempts each.
    fn play(
        &mut self,
        headless: &mut Headless,
        decks: &Decks,
        rules: &Arc<Rules>,
        mut journey: Journey,
    ) -> Result<(), Failure> {
        let mut attempts = 0;
        while !self.is_over() && attempts < 4 {
            let level = decks.level(&journey.deck).map_err(Failure::data)?;
            begin(headless.world_mut(), &journey.start(&level, rules));
            let (start, _) = journey.begin(decks, &level, rules, headless.world_mut());
            self.deck(headless, &journey, &start)?;
            self.decks += 1;
            let run = headless.run();
            if run.outcome.is_done() {
                attempts = 0;
                if !journey.go_on(decks, headless.world_mut(), Extras::default()) {
                    return Ok(());
                }
            } else {
                attempts += 1;
                journey.again(Some(&run));
            }
        }
        Ok(())
    }

    /// Plays a deck until its end, with frames, and with saves that are read back.
    fn deck(&mut self, headless: &mut Headless, journey: &Journey, start: &Start) -> Result<(), Failure> {
        let (mut bot, until) = (Bot::new(start.seed), headless.run().tick.saturating_add(MAX_TICKS));
        while headless.run().outcome == Outcome::Running && headless.run().tick < until && !self.is_over() {
            let intent = bot.intent(headless.world_mut());
            let began = Instant::now();
            headless.tick(intent);
            self.count(began.elapsed());
            let tick = headless.run().tick;
            if tick.is_multiple_of(TICKS_PER_FRAME) {
                drawn(headless, (320, 180));
            }
            if tick.is_multiple_of(TICKS_PER_SAVE) {
                let save = Save::of(journey, start, &start.level.name, headless.world_mut());
                let read = Save::read(&save.bytes().map_err(Failure::data)?).map_err(Failure::data)?;
                read.restore(headless.world_mut(), &start.level, &start.rules).map_err(Failure::data)?;
            }
        }
        Ok(())
    }

    /// Counts a tick, and takes a sample when it is due.
    fn count(&mut self, took: Duration) {
        self.ticks += 1;
        self.took += took;
        self.worst = self.worst.max(took);
        if self.last.elapsed() < self.every {
            return;
        }
        self.samples.push(Sample {
            minutes: self.began.elapsed().as_secs_f64() / 60.0,
            decks: self.decks,
            ticks: self.ticks,
            mean_tick_us: self.took.as_secs_f64() * 1e6 / self.ticks as f64,
            worst_tick_us: self.worst.as_secs_f64() * 1e6,
            resident_mib: resident_mib(),
            open_files: open_files(),
        });
        (self.last, self.ticks, self.took, self.worst) = (Instant::now(), 0, Duration::ZERO, Duration::ZERO);
    }
}

/// Fails if memory or open files grow after the warm-up.
fn verdict(samples: &[Sample]) -> Result<(), Failure> {
    let warm: Vec<&Sample> = samples.iter().filter(|sample| sample.minutes * 60.0 >= WARM_UP.as_secs_f64()).collect();
    let grows = |value: fn(&Sample) -> Option<f64>| {
        slope(warm.iter().filter_map(|sample| Some((sample.minutes / 60.0, value(sample)?))))
    };
    let (Some(memory), Some(files)) = (grows(|sample| sample.resident_mib), grows(|sample| sample.open_files)) else {
        return say(
            "too short to say whether memory grows: at least three lines after the first ten minutes are needed",
        );
    };
    let text = format!("memory grows by {memory:.2} MiB per hour, and open files by {files:.2} per hour");
    if memory > MAX_MIB_PER_HOUR || files > MAX_FILES_PER_HOUR {
        return Err(Failure::data(format!("{text}; at most {MAX_MIB_PER_HOUR} and {MAX_FILES_PER_HOUR} are allowed")));
    }
    say(&text)
}

/// Returns the slope of the line through some points with the least squares, if there are at least three.
fn slope(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let number = points.clone().count() as f64;
    let (x, y) = points.clone().fold((0.0, 0.0), |(sum_x, sum_y), (x, y)| (sum_x + x / number, sum_y + y / number));
    let (above, below) = points
        .fold((0.0, 0.0), |(above, below), (at, value)| (above + (at - x) * (value - y), below + (at - x) * (at - x)));
    (number >= 3.0 && below > 0.0).then(|| above / below)
}

fn resident_mib() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kib = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.split_whitespace().next()?;
    kib.parse::<f64>().ok().map(|kib| kib / 1024.0)
}

fn open_files() -> Option<f64> {
    Some(fs::read_dir("/proc/self/fd").ok()?.count() as f64)
}

/// Parses a duration in hours.
fn hours(text: &str) -> Result<f64, String> {
    let hours = text.parse().ok().filter(|hours: &f64| (0.0..=1000.0).contains(hours));
    hours.ok_or_else(|| "must be a number of hours from 0 to 1000".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hour(mib: impl Fn(f64) -> f64, files: impl Fn(f64) -> f64) -> Vec<Sample> {
        let at = |minute: u32| {
            let minutes = f64::from(minute);
            let (resident_mib, open_files) = (Some(mib(minutes)), Some(files(minutes)));
            Sample { minutes, resident_mib, open_files, ..Sample::default() }
        };
        (1..=60).map(at).collect()
    }

    #[test]
    fn growth_after_ten_minutes_fails() {
        // It grows quickly at first, then by 1 MiB per hour.
        let full = |minutes: f64| 100.0 + 5.0 * minutes.min(10.0) + minutes / 60.0;
        assert!(verdict(&hour(full, |_| 9.0)).is_ok());
        let leak = verdict(&hour(|minutes| 100.0 + 3.0 * minutes / 60.0, |_| 9.0)).unwrap_err();
        assert!(leak.message.starts_with("memory grows by 3.00 MiB per hour"), "{}", leak.message);
        assert!(verdict(&hour(full, |minutes| 9.0 + minutes / 20.0)).is_err());
    }

    #[test]
    fn short_run_has_no_verdict() {
        assert!(verdict(&hour(|minutes| minutes, |_| 9.0)[..8]).is_ok());
        assert_eq!(slope([(0.0, 1.0), (1.0, 2.0)].into_iter()), None);
    }
}
