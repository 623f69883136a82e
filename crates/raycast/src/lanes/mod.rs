//! The processor: SIMD lanes, the kernels and the choice between them, the arithmetic of pixels, and the worker
//! threads.
//!
//! This folder holds the code that depends on the processor. It does not know scenes, columns or frames: a kernel runs
//! any work.

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
#[cfg(any(test, not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))))]
pub(crate) mod portable;
pub(crate) mod processor;
pub(crate) mod shade;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod simd128;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse2;
pub(crate) mod worker_pool;
