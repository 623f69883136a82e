//! Shading: applies light, fog and transparency to texels, several pixels at once.
//!
//! The four bytes of a colour are handled as two pairs, red with blue and green with alpha. Each byte is in a half of a
//! lane, with room above it for a product.

use crate::lanes::lanes::{Lanes, Token};

/// Factors or summands for the channels of a pixel, in 256ths.
#[derive(Clone, Copy)]
pub(crate) struct Pairs<L> {
    pub(crate) red_blue: L,
    pub(crate) green: L,
}

/// The alpha of a full-bright texel.
pub(crate) const SHINING: u32 = 254;

/// The bits of red and blue.
const RED_BLUE: u32 = 0x00ff_00ff;
/// Opaque alpha, in the register that holds green and alpha.
pub(crate) const OPAQUE: u32 = 0xff00_0000;

impl<L: Lanes> Pairs<L> {
    /// Returns the same red, green and blue for all lanes.
    #[inline(always)]
    pub(crate) fn splat(token: Token<L>, [red, green, blue]: [u32; 3]) -> Self {
        Pairs { red_blue: token.splat(red | blue << 16), green: token.splat(green) }
    }

    /// Returns the light that shows texels unchanged.
    #[inline(always)]
    fn full(token: Token<L>) -> Self {
        Self::splat(token, [256; 3])
    }

    #[inline(always)]
    pub(crate) fn add(self, other: Self) -> Self {
        Pairs { red_blue: self.red_blue.add_halves(other.red_blue), green: self.green.add_halves(other.green) }
    }

    #[inline(always)]
    fn choose(lanes: u32, one: Self, zero: Self) -> Self {
        Pairs {
            red_blue: L::choose(lanes, one.red_blue, zero.red_blue),
            green: L::choose(lanes, one.green, zero.green),
        }
    }
}

/// Returns `(texel * light + more) / 256`, opaque.
#[inline(always)]
pub(crate) fn shade<L: Lanes>(texel: L, light: Pairs<L>, more: Pairs<L>) -> L {
    let token = texel.token();
    // No sum overflows 16 bits: light and fog together are at most 256, and thresholds are below 256.
    let red_blue = texel.and(token.splat(RED_BLUE)).mul_halves(light.red_blue).add_halves(more.red_blue);
    let green = texel.shift_halves_right_8().mul_halves(light.green).add_halves(more.green);
    token.splat(!RED_BLUE).pick(green, red_blue.shift_halves_right_8())
}

/// Like [`shade`], but full-bright texels are neither darkened nor hidden by fog.
#[inline(always)]
pub(crate) fn shade_or_shine<L: Lanes>(texel: L, light: Pairs<L>, more: Pairs<L>, rounding: Pairs<L>) -> L {
    let shining = shining(texel);
    let light = Pairs::choose(shining, Pairs::full(texel.token()), light);
    shade(texel, light, Pairs::choose(shining, rounding, more))
}

/// Returns the set of lanes with full-bright texels.
#[inline(always)]
fn shining<L: Lanes>(texel: L) -> u32 {
    let (alpha, shining) = (texel.shift_right(24), texel.token().splat(SHINING));
    L::ALL & !alpha.greater(shining) & !shining.greater(alpha)
}

/// Returns the opacity of a texel, 0 to 256.
#[inline(always)]
pub(crate) fn cover<L: Lanes>(texel: L) -> L {
    let (alpha, token) = (texel.shift_right(24), texel.token());
    L::choose(alpha.greater(token.splat(SHINING - 1)), token.splat(256), alpha)
}

/// Returns the opacity of a texel, scaled by `min_nan_safe` (0 to 256).
#[inline(always)]
pub(crate) fn cover_at_most<L: Lanes>(texel: L, min_nan_safe: u32) -> L {
    cover(texel).mul_halves_and_add(texel.token().splat(min_nan_safe)).shift_right(8)
}

/// Blends colours over others, with this opacity (0 to 256).
#[inline(always)]
pub(crate) fn blend<L: Lanes>(above: L, below: L, cover: L) -> L {
    let token = above.token();
    let bits = token.splat(RED_BLUE);
    let hides = cover.or(cover.shift_left(16));
    // 256 minus the opacity, in both 16-bit halves: multiplying by 65535 negates modulo 65536.
    let shows = token.splat(0x0100_0100).add_halves(hides.mul_halves(token.splat(0xffff_ffff)));
    let red_blue = mix(above.and(bits), hides, below.and(bits), shows);
    let green = mix(above.shift_halves_right_8(), hides, below.shift_halves_right_8(), shows);
    token.splat(!RED_BLUE).pick(green, red_blue.shift_halves_right_8()).or(token.splat(OPAQUE))
}

/// Returns the weighted sum of both colours in each half of a lane, with weights of 0 to 256, in 256ths and rounded.
#[inline(always)]
fn mix<L: Lanes>(above: L, hides: L, below: L, shows: L) -> L {
    let half = above.token().splat(0x0080_0080);
    above.mul_halves(hides).add_halves(below.mul_halves(shows)).add_halves(half)
}
