//! Signals that matter only in a terminal: those that stop and continue the game, and those of a crash, after which no
//! other code of the program runs.

use std::{
    io,
    sync::Arc,
    sync::atomic::{AtomicBool, Ordering},
};

/// Records signals that stop and continue the program.
pub(super) struct Stops {
    asked: Arc<AtomicBool>,
    continued: Arc<AtomicBool>,
}

impl Stops {
    /// Returns true if a stop was requested.
    pub(super) fn is_asked(&self) -> bool {
        self.asked.swap(false, Ordering::SeqCst)
    }

    /// Returns true if the program was stopped and has continued.
    pub(super) fn has_continued(&self) -> bool {
        self.continued.swap(false, Ordering::SeqCst)
    }

    /// Starts to record the signals.
    ///
    /// # Errors
    /// If the system refuses it.
    pub(super) fn watch() -> io::Result<Stops> {
        let stops = Stops { asked: Arc::default(), continued: Arc::default() };
        #[cfg(unix)]
        {
            signal_hook::flag::register(signal_hook::consts::SIGTSTP, Arc::clone(&stops.asked))?;
            signal_hook::flag::register(signal_hook::consts::SIGCONT, Arc::clone(&stops.continued))?;
        }
        Ok(stops)
    }

    /// Stops the program until it is continued.
    ///
    /// # Errors
    /// If the system refuses it.
    pub(super) fn stop(&self) -> io::Result<()> {
        #[cfg(unix)]
        {
            signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
            self.continued.store(true, Ordering::SeqCst);
        }
        Ok(())
    }
}

/// Restores the terminal with these sequences if the program crashes while `is_taken` is true.
///
/// # Errors
/// If the system refuses it.
#[cfg(unix)]
pub(super) fn watch(sequences: Vec<u8>, is_taken: &'static AtomicBool) -> io::Result<()> {
    use signal_hook::{
        consts::{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP},
        low_level::emulate_default_handler,
    };
    use std::sync::Once;

    static WATCHED: Once = Once::new();
    // The mode before the game. Without a terminal there is nothing to restore; the caller reports that later.
    let Ok(mode) = rustix::termios::tcgetattr(rustix::stdio::stdin()) else { return Ok(()) };
    let mut result = Ok(());
    WATCHED.call_once(|| {
        let crash = Arc::new((sequences, mode));
        for signal in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP] {
            let crash = Arc::clone(&crash);
            let give_back = move || {
                if is_taken.swap(false, Ordering::SeqCst) {
                    let _ = rustix::io::write(rustix::stdio::stdout(), &crash.0);
                    let _ = rustix::termios::tcflush(rustix::stdio::stdin(), rustix::termios::QueueSelector::IFlush);
                    let now = rustix::termios::OptionalActions::Now;
                    let _ = rustix::termios::tcsetattr(rustix::stdio::stdin(), now, &crash.1);
                }
                let _ = emulate_default_handler(signal);
            };
            #[expect(unsafe_code, reason = "after a crash no other code runs, and the shell would get a raw terminal")]
            // SAFETY: a signal handler may only run async-signal-safe code and must not panic. This one swaps an
            // atomic, makes system calls through functions that do nothing else, and lets the signal end the program.
            // It does not allocate, free or lock.
            let registered = unsafe { signal_hook_registry::register_signal_unchecked(signal, give_back) };
            if let Err(error) = registered.and_then(|_| use_spare_stack(signal)) {
                result = Err(error);
            }
        }
    });
    result
}

/// Runs the handler of a signal on each thread's alternate stack, because nothing else can run after a stack overflow.
///
/// # Errors
/// If the system refuses it.
#[cfg(unix)]
fn use_spare_stack(signal: i32) -> io::Result<()> {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    #[expect(unsafe_code, reason = "the library that registers signal handlers cannot set this flag")]
    // SAFETY: the first call fills in the whole action if it returns 0. The second one passes it back with one more
    // flag, which only changes the stack of the handler. The standard library gives each of its threads an alternate
    // stack.
    let failed = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) != 0 || {
            let action = action.assume_init_mut();
            action.sa_flags |= libc::SA_ONSTACK;
            libc::sigaction(signal, action, std::ptr::null_mut()) != 0
        }
    };
    if failed { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Does nothing on systems without signals.
#[cfg(not(unix))]
pub(super) fn watch(_sequences: Vec<u8>, _is_taken: &'static AtomicBool) -> io::Result<()> {
    Ok(())
}
