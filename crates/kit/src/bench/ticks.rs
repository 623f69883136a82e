//! Ticks, timed so that the machine's noise counts as little as possible.

use engine::TickTiming;

/// A run is made so often.
pub(super) const RUNS: usize = 3;

/// What each tick of a run takes. The run is the same each time, bit for bit, and nothing but the machine makes one of its
/// ticks longer, so each counts with its least time.
pub(super) fn least(mut run: impl FnMut() -> Vec<TickTiming>) -> Vec<TickTiming> {
    let mut least = run();
    for _ in 1..RUNS {
        for (least, again) in least.iter_mut().zip(run()) {
            if again.total < least.total {
                *least = again;
            }
        }
    }
    least
}
