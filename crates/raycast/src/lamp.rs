//! The light of a tile, at the places in it that neighbouring pixels of a floor or a ceiling show.
#![allow(unsafe_code, reason = "loops over lanes, whose instructions the caller vouches for")]

use crate::lanes::Lanes;
use crate::shade::Pairs;

/// The light of a tile, as far as it reaches the eye.
#[derive(Clone, Copy)]
pub(crate) struct Lamp<L> {
    /// Its light, if it is the same everywhere.
    pub(crate) even: Pairs<L>,
    /// For red, green and blue: `b` and `c`, then `d` and `a`.
    terms: [[L; 2]; 3],
}

impl<L: Lanes> Lamp<L> {
    #[inline(always)]
    pub(crate) unsafe fn new(terms: &[i16; 16]) -> Self {
        let pair = |lower: i16, upper: i16| u32::from(lower as u16) | u32::from(upper as u16) << 16;
        // SAFETY: the caller vouches for the instructions.
        unsafe {
            Lamp {
                even: Pairs::all([0, 1, 2].map(|channel| u32::from(terms[channel] as u16) >> 5)),
                terms: [
                    [L::all(pair(terms[4], terms[8])), L::all(pair(terms[12], terms[0]))],
                    [L::all(pair(terms[5], terms[9])), L::all(pair(terms[13], terms[1]))],
                    [L::all(pair(terms[6], terms[10])), L::all(pair(terms[14], terms[2]))],
                ],
            }
        }
    }

    /// The light at places in the tile, for a tile whose light has no colour.
    #[inline(always)]
    pub(crate) unsafe fn grey(&self, u: L, v: L) -> Pairs<L> {
        // SAFETY: the caller vouches for the instructions.
        unsafe {
            let [places, products] = Self::places(u, v);
            let light = self.channel(1, places, products);
            let green = light.shift_right(20);
            Pairs { red_blue: L::pick(L::all(0xffff_0000), light.shift_right(4), green), green }
        }
    }

    /// The light at places in the tile.
    #[inline(always)]
    pub(crate) unsafe fn coloured(&self, u: L, v: L) -> Pairs<L> {
        // SAFETY: the caller vouches for the instructions.
        unsafe {
            let [places, products] = Self::places(u, v);
            let red = self.channel(0, places, products).shift_right(20);
            let blue = self.channel(2, places, products).shift_right(4);
            Pairs {
                red_blue: L::pick(L::all(0xffff_0000), blue, red),
                green: self.channel(1, places, products).shift_right(20),
            }
        }
    }

    /// Numbers of 15 bits in both halves of a lane: `u` and `v`, and `u v` and 1.
    #[inline(always)]
    unsafe fn places(u: L, v: L) -> [L; 2] {
        // SAFETY: as above.
        unsafe {
            [
                L::pick(L::all(0xffff_0000), v.shift_right(1), u.shift_right(17)),
                u.shift_right(16).mul_halves_high(v.shift_right(17)).or(L::all(32767 << 16)),
            ]
        }
    }

    /// A channel's light: `a + b u + c v + d u v`, with 13 bits of light and 15 of the place, where 9 are wanted.
    #[inline(always)]
    unsafe fn channel(&self, channel: usize, places: L, products: L) -> L {
        let [b_and_c, d_and_a] = self.terms[channel];
        // SAFETY: as above.
        unsafe { places.mul_halves_and_add(b_and_c).add(products.mul_halves_and_add(d_and_a)) }
    }
}
