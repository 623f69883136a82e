//! The machine: registers with several lanes, the kernels that choose between them, the arithmetic of pixels over lanes, and
//! the threads that share work.
//!
//! Code that depends on the processor belongs here. Scenes, columns and frames do not: a kernel runs any work without knowing it.

#[macro_use]
mod operations;

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod convert;
pub(crate) mod kernel;
pub(crate) mod lanes;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
#[cfg(any(test, not(target_arch = "x86_64")))]
pub(crate) mod portable;
pub(crate) mod processor;
pub(crate) mod shade;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod simd128;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse2;
pub(crate) mod worker_pool;
