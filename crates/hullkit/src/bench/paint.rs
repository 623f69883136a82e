//! The textures of the benchmark's own scenes. They are generated here, so that results stay comparable when the game's
//! art changes.

use raycast::{Texture, TextureId, Textures};

/// The number of textures for walls, floors and ceilings, from index 0.
pub(crate) const SURFACES: usize = 9;
/// A pane of tinted glass in a frame.
pub(crate) const GLASS: TextureId = TextureId(9);
/// A grating: bars with openings between them.
pub(crate) const GRATING: TextureId = TextureId(10);
/// The textures of sprites: a barrel, a bush, a glowing lamp, and mist.
pub(crate) const FIGURES: [TextureId; 4] = [TextureId(11), TextureId(12), LAMP, TextureId(14)];
/// A glowing lamp.
pub(crate) const LAMP: TextureId = TextureId(13);

/// The side of all textures, in texels.
const SIDE: usize = 64;

/// Pseudo-random numbers that are the same on every machine.
pub(crate) struct Numbers(pub(crate) u32);

impl Numbers {
    /// Returns the next number, below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // The upper bits of such a generator have longer periods.
        ((u64::from(self.0) * end as u64) >> 32) as usize
    }
}

/// A pattern of equal pieces: bricks, plates, tiles or boards.
struct Masonry {
    colour: [u8; 3],
    /// The size of a piece in texels.
    piece: (usize, usize),
    /// The offset of every second row of pieces, in texels.
    shift: usize,
    /// The contrast between pieces, and between texels of a piece, of 256.
    rough: (usize, usize),
}

const MASONRY: [Masonry; SURFACES] = [
    Masonry { colour: [150, 72, 54], piece: (16, 8), shift: 8, rough: (40, 30) },
    Masonry { colour: [104, 112, 124], piece: (32, 32), shift: 0, rough: (20, 16) },
    Masonry { colour: [122, 116, 100], piece: (64, 16), shift: 0, rough: (50, 24) },
    Masonry { colour: [64, 92, 112], piece: (16, 64), shift: 0, rough: (30, 20) },
    Masonry { colour: [86, 104, 70], piece: (32, 16), shift: 16, rough: (36, 36) },
    Masonry { colour: [148, 132, 96], piece: (8, 8), shift: 4, rough: (60, 20) },
    Masonry { colour: [84, 70, 92], piece: (64, 64), shift: 0, rough: (10, 60) },
    Masonry { colour: [128, 96, 60], piece: (8, 64), shift: 0, rough: (44, 26) },
    Masonry { colour: [70, 74, 76], piece: (16, 16), shift: 0, rough: (24, 40) },
];

/// Returns all textures, in the order of their numbers.
pub(crate) fn textures() -> Textures {
    let mut textures = Textures::new();
    let walls = (1..).zip(&MASONRY).map(|(seed, masonry)| masonry.texture(seed));
    for texture in walls.chain([glass(), grating(), barrel(), bush(), lamp(), mist()]) {
        textures.push(&texture).expect("there is room for a few textures");
    }
    textures
}

/// Creates a texture from a function that returns red, green, blue and alpha of each texel.
fn texture(texel: impl FnMut(usize) -> [u8; 4]) -> Texture {
    let texels: Vec<[u8; 4]> = (0..SIDE * SIDE).map(texel).collect();
    Texture::new(SIDE, SIDE, texels.as_flattened()).expect("its bytes fit its size")
}

/// Makes a colour lighter or darker; 256 leaves it unchanged.
fn lit(colour: [u8; 3], light: usize) -> [u8; 4] {
    let [r, g, b] = colour.map(|part| (usize::from(part) * light / 256).min(255) as u8);
    [r, g, b, 255]
}

/// Returns the square of a texel's distance from the texture's centre, in texels.
fn from_middle(i: usize) -> usize {
    (i % SIDE).abs_diff(SIDE / 2).pow(2) + (i / SIDE).abs_diff(SIDE / 2).pow(2)
}

impl Masonry {
    fn texture(&self, seed: u32) -> Texture {
        let (wide, high) = self.piece;
        let mut grain = Numbers(seed);
        texture(|i| {
            let (x, y) = (i % SIDE, i / SIDE);
            let row = y / high;
            let x = (x + row % 2 * self.shift) % SIDE;
            let piece = Numbers(seed * 1000 + (row * SIDE + x / wide) as u32 * 77).below(self.rough.0);
            let edge = if x.is_multiple_of(wide) || y.is_multiple_of(high) { 100 } else { 0 };
            lit(self.colour, 240 + piece + grain.below(self.rough.1) - edge)
        })
    }
}

fn glass() -> Texture {
    texture(|i| {
        let (x, y) = (i % SIDE, i / SIDE);
        let inner = 3..SIDE - 3;
        let is_frame = !inner.contains(&x) || !inner.contains(&y);
        let gleams = (x + y) % 40 < 5;
        if is_frame { [96, 104, 110, 255] } else { [110, 170, 190, if gleams { 120 } else { 56 }] }
    })
}

fn grating() -> Texture {
    texture(|i| {
        let (x, y) = (i % SIDE, i / SIDE);
        let bar = (x % 8).min(y % 16);
        if bar < 2 { lit([124, 120, 112], 200 + bar * 56) } else { [0; 4] }
    })
}

fn barrel() -> Texture {
    texture(|i| {
        let (x, y) = ((i % SIDE).abs_diff(SIDE / 2), i / SIDE);
        let hoop = if y % 18 < 3 { 70 } else { 0 };
        if x < 20 && y >= 16 { lit([150, 96, 48], 300 - x * 9 - hoop) } else { [0; 4] }
    })
}

fn bush() -> Texture {
    let mut leaf = Numbers(5);
    texture(|i| {
        let dense = leaf.below(1000) > from_middle(i);
        if dense { lit([60, 130, 50], 120 + leaf.below(160)) } else { [0; 4] }
    })
}

fn lamp() -> Texture {
    texture(|i| match from_middle(i) {
        0..100 => [255, 244, 200, 254],
        100..160 => [120, 110, 90, 255],
        _ => [0; 4],
    })
}

fn mist() -> Texture {
    texture(|i| [190, 200, 210, 160 - (from_middle(i).min(800) / 5) as u8])
}
