//! Exits with an error if the display server accepts a connection but never answers. Otherwise the windowing libraries
//! would wait forever.

use crate::flow::exit_code::NO_DISPLAY;
use bevy::prelude::*;
use present::PresentStatus;
use std::{
    process,
    sync::Arc,
    sync::atomic::{AtomicBool, Ordering},
    thread::{self, Thread},
    time::{Duration, Instant},
};

/// Maximum time from connecting to the display until the first frame is shown. A busy machine needs a few seconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// Thread that waits for the display. The thread ends when the display has answered or this value is dropped.
#[derive(Resource)]
pub(crate) struct DisplayWatch {
    answered: Arc<AtomicBool>,
    /// `None` if the thread could not be started; then there is no timeout.
    thread: Option<Thread>,
}

impl DisplayWatch {
    /// Starts the timeout.
    pub(crate) fn begin() -> DisplayWatch {
        DisplayWatch::with(PATIENCE, || {
            let seconds = PATIENCE.as_secs();
            eprintln!(
                "hullbreach: the display did not answer within {seconds} seconds: play with --terminal or --text"
            );
            process::exit(NO_DISPLAY.into());
        })
    }

    fn with(patience: Duration, give_up: impl FnOnce() + Send + 'static) -> DisplayWatch {
        let answered = Arc::new(AtomicBool::new(false));
        let seen = answered.clone();
        let wait = move || {
            let end = Instant::now() + patience;
            while !seen.load(Ordering::Acquire) {
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return give_up();
                }
                thread::park_timeout(left);
            }
        };
        let started = thread::Builder::new().name("display watch".to_owned()).spawn(wait);
        DisplayWatch { answered, thread: started.ok().map(|handle| handle.thread().clone()) }
    }
}

impl Drop for DisplayWatch {
    fn drop(&mut self) {
        self.answered.store(true, Ordering::Release);
        if let Some(thread) = &self.thread {
            thread.unpark();
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    let is_shown =
        |status: Option<Res<PresentStatus>>| status.is_none_or(|status| status.frames > 0 || status.error.is_some());
    let end = |mut commands: Commands| commands.remove_resource::<DisplayWatch>();
    app.add_systems(First, end.run_if(resource_exists::<DisplayWatch>.and_then(is_shown)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn display_timeout_exits_if_there_is_no_answer() {
        let (tell, told) = mpsc::channel();
        let _watch = DisplayWatch::with(Duration::from_millis(20), move || tell.send(()).unwrap());
        told.recv_timeout(Duration::from_secs(10)).unwrap();
    }

    #[test]
    fn display_timeout_does_not_exit_after_an_answer() {
        let (tell, told) = mpsc::channel::<()>();
        drop(DisplayWatch::with(Duration::from_secs(60), move || tell.send(()).unwrap()));
        assert_eq!(told.recv_timeout(Duration::from_secs(10)), Err(mpsc::RecvTimeoutError::Disconnected));
    }
}
