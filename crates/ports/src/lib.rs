//! Ports: what the game needs from the machine that it runs on.
//!
//! Each port is a resource with a few methods and two halves: a native one that asks the operating system, and one in memory for
//! tests and for pages in a browser. Nothing else in the neutral part of the game reads a clock or starts a thread.

mod clock;
mod jobs;
#[cfg(not(target_family = "wasm"))]
mod native;

pub use clock::{Clock, ClockHands};
pub use jobs::{Job, JobQueue, Jobs};
