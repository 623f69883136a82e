//! The start, timed: when each of its stages was over, from the start of the process to the first picture of the title or of a deck.
//!
//! A frame counts once it is on its way to the screen.

use crate::flow::phase::Phase;
use bevy::prelude::*;
use present::PresentStatus;
use std::{
    fmt::Write,
    fs,
    time::{Duration, Instant},
};

/// When the game was started, and when each stage of the start was over.
#[derive(Resource, Clone, Debug)]
pub(crate) struct StartTimes {
    started: Instant,
    stages: Vec<(&'static str, Duration)>,
    /// The game ends with its first picture, and prints the times.
    pub(crate) ends: bool,
}

impl StartTimes {
    /// Of the process that calls, whose `main` has just begun.
    pub(crate) fn of_process() -> StartTimes {
        let (now, before) = (Instant::now(), before_main().unwrap_or_default());
        let started = now.checked_sub(before).unwrap_or(now);
        StartTimes { started, stages: vec![("main", before)], ends: false }
    }

    /// A stage is over now.
    pub(crate) fn over(&mut self, stage: &'static str) {
        self.over_at(stage, Instant::now());
    }

    /// A stage was over then.
    pub(crate) fn over_at(&mut self, stage: &'static str, at: Instant) {
        self.stages.push((stage, at.saturating_duration_since(self.started)));
        self.stages.sort_by_key(|(_, at)| *at);
    }

    /// As one line of JSON: when each stage was over, in milliseconds, and the most memory that was resident so far.
    fn line(&self, resident_kib: Option<u64>) -> String {
        let mut line = String::from("{");
        for (stage, at) in &self.stages {
            let _ = write!(line, "\"{stage}_ms\":{:.1},", at.as_secs_f64() * 1000.0);
        }
        let resident = resident_kib.map_or("null".to_owned(), |kib| format!("{:.1}", kib as f64 / 1024.0));
        let _ = write!(line, "\"most_resident_mib\":{resident}}}");
        line
    }
}

/// Returns whether a frame is on the screen; what can wait until then leaves the processor to it. A game without a window shows none.
pub(crate) fn has_shown(status: Option<Res<PresentStatus>>) -> bool {
    status.is_none_or(|status| status.frames > 0)
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut times: ResMut<StartTimes>| times.over("window"));
    app.add_systems(OnExit(Phase::Loading), |mut times: ResMut<StartTimes>| times.over("files"));
    let is_shown = in_state(Phase::Title).or_else(in_state(Phase::Deck));
    app.add_systems(First, tell.run_if(is_shown.and_then(has_shown).and_then(run_once)));
}

/// The picture of the frame before is the first one after the start: it has gone to the screen by now.
fn tell(mut times: ResMut<StartTimes>, mut exit: MessageWriter<AppExit>) {
    times.over("first_picture");
    let line = times.line(most_resident());
    if times.ends {
        println!("{line}");
        exit.write(AppExit::Success);
    } else {
        info!("the start: {line}");
    }
}

/// How long ago the system started this process, to a hundredth of a second, where it tells: before `main` the libraries are linked.
fn before_main() -> Option<Duration> {
    /// Of these the system counts a hundred a second, on every machine that has this file.
    const TICK: Duration = Duration::from_millis(10);
    let uptime: f64 = fs::read_to_string("/proc/uptime").ok()?.split(' ').next()?.parse().ok()?;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may hold anything; 20 fields lie between it and the one that is wanted.
    let started: u32 = stat.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()?;
    Duration::try_from_secs_f64(uptime).ok()?.checked_sub(TICK * started)
}

/// The most memory of this process that was ever resident, in KiB, where the system tells.
fn most_resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stages_are_told_in_their_order() {
        let stages = vec![("window", Duration::from_millis(12)), ("files", Duration::from_micros(34_560))];
        let times = StartTimes { started: Instant::now(), stages, ends: true };
        assert_eq!(times.line(Some(2048)), "{\"window_ms\":12.0,\"files_ms\":34.6,\"most_resident_mib\":2.0}");
        assert!(times.line(None).ends_with("\"most_resident_mib\":null}"));
        let mut times = StartTimes::of_process();
        let main = times.stages[0];
        times.over_at("early", times.started + main.1);
        times.over("late");
        assert_eq!(times.stages.iter().map(|(stage, _)| *stage).collect::<Vec<_>>(), ["main", "early", "late"]);
        assert!(times.stages.iter().all(|(_, at)| *at < Duration::from_secs(3600)), "{times:?}");
    }
}
