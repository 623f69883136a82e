//! Kernels: the loops over pixels, compiled once for each kind of register, and the choice between them.
#![allow(unsafe_code, reason = "each kernel may only run where the processor has its instructions")]

#[cfg(target_arch = "x86_64")]
use crate::lanes::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use crate::lanes::avx512::Avx512;
use crate::lanes::lanes::{Lanes, Work};
#[cfg(target_arch = "aarch64")]
use crate::lanes::neon::Neon;
#[cfg(any(test, not(target_arch = "x86_64")))]
use crate::lanes::portable::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::lanes::simd128::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::lanes::sse2::Sse2;

/// Which instructions draw. The picture is the same with all of them; which is the quickest differs from processor to
/// processor, and not as what they are able to would suggest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernel {
    /// The one that is known to be the quickest on processors of this family.
    #[default]
    Auto,
    /// None that a processor of the family might lack, four pixels at once: SSE2, or plain code.
    Plain,
    /// AVX2: eight pixels at once, texels read one by one.
    Avx2,
    /// AVX2, texels read by one instruction for all.
    Avx2Gather,
    /// AVX-512: sixteen pixels at once, texels read one by one.
    Avx512,
    /// AVX-512, texels read by one instruction for all.
    Avx512Gather,
    /// NEON, of 64-bit ARM: four pixels at once.
    Neon,
    /// WebAssembly's `simd128`, if the program is compiled for it: four pixels at once.
    Simd128,
    /// The code for other families of processors.
    #[cfg(test)]
    Portable,
}

impl Kernel {
    /// All kernels but [`Kernel::Auto`].
    pub fn all() -> &'static [Kernel] {
        &[
            Kernel::Avx512,
            Kernel::Avx512Gather,
            Kernel::Avx2,
            Kernel::Avx2Gather,
            Kernel::Neon,
            Kernel::Simd128,
            Kernel::Plain,
        ]
    }

    /// What commands and files call it.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Auto => "auto",
            Kernel::Plain => "plain",
            Kernel::Avx2 => "avx2",
            Kernel::Avx2Gather => "avx2-gather",
            Kernel::Avx512 => "avx512",
            Kernel::Avx512Gather => "avx512-gather",
            Kernel::Neon => "neon",
            Kernel::Simd128 => "simd128",
            #[cfg(test)]
            Kernel::Portable => "portable",
        }
    }

    /// The kernel of a name, if there is one that this processor has what it takes for.
    ///
    /// # Errors
    /// A sentence that names those that there are.
    pub fn named(name: &str) -> Result<Kernel, String> {
        let known = Kernel::all().iter().copied().chain([Kernel::Auto]).find(|kernel| kernel.name() == name);
        if let Some(kernel) = known.filter(|kernel| kernel.is_available()) {
            return Ok(kernel);
        }
        let names: Vec<&str> = Kernel::available().map(Kernel::name).collect();
        let what = if known.is_some() { "takes instructions that this processor lacks" } else { "is no kernel" };
        Err(format!("`{name}` {what}: it is `auto` or one of {}", names.join(", ")))
    }

    /// All kernels that this processor has what it takes for, the widest first.
    pub fn available() -> impl Iterator<Item = Kernel> {
        Kernel::all().iter().copied().filter(|kernel| kernel.is_available())
    }

    /// True if this processor can draw so.
    pub fn is_available(self) -> bool {
        match self {
            Kernel::Auto | Kernel::Plain => true,
            Kernel::Avx2 | Kernel::Avx2Gather => has_avx2(),
            Kernel::Avx512 | Kernel::Avx512Gather => has_avx512(),
            Kernel::Neon => cfg!(target_arch = "aarch64"),
            Kernel::Simd128 => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            #[cfg(test)]
            Kernel::Portable => true,
        }
    }

    /// This kernel, or another one for [`Kernel::Auto`] and in place of one that this processor lacks.
    pub fn or_best(self) -> Kernel {
        if self != Kernel::Auto && self.is_available() {
            return self;
        }
        // Measured, see docs/performance.md: one instruction that reads many texels is quick on Intel's processors with AVX-512;
        // on AMD's it is no quicker than as many loads.
        let wide = if is_intel() { Kernel::Avx512Gather } else { Kernel::Avx512 };
        let known = [wide, Kernel::Avx2, Kernel::Neon, Kernel::Simd128];
        known.into_iter().find(|kernel| kernel.is_available()).unwrap_or(Kernel::Plain)
    }

    /// Does some work with this kernel's lanes.
    ///
    /// # Safety
    /// The kernel must be available and not [`Kernel::Auto`], and the work may need more.
    pub(crate) unsafe fn go(self, work: impl AnyWork) {
        // SAFETY: the caller promises that the instructions are there, and whatever the work needs.
        unsafe {
            match self {
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx2 => Avx2::<false>::apart(Each(work)),
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx2Gather => Avx2::<true>::apart(Each(work)),
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx512 => Avx512::<false>::apart(Each(work)),
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx512Gather => Avx512::<true>::apart(Each(work)),
                #[cfg(target_arch = "aarch64")]
                Kernel::Neon => Neon::apart(Each(work)),
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                Kernel::Simd128 => Simd128::apart(Each(work)),
                #[cfg(test)]
                Kernel::Portable => Portable::apart(Each(work)),
                #[cfg(target_arch = "x86_64")]
                _ => Sse2::apart(Each(work)),
                #[cfg(not(target_arch = "x86_64"))]
                _ => Portable::apart(Each(work)),
            }
        }
    }
}

/// True if Intel made the processor.
fn is_intel() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        let maker = std::arch::x86_64::__cpuid(0);
        let name = [maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes);
        name.as_flattened() == b"GenuineIntel"
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// True if the processor has all that the lanes of AVX2 are compiled for: a virtual one may lack what comes with it.
fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// True if the processor has all that the lanes of AVX-512 are compiled for.
fn has_avx512() -> bool {
    #[cfg(target_arch = "x86_64")]
    return has_avx2() && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Work that any kind of register can do.
pub(crate) trait AnyWork {
    /// Does it, inlined into a function that has the instructions.
    unsafe fn with<L: Lanes>(self);
}

/// Such work, for one kind of register.
struct Each<W>(W);

impl<L: Lanes, W: AnyWork> Work<L> for Each<W> {
    #[inline(always)]
    unsafe fn go(self) {
        // SAFETY: the caller promises all that the work needs.
        unsafe { self.0.with::<L>() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_kernel_that_can_draw_here_and_else_those_that_can_are_told() {
        for kernel in Kernel::available().chain([Kernel::Auto]) {
            assert_eq!(Kernel::named(kernel.name()), Ok(kernel));
        }
        let told = Kernel::named("sse9").unwrap_err();
        assert!(told.starts_with("`sse9` is no kernel: it is `auto` or one of ") && told.ends_with("plain"), "{told}");
        let foreign = if cfg!(target_arch = "aarch64") { "avx2" } else { "neon" };
        let told = Kernel::named(foreign).unwrap_err();
        assert!(told.contains("lacks") && !told[10..].contains(foreign), "{told}");
    }

    #[test]
    fn what_is_known_of_a_family_can_always_draw() {
        assert!(Kernel::Auto.or_best().is_available() && Kernel::Auto.or_best() != Kernel::Auto);
        for &kernel in Kernel::all() {
            let instead = kernel.or_best();
            assert!(if kernel.is_available() { instead == kernel } else { instead == Kernel::Auto.or_best() });
        }
    }
}
