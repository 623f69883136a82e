//! Threads for [`Jobs`](crate::jobs::Jobs).

use std::thread;

/// Returns the number of threads that the machine can run at once.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Starts a thread with this name. If the system cannot start it, the work is dropped and the job has no results.
pub(crate) fn start(name: &str, work: impl FnOnce() + Send + 'static) {
    if let Err(error) = thread::Builder::new().name(name.to_owned()).spawn(work) {
        bevy::log::warn!("cannot start the job '{name}': {error}");
    }
}
