//! The time demo: a demo is played as fast as the machine can, each picture of it is drawn, and then the figures are printed.

use crate::campaign::playback::{Playback, Purpose};
use crate::flow::phase::Flow;
use bevy::prelude::*;
use bevy::window::{PresentMode, PrimaryWindow};
use engine::Tape;
use renderer::Wipe;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// So many ticks of the demo are played for each picture, as on a screen that shows 60 a second.
const TICKS_A_PICTURE: u64 = 2;
/// The exit code for a demo that does not play as it was recorded, as `hullkit` has it.
const OUT_OF_STEP: u8 = 4;

/// What has been measured.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Timing {
    frames: u32,
    took: Duration,
    worst: Duration,
    /// The number of the frame that took longest, from 1.
    worst_frame: u32,
    /// When the last picture began.
    last: Option<Instant>,
}

impl Timing {
    /// A picture begins: the one before has taken until now.
    fn begin(&mut self, now: Instant) {
        if let Some(last) = self.last.replace(now) {
            let took = now - last;
            self.frames += 1;
            self.took += took;
            if took > self.worst {
                (self.worst, self.worst_frame) = (took, self.frames);
            }
        }
    }

    /// As one line of JSON.
    fn line(&self, ticks: u64) -> String {
        let Timing { frames, worst_frame, .. } = self;
        let (seconds, worst) = (self.took.as_secs_f64(), self.worst.as_secs_f64() * 1000.0);
        let (mean, rate) = (seconds * 1000.0 / f64::from((*frames).max(1)), f64::from(*frames) / seconds.max(1e-9));
        format!(
            "{{\"ticks\":{ticks},\"frames\":{frames},\"seconds\":{seconds:.3},\"frames_per_second\":{rate:.1},\
             \"mean_ms\":{mean:.3},\"worst_ms\":{worst:.3},\"worst_frame\":{worst_frame}}}"
        )
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Timing>();
    let is_timed = |playback: Option<Res<Playback>>, wipe: Option<Res<Wipe>>| {
        playback.is_some_and(|playback| playback.purpose == Purpose::Timed)
            && !wipe.is_some_and(|wipe| wipe.is_running())
    };
    app.add_systems(PreUpdate, play.run_if(in_state(Flow::Running).and_then(is_timed)));
}

/// Plays the ticks of the next picture; after the last one prints what was measured, and ends the game.
fn play(world: &mut World) -> Result {
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    for mut window in windows.iter_mut(world) {
        window.present_mode = PresentMode::AutoNoVsync;
    }
    world.resource_mut::<Timing>().begin(Instant::now());
    let (is_over, ticks, strayed) = world.resource_scope(|world, mut tape: Mut<Tape>| -> Result<_> {
        let Some(replay) = &tape.replay else { return Ok((true, 0, None)) };
        let (tick, ticks, is_over) = (replay.tick(), replay.ticks(), replay.is_over());
        for next in 1..=TICKS_A_PICTURE {
            tape.seek(tick + next, world)?;
        }
        Ok((is_over, ticks, tape.strayed.clone()))
    })?;
    if is_over {
        // If nobody listens any more there is nobody to tell that, either.
        let _ = writeln!(io::stdout(), "{}", world.resource::<Timing>().line(ticks));
        if let Some(what) = &strayed {
            eprintln!("hullbreach: {what}");
        }
        world.write_message(if strayed.is_some() { AppExit::from_code(OUT_OF_STEP) } else { AppExit::Success });
        world.remove_resource::<Playback>();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_picture_is_told_by_its_number() {
        let (mut timing, began) = (Timing::default(), Instant::now());
        for milliseconds in [0, 10, 50, 60] {
            timing.begin(began + Duration::from_millis(milliseconds));
        }
        assert_eq!((timing.frames, timing.worst_frame), (3, 2));
        let wanted = "{\"ticks\":6,\"frames\":3,\"seconds\":0.060,\"frames_per_second\":50.0,\"mean_ms\":20.000,\
                      \"worst_ms\":40.000,\"worst_frame\":2}";
        assert_eq!(timing.line(6), wanted);
    }
}
