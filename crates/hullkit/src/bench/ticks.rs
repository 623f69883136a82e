//! Timing of ticks that is robust against the machine's noise.

use engine::TickTiming;

/// The number of runs.
pub(super) const RUNS: usize = 3;

/// Returns the best time of each tick over several runs. The runs are identical, so any longer time is noise of the
/// machine.
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
