//! A band, drawn from the first layer to the last.
#![allow(unsafe_code, reason = "loops over lanes, whose instructions the caller vouches for")]

use crate::{
    draw::gaps::{Gaps, Waiting},
    draw::picture::{Band, Picture},
    draw::{panes, planes, sky, sprites, walls},
    lanes::kernel::AnyWork,
    lanes::lanes::Lanes,
};

/// The work that draws a band. The frame of the picture must exist, and nobody else may draw the same band.
pub(crate) struct DrawBand<'a> {
    pub(crate) picture: &'a Picture<'a>,
    pub(crate) band: &'a Band,
    pub(crate) gaps: &'a mut Gaps,
}

impl AnyWork for DrawBand<'_> {
    /// Draws all of a band: the deck, then what hides it from near to far, then from far to near what can be seen through.
    #[inline(always)]
    unsafe fn with<L: Lanes>(self) {
        let DrawBand { picture, band, gaps } = self;
        // SAFETY: the caller vouches for the instructions and the band.
        unsafe {
            planes::draw::<L>(picture, band);
            for rows in band.runs().iter().filter(|rows| !rows.is_empty()) {
                walls::draw::<L>(picture, rows);
                sky::draw::<L>(picture, rows);
                gaps.begin(rows);
                sprites::draw::<L>(picture, rows, gaps);
                panes::draw::<L>(picture, rows, gaps);
                while let Some((waiter, open)) = gaps.take_last() {
                    match waiter.what {
                        Waiting::Sprite(number) => sprites::lay::<L>(picture, number, &waiter, open),
                        Waiting::Panes(layer) => panes::lay::<L>(picture, layer, &waiter, open),
                    }
                }
            }
        }
    }
}
