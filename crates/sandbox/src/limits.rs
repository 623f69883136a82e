//! The limits of a call, and its result.

use crate::{dialect::tokens, memory::Memory, script::Script, script_error::ScriptError};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

/// Maximum number of steps per call: loops, calls and returns, and what the prelude adds for long texts and lists.
pub(crate) const MAX_STEPS: i64 = 10_000;
/// Memory that a call may allocate in the shared VM, in bytes. A call that needs more runs again in a fresh VM.
pub(crate) const SHARED_VM_BYTES: usize = 256 << 10;
/// Memory that a call may allocate in a fresh VM, in bytes. Garbage of other calls is always smaller than the
/// difference to [`SHARED_VM_BYTES`], so whether a call runs out of memory does not depend on earlier calls.
pub(crate) const FRESH_VM_BYTES: usize = 2 << 20;
/// Garbage of earlier calls, in bytes, above which it is collected before the next call.
pub(crate) const MAX_GARBAGE: usize = 384 << 10;
/// Number of names, numbers and symbols of a script that may run between two steps. Steps of longer scripts cost more.
const TOKENS_PER_STEP: usize = 256;
/// End of the message of an error that is raised when memory runs out.
pub(crate) const OUT_OF_MEMORY: &str = "not enough memory";

/// Result of a call.
pub(crate) enum End {
    /// The call succeeded; holds the creature's memory and the number of steps.
    Success(Memory, u32),
    /// The call failed; holds the error and the number of steps.
    Failure(ScriptError, u32),
    /// The call needs more memory than its limit.
    OutOfMemory,
}

/// Limits of the running call.
pub(crate) struct Watch {
    /// Steps left.
    steps: AtomicI64,
    /// Cost of each step of the VM, in steps.
    step_cost: AtomicI64,
    /// True once the call has run out of memory, even if the script catches the error.
    is_full: AtomicBool,
}

impl Watch {
    /// Creates a watch that limits nothing until a call begins.
    pub(crate) fn new() -> Watch {
        Watch { steps: AtomicI64::new(i64::MAX), step_cost: AtomicI64::new(1), is_full: AtomicBool::new(false) }
    }

    /// Limits the steps from now on.
    pub(crate) fn begin(&self, step_cost: i64) {
        self.step_cost.store(step_cost, Ordering::Relaxed);
        self.steps.store(MAX_STEPS, Ordering::Relaxed);
    }

    /// Lifts the limits; returns the number of steps of the call, and whether it ran out of memory.
    pub(crate) fn end(&self) -> (u32, bool) {
        self.step_cost.store(1, Ordering::Relaxed);
        let left = self.steps.swap(i64::MAX, Ordering::Relaxed);
        (u32::try_from(MAX_STEPS.saturating_sub(left)).unwrap_or_default(), self.is_full.swap(false, Ordering::Relaxed))
    }

    /// Subtracts steps; returns false once none are left.
    pub(crate) fn spend(&self, steps: f64) -> bool {
        // NaN exceeds every limit.
        let steps = if steps < MAX_STEPS as f64 { steps.max(0.0) as i64 } else { MAX_STEPS };
        let left = self.steps.load(Ordering::Relaxed) - steps;
        self.steps.store(left, Ordering::Relaxed);
        left >= 0
    }

    /// Subtracts a step of the VM; returns false once no steps are left.
    pub(crate) fn spend_step(&self) -> bool {
        self.spend(self.step_cost.load(Ordering::Relaxed) as f64)
    }

    /// Sets the cost of a step of the VM, if given, and returns the previous cost.
    pub(crate) fn set_step_cost(&self, steps: Option<f64>) -> i64 {
        let before = self.step_cost.load(Ordering::Relaxed);
        if let Some(steps) = steps {
            self.step_cost.store(steps.clamp(1.0, MAX_STEPS as f64) as i64, Ordering::Relaxed);
        }
        before
    }

    /// Returns true if an error that a script has caught must be raised again, because memory ran out.
    pub(crate) fn is_full(&self, is_out_of_memory: bool) -> bool {
        self.is_full.fetch_or(is_out_of_memory, Ordering::Relaxed) || is_out_of_memory
    }
}

/// Returns the cost of a step of a script: a loop may contain all of it.
pub(crate) fn step_cost(script: &Script) -> i64 {
    1 + (tokens(&script.text) / TOKENS_PER_STEP) as i64
}

/// Returns the message of the error that ends a call at its step limit, with the file and line that is running.
pub(crate) fn too_many_steps(place: Option<(String, usize)>) -> String {
    let place = place.map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
    format!("{place}a call may take at most {MAX_STEPS} steps: do less work in each call")
}
