//! Startup timing: when each stage ended, from the start of the process to the first frame of the title or of a deck.
//!
//! A frame counts once it is submitted to the screen.

use crate::{flow::exit_code::UNREADABLE, flow::phase::Phase};
use bevy::prelude::*;
use ports::{Clock, print_text};
use present::PresentStatus;
use std::{fmt::Write, time::Duration};

/// Clock of the game, and the end of each startup stage.
#[derive(Resource, Clone, Debug)]
pub(crate) struct StartTimes {
    clock: Clock,
    /// Time between the start of the process and that of the clock.
    before: Duration,
    stages: Vec<(&'static str, Duration)>,
    /// True if the game prints the times and exits at its first frame.
    pub(crate) ends: bool,
}

impl StartTimes {
    /// Starts the clock. `before` is the time since the start of the process or page.
    pub(crate) fn after(before: Duration) -> StartTimes {
        StartTimes { clock: Clock::of_machine(), before, stages: vec![("main", before)], ends: false }
    }

    /// Creates the times of this process. Must be called at the start of `main`.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn of_process() -> StartTimes {
        StartTimes::after(before_main().unwrap_or_default())
    }

    /// Returns the clock.
    pub(crate) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Records the end of a stage now.
    pub(crate) fn over(&mut self, stage: &'static str) {
        self.stages.push((stage, self.before + self.clock.now()));
    }

    /// Returns one line of JSON: the end of each stage in milliseconds, and the peak resident memory.
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

/// Returns true if a frame is on the screen. Work that can wait until then leaves the CPU to startup. Without a window,
/// no frame is shown.
pub(crate) fn has_shown(status: Option<Res<PresentStatus>>) -> bool {
    status.is_none_or(|status| status.frames > 0)
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut times: ResMut<StartTimes>| times.over("window"));
    app.add_systems(OnExit(Phase::Loading), |mut times: ResMut<StartTimes>| times.over("files"));
    let is_shown = in_state(Phase::Title).or_else(in_state(Phase::Deck));
    app.add_systems(First, tell.run_if(is_shown.and_then(has_shown).and_then(run_once)));
}

/// Ends the timing: the previous frame, which was the first one, has been submitted by now.
fn tell(mut times: ResMut<StartTimes>, mut exit: MessageWriter<AppExit>) {
    times.over("first_picture");
    let line = times.line(most_resident());
    if times.ends {
        exit.write(match print_text(&format!("{line}\n")) {
            Ok(()) => AppExit::Success,
            Err(error) => {
                error!("stdout cannot be written: {error}");
                AppExit::from_code(UNREADABLE)
            }
        });
    } else {
        info!("startup times: {line}");
    }
}

/// Returns the time since the system started this process, to 10 ms, if available. It includes linking of shared
/// libraries before `main`.
#[cfg(not(target_family = "wasm"))]
fn before_main() -> Option<Duration> {
    /// Unit of process times in `/proc`: 100 per second on every machine that has this file.
    const TICK: Duration = Duration::from_millis(10);
    let uptime: f64 = std::fs::read_to_string("/proc/uptime").ok()?.split(' ').next()?.parse().ok()?;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The program name in parentheses may contain anything. The start time is 20 fields after it.
    let started: u32 = stat.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()?;
    Duration::try_from_secs_f64(uptime).ok()?.checked_sub(TICK * started)
}

/// Returns the peak resident memory of this process in KiB, if available.
fn most_resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_printed_in_order() {
        let stages = vec![("window", Duration::from_millis(12)), ("files", Duration::from_micros(34_560))];
        let times = StartTimes { stages, ..StartTimes::after(Duration::ZERO) };
        assert_eq!(times.line(Some(2048)), "{\"window_ms\":12.0,\"files_ms\":34.6,\"most_resident_mib\":2.0}");
        assert!(times.line(None).ends_with("\"most_resident_mib\":null}"));
        let mut times = StartTimes::of_process();
        ["early", "late"].into_iter().for_each(|stage| times.over(stage));
        assert_eq!(times.stages.iter().map(|(stage, _)| *stage).collect::<Vec<_>>(), ["main", "early", "late"]);
        assert!(times.stages.is_sorted_by_key(|(_, at)| *at), "{times:?}");
        assert!(times.stages.iter().all(|(_, at)| *at < Duration::from_secs(3600)), "{times:?}");
    }
}
