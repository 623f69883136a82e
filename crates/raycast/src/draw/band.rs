//! A band, drawn from the first layer to the last.
#![allow(unsafe_code, reason = "bands write into one frame side by side")]

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
    /// Returns the work that draws a band of a picture, with these gaps as its memory.
    ///
    /// # Safety
    /// Until the work is done, the frame of the picture must exist and nobody else may draw the same band. Strips, panes, figures and sky of
    /// the picture must show textures of its scene.
    pub(crate) unsafe fn new(picture: &'a Picture<'a>, band: &'a Band, gaps: &'a mut CoverageMask) -> Self {
        DrawBand { picture, band, gaps }
    }
}

impl AnyWork for DrawBand<'_> {
    /// Draws all of a band: the deck, then what hides it from near to far, then from far to near what can be seen through.
    #[inline(always)]
    fn with<L: Lanes>(self, token: Token<L>) {
        let DrawBand { picture, band, gaps } = self;
        // SAFETY: `new` was promised the band. Sprites and panes that wait were noted for the same rows.
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
