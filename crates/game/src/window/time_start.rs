//! The start, timed: when each of its stages was over, from the start of the process to the first picture of the title or of a deck.

use crate::flow::phase::Phase;
use bevy::prelude::*;
use std::fmt::Write;
use std::fs;
use std::time::{Duration, Instant};

/// When the game was started, and when each stage of the start was over.
#[derive(Resource, Clone, Debug)]
pub(crate) struct StartTimes {
    started: Instant,
    stages: Vec<(&'static str, Duration)>,
    /// The game ends with its first picture, and prints the times.
    pub(crate) ends: bool,
}

impl StartTimes {
    /// Of a process that was started then.
    pub(crate) fn since(started: Instant) -> StartTimes {
        StartTimes { started, stages: Vec::new(), ends: false }
    }

    /// A stage is over now.
    pub(crate) fn over(&mut self, stage: &'static str) {
        self.stages.push((stage, self.started.elapsed()));
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

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut times: ResMut<StartTimes>| times.over("window"));
    app.add_systems(OnExit(Phase::Loading), |mut times: ResMut<StartTimes>| times.over("files"));
    app.add_systems(OnExit(Phase::Unpacking), |mut times: ResMut<StartTimes>| times.over("art_and_decks"));
    let is_shown = || in_state(Phase::Title).or_else(in_state(Phase::Deck));
    app.add_systems(First, tell.run_if(is_shown().and_then(run_once)));
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
    }
}
