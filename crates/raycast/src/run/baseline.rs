//! The baseline of the benchmarks: the simplest loop that fills a frame with textured, shaded pixels. The time that the
//! raycaster takes for a frame is given as a multiple of the baseline, because that ratio is comparable between
//! processors.
#![allow(unsafe_code, reason = "texels are read and pixels written without a check")]

use crate::{
    lanes::kernel::{AnyWork, Kernel},
    lanes::lanes::{Lanes, Token},
    lanes::shade::{OPAQUE, Pairs, shade},
    scene::frame::{Frame, MAX_SIDE},
    scene::textures::{TextureId, TextureSlot, Textures},
};

/// The step from one column to the next in texture space (u, v), oblique to the texture, in units of 2^-32 tiles.
const STEP: [u32; 2] = [37 << 20, 23 << 20];

/// Textures, and one light level per column, to fill frames with.
#[derive(Clone, Debug)]
pub struct TexelFill {
    side: u32,
    /// The texels of all textures of this size, each paired with the texel of the next texture.
    pairs: Vec<[u32; 2]>,
    texels: Vec<u32>,
    light: Vec<u32>,
}

/// A variant of the fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FillForm {
    /// The instruction set.
    pub kernel: Kernel,
    /// True if two mirrored rows are filled at once from paired texels; false if texels are read as the kernel reads
    /// them.
    pub is_paired: bool,
}

impl FillForm {
    /// The variant that runs on every processor.
    pub const PLAIN: FillForm = FillForm { kernel: Kernel::Plain, is_paired: false };
}

impl TexelFill {
    /// Creates a fill from all square textures that have the size of the first square texture that can be tiled.
    pub fn new(textures: &Textures) -> TexelFill {
        let all = (0..textures.len()).map(|number| *textures.tile(TextureId(number as u16)));
        let mut slots: Vec<TextureSlot> = all.filter(|slot| slot.width == slot.height).collect();
        slots.retain({
            let side = slots.first().map_or(0, |slot| slot.width);
            move |slot| slot.width == side
        });
        if slots.is_empty() {
            slots.push(TextureSlot::MISSING);
        }
        let texels: Vec<u32> = slots.iter().flat_map(|&slot| textures.texels_of(slot)).copied().collect();
        let side = slots[0].width;
        let next = texels.iter().cycle().skip((side * side) as usize);
        let pairs = texels.iter().zip(next).map(|(&texel, &next)| [texel, next]).collect();
        let light = (0..MAX_SIDE as u32).map(|x| (64 + x * 37 % 192) * 0x0001_0001).collect();
        TexelFill { side, pairs, texels, light }
    }

    /// Returns all variants for which the processor has the instructions. The fastest one is the baseline.
    pub fn forms() -> impl Iterator<Item = FillForm> {
        Kernel::available().flat_map(|kernel| [false, true].map(|is_paired| FillForm { kernel, is_paired }))
    }

    /// Fills a frame on one thread. Columns that do not fill a register, and a row without a mirrored row, are left
    /// out.
    pub fn fill(&self, form: FillForm, frame: &mut Frame) {
        form.kernel.instructions().run(FillFrame { fill: self, is_paired: form.is_paired, frame });
    }

    #[inline(always)]
    fn rows<L: Lanes>(&self, token: Token<L>, is_paired: bool, frame: &mut Frame) {
        let (width, height) = (frame.width() / L::COUNT * L::COUNT, frame.height());
        let (bits, size) = (self.side.trailing_zeros(), self.side * self.side);
        let textures = self.texels.len() as u32 / size;
        let rows = if is_paired { height / 2 } else { height };
        for y in 0..rows {
            let (row, mirrored) = (y * frame.width(), (height - 1 - y) * frame.width());
            let to = frame.pixels_mut().as_mut_ptr();
            let first = y as u32 % textures * size;
            // SAFETY: rows and columns are within the frame, there is light for the widest frame, and the shifts leave
            // texture coordinates that are less than a texture's side.
            unsafe {
                let steps = [token.splat(STEP[0]), token.splat(STEP[1])];
                let (iota, start) = (token.iota(), token.splat((y as u32).wrapping_mul(STEP[1])));
                let (mut u, mut v) = (iota.mul(steps[0]).add(start), iota.mul(steps[1]));
                let strides = [steps[0].mul(token.splat(L::COUNT as u32)), steps[1].mul(token.splat(L::COUNT as u32))];
                let opaque = Pairs { red_blue: token.splat(0), green: token.splat(OPAQUE) };
                let columns = token.splat((self.side - 1) << bits);
                for x in (0..width).step_by(L::COUNT) {
                    let texel = columns.pick(u.shift_right(32 - 2 * bits), v.shift_right(32 - bits));
                    (u, v) = (u.add(strides[0]), v.add(strides[1]));
                    let texel = texel.add(token.splat(first));
                    let light = L::load(token, self.light.as_ptr().add(x));
                    let light = Pairs { red_blue: light, green: light.and(token.splat(0xffff)) };
                    if is_paired {
                        let [floor, ceiling] = L::gather_pairs(self.pairs.as_ptr(), texel);
                        shade(floor, light, opaque).store(to.add(mirrored + x));
                        shade(ceiling, light, opaque).store(to.add(row + x));
                    } else {
                        shade(L::gather(self.texels.as_ptr(), texel), light, opaque).store(to.add(row + x));
                    }
                }
            }
        }
    }
}

/// The kernel work that fills a frame with texels.
struct FillFrame<'a> {
    fill: &'a TexelFill,
    is_paired: bool,
    frame: &'a mut Frame,
}

impl AnyWork for FillFrame<'_> {
    #[inline(always)]
    fn with<L: Lanes>(self, token: Token<L>) {
        self.fill.rows(token, self.is_paired, self.frame);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{scene::frame::BLACK, scene::texture::Texture};

    #[test]
    fn every_variant_fills_the_frame_and_equal_variants_agree() {
        let mut textures = Textures::new();
        for red in [40, 90, 200] {
            let texels: Vec<[u8; 4]> = (0..64).map(|i| [red, i * 4, 255 - i, 255]).collect();
            textures.push(&Texture::new(8, 8, texels.as_flattened()).unwrap()).unwrap();
        }
        let fill = TexelFill::new(&textures);
        let mut seen: [Option<Frame>; 2] = [None, None];
        for form in TexelFill::forms() {
            let mut frame = Frame::new(64, 6);
            fill.fill(form, &mut frame);
            assert!(frame.pixels().iter().all(|&pixel| pixel != BLACK && pixel >> 24 == 255), "{form:?}");
            let mut colours = frame.pixels().to_vec();
            colours.sort_unstable();
            colours.dedup();
            assert!(colours.len() > 60, "{form:?}: {} colours", colours.len());
            let first = seen[usize::from(form.is_paired)].get_or_insert_with(|| frame.clone());
            assert!(*first == frame, "{form:?}");
        }
    }
}
