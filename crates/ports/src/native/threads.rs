//! Threads for [`Jobs`](crate::Jobs).

use std::thread;

/// Starts a thread of this name. If the system has no more threads the work is not done, and the job has no results.
pub(crate) fn start(name: &str, work: impl FnOnce() + Send + 'static) {
    if let Err(error) = thread::Builder::new().name(name.to_owned()).spawn(work) {
        bevy::log::warn!("the job '{name}' is not done: {error}");
    }
}
