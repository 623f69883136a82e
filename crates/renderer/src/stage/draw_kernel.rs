//! The kernel: which of the processor's instructions draw the deck, and why these. The picture is the same with any.

use bevy::prelude::*;
use raycast::{Kernel, Trial};
use std::{
    fmt::{self, Display, Formatter},
    time::Duration,
};

/// How long kernels are timed; each draws three times, however long that takes.
const TRIAL: Duration = Duration::from_millis(5);

/// The kernel that draws the deck. At first it is the one that is known to be quick on processors of this family.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct DrawKernel {
    /// The kernel, never [`Kernel::Auto`].
    pub kernel: Kernel,
    /// Why it is this one.
    pub why: KernelReason,
}

/// Why a kernel draws.
#[derive(Clone, Debug, PartialEq)]
pub enum KernelReason {
    /// Somebody named it.
    Asked,
    /// Processors of this family are known to draw quickly with it, or there is no other.
    Known,
    /// It was the quickest a moment ago: how long each took for a pixel, the quickest first.
    Timed(Vec<Trial>),
    /// It was the quickest at an earlier start: how long it took for a pixel then, in nanoseconds.
    Kept(f64),
}

impl Default for DrawKernel {
    fn default() -> Self {
        DrawKernel::asked_or_known(Kernel::Auto)
    }
}

impl DrawKernel {
    /// This kernel, or for [`Kernel::Auto`] the one that is known to be quick on processors of this family. Nothing is timed.
    pub fn asked_or_known(kernel: Kernel) -> DrawKernel {
        let why =
            if kernel == Kernel::Auto || !kernel.is_available() { KernelReason::Known } else { KernelReason::Asked };
        DrawKernel { kernel: kernel.or_best(), why }
    }

    /// This kernel, or for [`Kernel::Auto`] the one that is the quickest now, which takes some milliseconds. `clock` says how much time has
    /// passed since any moment.
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
    /// It in a few words.
    pub fn words(&self) -> &'static str {
        match self {
            KernelReason::Asked => "asked for",
            KernelReason::Known => "known",
            KernelReason::Timed(_) => "timed",
            KernelReason::Kept(_) => "kept from an earlier start",
        }
    }
}

impl Display for DrawKernel {
    /// Its name and why: `avx2 (timed: avx2 0.71, plain 0.96 ns a pixel)`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.kernel.name(), self.why.words())?;
        match &self.why {
            KernelReason::Asked | KernelReason::Known => write!(f, ")"),
            KernelReason::Timed(trials) => {
                let figures = trials.iter().map(|trial| format!("{} {:.2}", trial.kernel.name(), trial.ns_per_pixel));
                write!(f, ": {} ns a pixel)", figures.collect::<Vec<_>>().join(", "))
            }
            KernelReason::Kept(ns_per_pixel) => write!(f, ": {ns_per_pixel:.2} ns a pixel)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, picture};

    /// A clock by which every picture takes a moment longer than the one before.
    fn clock() -> impl FnMut() -> Duration {
        let mut reads = 0;
        move || {
            reads += 1;
            Duration::from_micros(reads * reads)
        }
    }

    #[test]
    fn whoever_names_a_kernel_gets_it_and_else_the_quickest_draws() {
        let asked = DrawKernel::asked_or_timed(Kernel::Plain, &mut || unreachable!("nothing is timed"));
        assert_eq!(asked.to_string(), "plain (asked for)");
        let timed = DrawKernel::asked_or_timed(Kernel::Auto, &mut clock());
        // On a machine with one kernel alone there is nothing to time.
        let KernelReason::Timed(trials) = &timed.why else { return assert_eq!(Kernel::available().count(), 1) };
        assert_eq!(timed.kernel, trials[0].kernel);
        assert!(trials.windows(2).all(|two| two[0].ns_per_pixel <= two[1].ns_per_pixel));
        assert!(timed.to_string().contains("(timed: ") && timed.to_string().contains("plain 0."), "{timed}");
    }

    #[test]
    fn without_a_clock_it_is_what_is_known_of_the_family() {
        let known = DrawKernel::default();
        assert_eq!((known.kernel, &known.why), (Kernel::Auto.or_best(), &KernelReason::Known));
        assert_ne!(known.kernel, Kernel::Auto);
        // One that this processor lacks is not what was asked for.
        let lacking = Kernel::all().iter().find(|kernel| !kernel.is_available()).copied();
        assert!(lacking.is_none_or(|kernel| DrawKernel::asked_or_known(kernel) == known));
    }

    #[test]
    fn the_deck_is_drawn_by_the_kernel_that_is_chosen_and_looks_the_same() {
        let mut game = game(&["######", "#@+ z#", "######"]);
        let before = picture(&mut game, 96, 54);
        for kernel in Kernel::available() {
            game.world_mut().insert_resource(DrawKernel::asked_or_known(kernel));
            assert!(picture(&mut game, 96, 54) == before, "{kernel:?}");
            assert_eq!(game.world().resource::<crate::stage::stage::Stage>().raycaster.kernel(), kernel);
        }
    }
}
