//! Draws a band, from its first layer to its last.
#![allow(unsafe_code, reason = "bands write into the same frame in parallel")]

use crate::{
    draw::coverage_mask::{CoverageMask, Deferred},
    draw::picture::{Band, Picture},
    draw::{panes, planes, sky, sprites, walls},
    lanes::kernel::AnyWork,
    lanes::lanes::{Lanes, Token},
};

/// The work that draws a band.
pub(crate) struct DrawBand<'a> {
    picture: &'a Picture<'a>,
    band: &'a Band,
    gaps: &'a mut CoverageMask,
}

impl<'a> DrawBand<'a> {
    /// Creates the work that draws a band of a frame, with this coverage mask as its memory.
    ///
    /// # Safety
    /// Until the work is done, the pixels of the frame must exist, and no other thread may draw the same band. The
    /// strips, panes, sprites and sky of `picture` must show textures of its scene.
    pub(crate) unsafe fn new(picture: &'a Picture<'a>, band: &'a Band, gaps: &'a mut CoverageMask) -> Self {
        DrawBand { picture, band, gaps }
    }
}

impl AnyWork for DrawBand<'_> {
    /// Draws a band: walls, floors and ceilings first, then sprites from near to far, then transparent surfaces from
    /// far to near.
    #[inline(always)]
    fn with<L: Lanes>(self, token: Token<L>) {
        let DrawBand { picture, band, gaps } = self;
        // SAFETY: `new` guarantees the band. Deferred sprites and panes were recorded for the same rows.
        unsafe {
            planes::draw(token, picture, band);
            for rows in band.runs().iter().filter(|rows| !rows.is_empty()) {
                walls::draw(token, picture, rows);
                sky::draw(token, picture, rows);
                gaps.begin(rows);
                sprites::draw(token, picture, rows, gaps);
                panes::draw(token, picture, rows, gaps);
                while let Some((waiter, open)) = gaps.take_last() {
                    match waiter.what {
                        Deferred::Sprite(number) => sprites::lay(token, picture, number, &waiter, open),
                        Deferred::Panes(layer) => panes::lay(token, picture, layer, &waiter, open),
                    }
                }
            }
        }
    }
}
