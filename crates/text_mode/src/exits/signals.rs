//! Exit signals: a thread records the first one, and the main loop polls for it between two steps and leaves.
//!
//! Programs that end a session often send two signals at once; a shell and the kernel each send SIGHUP. Therefore a
//! second signal ends the program at once only if it comes later than [`PATIENCE`].

use std::{
    io,
    sync::atomic::{AtomicI32, Ordering},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// A signal within this time after the first one counts as the same request.
const PATIENCE: Duration = Duration::from_millis(500);
/// The maximum time for restoring the terminal when the program ends at once.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// The number of the first exit signal; 0 before it arrives.
static ASKED: AtomicI32 = AtomicI32::new(0);
/// Functions that wake loops which wait for something else.
static WAKERS: Mutex<Vec<Box<dyn Fn() + Send>>> = Mutex::new(Vec::new());
/// The function to call before the program ends at once.
static LAST_DEED: Mutex<Option<fn()>> = Mutex::new(None);

/// A signal that asks the program to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitSignal(i32);

impl ExitSignal {
    /// Returns the exit code that shells give for a signal: 128 plus its number.
    pub fn exit_code(self) -> u8 {
        u8::try_from(self.0).map_or(u8::MAX, |number| 128_u8.saturating_add(number))
    }
}

/// Returns the first exit signal, if any has arrived.
pub fn exit_signal() -> Option<ExitSignal> {
    Some(ExitSignal(ASKED.load(Ordering::SeqCst))).filter(|signal| signal.0 != 0)
}

/// Calls a function from another thread when an exit signal arrives, to wake a loop that waits for something else. If
/// the signal has arrived already, the function is called immediately.
pub fn wake_on_exit_signal(waker: impl Fn() + Send + 'static) {
    let mut wakers = locked(&WAKERS);
    if exit_signal().is_some() {
        waker();
    }
    wakers.push(Box::new(waker));
}

/// Registers a function to call before a second signal ends the program at once.
pub(crate) fn before_abrupt_end(deed: fn()) {
    *locked(&LAST_DEED) = Some(deed);
}

/// Locks a mutex and ignores poisoning, because a panic cannot leave its data half changed.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Watches for the signals that ask a program to end, from now on until it ends. The first signal no longer ends the
/// program, which must poll [`exit_signal`] instead; a second one, more than half a second later, ends it at once.
/// SIGHUP stays ignored if the program was started that way, as by `nohup`. Exceeding the file size limit becomes an
/// error of the write and no longer ends the program.
///
/// # Errors
/// If the system refuses it.
pub fn watch_exit_signals() -> io::Result<()> {
    #[cfg(unix)]
    unix::watch()?;
    Ok(())
}

#[cfg(unix)]
mod unix {
    use crate::exits::signals::{ASKED, LAST_DEED, LAST_WORDS, PATIENCE, WAKERS, locked};
    use signal_hook::{
        consts::{
            SIGALRM, SIGHUP, SIGINT, SIGIO, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU, SIGXFSZ,
        },
        flag,
        iterator::Signals,
        low_level,
    };
    use std::{
        io,
        sync::Arc,
        sync::atomic::{AtomicBool, Ordering},
        sync::mpsc::channel,
        thread,
        time::Instant,
    };

    /// The signals that would end the program, except for those of a crash.
    const ENDING: [i32; 11] =
        [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF, SIGIO];

    /// The signals that only Linux has: power failure, coprocessor stack fault, and real-time signals.
    fn of_linux() -> impl Iterator<Item = i32> {
        let (power, coprocessor, agreed_upon) = (30, 16, 34..=64);
        [power, coprocessor]
            .into_iter()
            .chain(agreed_upon)
            .filter(|_| cfg!(any(target_arch = "x86_64", target_arch = "aarch64")))
            .filter(|_| cfg!(target_os = "linux"))
    }

    static IS_WATCHED: AtomicBool = AtomicBool::new(false);

    /// Starts the watching thread, once.
    pub(super) fn watch() -> io::Result<()> {
        if IS_WATCHED.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
        let mut signals = Signals::new(ENDING.into_iter().filter(|signal| *signal != SIGHUP || !is_ignored(SIGHUP)))?;
        // Signals that the system reserves are left unchanged.
        of_linux().for_each(|signal| drop(signals.add_signal(signal)));
        let thread = thread::Builder::new().name("signals".to_owned());
        thread.spawn(move || {
            let mut first = None;
            for signal in signals.forever() {
                match first {
                    None => {
                        first = Some(Instant::now());
                        ASKED.store(signal, Ordering::SeqCst);
                        locked(&WAKERS).iter().for_each(|wake| wake());
                    }
                    Some(at) if at.elapsed() < PATIENCE => {}
                    Some(_) => end_at_once(signal),
                }
            }
        })?;
        Ok(())
    }

    /// Ends the program without waiting for anything that hangs.
    fn end_at_once(signal: i32) -> ! {
        if let Some(deed) = *locked(&LAST_DEED) {
            let (done, waits) = channel();
            // A terminal that does not read must not block this thread.
            let spawned = thread::Builder::new().spawn(move || {
                deed();
                let _ = done.send(());
            });
            if spawned.is_ok() {
                let _ = waits.recv_timeout(LAST_WORDS);
            }
        }
        low_level::exit(128 + signal)
    }

    /// Returns true if the program was started with this signal ignored, where the system reports it.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        mask >> (signal - 1) & 1 == 1
    }
}
