//! The light within a tile, at the points that neighbouring pixels of a floor or a ceiling show.

use crate::{
    lanes::lanes::{Lanes, Token},
    lanes::shade::Pairs,
    scene::light::{self, COLOURED, EVEN, GREY},
};

/// The light of a tile, after fading with distance.
#[derive(Clone, Copy)]
pub(crate) struct Lamp<L> {
    /// The light, if it is the same everywhere in the tile.
    even: Pairs<L>,
    /// For red, green and blue: `b` and `c`, then `a` and `d`.
    terms: [[L; 2]; 3],
}

impl<L: Lanes> Lamp<L> {
    /// Creates a lamp from these terms (see [`light::Light`]), of which only the share `part` remains. Computes only
    /// what its kind ([`EVEN`], [`GREY`] or [`COLOURED`]) needs.
    #[inline(always)]
    pub(crate) fn new<const KIND: u8>(token: Token<L>, terms: &[i16; 16], part: i16) -> Self {
        let base = |channel: usize| light::faded(terms[channel], part) + light::ROUNDING;
        let pair = |lower: i16, upper: i16| u32::from(lower as u16) | u32::from(upper as u16) << 16;
        let faded =
            |lower: usize, upper: usize| pair(light::faded(terms[lower], part), light::faded(terms[upper], part));
        let last = |channel: usize| pair(base(channel), light::faded(terms[channel + 12], part));
        let mut lamp = Lamp { even: Pairs::splat(token, [0; 3]), terms: [[token.splat(0); 2]; 3] };
        if KIND == EVEN {
            lamp.even = Pairs::splat(token, [base(0), base(1), base(2)].map(|level| u32::from(level as u16) >> 5));
        } else {
            lamp.terms[1] = [token.splat(faded(5, 9)), token.splat(last(1))];
        }
        if KIND == COLOURED {
            lamp.terms[0] = [token.splat(faded(4, 8)), token.splat(last(0))];
            lamp.terms[2] = [token.splat(faded(6, 10)), token.splat(last(2))];
        }
        lamp
    }

    /// Returns the light at points of the tile.
    #[inline(always)]
    pub(crate) fn at<const KIND: u8>(&self, u: L, v: L) -> Pairs<L> {
        match KIND {
            EVEN => self.even,
            GREY => self.grey(u, v),
            _ => self.coloured(u, v),
        }
    }

    /// Returns the light at points of a tile whose light is colourless.
    #[inline(always)]
    fn grey(&self, u: L, v: L) -> Pairs<L> {
        let [places, products] = Self::places(u, v);
        let light = self.channel(1, places, products);
        let green = light.shift_right(20);
        Pairs { red_blue: u.token().splat(0xffff_0000).pick(light.shift_right(4), green), green }
    }

    /// Returns the light at points of a tile whose light has any colour.
    #[inline(always)]
    fn coloured(&self, u: L, v: L) -> Pairs<L> {
        let [places, products] = Self::places(u, v);
        let red = self.channel(0, places, products).shift_right(20);
        let blue = self.channel(2, places, products).shift_right(4);
        Pairs {
            red_blue: u.token().splat(0xffff_0000).pick(blue, red),
            green: self.channel(1, places, products).shift_right(20),
        }
    }

    /// Returns 15-bit numbers in both halves of a lane: `u` and `v`, and 1 and `u v`.
    #[inline(always)]
    fn places(u: L, v: L) -> [L; 2] {
        let token = u.token();
        let (upper, v) = (token.splat(0xffff_0000), v.shift_right(1));
        [upper.pick(v, u.shift_right(17)), upper.pick(u.mul_halves_high(v), token.splat(32767))]
    }

    /// Returns a channel's light, `a + b u + c v + d u v`, in the upper bits: 13 bits of light and 15 of the position,
    /// of which 9 are used.
    #[inline(always)]
    fn channel(&self, channel: usize, places: L, products: L) -> L {
        let [b_and_c, a_and_d] = self.terms[channel];
        places.mul_halves_and_add(b_and_c).add(products.mul_halves_and_add(a_and_d))
    }
}
