//! Signals that only a terminal cares about: those that stop the game and let it go on, and those of a crash, such as when memory runs out,
//! after which nothing of the program runs any more.

use std::{
    io,
    sync::Arc,
    sync::atomic::{AtomicBool, Ordering},
};

/// Notes of signals that stop the program and let it go on.
pub(super) struct Stops {
    asked: Arc<AtomicBool>,
    continued: Arc<AtomicBool>,
}

impl Stops {
    /// Returns whether somebody has asked for a stop.
    pub(super) fn is_asked(&self) -> bool {
        self.asked.swap(false, Ordering::SeqCst)
    }

    /// Returns whether the program was stopped and goes on.
    pub(super) fn has_continued(&self) -> bool {
        self.continued.swap(false, Ordering::SeqCst)
    }

    /// Begins to note them.
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

    /// Stops the program until somebody lets it go on.
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

/// Gives the terminal back with these sequences when the program crashes while it is taken.
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
    // The mode before the game; a terminal that has none is told below.
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
            #[expect(
                unsafe_code,
                reason = "after a crash nothing else runs any more, and the shell would get a raw terminal"
            )]
            // SAFETY: in a signal handler only what is safe there may run, and no panic. This one swaps an atomic, makes system calls
            // by functions that do nothing else, and lets the signal end the program. It allocates, frees and locks nothing.
            let registered = unsafe { signal_hook_registry::register_signal_unchecked(signal, give_back) };
            if let Err(error) = registered.and_then(|_| use_spare_stack(signal)) {
                result = Err(error);
            }
        }
    });
    result
}

/// Lets what follows a signal run on the spare stack that each thread has: after a stack has overflowed nothing else can run.
///
/// # Errors
/// If the system refuses it.
#[cfg(unix)]
fn use_spare_stack(signal: i32) -> io::Result<()> {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    #[expect(unsafe_code, reason = "the library that registers what follows a signal cannot set this flag")]
    // SAFETY: the first call fills the whole action in if it returns 0. The second one hands it back with one more flag, which
    // changes only the stack on which it runs; the standard library gives each of its threads such a stack.
    let failed = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) != 0 || {
            let action = action.assume_init_mut();
            action.sa_flags |= libc::SA_ONSTACK;
            libc::sigaction(signal, action, std::ptr::null_mut()) != 0
        }
    };
    if failed { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Where there are no signals, there is nothing to watch for.
#[cfg(not(unix))]
pub(super) fn watch(_sequences: Vec<u8>, _is_taken: &'static AtomicBool) -> io::Result<()> {
    Ok(())
}
