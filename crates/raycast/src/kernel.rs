//! Kernels: the loops over pixels, compiled once for each kind of register, and the choice between them.
#![allow(unsafe_code, reason = "each kernel may only run where the processor has its instructions")]

use crate::lanes::Lanes;
#[cfg(target_arch = "x86_64")]
use crate::lanes::avx2::Avx2;
use crate::lanes::avx512::Avx512;
#[cfg(any(test, not(target_arch = "x86_64")))]
use crate::lanes::portable::Portable;
use crate::lanes::sse2::Sse2;
use crate::panes::{self, Undrawn};
use crate::picture::{Band, Picture};
use crate::{planes, sky, sprites, walls};

/// Which instructions draw. The picture is the same with all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernel {
    /// The best that the processor has.
    #[default]
    Auto,
    /// None that a processor of the family might lack: four pixels at once.
    Plain,
    /// AVX2: eight pixels at once.
    Avx2,
    /// AVX-512: sixteen pixels at once.
    Avx512,
    /// The code for other families of processors.
    #[cfg(test)]
    Portable,
}

impl Kernel {
    /// True if this processor can draw so.
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        match self {
            Kernel::Auto | Kernel::Plain => true,
            Kernel::Avx2 => has_avx2(),
            Kernel::Avx512 => has_avx2() && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
            #[cfg(test)]
            Kernel::Portable => true,
        }
        #[cfg(not(target_arch = "x86_64"))]
        matches!(self, Kernel::Auto | Kernel::Plain)
    }

    /// This kernel, or the best one there is for [`Kernel::Auto`] and in place of one that this processor lacks.
    pub fn or_best(self) -> Kernel {
        if self != Kernel::Auto && self.is_available() {
            return self;
        }
        let best = [Kernel::Avx512, Kernel::Avx2].into_iter().find(|kernel| kernel.is_available());
        best.unwrap_or(Kernel::Plain)
    }

    /// Draws a band.
    ///
    /// # Safety
    /// The kernel must be available and not [`Kernel::Auto`], the picture's frame must exist, and nobody else may draw
    /// the same band.
    pub(crate) unsafe fn draw(self, picture: &Picture, band: &Band, undrawn: &mut Undrawn) {
        // SAFETY: the caller promises all that these need.
        unsafe {
            match self {
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx2 => draw_avx2(picture, band, undrawn),
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx512 => draw_avx512(picture, band, undrawn),
                #[cfg(test)]
                Kernel::Portable => draw::<Portable>(picture, band, undrawn),
                #[cfg(target_arch = "x86_64")]
                _ => draw::<Sse2>(picture, band, undrawn),
                #[cfg(not(target_arch = "x86_64"))]
                _ => draw::<Portable>(picture, band, undrawn),
            }
        }
    }
}

/// True if the processor has all that [`draw_avx2`] is compiled for: a virtual one may lack what comes with AVX2.
#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn draw_avx2(picture: &Picture, band: &Band, undrawn: &mut Undrawn) {
    // SAFETY: the caller promises all that this needs.
    unsafe { draw::<Avx2>(picture, band, undrawn) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn draw_avx512(picture: &Picture, band: &Band, undrawn: &mut Undrawn) {
    // SAFETY: the caller promises all that this needs.
    unsafe { draw::<Avx512>(picture, band, undrawn) }
}

/// Draws all of a band, from what is behind to what is in front.
#[inline(always)]
unsafe fn draw<L: Lanes>(picture: &Picture, band: &Band, undrawn: &mut Undrawn) {
    // SAFETY: the caller vouches for the instructions and the band.
    unsafe {
        planes::draw::<L>(picture, band);
        for rows in [&band.ceilings, &band.floors] {
            walls::draw::<L>(picture, rows);
            sky::draw::<L>(picture, rows);
            sprites::draw::<L>(picture, rows, undrawn);
            panes::draw_rest::<L>(picture, rows, undrawn);
        }
    }
}
