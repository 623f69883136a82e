//! The draw kernel: which instruction set the raycaster uses, and why. The frame is the same with any kernel.

use bevy::prelude::*;
use raycast::{Kernel, Trial};
use std::{
    fmt::{self, Display, Formatter},
    time::Duration,
};

/// How long kernels are timed; each runs at least three rounds, however long that takes.
const TRIAL: Duration = Duration::from_millis(5);

/// The kernel that draws the level. The default is the one that is known to be fast on this kind of processor.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct DrawKernel {
    /// The kernel, never [`Kernel::Auto`].
    pub kernel: Kernel,
    /// The reason for this choice.
    pub why: KernelReason,
}

/// The reason why a kernel was chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum KernelReason {
    /// It was requested by name.
    Asked,
    /// It is known to be fast on this kind of processor, or there is no other.
    Known,
    /// It was the fastest in a measurement just now; the results, the fastest first.
    Timed(Vec<Trial>),
    /// It was the fastest at an earlier start; its time per pixel then, in nanoseconds.
    Kept(f64),
}

impl Default for DrawKernel {
    fn default() -> Self {
        DrawKernel::asked_or_known(Kernel::Auto)
    }
}

impl DrawKernel {
    /// Returns this kernel or, for [`Kernel::Auto`], the one that is known to be fast on this kind of processor.
    /// Nothing is timed.
    pub fn asked_or_known(kernel: Kernel) -> DrawKernel {
        let why =
            if kernel == Kernel::Auto || !kernel.is_available() { KernelReason::Known } else { KernelReason::Asked };
        DrawKernel { kernel: kernel.or_best(), why }
    }

    /// Returns this kernel or, for [`Kernel::Auto`], the fastest one, which takes some milliseconds to measure. `clock`
    /// returns the time since some fixed moment.
    pub fn asked_or_timed(kernel: Kernel, clock: &mut dyn FnMut() -> Duration) -> DrawKernel {
        if kernel != Kernel::Auto || Kernel::available().count() < 2 {
            return DrawKernel::asked_or_known(kernel);
        }
        let trials = Trial::of_all(clock, TRIAL);
        match trials.first() {
            Some(quickest) => DrawKernel { kernel: quickest.kernel, why: KernelReason::Timed(trials) },
            None => DrawKernel::default(),
        }
    }
}

impl KernelReason {
    /// Returns a short description.
    pub fn words(&self) -> &'static str {
        match self {
            KernelReason::Asked => "requested",
            KernelReason::Known => "known",
            KernelReason::Timed(_) => "timed",
            KernelReason::Kept(_) => "kept from an earlier start",
        }
    }
}

impl Display for DrawKernel {
    /// Writes the kernel's name and the reason: `avx2 (timed: avx2 0.71, plain 0.96 ns per pixel)`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.kernel.name(), self.why.words())?;
        match &self.why {
            KernelReason::Asked | KernelReason::Known => write!(f, ")"),
            KernelReason::Timed(trials) => {
                let figures = trials.iter().map(|trial| format!("{} {:.2}", trial.kernel.name(), trial.ns_per_pixel));
                write!(f, ": {} ns per pixel)", figures.collect::<Vec<_>>().join(", "))
            }
            KernelReason::Kept(ns_per_pixel) => write!(f, ": {ns_per_pixel:.2} ns per pixel)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, picture};

    /// Returns a clock by which every frame takes a little longer than the one before.
    fn clock() -> impl FnMut() -> Duration {
        let mut reads = 0;
        move || {
            reads += 1;
            Duration::from_micros(reads * reads)
        }
    }

    #[test]
    fn requested_kernel_is_used_and_otherwise_the_fastest() {
        let asked = DrawKernel::asked_or_timed(Kernel::Plain, &mut || unreachable!("nothing may be timed"));
        assert_eq!(asked.to_string(), "plain (requested)");
        let timed = DrawKernel::asked_or_timed(Kernel::Auto, &mut clock());
        // On a machine with a single kernel there is nothing to time.
        let KernelReason::Timed(trials) = &timed.why else { return assert_eq!(Kernel::available().count(), 1) };
        assert_eq!(timed.kernel, trials[0].kernel);
        assert!(trials.windows(2).all(|two| two[0].ns_per_pixel <= two[1].ns_per_pixel));
        assert!(timed.to_string().contains("(timed: ") && timed.to_string().contains("plain 0."), "{timed}");
    }

    #[test]
    fn kernel_without_timing_is_the_known_one() {
        let known = DrawKernel::default();
        assert_eq!((known.kernel, &known.why), (Kernel::Auto.or_best(), &KernelReason::Known));
        assert_ne!(known.kernel, Kernel::Auto);
        // A kernel that this processor does not support does not count as requested.
        let lacking = Kernel::all().iter().find(|kernel| !kernel.is_available()).copied();
        assert!(lacking.is_none_or(|kernel| DrawKernel::asked_or_known(kernel) == known));
    }

    #[test]
    fn chosen_kernel_draws_the_same_frame() {
        let mut game = game(&["######", "#@+ z#", "######"]);
        let before = picture(&mut game, 96, 54);
        for kernel in Kernel::available() {
            game.world_mut().insert_resource(DrawKernel::asked_or_known(kernel));
            assert!(picture(&mut game, 96, 54) == before, "{kernel:?}");
            assert_eq!(game.world().resource::<crate::stage::stage::Stage>().raycaster.kernel(), kernel);
        }
    }
}
