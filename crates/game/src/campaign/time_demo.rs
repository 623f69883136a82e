//! Time demo: plays a demo as fast as possible, renders all its frames, and prints timing statistics.

use crate::{
    campaign::playback::Playback,
    campaign::run_request::Purpose,
    files::startup_error::{StartupError, print},
    flow::exit_code::OUT_OF_STEP,
    flow::phase::Flow,
};
use bevy::prelude::*;
use bevy_window::{PresentMode, PrimaryWindow, Window};
use engine::{Intent, Tape};
use ports::Clock;
use renderer::Wipe;
use std::{fmt::Write, time::Duration};

/// Number of demo ticks per rendered frame, as on a 60 Hz screen.
const TICKS_A_PICTURE: u64 = 2;

/// Measurements.
#[derive(Resource, Clone, Debug, Default)]
struct Timing {
    /// Duration of each frame.
    took: Vec<Duration>,
    /// Durations of those frames that are the first to show a key press or release. The game reads the input just
    /// before such a frame and presents the frame just after it.
    presses: Vec<Duration>,
    /// Time at which the last frame began, since the start of the game.
    last: Option<Duration>,
    /// Keys held in that frame, and whether they differ from those of the frame before.
    held: Option<Held>,
    is_press: bool,
}

/// Held keys: the four movement keys, the run key, and whether any other action is active.
type Held = ([bool; 4], bool, bool);

fn held(intent: &Intent) -> Held {
    let Intent { forward, strafe, run, fire, use_, jump, .. } = *intent;
    ([forward > 0.0, forward < 0.0, strafe > 0.0, strafe < 0.0], run, fire || use_ || jump)
}

/// Returns the smallest time that at least a share `part` (0 to 1) of the sorted times do not exceed.
fn percentile(sorted: &[Duration], part: f64) -> Duration {
    let last = sorted.len().saturating_sub(1);
    let number = (sorted.len() as f64 * part).ceil() as usize;
    sorted.get(number.saturating_sub(1).min(last)).copied().unwrap_or_default()
}

impl Timing {
    /// Starts a frame and records the duration of the previous one.
    fn begin(&mut self, now: Duration) {
        if let Some(last) = self.last.replace(now) {
            self.took.push(now - last);
            if self.is_press {
                self.presses.push(now - last);
            }
        }
    }

    /// Records the intent of the tick that this frame shows.
    fn note(&mut self, intent: &Intent) {
        let now = Some(held(intent));
        self.is_press = self.held.is_some() && self.held != now;
        self.held = now;
    }

    /// Returns the statistics as one line of JSON.
    fn line(&self, ticks: u64) -> String {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        let frames = self.took.len();
        let seconds = self.took.iter().sum::<Duration>().as_secs_f64();
        let (mean, rate) = (seconds * 1000.0 / frames.max(1) as f64, frames as f64 / seconds.max(1e-9));
        let worst_frame =
            self.took.iter().enumerate().rev().max_by_key(|(_, took)| **took).map_or(0, |(frame, _)| frame + 1);
        let (mut took, mut presses) = (self.took.clone(), self.presses.clone());
        took.sort_unstable();
        presses.sort_unstable();
        let [p99, p999, worst] = [0.99, 0.999, 1.0].map(|part| milliseconds(percentile(&took, part)));
        let mut line = format!(
            "{{\"ticks\":{ticks},\"frames\":{frames},\"seconds\":{seconds:.3},\"frames_per_second\":{rate:.1},\
             \"mean_ms\":{mean:.3},\"p99_ms\":{p99:.3},\"p999_ms\":{p999:.3},\"worst_ms\":{worst:.3},\"worst_frame\":{worst_frame}"
        );
        let [median, worst] = [0.5, 1.0].map(|part| milliseconds(percentile(&presses, part)));
        let count = presses.len();
        let _ = write!(line, ",\"presses\":{count},\"press_ms\":{median:.3},\"worst_press_ms\":{worst:.3}}}");
        line
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Timing>().init_resource::<Clock>();
    let is_timed = |playback: Option<Res<Playback>>, wipe: Option<Res<Wipe>>| {
        playback.is_some_and(|playback| playback.purpose == Purpose::Timed)
            && !wipe.is_some_and(|wipe| wipe.is_running())
    };
    app.add_systems(PreUpdate, play.run_if(in_state(Flow::Running).and_then(is_timed)));
}

/// Plays the ticks of the next frame. After the last one, prints the statistics and ends the game.
fn play(world: &mut World) -> Result {
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    for mut window in windows.iter_mut(world) {
        window.present_mode = PresentMode::AutoNoVsync;
    }
    let now = world.resource::<Clock>().now();
    world.resource_mut::<Timing>().begin(now);
    let (is_over, ticks, strayed) = world.resource_scope(|world, mut tape: Mut<Tape>| -> Result<_> {
        let Some(replay) = &tape.replay else { return Ok((true, 0, None)) };
        let (tick, ticks, is_over) = (replay.tick(), replay.ticks(), replay.is_over());
        for next in 1..=TICKS_A_PICTURE {
            tape.seek(tick + next, world)?;
        }
        Ok((is_over, ticks, tape.strayed.clone()))
    })?;
    if let Some(intent) = world.get_resource::<Intent>().copied() {
        world.resource_mut::<Timing>().note(&intent);
    }
    if is_over {
        let printed = print(&format!("{}\n", world.resource::<Timing>().line(ticks)));
        let strayed = strayed.map(|what| StartupError { what: what.to_string(), code: OUT_OF_STEP });
        let error = strayed.or(printed.err());
        if let Some(StartupError { what, .. }) = &error {
            eprintln!("hullbreach: {what}");
        }
        world.write_message(error.map_or(AppExit::Success, |error| AppExit::from_code(error.code)));
        world.remove_resource::<Playback>();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slowest_frame_is_reported_by_its_number() {
        let (mut timing, began) = (Timing::default(), Duration::from_secs(7));
        for milliseconds in [0, 10, 50, 60] {
            timing.begin(began + Duration::from_millis(milliseconds));
        }
        let wanted = "{\"ticks\":6,\"frames\":3,\"seconds\":0.060,\"frames_per_second\":50.0,\"mean_ms\":20.000,\
                      \"p99_ms\":40.000,\"p999_ms\":40.000,\"worst_ms\":40.000,\"worst_frame\":2,\
                      \"presses\":0,\"press_ms\":0.000,\"worst_press_ms\":0.000}";
        assert_eq!(timing.line(6), wanted);
    }

    #[test]
    fn one_frame_in_a_hundred_may_exceed_the_99th_percentile() {
        let mut sorted: Vec<Duration> = (1..=100).map(Duration::from_millis).collect();
        assert_eq!([0.5, 0.99, 0.999, 1.0].map(|part| percentile(&sorted, part).as_millis()), [50, 99, 100, 100]);
        sorted.truncate(1);
        assert_eq!(percentile(&sorted, 0.99).as_millis(), 1);
        assert_eq!(percentile(&[], 0.99), Duration::ZERO);
    }

    #[test]
    fn press_latency_is_the_duration_of_its_first_frame() {
        let (mut timing, began) = (Timing::default(), Duration::from_secs(7));
        let fires = Intent { fire: true, ..Intent::default() };
        let pictures = [(0, Intent::default()), (10, fires), (25, fires), (30, Intent::default()), (37, fires)];
        for (milliseconds, intent) in pictures {
            timing.begin(began + Duration::from_millis(milliseconds));
            timing.note(&intent);
        }
        assert_eq!(timing.presses.iter().map(Duration::as_millis).collect::<Vec<_>>(), [15, 7]);
    }
}
