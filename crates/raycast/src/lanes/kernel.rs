//! Kernels: the pixel loops, compiled once for each instruction set, and the choice between them.

use crate::lanes::lanes::{Lanes, Token, Work};
#[cfg(target_arch = "aarch64")]
use crate::lanes::neon::Neon;
#[cfg(any(test, not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))))]
use crate::lanes::portable::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::lanes::simd128::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::{lanes::avx2::Avx2, lanes::avx512::Avx512, lanes::sse2::Sse2};

/// The lanes that every processor of the architecture supports.
#[cfg(target_arch = "x86_64")]
type Plain = Sse2;
// Compiled with `simd128`, a module only runs where it exists, and a second kernel would be downloaded for nothing.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type Plain = Simd128;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
type Plain = Portable;

/// An instruction set to draw with. All of them render the same pixels. Which one is the fastest differs between
/// processors and cannot be derived from their features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernel {
    /// The fastest known kernel for this kind of processor.
    #[default]
    Auto,
    /// Only instructions that every processor of the architecture has, four pixels at once: SSE2, or portable code.
    Plain,
    /// AVX2: eight pixels at once, texels read one by one.
    Avx2,
    /// AVX2, with texels read by gather instructions.
    Avx2Gather,
    /// AVX-512: sixteen pixels at once, texels read one by one.
    Avx512,
    /// AVX-512, with texels read by gather instructions.
    Avx512Gather,
    /// NEON, on 64-bit ARM: four pixels at once.
    Neon,
    /// WebAssembly's `simd128`, if the program is compiled with it: four pixels at once.
    Simd128,
    /// Portable code, used on other architectures.
    #[cfg(test)]
    Portable,
}

impl Kernel {
    /// Returns all kernels except [`Kernel::Auto`].
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

    /// Returns the name that commands and files use.
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

    /// Returns the kernel with this name, if this processor supports it.
    ///
    /// # Errors
    /// A message that lists the available kernels.
    pub fn named(name: &str) -> Result<Kernel, String> {
        let known = Kernel::all().iter().copied().chain([Kernel::Auto]).find(|kernel| kernel.name() == name);
        if let Some(kernel) = known.filter(|kernel| kernel.is_available()) {
            return Ok(kernel);
        }
        let names: Vec<&str> = Kernel::available().map(Kernel::name).collect();
        let what = if known.is_some() { "is not supported by this processor" } else { "is not a kernel" };
        Err(format!("`{name}` {what}; use `auto` or one of {}", names.join(", ")))
    }

    /// Returns all kernels that this processor supports, the widest first.
    pub fn available() -> impl Iterator<Item = Kernel> {
        Kernel::all().iter().copied().filter(|kernel| kernel.is_available())
    }

    /// Returns true if this processor supports the kernel.
    pub fn is_available(self) -> bool {
        self == Kernel::Auto || self.detect().is_some()
    }

    /// Returns the proof that the processor has this kernel's instructions, if it does. [`Kernel::Auto`] has no
    /// instructions of its own.
    fn detect(self) -> Option<Instructions> {
        match self {
            Kernel::Plain => Plain::detect().map(Instructions::Plain),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => Avx2::detect().map(Instructions::Avx2),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2Gather => Avx2::detect().map(Instructions::Avx2Gather),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => Avx512::detect().map(Instructions::Avx512),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512Gather => Avx512::detect().map(Instructions::Avx512Gather),
            #[cfg(target_arch = "aarch64")]
            Kernel::Neon => Neon::detect().map(Instructions::Neon),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => Simd128::detect().map(Instructions::Simd128),
            #[cfg(test)]
            Kernel::Portable => Portable::detect().map(Instructions::Portable),
            _ => None,
        }
    }

    /// Returns the proof for the instructions of [`Kernel::or_best`].
    pub(crate) fn instructions(self) -> Instructions {
        self.or_best().detect().expect("the best kernel is available")
    }

    /// Returns this kernel, or the default one for [`Kernel::Auto`] and for a kernel that this processor does not
    /// support.
    pub fn or_best(self) -> Kernel {
        if self != Kernel::Auto && self.is_available() {
            return self;
        }
        // Measured, see docs/performance.md: gather instructions are fast on Intel processors with AVX-512; on AMD's
        // they are no faster than individual loads.
        let wide = if is_intel() { Kernel::Avx512Gather } else { Kernel::Avx512 };
        let known = [wide, Kernel::Avx2, Kernel::Neon, Kernel::Simd128];
        known.into_iter().find(|kernel| kernel.is_available()).unwrap_or(Kernel::Plain)
    }
}

/// Proof that this processor has the instructions of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instructions {
    Plain(Token<Plain>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Token<Avx2<false>>),
    #[cfg(target_arch = "x86_64")]
    Avx2Gather(Token<Avx2<true>>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Token<Avx512<false>>),
    #[cfg(target_arch = "x86_64")]
    Avx512Gather(Token<Avx512<true>>),
    #[cfg(target_arch = "aarch64")]
    Neon(Token<Neon>),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Token<Simd128>),
    #[cfg(test)]
    Portable(Token<Portable>),
}

impl Instructions {
    /// Runs work with the lanes of these instructions.
    pub(crate) fn run(self, work: impl AnyWork) {
        match self {
            Instructions::Plain(token) => token.apart(Each(work)),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(token) => token.apart(Each(work)),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2Gather(token) => token.apart(Each(work)),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(token) => token.apart(Each(work)),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512Gather(token) => token.apart(Each(work)),
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon(token) => token.apart(Each(work)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128(token) => token.apart(Each(work)),
            #[cfg(test)]
            Instructions::Portable(token) => token.apart(Each(work)),
        }
    }
}

/// Returns true if the processor is made by Intel.
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

/// Work that any kind of lanes can do.
pub(crate) trait AnyWork {
    /// Runs the work, inlined into a function that is compiled for the instructions.
    fn with<L: Lanes>(self, token: Token<L>);
}

/// Adapts the work to one kind of lanes.
struct Each<W>(W);

impl<L: Lanes, W: AnyWork> Work<L> for Each<W> {
    #[inline(always)]
    fn run(self, token: Token<L>) {
        self.0.with(token);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unavailable_kernel_names_are_rejected_with_a_list() {
        for kernel in Kernel::available().chain([Kernel::Auto]) {
            assert_eq!(Kernel::named(kernel.name()), Ok(kernel));
        }
        let told = Kernel::named("sse9").unwrap_err();
        assert!(told.starts_with("`sse9` is not a kernel; use `auto` or one of ") && told.ends_with("plain"), "{told}");
        let foreign = if cfg!(target_arch = "aarch64") { "avx2" } else { "neon" };
        let told = Kernel::named(foreign).unwrap_err();
        assert!(told.contains("not supported") && !told[10..].contains(foreign), "{told}");
    }

    #[test]
    fn best_kernel_is_always_available() {
        assert!(Kernel::Auto.or_best().is_available() && Kernel::Auto.or_best() != Kernel::Auto);
        for &kernel in Kernel::all() {
            let instead = kernel.or_best();
            assert!(if kernel.is_available() { instead == kernel } else { instead == Kernel::Auto.or_best() });
        }
    }
}
