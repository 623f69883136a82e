//! Keeps one backend open: finds one that works, and replaces it when it fails.

#[cfg(all(unix, not(target_os = "macos")))]
use crate::wayland::FrameCallback;
use crate::{
    attempts::{Attempt, Library, has_gpu},
    backend::Backend,
    frame::Frame,
    opengl::OpenGl,
    pacing::Pacing,
    software::Software,
    target::{Shown, Target},
};
use raw_window_handle::RawWindowHandle;
use std::time::{Duration, Instant};
use tracing::{info, warn};

/// Interval at which a hidden window on Wayland is checked.
#[cfg(all(unix, not(target_os = "macos")))]
const HIDDEN: Duration = Duration::from_millis(100);
/// Number of consecutive failures after which a backend is given up.
const FAILURES: u8 = 3;

/// An open backend.
enum Screen {
    OpenGl(Box<OpenGl>),
    Software(Box<Software>),
}

impl Screen {
    fn description(&self) -> &str {
        match self {
            Screen::OpenGl(opengl) => &opengl.description,
            Screen::Software(_) => "softbuffer",
        }
    }
}

/// An open backend for one window. Fields are dropped in this order.
struct Open {
    screen: Screen,
    attempt: Attempt,
    handle: RawWindowHandle,
    #[cfg(all(unix, not(target_os = "macos")))]
    callback: Option<FrameCallback>,
}

/// Shows frames in one window. Lives on the thread of the event loop.
#[derive(Default)]
pub(crate) struct Presenter {
    asked: Backend,
    open: Option<Open>,
    /// Attempts that have failed on this window, with the reasons.
    failed: Vec<(Attempt, String)>,
    failures: u8,
    pacing: Pacing,
}

impl Presenter {
    /// Returns the name of the open backend.
    pub(crate) fn description(&self) -> Option<&str> {
        self.open.as_ref().map(|open| open.screen.description())
    }

    /// Shows a frame, and waits for the screen if required.
    ///
    /// # Errors
    /// Returns a message if every backend has failed.
    pub(crate) fn show(&mut self, asked: Backend, target: &Target, frame: &Frame) -> Result<Shown, String> {
        frame.validate()?;
        if self.asked != asked {
            self.asked = asked;
            self.close();
        }
        self.open_for(target)?;
        let Some(open) = &mut self.open else { return Ok(Shown::NotYet) };
        if !open.is_wanted(target.vsync) {
            return Ok(Shown::NotYet);
        }
        match open.show(target, frame) {
            Ok(()) => {
                self.failures = 0;
                open.wait(target, &mut self.pacing);
                Ok(Shown::Yes)
            }
            Err(why) => {
                self.failures += 1;
                warn!("{} failed, reopening it: {why}", open.screen.description());
                if self.failures >= FAILURES {
                    self.failed.push((open.attempt, why));
                    self.failures = 0;
                }
                self.open = None;
                Ok(Shown::NotYet)
            }
        }
    }

    /// Closes the backend of a window that no longer exists.
    pub(crate) fn close(&mut self) {
        self.open = None;
        self.failed.clear();
        self.failures = 0;
    }

    /// Opens the first backend that works on this window, if none is open.
    fn open_for(&mut self, target: &Target) -> Result<(), String> {
        let handle = target.window.get_window_handle();
        if self.open.as_ref().is_some_and(|open| open.handle == handle) {
            return Ok(());
        }
        if self.open.is_some() {
            self.close();
        }
        let attempts = self.asked.attempts(Library::of(target.window.get_display_handle()), has_gpu());
        for attempt in attempts {
            if self.failed.iter().any(|(failed, _)| *failed == attempt) {
                continue;
            }
            match Open::new(attempt, target) {
                Ok(open) => {
                    info!("frames are shown by {}", open.screen.description());
                    self.open = Some(open);
                    return Ok(());
                }
                Err(why) => {
                    info!("{attempt:?}: {why}");
                    self.failed.push((attempt, why));
                }
            }
        }
        let why: Vec<String> = self.failed.iter().map(|(attempt, why)| format!("{}: {why}", attempt.name())).collect();
        Err(format!("no frame can be shown in the window ({})", why.join("; ")))
    }
}

impl Open {
    fn new(attempt: Attempt, target: &Target) -> Result<Open, String> {
        let screen = match attempt {
            Attempt::Softbuffer => Screen::Software(Box::new(Software::open(target.window, target.size)?)),
            Attempt::OpenGl { library, cpu } => {
                let opengl = OpenGl::open(library, target.window, target.size)?;
                if opengl.draws_on_cpu && !cpu {
                    return Err(format!("{} draws on the CPU", opengl.description));
                }
                Screen::OpenGl(Box::new(opengl))
            }
        };
        Ok(Open {
            screen,
            attempt,
            handle: target.window.get_window_handle(),
            #[cfg(all(unix, not(target_os = "macos")))]
            callback: FrameCallback::of(target.window),
        })
    }

    /// Returns whether a frame should be shown now; a hidden window on Wayland does not need any.
    fn is_wanted(&mut self, vsync: bool) -> bool {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(callback) = &mut self.callback {
            return !vsync || callback.wait(HIDDEN);
        }
        let _ = vsync;
        true
    }

    fn show(&mut self, target: &Target, frame: &Frame) -> Result<(), String> {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(callback) = &mut self.callback {
            if target.vsync {
                callback.request();
            }
            return match &mut self.screen {
                Screen::OpenGl(opengl) => opengl.show(frame, target.size, false),
                Screen::Software(software) => software.show(frame, target.size),
            };
        }
        match &mut self.screen {
            Screen::OpenGl(opengl) => opengl.show(frame, target.size, target.vsync && !opengl.draws_on_cpu),
            Screen::Software(software) => software.show(frame, target.size),
        }
    }

    /// Waits until the next frame should be drawn, if the backend does not wait by itself.
    fn wait(&mut self, target: &Target, pacing: &mut Pacing) {
        if !target.vsync {
            return;
        }
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(callback) = &mut self.callback {
            callback.wait(HIDDEN);
            return;
        }
        if matches!(&self.screen, Screen::OpenGl(opengl) if !opengl.draws_on_cpu) {
            return;
        }
        let wait = pacing.wait(Instant::now(), target.millihertz);
        if wait > Duration::ZERO {
            std::thread::sleep(wait);
        }
    }
}
