//! The terminal as the game takes it over, and as it is given back: whenever the game ends, however it ends, and while it is stopped.

use crate::{exits::signals::before_abrupt_end, terminal::last_resort};
use crossterm::{
    cursor,
    event::{
        DisableFocusChange, DisableMouseCapture, EnableFocusChange, EnableMouseCapture, KeyboardEnhancementFlags,
        PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
    },
    queue,
    style::{Print, ResetColor},
    terminal::{
        DisableLineWrap, EnableLineWrap, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
        disable_raw_mode, enable_raw_mode,
    },
};
use std::{
    io::{self, Write},
    panic,
    sync::Once,
    sync::atomic::{AtomicBool, Ordering},
    sync::mpsc::channel,
    thread,
    time::Duration,
};

/// The longest time that a terminal is given to take its sequences back: one that does not listen must not hold the end up.
const PATIENCE: Duration = Duration::from_millis(500);

/// The terminal is the game's.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Returns whether the terminal is the game's.
pub(super) fn is_taken() -> bool {
    IS_TAKEN.load(Ordering::SeqCst)
}

/// A terminal that the game has taken over; it is given back when this is dropped.
pub(super) struct Taken {
    stops: last_resort::Stops,
}

/// Asks whether the terminal knows the Kitty protocol, and how many columns the character of a picture takes: there may be no answer.
const QUESTIONS: &str = "\x1b[?u\x1b[H▀\x1b[6n";

impl Taken {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub(super) fn take() -> io::Result<Taken> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                give_back();
                before(panic);
            }));
        });
        before_abrupt_end(give_back);
        last_resort::watch(give_back_sequences(), &IS_TAKEN)?;
        let stops = last_resort::Stops::watch()?;
        IS_TAKEN.store(true, Ordering::SeqCst);
        // From here on an error gives it back, too.
        let taken = Taken { stops };
        enable_raw_mode()?;
        taken.write_sequences()?;
        Ok(taken)
    }

    fn write_sequences(&self) -> io::Result<()> {
        let mut bytes = Vec::new();
        queue!(bytes, EnterAlternateScreen, DisableLineWrap, cursor::Hide, EnableMouseCapture, EnableFocusChange)?;
        queue!(bytes, Print(QUESTIONS))?;
        let mut out = io::stdout().lock();
        out.write_all(&bytes).and_then(|()| out.flush())
    }

    /// Stops the game, if a signal asks for it, with the terminal given back meanwhile; returns whether the game goes on after a stop, and
    /// so must be drawn from scratch.
    ///
    /// # Errors
    /// If the terminal cannot be taken over again.
    pub(super) fn follow_stops(&self) -> io::Result<bool> {
        if self.stops.is_asked() {
            give_back();
            self.stops.stop()?;
        }
        if !self.stops.has_continued() {
            return Ok(false);
        }
        // Whoever had the terminal meanwhile may have left it in any mode.
        disable_raw_mode()?;
        enable_raw_mode()?;
        IS_TAKEN.store(true, Ordering::SeqCst);
        self.write_sequences()?;
        Ok(true)
    }
}

/// Returns what lets a terminal that knows the Kitty protocol report when a key is let go, and its place on the keyboard.
pub(super) fn report_releases() -> Vec<u8> {
    let mut bytes = Vec::new();
    let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
        | KeyboardEnhancementFlags::REPORT_EVENT_TYPES
        | KeyboardEnhancementFlags::REPORT_ALTERNATE_KEYS
        | KeyboardEnhancementFlags::REPORT_ALL_KEYS_AS_ESCAPE_CODES;
    // Memory can be written to.
    let _ = queue!(bytes, PushKeyboardEnhancementFlags(flags));
    bytes
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}

/// Returns what makes the terminal what it was, but for its raw mode.
fn give_back_sequences() -> Vec<u8> {
    let mut bytes = Vec::new();
    // A sequence that a terminal does not know on this system is left out.
    let _ = queue!(bytes, EndSynchronizedUpdate);
    let _ = queue!(bytes, PopKeyboardEnhancementFlags);
    let _ = queue!(bytes, DisableFocusChange, DisableMouseCapture);
    let _ = queue!(bytes, ResetColor, EnableLineWrap, cursor::Show, LeaveAlternateScreen);
    bytes
}

/// Gives the terminal back as it was, once. There is nobody to tell if that fails.
fn give_back() {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let (done, waits) = channel();
    let written = thread::Builder::new().spawn(move || {
        let mut out = io::stdout().lock();
        let _ = out.write_all(&give_back_sequences()).and_then(|()| out.flush());
        let _ = done.send(());
    });
    if written.is_ok() {
        let _ = waits.recv_timeout(PATIENCE);
    }
    // What the terminal has reported until now is not for the shell.
    #[cfg(unix)]
    let _ = rustix::termios::tcflush(rustix::stdio::stdin(), rustix::termios::QueueSelector::IFlush);
    let _ = disable_raw_mode();
}
