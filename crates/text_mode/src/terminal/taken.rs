//! Taking over the terminal and restoring it: at every end of the game, and while the game is stopped.

use crate::{exits::signals::before_abrupt_end, terminal::last_resort};
use crossterm::{
    cursor,
    event::{
        DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
        EnableMouseCapture, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
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

/// The maximum time for writing the restoring sequences. A terminal that does not read must not block the end of the
/// game.
const PATIENCE: Duration = Duration::from_millis(500);

/// True while the game owns the terminal.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Returns true if the game owns the terminal.
pub(super) fn is_taken() -> bool {
    IS_TAKEN.load(Ordering::SeqCst)
}

/// A terminal that the game has taken over. Dropping it restores the terminal.
pub(super) struct Taken {
    stops: last_resort::Stops,
}

/// Queries whether the terminal supports the Kitty protocol, and how many columns a block character takes. There may be
/// no answer.
const QUESTIONS: &str = "\x1b[?u\x1b[H▀\x1b[6n";

impl Taken {
    /// Takes over the terminal.
    ///
    /// # Errors
    /// If the terminal cannot be read or written.
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
        // From here on, dropping this value restores the terminal on an error, too.
        let taken = Taken { stops };
        enable_raw_mode()?;
        taken.write_sequences()?;
        Ok(taken)
    }

    fn write_sequences(&self) -> io::Result<()> {
        let mut bytes = Vec::new();
        queue!(bytes, EnterAlternateScreen, DisableLineWrap, cursor::Hide, EnableMouseCapture, EnableFocusChange)?;
        queue!(bytes, EnableBracketedPaste)?;
        queue!(bytes, Print(QUESTIONS))?;
        let mut out = io::stdout().lock();
        out.write_all(&bytes).and_then(|()| out.flush())
    }

    /// Stops the game if a signal asks for it, with the terminal restored in the meantime. Returns true after a stop;
    /// then everything must be redrawn.
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
        // Other programs may have left the terminal in any mode.
        disable_raw_mode()?;
        enable_raw_mode()?;
        IS_TAKEN.store(true, Ordering::SeqCst);
        self.write_sequences()?;
        Ok(true)
    }
}

/// Returns the sequence that makes a terminal with the Kitty protocol report key releases and physical keys.
pub(super) fn report_releases() -> Vec<u8> {
    let mut bytes = Vec::new();
    let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
        | KeyboardEnhancementFlags::REPORT_EVENT_TYPES
        | KeyboardEnhancementFlags::REPORT_ALTERNATE_KEYS
        | KeyboardEnhancementFlags::REPORT_ALL_KEYS_AS_ESCAPE_CODES;
    // Writing to memory cannot fail.
    let _ = queue!(bytes, PushKeyboardEnhancementFlags(flags));
    bytes
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}

/// Returns the sequences that restore the terminal, except for its raw mode.
fn give_back_sequences() -> Vec<u8> {
    let mut bytes = Vec::new();
    // Sequences that the terminal library does not support on this system are left out.
    let _ = queue!(bytes, EndSynchronizedUpdate);
    let _ = queue!(bytes, PopKeyboardEnhancementFlags);
    let _ = queue!(bytes, DisableBracketedPaste, DisableFocusChange, DisableMouseCapture);
    let _ = queue!(bytes, ResetColor, EnableLineWrap, cursor::Show, LeaveAlternateScreen);
    bytes
}

/// Restores the terminal, once. Errors cannot be reported anywhere and are ignored.
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
    // Discard pending reports, so that the shell does not read them.
    #[cfg(unix)]
    let _ = rustix::termios::tcflush(rustix::stdio::stdin(), rustix::termios::QueueSelector::IFlush);
    let _ = disable_raw_mode();
}
